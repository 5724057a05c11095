// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where loops begin, and which code leads into them, while the program runs: for engine/iterations/loop_trips.h.
//
// The graph has a node for each instruction that has run, and an edge for each way that was taken; it grows when one is
// taken for the first time.  Ways to constant addresses then leave generated code, as the core joins the two pieces of it;
// ways within a block are those between segments that have run.  An edge to what dominates it leads back, and where it
// leads to is a head: until then no way back to it has been taken.  All other edges to it are entries of the
// loop, for good, as more edges can only take dominance away.  From an edge that leads back they may take it, too: then it has been
// an entry of an inner loop with the same head, and how often that one went round is not known.
//
// Contract: with CallGraphConfig.flow.  While block->asks_loops, each segment of the block calls loop_heads_segment() before it is
// counted.  Code made later may do so for those segments alone that have not been reached, and call
// loop_trips_enter() where an entry is taken: draft_ask_again() tells when there are more of them.
//
//    loop_heads_prepare(block, n_segments);           // at most so many; is about to be translated
//    loop_heads_note(block);                          // has been
//    loop_heads_arrived(address);                     // the program goes on there; generated code has stopped
//    loop_heads_jump(exit, target);                   // a jump that the code does not tell, for the first time
//    LoopHead* h = loop_heads_find(address);
#ifndef XG_ENGINE_ITERATIONS_LOOP_HEADS_H
#define XG_ENGINE_ITERATIONS_LOOP_HEADS_H

#include "callgraph/model.h"

enum { LOOP_HEAD_BLOCKS = 32 };

// An instruction that a loop begins with.
typedef struct LoopHead {
   struct LoopTrips* last; // of the context that entered it last
   uint64_t address;
   uint32_t node; // of the graph
   // The blocks that have it, and the segments: more than there is room for: code that is replaced again and again.
   Block* block[LOOP_HEAD_BLOCKS];
   uint16_t segment[LOOP_HEAD_BLOCKS];
   uint32_t n_blocks;
} LoopHead;

// An edge from an instruction of a block into a loop.
typedef struct LoopEntry LoopEntry;
struct LoopEntry {
   LoopHead* head;
   uint32_t instr, segment;
   LoopEntry* next;
};

// What the segments of a block have to do with loops.
typedef struct BlockLoops {
   LoopEntry* entries;   // ways into loops
   uint32_t not_reached; // segments that have not run
   uint32_t part;        // of the profile, in which it ran for the first time
   bool reached[];       // [n_segments] has run
} BlockLoops;

// Nothing more is known of where it was executed.
static inline bool loop_head_is_full(const LoopHead* h)
{
   return h->n_blocks > LOOP_HEAD_BLOCKS;
}

void loop_heads_prepare(Block* b, uint32_t n_segments);
void loop_heads_note(Block* b);
void loop_heads_segment(Block* b, uint64_t segment);
void loop_heads_arrived(uint64_t address);
void loop_heads_jump(const Exit* exit, const Block* target);
// Whether what has come to the exit has come past the head.
bool loop_heads_dominate(const LoopHead* h, const Exit* x);
// Whether all ways that led back still do: those that did not from the start have been entries all the time.
bool loop_heads_are_entries_known(const LoopHead* h);
// NULL: no loop begins there.
LoopHead* loop_heads_find(uint64_t address);

#endif
