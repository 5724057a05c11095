# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Export::Stacks: a calling-context tree as stacks with weights: the collapsed stacks of
# flame graphs, and speedscope's JSON.
#
# Usage:
#   export_collapsed($tree, 'app.folded', 'Ir');
#   export_speedscope($tree, 'app.speedscope.json', { creator => ..., events => [ 'Ir', ... ] });
#
# Stacks without the event are left out.

package Xgrind::Export::Stacks;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Text::Escapes;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;
use Xgrind::Tree::ContextTree;

our @EXPORT = qw(export_collapsed export_speedscope);

my $FACTOR_MAX = 300;       # of the tree's bytes
my $LEAST_B    = 1 << 28;    # that any tree may become

# --- collapsed stacks ------------------------------------------------------------------------

# A name as part of a stack: what separates names and lines, and what a terminal acts on, is written as its code.
sub frame_text {
   my ($name) = @_;
   my $text = escaped($name) =~ s/;/\\x3b/gr;
   return $text eq '' ? '???' : $text;
}

# Every node has its whole stack, so that a small tree can become a large text: one of 1 MB can have 20 GB of stacks.
sub bounded_output {
   my ($tree, $name) = @_;
   my $out    = output_open($name);
   my $most_B = $FACTOR_MAX * $tree->{bytes};
   $most_B = $LEAST_B if $most_B < $LEAST_B;
   my $left_B = $most_B;
   return ($out, sub {
      my ($text) = @_;
      $left_B -= length $text;
      fail(printable($name) . ' would have more than ' . int($most_B / 2**20) . ' MiB of stacks; choose one event, a lower --context-tree-depth, or --pprof') if $left_B < 0;
      output_write($out, $text);
      return;
   });
}

sub column_of {
   my ($tree, $event) = @_;
   my ($e) = grep { $tree->{events}[$_] eq $event } 0 .. $#{ $tree->{events} };
   return $e;
}

sub export_collapsed {
   my ($tree, $name, $event) = @_;
   my $e = column_of($tree, $event);
   my @text = map { frame_text($_->{name}) } @{ $tree->{functions} };
   my @outside = map { activity_name($_) } @{ $tree->{activities} };
   my ($out, $write) = bounded_output($tree, $name);
   my @frames;    # not the stack of each depth: names of C++ make that gigabytes
   each_path($tree, sub {
      my ($depth, $frame, $costs) = @_;
      $#frames = $depth - 2;
      push @frames, $frame < 0 ? $outside[ -1 - $frame ] : $text[$frame];
      my $weight = (split / /, $costs)[$e];
      $write->(join(';', @frames) . " $weight\n") if $weight;
      return;
   });
   output_close($out);
   return;
}

# --- speedscope ------------------------------------------------------------------------------

sub frame_json {
   my ($f) = @_;
   my @parts = '"name":' . json_string($f->{name});
   push @parts, '"file":' . json_string($f->{file}) if $f->{file} ne '' && $f->{file} ne '???';
   push @parts, '"line":' . $f->{line} if $f->{line};
   return '{' . join(',', @parts) . '}';
}

# One event's profile: first the stacks, then their weights.
sub write_profile {
   my ($tree, $write, $event) = @_;
   my $e     = column_of($tree, $event);
   my $unit  = $tree->{units}{$event} // 'none';
   my $title = json_string(defined $tree->{titles}{$event} && $tree->{titles}{$event} ne $event ? "$event: $tree->{titles}{$event}" : $event);
   my $functions = @{ $tree->{functions} };
   $write->(qq({"type":"sampled","name":$title,"unit":"$unit","startValue":0,"endValue":$tree->{totals}[$e],"samples":[));
   my (@frames, @weights);    # not the stack of each depth, as above
   each_path($tree, sub {
      my ($depth, $frame, $costs) = @_;
      $#frames = $depth - 2;
      push @frames, $frame < 0 ? $functions - 1 - $frame : $frame;
      my $weight = (split / /, $costs)[$e];
      return if !$weight;
      $write->((@weights ? ",\n" : "\n") . "[" . join(',', @frames) . ']');
      push @weights, $weight;
      return;
   });
   $write->(qq(\n],"weights":[) . join(',', @weights) . ']}');
   return;
}

sub export_speedscope {
   my ($tree, $name, $about) = @_;
   my ($out, $write) = bounded_output($tree, $name);
   my @frames = ((map { frame_json($_) } @{ $tree->{functions} }),
      map { '{"name":' . json_string(activity_name($_)) . '}' } @{ $tree->{activities} });
   $write->(qq({"\$schema":"https://www.speedscope.app/file-format-schema.json",\n)
      . '"name":' . json_string(join ' + ', @{ $tree->{commands} }) . ',"exporter":' . json_string($about->{creator})
      . qq(,"activeProfileIndex":0,\n"shared":{"frames":[\n) . join(",\n", @frames) . "\n]},\n\"profiles\":[\n");
   my $separator = '';
   for my $event (@{ $about->{events} }) {
      $write->($separator);
      $separator = ",\n";
      write_profile($tree, $write, $event);
   }
   $write->("\n]}\n");
   output_close($out);
   return;
}

1;
