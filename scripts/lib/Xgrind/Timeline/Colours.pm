# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Timeline::Colours: the colours of figures, after M. Okabe and K. Ito (Color Universal Design, 2008),
# which people with any kind of colour blindness tell apart.
#
# Usage:
#   $COLOURS[$rank]             # of functions; $COLOUR_OF_REST: of all others
#   level_colour('LL')          # of what serves an access: L1 ... LL, memory
#   $CURVE_COLOURS{'D1 misses'}
#   $IS_DARK{$colour}           # text on it is white

package Xgrind::Timeline::Colours;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(@COLOURS $COLOUR_OF_REST %CURVE_COLOURS level_colour %IS_DARK);

our @COLOURS        = ('#56b4e9', '#e69f00', '#009e73', '#f0e442', '#cc79a7', '#0072b2', '#d55e00', '#999999');
our $COLOUR_OF_REST = '#d9d9d9';
our %CURVE_COLOURS  = ('D1 misses' => '#56b4e9', 'L2 misses' => '#009e73', 'L3 misses' => '#cc79a7', 'LL misses' => '#d55e00');
our %IS_DARK        = map { $_ => 1 } '#0072b2', '#d55e00', '#009e73';

my %LEVEL_COLOURS = (L1 => '#56b4e9', L2 => '#009e73', L3 => '#cc79a7', LL => '#e69f00', memory => '#d55e00');
my $COLOUR_OF_NONE = '#000000';

sub level_colour {
   my ($name) = @_;
   return $LEVEL_COLOURS{$name} // $COLOUR_OF_NONE;
}

1;
