# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Comparison: everything that the browser report shows of two runs, as one piece of data
# (docs/report-model.md).
#
# Usage:
#   my $model = comparison_of_runs($before, $after, { version => '0.1' });    # of Xgrind::Run::Contents, with profiles
#   print model_json($model);              # of Xgrind::Page::ModelJson
#
# Both runs become models as for their own pages (Xgrind::Page::PageModel), whose functions, paths, sources, objects
# and findings are then put together: functions as Xgrind::Profile::Matching has them.

package Xgrind::Page::Comparison;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Page::ComparedData;
use Xgrind::Page::ComparedSources;
use Xgrind::Page::ModelJson;
use Xgrind::Page::PageModel;
use Xgrind::Profile::Comparable;
use Xgrind::Profile::Matching;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(comparison_of_runs);

# --- Functions -------------------------------------------------------------

# The rows of both runs as rows of one list: { names => [ [module, file, name], ... ], row => [ [new row by old row], ... ],
# modules => those with another name }.
sub common_rows {
   my (@runs) = @_;
   my @names = map { my $run = $_; +{ map { join("\0", @$_) => $_ } @{ $run->{rows} } } } @runs;
   my $match = match_functions(@names);
   my (%number, @list, @row);
   for my $n (1, 0) {    # what still exists has its names of today
      for my $names (@{ $runs[$n]{rows} }) {
         my $key = join "\0", @$names;
         $key = $match->{same}{$key} // $key if $n;
         $number{$key} //= push(@list, $names) - 1;
         push @{ $row[$n] }, $number{$key};
      }
   }
   return { names => \@list, row => \@row, modules => $match->{modules} };
}

# Columns of a run, by event, in the rows of the list, which are given for each old row.
sub moved {
   my ($columns, $rows, $n) = @_;
   return { map {
      my @column = (0) x $n;
      my $old    = $columns->{$_};
      $column[ $rows->[$_] ] += $old->[$_] for 0 .. $#$rows;
      $_ => \@column
   } keys %$columns };
}

sub numbered {
   my ($list, $number, $name) = @_;
   return $number->{$name} //= push(@$list, $name) - 1;
}

sub functions_model {
   my ($common, $files, $modules, @models) = @_;
   my @names = @{ $common->{names} };
   my @in    = (0) x @names;
   my @start = (1) x @names;    # in all runs that have it
   for my $n (0, 1) {
      my ($row, $of_run) = ($common->{row}[$n], $models[$n]{functions}{start});
      for my $old (0 .. $#$row) {
         $in[ $row->[$old] ] |= 1 << $n;
         $start[ $row->[$old] ] &= $of_run->[$old];
      }
   }
   my $of = sub {
      my ($what) = @_;
      return [ map { moved($models[$_]{functions}{$what}, $common->{row}[$_], scalar @names) } 0, 1 ];
   };
   return {
      name   => texts(map { readable_name($_->[2]) } @names),
      file   => [ map { numbered($files->{list}, $files->{number}, $_->[1]) } @names ],
      module => [ map { numbered($modules->{list}, $modules->{number}, $_->[0]) } @names ],
      in     => \@in,
      start  => \@start,
      self   => $of->('self'), inclusive => $of->('inclusive'),
   };
}

# --- The call tree ---------------------------------------------------------

# Paths of both trees: those with equal functions are one.
sub tree_model {
   my ($common, @models) = @_;
   my (@parent, @function, %child, @node);
   for my $n (0, 1) {
      my $tree = $models[$n]{tree};
      for my $old (0 .. $#{ $tree->{parent} }) {
         my $up     = $tree->{parent}[$old];
         my $parent = $up < 0 ? -1 : $node[$n][$up];
         my $row    = $common->{row}[$n][ $tree->{function}[$old] ];
         $node[$n][$old] = $child{"$parent $row"} //= do { push @parent, $parent; push @function, $row; $#parent };
      }
   }
   return { parent => \@parent, function => \@function, estimated => [ map { $_->{tree}{estimated} } @models ],
      self => [ map { moved($models[$_]{tree}{self}, $node[$_] // [], scalar @parent) } 0, 1 ] };
}

# --- Events ----------------------------------------------------------------

# The events that both have, in the order of the run afterwards, and the names of those that only one has.
sub events_model {
   my ($not_compared, @models) = @_;
   my @of = map { +{ map { ${ $_->{name} } => $_ } @{ $_->{events} } } } @models;
   my @events = map {
      my $name = ${ $_->{name} };
      my ($before, $after) = map { $_->{$name} } @of;
      +{ name => \$name, long => $after->{long}, sum => [ $before->{sum}, $after->{sum} ],
         $after->{formula} || $before->{formula} ? (formula => [ map { $_->{formula} // { $name => 1 } } $before, $after ]) : () };
   } grep { $of[0]{ ${ $_->{name} } } && !$not_compared->{ ${ $_->{name} } } } @{ $models[1]{events} };
   my @only = map { my $n = $_; texts(sort grep { !$of[ 1 - $n ]{$_} } keys %{ $of[$n] }) } 0, 1;
   return (\@events, \@only);
}

# --- Everything ------------------------------------------------------------

sub run_model {
   my ($model) = @_;
   return { map { $_ => $model->{$_} } qw(command pid settings cut) };
}

sub comparison_of_runs {
   my ($before, $after, $opt) = @_;
   my @runs     = ($before, $after);
   my @models   = map { model_of_run($_, $opt) } @runs;
   my $common   = common_rows(@runs);
   my @profiles = map { $_->{profile} } @runs;
   my $not      = not_compared(@profiles);
   my ($files, $modules) = map { +{ list => [], number => {} } } 0, 1;
   my $functions = functions_model($common, $files, $modules, @models);
   my ($events, $only) = events_model($not, @models);
   my $number_of = sub { return numbered($files->{list}, $files->{number}, $_[0]) };
   my $sources   = compared_sources(\@runs, \@models, $common, $number_of);
   my %model = (
      format => \'xgrind.comparison', version => 1, creator => \"xgrind_report-$opt->{version}",
      editor => $models[1]{editor},
      runs   => [ map { run_model($_) } @models ],
      events => $events, only => $only,
      functions => $functions,
      tree      => tree_model($common, @models),
      sources   => $sources,
      left_out  => sources_left_out(\@models, $sources, $number_of),
      objects   => compared_objects(\@runs, \@models, $not),
      findings  => compared_findings($opt->{version}, @runs),
      timeline  => compared_timelines(@runs),
      renamed   => [ map { texts(@$_) } @{ $common->{modules} } ],
      warnings  => texts(values %$not, two_machines(@profiles)),
   );
   $model{files}   = texts(@{ $files->{list} });
   $model{modules} = texts(@{ $modules->{list} });
   return \%model;
}

1;
