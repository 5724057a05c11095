# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::NameList: names of files from a list, where there are too many for a command line.
#
# Usage:
#   my @names = names_from('list');    # one name a line; '-': standard input
#
# Empty lines are left out.  Ends the script with one sentence for a list that cannot be read or has no names.

package Xgrind::Files::NameList;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;

our @EXPORT = qw(names_from);

my $BLOCK_B    = 1 << 22;
my $LIST_MAX_B = 1 << 26;    # a million names; a device or a pipe may have no end

sub names_from {
   my ($list) = @_;
   my $shown = $list eq '-' ? 'standard input' : printable($list);
   my $in = \*STDIN;
   if ($list ne '-') {
      fail("$shown: this is a directory, not a list of names") if -d $list;
      open $in, '<:raw', $list or fail_to_open($list);
   }
   my $text = '';
   while (read $in, $text, $BLOCK_B, length $text) {
      fail("$shown:" . (1 + (substr($text, 0, $-[0]) =~ tr/\n//)) . ': this is not a name of a file; a list has one name a line') if $text =~ /[\x00-\x08]/;
      fail("$shown: this list is too long: at most " . ($LIST_MAX_B >> 20) . ' MiB are read') if length $text > $LIST_MAX_B;
   }
   fail("$shown: cannot be read: $!") if $in->error;
   my @lines = split /\n/, $text;
   my @names = grep { $_ ne '' } @lines;
   fail("$shown: has no names of files") if !@names;
   return @names;
}

1;
