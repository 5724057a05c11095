# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::TreeCommand: xgrind_annotate --tree=top-down and --tree=bottom-up.
#
# Usage:
#   exit annotate_tree($version, $opt, @files);    # the options of xgrind_annotate; profiles and calling-context trees
#
# A profile's calling-context tree is looked for beside it.  If each has one, and they have the profiles' costs,
# the tree is exact, else an estimate from the profiles' calls: those of each process alone, added up.

package Xgrind::Annotate::TreeCommand;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CallTreeJson;
use Xgrind::Annotate::CallTreeText;
use Xgrind::Annotate::Selection;
use Xgrind::Files::Input;
use Xgrind::Files::Output;
use Xgrind::Profile::CallGraph;
use Xgrind::Profile::Columns;
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::EventNames;
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Run::RunFiles;
use Xgrind::Script::Spelling;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Tree::Apart;
use Xgrind::Tree::ContextTree;
use Xgrind::Tree::Estimate;
use Xgrind::Tree::CallPaths;
use Xgrind::Tree::Walk;

our @EXPORT = qw(annotate_tree);

my $FILES_MAX = 5;    # that are printed

# --- what is read ----------------------------------------------------------

# The profiles, and their trees if all have one.
sub files_for {
   my (@files) = @_;
   @files = newest_file('callgrind.out.', 'run the program with xgrind, or name the file') if !@files;
   my (@trees, @profiles);
   push @{ is_context_tree($_) ? \@trees : \@profiles }, $_ for @files;
   return { profiles => \@profiles, trees => \@trees, given => 1 } if @trees;
   my @found = map { tree_of_profile($_) } @profiles;
   return { profiles => \@profiles, trees => \@found } if @found == @profiles;
   note('only ' . @found . ' of ' . @profiles . ' profiles have a calling-context tree beside them, so the tree is an estimate') if @found;
   return { profiles => \@profiles, trees => [] };
}

