# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::DependencesModel: which code reads what other code has stored, as the report's model has it
# (docs/report-model.md).
#
# Usage:
#   my $model = dependences_model($run->{dependences}, sub { my ($function) = @_; ... return $row });

package Xgrind::Page::DependencesModel;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Page::ModelJson;
use Xgrind::Run::Dependences;
use Xgrind::Text::CodeNames;

our @EXPORT = qw(dependences_model);

my $PERCENT     = 0.5;    # of the bytes that a pair has at least
my $OBJECTS_MAX = 4;

sub unit_model {
   my ($unit, $row_for) = @_;
   return { name => \$unit->{region}, row => undef } if defined $unit->{region};
   my ($module, $file, $name) = @{ $unit->{function} };
   my $row = $row_for->({ name => $name, file => $file, module => $module });
   return { name => \readable_name($name), row => $row };
}

sub objects_of {
   my ($pair) = @_;
   my @objects = sort { $b->[1] <=> $a->[1] } grep { defined $_->[0] } @{ $pair->{objects} };
   splice @objects, $OBJECTS_MAX if @objects > $OBJECTS_MAX;
   return [ map { [ $_->[0]{id}, $_->[1] ] } @objects ];
}

sub dependences_model {
   my ($d, $row_for) = @_;
   my @pairs = main_pairs($d, $PERCENT);
   my @units = sort { $a <=> $b } uniq map { @$_{qw(from to)} } @pairs;
   my %at    = map { $units[$_] => $_ } 0 .. $#units;
   my %index = map { $pairs[$_] => $_ } 0 .. $#pairs;
   return {
      total_B => $d->{total_B}, own_B => $d->{own_B}, hidden => @{ $d->{pairs} } - @pairs,
      units => [ map { unit_model($d->{units}[$_], $row_for) } @units ],
      pairs => [ map { +{ from => $at{ $_->{from} }, to => $at{ $_->{to} }, bytes => $_->{bytes}, first_B => $_->{first_B}, objects => objects_of($_) } } @pairs ],
      apart => [ map { [ map { $at{$_} } @$_ ] } units_apart($d, @pairs) ],
      fuse  => [ map { [ $index{ $_->{pair} }, $_->{entries}, $_->{iterations} ] } loops_to_fuse($d, @pairs) ],
   };
}

1;
