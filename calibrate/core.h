// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a core takes for operations that need no cache but D1: latencies, width, mispredicted branches.
#ifndef XG_CALIBRATE_CORE_H
#define XG_CALIBRATE_CORE_H

// Measures them and sets their figures.
void core_measure(void);

#endif
