// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loops that wait for other threads, by line of code and thread, and as JSON: a part of the file xgrind.data
// (docs/data-format.md), with several cores.
//
// Contract: all loops have been ended, by possible_sharing_close().
//
//    WaitingReport r = waiting_data_new(false);  // r.row[0] to r.row[r.n - 1], most instructions first
//    waiting_data_number(&r, &numbers);
//    waiting_data_write(&json, &r, &numbers);
//    waiting_data_free(&r);
#ifndef XG_WRITERS_WAITING_DATA_H
#define XG_WRITERS_WAITING_DATA_H

#include "writers/code_position.h"

// What a thread has waited at a line of code: that which reads what others write.
typedef struct {
   const Function* function; // that the profile charges
   CodePosition position;
   uint32_t thread;
   uint64_t episodes;
   uint64_t cost[EV_COUNT];
} WaitingRow;

typedef struct {
   WaitingRow* row;
   uint32_t n;
   uint32_t simulation;
} WaitingReport;

// simulation: whose these are.
WaitingReport waiting_data_new(uint32_t simulation);
void waiting_data_free(WaitingReport* r);
// Adds the functions that it refers to.
void waiting_data_number(const WaitingReport* r, DataNumbers* numbers);
void waiting_data_write(Json* j, const WaitingReport* r, const DataNumbers* numbers);

#endif
