# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::PageModel: everything that the browser report shows of a run, as one piece of data
# (docs/report-model.md).
#
# Usage:
#   my $model = model_of_run($run, { version => '0.1', editor => 'vscode://file%f:%l' });    # of Xgrind::Run::Contents
#   print model_json($model);              # of Xgrind::Page::ModelJson
#   $run->{rows}           # [module, file, name] of the model's functions, as the profile has them

package Xgrind::Page::PageModel;
use strict;
use warnings;
use Exporter qw(import);
use File::Spec;
use Xgrind::Data::ThreadNames;
use Xgrind::Page::DependencesModel;
use Xgrind::Page::ExactTree;
use Xgrind::Page::EstimatedTree;
use Xgrind::Page::Findings;
use Xgrind::Page::Functions;
use Xgrind::Page::ModelJson;
use Xgrind::Page::Objects;
use Xgrind::Page::Settings;
use Xgrind::Page::SourceFiles;
use Xgrind::Page::TimelineModel;
use Xgrind::Profile::Columns;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::EventNames;
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Run::Contents;
use Xgrind::Run::RunProcesses;
use Xgrind::Source::Files;
use Xgrind::Summary::CauseRemedy;
use Xgrind::Summary::Causes;
use Xgrind::Summary::FindingPhases;
use Xgrind::Summary::Items;
use Xgrind::Summary::Next;
use Xgrind::Summary::Tops;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Levels;
use Xgrind::Text::Numbers;

our @EXPORT = qw(model_of_run);

# --- Events ----------------------------------------------------------------

# The run writes "Cycle estimation" into the profile, as KCachegrind calls it; those of a model are estimated cycles here.
sub formula_title {
   my ($p, $name, $long) = @_;
   return $long if $name ne 'CEst' || $long !~ /^(?:Cycle estimation|Estimated cycles)\z/;
   return defined $p->{event_index}{CyBase} ? 'Estimated cycles' : 'Cycle estimation of KCachegrind';
}

sub events_model {
   my ($run) = @_;
   my $p = $run->{profile} // return [];
   my @events = map {
      my $name = $p->{events}[$_];
      +{ name => \$name, long => \event_title($p, $name), sum => $run->{totals}[$_] };
   } 0 .. $#{ $p->{events} };
   for my $formula (@{ $run->{formulas} }) {
      my ($name, $terms, $long) = @$formula;
      my $title = formula_title($p, $name, $long);
      push @events, { name => \$name, long => \$title, sum => formula_cost($formula, $run->{cost}), formula => { map { $_->[0] => $_->[1] } @$terms } };
   }
   # the page opens with the first event: that by which the summary ranks
   my $by = ranking_event($run);
   my ($first) = grep { ${ $_->{name} } eq $by->{name} } @events;
   $first //= { name => \$by->{name}, long => \ucfirst $by->{words}, sum => $by->{total}, formula => { map { $_->[0] => $_->[1] } @{ $by->{formula}[1] } } };
   return [ $first, grep { ${ $_->{name} } ne $by->{name} } @events ];
}

# Quotients of events, as lists on a terminal have them: rates of misses, unused bytes, accesses per line.
sub rates_model {
   my ($p) = @_;
   my $columns = columns_of_profile($p);
   my $terms   = sub { my ($list) = @_; return +{ map { $p->{events}[ $_->[0] ] => $_->[1] + 0 } @$list } };
   return [
      map { +{ key => \$_->{key}, title => \$_->{title}, kind => \$_->{kind}, of => $terms->($_->{of}), by => $terms->($_->{by}) } }
         grep { defined } @$columns{ 'D1rate', (map { "${_}rate" } @BETWEEN), qw(DLrate DTrate Brate), map { my $what = $_; map { $what . use_name($_) } @LEVELS } qw(Unused Uses) }
   ];
}

# --- What a profile gives --------------------------------------------------

# Names that are referred to by number.
sub new_names { return { list => [], number => {} }; }

sub number_of {
   my ($names, $name) = @_;
   return $names->{number}{$name} //= push(@{ $names->{list} }, $name) - 1;
}

# Rows of functions that a file besides the profile names: those of the profile, or new ones.
sub row_finder {
   my ($p, $functions, $rows) = @_;
   my (%row, %by_name);
   for my $row (0 .. $#{ $functions->{name} }) {
      my @names = map { $_ eq '???' ? '' : $_ } map { $functions->{$_}[$row] } qw(name file module);
      $row{ join "\0", @names } //= $row;
   }
   return sub {
      my ($f, $may_add) = @_;
      my @names = map { !defined || $_ eq '???' ? '' : $_ } @$f{qw(name file module)};
      my $key = join "\0", @names;
      return $row{$key} if defined $row{$key} || !$may_add;
      return $row{$key} = added_row($functions, $rows, name => $f->{name}, file => $names[1], module => $names[2]);
   };
}

