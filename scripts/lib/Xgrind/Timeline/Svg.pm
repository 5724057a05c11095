# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Svg: the figure of three panels as SVG.
#
# Usage:
#   print svg_of($figure);        # of Xgrind::Timeline::Figure; bytes of UTF-8
#   my ($x, $y) = ...             # tests: where things are: see $LEFT, $WIDTH and panel_heights()
#
# Contract: well-formed for all names; no text covers another one: names of functions stand in
# their stretches where there is room, all others in the column at the right, one in each row.  The
# colours are those of Okabe and Ito, which people with any kind of colour blindness tell apart; loads are
# dots and stores crosses.

package Xgrind::Timeline::Svg;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Text::Escapes qw($ACTS);
use Xgrind::Text::Markup;
use Xgrind::Text::Numbers;
use Xgrind::Timeline::Axis;
use Xgrind::Timeline::Colours;

our @EXPORT = qw(svg_of);

our ($LEFT, $WIDTH, $TOP) = (64, 880, 56);    # of all panels
my $COLUMN  = 330;                    # at the right, for names
my $GAP     = 26;                     # between panels
my $CODE_H  = 150;
my $STRIP_H = 44;                     # of stretches, in the panel of code
my $BAND_H  = 26;                     # of the panel of memory, for each band, at least
my $RATES_H = 150;
my $ROW_H   = 15;                     # of names in the column
my $CHARACTER_W = 6.3;                # of the text of 11 pixels, at most, as far as it is Latin

# --- Text ------------------------------------------------------------------

# Characters without those that XML cannot have, even escaped, and those that act on what shows them.
sub characters {
   my ($bytes) = @_;
   my $text = Encode::decode('UTF-8', $bytes, Encode::FB_DEFAULT);
   $text =~ s/$ACTS|[^\x20-\x7e\xa0-\x{d7ff}\x{e000}-\x{fffd}\x{10000}-\x{10ffff}]/?/g;
   return $text;
}

# Columns that a text takes: signs of East Asia are twice as wide.
sub columns_of {
   my ($text) = @_;
   my $wide = () = $text =~ /[\x{1100}-\x{115f}\x{2e80}-\x{a4cf}\x{ac00}-\x{d7a3}\x{f900}-\x{faff}\x{fe30}-\x{fe6f}\x{ff00}-\x{ff60}\x{1f300}-\x{1faff}]/g;
   return length($text) + $wide;
}

# At most so many pixels of a text.
sub fitted {
   my ($bytes, $width) = @_;
   my $text = characters(length $bytes > 2000 ? substr($bytes, 0, 2000) : $bytes);
   my $max  = int($width / $CHARACTER_W);
   return $text if columns_of($text) <= $max;
   return '' if $max < 4;
   $text = substr $text, 0, $max - 1 if length $text >= $max;
   $text = substr $text, 0, -1 while columns_of($text) > $max - 1;
   return "$text\x{2026}";
}

sub escaped {
   my ($text) = @_;
   return Encode::encode('UTF-8', markup_text($text));
}

# A text that is cut to a width; what is cut off stands in its title.
sub text {
   my ($x, $y, $width, $bytes, $more) = @_;
   my $shown = fitted($bytes, $width);
   return '' if $shown eq '';
   my $whole = characters(length $bytes > 400 ? substr($bytes, 0, 400) : $bytes);
   my $title = $shown eq $whole ? '' : '<title>' . escaped($whole) . '</title>';
   return sprintf '<text x="%s" y="%s"%s>%s%s</text>' . "\n", number($x), number($y), $more ? " $more" : '', $title, escaped($shown);
}

sub number {
   my ($value) = @_;
   return 0 + sprintf '%.2f', $value;
}

# --- Places ----------------------------------------------------------------

# Pixels of a position on the common axis.
sub px_of {
   my ($figure, $x) = @_;
   my ($from, $to) = @{ $figure->{x} }{qw(from to)};
   return $LEFT if $to <= $from;
   return $LEFT + ($x - $from) / ($to - $from) * $WIDTH;
}

sub frame {
   my ($top, $height) = @_;
   return qq(<rect class="frame" x="$LEFT" y="$top" width="$WIDTH" height="$height"/>\n);
}

