// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bump allocation for records that live as long as the run: functions, contexts, blocks, arcs.
//
// Contract: memory is zeroed, 16-byte aligned, and never given back one by one.
//
//    Arena a = {.what = "callgraph.arcs"};
//    Arc* arc = arena_alloc(&a, sizeof *arc);
#ifndef XG_BASE_ARENA_H
#define XG_BASE_ARENA_H

#include "base/port.h"

typedef struct {
   const char* what; // consumer's name for memory statistics
   uint8_t* next;    // first free byte of the current chunk
   size_t left_B;    // bytes left in it
   size_t used_B;    // bytes handed out so far
} Arena;

// Returns size_B zeroed bytes.
void* arena_alloc(Arena* a, size_t size_B);
// Returns a copy of the string.
char* arena_strdup(Arena* a, const char* s);

#endif
