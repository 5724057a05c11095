# SPDX-License-Identifier: GPL-3.0-or-later
#
# Enlarged: large profiles made of small ones, and commands that are measured on them.
#
# Usage:
#   my $file = enlarged_profile('small', 4e6, 'large');    # the functions of a profile as often as so many bytes want, each time
#                                                          # under other names; totals are added up
#   my $run  = measured('said', @command);                 # { cpu, elapsed } in seconds, { KiB } of the largest resident set; standard
#                                                          # error goes to this file.  Dies if the command fails

package Enlarged;
use strict;
use warnings;
use Exporter qw(import);
use POSIX ();
use Time::HiRes ();
use XgTest;

our @EXPORT = qw(enlarged_profile measured);

sub enlarged_profile {
    my ($small, $size_B, $large) = @_;
    open my $in, '<', $small or die "$small: $!\n";
    my (@head, @body, $totals);
    while (my $line = <$in>) {
        if    ($line =~ /^totals: (.*)/)          { $totals = $1; }
        elsif (@body || $line =~ /^(?:ob|fl|fn)=/) { push @body, $line; }
        elsif ($line !~ /^summary:/)              { push @head, $line; }
    }
    my $body = join '', @body;
    my ($most) = sort { $b <=> $a } $body =~ /^c?fn=\((\d+)\)/mg;
    my $copies = int($size_B / length $body) + 1;
    open my $out, '>', $large or die "$large: $!\n";
    print $out @head;
    for my $n (0 .. $copies - 1) {
        my $base = $n * ($most + 1);
        my $text = $body =~ s{^(c?fn)=\((\d+)\)( .*)?}{ "$1=(" . ($base + $2) . ')' . (defined $3 ? "$3.$n" : '') }gemr;
        # objects and files have their numbers from the first time
        $text =~ s/^((?:c?ob|fl|fi|fe|cfi|jfi)=\(\d+\)) .*/$1/mg if $n;
        print $out $text;
    }
    print $out 'totals: ', join(' ', map { $_ * $copies } split ' ', $totals), "\n";
    close $out or die "$large: $!\n";
    return $large;
}

sub measured {
    my ($said, @command) = @_;
    my @before = times;
    my $begin  = Time::HiRes::time();
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', $said;
        exec @command or POSIX::_exit(127);
    }
    my $peak_KiB = 0;
    while (waitpid($pid, POSIX::WNOHANG()) == 0) {
        if (open my $status, '<', "/proc/$pid/status") {
            for (<$status>) { $peak_KiB = $1 if /^VmHWM:\s+(\d+)/ && $1 > $peak_KiB; }
        }
        select undef, undef, undef, 0.005;
    }
    die "$command[0] failed: " . XgTest::slurp($said) . "\n" if $?;
    my $elapsed = Time::HiRes::time() - $begin;
    my @after   = times;
    return { cpu => $after[2] + $after[3] - $before[2] - $before[3], elapsed => $elapsed, KiB => $peak_KiB };
}

1;