# The tree of each process alone, estimated, added up: functions of several may be called alike.  Their profiles are read once more.
sub tree_of_processes {
   my ($run, $row_for) = @_;
   my $p     = read_profiles($run->{files}{profiles}, detail => 'functions', fold => 1, apart => 1);
   my $self  = self_costs($p);
   my $graph = call_graph($p, $self);
   my $rows  = function_rows($p, $self, $graph, $run->{totals});
   my ($functions, $calls) = function_columns($p, $self, $graph, $rows, $run->{totals});
   my $tree = estimated_tree($functions, $calls, $p->{events}, $run->{totals}, sub { added_row($functions, $rows, name => $CALLS_NOT_SHOWN, file => '', module => '') });
   my @row;
   for my $row (@{ $tree->{function} }) { $row[$row] //= $row_for->({ map { $_ => $functions->{$_}[$row] } qw(name file module) }, 1); }
   return tree_of_equals($tree, \@row);
}

sub tree_model {
   my ($run, $functions, $calls, $row_for, $cut) = @_;
   my @events = @{ $run->{profile}{events} };
   my $not_shown = sub { return $row_for->({ name => $CALLS_NOT_SHOWN }, 1) };
   my $tree =
        $run->{tree} ? pruned(tree_of_paths($run->{tree}, \@events, sub { $row_for->($_[0], 1) }), $run->{totals}, $not_shown)
      : @{ $run->{files}{processes} // [] } > 1 ? tree_of_processes($run, $row_for)
      : estimated_tree($functions, $calls, \@events, $run->{totals}, $not_shown);
   push @$cut, 'Of the call tree, ' . commas($tree->{n_cut}) . ' nodes are summed up as "[calls not shown]".' if $tree->{n_cut};
   return tree_columns($tree, \@events, flag(!$run->{tree}));
}

# Where a source is, for the editor; undef: nowhere.
sub path_of {
   my ($name) = @_;
   my $path = find_source($name);
   return defined $path ? \File::Spec->rel2abs($path) : undef;
}

sub sources_model {
   my ($run, $rows, $files, $opt, $cut) = @_;
   my $sources = source_files($run->{profile}, $run->{graph}, $run->{sums}, $rows, $run->{totals}, { time => $run->{written} });
   push @$cut, commas($sources->{n_cut}) . ' source files with next to no costs are left out.' if $sources->{n_cut};
   return [
      map {
         my $source = $_;
         +{ (map { $_ => $source->{$_} } qw(lines calls rest)),
            file => number_of($files, $source->{name}),
            text => $source->{text} ? texts(@{ $source->{text} }) : undef,
            missing => defined $source->{missing} ? \$source->{missing} : undef,
            left_out => flag($source->{left_out}),
            path => defined $opt->{editor} ? path_of($source->{name}) : undef,
            changed => flag($source->{changed}) };
      } @{ $sources->{files} }
   ];
}

# Costs by event.
sub by_event {
   my ($p, $costs) = @_;
   return { map { $p->{events}[$_] => $costs->[$_] // 0 } 0 .. $#{ $p->{events} } };
}

sub cycles_model {
   my ($run) = @_;
   return [ map { +{ self => by_event($run->{profile}, $_->{self}), inclusive => by_event($run->{profile}, $_->{inclusive}) } } @{ $run->{graph}{cycles} } ];
}

# How often loops went round, which pass for functions, and the least and the most of one entry; 0: not known.
sub loops_model {
   my ($p, $rows) = @_;
   my @loops = grep { defined $p->{iterations}[$_] && defined $rows->{order}[ $rows->{row_of}[$_] ] } 0 .. $#{ $p->{iterations} };
   return undef if !@loops;
   my @trips = map { $p->{trips}[$_] // [] } @loops;
   return {
      row        => [ @{ $rows->{row_of} }[@loops] ],
      iterations => [ map { $p->{iterations}[$_] + 0 } @loops ],
      least      => [ map { ($_->[0] // 0) + 0 } @trips ],
      most       => [ map { ($_->[1] // 0) + 0 } @trips ],
   };
}

# Adds what is known from the profile; returns what finds the row of a function.
sub add_profile {
   my ($model, $run, $opt, $cut) = @_;
   my ($p, $graph, $totals) = @$run{qw(profile graph totals)};
   my $rows = function_rows($p, $run->{self}, $graph, $totals);
   my ($functions, $calls) = function_columns($p, $run->{self}, $graph, $rows, $totals);
   my $row_for = row_finder($p, $functions, $rows);
   my ($files, $modules) = (new_names(), new_names());
   push @$cut, commas($rows->{n_cut}) . " functions with next to no costs are summed up as \"$OTHER_FUNCTIONS\"." if $rows->{n_cut};
   push @$cut, commas($rows->{n_calls_cut}) . ' calls with next to no costs are left out.' if $rows->{n_calls_cut};
   $model->{tree}    = tree_model($run, $functions, $calls, $row_for, $cut);
   $model->{sources} = sources_model($run, $rows, $files, $opt, $cut);
   $model->{cycles}  = cycles_model($run);
   $model->{rates}   = rates_model($p);
   $model->{calls}   = $calls;
   $model->{loops}   = loops_model($p, $rows);
   $run->{rows} = [ map { my $row = $_; [ map { $functions->{$_}[$row] } qw(module file name) ] } 0 .. $#{ $functions->{name} } ];
   $model->{functions} = {
      %$functions,
      name   => texts(map { readable_name($_) } @{ $functions->{name} }),
      file   => [ map { number_of($files,   $_) } @{ $functions->{file} } ],
      module => [ map { number_of($modules, $_) } @{ $functions->{module} } ],
   };
   $model->{files}   = texts(@{ $files->{list} });
   $model->{modules} = texts(@{ $modules->{list} });
   return $row_for;
}

# A model without a profile.
sub add_no_profile {
   my ($model) = @_;
   my %none = map { $_ => [] } qw(name file module line cycle start);
   $model->{functions} = { %none, self => {}, inclusive => {} };
   $model->{calls} = { from => [], to => [], count => [], cost => {} };
   $model->{tree}  = { parent => [], function => [], self => {}, estimated => flag(1) };
   $model->{$_} = [] for qw(sources cycles rates files modules);
   return sub { return undef };
}

# What may help against the cause of most cycles.
sub remedy_model {
   my ($run) = @_;
   my $remedy = cause_remedy($run) // return undef;
   my $place  = $remedy->{place};
   my $name   = sub { return defined $_[0] ? \readable_name($_[0]) : undef };
   return {
      words => \$remedy->{words}, percent => $remedy->{percent}, text => \(join '; ', grep { defined } @$remedy{qw(why text)}),
      code  => $place && { function => $name->($place->{function}), file => defined $place->{file} ? \$place->{file} : undef, line => defined $place->{line} ? $place->{line} + 0 : undef,
         percent => $place->{percent}, for => $name->($place->{for} && $place->{for}{function}) },
   };
}

# The views that lack data.
sub missing_model {
   my ($run) = @_;
   return [ map { my ($view, $text, $option) = @$_; +{ view => \$view, text => \$text, option => defined $option ? \$option : undef } } missing_views($run) ];
}

# --- Everything ------------------------------------------------------------

sub add_data {
   my ($model, $run, $opt, $row_for, $cut) = @_;
   my $objects = $run->{objects} // return;
   my $names = thread_names($objects);
   $model->{thread_names} = { map { $_ => \$names->{$_} } keys %$names } if %$names;
   $model->{objects} = objects_model($objects, $run->{layouts});
   if (my $n = $model->{objects} ? delete $model->{objects}{n_cut} : 0) {
      push @$cut, commas($n) . ' memory objects with next to no costs are left out.';
   }
   add_phases($run->{data}, $run->{report}) if $run->{report};
   $model->{findings} = findings_model($opt->{version}, $run->{data}, $run->{report}) if $run->{report};
   $model->{curves}   = curves_model($objects, $run->{curves}) if $run->{curves};
   $model->{sets}     = sets_model($run->{miss_classes}) if $run->{miss_classes};
   $model->{dependences} = dependences_model($run->{dependences}, $row_for) if $run->{dependences};
   $model->{timeline} = timeline_model($run->{timeline}, $objects->{functions}, sub { $row_for->($_[0]) // -1 }) if $run->{timeline};
   return;
}

sub model_of_run {
   my ($run, $opt) = @_;
   my @cut = grep { defined } data_text($run->{files});
   my %model = (
      format  => \'xgrind.html',
      version => 1,
      command => \(($run->{started} // '') . others_text($run->{files})),
      pid     => defined $run->{pid} && $run->{pid} =~ /^\d{1,18}\z/a ? $run->{pid} + 0 : undef,
      creator => \"xgrind_report-$opt->{version}",
      editor  => defined $opt->{editor} ? \$opt->{editor} : undef,
      events  => events_model($run),
      machine => machine_of($run),
      (map { $_ => undef } qw(dependences objects findings curves sets timeline)),
   );
   my $row_for = $run->{profile} ? add_profile(\%model, $run, $opt, \@cut) : add_no_profile(\%model);
   add_data(\%model, $run, $opt, $row_for, \@cut);
   $model{settings} = settings_model($run);
   $model{missing}  = missing_model($run);
   $model{cut}      = texts(@cut);
   $model{summary}  = summary_model($run);
   $model{remedy}   = remedy_model($run);
   return \%model;
}

1;
