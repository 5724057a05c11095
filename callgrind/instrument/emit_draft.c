// SPDX-License-Identifier: GPL-3.0-or-later
// Generated code of drafts; see emit_draft.h.
#include "callgrind/instrument/emit_draft.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#include "callgrind/arch/arch.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"

enum { FETCHES_MAX = 1024, USES_MAX = 1024 };

// What the segment has so far.
static DraftFetch fetches[FETCHES_MAX];
static DraftUse uses[USES_MAX];
static UInt n_fetches, n_uses;
static Bool has_accesses, has_reads;

// The shadow registers follow the registers.
Int emit_draft_state(const VexGuestLayout* layout)
{
   return layout->total_sizeB;
}

static void put(Emit* e, SizeT offset_B, IRExpr* value)
{
   const Int offset = emit_draft_state(e->layout) + (Int)offset_B;
   addStmtToIRSB(e->out, IRStmt_Put(offset, value));
}

// --- what the segment has -----------------------------------------------------------------

void emit_draft_fetch(Emit* e, const DraftFetch* f)
{
   (void)e;
   tl_assert(n_fetches < FETCHES_MAX);
   fetches[n_fetches++] = *f;
}

void emit_draft_access(Emit* e, const Site* s, IRExpr* ea, IRExpr* guard)
{
   if (!has_accesses) put(e, offsetof(DraftState, number), ir_const64(draft_next_number()));
   has_accesses = True;
   has_reads = has_reads || !s->is_write;
   if (guard) ea = ir_bind(e->out, Ity_I64, IRExpr_ITE(guard, ea, ir_const64(DRAFT_NOT_YET)));
   put(e, offsetof(DraftState, address[s->index - e->segment_first]), ea);
}

// It goes where the address of an access goes.
void emit_draft_branch(Emit* e, const Site* s, IRExpr* way)
{
   emit_draft_access(e, s, way, NULL);
}

void emit_draft_use(Emit* e, CodeLine* line, UInt count, ULong mask)
{
   tl_assert(n_uses < USES_MAX);
   uses[n_uses++] = (DraftUse){line, count, mask, e->n_sites};
}

// --- the call -----------------------------------------------------------------------------

// Where the state lies behind a thread's registers.
static SizeT state_offset;

static void run_accesses(UChar* registers)
{
   draft_run_accesses((DraftState*)(registers + state_offset));
}

static void call(Emit* e, UInt number)
{
   if (!has_accesses) {
      ir_call(e->out, "xg_draft", draft_run, mkIRExprVec_1(ir_const64(number)), NULL);
      return;
   }
   state_offset = (SizeT)emit_draft_state(e->layout);
   IRExpr** args;
   void* function = state_call(run_accesses, &args);
   IRDirty* d = ir_call(e->out, "xg_draft_accesses", function, args, NULL);
   // VEX asks what of the registers is read: nothing that the block has.
   d->nFxState = 1;
   VG_(memset)(d->fxState, 0, sizeof d->fxState);
   d->fxState[0].fx = Ifx_Read;
   d->fxState[0].offset = (UShort)state_offset;
   d->fxState[0].size = sizeof(ULong);
}

void emit_draft_segment(Emit* e, Bool counts)
{
   const Bool begins = e->segment_first == 0 && e->n_segments == 0;
   const DraftSegment s = {.block = e->block,
                           .time_step = e->draft_step,
                           .ir = e->ir,
                           .reads = e->reads,
                           .writes = e->writes,
                           .bus = e->bus,
                           .index = (UShort)e->n_segments,
                           .first_site = (UShort)e->segment_first,
                           .end_site = (UShort)e->n_sites,
                           .begins = begins,
                           .counts = counts,
                           .n_uses = n_uses,
                           .fetches = fetches,
                           .uses = uses};
   if (counts || has_accesses || n_fetches) call(e, draft_add_segment(&s, n_fetches));
   e->draft_step = 0;
   e->segment_first = e->n_sites;
   n_fetches = n_uses = 0;
   has_accesses = has_reads = False;
}

void emit_draft_before_store(Emit* e)
{
   if (options.collect_objects && has_reads) emit_draft_segment(e, False);
}
