# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::SpreadText: how much ranks of a job differ, in the terminal.
#
# Usage:
#   print_spread($sum, $event);    # a sum that is finished (Xgrind::Merge::Sum); $event: undef, the usual one
#
# Functions whose costs differ most come first; the difference is that of most and mean, which is what the other ranks wait
# for if all wait for the slowest.

package Xgrind::Merge::SpreadText;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Merge::Spread;
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::EventNames;
use Xgrind::Profile::Model;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(print_spread standing_out);

my $ROWS_MAX  = 20;     # functions
my $NAMES_MAX = 10;     # of ranks that stand out
my $FAR       = 3;      # times the median distance from the median
my $FAR_share = 0.05;   # and of the median

sub median {
   my @sorted = sort { $a <=> $b } @_;
   return ($sorted[ int($#sorted / 2) ] + $sorted[ int(@sorted / 2) ]) / 2;
}

# The figures that are far from the others, by their index: more than 3 times as far from the median as half of them, and
# than 5 % of it; the farthest first.
sub standing_out {
   my @figures = @_;
   my $middle = median(@figures);
   my @far    = map { abs($_ - $middle) } @figures;
   my $typical = median(@far);
   return sort { $far[$b] <=> $far[$a] || $a <=> $b } grep { $far[$_] > $FAR * $typical && $far[$_] > $FAR_share * $middle } 0 .. $#figures;
}

sub column_of {
   my ($spread, $event) = @_;
   my @columns = @{ $spread->{columns} };
   my ($column) = grep { $columns[$_] eq ($event // usual_event(@columns)) } 0 .. $#columns;
   return $column // fail('--event takes ' . either(map { printable($_) } @columns) . ', not ' . quoted($event));
}

# Names of ranks without the folder that they have in common.
sub without_folder {
   my @names = map { visible($_) } @_;
   my ($folder) = $names[0] =~ m{^(.*/)}s;
   return @names if !defined $folder || grep { index($_, $folder) } @names;
   return map { substr $_, length $folder } @names;
}

# A rank, and how many others have the same.
sub rank_text {
   my ($name, $n) = @_;
   return $n > 1 ? "$name +" . commas($n - 1) : $name;
}

# The first rank, and how many others there are.
sub ranks_text {
   my ($name, @others) = @_;
   return !@others ? $name : "$name and " . commas(scalar @others) . (@others == 1 ? ' other' : ' others');
}

sub mean_text {
   my ($sum, $n) = @_;
   return commas($sum / $n);
}

# The program's totals: least, mean, most.
sub print_totals {
   my ($totals, $names) = @_;
   my ($sum, @sorted) = (0, sort { $totals->[$a] <=> $totals->[$b] || $a <=> $b } 0 .. $#$totals);
   $sum += $_ for @$totals;
   my ($least, $most) = map { $totals->[$_] } @sorted[ 0, -1 ];
   print_field('Ranks', commas(scalar @$totals));
   print_field('Least', commas($least) . ' in ' . ranks_text(map { $names->[$_] } grep { $totals->[$_] == $least } @sorted));
   print_field('Mean',  mean_text($sum, scalar @$totals));
   print_field('Most',  commas($most) . ' in ' . ranks_text(map { $names->[$_] } grep { $totals->[$_] == $most } @sorted));
   return;
}

# Which ranks stand out by their totals, in a sentence.
sub print_standing_out {
   my ($totals, $names) = @_;
   my @out    = standing_out(@$totals);
   my $middle = median(@$totals);
   my $last   = @out > $NAMES_MAX ? $NAMES_MAX - 1 : $#out;
   my @said   = map { "$names->[$_] (" . commas($totals->[$_]) . ($middle ? sprintf ', %.2f times the median)', $totals->[$_] / $middle : ')') } @out[ 0 .. $last ];
   push @said, commas(@out - @said) . ' more' if @out > @said;
   print "\n";
   print_wrapped(!@out ? 'No rank stands out.'
      : (@out == 1 ? 'This rank stands out from' : 'These ranks stand out from') . ' a median of ' . commas($middle) . ': ' . join('; ', @said) . '.');
   return;
}

# The rows of functions: [function, least, n, key, most, n, key, sum].
sub rows_of {
   my ($sum, $column) = @_;
   my ($spread, $p) = @$sum{qw(spread p)};
   my @derived = grep { $_->[0] eq $spread->{columns}[$column] } derived_events($p);
   my @rows;
   for my $f (grep { $spread->{stats}[$_] } 0 .. $#{ $spread->{stats} }) {
      my @six = @{ $spread->{stats}[$f] }[ 6 * $column .. 6 * $column + 5 ];
      next if !$six[3];
      my @figures = own_figures($p, $f, \@derived);
      my $event = @derived ? $#figures : $p->{event_index}{ $spread->{columns}[$column] };
      push @rows, [ $f, @six, $figures[$event] ];
   }
   my $n = $spread->{n};
   my %behind = map { $_->[0] => $_->[4] - $_->[7] / $n } @rows;
   my @names = map { join "\0", reverse function_names($p, $_->[0]) } @rows;
   return map { $rows[$_] } sort { $behind{ $rows[$b][0] } <=> $behind{ $rows[$a][0] } || $names[$a] cmp $names[$b] } 0 .. $#rows;
}

sub print_functions {
   my ($sum, $column, $name_of) = @_;
   my $n = $sum->{spread}{n};
   my @all  = rows_of($sum, $column);
   my @rows = @all > $ROWS_MAX ? @all[ 0 .. $ROWS_MAX - 1 ] : @all;
   my @functions = map { [ function_names($sum->{p}, $_->[0]) ] } @rows;
   if ($sum->{of_objects}) { $_->[1] = '???' for @functions; }    # their names have it
   print "\n";
   print_table(new_table({ columns => [
      { title => 'least', values => [ map { commas($_->[1]) } @rows ] },
      { title => 'rank', align => 'left', priority => 1, values => [ map { rank_text($name_of->{ $_->[3] }, $_->[2]) } @rows ] },
      { title => 'mean', values => [ map { mean_text($_->[7], $n) } @rows ] },
      { title => 'most', values => [ map { commas($_->[4]) } @rows ] },
      { title => 'rank', align => 'left', values => [ map { rank_text($name_of->{ $_->[6] }, $_->[5]) } @rows ] },
      { title => $sum->{of_objects} ? 'object' : 'function', fit => sub { return short_functions(\@functions, $_[0]) } },
   ] }));
   my $others = @all - @rows;
   my $what   = $sum->{of_objects} ? 'object' : 'function';
   print "\n", commas($others), $others == 1 ? " more $what differs less.\n" : " more ${what}s differ less.\n" if $others;
   print "\nFigures are estimates, from sampling.\n" if $sum->{is_estimated};
   return;
}

sub print_spread {
   my ($sum, $event) = @_;
   my $spread = $sum->{spread};
   my $column = column_of($spread, $event);
   my @short  = without_folder(map { $_->[1] } @{ $spread->{ranks} });
   my %name_of;
   $name_of{ $spread->{ranks}[$_][0] } //= $short[$_] for 0 .. $#short;
   print_field('Event', printable(name_and_title($sum->{p}, $spread->{columns}[$column])));
   my @totals = map { $_->[2][$column] } @{ $spread->{ranks} };
   print_totals(\@totals, \@short);
   print_standing_out(\@totals, \@short);
   print_functions($sum, $column, \%name_of);
   return;
}

1;
