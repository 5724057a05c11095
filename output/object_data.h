// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes memory objects as JSON: the file xgrind.data (docs/data-format.md).
//
//    ObjectDataHeader h = {.creator = "xgrind-1.0", .command = "./program", .pid = pid,
//                          .instructions = totals[EV_IR], .totals = totals};
//    object_costs_flush();
//    object_data_write(&w, &h);
#ifndef XG_OUTPUT_OBJECT_DATA_H
#define XG_OUTPUT_OBJECT_DATA_H

#include "base/writer.h"
#include "engine/engine.h"
#include "output/profile.h"
#include "output/sharing_data.h"

// What the engine does not know.
typedef struct {
   const char* creator;
   const char* command;
   uint64_t pid;
   uint64_t instructions;  // executed
   const uint64_t* totals; // of the profile, by Event
   // Cycles beyond a hit in L1 of what L2, if there is one, LL and memory serve; 0: not known.
   uint32_t l2_latency, ll_latency, memory_latency;
   const PlacementData* placement; // of threads on cores
   const ProfileLayout* layout;    // of the profile, with a timeline
} ObjectDataHeader;

void object_data_write(Writer* w, const ObjectDataHeader* h);

#endif
