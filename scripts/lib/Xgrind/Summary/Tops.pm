# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Tops: the functions and memory objects that cost most.
#
# Usage:
#   my $by = ranking_event($run);                     # { name, words, formula or undef, total }
#   my @self      = top_functions($run, 'self', 5);   # [ function of the profile, cost ]
#   my @inclusive = top_functions($run, 'inclusive', 5);
#   my $objects   = top_objects($run, 4);             # { words, list => [ [object, cost, share] ] } or undef
#   source_words($run)                                # that the costliest module was compiled without -g, or undef
#   function_words($run, $f)                          # "sweep (sweep.c)"
#
# Costs are estimated cycles where caches were simulated, else the first event.  Inclusive costs are without
# main, or Python's, which contains most of the program, and without what starts the program and its threads.

package Xgrind::Summary::Tops;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::ObjectColumns;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::Columns;
use Xgrind::Profile::Model;
use Xgrind::Profile::NoLines;
use Xgrind::Profile::StartUp;
use Xgrind::Run::Contents;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Numbers;

our @EXPORT = qw(ranking_event source_words top_functions top_objects function_words);

# Kept on the run: many ask for it.
sub ranking_event {
   my ($run) = @_;
   return $run->{ranking_event} //= find_ranking_event($run);
}

sub find_ranking_event {
   my ($run) = @_;
   my ($cycles) = grep { $_->[0] eq 'CEst' } @{ $run->{formulas} };
   return misses_or_first($run, $cycles) if !$cycles || !$run->{cost}{CyBase};
   return { name => 'CEst', words => 'estimated cycles', formula => $cycles, total => formula_cost($cycles, $run->{cost}) };
}

# Without a model: misses of the level where most of KCachegrind's cycles are, if these are more than those of instructions, as
# xgrind_annotate sorts; else the first event.
sub misses_or_first {
   my ($run, $cycles) = @_;
   my $p = $run->{profile};
   my $columns = columns_of_profile($p);
   my $column = usual_column($p, $columns, $run->{totals});
   if ($column->{kind} eq 'sum' && $column->{key} =~ /^(L[\dL])m\z/) {
      my $level = $1;
      my @terms = map { [ $p->{events}[$_], 1 ] } @{ $column->{events} };
      return { name => $column->{key}, words => "misses of $level", formula => [ $column->{key}, \@terms, '' ], total => $column->{value}->($run->{totals}) };
   }
   my $name = $p->{events}[0];
   return { name => $name, words => $name eq 'Ir' ? 'instructions' : $name, formula => undef, total => $run->{totals}[0] };
}

# Of each function its cost in the event that ranks.
sub costs_by {
   my ($run, $by, $costs) = @_;
   return map { $_->[0] // 0 } @$costs if !$by->{formula};
   my @terms = map { [ $run->{profile}{event_index}{ $_->[0] }, $_->[1] ] } @{ $by->{formula}[1] };
   return map {
      my $cost = $_;
      my $sum  = 0;
      $sum += $_->[1] * ($cost->[ $_->[0] ] // 0) for @terms;
      $sum;
   } @$costs;
}

sub top_functions {
   my ($run, $kind, $max) = @_;
   my @cost  = costs_by($run, ranking_event($run), $kind eq 'self' ? $run->{self} : $run->{graph}{inclusive});
   my @which = grep { $cost[$_] } 0 .. $#cost;
   my @order = sort { $cost[$b] <=> $cost[$a] || $a <=> $b } @which;
   if ($kind eq 'inclusive') {
      my $is_start_up = start_up_functions($run->{profile}, $run->{graph});
      my @names = map { (function_names($run->{profile}, $_))[2] } 0 .. $#cost;
      @order = grep { !$is_start_up->[$_] && $names[$_] !~ /^(?:main|Py_BytesMain)\z/ } @order;
      # with --python=yes, what the user wrote is before the interpreter's code that executes it
      @order = ((grep { $names[$_] =~ /^py::/ } @order), grep { $names[$_] !~ /^py::/ } @order);
   }
   splice @order, $max if @order > $max;
   return map { [ $_, $cost[$_] ] } @order;
}

sub source_words {
   my ($run) = @_;
   return $run->{profile} ? no_lines_text($run->{profile}, [ costs_by($run, ranking_event($run), $run->{self}) ]) : undef;
}

sub function_words {
   my ($run, $f) = @_;
   my ($module, $file, $name) = function_names($run->{profile}, $f);
   my $place = $file eq '???' || $file eq '' ? $module : $file;
   return code_name($name) . ($place eq '???' || $place eq '' ? '' : ' (' . base_name($place) . ')');
}

sub top_objects {
   my ($run, $max) = @_;
   my $objects = $run->{objects} // return undef;
   my $columns = columns_of($objects);
   my ($column, $words) = ($columns->{Cycles}, 'estimated cycles of misses');
   ($column, $words) = costliest_misses($objects, $columns) if !$column || !$column->{total};
   ($column, $words) = ($columns->{Dr}, 'loads') if !$column || !$column->{total};
   return undef if !$column || !$column->{total};
   my @data = grep { $_->{kind} ne 'code' } @{ $objects->{objects} };
   my @top  = grep { $column->{value}->($_, $_) } ranked([$column], \@data);
   splice @top, $max if @top > $max;
   return undef if !@top;
   return { words => $words, columns => $columns,
      list => [ map { my $cost = $column->{value}->($_, $_); [ $_, $cost, share($cost, $column->{total}) ] } @top ] };
}

1;
