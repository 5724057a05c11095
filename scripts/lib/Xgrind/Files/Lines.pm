# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Lines: reads the lines of a text file, and fails with a sentence for a
# directory, an empty file, a binary file, or one that is cut off.
#
# Usage:
#   open_input('callgrind.out.1');             # fails with a sentence
#   while (defined(my $line = next_line())) {  # without its end
#      fail_line('sorry') if ...;              # "callgrind.out.1:12: sorry"
#   }
#   close_input();
#
# $buffer holds whole lines; what is after pos($buffer) was not read yet.  Callers that know what to
# expect can match there with /\G.../gc, newlines included, which takes a third of the time of
# next_line().

package Xgrind::Files::Lines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw($buffer open_input close_input next_line fail_line strange);

my $CHUNK_B = 1 << 16;
my $LINE_MAX_B = 1 << 24;    # names of C++ templates can be long, but not that long
my $QUIET_s = 2;             # reading that takes longer shows how far it is; of whole seconds

our $buffer;
my $shown;           # the file's name for messages
my $handle;
my $tail;            # what was read after the last whole line
my $lines_before;    # lines before those in $buffer
my ($read_B, $size_B);
my ($started, $last_shown);    # seconds since 1970; undef: progress is not shown

# Opens a file for the other functions.
sub open_input {
   my ($file) = @_;
   $shown = printable($file);
   fail("$shown: this is a directory") if -d $file;
   open $handle, '<:raw', $file or fail_to_open($file);
   $size_B = -f $handle ? -s _ : 0;
   ($buffer, $tail, $lines_before, $read_B) = ('', '', 0, 0);
   $started = $last_shown = -t STDERR ? time : undef;
   fill();
   fail("$shown:1: the file is empty") if $buffer eq '' && $tail eq '';
   return;
}

sub close_input {
   print STDERR "\r\e[K" if defined $last_shown && $last_shown > $started;
   close $handle or fail("$shown: cannot be read: $!");
   return;
}

# The number of the line that was read last.
sub line_number {
   return $lines_before + (substr($buffer, 0, pos($buffer) // 0) =~ tr/\n//);
}

# Ends with one sentence about the line that was read last.
sub fail_line {
   my ($text) = @_;
   print STDERR "\r\e[K" if defined $last_shown && $last_shown > $started;
   return fail("$shown:" . (line_number() || 1) . ": $text");
}

# How far reading is, at most once a second.
sub show_progress {
   my $now = time;
   return if $now == $last_shown || $now - $started < $QUIET_s;
   $last_shown = $now;
   my $done = $size_B ? sprintf '%d%%', 100 * $read_B / $size_B : bytes_text($read_B);
   print STDERR "\rreading $shown: $done\e[K";
   return;
}

# Replaces $buffer, all of which was read, by the next whole lines; false: there
# are none.
sub fill {
   $lines_before += $buffer =~ tr/\n//;
   $buffer = '';
   pos($buffer) = 0;
   while ($buffer eq '') {
      my $n = read $handle, my ($more), $CHUNK_B;
      fail("$shown: cannot be read: $!") if !defined $n;
      return 0 if !$n;
      $read_B += $n;
      show_progress() if defined $started;
      check_binary($more);
      my $end = rindex $more, "\n";
      if ($end < 0) {
         $tail .= $more;
         fail_line_after('this line is longer than any name can be') if length $tail > $LINE_MAX_B;
         next;
      }
      $buffer = $tail . substr $more, 0, $end + 1;
      $tail   = substr $more, $end + 1;
      pos($buffer) = 0;
   }
   return 1;
}

# Profiles are text.
sub check_binary {
   my ($more) = @_;
   my $zero = index $more, "\0";
   return if $zero < 0;
   $lines_before += substr($more, 0, $zero) =~ tr/\n//;
   return fail_line_after('this is a binary file, not a profile');
}

# Fails with a sentence about the line after the last whole one.
sub fail_line_after {
   my ($text) = @_;
   $lines_before++;
   return fail_line($text);
}

# The next line without its end, undef at the end of the file.
sub next_line {
   while (1) {
      return $1 if $buffer =~ /\G([^\n]*)\n/gc;
      next if fill();
      return undef if $tail eq '';
      fail_line_after($lines_before == 0 && $tail =~ /^\{/ || $tail =~ /[\x01-\x08]/
         ? strange($tail, 1) : 'the file is truncated: its last line has no end');
   }
}

# What is wrong with an unknown line.
sub strange {
   my ($line, $number) = @_;
   return 'this is a binary file, not a profile' if $line =~ /[\x00-\x08]/;
   return "this looks like a memory-object profile, which 'xgrind_annotate --objects' reads"
      if ($number // line_number()) == 1 && $line =~ /^\{/;
   return "this line is not in Callgrind's profile format";
}

1;
