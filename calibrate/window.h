// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much a core has under way at a time: instructions, and stores.
//
// Contract: two walks through memory wait at once as long as there are so few instructions, or stores, between
// their loads that the second load begins before the first one has ended. With more, each waits for the
// other, which takes twice as long.
#ifndef XG_CALIBRATE_WINDOW_H
#define XG_CALIBRATE_WINDOW_H

#include "calibrate/rings.h"

// Measures both on a ring of memory, and sets their figures.
void window_measure(const Ring* r);

#endif
