# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::EventTable: what the scripts need of base/events.def; tools/event-table has written it.
#
# Usage:
#   print $EVENT_TITLE{D1mr};             # "Loads that miss D1"; of events without an event: line in profiles
#   for (@EVENT_CYCLES) { my ($event, $cycles) = @$_; }    # KCachegrind's estimate of cycles

package Xgrind::Profile::EventTable;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(%EVENT_TITLE @EVENT_CYCLES);

our %EVENT_TITLE = (
   Ir         => 'Instructions executed',
   Dr         => 'Loads',
   Dw         => 'Stores',
   I1mr       => 'Fetches that miss I1',
   D1mr       => 'Loads that miss D1',
   D1mw       => 'Stores that miss D1',
   ILmr       => 'Fetches that miss LL',
   DLmr       => 'Loads that miss LL',
   DLmw       => 'Stores that miss LL',
   ILdmr      => 'Dirty misses of fetches in LL',
   DLdmr      => 'Dirty misses of loads in LL',
   DLdmw      => 'Dirty misses of stores in LL',
   Bc         => 'Conditional branches',
   Bcm        => 'Conditional branches mispredicted',
   Bi         => 'Indirect branches',
   Bim        => 'Indirect branches mispredicted',
   Ge         => 'Global bus events',
   sysCount   => 'System calls',
   sysTime    => 'Time in system calls',
   sysCpuTime => 'Processor time in system calls',
);

our @EVENT_CYCLES = (
   [ Ir => 1 ],
   [ I1mr => 10 ],
   [ D1mr => 10 ],
   [ D1mw => 10 ],
   [ ILmr => 100 ],
   [ DLmr => 100 ],
   [ DLmw => 100 ],
   [ Bcm => 10 ],
   [ Bim => 10 ],
   [ Ge => 20 ],
);

1;
