# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Privacy: who may read an output: nobody who may not read all that it was made of.
#
# Usage:
#   note_input($handle);                # or a name: this file is read for what the script writes
#   my $mode = output_mode($group);     # of an output that belongs to this group (a number)
#
# Whatever opens a profile, a data file, a tree or a source notes it here, and Xgrind::Files::Output asks.  Pipes and devices
# have no mode that says who has read what came through them.

package Xgrind::Files::Privacy;
use strict;
use warnings;
use Exporter qw(import);
use Fcntl qw(:mode);

our @EXPORT = qw(note_input output_mode);

my %inputs;    # "MODE GROUP" of the files read

sub note_input {
   my ($file) = @_;
   my @stat = stat $file;
   $inputs{"$stat[2] $stat[5]"} = 1 if @stat && S_ISREG($stat[2]);
   return;
}

# What a mode grants to the group and to others of an output.  To the members of an input's group, another group's are others.
sub granted {
   my ($mode, $group, $group_of_output) = @_;
   my $others = $mode & 07;
   return ($group == $group_of_output ? $mode & 070 : $others << 3) | $others;
}

sub output_mode {
   my ($group) = @_;
   my $mode = 0666 & ~umask;
   $mode &= 0600 | granted(split(' ', $_), $group) for keys %inputs;
   return $mode;
}

1;
