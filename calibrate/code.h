// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast L2 sends lines of code to I1.
//
// Contract: code jumps from line to line in an order at random that is always the same, so that branches are predicted; there are more
// lines than I1 has, and fewer than L2.
#ifndef XG_CALIBRATE_CODE_H
#define XG_CALIBRATE_CODE_H

#include "calibrate/hierarchy.h"

// Sets the figure, or says why it cannot.
void code_measure(const Hierarchy* h);

#endif
