# SPDX-License-Identifier: GPL-3.0-or-later
#
# work.pl: a workload in an interpreter: hashes, sorting, regular expressions
# and string building.  Counts are equal at every run if
# PERL_HASH_SEED=0 and PERL_PERTURB_KEYS=0; the output never depends on them.
#
# Usage: perl work.pl SIZE       SIZE in hundreds of records

use strict;
use warnings;

my $size = shift // 10;
die "usage: work.pl SIZE\n" unless $size =~ /^[1-9]\d*$/;

my $x = 42;
sub next_number {
    my ($below) = @_;
    $x = ($x * 1103515245 + 12345) & 0x7fffffff;
    return ($x >> 8) % $below;
}

my @syllables = qw(ba co di fu ga he ji ka lo me nu po ra si ta vo wi xe zu);

sub make_word {
    return join '', map { $syllables[ next_number(scalar @syllables) ] } 0 .. next_number(3);
}

# a log of some hundred lines
sub make_log {
    my ($lines) = @_;
    my @log;
    for my $i (1 .. $lines) {
        push @log, sprintf '%02d:%02d %s[%d]: %s %s=%d; %s', next_number(24), next_number(60),
          make_word(), next_number(1000), make_word(), make_word(), next_number(100000), make_word();
    }
    return @log;
}

sub parse {
    my ($log, $count, $sum) = @_;
    my $bad = 0;
    for (@$log) {
        if (/^(\d\d):(\d\d) (\w+)\[(\d+)\]: (\w+) (\w+)=(\d+); (.*)$/) {
            $count->{$3}{hour}{ $1 + 0 }++;
            $count->{$3}{ $4 % 10 } .= $6;
            $sum->{$5} += $7;
            $sum->{$8} -= $2;
        } else {
            $bad++;
        }
    }
    return $bad;
}

sub rank {
    my ($sum) = @_;
    return sort { $sum->{$b} <=> $sum->{$a} || $a cmp $b } keys %$sum;
}

sub rewrite {
    my ($text) = @_;
    my $changed = 0;
    $changed += ($text =~ s/\b(\w)(\w+?)(a|o)\b/$2$1$3/g) || 0;
    $changed += ($text =~ s/([aeiou])([^aeiou\s])\1/$1-$2/g) || 0;
    $changed += () = $text =~ /(?:ba|di|ka)+\w*?(?=si|ta|zu)/g;
    $changed += ($text =~ tr/a-m//);
    return $changed;
}

my ($bad, $changed, %count, %sum) = (0, 0);
my @first;
for my $round (1 .. $size) {
    my @log = make_log(100);
    $bad     += parse(\@log, \%count, \%sum);
    $changed += rewrite(join "\n", @log);
    if ($round % 10 == 0 || $round == $size) {
        my @ranked = rank(\%sum);
        push @first, $ranked[0];
        (%count, %sum) = ();
    }
}
printf "unread %d changed %d first %s\n", $bad, $changed, join ',', @first[ 0 .. ($#first < 3 ? $#first : 3) ];
exit($bad ? 1 : 0);
