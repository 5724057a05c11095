# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::Causes: estimated cycles by cause, of a run with --cycles=yes (docs/cycles.md).
#
# Usage:
#   my @causes = program_causes($run);         # { event, words, cycles }, the largest first; () without --cycles=yes
#   my @causes = function_causes($run, $f);    # of a function of the profile itself; those without a cycle are left out
#   my @groups = cause_groups(@causes);        # the same, the largest first, but what waits for data is one, if there is more than
#                                              # one such cause: { words, cycles, parts => [ those causes ] }
#   my $n = instructions_of($run, $f);         # of the function itself; undef: of the program
#   my $machine = machine_of($run);            # { width, line_B, memory_cycles }, or undef
#
# The causes are the events whose sum the profile's formula of CEst is.  What they are called is in the profile, too:
# "event: CyMem : Cycles: latency of memory".
#
# The machine is what its cycles are compared with: `width` instructions begin in a cycle; memory sends a line of `line_B`
# bytes every `memory_cycles`.  The header of the profile says it (desc: Hierarchy:).

package Xgrind::Summary::Causes;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Objects::MissCycles;
use Xgrind::Profile::EventNames;
use Xgrind::Profile::LineUse;

our @EXPORT = qw(program_causes function_causes cause_groups instructions_of machine_of);

# The causes that a profile has, in its order: [event, index, words].
sub causes_of {
   my ($run) = @_;
   my ($cycles) = grep { $_->[0] eq 'CEst' } @{ $run->{formulas} };
   return if !$run->{profile} || !$cycles;
   my $p = $run->{profile};
   my @events = map { $_->[0] } @{ $cycles->[1] };
   return if grep { !/^Cy[A-Z]/ } @events;
   return map { [ $_, $p->{event_index}{$_}, event_title($p, $_) =~ s/^Cycles: //r ] } @events;
}

# Those of a list of costs that have cycles.
sub causes_in {
   my ($run, $cost) = @_;
   my @causes = map { +{ event => $_->[0], words => $_->[2], cycles => $cost->[ $_->[1] ] // 0 } } causes_of($run);
   # sort keeps the order of equal ones
   return sort { $b->{cycles} <=> $a->{cycles} } grep { $_->{cycles} } @causes;
}

sub program_causes {
   my ($run) = @_;
   return causes_in($run, $run->{totals});
}

sub function_causes {
   my ($run, $f) = @_;
   return causes_in($run, $run->{self}[$f]);
}

sub cause_groups {
   my (@causes) = @_;
   my @waits = grep { waits_for_data($_->{event}) } @causes;
   return @causes if @waits < 2;
   my $group = { words => 'waiting for data', cycles => sum0(map { $_->{cycles} } @waits), parts => \@waits };
   return sort { $b->{cycles} <=> $a->{cycles} } (grep { !waits_for_data($_->{event}) } @causes), $group;
}

sub instructions_of {
   my ($run, $f) = @_;
   my $e = $run->{profile}{event_index}{Ir} // return 0;
   return (defined $f ? $run->{self}[$f] : $run->{totals})->[$e] // 0;
}

my $NUMBER = qr/(?:0|[1-9]\d{0,5})(?:\.\d{1,3})?/a;

# A figure of a list such as "width:6,window:320" that an option has; undef: there is none.
sub figure {
   my ($options, $option, $name) = @_;
   my ($list) = $options =~ /(?:^| )\Q$option\E=(\S+)/ or return undef;
   return $list =~ /(?:^|,)\Q$name\E:($NUMBER)(?:,|\z)/ ? $1 : undef;
}

sub machine_of {
   my ($run) = @_;
   return undef if !causes_of($run);
   my %desc    = map { @$_ } @{ $run->{descriptions} };
   my $options = $desc{Hierarchy} // return undef;
   my ($width, $cycles) = (figure($options, 'processor', 'width'), figure($options, 'rates', 'memory'));
   my $line_B  = line_size_B($run->{profile}, 'LL');
   return undef if !$width || !defined $cycles || !$line_B;
   return { width => $width, line_B => $line_B, memory_cycles => $cycles };
}

1;
