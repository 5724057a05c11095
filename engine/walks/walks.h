// SPDX-License-Identifier: GPL-3.0-or-later
//
// How instructions walk through memory: where each miss of D1 of a site in a memory object lies, seen from
// the misses there before it (docs/walks.md).
//
// A walk is followed at misses only, so it costs nothing where there are hits.  A miss is regular if it is next to the
// last one, in the line that comes next in another stream, of which there may be dozens, or steps from the last one; or,
// if it is none of these, if it continues one of the last WALK_STREAMS streams, that whose last miss is nearest.
// The address of an irregular one is looked for in the last lines that loads have missed: if it is in one of them,
// the access had to wait for that line.
//
// Irregular misses with few distances are those of nested loops, whose counters give their addresses.
//
// Contract: the caller tells of each data access that D1 has missed, in order, while the memory accessed is as the access finds
// it (host_line()).  Not with sampling, which leaves out what lies between two misses.  With EngineConfig.work it
// follows the streams of whole objects, too (memobj/object_streams.h).
//
// Ownership: walks live in the arena of their objects' costs.
//
//    walks_missed(costs, site, address);             // after the miss was charged
//    walk->count[WALK_NEXT_LINE], walk->step_B ...
#ifndef XG_ENGINE_WALKS_WALKS_H
#define XG_ENGINE_WALKS_WALKS_H

#include "callgraph/model.h"

enum { WALK_STREAMS = 4, WALK_EXPECTED = 64, WALK_DISTANCES = 64 };

// Where a miss lies, seen from the last miss of its stream.  The first one that holds:
typedef enum {
   WALK_SAME_LINE, // the line was evicted, and is back
   WALK_NEXT_LINE, // the line before or after
   WALK_STEP,      // one to four steps of step_B further
   // Irregular, which begins a stream of its own:
   WALK_CHASE, // its address, or one up to WALK_OFFSET_B lower, is in a line that an irregular load missed
   WALK_INDIRECT, // it is in a line that a regular load missed: an array of pointers
   WALK_JUMP,     // none of these
   WALK_KINDS
} WalkKind;

// Offset of a member in what a pointer points to, at most [bytes].
enum { WALK_OFFSET_B = 256 };

// Invariants: the sum of count is the number of misses; at[0] is the address of the last one, at[1] that of
// the last one of another stream, and so on, 0 where there is none; votes is 0 only before the second miss.
typedef struct {
   uint64_t at[WALK_STREAMS];
   uint16_t
      expected[WALK_EXPECTED]; // lines after those missed, by a hash: a part of their numbers
   int64_t step_B;             // the distance that most misses had, by majority vote
   uint32_t votes;             // for step_B, less those for others
   uint64_t count[WALK_KINDS];
   // Distances from one miss to an irregular one, by a hash: a part of them.  Nested loops have a few, which come back
   // however many places they go to in turn; what is at random has as many as the object has places.
   uint16_t distances[WALK_DISTANCES];
   uint64_t again;    // of WALK_JUMP, those as far from the last miss as another one was before
   uint64_t switches; // misses that continue a stream other than the last one
   uint64_t lowest, highest; // addresses of irregular misses
   // The phase of steps is their address modulo step_B: how far into a row of that length they are.  It stays the same
   // in a walk over one member of all elements; down the columns of a matrix it shifts by an element with each column,
   // and in several arrays that are walked together by a line, as what is in the line then hits.
   uint64_t phase;                           // of the last step
   uint64_t shifts, line_shifts, far_shifts; // how often it has shifted; by a line; by more
} Walk;

struct ObjectCosts;
// The site's access to the object of `costs` has missed D1.
void walks_missed(struct ObjectCosts* costs, const Site* site, uint64_t address);
// Forgets all misses; by object_costs_zero().
void walks_zero(struct ObjectCosts* costs);
// Adds the misses of another walk; streams and steps are those of the walk with more votes for its step.
void walk_add(Walk* sum, const Walk* w);
uint64_t walk_misses(const Walk* w);

#endif
