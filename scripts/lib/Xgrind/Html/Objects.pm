# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Html::Objects: memory objects as the report's model has them (docs/report-model.md).
#
# Usage:
#   my $objects = objects_model($profile);    # of Xgrind::Objects::Reader, named; undef: it has none
#   my $label   = object_label($object);      # as its programmer names it: variable, else name, else source line
#   my @labels  = object_labels(@objects);    # the same of the objects of one list, no two alike: "p (grid.c:7) #2"
#   my $n_cut   = $objects->{n_cut};          # objects that are left out (to be deleted from the model)

package Xgrind::Html::Objects;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Html::Functions;
use Xgrind::Html::Json;
use Xgrind::Html::Timeline qw();
use Xgrind::Objects::Columns;
use Xgrind::Objects::Names;
use Xgrind::Objects::Variables;

our @EXPORT = qw(objects_model object_label object_labels);

my $OBJECTS_FEW = 5000;     # so many are kept in any case; of more, those with
my $LEAST_SHARE = 1e-6;     # so much of some event
my $LINES_MAX   = 40;       # lines of code of an object, those with the largest shares

sub object_label {
   my ($object) = @_;
   return $object->{symbol} if $object->{kind} eq 'static' && $object->{symbol} ne '';
   my $variable = variable_of($object);
   return $variable if defined $variable && $variable ne '';
   return $object->{name} if $object->{symbol} ne '' || $object->{place} eq '';
   return "$object->{name} (" . base_name($object->{place}) . ')';
}

# A cost as the program has it: with sampling the estimate; undef: not known.
sub program_costs {
   my ($costs, $object) = @_;
   return $costs if !$object->{weight};
   return [ map { my $value = estimated($costs->[$_], $object, $_); defined $value ? int($value + 0.5) : undef } 0 .. $#$costs ];
}

sub lines_model {
   my ($profile, $object) = @_;
   my @lines = @{ $object->{lines} };
   my $share = cost_shares([ map { $_->{cost} } @lines ], $object->{cost}, 0);
   my @order = sort { $share->[$b] <=> $share->[$a] || $a <=> $b } 0 .. $#lines;
   splice @order, $LINES_MAX if @order > $LINES_MAX;
   return [
      map {
         my $f = $profile->{functions}[ $_->{function} ];
         [ \$f->{name}, \$f->{file}, $_->{line}, program_costs($_->{cost}, $object) ]
      } @lines[@order]
   ];
}

sub object_model {
   my ($profile, $object, $label) = @_;
   my $text = sub { my ($key) = @_; return defined $object->{$key} && $object->{$key} ne '' ? \$object->{$key} : undef };
   my $variable = variable_of($object);
   my %model = (
      (map { $_ => $object->{$_} } qw(id thread count size_B total_B born died)),
      (map { $_ => $text->($_) } qw(kind name module)),
      label    => \$label,
      variable => defined $variable ? \$variable : undef,
      source   => $text->('place'),
      stack    => [ map { [ \$_->{name}, \$_->{file}, $_->{line} ] } @{ $object->{stack} // [] } ],
      cost     => program_costs($object->{cost}, $object),
      lines    => lines_model($profile, $object),
   );
   $model{error} = [ map { defined ? $_ + 0 : undef } @{ $object->{error} } ] if $object->{error};
   $model{bytes} = Xgrind::Html::Timeline::figures($object->{bytes}) if defined $object->{bytes};
   return \%model;
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

sub objects_model {
   my ($profile) = @_;
   my @objects = @{ $profile->{objects} };
   return undef if !@objects;
   my @kept = 0 .. $#objects;
   if (@objects > $OBJECTS_FEW) {
      my $share = cost_shares([ map { $_->{cost} } @objects ], $profile->{totals}, 0);
      @kept = grep { $share->[$_] >= $LEAST_SHARE } @kept;
   }
   my @labels = object_labels(@objects[@kept]);
   my @list   = map { object_model($profile, $objects[$_], shift @labels) } @kept;
   return {
      events => texts(@{ $profile->{events} }),
      list   => \@list,
      n_cut  => @objects - @kept,
   };
}

1;
