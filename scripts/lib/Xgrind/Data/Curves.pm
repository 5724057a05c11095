# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Curves: checks the miss curves of a profile (docs/data-format.md).
#
# Usage:
#   check_curves($curves, $n_functions, \%object);    # objects by id; ends with one sentence if it is wrong

package Xgrind::Data::Curves;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Reader qw(bad count_of list_of hash_of index_of);
use Xgrind::Text::Json;

our @EXPORT = qw(check_curves);

# A number that need not be whole; a text that is one becomes one.
sub check_number {
   my ($where, $value) = @_;
   bad("$where must be a number, not " . shown_value($value))
      if !defined $value || ref $value || $value !~ /^\d{1,20}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,3})?\z/a;
   $_[1] = $value + 0;
   return;
}

# A curve: a number for each size.
sub check_curve {
   my ($where, $curve, $n) = @_;
   hash_of($where, $curve);
   check_number("$where.$_", $curve->{$_}) for qw(accesses recorded);
   for my $key (qw(misses error)) {
      my $list = list_of("$where.$key", $curve->{$key});
      bad("$where.$key must have $n figures, one for each size, and has " . @$list) if @$list != $n;
      check_number("$where.$key", $_) for @$list;
   }
   return;
}

sub check_sizes {
   my ($sizes) = @_;
   my $last = 0;
   bad('miss_curves.sizes_B has no size') if !@{ list_of('miss_curves.sizes_B', $sizes) };
   for my $size (@$sizes) {
      $size = count_of('miss_curves.sizes_B: a size', $size) + 0;
      bad("miss_curves.sizes_B must be ascending, and has $size after $last") if $size <= $last;
      $last = $size;
   }
   return scalar @$sizes;
}

sub check_curves {
   my ($curves, $n_functions, $object) = @_;
   hash_of('miss_curves', $curves);
   $curves->{$_} = count_of("miss_curves.$_", $curves->{$_}) + 0 for qw(line_B lines_sampled);
   bad('miss_curves.line_B must be above 0') if $curves->{line_B} == 0;
   check_number('miss_curves.rate', $curves->{rate});
   bad('miss_curves.rate must be above 0 and at most 1, not ' . shown_value($curves->{rate})) if $curves->{rate} <= 0 || $curves->{rate} > 1;
   my $n = check_sizes($curves->{sizes_B});
   check_curve('miss_curves.program', $curves->{program}, $n);
   my ($functions, $objects) = map { list_of("miss_curves.$_", $curves->{$_}) } qw(functions objects);
   for my $i (0 .. $#$functions) {
      my $where = "miss_curves.functions[$i]";
      index_of("$where.function", hash_of($where, $functions->[$i])->{function}, $n_functions);
      check_curve("$where.$_", $functions->[$i]{$_}, $n) for qw(self inclusive);
   }
   for my $i (0 .. $#$objects) {
      my $where = "miss_curves.objects[$i]";
      my $id = count_of("$where.object", hash_of($where, $objects->[$i])->{object});
      bad("$where.object is $id, which is no object's id") if !$object->{$id};
      check_curve($where, $objects->[$i], $n);
   }
   return;
}

1;
