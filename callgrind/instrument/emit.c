// SPDX-License-Identifier: GPL-3.0-or-later
// The block that is being instrumented; see emit.h.
#include "callgrind/instrument/emit.h"

#include "pub_tool_libcassert.h"

#include "callgrind/instrument/ir_build.h"
#include "engine/engine.h"
#include "engine/translate.h"

Site* emit_site(Emit* e, SiteKind kind, UInt size_B)
{
   tl_assert(e->n_sites < e->block->n_sites);
   Site* s = &e->block->sites[e->n_sites];
   *s = (Site){.block = e->block,
               .size_B = (UShort)size_B,
               .instr = (UShort)(e->n_instrs - 1),
               .segment = (UShort)e->n_segments,
               .index = (UShort)e->n_sites,
               .kind = (UChar)kind,
               .is_write = kind == SITE_WRITE || kind == SITE_WRITE_GUARDED};
   e->n_sites++;
   return s;
}

CodeCache* emit_code_cache(void)
{
   return &engine.caches.i1;
}

IRExpr* emit_site_time(Emit* e, const Site* s)
{
   // Each from the one before: that takes one instruction.
   tl_assert(s->index >= e->time_site);
   ULong later = (s->index - e->time_site) * (ULong)TIMES_PER_SITE;
   if (later) e->time = ir_binop(e->out, Iop_Add64, e->time, ir_const64(later));
   e->time_site = s->index;
   return e->time;
}
