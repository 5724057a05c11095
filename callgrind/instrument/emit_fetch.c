// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches of instructions; see emit_fetch.h.
#include "callgrind/instrument/emit_fetch.h"
#include "callgrind/instrument/emit_draft.h"
#include "callgrind/instrument/ir_build.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"
#include "engine/entry_points.h"

// --- use of code lines --------------------------------------------------------------------

static void add_use(Emit* e)
{
   ir_add_to(e->out, ir_const64((ULong)&e->noted_line->count), 0, e->noted_instrs);
   IRExpr* mask = ir_const64((ULong)&e->noted_line->mask[0]);
   ir_store64(e->out, mask,
              ir_binop(e->out, Iop_Or64, ir_load64(e->out, mask), ir_const64(e->noted_mask)));
}

// Adds the fetches of the segment's instructions from one line to its record.
void emit_fetches_noted(Emit* e)
{
   if (!e->noted_line) return;
   if (e->draft)
      emit_draft_use(e, e->noted_line, e->noted_instrs, e->noted_mask);
   else
      add_use(e);
   e->noted_line = NULL;
   e->noted_instrs = 0;
   e->noted_mask = 0;
}

static void note_fetch_in(Emit* e, CodeLine* line, Addr address, UInt size_B)
{
   const CodeCache* i1 = &PROGRAM->caches.i1;
   if (e->noted_line != line) emit_fetches_noted(e);
   e->noted_line = line;
   e->noted_instrs++;
   Addr from = address > line->address ? address : line->address;
   Addr line_end = line->address + i1->geometry.line_B;
   Addr to = address + size_B < line_end ? address + size_B : line_end;
   e->noted_mask |= line_use_bits(from - line->address, to - from);
}

// Notes the use that an instruction makes of its code lines.
void emit_note_fetch(Emit* e, Addr address, UInt size_B)
{
   if (!options.line_use || e->fetch_by_helper) return;
   CodeCache* i1 = &PROGRAM->caches.i1;
   CodeLine* line = code_cache_line(i1, address);
   note_fetch_in(e, line, address, size_B);
   if (code_cache_start(i1, address + size_B - 1) != line->address)
      note_fetch_in(e, code_cache_next(i1, line), address, size_B);
}

UInt emit_fetched_B(UInt size_B)
{
   UInt line_B = emit_code_cache()->geometry.line_B;
   return size_B > line_B ? line_B : size_B;
}

// --- caches -------------------------------------------------------------------------------

// Notes that the block's code is fetched now; one time will do for all its lines, as each is of
// another set of I1.  If sites have times, it is the first of them.
static void emit_time(Emit* e)
{
   ULong step = engine_sites_are_timed() ? TIMES_PER_BLOCK : 1;
   if (e->draft) {
      e->draft_step = step;
      e->time = ir_const64(0); // it has been asked for
      return;
   }
   IRExpr* time = ir_const64((ULong)&emit_code_cache()->now);
   e->time = ir_binop(e->out, Iop_Add64, ir_load64(e->out, time), ir_const64(step));
   ir_store64(e->out, time, e->time);
}

// `any` (NULL: 0), or not 0 if the line is absent.
static IRExpr* or_absent(Emit* e, IRExpr* any, const CodeLine* line)
{
   IRExpr* absent = ir_load64(e->out, ir_const64((ULong)&line->absent));
   return any ? ir_binop(e->out, Iop_Or64, any, absent) : absent;
}

// The pages that the TLB of code is asked for when the block comes to another one, as I1 is asked for lines.
typedef struct {
   CodeLine* first; // NULL: none
   Bool two;        // the last byte is in another one
} AskedPages;

static AskedPages asked_pages(Emit* e, const Site* s, Addr address)
{
   CodeCache* itlb = &PROGRAM->translation.itlb;
   Addr first = code_cache_start(itlb, address);
   Addr last = code_cache_start(itlb, address + s->size_B - 1);
   if (!options.itlb.entries || last == e->last_page) return (AskedPages){NULL, False};
   e->last_page = last;
   return (AskedPages){code_cache_line(itlb, address), first != last};
}

static void emit_pages(Emit* e, Site* s, AskedPages asked)
{
   if (!asked.first) return;
   IRExpr* absent =
      asked.two ? NULL
                : ir_test(e->out, Iop_CmpNE64, or_absent(e, NULL, asked.first), ir_const64(0));
   ir_call(e->out, "xg_fetch_page", entry_points.fetch_page,
           mkIRExprVec_1(ir_const64((ULong)s)), absent);
   if (!asked.two)
      ir_store64(e->out, ir_const64((ULong)&asked.first->used), emit_site_time(e, s));
}

