// SPDX-License-Identifier: GPL-3.0-or-later
// The block that is being instrumented; see emit.h.
#include "callgrind/instrument/emit.h"

#include "pub_tool_libcassert.h"

#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"
#include "engine/entry_points.h"
#include "engine/translate.h"

void emit_entered_check(Emit* e)
{
   if (options.check_blocks || XG_DEBUG_CHECKS)
      ir_call(e->out, "xg_check", entry_points.check,
              mkIRExprVec_1(ir_const64((ULong)e->block)), NULL);
}

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
   return &PROGRAM->caches.i1;
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
