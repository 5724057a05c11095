# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Input: finds the newest profile and reads whole files.
#
# Usage:
#   my $name  = newest_file('callgrind.out.', 'do this');    # in the current directory
#   my ($name, $others) = newest_name('do this', 'callgrind.out.', 'xgrind.data.');    # of both kinds; others of its run
#   my $bytes = file_bytes($name, sub {           # not empty
#      my ($text, $start) = @_;                   # $$text from $start on is new
#      fail("$name: this is a binary file") if index($$text, "\0", $start) >= 0;
#   }, 1 << 26);                                  # of at most so many bytes; undef: any number
#
# Both end the script with one sentence if that is not possible.  file_bytes() calls the
# function after each block, so that a large file of a wrong kind is refused at its start.

package Xgrind::Files::Input;
use strict;
use warnings;
use Exporter qw(import);
use Time::HiRes ();
use Xgrind::Files::Empty;
use Xgrind::Files::Privacy;
use Xgrind::Files::Regular;
use Xgrind::Text::Messages;

our @EXPORT = qw(newest_file newest_name file_bytes);

my $BLOCK_B = 1 << 22;

# The newest file in the current directory that is not empty and whose name begins with one of these; if there is none, the
# sentence that says so ends with the advice.
sub newest_name {
   my ($advice, @prefixes) = @_;
   my $wanted = join '|', map { quotemeta } @prefixes;
   my (%time, @empty);
   opendir my $dir, '.' or fail("the current directory cannot be read: $!");
   for my $name (grep { /^(?:$wanted)/ } readdir $dir) {
      # stat() has whole seconds, and two short runs end in one
      next if !is_neighbour($name);
      if (-s $name) { $time{$name} = (Time::HiRes::stat($name))[9]; }
      else      { push @empty, $name; }
   }
   closedir $dir;
   my ($newest) = sort { $time{$b} <=> $time{$a} || $a cmp $b } keys %time;
   if (@empty && !defined $newest) {
      my ($name) = sort @empty;
      fail(printable($name) . ' is empty' . why_empty($name));
   }
   fail('no FILE given, and no ' . join(' or ', map { "$_*" } @prefixes) . ' in the current directory; ' . $advice)
      if !defined $newest;
   my ($run) = $newest =~ /^((?:$wanted)\d+)/;
   my $others = defined $run ? grep { $_ ne $newest && /^\Q$run\E(?:[.-]\d+)*\z/ } keys %time : 0;
   return ($newest, $others);
}

# The newest file of one kind, and says that it is read alone.
sub newest_file {
   my ($prefix, $advice) = @_;
   my ($newest, $others) = newest_name($advice, $prefix);
   note('reading ' . printable($newest)
      . ($others ? ", without the $others other " . ($others > 1 ? 'files' : 'file') . ' of this run' : ''));
   return $newest;
}

# The contents of a file.  A device or a pipe may have no end: zero bytes, which no text has, and more than the most are refused.
sub file_bytes {
   my ($name, $check, $most_B) = @_;
   my $shown = printable($name);
   fail("$shown: this is a directory") if -d $name;
   my $in = open_named($name) // fail_to_open($name);
   note_input($in);
   my $text = '';
   while (1) {
      my $start = length $text;
      my $n = read $in, $text, $BLOCK_B, $start;
      fail("$shown: cannot be read: $!") if !defined $n;
      last if !$n;
      $check->(\$text, $start);
      fail("$shown: this is a binary file") if index($text, "\0", $start) >= 0;
      fail("$shown: this file is too large: at most " . ($most_B >> 20) . ' MiB are read') if defined $most_B && length $text > $most_B;
   }
   close $in or fail("$shown: cannot be read: $!");
   fail("$shown:1:1: the file is empty" . why_empty($name)) if $text eq '';
   return $text;
}

1;
