// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimated cycles of the whole program (docs/cycles.md) and the rates they were estimated with, as members of the
// data file (docs/data-format.md): objects know only what data was waited for.
//
//    if (cycle_data_is_known()) cycle_data_write(&json, totals, false); // "cycles": {"CyBase": 12, ...}
#ifndef XG_WRITERS_CYCLE_DATA_H
#define XG_WRITERS_CYCLE_DATA_H

#include "base/event.h"
#include "writers/json.h"

// Whether the run has a model of the processor.
bool cycle_data_is_known(void);
// Costs, by Event, by cause, in whole cycles, in a simulation.
void cycle_data_write(Json* j, const uint64_t cost[EV_COUNT], uint32_t simulation);
// "rates": cycles between two lines that a level sends.
void cycle_data_write_rates(Json* j);

#endif
