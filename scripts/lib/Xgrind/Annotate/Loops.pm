# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Loops: the loops of a profile (docs/loops.md) by inclusive cost: how often each was entered, how
# often it went round, at least and at most in one entry, what it costs, and with caches its work (Xgrind::Profile::WorkColumns).
#
# Usage:
#   fail('...') if !has_loops($profile);
#   print_loops($selection, $profile, $self, $graph);

package Xgrind::Annotate::Loops;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::FunctionList;
use Xgrind::Annotate::Work;
use Xgrind::Profile::Model;
use Xgrind::Profile::WorkColumns;
use Xgrind::Text::Numbers;
use Xgrind::Text::Table;

our @EXPORT = qw(has_loops print_loops);

my $LOOP = qr/ \[(?:irreducible )?loop [^\]]*\]/;

sub is_loop {
   my ($p, $f) = @_;
   my (undef, undef, $name) = function_names($p, $f);
   return $name =~ $LOOP;
}

sub has_loops {
   my ($p) = @_;
   return scalar grep { is_loop($p, $_) } 0 .. $#{ $p->{functions} };
}

# How often each function is called.
sub entries_of {
   my ($p) = @_;
   my @entries;
   for my $calls (grep { defined } @{ $p->{arcs} }) { $entries[$_] += $calls->{$_}[0] for keys %$calls; }
   return \@entries;
}

# Least and most iterations of an entry: one number if they are the same.
sub trips_text {
   my ($p, $f) = @_;
   my ($least, $most) = @{ $p->{trips}[$f] // [] };
   return !defined $most ? '-' : $least == $most ? commas($most) : commas($least) . '-' . commas($most);
}

sub print_loops {
   my ($selection, $p, $self, $graph) = @_;
   my @loops = grep { !defined $_->{cycle} && is_loop($p, $_->{function}) } function_rows($p, $self, $graph, 1);
   my ($rows, $rest) = choose_rows($selection, \@loops, 1);
   put_start_up_last($p, $graph, $rows);
   my @functions = map { $_->{function} } @$rows;
   my $entries   = entries_of($p);
   my @figures   = map { [ $entries->[$_] // 0, $p->{iterations}[$_] ] } @functions;
   my $key       = $selection->{main}{key};
   print_table(new_table({
      columns => [
         main_cost_column($selection, $key,   [ map { $_->{cost} } @$rows ]),
         main_cost_column($selection, 'self', [ map { $self->[$_] } @functions ]),
         { title => 'entries',    values => [ map { commas($_->[0]) } @figures ] },
         { title => 'iterations', values => [ map { defined $_->[1] ? commas($_->[1]) : '-' } @figures ] },
         { title => 'per entry', values => [ map { defined $_->[1] && $_->[0] ? sprintf '%.2f', $_->[1] / $_->[0] : '-' } @figures ] },
         { title => 'least-most', priority => 5, values => [ map { trips_text($p, $_) } @functions ] },
         work_columns($selection->{columns}, $p, [ map { $_->{cost} } @$rows ]),
         { title => 'loop', fit => sub { my $texts = function_texts($p, $graph, \@functions, $_[0]); return [ @$texts{@functions} ] } },
      ],
   }));
   print_rest($selection, $rest, 'loop');
   return;
}

1;
