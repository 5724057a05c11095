// SPDX-License-Identifier: GPL-3.0-or-later
//
// What code was inlined from, by the core's debug information (--read-inline-info=yes).
//
//    options.inlined = inlined_is_known();
//    if (options.inlined) SourceFile* file = inlined_outer_file(b, b->start);
#ifndef XG_CALLGRIND_SYMBOLS_INLINED_H
#define XG_CALLGRIND_SYMBOLS_INLINED_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// The core has been told to read it.
Bool inlined_is_known(void);
// What the instruction at `address` in block b was inlined from (host_inlined()).
const Inlined* inlined_at(const Block* b, uint64_t address);
// Fills in the functions of all that inlined_at() has returned.
void inlined_resolve(void);
// The file of the function that the symbol at the address names, where the code there is inlined,
// perhaps from another file; NULL where it is not.
SourceFile* inlined_outer_file(const Block* b, Addr address);

#endif
