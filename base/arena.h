// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bump allocation for records that live as long as their owner: functions, blocks, arcs.
//
// Contract: memory is zeroed, 16-byte aligned, and given back all at once or never.
//
//    Arena a = {.what = "callgraph.arcs"};
//    Arc* arc = arena_alloc(&a, sizeof *arc);
#ifndef XG_BASE_ARENA_H
#define XG_BASE_ARENA_H

#include "base/host.h"

typedef struct {
   const char* what; // consumer's name for memory statistics
   uint8_t* next;    // first free byte of the current chunk
   size_t left_B;    // bytes left in it
   size_t used_B;    // bytes handed out so far
   void* newest;     // of the chunks, each of which starts with a pointer to the one before
} Arena;

// Returns size_B zeroed bytes.
void* arena_alloc(Arena* a, size_t size_B);
// Returns a copy of the string.
char* arena_strdup(Arena* a, const char* s);
// Gives everything back; the arena is empty and usable afterwards.
void arena_clear(Arena* a);

#endif
