# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Bytes: which bytes of which allocation the threads of a shared line use.
#
# Usage:
#   bytes_of('0f')                       # (0, 1, 2, 3): a hexadecimal number, byte 0 is bit 0
#   my $index = allocation_at($line, $address);              # entry of sharing; undef: nothing is allocated there
#   my @pieces = pieces_of($line, $thread->{read_bytes});    # entry of sharing
#   # hashes with allocation (index into the line's, or undef) and ranges, of offsets in the
#   # allocation, or in the line where nothing is allocated
#   my $use = use_of_allocations($line); # by index: reads and writes that other threads' writes could make miss
#   my @order = written_first($line, @indices);    # of allocations: most writes first, then most reads
#   my $owner = main_allocation($line);  # the first of them; of equal ones, and where no access could miss,
#                                        # that with most bytes used; undef: none is known; with $line->{parts},
#                                        # of those indices

package Xgrind::Findings::Bytes;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(allocation_at bytes_of pieces_of use_of_allocations written_first main_allocation);

sub bytes_of {
   my ($hex) = @_;
   my @digits = reverse split //, $hex;
   return map {
      my $i = $_;
      map { 4 * $i + $_ } grep { hex($digits[$i]) & 1 << $_ } 0 .. 3
   } 0 .. $#digits;
}

sub ranges_of {
   my @ranges;
   for my $byte (@_) {
      if (@ranges && $ranges[-1][1] == $byte - 1) { $ranges[-1][1] = $byte; }
      else                                        { push @ranges, [ $byte, $byte ]; }
   }
   return @ranges;
}

# The allocation that has this address.
sub allocation_at {
   my ($line, $address) = @_;
   for my $i (0 .. $#{ $line->{allocations} }) {
      my $allocation = $line->{allocations}[$i];
      return $i if $address >= $allocation->{start} && $address - $allocation->{start} < $allocation->{size_B};
   }
   return undef;
}

sub pieces_of {
   my ($line, $hex) = @_;
   my %offsets;
   for my $byte (bytes_of($hex)) {
      my $address = $line->{address} + $byte;
      my $i       = allocation_at($line, $address);
      push @{ $offsets{ $i // -1 } }, defined $i ? $address - $line->{allocations}[$i]{start} : $byte;
   }
   return map { { allocation => $_ < 0 ? undef : $_, ranges => [ ranges_of(@{ $offsets{$_} }) ] } } sort { $a <=> $b } keys %offsets;
}

# An access belongs to the allocation of its first byte.
sub use_of_allocations {
   my ($line) = @_;
   my %use = map { $_ => { reads => 0, writes => 0 } } 0 .. $#{ $line->{allocations} };
   for my $piece (map { @{ $_->{exposed} // [] } } @{ $line->{threads} }) {
      my ($from, undef, $is_write, $truly, $falsely) = @$piece;
      my $i = allocation_at($line, $line->{address} + $from) // next;
      $use{$i}{ $is_write ? 'writes' : 'reads' } += $truly + $falsely;
   }
   return \%use;
}

# How many bytes of each allocation are used, by index.
sub bytes_used_of {
   my ($line) = @_;
   my %used = map { $_ => 1 } map { bytes_of($_) } map { @$_{qw(read_bytes written_bytes)} } @{ $line->{threads} };
   my %n;
   $n{$_}++ for grep { defined } map { allocation_at($line, $line->{address} + $_) } keys %used;
   return \%n;
}

sub written_first {
   my ($line, @indices) = @_;
   my ($use, $bytes) = (use_of_allocations($line), bytes_used_of($line));
   return sort {
      $use->{$b}{writes} <=> $use->{$a}{writes} || $use->{$b}{reads} <=> $use->{$a}{reads} || ($bytes->{$b} // 0) <=> ($bytes->{$a} // 0) || $a <=> $b
   } @indices;
}

sub main_allocation {
   my ($line) = @_;
   my $bytes = bytes_used_of($line);
   my ($main) = written_first($line, grep { $bytes->{$_} } @{ $line->{parts} // [ 0 .. $#{ $line->{allocations} } ] });
   return $main;
}

1;