sub row_of_key {
   my ($top, $row, $colour, $name, $more) = @_;
   my $y = $top + $row * $ROW_H;
   my $x = $LEFT + $WIDTH + 50;
   return qq(<rect x="$x" y="@{[ $y + 2 ]}" width="10" height="10" fill="$colour"/>\n) . text($x + 15, $y + 11, $COLUMN - 70, $name, $more);
}

# The vertical lines of all ticks, through all panels.
sub grid {
   my ($figure, $top, $bottom) = @_;
   return join '', map { my $x = number(px_of($figure, $_->[0])); qq(<line class="grid" x1="$x" y1="$top" x2="$x" y2="$bottom"/>\n) } @{ $figure->{x}{ticks} };
}

sub axis {
   my ($figure, $bottom) = @_;
   my $out = join '', map { text(px_of($figure, $_->[0]), $bottom + 15, 100, $_->[1], 'text-anchor="middle"') } @{ $figure->{x}{ticks} };
   return $out . text($LEFT + $WIDTH / 2, $bottom + 34, $WIDTH, $figure->{x}{label}, 'text-anchor="middle"');
}

# Points of one look as a path: many, so each takes few characters; those on one spot are one.
sub path_of_points {
   my ($class, $step, @points) = @_;
   my (%seen, @moves);
   for my $point (@points) {
      my $at = sprintf '%.1f,%.1f', @$point;
      push @moves, "M$at$step" if !$seen{$at}++;
   }
   return @moves ? qq(<path class="$class" d="@{[ join '', @moves ]}"/>\n) : '';
}

# --- Panels ----------------------------------------------------------------

