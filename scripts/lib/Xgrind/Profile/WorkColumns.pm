# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::WorkColumns: what code does for each instruction, byte and cycle (docs/work.md), as columns of a table:
# accesses to data per instruction, bytes per access, the share of accesses that are to vectors, floating-point
# operations per byte and per cycle, and bytes of the lines that each level has loaded per estimated cycle.
#
# Usage:
#   my @shown = work_columns($columns, $profile, \@costs);     # those that there are events for

package Xgrind::Profile::WorkColumns;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Columns;
use Xgrind::Text::Levels;

our @EXPORT = qw(work_columns);

# Levels, and which one's column is left out last.
my @PRIORITIES = by_level(3, 6, 2);

sub quotients {
   my ($title, $priority, $costs, $format, $of, $by) = @_;
   my @values = map { my $n = $by->($_); $n ? sprintf $format, $of->($_) / $n : '-' } @$costs;
   return { title => $title, values => \@values, priority => $priority };
}

# A function that adds up the values of these columns; undef: one is not there.
sub sum_of {
   my ($columns, @keys) = @_;
   my @values = map { $_ ? $_->{value} : undef } @$columns{@keys};
   return undef if grep { !$_ } @values;
   return sub { my $sum = 0; $sum += $_->(@_) for @values; return $sum };
}

sub work_columns {
   my ($columns, $p, $costs) = @_;
   my ($ir, $data, $cycles) = map { sum_of($columns, @$_) } ['Ir'], [qw(Dr Dw)], ['CEst'];
   return if !$ir || !$data || !$cycles;
   my @shown = quotients('data/Ir', 1, $costs, '%.2f', $data, $ir);
   my ($bytes, $vectors, $operations) = map { sum_of($columns, @$_) } [qw(DrB DwB)], ['Dvec'], ['Fl'];
   push @shown, quotients('B/access', 4, $costs, '%.1f', $bytes, $data)                                            if $bytes;
   push @shown, quotients('vectors', 4, $costs, '%.1f%%', sub { 100 * $vectors->(@_) }, $data)                    if $vectors;
   push @shown, quotients('Fl/B', 4, $costs, '%.3f', $operations, $bytes), quotients('Fl/cycle', 5, $costs, '%.2f', $operations, $cycles)
      if $bytes && $operations;
   for (@PRIORITIES) {
      my ($level, $priority) = @$_;
      my $loaded = bytes_loaded($p, $level) // next;
      push @shown, quotients("$level B/cycle", $priority, $costs, '%.2f', $loaded, $cycles);
   }
   return @shown;
}

1;
