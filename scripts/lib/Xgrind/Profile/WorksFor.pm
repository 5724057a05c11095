# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::WorksFor: for which function of the program code works that is not the program's, such as memcpy, and the line that calls it.
#
# Usage:
#   my $callers = callers_with_costs($p->{arcs}, $cost_of);    # of a profile or a call graph; $cost_of->($cost, 1) of a call, whose
#                                                              # costs begin at index 1
#   my ($f, $part, $called) = works_for($callers, sub { is the function the program's? }, { function => cost });
#       # the function that most of this cost is for, how much of it, and the function that it calls for that; (): none
#   my $q = profile_with_lines(\@profiles, $file, \%cache);    # the lines of one file, read once
#   my $g = same_function($q, @names);                         # by module, file and name; undef: there is none
#   my $line = calling_line($q, $g, \@names, $file, $cost_of); # from which most is called; undef: it is not known
#   without_loop('f [loop 3-7]')                               # "f"
#
# What is called costs each caller the part that its calls have in those of all callers.

package Xgrind::Profile::WorksFor;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(first sum0);
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;

our @EXPORT = qw(callers_with_costs works_for profile_with_lines same_function calling_line without_loop);

my $STEPS_MAX = 32;    # calls between the program's function and the code

sub without_loop { return $_[0] =~ s/ \[(?:irreducible )?loop .*//sr; }

sub callers_with_costs {
   my ($all_arcs, $cost_of) = @_;
   my @callers;
   for my $f (0 .. $#$all_arcs) {
      my $arcs = $all_arcs->[$f] // next;
      push @{ $callers[$_] }, [ $f, $cost_of->($arcs->{$_}, 1) ] for grep { $_ != $f } keys %$arcs;
   }
   return \@callers;
}

sub works_for {
   my ($callers, $is_program, $costs) = @_;
   my (%for, %through);
   my %next = %$costs;
   for (1 .. $STEPS_MAX) {
      my %now = %next or last;
      %next = ();
      for my $f (sort { $a <=> $b } keys %now) {
         my @of  = grep { $_->[1] } @{ $callers->[$f] // [] };
         my $all = sum0(map { $_->[1] } @of);
         for (@of) {
            my ($caller, $cost) = @$_;
            my $part = $now{$f} * $cost / $all;
            if ($is_program->($caller)) { $for{$caller} += $part; $through{$caller}{$f} += $part; }
            else                        { $next{$caller} += $part; }
         }
      }
   }
   my ($most) = sort { $for{$b} <=> $for{$a} || $a <=> $b } keys %for;
   return if !defined $most;
   my ($called) = sort { $through{$most}{$b} <=> $through{$most}{$a} || $a <=> $b } keys %{ $through{$most} };
   return ($most, $for{$most}, $called);
}

sub profile_with_lines {
   my ($profiles, $file, $cache) = @_;
   return $cache->{$file} //= read_profiles($profiles, detail => 'lines', fold => 1, wants => sub { $_[0] eq $file });
}

sub same_function {
   my ($p, @names) = @_;
   return first { join("\0", function_names($p, $_)) eq join("\0", @names) } 0 .. $#{ $p->{functions} };
}

sub calling_line {
   my ($p, $f, $called, $file, $cost_of) = @_;
   my $calls = defined $f ? $p->{line_calls}[$f] // {} : {};
   my ($most, $found) = (-1);
   for my $of (map { $calls->{$_} } grep { $p->{names}[$_] eq $file } keys %$calls) {
      for my $key (sort keys %$of) {
         my ($line, $callee) = split /;/, $key;
         next if !$line || join("\0", function_names($p, $callee)) ne join "\0", @$called;
         my $cost = $cost_of->($of->{$key}, 1);
         ($most, $found) = ($cost, $line) if $cost > $most;
      }
   }
   return $found;
}

1;
