# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Marks: labels and regions, which a program sets with xgrind.h; the
# headers of a profile's parts list them (docs/client-requests.md).
#
# Usage:
#   use Xgrind::Annotate::Marks;
#   add_mark($_) for @texts_behind_desc;        # "Region: parse: entered 1 Ir 20"
#   print_marks([ 'Ir', 'Dr' ], { Ir => 1000, Dr => 300 });
# The parts of a profile are added up: a region of one name is one line.

package Xgrind::Annotate::Marks;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

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

# Prints labels and regions, if there are any, with those events that regions have.
sub print_marks {
   my ($events, $total) = @_;
   if (@labels) {
      print_title('Labels');
      print printable($_), "\n" for @labels;
      print "\n";
   }
   return if !@regions;
   my @columns = ([ 'entered', map { commas($entered{$_}) } @regions ]);
   for my $e (grep { exists $cost{ $regions[0] }{$_} } @$events) {
      push @columns, [ $e, map { cell($cost{$_}{$e} // 0, $total->{$e}) } @regions ];
   }
   my ($title, @lines) = joined_columns(@columns);
   print_title(printable("$title  region, with all that it calls"));
   print "$lines[$_]  ", printable($regions[$_]), "\n" for 0 .. $#regions;
   print "\n";
   return;
}

1;
