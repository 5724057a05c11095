# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Export::Protobuf: encodes fields of Protocol Buffers messages.
#
# Usage:
#   my $bytes = pb_number(9, $time) . pb_bytes(6, 'main') . pb_packed(2, 1, 2, 300);
#   varint(300)        # "\xac\x02"
# A field that is 0 or empty is left out, as proto3 has it, but for elements of lists: pb_element().

package Xgrind::Export::Protobuf;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(varint pb_number pb_bytes pb_element pb_packed pb_packed_bytes);

my ($VARINT, $LENGTH) = (0, 2);    # wire types

# A number from 0 to 2^63 - 1: seven bits to a byte, the lowest first.
sub varint {
   my ($n) = @_;
   return chr $n if $n < 0x80;
   my $bytes = '';
   while ($n >= 0x80) {
      $bytes .= chr($n & 0x7f | 0x80);
      $n >>= 7;
   }
   return $bytes . chr $n;
}

sub pb_number {
   my ($field, $n) = @_;
   return $n ? varint($field << 3 | $VARINT) . varint($n) : '';
}

# An element of a repeated field of strings or messages.
sub pb_element {
   my ($field, $bytes) = @_;
   return varint($field << 3 | $LENGTH) . varint(length $bytes) . $bytes;
}

# A string or a message.
sub pb_bytes {
   my ($field, $bytes) = @_;
   return $bytes eq '' ? '' : pb_element($field, $bytes);
}

# A repeated field of numbers that are varints already.
sub pb_packed_bytes { return pb_bytes(@_); }

sub pb_packed {
   my ($field, @numbers) = @_;
   return pb_bytes($field, join '', map { varint($_) } @numbers);
}

1;
