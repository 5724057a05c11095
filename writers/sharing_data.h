// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes cores, and lines of memory that threads share, as JSON: a part of the file xgrind.data
// (docs/data-format.md), with several cores.
//
// Contract: weights are complete, as all intervals have been ended.
//
//    possible_sharing_close();
//    SharingReport* r = sharing_data_new(false);
//    sharing_data_number(r, &numbers);
//    sharing_data_write(&json, r, &placement, &numbers);
//    sharing_data_free(r);
#ifndef XG_WRITERS_SHARING_DATA_H
#define XG_WRITERS_SHARING_DATA_H

#include "writers/data_numbers.h"

// Which thread ran on which core.
typedef struct {
   uint32_t cores;
   const char* placement; // --core-placement
   uint64_t quantum;      // blocks between changes of threads
   bool turns_in_order;   // but for those that ...
   uint64_t turns_out_of_order;
   const uint8_t* core_of; // [n_threads]
   uint8_t not_placed;     // core of a thread that has not been
   uint32_t n_threads;
} PlacementData;

typedef struct SharingReport SharingReport;

// The lines that the file has of a simulation.
SharingReport* sharing_data_new(uint32_t simulation);
void sharing_data_free(SharingReport* r);
// Adds the functions that lines refer to.
void sharing_data_number(const SharingReport* r, DataNumbers* numbers);
void sharing_data_write(Json* j, const SharingReport* r, const PlacementData* placement,
                        const DataNumbers* numbers);

#endif
