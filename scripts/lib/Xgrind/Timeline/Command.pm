# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Command: xgrind_report --svg and --gnuplot.
#
# Usage:
#   write_figures({ svg => 'a.svg', gnuplot => 'a', region => 'solve', stores => 'apart' }, 'xgrind.data.1', 'callgrind.out.1');
#
# Reads the first file and writes what the options say, over none of the files, or ends with one sentence;
# returns 0, the exit status.

package Xgrind::Timeline::Command;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::Timeline;
use Xgrind::Files::Output;
use Xgrind::Run::Contents;
use Xgrind::Text::Messages;
use Xgrind::Timeline::Figure;
use Xgrind::Timeline::Gnuplot;
use Xgrind::Timeline::Svg;

our @EXPORT = qw(write_figures);

sub write_figures {
   my ($options, @inputs) = @_;
   fail('--' . (defined $options->{region} ? 'region' : 'stores') . ' is for figures: add --svg=FILE or --gnuplot=NAME') if !defined($options->{svg} // $options->{gnuplot});
   fail('--gnuplot needs a name that files can begin with, not ' . quoted($options->{gnuplot})) if defined $options->{gnuplot} && $options->{gnuplot} =~ m{(?:^|/)-?\z};
   my ($file)   = @inputs;
   my $profile  = read_named_data($file);
   my $timeline = timeline_of($profile)
      // fail(printable($file) . ': the profile has no timeline; run the program with --timeline=yes');
   my $figure = figure_of($profile, $timeline, $options);
   my %files  = defined $options->{gnuplot} ? %{ gnuplot_files($figure, $options->{gnuplot}) } : ();
   $files{ $options->{svg} } = svg_of($figure) if defined $options->{svg};
   keep_inputs(quoted($_), $_, 'a file to be read', @inputs) for sort keys %files;
   output_write_all(\%files);
   finish_output();
   return 0;
}

1;
