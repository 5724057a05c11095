# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Marks: labels and regions, which a program sets with xgrind.h; the
# headers of a profile's parts list them (docs/client-requests.md).
#
# Usage:
#   use Xgrind::Annotate::Marks;
#   add_mark($_) for @texts_behind_desc;        # "Region: parse: entered 1 Ir 20"
#   print_marks($selection, $profile);
# The parts of a profile are added up: a region of one name is one line.

package Xgrind::Annotate::Marks;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Annotate::CostTable;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(add_mark print_marks);

my (@labels, %is_label);
my (@regions, %entered, %cost);    # names in order; name -> times; name -> event -> cost

# Adds a "desc:" line if it is a label or a region.
sub add_mark {
   my ($text) = @_;
   if ($text =~ /^Label: (.*)/) {
      push @labels, $1 if !$is_label{$1}++;
   } elsif ($text =~ /^Region: (.*): entered (\d+)((?: \S+ \d+)*)\s*$/) {
      my ($name, $times, $pairs) = ($1, $2, $3);
      push @regions, $name if !exists $entered{$name};
      $entered{$name} += $times;
      my %c = split ' ', $pairs;
      $cost{$name}{$_} += $c{$_} for keys %c;
   }
   return;
}

# The costs of a region as a list like those of functions; undef for events that it has not.
sub region_costs {
   my ($p, $name) = @_;
   my @cost = map { $cost{$name}{$_} } @{ $p->{events} };
   for my $event (keys %{ $p->{formulas} // {} }) {
      my @terms = @{ $p->{formulas}{$event} };
      next if grep { !defined $cost[ $_->[0] ] } @terms;
      $cost[ $p->{event_index}{$event} ] = sum0(map { $_->[1] * $cost[ $_->[0] ] } @terms);
   }
   return \@cost;
}

# Prints labels and regions, if there are any, with those columns that regions have.
sub print_marks {
   my ($selection, $p) = @_;
   if (@labels) {
      print_title('Labels');
      print visible($_), "\n" for @labels;
      print "\n";
   }
   return if !@regions;
   my @costs = map { region_costs($p, $_) } @regions;
   my $has_all = sub { my ($column) = @_; return !grep { !defined $costs[0][$_] } @{ $column->{events} } };
   my $shown   = { %$selection, shown => [ grep { $has_all->($_->{column}) } @{ $selection->{shown} } ] };
   my @columns = cost_columns($shown, highest($shown, undef, \@costs));
   my @cells   = map { cost_cells(\@columns, $_) } @costs;
   my $entered = { title => 'entered', values => [ map { commas($entered{$_}) } @regions ] };
   for my $i (0 .. $#columns) { $columns[$i]{values} = [ map { $_->[$i] } @cells ]; }
   print_table(new_table({ columns => [ $entered, @columns, { title => 'region, with all that it calls', fit => sub { short_texts(\@regions, $_[0]) } } ] }));
   print "\n";
   return;
}

1;
