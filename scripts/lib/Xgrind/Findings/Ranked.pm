# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Ranked: all serious findings of a profile, the largest estimated saving first.
#
# Usage:
#   my $report = report_of($data, \%opt);    # of Xgrind::Data::Misses; options: thresholds
#   $report->{findings}     # of Xgrind::Findings::MissFindings and ::Sharing, with these keys more:
#                           # rank, saving_percent, remedy, remedy_name (a section of docs/remedies.md), remedy_object (the entry of objects
#                           # that it is of, undef: all), sets (of conflicts in D1)
#   $report->{program}      # loads, load_misses, stores, store_misses, load_share, store_share, cycles, levels
#                           # (hashes with level, misses, classes, stall), is_modelled (cycles are a model's), is_serious, could_be_serious
#   $report->{thresholds}
#   $report->{is_short}     # the run has too few cycles for any finding
#   $report->{minor}        # findings that would be serious, but save too little
#   $report->{nameless}     # what misses cost in code of which not even the function is known: cycles, share (per cent), modules; or undef
#   $report->{waiting}      # of Xgrind::Findings::Waiting, or undef
#   $report->{stores}       # stores in vain: of Xgrind::Findings::Stores; undef: they cost too little
#   $report->{notes}        # sentences about the whole report

package Xgrind::Findings::Ranked;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Findings::CodeLines;
use Xgrind::Findings::Cycles;
use Xgrind::Findings::MissFindings;
use Xgrind::Findings::Remedies;
use Xgrind::Findings::Sharing;
use Xgrind::Findings::Stores;
use Xgrind::Findings::Thresholds;
use Xgrind::Findings::Waiting;
use Xgrind::Text::Numbers;

our @EXPORT = qw(report_of);

my $SHORT_RUN = 1_000_000;    # estimated cycles; less is mostly the start of the program

my $MOST = 90;    # per cent of the conflicts that "most" means

# --- The program -----------------------------------------------------------

sub level_of {
   my ($data, $level) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   my %classes = map { $_ => $totals->[ $at->{"$level$_"} ] } grep { exists $at->{"$level$_"} } @{ $data->{classes} };
   my $stall = sum0(map { $totals->[ $at->{$_} ] } stalls_at($data, $level));
   return { level => $level, misses => misses_of_level($data, $level), classes => \%classes, stall => $stall };
}

# What the misses of data cost that are not cold.
sub miss_cycles {
   my ($program, $cycles) = @_;
   my %counts = map { $_->{level} => { %{ $_->{classes} }, stall => $_->{stall} } } @{ $program->{levels} };
   return sum0(map { my $level = $_; map { class_cycles($cycles, \%counts, $level, $_) } qw(Cap Conf True False) } keys %counts);
}

# Is one of these numbers of misses too much, or what they cost?
sub misses_too_often {
   my ($program, $thresholds, $loads, $stores) = @_;
   return at_least($loads, $program->{loads}, $thresholds->{'load-misses'})
      || at_least($stores, $program->{stores}, $thresholds->{'store-misses'})
      || at_least($program->{miss_cycles}, $program->{cycles}, $thresholds->{'miss-cycles'});
}

sub program_of {
   my ($data, $thresholds, $cycles) = @_;
   my ($at, $totals) = @{ $data->{profile} }{ 'at', 'totals' };
   my %program = (
      (map { $_->[0] => $totals->[ $at->{ $_->[1] } ] } [ loads => 'Dr' ], [ stores => 'Dw' ], [ load_misses => 'D1mr' ], [ store_misses => 'D1mw' ]),
      cycles => $cycles->{program}, is_modelled => $cycles->{is_modelled},
      levels => [ map { level_of($data, $_) } @{ $data->{levels} } ],
   );
   $program{load_share}  = share(@program{qw(load_misses loads)});
   $program{store_share} = share(@program{qw(store_misses stores)});
   $program{miss_cycles} = miss_cycles(\%program, $cycles);
   my ($loads, $stores) = possible_misses($data);
   $program{is_serious}       = misses_too_often(\%program, $thresholds, @program{qw(load_misses store_misses)}) ? 1 : 0;
   $program{could_be_serious} = misses_too_often(\%program, $thresholds, $program{load_misses} + $loads, $program{store_misses} + $stores) ? 1 : 0;
   return \%program;
}

