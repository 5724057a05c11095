# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Functions: the functions and calls of a profile as columns (docs/report-model.md).
#
# Usage:
#   my $rows = function_rows($profile, $self, $graph, $totals);    # which functions, in what order
#   $rows->{order}          # functions of the profile, row by row; undef: all others together
#   $rows->{row_of}         # function of the profile -> row
#   $rows->{share}          # function of the profile -> its shares of all events, inclusive, summed up
#   $rows->{n_cut}, $rows->{n_calls_cut}    # functions and, after function_columns(), calls without a row
#   my ($functions, $calls) = function_columns($profile, $self, $graph, $rows, $totals);
#   my $row = added_row($functions, $rows, name => 'f', file => 'a.c', module => '');    # without costs
#   # $functions and $calls are part of the model, but for file, module and name, which are texts: see
#   # Xgrind::Page::PageModel
#
# Of a profile with many functions, those with next to nothing of every event are one row, "[other
# functions]", and so the columns still add up to the program's costs.

package Xgrind::Page::Functions;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min);
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Model;
use Xgrind::Profile::StartUp;

our @EXPORT = qw(function_rows function_columns added_row cost_shares share_meter event_columns $OTHER_FUNCTIONS);

our $OTHER_FUNCTIONS = '[other functions]';

my $FUNCTIONS_FEW = 20_000;     # so many are kept in any case,
my $FUNCTIONS_MAX = 100_000;    # and no more than so many
my $CALLS_FEW     = 50_000;
my $CALLS_MAX     = 120_000;
my $LEAST_SHARE   = 1e-6;       # of the program's cost, summed up over all events: less is nothing to look at
my $CALL_SHARE    = 2e-6;
my $LISTS_AT_ONCE = 500;

# A function of a list of costs, which begin at an index, and a scale for each of so many: the sum of the products.  As it
# is called a million times, it is one expression.
my %products;

sub sum_of_products {
   my ($first, $n) = @_;
   return $products{"$first $n"} //= do {
      my $sum = join ' + ', 0, map { sprintf '$_[0][%d] * $_[1][%d]', $first + $_, $_ } 0 .. $n - 1;
      eval "no warnings 'uninitialized'; sub { return $sum }" // die $@;
   };
}

sub scale_of { return [ map { $_ ? 1 / $_ : 0 } @{ $_[0] } ]; }

# A function that gives of a list of costs, which begin at an index, its shares of the program's cost in all
# events together.
sub share_meter {
   my ($totals, $first) = @_;
   my ($sum, $scale) = (sum_of_products($first, scalar @$totals), scale_of($totals));
   return sub { return $sum->($_[0], $scale) };
}

# The shares of several lists of costs.
sub cost_shares {
   my ($lists, $totals, $first) = @_;
   my ($sum, $scale) = (sum_of_products($first, scalar @$totals), scale_of($totals));
   return [ map { $sum->($_, $scale) } @$lists ];
}

# The indices of the largest shares: all if they are few, else those that matter, at most so many.
sub those_that_matter {
   my ($shares, $least, $few, $max) = @_;
   return 0 .. $#$shares if @$shares <= $few;
   my @kept = grep { $shares->[$_] >= $least } 0 .. $#$shares;
   return @kept if @kept <= $max;
   @kept = sort { $shares->[$b] <=> $shares->[$a] || $a <=> $b } @kept;
   return sort { $a <=> $b } @kept[ 0 .. $max - 1 ];
}