// Asks I1 for a fetch that does not lie within the hot line of its set; with line use, notes it in
// the hot slot if it does.
static void emit_asked_fetch(Emit* e, const Site* s, Addr address, UInt size_B)
{
   const Cache* i1 = &PROGRAM->caches.asked_i1;
   IRExpr** args = mkIRExprVec_1(ir_const64((ULong)s));
   Addr line = cache_line(i1, address);
   if (!i1->hot || cache_line(i1, address + size_B - 1) != line) {
      ir_call(e->out, "xg_fetch", entry_points.fetch, args, NULL);
      return;
   }
   HotSlot* slot = cache_hot_slot(i1, address);
   IRExpr* hot_line = ir_load64(e->out, ir_const64((ULong)&slot->line));
   IRExpr* cold = ir_test(e->out, Iop_CmpNE64, hot_line, ir_const64(line));
   ir_call(e->out, "xg_fetch", entry_points.fetch, args, cold);
   if (!options.line_use) return;
   IRExpr* hot = ir_binop(e->out, Iop_Sub64, ir_const64(1), ir_widen(e->out, cold));
   IRExpr* count = ir_load64(e->out, ir_const64((ULong)&slot->count));
   ir_store64(e->out, ir_const64((ULong)&slot->count), ir_binop(e->out, Iop_Add64, count, hot));
   IRExpr* bits = ir_binop(e->out, Iop_And64, ir_const64(line_use_bits(address - line, size_B)),
                           ir_binop(e->out, Iop_Sub64, ir_const64(0), hot));
   IRExpr* mask = ir_load64(e->out, ir_const64((ULong)&slot->mask));
   ir_store64(e->out, ir_const64((ULong)&slot->mask), ir_binop(e->out, Iop_Or64, mask, bits));
}

// Asks I1 for a fetch from these lines, the second of which may be NULL, if one is absent.  If the block has not been entered
// yet, one test and one call do both, as most executions need neither.
static void emit_check(Emit* e, const Site* s, CodeLine* line, CodeLine* other,
                       Bool first_is_new)
{
   const Bool enters = e->stale != NULL;
   IRExpr* any = e->stale;
   e->stale = NULL;
   if (first_is_new) any = or_absent(e, any, line);
   if (other) any = or_absent(e, any, other);
   ir_call(e->out, enters ? "xg_enter_fetch" : "xg_fetch_missed",
           enters ? entry_points.enter_fetch : entry_points.fetch_missed,
           mkIRExprVec_2(ir_const64((ULong)s), ir_const64((ULong)line)),
           ir_test(e->out, Iop_CmpNE64, any, ir_const64(0)));
   if (first_is_new) ir_store64(e->out, ir_const64((ULong)&line->used), e->time);
   if (other) ir_store64(e->out, ir_const64((ULong)&other->used), e->time);
   if (enters) emit_entered_check(e);
}

void emit_fetch(Emit* e, Addr address, UInt size_B)
{
   CodeCache* i1 = emit_code_cache();
   size_B = emit_fetched_B(size_B);
   Addr first = code_cache_start(i1, address);
   Addr last = code_cache_start(i1, address + size_B - 1);
   // The helper counts instructions, or asks I1 for each.
   Bool each = e->fetch_by_helper && (options.line_use || PROGRAM->caches.asks_i1);
   if (first == last && first == e->last_line && !each) return;
   Site* s = emit_site(e, SITE_FETCH, size_B);
   Bool first_is_new = first != e->last_line;
   e->last_line = last;
   if (!e->time && (!e->fetch_by_helper || engine_sites_are_timed())) emit_time(e);
   const AskedPages pages = asked_pages(e, s, address);
   CodeLine* line = NULL;
   if (!e->fetch_by_helper) line = code_cache_line(i1, address);
   CodeLine* other = !line || last == first ? NULL : code_cache_next(i1, line);
   if (e->draft) {
      emit_draft_fetch(e, &(DraftFetch){line, other, pages.first, pages.two, first_is_new});
      return;
   }
   emit_pages(e, s, pages);
   if (PROGRAM->caches.asks_i1)
      emit_asked_fetch(e, s, address, size_B);
   else if (e->fetch_by_helper)
      ir_call(e->out, "xg_fetch", entry_points.fetch, mkIRExprVec_1(ir_const64((ULong)s)),
              NULL);
   else
      emit_check(e, s, line, other, first_is_new);
}
