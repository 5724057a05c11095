# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::RunFolder: a run that the user names by a file of it, or by the folder that it is in.
#
# Usage:
#   is_run('before')               # is it a file or a folder?
#   my $file = run_file('before'); # the file, or the newest profile of the folder; ends with one sentence if there is none

package Xgrind::Ask::RunFolder;
use strict;
use warnings;
use Exporter qw(import);
use Time::HiRes ();
use Xgrind::Files::Regular;
use Xgrind::Run::RunFiles;
use Xgrind::Text::Messages;

our @EXPORT = qw(is_run run_file);

# A program is no run, so that ./before ./after without -- between them are not taken for files.
sub is_run {
   my ($name) = @_;
   return 1 if -d $name || !-e _;
   my $is_program = open_object_file($name);
   return !$is_program;
}

sub run_file {
   my ($name) = @_;
   if (!-d $name) {
      open_named($name) // fail_to_open($name);
      return $name;
   }
   opendir my $dir, $name or fail(printable($name) . ": the folder cannot be read: $!");
   my %time = map { $_ => (Time::HiRes::stat($_))[9] } grep { is_neighbour($_) && -s $_ && is_profile($_) } map { "$name/$_" } grep { /^callgrind\.out\./ } readdir $dir;
   closedir $dir;
   my ($newest) = sort { $time{$b} <=> $time{$a} || $a cmp $b } keys %time;
   return $newest // fail(printable($name) . ': there is no profile callgrind.out.* in this folder; give the profile of the run');
}

1;
