# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::StartUp: functions that only start a program or a thread: those of the loader, what leads to main,
# what leads from main to that of a Rust program, and what leads to nothing else.
#
# Usage:
#   my $is_start_up = start_up_functions($profile, $graph);    # function -> true; kept in $graph
#
# Their inclusive costs are those of the whole program, or of what the user did not write.

package Xgrind::Profile::StartUp;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(start_up_functions);

# The loaders of glibc, of musl and of BSDs, by the last part of the module's path.
my $LOADER = qr{(?:^|/)ld(?:64|-[^/]*)?(?:\.so|-linux|-musl|-elf)[^/]*\z};
my $START  = qr/^(?:\(below main\)|_start|_start_c|_dl_start_user|__libc_start_main(?:@.*|_impl)?|__libc_start_call_main|clone3?|__clone3?|start_thread)(?:'|\z)/;
# Rust's runtime, with generic arguments or without; it starts main and threads.
my $RUST   = qr/^std::rt::lang_start|::__rust_begin_short_backtrace\b/;
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

# Is nearly all of a function's cost that of its calls?  The optimizer may have put the user's code into it.
sub passes_on {
   my ($graph, $f) = @_;
   my $arcs  = $graph->{arcs}[$f] // {};
   my $calls = 0;
   $calls += $arcs->{$_}[1] // 0 for grep { $_ != $f } keys %$arcs;
   return $calls >= 0.99 * ($graph->{inclusive}[$f][0] // 0);
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
   return $graph->{start_up} //= start_up_of($p, $graph);
}

sub start_up_of {
   my ($p, $graph) = @_;
   my %is_loader;
   my @is_start;
   for my $f (0 .. $#{ $p->{functions} }) {
      my ($module, undef, $name) = @{ $p->{functions}[$f] };
      $is_loader{$module} //= $p->{names}[$module] =~ $LOADER ? 1 : 0;
      $is_start[$f] = 1 if $is_loader{$module} || $p->{names}[$name] =~ $START || $p->{names}[$name] =~ $RUST && passes_on($graph, $f);
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
