// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recognises the dynamic linker's lazy-binding routine, _dl_runtime_resolve*, in stripped
// linkers.  Its final jump to the function it has found is a return plus call; otherwise it
// would appear in nearly every call chain.
//
//    resolver_note(plt_block, target);   // at each jump out of a PLT section
//    if (resolver_contains(address)) ...
#ifndef XG_CALLGRIND_SYMBOLS_RESOLVER_H
#define XG_CALLGRIND_SYMBOLS_RESOLVER_H

#include "pub_tool_basics.h"

#include "callgraph/model.h"

// Looks at a jump from a PLT block: the first entry of a PLT leads to the routine.  Cheap for known targets.
void resolver_note(const Block* plt, Block* target);
// True if the address lies in a routine found so far.
Bool resolver_contains(Addr address);

#endif
