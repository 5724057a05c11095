# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Misses: what the report needs of a profile xgrind.data.*, checked.
#
# Usage:
#   my $data = report_data($profile);    # of Xgrind::Data::Reader; or ends with one sentence
#
# $data is a hash with
#   profile    of Xgrind::Data::Reader
#   levels     names of the levels of caches for data: D1, (L2,) LL
#   classes    short names of miss classes that the profile has, of @CLASSES; none without
#              --miss-classes
#   object     object by id
#   n_cores    cores simulated
#   n_threads  threads of the program, as far as objects know them
#   sets       set number -> { Cold => ..., Conf => ... } of D1, or undef
#   n_sets     number of sets of D1, or undef
#   lines      lines of memory with many misses: hashes with address, object (id), D1 (by class)
#   sharing    lines of memory that threads share: as in the file (docs/data-format.md), with
#              all keys there
#   curves     as in the file, or undef
#
# All numbers in them are checked to be numbers, and references to lead somewhere.

package Xgrind::Data::Misses;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Data::Curves;
use Xgrind::Data::Reader qw(bad count_of list_of hash_of index_of);
use Xgrind::Text::Json;

our @EXPORT = qw(report_data @CLASSES);

our @CLASSES = qw(Cold Cap Conf True False);

# Counts of classes in the order of the file; those of sharing may be missing.
sub class_counts {
   my ($where, $list) = @_;
   list_of($where, $list);
   bad("$where must have 3 or 5 figures, one for each miss class") if @$list != 3 && @$list != 5;
   my %counts = map { $_ => 0 } @CLASSES;
   $counts{ $CLASSES[$_] } = count_of($where, $list->[$_]) for 0 .. $#$list;
   return \%counts;
}

# The sets of D1 with their misses.
sub read_sets {
   my ($sets) = @_;
   my %result;
   my $d1 = list_of('miss_classes.sets.D1', hash_of('miss_classes.sets', $sets)->{D1});
   for my $i (0 .. $#$d1) {
      my $where = "miss_classes.sets.D1[$i]";
      my ($set, @counts) = @{ list_of($where, $d1->[$i]) };
      $result{ count_of("$where: a set", $set) } = class_counts($where, \@counts);
   }
   return \%result;
}

# The number of sets of D1, as the file says or as its geometry has it.
sub read_n_sets {
   my ($n_sets, $sets) = @_;
   return undef if !defined $n_sets;
   my $n = count_of('miss_classes.n_sets.D1', hash_of('miss_classes.n_sets', $n_sets)->{D1});
   for my $set (sort { $a <=> $b } keys %$sets) {
      bad("miss_classes.sets.D1 has set $set, but D1 has $n sets, from 0") if $set >= $n;
   }
   return $n;
}

# The lines of memory with many misses.
sub read_lines {
   my ($lines, $object) = @_;
   my @result;
   for my $i (0 .. $#{ list_of('miss_classes.lines', $lines) }) {
      my $where = "miss_classes.lines[$i]";
      my $line  = hash_of($where, $lines->[$i]);
      push @result, {
         address => count_of("$where.address", $line->{address}),
         object  => object_id("$where.object", $line->{object}, $object),
         D1      => class_counts("$where.D1", $line->{D1}),
      };
   }
   return \@result;
}

# The number of an object that there is; undef for null.
sub object_id {
   my ($where, $id, $object) = @_;
   return undef if !defined $id;
   count_of($where, $id);
   bad("$where is $id, which is no object's id") if !$object->{$id};
   return $id + 0;
}

# --- Sharing ---------------------------------------------------------------

# Bits of bytes, a hexadecimal number.
sub bits_of {
   my ($where, $hex) = @_;
   bad("$where must be a text of hexadecimal digits, not " . shown_value($hex))
      if !defined $hex || ref $hex || $hex !~ /^[0-9a-fA-F]{1,1024}\z/;
   return $hex;
}

sub read_thread {
   my ($where, $raw, $n_functions) = @_;
   hash_of($where, $raw);
   my @code;
   for my $triple (@{ list_of("$where.code", $raw->{code}) }) {
      bad("$where.code must consist of triples, of function, line and accesses") if ref $triple ne 'ARRAY' || @$triple != 3;
      push @code, {
         function => index_of("$where.code: a function", $triple->[0], $n_functions),
         line     => count_of("$where.code: a line", $triple->[1]),
         accesses => count_of("$where.code: accesses", $triple->[2]),
      };
   }
   return {
      (map { $_ => count_of("$where.$_", $raw->{$_}) } qw(thread reads writes)),
      (map { $_ => bits_of("$where.$_", $raw->{$_}) } qw(read_bytes written_bytes)),
      code => \@code,
   };
}

