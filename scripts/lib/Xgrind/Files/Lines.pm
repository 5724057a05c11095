# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Lines: reads the lines of a text file, and fails with a sentence for a
# directory, an empty file, a binary file, or one that is cut off.
#
# Usage:
#   my $in = open_input('callgrind.out.1');       # fails with a sentence
#   while (defined(my $line = next_line($in))) {  # without its end
#      fail_line($in, 'sorry') if ...;            # "callgrind.out.1:12: sorry"
#   }
#   close_input($in);
#
# $in->{buffer} holds whole lines; what is after its pos() was not read yet.  Callers that know what to
# expect can match there with /\G.../gc, newlines included, which takes a third of the time of
# next_line().  $in->{before_fill}, if set, is called before other lines take their place.

package Xgrind::Files::Lines;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Empty;
use Xgrind::Files::Privacy;
use Xgrind::Files::Regular;
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(open_input close_input next_line fail_line strange);

my $CHUNK_B = 1 << 16;
my $LINE_MAX_B = 1 << 24;    # names of C++ templates can be long, but not that long
my $QUIET_s = 2;             # reading that takes longer shows how far it is; of whole seconds

# Opens a file for the other functions.
sub open_input {
   my ($file) = @_;
   my $shown = printable($file);
   fail("$shown: this is a directory") if -d $file;
   my $handle = open_named($file) // fail_to_open($file);
   note_input($handle);
   my $in = {
      handle => $handle,
      shown  => $shown,    # the file's name for messages
      buffer => '',
      tail   => '',        # what was read after the last whole line
      lines_before => 0,   # those in the buffer
      read_B => 0,
      size_B => -f $handle ? -s _ : 0,
   };
   # seconds since 1970; undef: progress is not shown
   $in->{started} = $in->{last_shown} = -t STDERR ? time : undef;
   fill($in);
   fail("$shown:1: the file is empty" . why_empty($file)) if $in->{buffer} eq '' && $in->{tail} eq '';
   return $in;
}

sub close_input {
   my ($in) = @_;
   print STDERR "\r\e[K" if defined $in->{last_shown} && $in->{last_shown} > $in->{started};
   close $in->{handle} or fail("$in->{shown}: cannot be read: $!");
   return;
}

# The number of the line that was read last.
sub line_number {
   my ($in) = @_;
   return $in->{lines_before} + (substr($in->{buffer}, 0, pos($in->{buffer}) // 0) =~ tr/\n//);
}

# Ends with one sentence about the line that was read last.
sub fail_line {
   my ($in, $text) = @_;
   print STDERR "\r\e[K" if defined $in->{last_shown} && $in->{last_shown} > $in->{started};
   return fail("$in->{shown}:" . (line_number($in) || 1) . ": $text");
}

# How far reading is, at most once a second.
sub show_progress {
   my ($in) = @_;
   my $now = time;
   return if $now == $in->{last_shown} || $now - $in->{started} < $QUIET_s;
   $in->{last_shown} = $now;
   my $done = $in->{size_B} ? sprintf '%d%%', 100 * $in->{read_B} / $in->{size_B} : bytes_text($in->{read_B});
   print STDERR "\rreading $in->{shown}: $done\e[K";
   return;
}

# Replaces $in->{buffer}, all of which was read, by the next whole lines; false: there
# are none.
sub fill {
   my ($in) = @_;
   $in->{before_fill}->() if $in->{before_fill};
   $in->{lines_before} += $in->{buffer} =~ tr/\n//;
   $in->{buffer} = '';
   pos($in->{buffer}) = 0;
   while ($in->{buffer} eq '') {
      my $n = read $in->{handle}, my ($more), $CHUNK_B;
      fail("$in->{shown}: cannot be read: $!") if !defined $n;
      return 0 if !$n;
      $in->{read_B} += $n;
      show_progress($in) if defined $in->{started};
      check_binary($in, $more);
      my $end = rindex $more, "\n";
      if ($end < 0) {
         $in->{tail} .= $more;
         fail_line_after($in, 'this line is longer than any name can be') if length $in->{tail} > $LINE_MAX_B;
         next;
      }
      $in->{buffer} = $in->{tail} . substr $more, 0, $end + 1;
      $in->{tail}   = substr $more, $end + 1;
      pos($in->{buffer}) = 0;
   }
   return 1;
}

# Profiles are text.
sub check_binary {
   my ($in, $more) = @_;
   my $zero = index $more, "\0";
   return if $zero < 0;
   $in->{lines_before} += substr($more, 0, $zero) =~ tr/\n//;
   return fail_line_after($in, 'this is a binary file, not a profile');
}

# Fails with a sentence about the line after the last whole one.
sub fail_line_after {
   my ($in, $text) = @_;
   $in->{lines_before}++;
   return fail_line($in, $text);
}

# The next line without its end, undef at the end of the file.
sub next_line {
   my ($in) = @_;
   while (1) {
      return $1 if $in->{buffer} =~ /\G([^\n]*)\n/gc;
      next if fill($in);
      return undef if $in->{tail} eq '';
      fail_line_after($in, $in->{lines_before} == 0 && $in->{tail} =~ /^\{/ || $in->{tail} =~ /[\x01-\x08]/
         ? strange($in, $in->{tail}, 1) : 'the file is truncated: its last line has no end');
   }
}

# What is wrong with an unknown line.
sub strange {
   my ($in, $line, $number) = @_;
   return 'this is a binary file, not a profile' if $line =~ /[\x00-\x08]/;
   return "this looks like a memory-object profile, which 'xgrind_annotate --objects' reads"
      if ($number // line_number($in)) == 1 && $line =~ /^\{/;
   return "this line is not in Callgrind's profile format";
}

1;
