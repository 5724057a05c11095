# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::CallingLines: for which line of the program a finding misses in code that is not the program's, such as memcpy.
#
# Usage:
#   add_callers($report, \@profiles, $p);    # of Xgrind::Findings::Ranked; files of the run; the profile, if it was read already, or undef
#   $finding->{caller}    # { function, file, line, calls: what it calls, percent: of what the finding's code misses in D1 }; undef: the code is
#                         # the program's, or nobody is known to call it; file and line are undef where they are not known
#
# The program is the module that main is in, without code of which the file is not known if that of main is: a library that was linked
# into it.  A function's misses are its callers' in the parts that their calls of it have in those of all calls.

package Xgrind::Run::CallingLines;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Text::Numbers;

our @EXPORT = qw(add_callers);

my $STEPS_MAX = 32;    # calls between the program's line and the code
my $UNKNOWN   = qr/^(?:\?\?\?|)\z/;

sub without_loop { return $_[0] =~ s/ \[(?:irreducible )?loop .*//sr; }

sub misses_in {
   my ($p, $cost, $offset) = @_;
   return sum0(map { defined $p->{event_index}{$_} ? $cost->[ $p->{event_index}{$_} + $offset ] // 0 : 0 } qw(D1mr D1mw));
}

# The module that main is in, and whether its file is known; (): there is none, or there are several.
sub program_of {
   my ($p) = @_;
   my %main = map { my ($module, $file) = function_names($p, $_); ($module => $file !~ $UNKNOWN) } grep { (function_names($p, $_))[2] =~ /^main(?: \[|\z)/ } 0 .. $#{ $p->{functions} };
   return keys %main == 1 ? %main : ();
}

sub is_of_program {
   my ($program, $module, $file) = @_;
   return $module eq $program->{module} && (!$program->{has_file} || $file !~ $UNKNOWN);
}

# Who calls each function, with the misses of these calls.
sub callers_of {
   my ($p) = @_;
   my @callers;
   for my $f (0 .. $#{ $p->{arcs} }) {
      my $arcs = $p->{arcs}[$f] // next;
      push @{ $callers[$_] }, [ $f, misses_in($p, $arcs->{$_}, 1) ] for grep { $_ != $f } keys %$arcs;
   }
   return \@callers;
}

# The function of the program that most of these misses are for, its part of them, and the function that it calls; misses are by function.
sub main_caller {
   my ($p, $program, $callers, $misses) = @_;
   my (%for, %through);
   my %next = %$misses;
   for (1 .. $STEPS_MAX) {
      my %now = %next or last;
      %next = ();
      for my $f (sort { $a <=> $b } keys %now) {
         my @of  = @{ $callers->[$f] // [] };
         my $all = sum0(map { $_->[1] } @of) or next;
         for (grep { $_->[1] } @of) {
            my ($caller, $n) = @$_;
            my $part = $now{$f} * $n / $all;
            if (is_of_program($program, (function_names($p, $caller))[0, 1])) { $for{$caller} += $part; $through{$caller}{$f} += $part; }
            else                                                              { $next{$caller} += $part; }
         }
      }
   }
   my ($most) = sort { $for{$b} <=> $for{$a} || $a <=> $b } keys %for;
   return if !defined $most;
   my ($called) = sort { $through{$most}{$b} <=> $through{$most}{$a} || $a <=> $b } keys %{ $through{$most} };
   return ($most, $for{$most}, $called);
}

# The line of a function with most misses in its calls of another one; undef: it is not known.
sub calling_line {
   my ($profiles, $p, $caller, $called) = @_;
   my ($file, @names) = ((function_names($p, $caller))[1], map { join "\0", function_names($p, $_) } $caller, $called);
   my $q = read_profiles($profiles, detail => 'lines', fold => 1, wants => sub { $_[0] eq $file });
   my ($f) = grep { join("\0", function_names($q, $_)) eq $names[0] } 0 .. $#{ $q->{functions} };
   my ($most, $found) = (-1);
   for my $calls (defined $f ? values %{ $q->{line_calls}[$f] // {} } : ()) {
      for my $key (sort keys %$calls) {
         my ($line, $callee) = split /;/, $key;
         next if !$line || join("\0", function_names($q, $callee)) ne $names[1];
         my $n = misses_in($q, $calls->{$key}, 1);
         ($most, $found) = ($n, $line) if $n > $most;
      }
   }
   return $found;
}

# What a finding's code that is not the program's misses in D1, by function of the profile.
sub foreign_misses {
   my ($p, $program, $self, $finding) = @_;
   my %is_foreign = map { $_->{function}{name} => 1 } grep { !is_of_program($program, @{ $_->{function} }{qw(module file)}) } @{ $finding->{code} };
   my ($first) = @{ $finding->{code} };
   return {} if !$first || !$is_foreign{ $first->{function}{name} };
   my %misses;
   for my $f (0 .. $#$self) {
      my ($module, $file, $name) = function_names($p, $f);
      next if !$is_foreign{ without_loop($name) } || is_of_program($program, $module, $file);
      my $n = misses_in($p, $self->[$f], 0);
      $misses{$f} = $n if $n;
   }
   return \%misses;
}

# Could a finding's code be of another module than the program's?  Then the profile, which may be large, is worth reading.
sub may_be_foreign {
   my ($finding) = @_;
   my ($first) = @{ $finding->{code} } or return 0;
   return $first->{function}{module} =~ /\.so(?:\.|\z)/ || $first->{function}{file} =~ $UNKNOWN;
}

sub add_callers {
   my ($report, $profiles, $p) = @_;
   my @findings = grep { may_be_foreign($_) } @{ $report->{findings} };
   return if !@findings || !@$profiles;
   $p //= read_profiles($profiles, detail => 'functions', fold => 1);
   my ($module, $has_file) = program_of($p) or return;
   my $program = { module => $module, has_file => $has_file };
   my ($self, $callers) = (self_costs($p), callers_of($p));
   for my $finding (@findings) {
      my $misses = foreign_misses($p, $program, $self, $finding);
      my ($caller, $n, $called) = main_caller($p, $program, $callers, $misses) or next;
      my (undef, $file, $name) = function_names($p, $caller);
      my $line = calling_line($profiles, $p, $caller, $called);
      $finding->{caller} = { function => without_loop($name), file => defined $line ? $file : undef, line => $line, calls => without_loop((function_names($p, $called))[2]), percent => share($n, sum0(values %$misses)) };
   }
   return;
}

1;
