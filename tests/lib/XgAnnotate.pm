# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgAnnotate: what the tests of xgrind_annotate and its like share: files in a
# working directory, running the script, cases that pass or fail.
#
# Usage:
#   XgAnnotate::start($script, 2, '--findings');    # chdir to a directory that goes away; 2: exit
#                                              # status for errors, 1 unless it is said; then
#                                              # arguments that every run has before the others
#   XgAnnotate::preload();                     # its modules are loaded once, for hundreds of runs
#   my $file = put('name', "text");
#   matches('case', [ '--inclusive=yes', $file ], qr/main/, ...);   # exit status 0
#   fails('case', [ 'nix' ], qr/cannot be opened/);                 # and one sentence
#   my ($status, $out, $err) = annotate(@arguments);
#   result('case', $why);                      # '': passed
#   exit XgAnnotate::finish();                 # "N passed, N failed"

package XgAnnotate;
use strict;
use warnings;
use Cwd qw(getcwd);
use Exporter qw(import);
use File::Basename qw(dirname);
use IPC::Open2 qw(open2);
use XgTest qw(slurp result);

our @EXPORT = qw(put get annotate result matches fails);

my ($tool, $name, $error_status, @always);

sub start {
    ($tool, $error_status, @always) = @_;
    $error_status //= 1;
    ($name) = $tool =~ m{([^/]+)\z};
    my $work = XgTest::workdir();
    chdir $work or die "$work: $!\n";
    return;
}

sub get { return slurp(@_); }
sub put { return XgTest::put(@_); }

# A process that runs the tool with its modules loaded once, and what it is asked and answers by.
my ($from_preloaded, $to_preloaded);

sub preload {
    open2($from_preloaded, $to_preloaded, $^X, dirname(__FILE__) . '/run-preloaded', $tool, dirname($tool) . '/lib');
    return;
}

sub run_preloaded {
    my (@args) = @_;
    my @texts = (getcwd(), '.stdout', '.stderr', scalar @args, @args, map { "$_=$ENV{$_}" } sort keys %ENV);
    utf8::encode($_) for grep { utf8::is_utf8($_) } @texts;
    print $to_preloaded pack 'N(N/a*)*', scalar @texts, @texts;
    $to_preloaded->flush();
    read($from_preloaded, my $status, 4) == 4 or die "run-preloaded has ended\n";
    return unpack 'N', $status;
}

# Runs the tool so, or in a new process; returns its wait status.
sub run_tool {
    my (@args) = @_;
    return run_preloaded(@always, @args) if defined $to_preloaded;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '.stdout' or die;
        open STDERR, '>', '.stderr' or die;
        exec $^X, $tool, @always, @args or die;
    }
    waitpid $pid, 0;
    return $?;
}

# Runs the tool; returns (exit status, stdout, stderr).
sub annotate {
    my $status = run_tool(@_);
    $status = $status & 127 ? "signal $status" : $status >> 8;
    return ($status, map { get($_) } '.stdout', '.stderr');
}

# A run whose standard output must match.
sub matches {
    my ($name, $args, @regexes) = @_;
    my ($status, $out, $err) = annotate(@$args);
    my $why = $status ne '0' ? "exit status $status: $err" : '';
    for my $r (@regexes) {
        $why ||= "output does not match $r" if $out !~ $r;
    }
    result($name, $why);
    return;
}

# A run that must fail with one line on stderr that matches.
sub fails {
    my ($case, $args, $regex) = @_;
    my ($status, $out, $err) = annotate(@$args);
    my $why = '';
    $why = "exit status $status" if $status ne $error_status;
    $why ||= "stdout: $out"      if $out ne '';
    $why ||= "stderr: $err"      if $err !~ $regex || $err !~ /\A$name: [^\n]+\n\z/;
    result($case, $why);
    return;
}

sub finish { return XgTest::finish(); }

1;
