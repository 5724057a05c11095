# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Page::Settings: what the files of a run say about how it was run.
#
# Usage:
#   my $model = settings_model($run);    # of Xgrind::Run::Contents: [name, text], as part of the report's model

package Xgrind::Page::Settings;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Page::ModelJson;
use Xgrind::Run::RunProcesses;
use Xgrind::Text::Levels;
use Xgrind::Text::Numbers;

our @EXPORT = qw(settings_model);

# "32 KiB, 8 ways, lines of 64 bytes"
sub cache_text {
   my ($size_B, $ways, $line_B) = @_;
   return bytes_text($size_B) . ", $ways way" . ($ways == 1 ? '' : 's') . ", lines of $line_B bytes";
}

# "8-way associative" of a profile, or the figures of a data file.
sub caches_of {
   my ($run, %desc) = @_;
   my @caches;
   my $figures = $run->{objects} ? $run->{objects}{caches} // {} : {};
   for my $name (@CACHES) {
      my @of = ref $figures->{$name} eq 'ARRAY' ? @{ $figures->{$name} } : ();
      @of = ($1, $3, $2) if !@of && ($desc{"$name cache"} // '') =~ /^(\d+) B, (\d+) B, (?:direct-mapped|(\d+)-way associative)/a;
      $of[1] //= 1 if @of;
      push @caches, [ $name, cache_text(@of) ] if @of == 3;
   }
   return @caches;
}

sub parts_text {
   my ($run) = @_;
   my @parts = @{ $run->{profile}{parts} };
   my %threads = map { $_->{thread} => 1 } grep { defined $_->{thread} } @parts;
   my $text = @parts == 1 ? '1 part' : commas(scalar @parts) . ' parts';
   $text .= ', of ' . (keys %threads) . ' threads' if keys %threads > 1;
   return $text;
}

sub sampling_text {
   my ($sampling) = @_;
   my @kinds = $sampling->{loads} == $sampling->{stores} ? 'accesses' : $sampling->{loads} ? 'loads' : 'stores';
   return "one of $sampling->{period} @kinds is recorded for its memory object";
}

sub settings_of {
   my ($run) = @_;
   my $files   = $run->{files};
   my $objects = $run->{objects};
   my @desc    = @{ $run->{descriptions} };
   my @settings = ([ 'Command', $run->{started} // '' ]);
   push @settings, [ 'Written by', $run->{creator} ] if defined $run->{creator} && $run->{creator} ne '';
   push @settings, [ 'Process', $run->{pid} ] if defined $run->{pid} && !$files->{processes};
   if (defined(my $several = processes_text($files))) { push @settings, [ 'Processes', $several ]; }
   push @settings, [ 'Profile', join(', ', @{ $files->{profiles} }) . ' (' . parts_text($run) . ')' ] if $run->{profile};
   push @settings, [ 'Data file', $files->{data} ] if $objects;
   push @settings, [ 'Calling-context tree', join ', ', @{ $files->{trees} } ] if @{ $files->{trees} };
   push @settings, caches_of($run, map { @$_ } @desc);
   if ($objects) {
      my $latency = $objects->{latencies};
      push @settings, [ 'Latencies', join ', ', map { "$_ $latency->{$_} cycles" } grep { defined $latency->{$_} } @BETWEEN, qw(LL memory) ] if %$latency;
      push @settings, [ 'Cores', $run->{data}{n_cores} ] if $run->{data} && $run->{data}{n_cores} > 1;
      push @settings, [ 'Sampling', sampling_text($objects->{sampling}) ] if $objects->{sampling};
   }
   if (my $t = $run->{timeline}) {
      push @settings, [ 'Timeline', commas(scalar @{ $t->{samples}{at} }) . ' samples, one tick in ' . commas($t->{period}) . ' instructions; bins of '
            . commas($t->{bin_instructions}) . ' instructions' ];
   }
   push @settings, grep { $_->[0] !~ /^(?:\w\w cache|Timerange|Sums by group of sets)\z/ } @desc;
   return @settings;
}

sub settings_model {
   my ($run) = @_;
   return [ map { texts(@$_) } settings_of($run) ];
}

1;