# Do the trees have the costs of the profiles, event by event?
sub has_costs_of {
   my ($t, $p, $totals) = @_;
   my %cost = map { $p->{events}[$_] => $totals->[$_] // 0 } 0 .. $#$totals;
   for my $e (0 .. $#{ $t->{events} }) {
      my $cost = delete $cost{ $t->{events}[$e] };
      return 0 if !defined $cost || $cost != $t->{totals}[$e];
   }
   return !%cost;
}

# The trees; undef: there are none, or they are of another run.
sub trees_of {
   my ($files, $p, $totals) = @_;
   return undef if !@{ $files->{trees} };
   my $t = read_trees($files->{trees});
   return $t if !$p || has_costs_of($t, $p, $totals);
   my $which = printable($files->{trees}[0]) . (@{ $files->{trees} } > 1 ? ' and the other calling-context trees do' : ' does')
      . ' not have the costs of ' . printable($files->{profiles}[0]);
   fail("$which; give files of one run") if $files->{given};
   warn_user("$which and may be of another run, so the tree is an estimate");
   return undef;
}

# Formulas of all events: event -> { recorded event -> factor }; then the events, those recorded first.
sub formulas_of {
   my ($p) = @_;
   my @events   = @{ $p->{events} };
   my %formulas = map { $_ => { $_ => 1 } } @events;
   for my $sum (derived_events($p), usual_sums($p)) {
      my ($name, $terms) = @$sum;
      next if $formulas{$name};
      $formulas{$name}{ $events[ $_->[0] ] } += $_->[1] for @$terms;
   }
   return (\%formulas, @events, grep { !defined $p->{event_index}{$_} } sort keys %formulas);
}

# The event to show, and the threshold.
sub chosen_event {
   my ($opt, @events) = @_;
   my ($option) = grep { defined $opt->{$_} } qw(sort show);
   if (!defined $option) {
      return (usual_event(@events) // fail('the profile has no events'), $opt->{threshold});
   }
   my ($first) = split /,/, $opt->{$option};
   my ($name, $threshold) = $option eq 'sort' ? name_and_threshold($first) : ($first);
   $name = name_by_level($name, { map { $_ => 1 } @events });
   fail("--$option: there is no event " . unknown_name($name, \@events)) if !grep { $_ eq $name } @events;
   return ($name, $threshold // $opt->{threshold});
}

# --- what is shown ---------------------------------------------------------

# The pattern of --root, in which * and ? stand for any characters; some function must match it.
sub root_pattern {
   my ($text, @names) = @_;
   my ($first, @rest) = map { join '', map { $_ eq '?' ? '.' : quotemeta } split // } split /\*+/, $text, -1;
   my $last = pop @rest;
   # What a star before the last one stands for is as short as can be, once and for all: a later one can take the rest.
   my $pattern = join '', $first, (map { "(?>.*?$_)" } @rest), defined $last ? ".*$last" : ();
   my $wanted  = qr/\A$pattern\z/s;
   fail('--root: no function is called ' . quoted($text)) if !grep { $_ =~ $wanted } @names;
   return $wanted;
}

sub estimate {
   my ($p, $self, $formula, $how) = @_;
   my $graph = call_graph($p, $self, 1);
   my $terms = [ map { [ $p->{event_index}{$_}, $formula->{$_} ] } sort keys %$formula ];
   my $paths = $how->{kind} eq 'top-down' ? top_down_estimate($p, $self, $graph, $terms, root => $how->{root})
      : bottom_up_estimate($p, $self, $graph, $terms, inclusive => $how->{inclusive});
   return added_paths($p, $paths);
}

sub exact {
   my ($t, $formula, $how) = @_;
   return bottom_up_paths($t, $formula, inclusive => $how->{inclusive}) if $how->{kind} ne 'top-down';
   return top_down_paths(defined $how->{root} ? rooted_at($t, $how->{root}) : $t, $formula);
}

sub percent_text {
   my ($percent) = @_;
   return sprintf('%.4f', $percent) =~ s/\.?0+\z//r . '%';
}

# The names of files; of many, the first.
sub print_files {
   my ($label, @names) = @_;
   my $n_more = @names > $FILES_MAX ? @names - 1 : 0;
   print_field($label, "$names[0] and " . commas($n_more) . ' more') if $n_more;
   print_field($label, $_) for $n_more ? () : @names;
   return;
}

# What was read, and what is left out of it.
sub print_head {
   my ($files, $p, $t, $paths, $how, @events) = @_;
   my %seen;
   print_title('Profile');
   print_files('File', @{ $files->{profiles} });
   print_files('Tree', @{ $files->{trees} }) if $t;
   print_field('Tree', 'estimated from the costs of calls; exact with --context-tree=yes') if !$t;
   print_field('Command', $_) for grep { !$seen{$_}++ } $p ? map { $_->{cmd} // () } @{ $p->{parts} } : @{ $t->{commands} };
   print_field('Event', "$how->{event}, " . commas($paths->{total}) . '; --sort takes ' . join ' ', @events);
   my $least = least_percent($paths, $how->{percent});
   my @limits = ($least ? 'nodes below ' . percent_text($least) . ' of the ' . (defined $how->{root} ? "root's cost" : "program's cost") : (), defined $how->{depth} ? "those deeper than $how->{depth}" : ());
   print_field('Roots', $how->{root_text}) if defined $how->{root};
   print_field('Left out', join(' and ', @limits) . '; see --threshold, --depth') if @limits;
   print "\n";
   return;
}

sub annotate_tree {
   my ($version, $opt, @arguments) = @_;
   my $files = files_for(@arguments);
   my ($p, $self, $totals);
   if (@{ $files->{profiles} }) {
      $p      = read_profiles($files->{profiles}, detail => 'functions', fold => 1, apart => 1);
      $self   = self_costs($p);
      $totals = program_totals($p, $self);
   }
   my $t = trees_of($files, $p, $totals);
   my $events = $p // { events => $t->{events}, event_index => { map { $t->{events}[$_] => $_ } 0 .. $#{ $t->{events} } }, event_lines => {} };
   my ($formulas, @events) = formulas_of($events);
   my ($event, $threshold) = chosen_event($opt, @events);
   my %how = (kind => $opt->{tree}, event => $event, percent => 100 - $threshold, depth => $opt->{depth}, version => $version,
      inclusive => $opt->{inclusive} eq 'yes', callers => $opt->{tree} eq 'bottom-up');
   $how{root} = root_pattern($opt->{root}, $t ? map { $_->{name} } @{ $t->{functions} } : map { (function_names($p, $_))[2] } 0 .. $#{ $p->{functions} })
      if defined $opt->{root};
   $how{root_text} = $opt->{root};
   my $paths = $t ? exact($t, $formulas->{$event}, \%how) : estimate($p, $self, $formulas->{$event}, \%how);
   if ($opt->{json}) {
      print_json_tree($paths, \%how);
   } else {
      $how{to_main} = $how{callers};
      print_head($files, $p, $t, $paths, \%how, @events);
      print_call_tree($paths, \%how);
   }
   finish_output();
   return 0;
}

1;