sub read_allocation {
   my ($where, $raw, $object) = @_;
   hash_of($where, $raw);
   return {
      object => object_id("$where.object", $raw->{object}, $object),
      map { $_ => count_of("$where.$_", $raw->{$_}) } qw(start size_B thread),
   };
}

sub read_sharing {
   my ($list, $profile, $object) = @_;
   my @result;
   for my $i (0 .. $#{ list_of('sharing', $list) }) {
      my $where = "sharing[$i]";
      my $raw   = hash_of($where, $list->[$i]);
      my $kind  = $raw->{kind};
      bad("$where.kind must be \"true\" or \"false\", not " . shown_value($kind))
         if !defined $kind || ref $kind || $kind !~ /^(?:true|false)\z/;
      my ($threads, $allocations) = map { list_of("$where.$_", $raw->{$_}) } qw(threads allocations);
      push @result, {
         kind => $kind,
         (map { $_ => count_of("$where.$_", $raw->{$_}) } qw(address weight invalidations D1True D1False)),
         (map { $_ => count_of("$where.$_", $raw->{$_} // 0) } qw(weight_true weight_false)),
         threads => [ map { read_thread("$where.threads[$_]", $threads->[$_], scalar @{ $profile->{functions} }) } 0 .. $#$threads ],
         allocations => [ map { read_allocation("$where.allocations[$_]", $allocations->[$_], $object) } 0 .. $#$allocations ],
      };
   }
   return \@result;
}

# --- Everything ------------------------------------------------------------

# The classes that the profile counts; each miss has one.
sub read_classes {
   my ($profile) = @_;
   my $at = $profile->{at};
   my @classes = grep { exists $at->{"D1$_"} } @CLASSES;
   return [] if !@classes;
   for my $event (qw(D1Cold D1Cap D1Conf LLCold LLCap LLConf)) {
      bad("the profile has miss classes, but not the event $event") if !exists $at->{$event};
   }
   my ($sum, $misses) = (0, 0);
   $sum    += $profile->{totals}[ $at->{"D1$_"} ] for @classes;
   $misses += $profile->{totals}[ $at->{$_} ]     for qw(D1mr D1mw);
   bad("the miss classes of D1 add up to $sum, but D1mr and D1mw to $misses") if $sum != $misses;
   return \@classes;
}

sub report_data {
   my ($profile) = @_;
   my $at = $profile->{at};
   for my $event (qw(Dr Dw D1mr D1mw DLmr DLmw)) {
      bad("the profile does not have the event $event; run the program with --miss-classes=yes") if !exists $at->{$event};
   }
   my $more   = $profile->{more};
   my %object = map { $_->{id} => $_ } @{ $profile->{objects} };
   my $data   = {
      profile => $profile,
      levels  => [ 'D1', (exists $at->{L2mr} && $profile->{line_B}{L2} ? 'L2' : ()), 'LL' ],
      classes => read_classes($profile),
      object  => \%object,
      n_cores => defined $more->{cores} ? count_of('cores.n', hash_of('cores', $more->{cores})->{n}) : 1,
      n_threads => max(0, map { $_->{thread} } @{ $profile->{objects} }),
      lines   => [],
      sharing => defined $more->{sharing} ? read_sharing($more->{sharing}, $profile, \%object) : [],
      curves  => $more->{miss_curves},
   };
   if (defined $data->{curves}) {
      bad('the profile has miss curves, but not caches.D1') if !$profile->{line_B}{D1};
      check_curves($data->{curves}, scalar @{ $profile->{functions} }, \%object);
   }
   if (defined(my $classes = $more->{miss_classes})) {
      hash_of('miss_classes', $classes);
      $data->{sets}   = read_sets($classes->{sets});
      $data->{n_sets} = read_n_sets($classes->{n_sets}, $data->{sets});
      $data->{lines}  = read_lines($classes->{lines}, \%object);
   }
   return $data;
}

1;
