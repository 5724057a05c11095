# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::Contents: what the files of a run say, read and checked.
#
# Usage:
#   my $run = read_run(files_of_run(@names), detail => 'lines', thresholds => \%opt);
#   $run->{files}       # of Xgrind::Run::RunFiles
#   $run->{profile}     # of Xgrind::Profile::Reader, or undef
#   $run->{totals}      # its costs by event, in the profile's order; undef without a profile
#   $run->{cost}        # costs by name of the event: the profile's, and those only in the data file
#   $run->{formulas}    # events by formula: [name, [ [event, factor], ... ], long name]
#   $run->{self}, $run->{graph}, $run->{sums}    # of Xgrind::Profile::Sums and Xgrind::Profile::CallGraph
#   $run->{descriptions}, $run->{written}        # desc: lines of its first part, [name, text], and when the last one was written
#   $run->{tree}        # with detail 'lines': call paths, of Xgrind::Tree::ContextTree without activities, or undef
#   $run->{objects}     # of read_named_data(), or undef
#   $run->{data}, $run->{report}                 # of Xgrind::Data::Misses and ::Findings, or undef
#   $run->{layouts}                              # of Xgrind::Data::Layouts, or undef; findings have theirs
#   $run->{dependences}                          # of Xgrind::Run::Dependences, or undef
#   $run->{curves}, $run->{timeline}             # as in the data file, checked, or undef
#   $run->{command}, $run->{pid}, $run->{creator}    # texts, or undef; of several processes, those of the one whose data file is read
#   $run->{started}     # the command that the user has given, or else as {command}
#   formula_cost($run->{formulas}[0], $run->{cost})
#   my $objects = read_named_data($file);        # of Xgrind::Data::DataFile, with names; it may have no objects
#
# Ends with one sentence if a file cannot be read.  A data file that was only found beside the profile and is
# of another run is left out, with a warning, and so is what cannot be read, data or trees.

package Xgrind::Run::Contents;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::DataFile;
use Xgrind::Data::Layouts;
use Xgrind::Data::Misses;
use Xgrind::Data::Timeline;
use Xgrind::Findings::Ranked;
use Xgrind::Findings::TriedLayouts;
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Profile::Sums;
use Xgrind::Run::CallingLines;
use Xgrind::Run::Dependences;
use Xgrind::Run::RunFiles;
use Xgrind::Text::Messages;
use Xgrind::Tree::ContextTree;

our @EXPORT = qw(read_run read_named_data formula_cost);

# --- Estimated cycles ------------------------------------------------------

