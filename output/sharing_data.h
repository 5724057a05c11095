// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes cores, and lines of memory that threads share, as JSON: a part of the file xgrind.data
// (docs/data-format.md), with several cores.
//
//    SharingReport* r = sharing_data_new();
//    sharing_data_write_functions(w, r, number_of, functions);   // in the list of functions
//    sharing_data_write(w, r, &placement, number_of, functions, is_listed);
//    sharing_data_free(r);
#ifndef XG_OUTPUT_SHARING_DATA_H
#define XG_OUTPUT_SHARING_DATA_H

#include "base/writer.h"
#include "engine/engine.h"

// Which thread ran on which core.
typedef struct {
   uint32_t cores;
   const char* placement;  // --core-placement
   uint64_t quantum;       // blocks between changes of threads
   const uint8_t* core_of; // [n_threads]
   uint8_t not_placed;     // core of a thread that has not been
   uint32_t n_threads;
} PlacementData;

// The number of a function in the file's list; with a writer, it is added if it is not there.
typedef uint64_t FunctionNumber(Writer* w, void* functions, const Function* function,
                                const char* file);

typedef struct SharingReport SharingReport;

// The lines that the file has; ends all intervals, so that weights are complete.
SharingReport* sharing_data_new(void);
void sharing_data_free(SharingReport* r);
// Adds the functions that lines refer to.
void sharing_data_write_functions(Writer* w, const SharingReport* r, FunctionNumber* number_of,
                                  void* functions);
void sharing_data_write(Writer* w, const SharingReport* r, const PlacementData* placement,
                        FunctionNumber* number_of, void* functions,
                        bool (*is_listed)(const MemObject* o));

#endif
