# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Commands: files of commands.
#
# Usage:
#   my $file = command_file('xdg-open') // ...;             # as a shell finds it in PATH; undef: there is none
#   my $file = command_file('vgdb', "$folder/../bin", ...);  # in these folders first

package Xgrind::Files::Commands;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(command_file);

# An empty folder in PATH is the current one.
sub command_file {
   my ($name, @first) = @_;
   return $name if $name =~ m{/};
   for my $folder (@first, split /:/, $ENV{PATH} // '', -1) {
      my $file = ($folder eq '' ? '.' : $folder) . "/$name";
      return $file if -f $file && -x _;
   }
   return undef;
}

1;
