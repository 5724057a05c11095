# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::LineUse: how much of the bytes loaded into each level of caches was used, and how often
# their lines were (docs/cache-use.md).
#
# Usage:
#   note_description($profile, $text);          # of each desc: line, when a profile is read
#   line_size_B($profile, 'D1')                 # bytes of a line; undef: not known, or not the same in all parts
#   unused_bytes($profile, 'L1', \@totals)      # (bytes never used, bytes loaded) of the program; () if not known
#
# The header of a part says how many lines ended, which makes the program's share exact.  The profile does not
# say this of a function; Xgrind::Profile::Columns takes its misses instead.

package Xgrind::Profile::LineUse;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Levels;

our @EXPORT = qw(note_description line_size_B unused_bytes);

my ($CACHE, $LEVEL) = map { my $names = join '|', @$_; qr/(?:$names)/ } \@CACHES, \@LEVELS;

sub note_description {
   my ($p, $text) = @_;
   if ($text =~ /^($CACHE) cache: \d+ B, (\d{1,9}) B/a) {
      $p->{line_sizes_B}{$1}{$2} = 1;
   } elsif ($text =~ /^Use of ($LEVEL) lines: (\d+) ended/a) {
      $p->{lines_ended}{$1} += $2;
      $p->{parts_with_use}{$1}++;
   }
   return;
}

sub line_size_B {
   my ($p, $cache) = @_;
   my @sizes = keys %{ $p->{line_sizes_B}{$cache} // {} };
   return @sizes == 1 ? $sizes[0] : undef;
}

sub unused_bytes {
   my ($p, $level, $totals) = @_;
   my $e = $p->{event_index}{ 'SpLoss' . use_name($level) };
   my $size_B = line_size_B($p, $level eq 'L1' ? 'D1' : $level);
   return if !defined $e || !defined $size_B || !$p->{lines_ended}{$level};
   return if $p->{parts_with_use}{$level} != @{ $p->{parts} };
   return ($totals->[$e] // 0, $p->{lines_ended}{$level} * $size_B);
}

1;
