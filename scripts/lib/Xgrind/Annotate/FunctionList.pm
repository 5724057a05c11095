# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::FunctionList: the functions of a profile by cost.
#
# Usage:
#   my @rows = function_rows($profile, $self, $graph, $inclusive);
#   my ($chosen, $rest) = choose_rows($selection, \@rows, $inclusive);
#   put_start_up_last($profile, $graph, $chosen);     # of inclusive costs
#   print_list($selection, $chosen, $rest);
#   my $texts = function_texts($profile, $graph, \@functions, $width);    # function -> text, no two alike
#   cycle_text(0)                                    # "<cycle 1>"
#   print_start_up($row, $row_before);               # a line where what starts the program begins
#   print_rest($selection, $rest);                   # below the rows; of what, if not of functions
#
# A row is a function or a cycle: { cost => [costs], function or cycle, ... }.  $rest says what is not
# among the rows chosen: { n, without (of functions without a cost to sort by), cost, inclusive }.

package Xgrind::Annotate::FunctionList;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::Selection;
use Xgrind::Profile::Model;
use Xgrind::Profile::StartUp;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(function_rows choose_rows put_start_up_last print_list print_start_up print_rest function_texts cycle_text threshold_words);

my $ROWS_MAX = 10_000;    # of a list, unless all are asked for

my $NAME_LEAST = 44;    # columns of a terminal that names have at least, where they need them: before figures
my $FULL_LEAST = 36;    # with whole names, which may be longer than any line

# --- Names -----------------------------------------------------------------

sub cycle_text {
   my ($cycle) = @_;
   return '<cycle ' . ($cycle + 1) . '>';
}

