# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Gnuplot: the figure of three panels as a script for gnuplot, with its data.
#
# Usage:
#   my $files = gnuplot_files($figure, 'fig/solve');   # name -> bytes: fig/solve.gnuplot, fig/solve.code.dat, ...
#
#   gnuplot fig/solve.gnuplot                          # in fig, writes solve.pdf
#   gnuplot -e "terminal='pngcairo size 1400,1000'; output='solve.png'" solve.gnuplot
#
# The data are columns of numbers with a line of comment that names them: made to be plotted otherwise, too.

package Xgrind::Timeline::Gnuplot;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);
use Xgrind::Text::Escapes qw($ACTS);
use Xgrind::Timeline::Colours;

our @EXPORT = qw(gnuplot_files);

my $NAME_MAX = 44;    # characters of names beside the panels
my $KEY = "set key noenhanced at screen 0.74, graph 1 left top vertical Left reverse samplen 1 maxrows auto\n";

# A string of gnuplot's, in which nothing has a meaning; names are cut to a number of characters.
sub string {
   my ($bytes, $max) = @_;
   my $text = Encode::decode('UTF-8', length $bytes > 4000 ? substr($bytes, 0, 4000) : $bytes, Encode::FB_DEFAULT);
   $text =~ s/$ACTS|[^\x20-\x7e\xa0-\x{10ffff}]/?/g;
   $text = substr($text, 0, $max - 1) . "\x{2026}" if defined $max && length $text > $max;
   $text =~ s/'/''/g;
   return "'" . Encode::encode('UTF-8', $text) . "'";
}

sub colour { my ($hex) = @_; return "rgb '$hex'"; }

# Lines of columns under a comment.
sub table {
   my ($comment, @rows) = @_;
   return join '', "# $comment\n", map { join(' ', map { 0 + sprintf '%.12g', $_ } @$_) . "\n" } @rows;
}

