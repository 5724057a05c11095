// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns of the costs of memory objects in the data file (docs/data-format.md): which ones this run has, and
// what is in them.
//
//    object_columns_write_names(&json);                  // ["Dr","Dw","D1mr",...]
//    object_columns_write(&json, costs->cost);           // [12,3,1,...]
#ifndef XG_WRITERS_OBJECT_COLUMNS_H
#define XG_WRITERS_OBJECT_COLUMNS_H

#include "engine/engine.h"
#include "writers/json.h"

void object_columns_write_names(Json* j);
// Costs by ObjectEvent.
void object_columns_write(Json* j, const uint64_t* cost);
// With sampling: two members, "estimate" and "error".
void object_columns_write_estimates(Json* j, const MemObject* o, const uint64_t* cost);
// What the costs of all objects add up to: those of the profile, by Event, and what is counted by object only,
// in a simulation.
void object_columns_totals(const uint64_t of_profile[EV_COUNT], uint32_t simulation,
                           uint64_t totals[OBJ_EVENTS]);

#endif