# Functions as texts, members of a cycle with its number.
sub function_texts {
   my ($p, $graph, $functions, $width) = @_;
   my %suffix = map { $_ => ' ' . cycle_text($graph->{cycle_of}[$_]) } grep { defined $graph->{cycle_of}[$_] } @$functions;
   my %text;
   for my $is_member (0, 1) {
      my @those = grep { exists $suffix{$_} == $is_member } @$functions;
      my $texts = short_functions([ map { [ function_names($p, $_) ] } @those ], $width - ($is_member ? max(0, map { length } values %suffix) : 0));
      $text{ $those[$_] } = $texts->[$_] . ($suffix{ $those[$_] } // '') for 0 .. $#those;
   }
   return \%text;
}

# The texts of rows.
sub row_texts {
   my ($rows, $width) = @_;
   my @functions = map { $_->{function} // () } @$rows;
   my $text = @functions ? function_texts(@{ $rows->[0] }{ 'profile', 'graph' }, \@functions, $width) : {};
   return map { defined $_->{cycle} ? cycle_text($_->{cycle}) : $text->{ $_->{function} } } @$rows;
}

# --- Rows ------------------------------------------------------------------

# All functions, and with inclusive costs all cycles.
sub function_rows {
   my ($p, $self, $graph, $inclusive) = @_;
   my $cost = $inclusive ? $graph->{inclusive} : $self;
   my $of_list = $inclusive ? $graph : { cycle_of => [] };
   my @rows = map { { function => $_, cost => $cost->[$_], profile => $p, graph => $of_list } }
      grep { $p->{defined}[$_] || grep { $_ } @{ $cost->[$_] } } 0 .. $#$cost;
   return @rows if !$inclusive;
   my $cycles = $graph->{cycles};
   push @rows, map { { cycle => $_, cost => $cycles->[$_]{inclusive}, profile => $p, graph => $of_list } } 0 .. $#$cycles;
   return @rows;
}

# A row's text by which it is sorted among rows of equal cost.
sub sort_text {
   my ($row) = @_;
   return $row->{text} //= defined $row->{cycle} ? cycle_text($row->{cycle}) : function_text($row->{profile}, $row->{function});
}

# The sums that choose rows, with thresholds: of a rate it is what the rate is of.
sub sums_to_sort_by {
   my ($selection) = @_;
   return map { [ $_->[0]{basis} // $_->[0], $_->[1] ] } @{ $selection->{sort} };
}

# Rows with costs, sorted, in groups of those that are equal in the first sum: only groups that are
# printed need to be sorted by more.  Then the number of other rows.
sub groups {
   my ($rows, @sums) = @_;
   my @values    = map { $_->[0]{value} } @sums;
   my @with_cost = grep { my $cost = $_->{cost}; grep { $_->($cost) } @values } @$rows;
   my @key = map { $values[0]->($_->{cost}) } @with_cost;
   my @groups;
   my $last;
   for my $i (sort { $key[$b] <=> $key[$a] } 0 .. $#key) {
      push @groups, [] if !defined $last || $key[$i] != $last;
      push @{ $groups[-1] }, $with_cost[$i];
      $last = $key[$i];
   }
   return (\@groups, scalar @with_cost);
}

# Is a row to be printed after others that cost so much?
sub is_wanted {
   my ($row, $sums, $totals, $done, $inclusive) = @_;
   for my $i (0 .. $#$sums) {
      my ($column, $threshold) = @{ $sums->[$i] };
      if ($inclusive) {
         my $cost = $column->{value}->($row->{cost});
         return 1 if $cost && share($cost, $totals->[$i]) >= 100 - $threshold;
      } elsif (share($done->[$i] // 0, $totals->[$i]) < $threshold) {
         return 1;
      }
   }
   return 0;
}

# The rows above the thresholds, sorted, and what there is besides.
sub choose_rows {
   my ($selection, $rows, $inclusive) = @_;
   my @sums   = sums_to_sort_by($selection);
   my @totals = map { $_->[0]{value}->($selection->{total}) } @sums;
   my ($groups, $n) = groups($rows, @sums);
   my (@chosen, @done);
   GROUP: for my $group (@$groups) {
      my @sorted = @$group;
      @sorted = sort { by_cost($selection, $a->{cost}, $b->{cost}) || sort_text($a) cmp sort_text($b) } @sorted if @sorted > 1;
      for my $row (@sorted) {
         if (is_wanted($row, \@sums, \@totals, \@done, $inclusive)) { push @chosen, $row; }
         elsif (!$inclusive)                                   { last GROUP; }
         $done[$_] += $sums[$_][0]{value}->($row->{cost}) for 0 .. $#sums;
      }
   }
   my $most = highest_telling($selection, {}, [ map { $_->{cost} } @chosen ]);
   @chosen = grep { tells($selection, $most, $_->{cost}) } @chosen;
   @chosen = sort { by_cost($selection, $a->{cost}, $b->{cost}) || sort_text($a) cmp sort_text($b) } @chosen if $selection->{sort}[0][0]{kind} ne 'sum';
   # nobody reads more, and texts of hundreds of thousands take gigabytes
   my $is_cut = @chosen > $ROWS_MAX && $sums[0][1] < 100;
   $#chosen = $ROWS_MAX - 1 if $is_cut;
   my $main = $selection->{main}{value};
   my $rest = { n => $n - @chosen, without => @$rows - $n, below => $inclusive && @sums == 1 && !$is_cut ? 100 - $sums[0][1] : undef, inclusive => $inclusive,
      cost => $main->($selection->{total}) - sum0(map { $main->($_->{cost}) } @chosen) };
   return (\@chosen, $rest);
}

# Rows of what only starts the program come last.
sub put_start_up_last {
   my ($p, $graph, $rows) = @_;
   my $is_start_up = start_up_functions($p, $graph);
   for my $row (@$rows) {
      my @functions = defined $row->{cycle} ? @{ $graph->{cycles}[ $row->{cycle} ]{members} } : $row->{function};
      $row->{is_start_up} = !grep { !$is_start_up->[$_] } @functions;
   }
   @$rows = ((grep { !$_->{is_start_up} } @$rows), grep { $_->{is_start_up} } @$rows);
   return;
}

# --- The list --------------------------------------------------------------

sub threshold_words { return '--threshold=100 shows ' . ($_[0] == 1 ? 'it' : 'them'); }

sub print_rest {
   my ($selection, $rest, $what) = @_;
   $what //= 'function';
   my $n = $rest->{n};
   my $key = printable($selection->{main}{key});
   my @texts;
   if ($n) {
      my $total = $selection->{main}{value}->($selection->{total});
      my $words = defined $rest->{below} ? " with less than $rest->{below}% of $key" . ($n == 1 ? '' : ' each')
         : $rest->{inclusive} ? '' : ': ' . ($rest->{cost} > 0 ? percent($rest->{cost}, $total) : 'nothing') . " of $key";
      push @texts, commas($n) . " more $what" . ($n == 1 ? '' : 's') . $words . '; ' . threshold_words($n);
   }
   my $without = $rest->{without};
   push @texts, commas($without) . " $what" . ($without == 1 ? ' has no ' : 's have no ') . $key if $without;
   print "\n" if @texts;
   print_wrapped($_) for @texts;
   return;
}

# A line where the rows of what starts the program begin.
sub print_start_up {
   my ($row, $last) = @_;
   print "-- the loader, and what leads to main and to threads\n" if $row->{is_start_up} && !($last && $last->{is_start_up});
   return;
}

sub print_list {
   my ($selection, $rows, $rest) = @_;
   my @columns = cost_columns($selection, highest($selection, undef, [ map { $_->{cost} } @$rows ]));
   # short names leave room for more columns
   my $widest = widest('function', row_texts($rows, $NAME_LEAST));
   my $least = full_names() ? $FULL_LEAST : $widest < $NAME_LEAST ? $widest : $NAME_LEAST;
   my $table = new_table({ columns => [ @columns, { title => 'function', fit => undef, least => $least } ] });
   my @texts = row_texts($rows, $table->{room});
   print_table_title($table);
   for my $i (0 .. $#$rows) {
      my $row = $rows->[$i];
      print_start_up($row, $i ? $rows->[ $i - 1 ] : undef);
      print table_line($table, [ @{ cost_cells(\@columns, $row->{cost}) }, $texts[$i] ], cost_colour($selection, $row->{cost})), "\n";
   }
   print_rest($selection, $rest);
   return;
}

1;
