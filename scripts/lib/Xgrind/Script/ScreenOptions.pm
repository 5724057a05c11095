# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::ScreenOptions: the options of scripts about the width of output and the names in it.
#
# Usage:
#   my %options = (screen_options(), strip_option(), ...);     # for parse_options(); --width, --full-names; --strip
#   use_screen_options($opt);                                  # before anything is printed

package Xgrind::Script::ScreenOptions;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Option;
use Xgrind::Text::Names;
use Xgrind::Text::Paths;
use Xgrind::Text::Screen;

our @EXPORT = qw(screen_options strip_option use_screen_options);

sub screen_options {
   return (
      width        => matching(qr/^(?:[4-9]\d|[1-9]\d{2,4})\z/a, 'a number of columns from 40 up'),
      'full-names' => no_value(),
   );
}

sub strip_option { return (strip => text('the start of a path')->list); }

sub use_screen_options {
   my ($opt) = @_;
   set_screen_width($opt->{width});
   set_full_names($opt->{'full-names'});
   set_strip(@{ $opt->{strip} // [] });
   return;
}

1;
