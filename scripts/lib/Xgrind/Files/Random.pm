# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Random: texts that nobody can guess.
#
# Usage:
#   my $token = random_hex(16);    # 32 digits, of 16 bytes of the system's source of random numbers
#
# Ends the script with one sentence if the system has no such source.

package Xgrind::Files::Random;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;

our @EXPORT = qw(random_hex);

sub random_hex {
   my ($bytes) = @_;
   open my $in, '<:raw', '/dev/urandom' or fail("/dev/urandom, which names that nobody can guess are made of, cannot be opened: $!");
   my $n = sysread $in, my ($random), $bytes;
   fail('/dev/urandom, which names that nobody can guess are made of, cannot be read') if ($n // 0) != $bytes;
   return unpack 'H*', $random;
}

1;
