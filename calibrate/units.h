// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many operations of a kind begin in a cycle, if none waits for another.
#ifndef XG_CALIBRATE_UNITS_H
#define XG_CALIBRATE_UNITS_H

// Measures the units: loads, stores, additions and multiplications, divisions, taken branches.
void units_measure(void);

#endif
