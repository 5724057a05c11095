# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Code: which function runs when, and at which line.
#
# Usage:
#   my $panel = code_panel($profile, $samples, { from => 0, to => 1e6 });
#   # stretches  [ { from, to, function (rank in functions), name, text } ... ], in order of time; text is
#   #            "caller > name [line]"
#   # functions  [ { name, share } ... ], largest share of the axis first; the last may be "other functions"
#   # dots       [ [x, y] ... ]: y of a line, from 0, the file's first, to 1, its last line that was sampled
#
# The axis is divided into $SLOTS slots of equal width; each belongs to the function with most samples in
# it, slots side by side with one function are one stretch.

package Xgrind::Timeline::Code;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max sum0);
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(code_panel);

our $SLOTS        = 160;
my $FUNCTIONS_MAX = 7;     # that have colours of their own

# The slot of a position.
sub slot_of {
   my ($x, $span) = @_;
   return 0 if $span->{to} <= $span->{from};
   my $slot = int(($x - $span->{from}) / ($span->{to} - $span->{from}) * $SLOTS);
   return $slot < $SLOTS ? $slot : $SLOTS - 1;
}

# What there is most of in a hash of counts; of equals the first by name.
sub most {
   my ($counts) = @_;
   my ($first) = sort { $counts->{$b} <=> $counts->{$a} || $a <=> $b } keys %$counts;
   return $first;
}

# What a sample stands for.  Those of the whole run all stand for one period; those of a folded region lie denser in
# one part than in another, as samples were dropped, and each slot is as many instructions as any other.
sub weights {
   my ($samples, $span) = @_;
   return [ (1) x @{ $samples->{x} } ] if !$samples->{instance};
   my @slots = map { slot_of($_, $span) } @{ $samples->{x} };
   my @n     = (0) x $SLOTS;
   $n[$_]++ for @slots;
   return [ map { 1 / $n[$_] } @slots ];
}

# Functions by rank: those that run longest, and one for all others.
sub ranked_functions {
   my ($profile, $samples, $span) = @_;
   my $weights = weights($samples, $span);
   my %n;
   $n{ $samples->{function}[$_] } += $weights->[$_] for 0 .. $#$weights;
   my @order = sort { $n{$b} <=> $n{$a} || $a <=> $b } keys %n;
   my @named = @order > $FUNCTIONS_MAX + 1 ? @order[ 0 .. $FUNCTIONS_MAX - 1 ] : @order;
   my %rank  = map { $order[$_] => $_ < @named ? $_ : scalar @named } 0 .. $#order;
   my $all   = sum0(@$weights) || 1;
   my @functions = map { { name => name_of($profile, $_), share => $n{$_} / $all } } @named;
   my $rest = 0;
   $rest += $n{$_} for @order[ scalar @named .. $#order ];
   push @functions, { name => 'other functions', share => $rest / $all, is_rest => 1 } if $rest;
   return (\@functions, \%rank);
}

sub name_of {
   my ($profile, $function) = @_;
   my $name = code_name($profile->{functions}[$function]{name});
   return $name eq '' ? '???' : $name;
}

# "caller > function [line]" of the samples of a stretch.
sub text_of {
   my ($profile, $samples, $function, @of) = @_;
   my (%caller, %line);
   for my $i (grep { $samples->{function}[$_] == $function } @of) {
      $caller{ $samples->{caller}[$i] }++ if defined $samples->{caller}[$i];
      $line{ $samples->{line}[$i] }++     if $samples->{line}[$i];
   }
   my $text = name_of($profile, $function);
   $text = name_of($profile, most(\%caller)) . " > $text" if %caller;
   $text .= ' [' . most(\%line) . ']' if %line;
   return $text;
}

sub stretches {
   my ($profile, $samples, $span, $rank) = @_;
   my @slots = map { [] } 1 .. $SLOTS;
   push @{ $slots[ slot_of($samples->{x}[$_], $span) ] }, $_ for 0 .. $#{ $samples->{x} };
   my @stretches;
   my $width = ($span->{to} - $span->{from}) / $SLOTS;
   for my $s (0 .. $SLOTS - 1) {
      my @of = @{ $slots[$s] } or next;
      my %n;
      $n{ $samples->{function}[$_] }++ for @of;
      my $function = most(\%n);
      my ($from, $to) = map { $span->{from} + $_ * $width } $s, $s + 1;
      my $last = $stretches[-1];
      if ($last && $last->{slot} == $s - 1 && $last->{of} == $function) {
         @$last{qw(slot to)} = ($s, $to);
         push @{ $last->{samples} }, @of;
         next;
      }
      push @stretches, { slot => $s, from => $from, to => $to, of => $function, function => $rank->{$function}, samples => \@of };
   }
   for my $stretch (@stretches) {
      $stretch->{text} = text_of($profile, $samples, $stretch->{of}, @{ delete $stretch->{samples} });
      $stretch->{name} = name_of($profile, $stretch->{of});
      delete @$stretch{qw(slot of)};
   }
   return \@stretches;
}

# Lines in their files.
sub dots {
   my ($profile, $samples) = @_;
   my (%last, @dots);
   my $file = sub { return $profile->{functions}[ $samples->{function}[ $_[0] ] ]{file} };
   my @known = grep { $samples->{line}[$_] && $file->($_) ne '' } 0 .. $#{ $samples->{x} };
   $last{ $file->($_) } = max($last{ $file->($_) } // 0, $samples->{line}[$_]) for @known;
   return [ map { [ $samples->{x}[$_], $samples->{line}[$_] / $last{ $file->($_) } ] } @known ];
}

sub code_panel {
   my ($profile, $samples, $span) = @_;
   my ($functions, $rank) = ranked_functions($profile, $samples, $span);
   return { functions => $functions, stretches => stretches($profile, $samples, $span, $rank), dots => dots($profile, $samples) };
}

1;
