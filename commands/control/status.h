// SPDX-License-Identifier: GPL-3.0-or-later
//
// The status of a run: what it answers to the monitor command `status internal` (docs/control.md).
//
// What a frame has besides its name is of the call that its function has made, or of the handler of the signal that came while it ran.
//
//    Status s = {0};
//    status_read(&s, text);    // fails with one sentence if it is none
//    status_clear(&s);
//
// Ownership: all is the status's own, until status_clear(), which is right after a failure, too.  Names are as the run has them: not
// fit to be printed.
#ifndef XG_COMMANDS_CONTROL_STATUS_H
#define XG_COMMANDS_CONTROL_STATUS_H

#include "base/arena.h"

// Costs in the order of the events; those that are missing are 0.
typedef struct {
   const uint64_t* of;
   uint32_t n;
} StatusCosts;

typedef struct {
   uint32_t thread, index; // 0: the outermost one
   const char* name;       // NULL: the answer does not have it
   uint64_t calls;
   bool has_calls;
   const char* signal; // its number; NULL: no handler of a signal
   StatusCosts costs;
} StatusFrame;

typedef struct {
   uint32_t number;
   const char* name; // NULL: it has none
   StatusCosts costs, outermost;
   bool has_costs;    // whether the answer has more of it than a name
   uint32_t first, n; // its frames, outermost first
} StatusThread;

typedef struct {
   Arena arena;
   const char* instrumentation; // "on", "off"
   bool has_part;
   uint64_t part; // how many were written
   uint64_t functions, contexts, calls, call_sites, blocks, executed_blocks;
   const char **events, **running; // names of events; numbers of threads
   uint32_t n_events, n_running;
   StatusThread* thread; // those of which something is known, by number
   uint32_t n_threads, threads_room;
   StatusFrame* frame; // by thread and index
   uint32_t n_frames, frames_room;
} Status;

// Reads an answer into a status that is all 0.
void status_read(Status* s, const char* text);
void status_clear(Status* s);
// The thread of this number; NULL: nothing is known of it.
const StatusThread* status_thread(const Status* s, uint32_t number);

#endif
