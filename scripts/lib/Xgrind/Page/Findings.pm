# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Findings: what the report's model has of a data file besides objects and timeline: findings, miss
# curves, cache sets.
#
# Usage:
#   my $findings = findings_model($version, $data, $report);    # of Xgrind::Data::Misses and ::Findings
#   my $curves   = curves_model($profile, $data->{curves});
#   my $sets     = sets_model($run->{miss_classes});

package Xgrind::Page::Findings;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use Xgrind::Findings::FindingsJson;
use Xgrind::Findings::Knees;
use Xgrind::Page::ModelJson;
use Xgrind::Objects::Labels;
use Xgrind::Text::CodeNames;
use Xgrind::Text::Levels;

our @EXPORT = qw(findings_model curves_model sets_model);

my $FUNCTIONS_MAX = 300;    # that have a miss curve, those with most accesses
my $OBJECTS_MAX   = 300;

sub findings_model {
   my ($version, $data, $report) = @_;
   my $json = report_for_programs($version, $data, $report, {});
   delete $json->{miss_curves};
   for my $finding (@{ $json->{findings} }) {
      $_->{function} = readable_name($_->{function}) for @{ $finding->{code} }, map { @{ $_->{stack} } } @{ $finding->{objects} };
   }
   return raw_json(JSON::PP->new->utf8->canonical->encode($json));
}

# A curve: its numbers, which have been checked.
sub curve_model {
   my ($curve) = @_;
   return { map { my $value = $curve->{$_}; $_ => ref $value ? [ map { $_ + 0 } @$value ] : $value + 0 } qw(accesses recorded misses error) };
}

# The first of a list by a figure, largest first.
sub largest {
   my ($max, $figure, @list) = @_;
   my @order = sort { $figure->($list[$b]) <=> $figure->($list[$a]) || $a <=> $b } 0 .. $#list;
   splice @order, $max if @order > $max;
   return @list[@order];
}

sub curves_model {
   my ($profile, $curves) = @_;
   my @functions = largest($FUNCTIONS_MAX, sub { $_[0]{inclusive}{accesses} }, @{ $curves->{functions} });
   my @objects   = largest($OBJECTS_MAX, sub { $_[0]{accesses} }, @{ $curves->{objects} });
   my $words = knee_words({ %$profile, miss_curves => $curves }, { object_name => \&object_label });
   return {
      line_B    => $curves->{line_B},
      sizes_B   => [ map { $_ + 0 } @{ $curves->{sizes_B} } ],
      exact     => flag($curves->{exact}),
      rate      => $curves->{rate} + 0,
      program   => curve_model($curves->{program}),
      functions => [
         map {
            my $f = $profile->{functions}[ $_->{function} ];
            +{ name => \readable_name($f->{name}), file => \$f->{file}, self => curve_model($_->{self}), inclusive => curve_model($_->{inclusive}) }
         } @functions
      ],
      objects => [ map { +{ id => $_->{object} + 0, %{ curve_model($_) } } } @objects ],
      words   => texts(@$words),
   };
}

# Sets of caches: [set, cold, capacity, conflict, true sharing, false sharing].
sub sets_model {
   my ($classes) = @_;
   my @levels = grep { $classes->{sets}{$_} } @DATA_LEVELS;
   my %sets;
   for my $level (@levels) {
      $sets{$level} = [ map { my $row = $_; [ map { ($row->[$_] // 0) + 0 } 0 .. 5 ] } @{ $classes->{sets}{$level} } ];
   }
   my $n_sets = $classes->{n_sets};
   return { %sets, n_sets => { map { $_ => $n_sets->{$_} } grep { defined $n_sets->{$_} } @levels } };
}

1;
