# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Remedies: one sentence about what may help against a finding, chosen by what is
# known (docs/report.md has the table).
#
# Usage:
#   my $sentence = remedy($data, $finding);    # of Xgrind::Findings::MissFindings or ::Sharing

package Xgrind::Findings::Remedies;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Findings::Bytes;

our @EXPORT = qw(remedy);

my $MOSTLY_UNUSED  = 50;     # per cent of the bytes that were loaded
my $ONE_ACCESS     = 1.5;    # accesses to a line until its eviction: fewer mean that it was of no use

# The object with two thirds of the misses or more; undef: none has.
sub dominant {
   my ($finding) = @_;
   my ($most) = @{ $finding->{objects} };    # most misses first
   return $most && $most->{misses} * 3 >= $finding->{misses} * 2 ? $most->{object} : undef;
}

# Do several threads write a byte that is shared?
sub has_several_writers {
   my ($entry) = @_;
   my %writers;
   for my $thread (@{ $entry->{threads} }) {
      $writers{$_}++ for bytes_of($thread->{written_bytes});
   }
   return grep { $_ > 1 } values %writers;
}

sub of_true_sharing {
   my ($finding) = @_;
   return 'Give each thread a variable of its own, in a line of its own, and sum them up at the end;'
      . ' if it is a lock, take it less often, or split what it guards.'
      if $finding->{heaviest} && has_several_writers($finding->{heaviest});
   return 'Let the threads use the shared bytes less often: keep a copy in each thread, write only what has changed,'
      . ' and keep data that are only read out of this line.';
}

# Are some of the parts of a line written, and others only read?
sub is_part_read_only {
   my ($entry) = @_;
   my $use = use_of_allocations($entry);
   my @written = grep { $use->{$_}{writes} } @{ $entry->{parts} };
   return @written && @written < @{ $entry->{parts} };
}

sub of_false_sharing {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   return "Allocate with alignment and size rounded up to $line_B bytes, or use an allocator that gives no line of memory"
      . ' to several threads.'
      if $finding->{origin} eq 'allocator';
   return 'Move what is written away from what is only read, so that no line has both: '
      . "align the first of these objects to $line_B bytes, and let nothing else be in its line."
      if $finding->{heaviest} && is_part_read_only($finding->{heaviest});
   return "Align each of these objects to $line_B bytes, or keep those of different threads apart, so that no line has several."
      if $finding->{heaviest} && @{ $finding->{heaviest}{parts} } > 1;
   return "Pad what each thread uses to $line_B bytes, and align the object to $line_B bytes, so that threads use different lines.";
}

# Are conflicts in half of the sets at most, as a stride that is a power of two makes them?
sub uses_few_sets {
   my ($finding) = @_;
   my $sets = $finding->{sets};
   return $sets && defined $sets->{n_sets} && $sets->{n} * 2 <= $sets->{n_sets};
}

sub of_conflict {
   my ($data, $finding) = @_;
   my $line_B = $data->{profile}{line_B}{D1} // 64;
   my $object = dominant($finding);
   return "Several allocations fall into the same sets: add a line ($line_B bytes) to their sizes, a different offset to each,"
      . ' or use another allocator.'
      if $finding->{origin} eq 'allocator';
   my $is_one  = $object && $object->{count} <= 1;
   my $strides = defined $finding->{unused} && $finding->{unused} >= $MOSTLY_UNUSED;
   my $pad     = "Pad the rows by one line ($line_B bytes)";
   my $move    = "ove the objects against each other by a line ($line_B bytes) or more each, so that what is used together is in different sets";
   my $loops   = 'exchange the loops, so that memory is walked in the order of addresses';
   return "M$move." if !$is_one && !$strides;
   return "$pad, and m$move; or $loops." if !$is_one;
   return $pad . (uses_few_sets($finding) ? ', as a stride that is a power of two uses few sets' : '')
      . "; if planes of an array are used together, pad between them. Or $loops.";
}

sub of_capacity {
   my ($finding) = @_;
   my ($unused, $accesses) = @$finding{qw(unused accesses_per_load)};
   return 'Run with --cacheuse=yes to know how well the lines are used. If they are used well: work on blocks that fit into'
      . ' the cache, or fuse loops over the same data; if not: exchange loops that walk with a stride, or change the layout of the data.'
      if !defined $unused;
   return 'The lines are well used, and too many: work on blocks that fit into the cache, or fuse loops over the same data.'
      if $unused < $MOSTLY_UNUSED;
   return 'Most bytes are loaded in vain, from several objects: regroup them, so that what is used together is adjacent,'
      . ' such as one array of structures instead of several arrays.'
      if !dominant($finding);
   return 'Most bytes are loaded in vain, and a line is used once: exchange loops that walk with a stride; if the order is random,'
      . ' sort the accesses, make the data smaller, or prefetch.'
      if !defined $accesses || $accesses < $ONE_ACCESS;
   return 'Most bytes are loaded in vain: split the structure, so that what is used together is adjacent,'
      . ' or visit its parts in an order in which neighbours follow each other.';
}

sub remedy {
   my ($data, $finding) = @_;
   my $type = $finding->{type};
   return $type eq 'conflict' ? of_conflict($data, $finding)
      : $type eq 'capacity'      ? of_capacity($finding)
      : $type eq 'true-sharing' ? of_true_sharing($finding)
      :                           of_false_sharing($data, $finding);
}

1;