sub formulas_of {
   my ($p) = @_;
   my @events   = @{ $p->{events} };
   my @formulas = map {
      my ($name, $terms) = @$_;
      my ($long) = $p->{event_lines}{$name} =~ /:\s*([^:]*)\z/;
      [ $name, [ map { [ $events[ $_->[0] ], $_->[1] ] } @$terms ], $long // $name ];
   } derived_events($p);
   my %has = map { $_ => 1 } @events, map { $_->[0] } @formulas;
   push @formulas, [ 'CEst', [ usual_cycles(\%has) ], 'Estimated cycles' ]
      if !$has{CEst} && $has{Ir} && $has{D1mr};
   return \@formulas;
}

sub formula_cost {
   my ($formula, $cost) = @_;
   my $sum = 0;
   $sum += $_->[1] * ($cost->{ $_->[0] } // 0) for @{ $formula->[1] };
   return $sum;
}

# --- The profile -----------------------------------------------------------

sub add_profile {
   my ($run, %how) = @_;
   my @files = @{ $run->{files}{profiles} };
   my $p = $run->{profile} = read_profiles(\@files, detail => $how{detail}, fold => 1);
   if ($how{detail} eq 'lines') {
      $run->{sums} = sums_of($p);
      $run->{self} = $run->{sums}{self};
   } else {
      $run->{self} = self_costs($p);
   }
   $run->{graph}  = call_graph($p, $run->{self});
   $run->{totals} = program_totals($p, $run->{self});
   $run->{cost}{ $p->{events}[$_] } = $run->{totals}[$_] for 0 .. $#{ $run->{totals} };
   $run->{formulas} = formulas_of($p);
   my ($part) = @{ $p->{parts} };
   @$run{qw(command pid creator)} = @$part{qw(cmd pid creator)};
   $run->{descriptions} = [ descriptions($files[0]) ];
   ($run->{written}) = sort { $b <=> $a } map { (stat)[9] // () } @files;
   return;
}

# --- The data file ---------------------------------------------------------

# Is a data file of the run that the profile is of?  What a file does not say is not compared.
sub is_same_run {
   my ($run, $objects) = @_;
   return 1 if !$run->{profile};
   return 0 if defined $run->{pid} && $run->{pid} =~ /^\d+\z/a && $run->{pid} != $objects->{pid};
   my ($command, $other) = ($run->{command}, $objects->{command});
   # control characters and what is not UTF-8 are written differently
   return 1 if !defined $command || grep { /[^\x20-\x7e]/ } $command, $other;
   return $command eq $other;
}

# What a data file says, with functions and objects as programmers call them.
sub read_named_data {
   my ($file) = @_;
   my $objects = read_data($file, no_objects => 1);
   demangle($objects);
   name_objects($objects);
   return $objects;
}

sub has_findings {
   my ($objects) = @_;
   my $at = $objects->{at};
   return 0 if grep { !exists $at->{$_} } qw(Dr Dw D1mr D1mw DLmr DLmw);
   return @{ $objects->{objects} } && exists $at->{D1Cold} || defined section($objects, 'sharing');
}

sub add_data {
   my ($run, %how) = @_;
   my $files   = $run->{files};
   my $objects = read_named_data($files->{data});
   if (!is_same_run($run, $objects)) {
      my $name = printable($files->{data});
      fail("$name is of another run than " . printable($files->{profiles}[0])) if !$files->{found_data};
      warn_user("$name is of another run, and left out");
      $files->{data} = undef;
      return;
   }
   $run->{objects} = $objects;
   $run->{cost}{ $objects->{events}[$_] } //= $objects->{totals}[$_] for 0 .. $#{ $objects->{events} };
   $run->{cost}{Ir} //= $objects->{instructions};
   $run->{$_} //= $objects->{$_} for qw(command pid creator);
   $run->{timeline} = timeline_of($objects);
   $run->{layouts}  = read_layouts($files->{layouts}, $objects) if defined $files->{layouts};
   if (has_findings($objects)) {
      $run->{data}   = misses_of($objects);
      $run->{report} = report_of($run->{data}, $how{thresholds} // {});
      add_layouts($run->{report}, $run->{layouts});
      add_callers($run->{report}, $files->{profiles}, $run->{profile}) if $run->{profile};
      $run->{curves} = $run->{data}{curves};
   } else {
      $run->{curves} = curves_of($objects);
   }
   $run->{miss_classes} = section($objects, 'miss_classes');
   $run->{dependences}  = dependences_of($objects, @$run{qw(profile graph)}) if $run->{graph};
   return;
}

# Adds what one kind of file says.  If that was only found beside the profile and cannot be read, it is left out: the profile is good without.
sub add_beside {
   my ($run, $kind, $is_found, $add) = @_;
   return $add->() if !$is_found;
   my %before = (%$run, cost => { %{ $run->{cost} } });
   my $wrong  = failure_of($add) // return;
   warn_user("$wrong; it is left out");
   %$run = %before;
   $run->{files}{$kind} = $kind eq 'trees' ? [] : undef;
   return;
}

sub add_tree {
   my ($run) = @_;
   $run->{tree} = without_activities(read_trees($run->{files}{trees}));
   return;
}

sub read_run {
   my ($files, %how) = @_;
   my $run = { files => $files, cost => {}, formulas => [], descriptions => [] };
   add_profile($run, %how) if @{ $files->{profiles} };
   add_beside($run, 'data', $run->{profile} && $files->{found_data}, sub { add_data($run, %how) }) if defined $files->{data};
   $run->{started} = $files->{started} // $run->{command};
   add_beside($run, 'trees', $files->{found_trees}, sub { add_tree($run) }) if $run->{profile} && $how{detail} eq 'lines' && @{ $files->{trees} };
   return $run;
}

1;
