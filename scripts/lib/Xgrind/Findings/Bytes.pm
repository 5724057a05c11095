# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Bytes: which bytes of which allocation the threads of a shared line use.
#
# Usage:
#   bytes_of('0f')                       # (0, 1, 2, 3): a hexadecimal number, byte 0 is bit 0
#   my @pieces = pieces_of($line, $thread->{read_bytes});    # entry of sharing
#   # hashes with allocation (index into the line's, or undef) and ranges, of offsets in the
#   # allocation, or in the line where nothing is allocated
#   my $owner = main_allocation($line);  # index of the allocation with most bytes used, or undef; with
#                                        # $line->{parts}, of those indices

package Xgrind::Findings::Bytes;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(bytes_of pieces_of main_allocation);

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

sub main_allocation {
   my ($line) = @_;
   my %used;
   for my $thread (@{ $line->{threads} }) {
      $used{$_} = 1 for map { bytes_of($_) } @$thread{qw(read_bytes written_bytes)};
   }
   my %n;
   my %among = map { $_ => 1 } @{ $line->{parts} // [ 0 .. $#{ $line->{allocations} } ] };
   $n{$_}++ for grep { defined && $among{$_} } map { allocation_at($line, $line->{address} + $_) } keys %used;
   my ($most) = sort { $n{$b} <=> $n{$a} || $a <=> $b } keys %n;
   return $most;
}

1;
