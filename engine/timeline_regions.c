// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of the timeline; see timeline_regions.h.
#include "engine/timeline_regions.h"

void timeline_regions_sample(const TimelineSample* sample)
{
   (void)sample;
}
