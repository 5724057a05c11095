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

our @EXPORT = qw(event_title);

# Those without an event: line in the profile.
my %TITLE = (
   Ir   => 'Instructions executed',
   Dr   => 'Loads',
   Dw   => 'Stores',
   I1mr => 'Fetches that miss I1',
   D1mr => 'Loads that miss D1',
   D1mw => 'Stores that miss D1',
   ILmr => 'Fetches that miss LL',
   DLmr => 'Loads that miss LL',
   DLmw => 'Stores that miss LL',
   Bc   => 'Conditional branches',
   Bcm  => 'Conditional branches mispredicted',
   Bi   => 'Indirect branches',
   Bim  => 'Indirect branches mispredicted',
   Ge   => 'Global bus events',
   ILdmr => 'Dirty misses of fetches in LL',
   DLdmr => 'Dirty misses of loads in LL',
   DLdmw => 'Dirty misses of stores in LL',
   allocCount => 'Allocations',
   allocSize  => 'Bytes allocated',
   sysCount   => 'System calls',
   sysTime    => 'Time in system calls',
   sysCpuTime => 'Processor time in system calls',
);

sub event_title {
   my ($p, $name) = @_;
   my ($long) = ($p->{event_lines}{$name} // '') =~ /^\S+\s*:\s*(\S.*?)\s*\z/s;
   return $long // $TITLE{$name} // $name;
}

1;
