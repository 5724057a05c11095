# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Levels: the levels of caches that a run may have, in order, and what files call their events.
#
# Usage:
#   @LEVELS, @CACHES, @BETWEEN               # all levels (L1 ... LL), their caches, those between the first and the last
#   my @levels = data_levels(\%at, \%line_B);    # those of a run, for data: D1, (L2, (L3,)) LL; %line_B, if it is given, has
#                                            # the lines' size of each cache there is
#   data_misses('LL')                        # events: DLmr, DLmw; D1 is the same as L1
#   fetch_misses('LL')                       # ILmr
#   use_name('D1')                           # '1', as in SpLoss1; of other levels their name, as in SpLossL2
#   my @sorted = by_level(2, 7, 3);          # [L1 => 2], [L2 => 7], [L3 => 7], [LL => 3]
#
# A further level between the others has to be added to @BETWEEN, and needs a colour (Timeline/Colours.pm) and a latency
# (xgrind_advise).

package Xgrind::Text::Levels;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(@BETWEEN @CACHES @DATA_LEVELS @LEVELS by_level data_levels data_misses fetch_misses use_name);

our @BETWEEN     = qw(L2 L3);
our @LEVELS      = ('L1', @BETWEEN, 'LL');
our @DATA_LEVELS = ('D1', @BETWEEN, 'LL');
our @CACHES      = ('I1', @DATA_LEVELS);

my %DATA  = (L1 => 'D1', LL => 'DL');
my %FETCH = (L1 => 'I1mr', D1 => 'I1mr', LL => 'ILmr');

sub data_misses {
   my ($level) = @_;
   my $prefix = $DATA{$level} // $level;
   return ("${prefix}mr", "${prefix}mw");
}

sub fetch_misses {
   my ($level) = @_;
   return $FETCH{$level} // "${level}mi";
}

sub data_levels {
   my ($at, $line_B) = @_;
   return ('D1', (grep { exists $at->{ (data_misses($_))[0] } && (!$line_B || $line_B->{$_}) } @BETWEEN), 'LL');
}

sub use_name {
   my ($level) = @_;
   return $level eq 'L1' || $level eq 'D1' ? '1' : $level;
}

sub by_level {
   my ($first, $between, $last) = @_;
   return ([ L1 => $first ], (map { [ $_ => $between ] } @BETWEEN), [ LL => $last ]);
}

1;
