# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Empty: why a result file of a run is empty, and what can be done.
#
# Usage:
#   fail("$name is empty" . why_empty($name));    # ": its process still runs, ..."; '': its name does not say of which process it is
#
# A process that gives up its rights creates the files of its end before it does so (docs/files.md).

package Xgrind::Files::Empty;
use strict;
use warnings;
use Errno;    # %!
use Exporter qw(import);
use File::Basename qw(basename);

our @EXPORT = qw(why_empty);

# The process that a file is of, by its name.
sub process_of {
   my ($name) = @_;
   return basename($name) =~ /(?:^|\.)(?:callgrind\.out|xgrind\.data|xgrind\.tree)\.(\d{1,9})(?:-\d+)?\z|\.pid(\d{1,9})(?:-\d+)?\z/a ? $1 // $2 : undef;
}

sub why_empty {
   my ($name) = @_;
   my $pid = process_of($name) // return '';
   return ": its process still runs, and writes it at its end; xgrind_control --snapshot $pid writes it now" if $pid > 0 && (kill(0, $pid) || $!{EPERM});
   return ": there is no process $pid here that could still write it, as it was killed or became another program";
}

1;
