# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Diff::DiffColumns: what is compared: events that both profiles have, and what both can compute from them.
#
# Usage:
#   my ($columns, $profile) = common_columns($before, $after, \@events);    # of two sides (Xgrind::Diff::Compare): key -> column;
#                                      # the first profile as if it had these events only
#   my $c = $columns->{L1rate};          # key, title, kind, basis as in Xgrind::Profile::Columns
#   value_of($c, $cost, 1)               # of [costs before, costs after], afterwards; undef: there is none
#   my $change = change_of($c, $cost);   # exact; of rates in percentage points; undef if one side has none
#   difference(1, 3)                     # 2, exact
#   $c->{program}                        # figures of the program: [before, after]
#   my $selection = choose_columns($diff, { show => 'Ir,L1rate', sort => 'DLmr' }, $for_programs);
#
# A selection is { shown => [ { column, rank } ], sort => column, is_chosen (by the user), limit => the sum of --fail-above }.

package Xgrind::Diff::DiffColumns;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::Columns;
use Xgrind::Script::Spelling;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Messages;

our @EXPORT = qw(common_columns column_named choose_columns value_of change_of difference is_sum);

my $ROWS_MAX  = 14;                           # of totals, unless the user names columns
my $EXACT_MAX = 9_000_000_000_000_000_000;    # above it, differences do not fit into 64 bits with a sign

# --- Figures ---------------------------------------------------------------

sub is_sum { return $_[0]{kind} eq 'sum'; }

sub value_of {
   my ($column, $cost, $side) = @_;
   return $column->{of}[$side]{value}->($cost->[$side]);
}

# The difference of two numbers, exact if they are whole.
sub difference {
   my ($before, $after) = @_;
   return $after - $before if $before < $EXACT_MAX && $after < $EXACT_MAX;
   require Math::BigInt;
   my ($x, $y) = map { Math::BigInt->new(/^\d+\z/ ? $_ : sprintf '%.0f', $_) } $before, $after;
   return $y->bsub($x)->bstr;
}

sub change_of {
   my ($column, $cost) = @_;
   my ($before, $after) = map { value_of($column, $cost, $_) } 0, 1;
   return defined $before && defined $after ? difference($before, $after) : undef;
}

# --- Columns ---------------------------------------------------------------

# A profile as if it had these events only: both sides then compute columns from the same ones.
sub with_events {
   my ($p, $events) = @_;
   my %index = map { $events->[$_] => $_ } 0 .. $#$events;
   my %formulas;
   for my $name (grep { defined $index{$_} } keys %{ $p->{formulas} // {} }) {
      my @terms = map { [ $index{ $p->{events}[ $_->[0] ] }, $_->[1] ] } @{ $p->{formulas}{$name} };
      $formulas{$name} = \@terms if !grep { !defined $_->[0] } @terms;
   }
   return { %$p, events => $events, event_index => \%index, formulas => \%formulas };
}

sub common_columns {
   my ($before, $after, $events) = @_;
   my @profiles = map { $_->{profile} } $before, $after;
   my @common   = map { with_events($_, $events) } @profiles;
   my @of       = map { columns_of_profile($_) } @common;
   my @indices  = map { my $p = $_; [ map { $p->{event_index}{$_} } @$events ] } @profiles;
   my @totals   = map { [ map { $_ // 0 } @{ ($before, $after)[$_]{total} }[ @{ $indices[$_] } ] ] } 0, 1;
   my %columns;
   for my $key (grep { $of[1]{$_} } keys %{ $of[0] }) {
      my @both = map { $_->{$key} } @of;
      $columns{$key} = { %{ $both[0] }, of => \@both, program => [ map { program_value($common[$_], $both[$_], $totals[$_]) } 0, 1 ] };
   }
   for my $column (values %columns) {
      $column->{basis} = $columns{ $column->{basis}{key} } if $column->{basis};
   }
   return (\%columns, $common[0]);
}

# --- Choice ----------------------------------------------------------------

sub column_named {
   my ($diff, $option, $name) = @_;
   fail("$option: $diff->{not_compared}{$name}") if $diff->{not_compared}{$name};
   my %is_event = map { $_ => 1 } @{ $diff->{events} };
   my @names    = (@{ $diff->{events} }, grep { !$is_event{$_} } sort keys %{ $diff->{columns} });
   return $diff->{columns}{ name_by_level($name, $diff->{columns}) } // fail("$option: there is no event " . unknown_name($name, \@names, 'in both profiles'));
}

# The most telling columns of the default; columns that tell equally much are all there or none of them is.
sub telling_columns {
   my ($diff) = @_;
   my (@shown, %of_rank);
   for my $group (default_columns($diff->{profile}, $diff->{columns})) {
      my ($rank, @columns) = @$group;
      push @{ $of_rank{$rank} }, @columns;
      push @shown, map { { column => $_, rank => $rank } } @columns;
   }
   my ($n, $last) = (0, -1);
   for my $rank (sort { $a <=> $b } keys %of_rank) {
      $n += @{ $of_rank{$rank} };
      last if $n > $ROWS_MAX;
      $last = $rank;
   }
   return grep { $_->{rank} <= $last } @shown;
}

# For programs, the event that sorts is the first one, whatever else could be computed.
sub choose_columns {
   my ($diff, $opt, $for_programs) = @_;
   my $columns = $diff->{columns};
   my $first   = $columns->{ $diff->{events}[0] };
   my $show    = $opt->{show};
   my $is_all  = defined $show && $show eq 'all' && !$columns->{all};
   my @named   = !defined $show ? () : map { column_named($diff, '--show', $_) } $is_all ? @{ $diff->{events} } : split /,/, $show;
   my $usual   = $for_programs ? $first : $columns->{CyBase} ? $columns->{CEst} // $first : $columns->{Ir} // $first;
   my $sort    = defined $opt->{sort} ? column_named($diff, '--sort', $opt->{sort}) : $is_all || !@named ? $usual : $named[0];
   my $limit   = defined $opt->{sort} ? $sort : $named[0] // $first;
   my @shown   = @named ? map { { column => $_, rank => 0 } } @named : telling_columns($diff);
   unshift @shown, { column => $sort, rank => 0 } if !@named && !grep { $_->{column} == $sort } @shown;
   return { shown => \@shown, sort => $sort, limit => $limit, is_chosen => defined $show };
}

1;
