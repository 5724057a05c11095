# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::EventNames: what the events of a profile count, in words.
#
# Usage:
#   print event_title($profile, 'D1mr');    # "Loads that miss D1"; the profile's own words come first
#   my $event = usual_event(@events);       # which one of these is shown where nobody says which; undef if there are none

package Xgrind::Profile::EventNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::EventTable;

our @EXPORT = qw(event_title usual_event);

# Of Callgrind's profiles alone.
my %TITLE = (%EVENT_TITLE, allocCount => 'Allocations', allocSize => 'Bytes allocated');

sub event_title {
   my ($p, $name) = @_;
   my ($long) = ($p->{event_lines}{$name} // '') =~ /^\S+\s*:\s*(\S.*?)\s*\z/s;
   return $long // $TITLE{$name} // $name;
}

# Cycles only where a model of the processor has estimated them; then instructions.
sub usual_event {
   my (@events) = @_;
   my %has = map { $_ => 1 } @events;
   return 'CEst' if $has{CEst} && $has{CyBase};
   return $has{Ir} ? 'Ir' : $events[0];
}

1;
