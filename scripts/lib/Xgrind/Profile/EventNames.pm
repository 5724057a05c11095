# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::EventNames: what the events of a profile count, in words.
#
# Usage:
#   print event_title($profile, 'D1mr');    # "Loads that miss D1"; the profile's own words come first

package Xgrind::Profile::EventNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::EventTable;

our @EXPORT = qw(event_title);

# Of Callgrind's profiles alone.
my %TITLE = (%EVENT_TITLE, allocCount => 'Allocations', allocSize => 'Bytes allocated');

sub event_title {
   my ($p, $name) = @_;
   my ($long) = ($p->{event_lines}{$name} // '') =~ /^\S+\s*:\s*(\S.*?)\s*\z/s;
   return $long // $TITLE{$name} // $name;
}

1;
