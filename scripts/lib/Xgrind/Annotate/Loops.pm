# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Loops: the loops of a profile (docs/loops.md) by inclusive cost: how often each was entered, how
# often it went round, what it costs, and with caches how it uses them: accesses to data per instruction, and bytes of the
# lines that each level has loaded per estimated cycle.
#
# Usage:
#   fail('...') if !has_loops($profile);
#   print_loops($selection, $profile, $self, $graph);

package Xgrind::Annotate::Loops;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Annotate::CostTable;
use Xgrind::Annotate::FunctionList;
use Xgrind::Profile::Columns;
use Xgrind::Profile::Model;
use Xgrind::Text::Numbers;
use Xgrind::Text::Table;

our @EXPORT = qw(has_loops print_loops);

# Levels, and which one's column is left out last.
my @LEVELS = ([ L1 => 3 ], [ L2 => 4 ], [ LL => 2 ]);

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

# Columns of the main cost alone, which must not be left out.
sub cost_column {
   my ($selection, $title, $costs) = @_;
   my ($shown) = grep { $_->{column} == $selection->{main} } @{ $selection->{shown} };
   my $of_main = { %$selection, shown => [ $shown // { column => $selection->{main}, has_share => 0 } ] };
   my @columns = cost_columns($of_main, highest($of_main, undef, $costs));
   my @values  = map { cost_cells(\@columns, $_)->[0] } @$costs;
   return { title => $title, values => \@values };
}

sub quotients {
   my ($title, $priority, $costs, $of, $by) = @_;
   my @values = map { my $n = $by->($_); $n ? sprintf '%.2f', $of->($_) / $n : '-' } @$costs;
   return { title => $title, values => \@values, priority => $priority };
}

# How the code uses caches, with what it calls; the columns that there is room for.
sub use_columns {
   my ($selection, $p, $costs) = @_;
   my ($ir, $reads, $writes, $cycles) = map { $_ ? $_->{value} : undef } @{ $selection->{columns} }{qw(Ir Dr Dw CEst)};
   return if !$ir || !$reads || !$writes || !$cycles;
   my @columns = quotients('data/Ir', 1, $costs, sub { $reads->(@_) + $writes->(@_) }, $ir);
   for (@LEVELS) {
      my ($level, $priority) = @$_;
      my $bytes = bytes_loaded($p, $level) // next;
      push @columns, quotients("$level B/cycle", $priority, $costs, $bytes, $cycles);
   }
   return @columns;
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
         cost_column($selection, $key,   [ map { $_->{cost} } @$rows ]),
         cost_column($selection, 'self', [ map { $self->[$_] } @functions ]),
         { title => 'entries',    values => [ map { commas($_->[0]) } @figures ] },
         { title => 'iterations', values => [ map { defined $_->[1] ? commas($_->[1]) : '-' } @figures ] },
         { title => 'per entry', values => [ map { defined $_->[1] && $_->[0] ? sprintf '%.2f', $_->[1] / $_->[0] : '-' } @figures ] },
         use_columns($selection, $p, [ map { $_->{cost} } @$rows ]),
         { title => 'loop', fit => sub { my $texts = function_texts($p, $graph, \@functions, $_[0]); return [ @$texts{@functions} ] } },
      ],
   }));
   print_rest($selection, $rest, 'loop');
   return;
}

1;
