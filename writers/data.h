// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the file xgrind.data (docs/data-format.md): its head, and the parts that the run has.
//
// First all parts say which functions and objects they refer to, and these get their numbers (data_numbers.h);
// then they are written, and read the model and the numbers.
//
// Contract: what the engine has is complete.
//
//    DataHeader h = {.creator = "xgrind-1.0", .command = "./program", .pid = pid,
//                    .instructions = totals[EV_IR], .totals = totals};
//    object_costs_flush();                       // likewise curves, sharing, timeline
//    data_write(&writer, &h);
#ifndef XG_WRITERS_DATA_H
#define XG_WRITERS_DATA_H

#include "writers/profile.h"
#include "writers/sharing_data.h"
#include "writers/thread_name.h"

// What the engine does not know.
typedef struct {
   const char* creator;
   const char* command;
   uint64_t pid;
   uint64_t instructions;  // executed
   const uint64_t* totals; // of the profile, by Event
   uint32_t simulation;    // whose costs these are
   // Cycles beyond a hit in L1 of what levels between L1 and LL, LL and memory serve; 0: not known, or no such level.
   uint32_t between_latency[LEVELS_BETWEEN], ll_latency, memory_latency;
   const PlacementData* placement; // of threads on cores
   const ThreadName* thread_names; // [n_thread_names]
   uint32_t n_thread_names;
   const ProfileLayout* layout; // of the profile, with a timeline
} DataHeader;

void data_write(Writer* w, const DataHeader* h);

#endif
