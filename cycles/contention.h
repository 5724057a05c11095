// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines that several cores use at the same time, and at least one writes.  A simulation that runs one thread at a time
// hands such a line over once in each turn; a machine, whenever the other core asks for it.  So a core pays for the
// accesses in its turn, not for the turn: as many as the others have made in theirs.
//
// Contract: told of each data access of each core while there are several, each core in its own time.  A line is
// contended in a turn of a core that takes it from another one no longer after the core's last access to it, in its own
// time, than a line is away: the two would have met.
//
// Ownership: the Contention belongs to the caller, its lines to the arena.
//
//    contention_init(&c, &arena, 4);
//    Contended t = contention_access(&c, &(SharedAccess){.line = line, .core = 1, .is_taken = true, ...});
//    if (t.cores && t.pays) ...
#ifndef XG_CYCLES_CONTENTION_H
#define XG_CYCLES_CONTENTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

enum { CONTENTION_LINES_LOG2 = 6, CONTENTION_LINES = 1 << CONTENTION_LINES_LOG2 };

// What a core has had of a line.
typedef struct {
   uint64_t last_mc; // its last access; 0: none
   uint64_t accesses,
      handovers; // of all cores, when it lost the line, or, in its turn, when it took it
} LineOfCore;

// Invariant: while `core` has the line, its accesses are those behind of[core].accesses.
typedef struct {
   uint64_t line;
   uint32_t core; // that has it
   uint32_t
      sharers; // cores that contend for it in this turn, with this one; 0: it is not contended
   uint64_t accesses, handovers; // so far
   uint64_t left;                // accesses that the core may still pay for in this turn
   uint64_t block;               // whose load has paid last
   uint64_t atomic_mc;           // when the line takes the next atomic operation of this core
   LineOfCore* of;               // by core
} ContendedLine;

typedef struct {
   uint32_t cores;
   ContendedLine line[CONTENTION_LINES]; // the last one of each place
} Contention;

typedef struct {
   uint64_t line;
   uint32_t core;
   uint64_t now_mc;
   uint64_t away_mc; // how long a line is away that another core takes
   uint64_t block;   // number of the execution of the block that accesses it
   bool is_load;
   bool is_taken; // from another core, by this access
} SharedAccess;

typedef struct {
   ContendedLine* line; // NULL: not contended
   uint64_t gap_mc;     // since the core's last access to it
   bool pays;           // a load, the block's first one
} Contended;

void contention_init(Contention* c, Arena* arena, uint32_t cores);
Contended contention_access(Contention* c, const SharedAccess* a);
// The line if it is contended, and this core has it; or NULL.
ContendedLine* contention_line(Contention* c, uint64_t line, uint32_t core);

#endif
