# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Marks: labels and regions, which a program sets with xgrind.h; the
# headers of a profile's parts list them (docs/client-requests.md).
#
# Usage:
#   print_marks($selection, $profile);    # $profile->{marks}: "Region: parse: entered 1 Ir 20"
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

our @EXPORT = qw(print_marks);

# The labels, and the regions as { name, entered, cost => { event => cost } }, in the order of the profile.
sub marks_of {
   my ($p) = @_;
   my (@labels, %is_label, @regions, %region);
   for my $text (@{ $p->{marks} }) {
      if ($text =~ /^Label: (.*)/) {
         push @labels, $1 if !$is_label{$1}++;
      } elsif ($text =~ /^Region: (.*): entered (\d+)((?: \S+ \d+)*)\s*$/) {
         my ($name, $times, $pairs) = ($1, $2, $3);
         push @regions, $region{$name} = { name => $name } if !$region{$name};
         $region{$name}{entered} += $times;
         my %cost = split ' ', $pairs;
         $region{$name}{cost}{$_} += $cost{$_} for keys %cost;
      }
   }
   return (\@labels, \@regions);
}

# The costs of a region as a list like those of functions; undef for events that it has not.
sub region_costs {
   my ($p, $region) = @_;
   my @cost = map { $region->{cost}{$_} } @{ $p->{events} };
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
   my ($labels, $regions) = marks_of($p);
   if (@$labels) {
      print_title('Labels');
      print visible($_), "\n" for @$labels;
      print "\n";
   }
   return if !@$regions;
   my @costs = map { region_costs($p, $_) } @$regions;
   my $has_all = sub { my ($column) = @_; return !grep { !defined $costs[0][$_] } @{ $column->{events} } };
   my $shown   = { %$selection, shown => [ grep { $has_all->($_->{column}) } @{ $selection->{shown} } ] };
   my @columns = cost_columns($shown, highest($shown, undef, \@costs));
   my @cells   = map { cost_cells(\@columns, $_) } @costs;
   my $entered = { title => 'entered', values => [ map { commas($_->{entered}) } @$regions ] };
   my @names   = map { $_->{name} } @$regions;
   for my $i (0 .. $#columns) { $columns[$i]{values} = [ map { $_->[$i] } @cells ]; }
   print_table(new_table({ columns => [ $entered, @columns, { title => 'region, with all that it calls', fit => sub { short_texts(\@names, $_[0]) } } ] }));
   print "\n";
   return;
}

1;
