# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::EventNames: what the events of a profile count, in words.
#
# Usage:
#   print event_title($profile, 'D1mr');    # "Loads that miss D1"; the profile's own words come first
#   print name_and_title($profile, 'D1mr'); # "D1mr, Loads that miss D1"

package Xgrind::Profile::EventNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::EventTable;

our @EXPORT = qw(event_title name_and_title);

# Of Callgrind's profiles alone.
my %TITLE = (%EVENT_TITLE, allocCount => 'Allocations', allocSize => 'Bytes allocated');

sub event_title {
   my ($p, $name) = @_;
   my ($long) = ($p->{event_lines}{$name} // '') =~ /^\S+\s*:\s*(\S.*?)\s*\z/s;
   return $long // $TITLE{$name} // $name;
}

# The name alone if there are no words.
sub name_and_title {
   my ($p, $name) = @_;
   my $title = event_title($p, $name);
   return $title eq $name ? $name : "$name, $title";
}

1;
