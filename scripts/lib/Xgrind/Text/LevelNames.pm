# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::LevelNames: names of events by level of caches (AcCost1, AcCostL2, AcCostLL), from those that count the
# levels: 2 is L2 if there is a 3, which is LL then; else 2 is LL.  Files that count them have three at most.
#
# Usage:
#   my %name = names_by_level(@events);               # of a file: name in it -> name by level, of all events
#   my $name = name_by_level('Unused2', \%columns);   # of what a user has typed: that of a column there is, else unchanged
#
# Callgrind's profiles count the levels, and so do those and the data files of older versions of Xgrind.  The readers of
# files alone see these names.

package Xgrind::Text::LevelNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Levels;

our @EXPORT = qw(names_by_level name_by_level);

my $COUNTED = qr/^(AcCost|SpLoss|Lines|Unused|Uses)([23])\z/;

sub names_by_level {
   my (@names) = @_;
   my $has_three = grep { /^(?:AcCost|SpLoss|Lines)3\z/ } @names;
   my %is_there  = map { $_ => 1 } @names;
   return map {
      my $by_level = /$COUNTED/ ? $1 . ($has_three && $2 == 2 ? 'L2' : 'LL') : $_;
      ($_ => $is_there{$by_level} ? $_ : $by_level)
   } @names;
}

sub name_by_level {
   my ($name, $is_known) = @_;
   return $name if $is_known->{$name} || $name !~ /^(AcCost|SpLoss|Lines|Unused|Uses)([2-9])\z/;
   my ($what, $n) = ($1, $2);
   my @behind = grep { $is_known->{$_} } map { "$what$_" } @BETWEEN, 'LL';
   return $behind[ $n - 2 ] // $name;
}

1;