# Blocks of data, which "index" tells apart; an empty one has a row of nothing.
sub blocks {
   my (@blocks) = @_;
   return join "\n\n", map { /^[^#\n]/m ? $_ : $_ . "NaN NaN NaN\n" } @blocks;
}

# --- Panels ----------------------------------------------------------------

sub code_data {
   my ($code) = @_;
   return table('from to function (from 0, most samples first)', map { [ @$_{qw(from to function)} ] } @{ $code->{stretches} });
}

sub function_colour {
   my ($code, $n) = @_;
   return $code->{functions}[$n]{is_rest} ? $COLOUR_OF_REST : $COLOURS[ $n % @COLOURS ];
}

sub code_plot {
   my ($figure, $name) = @_;
   my $code  = $figure->{code};
   my @plots = map {
      sprintf "%s using (\$3 == $_ ? (\$1 + \$2) / 2 : NaN):(1.25):(\$1):(\$2):(1.05):(1.45) with boxxyerror fillstyle solid noborder linecolor %s title %s",
         string("$name.code.dat"), colour(function_colour($code, $_)), string(sprintf('%.1f%% ', 100 * $code->{functions}[$_]{share}) . $code->{functions}[$_]{name}, $NAME_MAX)
   } 0 .. $#{ $code->{functions} };
   push @plots, string("$name.lines.dat") . " using 1:(1 - \$2) with dots linecolor " . colour('#7a3e9d') . ' notitle';
   return "set yrange [-0.06:1.5]\nset ytics ('last line' 0, 'line 1' 1)\nset label 1 'code' at screen 0.015, graph 0.5 rotate center\nplot " . join(", \\\n     ", @plots) . "\n";
}

# Blocks by level, those of loads first.
sub memory_data {
   my ($panel) = @_;
   my $n = @{ $panel->{bands} };
   my @blocks;
   for my $is_store (0, 1) {
      for my $level (0 .. $#{ $panel->{levels} }) {
         my @of = grep { $_->{is_store} == $is_store && $_->{level} == $level } @{ $panel->{points} };
         push @blocks, table(($is_store ? 'stores' : 'loads') . " served by $panel->{levels}[$level]: at, band (from 0 at the bottom) + place in it",
            map { [ $_->{x}, $n - 1 - $_->{band} + 0.05 + 0.9 * $_->{y} ] } @of);
      }
   }
   return blocks(@blocks);
}

sub memory_plot {
   my ($panel, $file) = @_;
   my @bands = reverse @{ $panel->{bands} };
   my $n     = @{ $panel->{levels} };
   my @ticks = map { string($bands[$_]{name}, $NAME_MAX) . ' ' . ($_ + 0.5) } 0 .. $#bands;
   my (@plots, @keys);
   for my $kind (0, 1) {
      my $what = $kind ? 'stores' : 'loads';
      next if $panel->{title} !~ $what;
      for my $level (0 .. $n - 1) {
         push @plots, string($file) . ' index ' . ($kind * $n + $level) . ' using 1:2 with points pointtype ' . ($kind ? 2 : 7) . ' pointsize ' . ($kind ? 0.35 : 0.25)
            . ' linecolor ' . colour(level_colour($panel->{levels}[$level])) . ' notitle';
         push @keys, 'keyentry with points pointtype ' . ($kind ? 2 : 7) . ' pointsize 0.7 linecolor ' . colour(level_colour($panel->{levels}[$level])) . ' title '
            . string("$what, " . ($level ? 'served by ' : 'hits in ') . $panel->{levels}[$level]);
      }
   }
   push @plots, @keys;    # points in the key are larger
   my $last = @bands || 1;
   return "set yrange [0:$last]\nunset ytics\nset y2range [0:$last]\nset y2tics (" . join(', ', @ticks) . ") scale 0 noenhanced\nset label 1 'addresses' at screen 0.015, graph 0.5 rotate center\n"
      . "set key at graph 0.5, graph 1.01 center bottom horizontal maxrows 2\n"
      . join('', map { "set arrow from graph 0, first $_ to graph 1, first $_ nohead linewidth 0.5 linecolor rgb '#bbbbbb'\n" } 1 .. $#bands)
      . 'plot ' . join(", \\\n     ", @plots) . "\nunset arrow\nunset y2tics\nset ytics\n$KEY";
}

sub rates_data {
   my ($rates) = @_;
   my @blocks;
   for my $curve (@{ $rates->{curves} }, $rates->{cycles} ? { name => 'estimated cycles per instruction', points => $rates->{cycles} } : ()) {
      push @blocks, table("$curve->{name}: from value to", map { [ @$_[ 0, 2, 1 ] ] } @{ $curve->{points} });
   }
   return blocks(@blocks);
}

sub rates_plot {
   my ($rates, $file) = @_;
   my @curves = @{ $rates->{curves} };
   my @plots  = map { string($file) . " index $_ using 1:2 with steps linewidth 1.5 linecolor " . colour($CURVE_COLOURS{ $curves[$_]{name} }) . ' title ' . string($curves[$_]{name}) } 0 .. $#curves;
   push @plots, string($file) . ' index ' . @curves . " using 1:2 axes x1y2 with steps dashtype 2 linecolor rgb '#000000' title 'estimated cycles per instruction (right)'" if $rates->{cycles};
   my $to = grep({ @{ $_->{points} } } @curves) ? '*' : 1;    # without a point, gnuplot finds no end
   my $right = $rates->{cycles} ? "set y2range [0:$to]\nset y2tics auto\n" : '';
   return "set yrange [0:$to]\nset ytics auto\n${right}set label 1 'per 1000 instructions' at screen 0.015, graph 0.5 rotate center\nplot " . join(", \\\n     ", @plots) . "\n";
}

# --- The script ------------------------------------------------------------

# With their texts below the last panel only.
sub ticks {
   my ($figure, $with_texts) = @_;
   return join ', ', map { ($with_texts ? string($_->[1]) : "''") . " $_->[0]" } @{ $figure->{x}{ticks} };
}

sub head {
   my ($figure, $base, $panels) = @_;
   my ($from, $to) = @{ $figure->{x} }{qw(from to)};
   $to = $from + 1 if $to <= $from;
   my ($title, $pdf) = (string($figure->{title}, 100), string("$base.pdf"));
   my $height = 5 + 3 * $panels;
   return <<END;
# Three panels on one axis of instructions: code, memory, rates.
# Set "terminal" and "output" for another format:
#   gnuplot -e "terminal='pngcairo size 1400,1000'; output='figure.png'" FILE
if (!exists("terminal")) terminal = 'pdfcairo size 11in,${height}in font ",9"'
if (!exists("output")) output = $pdf
set encoding utf8
eval 'set terminal '.terminal
set output output
set multiplot title $title noenhanced
${KEY}set lmargin at screen 0.09
set rmargin at screen 0.70
set xrange [$from:$to]
set xtics (@{[ ticks($figure, 0) ]})
set grid xtics linecolor rgb '#bbbbbb'
END
}

# The space of each panel, from the top: code, memory, rates.
sub places {
   my ($n_memory) = @_;
   my @weights = (2.2, (4) x $n_memory, 2.5);
   my $sum = 0;
   $sum += $_ for @weights;
   my ($top, @places) = 0.94;
   for my $weight (@weights) {
      my $bottom = $top - $weight / $sum * 0.86;
      push @places, sprintf "set tmargin at screen %.4f\nset bmargin at screen %.4f\n", $top, $bottom + 0.05;
      $top = $bottom;
   }
   return @places;
}

sub gnuplot_files {
   my ($figure, $path) = @_;
   my $base  = $path =~ s{.*/}{}sr;    # the script runs where its data are
   my @panels = @{ $figure->{memory} };
   my %files = (
      "$path.code.dat"  => code_data($figure->{code}),
      "$path.lines.dat" => blocks(table('at, line / last line of the file', @{ $figure->{code}{dots} })),
      "$path.rates.dat" => rates_data($figure->{rates}),
   );
   my @places = places(scalar @panels);
   my $script = head($figure, $base, scalar @panels) . shift(@places) . code_plot($figure, $base);
   for my $p (0 .. $#panels) {
      my $name = @panels == 1 ? 'memory' : $panels[$p]{title};
      $files{"$path.$name.dat"} = memory_data($panels[$p]);
      $script .= shift(@places) . memory_plot($panels[$p], "$base.$name.dat");
   }
   $script .= shift(@places) . 'set xtics (' . ticks($figure, 1) . ")\nset xlabel " . string($figure->{x}{label}) . " noenhanced\n" . rates_plot($figure->{rates}, "$base.rates.dat") . "unset multiplot\n";
   $files{"$path.gnuplot"} = $script;
   return \%files;
}

1;
