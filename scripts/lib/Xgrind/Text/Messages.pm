# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Messages: error messages and warnings of the scripts.
#
# Usage:
#   set_program('xgrind_diff', 2);      # name and exit status for errors; xgrind_annotate and 1 by default
#   program_name()                      # xgrind_diff
#   fail('sorry') if ...;               # prints "xgrind_diff: sorry" and exits with status 2
#   open my $in, '<', $name or fail_to_open($name);
#   warn_user('some costs are missing') # prints "xgrind_diff: warning: ..." and continues
#   note('reading callgrind.out.1')     # prints "xgrind_diff: reading ..."
#   my $wrong = failure_of(sub { ... });  # the sentence with which fail() would have ended the script; undef: it went well
#   printable($text), quoted($text)     # a text of the user or of a file for a message
#   shell_word("it's")                  # 'it'\''s', as a shell reads it, in a command that is suggested
#
# All messages go to standard error, one line each.

package Xgrind::Text::Messages;
use strict;
use warnings;
use Errno;    # %!
use Exporter qw(import);
use Xgrind::Text::Escapes qw($ACTS);

our @EXPORT = qw(set_program program_name fail fail_to_open warn_user note failure_of printable quoted shell_word);

my $QUOTED_MAX = 43;    # characters of a text in a message

my ($program, $status) = ('xgrind_annotate', 1);
our $is_caught;    # does failure_of() want what fail() has to say?

sub set_program {
   ($program, $status) = @_;
   return;
}

sub program_name { return $program; }

# Prints one sentence and exits.
sub fail {
   my ($text) = @_;
   die { sentence => $text } if $is_caught;
   print STDERR "$program: $text\n";
   exit $status;
}

# What fail() says in there, where one failure is not the end.
sub failure_of {
   my ($does) = @_;
   local $is_caught = 1;
   return undef if eval { $does->(); 1 };
   die $@ if ref $@ ne 'HASH';
   return $@->{sentence};
}

# Fails because of a file that open() has refused, with the reason in $!.
sub fail_to_open {
   my ($name) = @_;
   my $advice = $!{ENOENT} ? '; check its name' : '';
   return fail(printable($name) . ": cannot be opened: $!$advice");
}

# Prints what the user should know, although it is no reason to stop.
sub warn_user {
   my ($text) = @_;
   print STDERR "$program: warning: $text\n";
   return;
}

# Prints what the script does.
sub note {
   my ($text) = @_;
   print STDERR "$program: $text\n";
   return;
}

# A text without control characters.
sub printable {
   my ($text) = @_;
   $text =~ tr/\x00-\x1f\x7f/?/;
   return $text if $text !~ tr/\x80-\xff//;
   require Encode;
   my $characters = Encode::decode('UTF-8', $text, sub { '?' x @_ });
   $characters =~ s/$ACTS/?/g;
   return Encode::encode('UTF-8', $characters);
}

# A text in quotes: printable and not too long.
sub quoted {
   my ($text) = @_;
   $text = printable($text);
   $text = substr($text, 0, $QUOTED_MAX - 3) . '...' if length $text > $QUOTED_MAX;
   return "'$text'";
}

# A word of a command, which a shell reads as it is.
sub shell_word {
   my ($word) = @_;
   $word = printable($word);
   return $word if $word =~ m{\A[\w./:=+,@%-]+\z}a;
   return "'" . $word =~ s/'/'\\''/gr . "'";
}

1;