# What there is room for: all of it, without the caller, the function alone, or nothing: names stand whole.
sub label_of {
   my ($stretch, $width) = @_;
   my @texts = ($stretch->{text}, $stretch->{text} =~ s/.* > (?=.)//sr, $stretch->{name});
   my ($first) = grep { length() <= 500 && columns_of(characters($_)) * $CHARACTER_W <= $width } @texts;
   return $first;
}

sub code {
   my ($figure, $top) = @_;
   my $code = $figure->{code};
   my $out = text(14, $top + $CODE_H / 2, $CODE_H, 'code', 'text-anchor="middle" transform="rotate(-90 14 ' . ($top + $CODE_H / 2) . ')"');
   for my $stretch (@{ $code->{stretches} }) {
      my ($from, $to) = map { px_of($figure, $_) } @$stretch{qw(from to)};
      my $rest = $code->{functions}[ $stretch->{function} ]{is_rest};
      my $colour = $rest ? $COLOUR_OF_REST : $COLOURS[ $stretch->{function} % @COLOURS ];
      $out .= sprintf qq(<rect class="stretch" x="%s" y="%s" width="%s" height="%s" fill="%s">%s</rect>\n), number($from), $top, number($to - $from), $STRIP_H, $colour,
         '<title>' . escaped(fitted($stretch->{text}, 2000)) . '</title>';
      my $is_dark = !$rest && $IS_DARK{$colour};
      my $label = label_of($stretch, $to - $from - 8) // next;
      $out .= text(($from + $to) / 2, $top + $STRIP_H / 2 + 4, $to - $from, $label, 'text-anchor="middle"' . ($is_dark ? ' fill="#fff"' : ''));
   }
   my ($dots_top, $dots_h) = ($top + $STRIP_H + 4, $CODE_H - $STRIP_H - 8);
   $out .= path_of_points('dot', 'h0', map { [ px_of($figure, $_->[0]), $dots_top + $_->[1] * $dots_h ] } @{ $code->{dots} });
   $out .= text($LEFT - 6, $dots_top + 10, 60, 'line 1', 'text-anchor="end"') . text($LEFT - 6, $dots_top + $dots_h, 60, 'last line', 'text-anchor="end"');
   $out .= frame($top, $CODE_H);
   my $row = 0;
   for my $function (@{ $code->{functions} }) {
      my $colour = $function->{is_rest} ? $COLOUR_OF_REST : $COLOURS[ $row % @COLOURS ];
      $out .= row_of_key($top, $row++, $colour, sprintf('%.1f%% ', 100 * $function->{share}) . $function->{name});
   }
   return $out;
}

# The column of a panel of memory needs a row for each level and kind, and for each band.
sub memory_height {
   my ($panel) = @_;
   return max(240, 60 + $BAND_H * @{ $panel->{bands} });
}

# The bottom of each band, from that at the top on.
sub band_edges {
   my ($panel, $top, $height) = @_;
   my @edges = ($top);
   push @edges, $edges[-1] + $_->{height} * $height for @{ $panel->{bands} };
   return @edges;
}

sub memory {
   my ($figure, $panel, $top) = @_;
   my $height = memory_height($panel) - 32;
   my $middle = $top + 32 + $height / 2;
   my $out    = text(14, $middle, $height, "addresses: $panel->{title}", qq(text-anchor="middle" transform="rotate(-90 14 $middle)"));
   my $x      = $LEFT;
   my $n      = @{ $panel->{levels} };
   for my $l (0 .. $n - 1) {
      my $colour = level_colour($panel->{levels}[$l]);
      $out .= qq(<rect x="$x" y="@{[ $top + 6 ]}" width="10" height="10" fill="$colour"/>\n) . text($x + 15, $top + 15, 130, ($l ? 'served by ' : 'hits in ') . $panel->{levels}[$l]);
      $x += 130;
   }
   $out .= qq(<path class="load" stroke="#000" d="M$x,@{[ $top + 11 ]}h0"/>\n) . text($x + 8, $top + 15, 60, 'load');
   $out .= qq(<path class="store" stroke="#000" d="M@{[ $x + 58 ]},@{[ $top + 9 ]}l4,4m0,-4l-4,4"/>\n) . text($x + 68, $top + 15, 60, 'store');
   $top += 32;
   my @edges = band_edges($panel, $top, $height);
   for my $b (0 .. $#{ $panel->{bands} }) {
      my $band = $panel->{bands}[$b];
      my ($y, $h) = ($edges[$b], $edges[ $b + 1 ] - $edges[$b]);
      $out .= sprintf qq(<rect class="band%s" x="%s" y="%s" width="%s" height="%s"/>\n), $b % 2, $LEFT, number($y), $WIDTH, number($h);
      my $size = defined $band->{size_B} && $band->{size_B} ? ', ' . bytes_text($band->{size_B}) : '';
      my $room = $COLUMN - 20;
      my $name = fitted($band->{name}, $room - $CHARACTER_W * length $size);
      $out .= text($LEFT + $WIDTH + 12, $y + $h / 2 + 4, $room, Encode::encode('UTF-8', $name) . $size, 'class="name"');
      $out .= sprintf qq(<line class="tick" x1="%s" y1="%s" x2="%s" y2="%s"/>\n), $LEFT + $WIDTH, number($y + $h / 2), $LEFT + $WIDTH + 6, number($y + $h / 2);
   }
   # those that wait longest on top
   for my $level (0 .. $n - 1) {
      for my $is_store (0, 1) {
         my @points = map {
            my $h = $edges[ $_->{band} + 1 ] - $edges[ $_->{band} ];
            [ px_of($figure, $_->{x}), $edges[ $_->{band} + 1 ] - 3 - $_->{y} * ($h - 6) ]
         } grep { $_->{level} == $level && $_->{is_store} == $is_store } @{ $panel->{points} };
         my $colour = level_colour($panel->{levels}[$level]);
         @points = map { [ $_->[0] - 1.5, $_->[1] - 1.5 ] } @points if $is_store;
         my $path = path_of_points($is_store ? 'store' : 'load', $is_store ? 'l3,3m0,-3l-3,3' : 'h0', @points);
         $out .= $path =~ s/ d="/ stroke="$colour" d="/r;
      }
   }
   return $out . frame($top, $height);
}

# A curve of steps, one from each position to the next.
sub steps {
   my ($figure, $top, $max, @points) = @_;
   my ($path, $last) = ('', undef);
   for my $point (@points) {
      my ($from, $to) = map { sprintf '%.1f', px_of($figure, $_) } @$point[ 0, 1 ];
      my $y = sprintf '%.1f', $top + $RATES_H * (1 - $point->[2] / $max);
      $path .= (defined $last && $last eq $from ? 'L' : 'M') . "$from,${y}H$to";
      $last = $to;
   }
   return $path;
}

sub rates {
   my ($figure, $top) = @_;
   my $rates = $figure->{rates};
   my ($max, $ticks) = rate_axis(max(0, map { $_->[2] } map { @{ $_->{points} } } @{ $rates->{curves} }));
   my ($cycles_max, $cycles_ticks) = rate_axis(max(0, map { $_->[2] } @{ $rates->{cycles} // [] }));
   my $middle = $top + $RATES_H / 2;
   my $right  = $LEFT + $WIDTH;
   my $out    = text(14, $middle, $RATES_H + 20, 'per 1000 instructions', qq(text-anchor="middle" transform="rotate(-90 14 $middle)"));
   my $y_of   = sub { my ($value, $of) = @_; return number($top + $RATES_H * (1 - $value / $of)); };
   $out .= text($LEFT - 6, $y_of->($_->[0], $max) + 4, 40, $_->[1], 'text-anchor="end"') for @$ticks;
   $out .= text($right + 6, $y_of->($_->[0], $cycles_max) + 4, 40, $_->[1]) for $rates->{cycles} ? @$cycles_ticks : ();
   my $row = 0;
   for my $curve (@{ $rates->{curves} }) {
      my $colour = $CURVE_COLOURS{ $curve->{name} };
      $out .= qq(<path class="curve" stroke="$colour" d="@{[ steps($figure, $top, $max, @{ $curve->{points} }) ]}"/>\n) if @{ $curve->{points} };
      $out .= row_of_key($top, $row++, $colour, "$curve->{name} (left)");
   }
   if (@{ $rates->{cycles} // [] }) {
      $out .= qq(<path class="curve dashed" stroke="#000" d="@{[ steps($figure, $top, $cycles_max, @{ $rates->{cycles} }) ]}"/>\n);
   }
   $out .= row_of_key($top, $row, '#000', 'estimated cycles per instruction (right)') if $rates->{cycles};
   return $out . frame($top, $RATES_H);
}

# --- The figure ------------------------------------------------------------

my $STYLE = <<'END';
text { font-family: "DejaVu Sans", Verdana, sans-serif; font-size: 10px; fill: #000 }
text[fill="#fff"] { fill: #fff }
.title { font-size: 14px; font-weight: bold }
.frame { fill: none; stroke: #000; stroke-width: 1 }
.grid { stroke: #bbb; stroke-width: 0.5 }
.tick { stroke: #000 }
.band0 { fill: #f3f3f3 } .band1 { fill: #fff }
.dot { fill: none; stroke: #7a3e9d; stroke-width: 1.8; stroke-linecap: round }
.load { fill: none; stroke-width: 2.4; stroke-linecap: round }
.store { fill: none; stroke-width: 0.9 }
.curve { fill: none; stroke-width: 1.2 }
.dashed { stroke-dasharray: 4 2; stroke-width: 1 }
END

sub svg_of {
   my ($figure) = @_;
   my $out = text($LEFT, 20, $WIDTH * 0.7, $figure->{title}, 'class="title"') . text($LEFT, 38, $WIDTH, $figure->{subtitle});
   my $top = $TOP;
   my $body = code($figure, $top);
   $top += $CODE_H + $GAP;
   for my $panel (@{ $figure->{memory} }) {
      $body .= memory($figure, $panel, $top - 16);
      $top += memory_height($panel) - 16 + $GAP;
   }
   $body .= rates($figure, $top);
   my $bottom = $top + $RATES_H;
   $out .= grid($figure, $TOP, $bottom) . $body . axis($figure, $bottom);
   my ($w, $h) = ($LEFT + $WIDTH + $COLUMN, int($bottom + 46));
   return qq(<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="$w" height="$h" viewBox="0 0 $w $h" style="max-width:100%;height:auto">\n)
      . "<style>\n$STYLE</style>\n" . qq(<rect width="$w" height="$h" fill="#fff"/>\n$out</svg>\n);
}

1;
