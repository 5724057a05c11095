// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions, of which VEX's code has nothing but that they are there.
//
//    s->sites += emit_is_prefetch(mark, &p);     // a site for each
//    emit_prefetch(&e, mark);                    // once the instruction has begun
#ifndef XG_CALLGRIND_INSTRUMENT_EMIT_PREFETCH_H
#define XG_CALLGRIND_INSTRUMENT_EMIT_PREFETCH_H

#include "callgrind/arch/prefetch_code.h"
#include "callgrind/instrument/emit.h"

// Whether the instruction is one that is to be simulated.
Bool emit_is_prefetch(const IRStmt* mark, PrefetchCode* p);
// If it is, its site, with what generated code does there; else NULL.  at: the mark is this statement of the block.
Site* emit_prefetch(Emit* e, Int at, PrefetchCode* p);

#endif
