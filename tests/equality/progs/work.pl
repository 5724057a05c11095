# SPDX-License-Identifier: GPL-3.0-or-later
#
# work.pl: a Perl workload: hashes, sorting, regular expressions.
# Usage: perl work.pl [SCALE]; run by tests/equality/run.
use strict;
use warnings;

my $scale = shift // 1;
my ($x, %count, @words) = (42);
for my $i (1 .. 1500 * $scale) {
    $x = ($x * 1103515245 + 12345) & 0x7fffffff;
    my $w = join '', map { chr(97 + ($x >> (3 * $_)) % 26) } 1 .. 5;
    push @words, $w;
    $count{ substr $w, 0, 2 }++;
}
my @s = sort { $count{ substr $a, 0, 2 } <=> $count{ substr $b, 0, 2 } || $a cmp $b } @words;
my $text = join ' ', @s;
my $n = 0;
$n++ while $text =~ /\b([a-m]\w*?)([n-z])\b/g;
(my $t = $text) =~ s/([aeiou])(\w)/$2$1/g;
my %byletter;
push @{ $byletter{ substr $_, 0, 1 } }, $_ for split / /, $t;
printf "%d %d %s\n", $n, scalar keys %byletter,
  join ',', map { "$_=" . @{ $byletter{$_} } } (sort keys %byletter)[ 0 .. 3 ];
