// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes miss curves as JSON: the member "miss_curves" of the file xgrind.data (docs/data-format.md).
//
// Contract: curves of functions and objects have the numbers that these have in the file, and are
// flushed.
//
//    miss_curves_flush();
//    curve_data_write(&w, totals[EV_DR] + totals[EV_DW]);
#ifndef XG_OUTPUT_CURVE_DATA_H
#define XG_OUTPUT_CURVE_DATA_H

#include "base/writer.h"
#include "engine/engine.h"

// accesses: of the program, whatever lines they were to.
void curve_data_write(Writer* w, uint64_t accesses);
// The curve of the whole program; returns how many sizes it has, behind which it is flat.
uint32_t curve_data_of_program(MissCurve* c, uint64_t accesses);

#endif
