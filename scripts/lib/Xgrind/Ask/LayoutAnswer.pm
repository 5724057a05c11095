# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::LayoutAnswer: which data should lie otherwise, from what xgrind --advise-layout leaves.
#
# Usage:
#   my ($answer, @sentences) = layout_answer($advice, $run);    # as read by Xgrind::Data::Layouts; of Xgrind::Run::Contents, or undef
#   $answer->{declaration}       # lines to paste; (): types are not known

package Xgrind::Ask::LayoutAnswer;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::Lists;
use Xgrind::Text::Numbers;

our @EXPORT = qw(layout_answer);

my $OBJECTS = 3;    # that are named

# Of cycles nobody has modelled, the words say so.
sub cycles_words { return $_[0]{cycles_are_modelled} ? 'the estimated cycles' : q(KCachegrind's cycles); }

# The line with most misses of D1 of these objects: "charge_from (particles.c:68), 94.1% of their misses"; undef: not known.
sub place_text {
   my ($objects, @ids) = @_;
   my ($at, %is) = ($objects->{at}, map { $_ => 1 } @ids);
   my @events = grep { defined } @$at{qw(D1mr D1mw)} or return undef;
   my (%n, $all);
   for my $line (map { @{ $_->{lines} } } grep { $is{ $_->{id} } } @{ $objects->{objects} }) {
      my $misses = sum0(map { $line->{cost}[$_] // 0 } @events);
      $n{"$line->{function} $line->{line}"} += $misses;
      $all += $misses;
   }
   return undef if !$all;
   my ($most) = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n;
   my ($f, $line) = split / /, $most;
   my $function = $objects->{functions}[$f];
   return code_place(@$function{qw(name file)}, $line) . ', ' . rate_text($n{$most}, $all) . ' of the misses of D1 of this data';
}

sub levels_text {
   my ($layout) = @_;
   my @texts = map { commas($_->{misses}) . " misses of $_->{level} would be " . commas($_->{misses_with}) } grep { $_->{misses} != $_->{misses_with} } @{ $layout->{levels} };
   return @texts ? join ', ', @texts : undef;
}

sub layout_answer {
   my ($advice, $run) = @_;
   my ($best, @more) = @{ $advice->{layouts} };
   my $cycles = cycles_words($advice);
   my $waiting = sprintf '%.1f', $advice->{waiting_percent} // 0;
   return (undef, ($advice->{tried} ? "None of $advice->{tried} layouts that were simulated" : 'No layout') . " saves 1 % of $cycles: the data may lie as it does. Misses of data take $waiting % of $cycles.") if !$best;
   my @names = map { $_->{name} } @{ $best->{objects} };
   my $answer = {
      cause  => some_of($OBJECTS, @names) . "; all misses of data take $waiting % of $cycles",
      place  => $run && $run->{objects} ? place_text($run->{objects}, map { @{ $_->{ids} } } @{ $best->{objects} }) : undef,
      why    => levels_text($best),
      remedy => $best->{layout} . ($best->{more_B} ? '; it takes ' . bytes_text($best->{more_B}) . ' more memory' : ''),
      gain   => sprintf('%.1f %% of %s, as simulated', $best->{saved_percent}, $cycles),
      command => $best->{try},
      declaration => $best->{declaration} // [],
   };
   return ($answer, @more ? scalar(@more) . (@more == 1 ? ' more layout saves' : ' more layouts save') . ' 1 % or more: ' . join('; ', map { "$_->{objects}[0]{name}, $_->{layout}, " . sprintf('%.1f %%', $_->{saved_percent}) } @more) . '.' : ());
}

1;
