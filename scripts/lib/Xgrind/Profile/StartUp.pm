# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::StartUp: functions that only start a program: those of the loader, what leads to main,
# and what leads to nothing else.
#
# Usage:
#   my $is_start_up = start_up_functions($profile, $graph);    # function -> true
#
# Their inclusive costs are those of the whole program, or of what the user did not write.

package Xgrind::Profile::StartUp;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(start_up_functions);

# The loaders of glibc, of musl and of BSDs, by the last part of the module's path.
my $LOADER = qr{(?:^|/)ld(?:64|-[^/]*)?(?:\.so|-linux|-musl|-elf)[^/]*\z};
my $START  = qr/^(?:\(below main\)|_start|_start_c|_dl_start_user|__libc_start_main(?:@.*|_impl)?|__libc_start_call_main)(?:'|\z)/;
my $MAIN   = qr/^main(?:'|\z)/;

# Of each function its callers.
sub callers_of {
   my ($graph) = @_;
   my @callers;
   for my $f (0 .. $#{ $graph->{arcs} }) {
      push @{ $callers[$_] }, $f for keys %{ $graph->{arcs}[$f] // {} };
   }
   return \@callers;
}

# What calls main, directly or not, but no function that main reaches: where main is called again, they are
# in a cycle with it.
sub above_main {
   my ($p, $graph) = @_;
   my @main = grep { $p->{names}[ $p->{functions}[$_][2] ] =~ $MAIN } 0 .. $#{ $p->{functions} };
   my %in_cycle = map { $_ => 1 } grep { defined } map { $graph->{cycle_of}[$_] } @main;
   my %seen = map { $_ => 1 } @main;
   my $callers = callers_of($graph);
   my @above;
   my @next = @main;
   while (@next) {
      my $f = shift @next;
      my @new = grep { !$seen{$_}++ && !$in_cycle{ $graph->{cycle_of}[$_] // '' } } @{ $callers->[$f] // [] };
      push @above, @new;
      push @next,  @new;
   }
   return @above;
}

sub start_up_functions {
   my ($p, $graph) = @_;
   my %is_loader;
   my @is_start;
   for my $f (0 .. $#{ $p->{functions} }) {
      my ($module, undef, $name) = @{ $p->{functions}[$f] };
      $is_loader{$module} //= $p->{names}[$module] =~ $LOADER ? 1 : 0;
      $is_start[$f] = 1 if $is_loader{$module} || $p->{names}[$name] =~ $START;
   }
   $is_start[$_] = 1 for above_main($p, $graph);
   my %is_called;    # by others than these
   for my $f (grep { !$is_start[$_] } 0 .. $#{ $graph->{arcs} }) {
      $is_called{$_} = 1 for grep { $_ != $f } keys %{ $graph->{arcs}[$f] // {} };
   }
   for my $f (grep { !$is_start[$_] && !$is_called{$_} } 0 .. $#{ $graph->{arcs} }) {
      my @callees = grep { $_ != $f } keys %{ $graph->{arcs}[$f] // {} };
      $is_start[$f] = 1 if @callees && !grep { !$is_start[$_] } @callees;
   }
   return \@is_start;
}

1;
