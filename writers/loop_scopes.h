// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loops of a function, as the profile has them: each passes for a function that is called where it begins, as inlined
// code does, and what is inlined into it is called by it.
//
// A loop is named for its function and lines: those of all its code in the innermost function, inlined or not, that holds
// all of it.  Where lines are not known, addresses stand for them.
//
//    LoopScopes l;
//    loop_scopes_begin(&l, &graph, inlined, contexts, n);        // all contexts of one function
//    loop_scopes_count(&l, context);                             // entries and iterations in it
//    const Inlined* in = loop_scopes_at(&l, block, address);     // innermost loop or inlined function, or NULL
//    const ScopeLoop* loop = loop_scopes_loop(&l, in);           // NULL: that is no loop
//    loop_scopes_end(&l);
#ifndef XG_WRITERS_LOOP_SCOPES_H
#define XG_WRITERS_LOOP_SCOPES_H

#include "writers/function_flow.h"

// A loop; first_line 0: its lines are not known.
typedef struct {
   const Inlined* scope; // what stands for it
   const Inlined*
      home;          // the innermost inlined function that holds it; NULL: the function itself
   bool has_home;    // home is found
   SourceFile* file; // of its lines
   uint32_t first_line, last_line, header_line;
   uint64_t first, last, header; // addresses in the module's file
   uint64_t header_address;
   // In the context that was counted.
   uint64_t entries;     // from outside
   uint64_t iterations;  // executions of the header; 0 for an irreducible one
   uint64_t least, most; // iterations of an entry; 0: not known
} ScopeLoop;

typedef struct {
   CallGraph* g;
   bool inlined; // inlined functions are functions
   FunctionFlow flow;
   LoopForest forest;
   ScopeLoop* loop; // [forest.n_loops]
   Map number_of;   // by scope: number of the loop and 1
} LoopScopes;

void loop_scopes_begin(LoopScopes* l, CallGraph* g, bool inlined, Context* const* contexts,
                       size_t n);
void loop_scopes_count(LoopScopes* l, const Context* context);
const Inlined* loop_scopes_at(const LoopScopes* l, const Block* b, uint64_t address);
// What the code that ends before the block is in, by where it is.
const Inlined* loop_scopes_before(const LoopScopes* l, const Block* b);
const ScopeLoop* loop_scopes_loop(const LoopScopes* l, const Inlined* scope);
void loop_scopes_end(LoopScopes* l);

#endif
