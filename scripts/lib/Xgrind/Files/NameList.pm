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

sub names_from {
   my ($list) = @_;
   my $shown = $list eq '-' ? 'standard input' : printable($list);
   my $in = \*STDIN;
   if ($list ne '-') {
      fail("$shown: this is a directory, not a list of names") if -d $list;
      open $in, '<:raw', $list or fail_to_open($list);
   }
   my @lines = <$in>;
   fail("$shown: cannot be read: $!") if $in->error;
   chomp @lines;
   my ($strange) = grep { $lines[$_] =~ /[\x00-\x08]/ } 0 .. $#lines;
   fail("$shown:" . ($strange + 1) . ': this is not a name of a file; a list has one name a line') if defined $strange;
   my @names = grep { $_ ne '' } @lines;
   fail("$shown: has no names of files") if !@names;
   return @names;
}

1;
