// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many streams walk through an object at a time (Evolution paper, section 5.1), from its misses of D1.
//
// A stream is misses whose addresses are equally far apart, or each in the line before or after the last one; it
// counts from its fourth miss on.  Two are walked at a time if they take turns: a stream is alive until OBJECT_STREAMS_PAUSE
// misses of others have come without one of its own.  Misses of no stream in between do not matter.  Streams with steps
// longer than a line are found if up to OBJECT_STREAMS_TURNS misses take regular turns.
//
// Contract: all misses of the object, in order.
//
//    object_streams_missed(&streams, address);
//    streams.misses[3]     // misses that continued a stream while three were alive
#ifndef XG_MEMOBJ_OBJECT_STREAMS_H
#define XG_MEMOBJ_OBJECT_STREAMS_H

#include "base/host.h"

enum {
   OBJECT_STREAMS_MAX = 16,   // that are told apart
   OBJECT_STREAMS_PAUSE = 32, // misses of streams
   OBJECT_STREAMS_LENGTH = 4, // misses from which on it is one
   OBJECT_STREAMS_TURNS = 8,
};

typedef struct {
   uint64_t last;   // address of its last miss
   uint64_t step_B; // from the one before to that, modulo 2^64; 0: lines
   uint64_t seen;   // misses of the object at the last one
   uint64_t walked; // misses of streams at the last one
   uint64_t length; // misses; 0: there is none
   uint32_t then;   // the one that was continued next
} ObjectStream;

// Invariants: the sum of misses[] is `seen`; n_alive are alive, until misses of streams reach alive_until or one that is
// not alive is continued.
typedef struct {
   ObjectStream stream[OBJECT_STREAMS_MAX];
   // Addresses of the last misses, at their numbers modulo the size.
   uint64_t recent[2 * OBJECT_STREAMS_TURNS];
   uint64_t seen; // misses of the object
   uint64_t alive_until;
   uint32_t n_alive;
   uint32_t now; // the stream continued last
   // By the number of streams alive; [0]: those of no stream.
   uint64_t misses[OBJECT_STREAMS_MAX + 1];
} ObjectStreams;

void object_streams_missed(ObjectStreams* s, uint64_t address);

#endif
