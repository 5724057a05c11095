# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Figure: the figure of three panels on one axis of instructions: code, memory, rates
# (docs/timeline-figures.md).
#
# Usage:
#   my $figure = figure_of($profile, $timeline, { region => 'solve', stores => 'apart' });
#
# $profile is of Xgrind::Data::DataFile, with names of Xgrind::Objects::ObjectNames; $timeline of
# Xgrind::Data::Timeline.  $figure is a hash with
#   title, subtitle
#   x        { from, to, label, ticks: [ [value, text] ... ] }: instructions, or per cent of a region
#   code     of Xgrind::Timeline::Code
#   memory   panels, of Xgrind::Timeline::Memory
#   rates    of Xgrind::Timeline::Rates
# All positions are in the units of x.  With a region it is folded: all its instances are overlaid.

package Xgrind::Timeline::Figure;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Timeline::Axis;
use Xgrind::Timeline::Code;
use Xgrind::Timeline::Memory;
use Xgrind::Timeline::Rates;

our @EXPORT = qw(figure_of);

my $MILLION = 1_000_000;

# The region that the user means, or one sentence.
sub region_of {
   my ($timeline, $name) = @_;
   my @regions = grep { $_->{name} eq $name } @{ $timeline->{regions} };
   return $regions[0] if @regions;
   my @names = map { $_->{name} } @{ $timeline->{regions} };
   fail('the profile has no region ' . quoted($name) . (@names
         ? '; its regions are: ' . join(', ', map { printable($_) } @names)
         : '; run the program with --timeline-region=<function>, or mark regions by client requests'));
   return;
}

sub whole_program {
   my ($profile, $timeline, $options) = @_;
   my $span    = { from => $timeline->{start}, to => $timeline->{end} };
   my $samples = { %{ $timeline->{samples} }, x => $timeline->{samples}{at} };
   return {
      title    => $profile->{command},
      subtitle => commas($timeline->{end} - $timeline->{start}) . ' instructions, ' . commas(scalar @{ $samples->{x} }) . ' samples',
      x        => { %$span, label => 'instructions', ticks => instruction_ticks(@$span{qw(from to)}) },
      code     => code_panel($profile, $samples, $span),
      memory   => memory_panels($profile, $timeline, $samples, $options),
      rates    => rates_panel($timeline),
   };
}

sub folded {
   my ($profile, $timeline, $options) = @_;
   my $region  = region_of($timeline, $options->{region});
   my $fold    = $region->{fold};
   my $samples = { %{ $fold->{samples} }, x => [ map { $_ / $MILLION * 100 } @{ $fold->{samples}{x} } ] };
   my $span    = { from => 0, to => 100 };
   return {
      title    => "$region->{name} in $profile->{command}",
      subtitle => commas($region->{instances}) . ($region->{instances} == 1 ? ' instance' : ' instances overlaid') . ', '
         . commas(int($region->{instructions}{mean} + 0.5)) . ' instructions on average, ' . commas(scalar @{ $samples->{x} }) . ' samples',
      x      => { %$span, label => "instructions of an instance of $region->{name}, in %", ticks => [ map { [ $_, $_ ] } map { $_ * 10 } 0 .. 10 ] },
      code   => code_panel($profile, $samples, $span),
      memory => memory_panels($profile, $timeline, $samples, $options),
      rates  => folded_rates_panel($timeline, $region),
   };
}

sub figure_of {
   my ($profile, $timeline, $options) = @_;
   return defined $options->{region} ? folded(@_) : whole_program(@_);
}

1;
