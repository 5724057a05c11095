# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::Compared: which of two runs is faster by the estimate, where, and why.
#
# Usage:
#   my $compared = compared_runs($before, $after);    # of Xgrind::Run::Contents, with profiles
#   $compared->{words}         # "estimated cycles", or "instructions" if not both have the former
#   $compared->{total}         # [before, after]
#   $compared->{functions}     # { name, file, change }, the largest change first, up or down
#   $compared->{causes}        # { words, change }, likewise; (): without estimated cycles
#   my ($answer, @sentences) = compared_answer($compared, $before, $after);    # of Xgrind::Ask::Sentences

package Xgrind::Ask::Compared;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Objects::ObjectNames;
use Xgrind::Profile::Comparable;
use Xgrind::Profile::Matching;
use Xgrind::Profile::Model;
use Xgrind::Run::Contents;
use Xgrind::Summary::Answers;
use Xgrind::Summary::Causes;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(compared_runs compared_answer);

my $LEAST     = 0.01;     # of the cost before: less is no difference that the estimate can tell
my $NAMED_MIN = 0.001;    # of it: a function or cause that has changed by less is not named
my $NAMED     = 3;

# The terms of the events that both runs have, whose sum is compared: [event, factor].
sub terms_of {
   my ($run) = @_;
   return ([ 'Ir', 1 ]) if !$run->{cost}{CyBase};
   my ($cycles) = grep { $_->[0] eq 'CEst' } @{ $run->{formulas} };
   return $cycles ? @{ $cycles->[1] } : ([ 'Ir', 1 ]);
}

# Costs of a run by function: { key => { names, cost } }.
sub by_function {
   my ($run, @terms) = @_;
   my ($p, %of) = ($run->{profile});
   my @at = map { [ $p->{event_index}{ $_->[0] }, $_->[1] ] } @terms;
   for my $f (0 .. $#{ $run->{self} }) {
      my $sum = 0;
      $sum += $_->[1] * ($run->{self}[$f][ $_->[0] ] // 0) for @at;
      next if !$sum;
      my @names = function_names($p, $f);
      $names[2] =~ s/ \[(?:irreducible )?loop .*//s;    # where it is in the source, a change moves
      my $entry = $of{ join "\0", @names } //= { names => \@names, cost => 0 };
      $entry->{cost} += $sum;
   }
   return \%of;
}

sub by_size { return sort { abs $b->{change} <=> abs $a->{change} || $a->{words} cmp $b->{words} } @_; }

sub changed_functions {
   my (@sides) = @_;
   my $match = match_functions(map { my $side = $_; +{ map { $_ => $side->{$_}{names} } keys %$side } } @sides);
   my %row;
   for my $n (0, 1) {
      for my $key (keys %{ $sides[$n] }) {
         my $row = $row{ $n ? $match->{same}{$key} // $key : $key } //= { change => 0 };
         $row->{change} += ($n ? 1 : -1) * $sides[$n]{$key}{cost};
         $row->{names} = $sides[$n]{$key}{names};
      }
   }
   return by_size(map { +{ change => $_->{change}, words => words_of_function(@{ $_->{names} }) } } values %row);
}

# "sum (a.c)"
sub words_of_function {
   my ($module, $file, $name) = @_;
   my $place = $file eq '???' || $file eq '' ? $module : $file;
   return code_name($name) . ($place eq '???' || $place eq '' ? '' : ' (' . base_name($place) . ')');
}

sub changed_causes {
   my (@runs) = @_;
   my @of = map { my $run = $_; +{ map { $_->{event} => $_ } program_causes($run) } } @runs;
   return by_size(map {
      my $event = $_;
      my @cycles = map { $_->{$event} ? $_->{$event}{cycles} : 0 } @of;
      +{ words => ($of[0]{$event} // $of[1]{$event})->{words}, change => $cycles[1] - $cycles[0] }
   } uniq sort map { keys %$_ } @of);
}

sub compared_runs {
   my (@runs) = @_;
   my $is_modelled = !grep { !$_->{cost}{CyBase} } @runs;
   my @terms = $is_modelled ? map { [ terms_of($_) ] } @runs : ([ [ 'Ir', 1 ] ]) x 2;
   my @total = map { my $run = $runs[$_]; formula_cost([ '', $terms[$_] ], $run->{cost}) } 0, 1;
   return {
      words => $is_modelled ? 'estimated cycles' : 'instructions', is_modelled => $is_modelled,
      total => \@total,
      functions => [ changed_functions(map { by_function($runs[$_], @{ $terms[$_] }) } 0, 1) ],
      causes => $is_modelled ? [ changed_causes(@runs) ] : [],
   };
}

# "-44.0%" of the cost before.
sub signed_share {
   my ($change, $all) = @_;
   return ($change < 0 ? '-' : '+') . rate_text(abs $change, $all);
}

sub changes_text {
   my ($before, @changes) = @_;
   my @named = grep { abs $_->{change} >= $NAMED_MIN * $before } @changes;
   splice @named, $NAMED if @named > $NAMED;
   return @named ? join ', ', map { "$_->{words} " . signed_share($_->{change}, $before) } @named : undef;
}

# What each run is called: its program, or which one it is if both have the same.
sub names_of {
   my (@runs) = @_;
   my @names = map { printable((split / /, $_->{started} // '')[0] // '') } @runs;
   return $names[0] eq $names[1] || grep({ $_ eq '' } @names) ? ('the first run', 'the second run') : @names;
}

sub verdict {
   my ($compared, @names) = @_;
   my ($before, $after) = @{ $compared->{total} };
   my $numbers = ': ' . commas(int($after + 0.5)) . " $compared->{words}, not " . commas(int($before + 0.5));
   return "neither: they differ by less than 1 %, too little for the estimate$numbers" if abs($after - $before) < $LEAST * $before;
   my $how = $compared->{is_modelled} ? 'by the estimate' : 'by the count of instructions';
   my $times = $after < $before ? $before / ($after || 1) : $after / ($before || 1);
   return $names[ $after < $before ? 1 : 0 ] . sprintf(", %.2f times as fast $how", $times) . "$numbers (" . signed_share($after - $before, $before) . ')';
}

sub compared_answer {
   my ($compared, @runs) = @_;
   my $before = $compared->{total}[0];
   my @profiles = map { shell_word($_->{files}{profiles}[0]) } @runs;
   my $share = "of the $compared->{words} before";
   my ($where, $why) = map { changes_text($before, @{ $compared->{$_} }) } qw(functions causes);
   my ($left) = grep { defined $_->{place} } $compared->{is_modelled} ? answers($runs[1]) : ();
   my $answer = {
      faster => verdict($compared, names_of(@runs)),
      place  => defined $where ? "$where, $share" : undef,
      why    => defined $why ? "$why, $share" : undef,
      left   => $left ? join(", ", "$left->{cause} with $left->{share} of the estimated cycles after", $left->{place}) : undef,
      command => "xgrind_report --html @profiles",
   };
   my @said = map { ucfirst("$_.") } two_machines(map { $_->{profile} } @runs);
   push @said, 'Not both runs have estimated cycles, so instructions are compared: xgrind compare ./before -- ./after runs both programs with a model of the processor.' if !$compared->{is_modelled};
   return ($answer, @said);
}

1;
