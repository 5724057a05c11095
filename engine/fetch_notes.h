// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fetches that generated code has not noted yet.  It notes the use of a code line once for all instructions that
// follow each other there: where the next line begins, or a segment ends (callgrind/instrument/emit_fetch.c, engine/draft.c).
// Until then a line of L2 or LL may be evicted that has the running code, and is to get the fetches so far.
//
// Contract: a hit changes no line, so that whoever makes a request says which site it is of, in engine.asking.  Blocks say
// whether their fetches are noted like that, in Block.notes_fetches.  Instructions that follow each other in a segment
// are in Block.instrs in the same order.
//
//    fetch_notes_init();                        // by engine_init(): caches ask where they evict lines
//    CodeFetches f = fetch_notes_pending();     // of engine.asking, by now
#ifndef XG_ENGINE_FETCH_NOTES_H
#define XG_ENGINE_FETCH_NOTES_H

#include "cachesim/code_cache.h"

// Has the caches of code ask; with line use, after all caches have been set up.
void fetch_notes_init(void);
// The fetches that have happened before the request of engine.asking, but for its own, and are to be noted.
CodeFetches fetch_notes_pending(void);

#endif