# --- Sets ------------------------------------------------------------------

# In how many of its sets most conflicts of D1 are, and which sets have many misses.
sub sets_of {
   my ($data, $thresholds) = @_;
   my $sets = $data->{sets} // return undef;
   my $conflicts = sub { return $sets->{ $_[0] }{Conf} };
   my @order = sort { $conflicts->($b) <=> $conflicts->($a) || $a <=> $b } grep { $conflicts->($_) } keys %$sets;
   my ($all, $sum, $n) = (0, 0, 0);
   $all += $conflicts->($_) for @order;
   return undef if !$all;
   while ($sum * 100 < $all * $MOST) {
      $sum += $conflicts->($order[ $n++ ]);
   }
   my $d1_misses = misses_of_level($data, 'D1');
   my @many = grep {
      my $misses = 0;
      $misses += $_ for values %{ $sets->{$_} };
      at_least($misses, $d1_misses, $thresholds->{'set-misses'});
   } sort { $a <=> $b } keys %$sets;
   return { n => $n, share => share($sum, $all), n_sets => $data->{n_sets}, many => \@many };
}

# How many lines of memory with many misses a finding's objects have.
sub many_lines {
   my ($data, $thresholds, $finding) = @_;
   my %has = map { $_ => 1 } map { @{ $_->{object}{ids} // [ $_->{object}{id} ] } } @{ $finding->{objects} };
   my $all = misses_of_level($data, 'D1');
   return scalar grep {
      my $misses = 0;
      $misses += $_ for values %{ $_->{D1} };
      defined $_->{object} && $has{ $_->{object} } && at_least($misses, $all, $thresholds->{'line-misses'})
   } @{ $data->{lines} };
}

# --- Code without names ----------------------------------------------------

# Of stripped code, nobody can tell what to change.
sub is_nameless {
   my ($line) = @_;
   return !$line->{line} && $line->{function}{name} =~ /^(?:0x[0-9a-f]+)?(?:'|\z)/;
}

sub nameless_of {
   my ($cycles, $levels, @lines) = @_;
   my ($sum, %modules) = (0);
   for my $line (@lines) {
      my $cost = sum0(map { my $level = $_; map { class_cycles($cycles, $line->{level}, $level, $_) } qw(Cap Conf) } @$levels);
      $sum += $cost;
      $modules{ $line->{function}{module} } += $cost;
   }
   my @modules = sort { $modules{$b} <=> $modules{$a} || $a cmp $b } grep { $modules{$_} } keys %modules;
   return undef if !$sum;
   return { cycles => $sum, share => share($sum, $cycles->{program}), modules => \@modules, is_modelled => $cycles->{is_modelled} ? 1 : 0 };
}

# --- Notes -----------------------------------------------------------------

sub nameless_note {
   my ($nameless) = @_;
   my @names = map { s{.*/}{}sr } @{ $nameless->{modules} };
   my $more  = @names > 3 ? @names - 2 : 0;
   splice @names, 2 if $more;
   return sprintf '%s, in %s: of its functions nothing is known, so there are no findings in it.'
      . ' Compile it with -g, or install its debug symbols.', $nameless->{is_modelled} ? sprintf('Misses in code without names cost %.1f%% of the cycles', $nameless->{share}) : 'Many misses are in code without names', join(', ', @names) . ($more ? " and $more more" : '');
}

sub notes_of {
   my ($data, $program, $stores, $waiting, $nameless) = @_;
   my @notes = $stores ? stores_note($stores) : ();
   push @notes, waiting_note($waiting) // ();
   push @notes, nameless_note($nameless) if $nameless;
   my ($d1) = @{ $program->{levels} };
   push @notes, 'The profile has no miss classes, so conflict and capacity misses are not told apart: run the program with --miss-classes=yes.'
      if !@{ $data->{classes} };
   push @notes, sprintf 'Cold misses, the first ones of each line of memory, are %.1f%% of all D1 misses: no cache avoids them,'
      . ' only a program that touches less memory does.', share($d1->{classes}{Cold}, $d1->{misses})
      if @{ $data->{classes} } && $d1->{classes}{Cold} * 2 > $d1->{misses};
   push @notes, 'The program has several threads, and one core was simulated: sharing was not looked for;'
      . ' run the program with --cores=N, N being the number of threads that run at once.'
      if $data->{n_threads} > 1 && $data->{n_cores} == 1;
   push @notes, sprintf 'Timeouts or other processes changed the order of threads %s times: counts, of sharing'
      . ' above all, differ from run to run.', commas($data->{turns_out_of_order})
      if $data->{turns_out_of_order};
   push @notes, 'The profile is sampled: misses of source lines and of objects are estimates, and source lines with fewer than ten recorded misses are left out.' if $data->{profile}{sampling};
   return \@notes;
}

# --- Everything ------------------------------------------------------------

# What a saving is a share of: the program's estimated cycles; if the finding were to cost more than was
# simulated, the cycles that the program would then take.
sub cycles_with {
   my ($finding, $cycles) = @_;
   return $cycles->{program} + $finding->{saving} - $finding->{simulated};
}

# Next to a finding whose saving a model of the processor knows, an upper bound has to be ten times what is asked of a saving: while
# code waits for the other misses, it waits for these, too (docs/report.md, "Estimated cycles").
my $BOUND_FACTOR = 10;

sub is_hidden {
   my ($finding, $first, $cycles, $percent) = @_;
   return $cycles->{is_modelled} && $finding->{is_bound} && !$first->{is_bound} && !at_least($finding->{saving}, $BOUND_FACTOR * $finding->{saving_of}, $percent);
}

sub report_of {
   my ($data, $opt) = @_;
   my $cycles     = cycles_of($data);
   my $thresholds = thresholds($opt, $cycles->{is_modelled});
   my $program    = program_of($data, $thresholds, $cycles);
   my $is_short   = $program->{cycles} < ($opt->{cycles} // $SHORT_RUN);
   $program->{is_serious} = $program->{could_be_serious} = 0 if $is_short;
   my $lines      = $program->{could_be_serious} ? code_lines($data) : [];
   my $can_be     = $program->{is_serious} ? frequent_lines($data, $thresholds, $lines) : [];
   my @findings   = miss_findings($data, $thresholds, $cycles, [ grep { !is_nameless($_) } @$can_be ]);
   my $nameless   = nameless_of($cycles, $data->{levels}, grep { is_nameless($_) } @$can_be);
   undef $nameless if $nameless && !at_least($nameless->{cycles}, $cycles->{program}, $thresholds->{saving});
   push @findings, sharing_findings($data, $thresholds, $cycles, $can_be, $lines) if $program->{could_be_serious};
   @findings = sort { $b->{saving} <=> $a->{saving} || ($b->{weight} // 0) <=> ($a->{weight} // 0) || $b->{misses} <=> $a->{misses} } @findings;
   for my $finding (@findings) {
      $finding->{is_modelled} = $cycles->{is_modelled} ? 1 : 0;
      $finding->{saving_of} = cycles_with($finding, $cycles);
      $finding->{saving_percent} = share($finding->{saving}, $finding->{saving_of});
   }
   my $is_minor = sub { return !at_least($_[0]{saving}, $_[0]{saving_of}, $thresholds->{saving}) };
   my @minor = grep { $is_minor->($_) } @findings;
   @findings = grep { !$is_minor->($_) } @findings;
   @findings = grep { !is_hidden($_, $findings[0], $cycles, $thresholds->{saving}) } @findings;
   my $sets = sets_of($data, $thresholds);
   for my $i (0 .. $#findings) {
      my $finding = $findings[$i];
      $finding->{rank}       = $i + 1;
      $finding->{many_lines} = many_lines($data, $thresholds, $finding);
      $finding->{sets}       = $sets if $finding->{type} eq 'conflict' && $finding->{level} eq 'D1';
      @$finding{qw(remedy_name remedy remedy_object)} = remedy($data, $finding);
   }
   my $waiting = waiting_of($data, $cycles);
   my $stores  = $is_short ? undef : stores_in_vain($data, $cycles, $thresholds);
   return { findings => \@findings, is_short => $is_short, minor => \@minor, program => $program, thresholds => $thresholds, nameless => $nameless, waiting => $waiting, stores => $stores, notes => notes_of($data, $program, $stores, $waiting, $nameless) };
}

1;
