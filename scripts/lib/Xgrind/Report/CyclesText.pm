# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::CyclesText: where the estimated cycles of a run with --cycles=yes go, as lines of its summary.
#
# Usage:
#   print map { "$_\n" } cause_lines($run);    # of Xgrind::Run::Contents; () without --cycles=yes
#   my ($title, @lines) = function_cause_lines($run, \@functions, sub { my ($width) = @_; return @texts });
#
# The functions are numbers of the profile; their texts are made for a width.

package Xgrind::Report::CyclesText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min sum0);
use Xgrind::Summary::Causes;
use Xgrind::Text::Numbers;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(cause_lines function_cause_lines);

my $GAP        = 6;     # columns between two causes in a line
my $LEAST      = 30;    # of functions,
my $ENOUGH     = 40;    # or so many where causes leave them
my $BESIDE     = 9;     # of CPI, with what is around it
my $MOST       = 52;    # columns that causes of a function take, less on narrow screens,
my $CAUSES     = 3;     # so many of them,
my $LEAST_PART = 5;     # those with so many per cent of its cycles

# Cycles per instruction.
sub per_instruction {
   my ($run, $cycles, $f) = @_;
   my $n = instructions_of($run, $f);
   return $n ? sprintf '%.2f', $cycles / $n : '';
}

# "Where the cycles go: 1.28 per instruction", then one or two causes in a line, the largest first, from the top down; of what waits
# for data, the sum, and then the causes, indented.
sub cause_lines {
   my ($run)  = @_;
   my @groups = cause_groups(program_causes($run)) or return;
   my $all    = sum0(map { $_->{cycles} } @groups);
   my @causes = map { ($_, map { +{ %$_, words => "  $_->{words}" } } @{ $_->{parts} // [] }) } @groups;
   my ($words, $figures) = (max(map { length $_->{words} } @causes), max(map { length commas($_->{cycles}) } @causes));
   my @texts  = map {
      sprintf('%6s  ', rate_text($_->{cycles}, $all)) . padded($_->{words}, $words) . '  ' . padded(commas($_->{cycles}), $figures, 'right')
   } @causes;
   my $width  = 6 + 2 + $words + 2 + $figures;
   my $rows   = 2 * $width + $GAP <= screen_width() ? int((@texts + 1) / 2) : @texts;
   my $each   = per_instruction($run, $all);
   return ('Where the cycles go' . ($each eq '' ? '' : ": $each per instruction"), map { join ' ' x $GAP, grep { defined } @texts[ $_, $_ + $rows ] } 0 .. $rows - 1);
}

# "latency of memory 80%, TLBs 11%": the largest causes of a function, as many as there is room for.  What waits for data is named by its
# causes where it is most of all.
sub causes_text {
   my $all    = sum0(map { $_->{cycles} } @_);
   my ($first, @others) = cause_groups(@_) or return '';
   my @causes = (@{ $first->{parts} // [$first] }, @others);
   my $room = min($MOST, screen_width() - $LEAST - $BESIDE);
   my $text = '';
   for my $cause (@causes[ 0 .. ($#causes < $CAUSES ? $#causes : $CAUSES - 1) ]) {
      my $more = ($text eq '' ? '' : "$text, ") . sprintf '%s %.0f%%', $cause->{words}, share($cause->{cycles}, $all);
      last if $text ne '' && (length $more > $room || share($cause->{cycles}, $all) < $LEAST_PART);
      $text = $more;
   }
   return $text;
}

sub function_cause_lines {
   my ($run, $functions, $texts) = @_;
   my @causes = map { [ function_causes($run, $_) ] } @$functions;
   my @cycles = map { sum0(map { $_->{cycles} } @$_) } @causes;
   my @values = (
      undef, [ map { commas($_) } @cycles ],
      [ map { per_instruction($run, $cycles[$_], $functions->[$_]) } 0 .. $#cycles ],
      [ map { causes_text(@$_) } @causes ]);
   my $least = max($LEAST, min($ENOUGH, screen_width() - $MOST - $BESIDE));
   my $table = new_table({
      columns => [
         { title => 'Functions, % of estimated cycles', fit => sub { return [ $texts->($_[0]) ] }, least => $least },
         { title => 'cycles',                         values => $values[1], priority => 3 },
         { title => 'CPI',                            values => $values[2], priority => 1 },
         { title => 'most of it',                     values => $values[3], priority => 2, align => 'left' },
      ] });
   return split /\n/, table_text({ %$table, left_out => [] });
}

1;
