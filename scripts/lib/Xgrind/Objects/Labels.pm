# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Labels: what a programmer calls a memory object.
#
# Usage:
#   my $label  = object_label($object);      # of Xgrind::Objects::ObjectNames: its variable, else its name, else its source line
#   my @labels = object_labels(@objects);    # the same of the objects of one list, no two alike: "p (grid.c:7) #2"

package Xgrind::Objects::Labels;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::Variables;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(object_label object_labels);

sub object_label {
   my ($object) = @_;
   return fortran_name($object->{symbol}) if $object->{kind} eq 'static' && $object->{symbol} ne '';
   my $variable = variable_of($object);
   return $object->{place} eq '' ? $variable : "$variable (" . base_name($object->{place}) . ')' if defined $variable && $variable ne '';
   # of code without a symbol an address says nothing without its module
   return "$object->{name} (" . base_name($object->{module}) . ')' if $object->{place} eq '' && $object->{symbol} eq '' && $object->{name} =~ /^0x/;
   return $object->{name} if $object->{symbol} ne '' || $object->{place} eq '';
   return "$object->{name} (" . base_name($object->{place}) . ')';
}

# Labels of a group that has only one: with the place, or the calls that allocated, whichever tells all apart; else
# with the place and a number.
sub told_apart {
   my ($label, @objects) = @_;
   my @places = map { base_name($_->{place} // '') } @objects;
   my @names  = map { $_->{name} =~ s/ #\d+\z//r } @objects;
   for my $more (\@places, \@names, [ map { base_name($_->{module} // '') } @objects ]) {
      return map { "$label ($_)" } @$more if !grep { $_ eq '' } @$more and uniq(@$more) == @$more;
   }
   my %n;
   return map { $_ eq '' || index($label, $_) >= 0 ? "$label #" . ++$n{$_} : "$label ($_) #" . ++$n{$_} } @places;
}

# The labels of the objects of one list, no two alike.
sub object_labels {
   my (@objects) = @_;
   my @labels = map { object_label($_) } @objects;
   my %with;
   push @{ $with{ $labels[$_] } }, $_ for 0 .. $#labels;
   my %taken = map { $_ => 1 } grep { @{ $with{$_} } == 1 } keys %with;
   for my $label (sort grep { @{ $with{$_} } > 1 } keys %with) {
      my @which = @{ $with{$label} };
      my @apart = told_apart($label, @objects[@which]);
      for my $i (0 .. $#which) {
         # a name of the program's may look like what is made here
         $apart[$i] .= ' #' . $objects[ $which[$i] ]{id} while $taken{ $apart[$i] }++;
         $labels[ $which[$i] ] = $apart[$i];
      }
   }
   return @labels;
}

1;
