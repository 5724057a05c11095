# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::KeptInput: what a program reads from standard input, for several runs of it.
#
# Usage:
#   my $file = kept_input($folder);    # which each run is to read from its start: standard input itself, a copy in the folder, or /dev/null

package Xgrind::Run::KeptInput;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(kept_input);

my $INPUT_MAX_B = 1 << 28;    # of a pipe, on the disk

sub kept_input {
   my ($folder) = @_;
   return '/proc/self/fd/0' if -f STDIN;
   return '/dev/null' if !-p STDIN && !-S STDIN;
   my ($n, $size_B) = (0, 0);
   my $wrong = sub { return fail('what the program is to read cannot be kept in ' . printable($folder) . ": $!"); };
   open my $out, '>:raw', "$folder/input" or $wrong->();
   while ($n = sysread STDIN, my ($block), 1 << 20) {
      $size_B += $n;
      fail('the program is run several times with what it reads, and the pipe has more than ' . bytes_text($INPUT_MAX_B) . ' of that, or no end; keep what it is to read in a file, and give it with: < FILE') if $size_B > $INPUT_MAX_B;
      print {$out} $block or $wrong->();
   }
   $wrong->() if !defined $n || !close $out;
   return "$folder/input";
}

1;
