// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes miss curves as JSON: the member "miss_curves" of the file xgrind.data (docs/data-format.md).
//
// Contract: curves are flushed, and objects with curves are listed.
//
//    miss_curves_flush();
//    curve_data_number(&numbers, false);
//    curve_data_write(&json, &numbers, totals[EV_DR] + totals[EV_DW], false);
#ifndef XG_WRITERS_CURVE_DATA_H
#define XG_WRITERS_CURVE_DATA_H

#include "writers/data_numbers.h"

// Adds the functions with curves in a simulation.
void curve_data_number(DataNumbers* numbers, uint32_t simulation);
// accesses: of the program, whatever lines they were to.
void curve_data_write(Json* j, const DataNumbers* numbers, uint64_t accesses,
                      uint32_t simulation);
// The curve of the whole program; returns how many sizes it has, behind which it is flat.
uint32_t curve_data_of_program(MissCurve* c, uint64_t accesses);

#endif