sub function_rows {
   my ($p, $self, $graph, $totals) = @_;
   my $inclusive = $graph->{inclusive};
   my $shares = cost_shares($inclusive, $totals, 0);
   my @kept  = those_that_matter($shares, $LEAST_SHARE, $FUNCTIONS_FEW, $FUNCTIONS_MAX);
   my @key   = map { $inclusive->[$_][0] // 0 } @kept;
   my @order = @kept[ sort { $key[$b] <=> $key[$a] || $kept[$a] <=> $kept[$b] } 0 .. $#kept ];
   my @row_of;
   @row_of[@order] = 0 .. $#order;
   my $n_cut = @$self - @order;
   if ($n_cut) {
      $_ //= scalar @order for @row_of[ 0 .. $#$self ];
      push @order, undef;
   }
   return { order => \@order, row_of => \@row_of, n_cut => $n_cut, share => $shares };
}

# --- Functions -------------------------------------------------------------

# The costs of the functions that have no row of their own.
sub costs_of_others {
   my ($self, $rows) = @_;
   my $other = $#{ $rows->{order} };
   my @sum;
   add_costs(\@sum, $self->[$_]) for grep { $rows->{row_of}[$_] == $other } 0 .. $#$self;
   return \@sum;
}

# The line of the first costs of a function in its own file, 0: not known.
sub first_line {
   my ($p, $f) = @_;
   my $first = 0;
   for my $line (keys %{ $p->{lines}[$f]{ $p->{functions}[$f][1] } // {} }) {
      $first = $line if $line && (!$first || $line < $first);
   }
   return $first + 0;
}

# Lists of costs, which begin at an index, as columns by event.  The lists are all over the memory, so some at a
# time are taken apart while they are in the processor's cache.
sub event_columns {
   my ($events, $lists, $first) = @_;
   my @columns = map { [] } @$events;
   for (my $from = 0; $from < @$lists; $from += $LISTS_AT_ONCE) {
      my $to = min($from + $LISTS_AT_ONCE, scalar @$lists) - 1;
      for my $e (0 .. $#$events) {
         my $at = $first + $e;
         push @{ $columns[$e] }, map { $_->[$at] // 0 } @$lists[ $from .. $to ];
      }
   }
   return { map { $events->[$_] => $columns[$_] } 0 .. $#$events };
}

sub function_columns {
   my ($p, $self, $graph, $rows, $totals) = @_;
   my @order = @{ $rows->{order} };
   my $other = @order && !defined $order[-1] ? costs_of_others($self, $rows) : [];
   my @names = map { defined ? [ function_names($p, $_) ] : [ '', '', $OTHER_FUNCTIONS ] } @order;
   my $cycle = $graph->{cycle_of};
   my $starts = start_up_functions($p, $graph);
   my $functions = {
      name      => [ map { $_->[2] } @names ],
      file      => [ map { $_->[1] } @names ],
      module    => [ map { $_->[0] } @names ],
      line      => [ map { defined $_ && $p->{lines}[$_] ? first_line($p, $_) : 0 } @order ],
      cycle     => [ map { defined $_ && defined $cycle->[$_] ? $cycle->[$_] + 1 : 0 } @order ],
      start     => [ map { defined $_ && $starts->[$_] ? 1 : 0 } @order ],
      self      => event_columns($p->{events}, [ map { defined $_ ? $self->[$_] : $other } @order ], 0),
      inclusive => event_columns($p->{events}, [ map { defined $_ ? $graph->{inclusive}[$_] : $other } @order ], 0),
   };
   return ($functions, call_columns($p, $graph, $rows, $totals));
}

# A row more: of a function that only a tree or a data file knows.
sub added_row {
   my ($functions, $rows, %names) = @_;
   push @{ $functions->{$_} }, $names{$_} for qw(name file module);
   push @{ $functions->{$_} }, 0 for qw(line cycle start);
   for my $columns (@$functions{qw(self inclusive)}) {
      push @$_, 0 for values %$columns;
   }
   return $#{ $functions->{name} };
}

# --- Calls -----------------------------------------------------------------

# The calls between rows: [from, to, [calls, costs...]], and how many are left out.  Of many calls, those with
# next to no costs are left out; those among the others always are.
sub calls_of_rows {
   my ($p, $graph, $rows, $totals) = @_;
   my $row_of = $rows->{row_of};
   my $other  = $rows->{n_cut} ? $#{ $rows->{order} } : -1;
   my $n_all  = 0;
   $n_all += keys %$_ for grep { defined } @{ $p->{arcs} };
   my $least = $n_all > $CALLS_FEW ? $CALL_SHARE : -1;
   my $meter = share_meter($totals, 1);
   my (@calls, %merged);
   for my $f (0 .. $#{ $p->{arcs} }) {
      my $arcs = $p->{arcs}[$f] // next;
      # a function's calls cost less than the function, but calls around a cycle may be charged any cost
      next if $rows->{share}[$f] < $least && !defined $graph->{cycle_of}[$f];
      my $from = $row_of->[$f];
      while (my ($callee, $costs) = each %$arcs) {
         next if $meter->($costs) < $least;
         my $to = $row_of->[$callee];
         # calls around a cycle have no cost of their own
         my $arc = within_cycle($graph, $f, $callee) ? [ $costs->[0] ] : $costs;
         if ($from != $other && $to != $other) { push @calls, [ $from, $to, $arc ]; }
         elsif ($from != $to)                  { add_costs($merged{"$from $to"} //= [], $arc); }
      }
   }
   for my $key (sort keys %merged) {
      my ($from, $to) = split / /, $key;
      push @calls, [ $from + 0, $to + 0, $merged{$key} ];
   }
   return (\@calls, $n_all);
}

# The calls by their callers.
sub call_columns {
   my ($p, $graph, $rows, $totals) = @_;
   my ($calls, $n_all) = calls_of_rows($p, $graph, $rows, $totals);
   my @kept = those_that_matter(cost_shares([ map { $_->[2] } @$calls ], $totals, 1), -1, $CALLS_FEW, $CALLS_MAX);
   my @key  = map { $_->[0] * 1_000_000 + $_->[1] } @$calls;
   my @order = @$calls[ sort { $key[$a] <=> $key[$b] } @kept ];
   $rows->{n_calls_cut} = $n_all - @order;
   return {
      from  => [ map { $_->[0] } @order ],
      to    => [ map { $_->[1] } @order ],
      count => [ map { $_->[2][0] // 0 } @order ],
      cost  => event_columns($p->{events}, [ map { $_->[2] } @order ], 1),
   };
}

1;
