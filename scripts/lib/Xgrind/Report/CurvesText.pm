# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Report::CurvesText: miss curves on the terminal (docs/miss-curves.md).
#
# Usage:
#   my $data = json_decode($bytes);      # the file xgrind.data.<pid>, with "miss_curves"
#   print_curves($data, { utf8 => 1 });  # the program's curve, its knees, who has most to gain
#   print_curves($data, { curve => 'sort' }) or die;    # of a function or object
#
# Options, all of them optional, besides those of Xgrind::Findings::Knees:
#   width         columns, at most 100 (those of the screen)
#   utf8          the terminal shows UTF-8 (0)
#   curve         name of a function, or name or source of an object: print its curve
#   top           how many functions and objects (5)

package Xgrind::Report::CurvesText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min);
use Xgrind::Findings::Knees;
use Xgrind::Text::Levels;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Screen;

our @EXPORT_OK = qw(print_curves);

my $WIDTH  = 100;
my $ROWS   = 10;    # of a plot

my $GAIN_PERCENT = 0.1;    # of all accesses: what is less is not listed

# --- Sentences -------------------------------------------------------------

sub width { my ($options) = @_; return min($options->{width} // screen_width(), $WIDTH); }

# Prints a sentence, in as many lines as it needs; a name that is longer than a line is cut.
sub print_text {
   my ($text, $options) = @_;
   print map { "$_\n" } wrapped($text, width($options));
   return;
}

# --- Plot ------------------------------------------------------------------

# The share of a row that is filled, as a character.
sub bar {
   my ($filled, $utf8) = @_;
   return $filled >= 0.5 ? '#' : $filled > 0 ? '.' : ' ' if !$utf8;
   my $eighths = int(8 * max(0, min(1, $filled)) + 0.5);
   $eighths = 1 if !$eighths && $filled > 0;
   return $eighths ? chr(0x2580 + $eighths) : ' ';
}

# The axis: a label below each column whose size is a power of two, as far as there is room.
sub axis {
   my ($sizes, $columns) = @_;
   my $line = ' ' x (@$columns + 8);
   my $free = 0;
   for my $x (0 .. $#$columns) {
      my $size = $sizes->[ $columns->[$x] ];
      next if $x < $free || $size & ($size - 1);
      my $label = bytes_text($size);
      substr $line, $x, length $label, $label;
      $free = $x + length($label) + 2;
   }
   $line =~ s/\s+$//;
   return $line;
}

# Prints the shares of the accesses that miss, by size.
sub print_plot {
   my ($curves, $curve, $options) = @_;
   my $width = width($options) - 8 - 8;
   my $sizes = $curves->{sizes_B};
   my $step  = int($#$sizes / max(1, $width)) + 1;
   my $wide  = max(1, min(3, int($width / @$sizes)));
   my @columns = map { ($_) x $wide } grep { $_ % $step == 0 } 0 .. $#$sizes;
   my $all = max(1, $curve->{accesses});
   for my $row (reverse 0 .. $ROWS - 1) {
      my $label = $row % 5 == 4 ? sprintf '%3d%%', 100 * ($row + 1) / $ROWS : '';
      my $bars = join '', map { bar($curve->{misses}[$_] / $all * $ROWS - $row, $options->{utf8}) } @columns;
      $bars =~ s/ +$//;
      printf "%5s |%s\n", $label, $options->{utf8} ? utf8_bytes($bars) : $bars;
   }
   printf "%5s +%s\n", '0%', '-' x @columns;
   print '       ' . axis($sizes, \@columns) . "\n";
   return;
}

sub utf8_bytes { my ($text) = @_; utf8::encode($text); return $text; }

# The index of the largest size that is at most this.
sub index_of_size {
   my ($curves, $size_B) = @_;
   my $sizes = $curves->{sizes_B};
   my ($last) = grep { $sizes->[$_] <= $size_B } reverse 0 .. $#$sizes;
   return $last // 0;
}

# What misses with the sizes of the caches; of an estimated curve with its error.
sub print_sizes {
   my ($data, $curve, $options) = @_;
   my $curves = $data->{miss_curves};
   my %done;
   for my $level (grep { exists $data->{caches}{$_} } @DATA_LEVELS) {
      my $i = index_of_size($curves, $data->{caches}{$level}[0]);
      next if $done{$i}++;
      my ($misses, $error) = map { share($curve->{$_}[$i], $curve->{accesses}) } qw(misses error);
      print_text(sprintf("With the size of %s, %.1f%% miss", $level, $misses) . ($curves->{exact} ? '.' : sprintf ' (standard error: %.1f%% of all accesses).', $error), $options);
   }
   return;
}

# --- Who has most to gain --------------------------------------------------

# Of misses with the size of D1, those that a larger cache would save.
sub gain {
   my ($curves, $curve, $d1) = @_;
   return misses($curve, $d1) - $curve->{misses}[-1];
}

# The size from which on nine tenths of the gain are had.
sub size_needed {
   my ($curves, $curve, $d1) = @_;
   my $gain = gain($curves, $curve, $d1);
   my ($i) = grep { misses($curve, $d1) - misses($curve, $_) >= 0.9 * $gain } $d1 .. $#{ $curves->{sizes_B} };
   return $curves->{sizes_B}[$i];
}

sub print_gains {
   my ($title, $data, $options, @all) = @_;
   my $curves = $data->{miss_curves};
   my $d1     = index_of_size($curves, $data->{caches}{D1}[0]);
   my $total  = $curves->{program}{accesses};
   my @most   = sort { gain($curves, $b->{self}, $d1) <=> gain($curves, $a->{self}, $d1) || $a->{name} cmp $b->{name} }
      grep { share(gain($curves, $_->{self}, $d1), $total) >= $GAIN_PERCENT } @all;
   return if !@most;
   print "\n";
   print_text("$title with most misses that a cache larger than D1 would save, in percent of all accesses:", $options);
   splice @most, $options->{top} // 5 if @most > ($options->{top} // 5);
   my $short = exists $most[0]{source} ? \&short_texts : \&short_names;
   my @texts = @{ $short->([ map { $_->{name} } @most ], width($options) - 30) };
   printf "%8s %8s %10s\n", qw(saved cold size);
   printf "%8s %8s %10s  %s\n", percent(gain($curves, $_->{self}, $d1), $total), percent($_->{self}{misses}[-1], $total),
      bytes_text(size_needed($curves, $_->{self}, $d1)), shift @texts for @most;
   return;
}

# --- All of it -------------------------------------------------------------

sub print_curve {
   my ($data, $title, $curve, $options) = @_;
   my $curves = $data->{miss_curves};
   my $how    = $curves->{exact} ? 'exact' : sprintf 'estimated from one line in %d', 1 / $curves->{rate};
   print "$title\n";
   print_text("Share of data accesses that miss a fully associative LRU cache, by its size ($how)", $options);
   print "\n";
   print_plot($curves, $curve, $options);
   print_sizes($data, $curve, $options);
   return;
}

# Prints the curves of what has this name; false if nothing has.
sub print_named {
   my ($data, $options) = @_;
   my $name = $options->{curve};
   my $n    = 0;
   for my $function (grep { $_->{name} eq $name } functions_of($data)) {
      print "\n" if $n++;
      print_curve($data, "Function $name, itself", $function->{self}, $options) if $function->{self}{accesses};
      print "\n" if $function->{self}{accesses};
      print_curve($data, "Function $name, with all that it calls", $function->{inclusive}, $options);
   }
   for my $object (grep { $_->{name} eq $name || ($_->{source} // '') eq $name } objects_of($data, $options)) {
      print "\n" if $n++;
      print_curve($data, "Memory object $object->{name}", $object->{self}, $options);
   }
   return $n;
}

# Prints what the options ask for.  Returns false, having printed nothing, if there is no such
# function or object.
sub print_curves {
   my ($data, $options) = @_;
   return print_named($data, $options) if defined $options->{curve};
   my $program = $data->{miss_curves}{program};
   print_curve($data, 'Miss curve of the program', $program, $options);
   my $knees = knee_words($data, $options);
   print "\n" if @$knees;
   print_text($_, $options) for @$knees;
   print_gains('Functions', $data, $options, functions_of($data));
   print_gains('Objects', $data, $options, objects_of($data, $options));
   return 1;
}

1;
