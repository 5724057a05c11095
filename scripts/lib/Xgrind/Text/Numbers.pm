# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Numbers: numbers, sizes and shares as text for people.
#
# Usage:
#   commas(1234567)          # "1,234,567"
#   bytes_text(1536)         # "1.5 KiB"
#   share(123, 1000)         # 12.3, a percentage; 0 if the total is 0
#   percent(123, 1000)       # "12.3%"; a little is "<0.1%", "0.0%" exactly none
#   rate_text(1, 3)          # "33.3%"

package Xgrind::Text::Numbers;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(commas bytes_text share percent rate_text);

# A number with thousands separators.  Whole numbers are exact, as they are text;
# fractions are rounded.
sub commas {
   my ($n) = @_;
   $n = sprintf '%.0f', $n if $n !~ /^-?\d+\z/;
   my $sign_length = $n < 0 ? 1 : 0;
   for (my $i = length($n) - 3; $i > $sign_length; $i -= 3) {
      substr $n, $i, 0, ',';
   }
   return $n;
}

# A number of bytes in the largest unit in which it is at least 1.
sub bytes_text {
   my ($n) = @_;
   my @units = qw(B KiB MiB GiB TiB PiB);
   while ($n >= 1024 && @units > 1) {
      $n /= 1024;
      shift @units;
   }
   return ($n == int $n ? $n : sprintf '%.1f', $n) . " $units[0]";
}

# A cost as percentage of the total.
sub share {
   my ($cost, $total) = @_;
   return $total ? 100 * $cost / $total : 0;
}

sub percent {
   my ($cost, $total) = @_;
   my $percent = share($cost, $total);
   return $cost > 0 && $percent < 0.05 ? '<0.1%' : sprintf '%.1f%%', $percent;
}

# A share with three digits: "12.3%", "0.12%", "0.01%"; "0%" is exactly none.
sub rate_text {
   my ($part, $whole) = @_;
   my $percent = share($part, $whole);
   return '0%'      if !$part || !$whole;
   return '<0.01%'  if $percent < 0.005;
   return sprintf $percent >= 9.995 ? '%.1f%%' : '%.2f%%', $percent;
}

1;
