# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Html::Missing: the views that a run has no data for, and the option that would give it.
#
# Usage:
#   my @missing = missing_views($run);     # of Xgrind::Run::Contents: [view, sentence, option or undef]
#   my $model   = missing_model($run);     # the same as part of the report's model

package Xgrind::Html::Missing;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(missing_views missing_model);

sub missing_views {
   my ($run) = @_;
   my $objects = $run->{objects} // { objects => [], events => [], more => {} };
   my @missing;
   if (!$run->{profile}) {
      push @missing, map { [ $_, 'The profile callgrind.out.* of the run was not found beside its data file; give both to xgrind_report.', undef ] } qw(functions flame tree source);
   } elsif (!@{ $run->{files}{trees} }) {
      push @missing, [ 'tree', 'The run has no calling-context tree, so the call tree is an estimate from calls.', '--context-tree=yes' ];
   }
   push @missing, [ 'objects', 'The run has no memory objects.', '--collect-objects=yes' ] if !@{ $objects->{objects} } || !@{ $objects->{events} };
   push @missing, [ 'findings', 'The run has no miss classes, from which serious misses are found.', '--miss-classes=yes' ] if !$run->{report};
   push @missing, [ 'sets', 'The run has no miss classes, which know the cache sets.', '--miss-classes=yes' ] if !$objects->{more}{miss_classes};
   push @missing, [ 'timeline', 'The run has no timeline.', '--timeline=yes' ] if !$run->{timeline};
   push @missing, [ 'curves', 'The run has no miss curves.', '--miss-curves=yes' ] if !$run->{curves};
   return @missing;
}

sub missing_model {
   my ($run) = @_;
   return [ map { my ($view, $text, $option) = @$_; +{ view => \$view, text => \$text, option => defined $option ? \$option : undef } } missing_views($run) ];
}

1;
