# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Command: xgrind_report --svg and --gnuplot.
#
# Usage:
#   write_figures({ svg => 'a.svg', gnuplot => 'a', region => 'solve', stores => 'apart' }, 'xgrind.data.1');
#
# Reads the profile, without one the newest, and writes what the options say, or ends with one sentence; returns 0, the exit status.

package Xgrind::Timeline::Command;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Input;
use Xgrind::Files::Output;
use Xgrind::Objects::Names;
use Xgrind::Objects::Reader qw(read_objects);
use Xgrind::Script::Messages;
use Xgrind::Timeline::Figure;
use Xgrind::Timeline::Gnuplot;
use Xgrind::Timeline::Reader;
use Xgrind::Timeline::Svg;

our @EXPORT = qw(write_figures);

# Writes a file whole or not at all.
sub write_file {
   my ($name, $bytes) = @_;
   my $out = output_open($name);
   output_write($out, $bytes);
   output_close($out);
   return;
}

sub write_figures {
   my ($options, @files) = @_;
   fail('one profile at a time, not ' . @files) if @files > 1;
   fail('--' . (defined $options->{region} ? 'region' : 'stores') . ' is for figures: add --svg=FILE or --gnuplot=NAME') if !defined($options->{svg} // $options->{gnuplot});
   fail('--gnuplot needs a name that files can begin with, not ' . quoted($options->{gnuplot})) if defined $options->{gnuplot} && $options->{gnuplot} =~ m{(?:^|/)\z};
   my $file     = $files[0] // newest_file('xgrind.data.', 'run the program with --timeline=yes');
   my $profile  = read_objects($file, no_objects => 1);
   my $timeline = read_timeline($profile->{more}{timeline}, $profile)
      // fail(printable($file) . ': the profile has no timeline; run the program with --timeline=yes');
   demangle($profile);
   name_objects($profile);
   my $figure = figure_of($profile, $timeline, $options);
   write_file($options->{svg}, svg_of($figure)) if defined $options->{svg};
   if (defined $options->{gnuplot}) {
      my $files = gnuplot_files($figure, $options->{gnuplot});
      write_file($_, $files->{$_}) for sort keys %$files;
   }
   finish_output();
   return 0;
}

1;
