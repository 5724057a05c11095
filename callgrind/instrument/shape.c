// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of blocks; see shape.h.
#include "callgrind/instrument/shape.h"

#include "callgrind/help/unknown_code.h"
#include "callgrind/instrument/emit.h"
#include "callgrind/instrument/emit_fetch.h"
#include "callgrind/instrument/emit_prefetch.h"
#include "callgrind/instrument/emit_thread_pointer.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"

static void shape_instruction(Shape* s, const IRStmt* st)
{
   Addr address = st->Ist.IMark.addr + st->Ist.IMark.delta;
   UInt size_B = st->Ist.IMark.len ? st->Ist.IMark.len : 1;
   s->instrs++;
   s->inverted = False;
   s->next = address + size_B;
   if (!options.cache_sim) return;
   PrefetchCode prefetch;
   if (emit_is_prefetch(st, &prefetch)) {
      s->sites++;
      s->prefetches = True;
   }
   const CodeCache* i1 = emit_code_cache();
   Addr line = code_cache_start(i1, address + emit_fetched_B(size_B) - 1);
   if (line != s->last_line || code_cache_start(i1, address) != line) s->sites++;
   if (s->instrs == 1) s->first_line = code_cache_start(i1, address);
   s->last_line = line;
}

// Sites that the accesses of a statement ask for at most.
static UInt sites_of(Shape* s, const IRStmt* st)
{
   switch (st->tag) {
   case Ist_WrTmp: return st->Ist.WrTmp.data->tag == Iex_Load;
   case Ist_Store: return 1;
   case Ist_LoadG:
   case Ist_StoreG: s->guarded = True; return 1;
   case Ist_Dirty: return st->Ist.Dirty.details->mFx == Ifx_None ? 0 : 2;
   case Ist_CAS: return 3;                               // read, write, bus event
   case Ist_LLSC: return st->Ist.LLSC.storedata ? 2 : 1; // read; or write, bus event
   default: return 0;
   }
}

// Each kind is named, so that the compiler warns of one that a newer VEX has.
static Bool is_known(IRStmtTag kind)
{
   switch (kind) {
   case Ist_NoOp:
   case Ist_IMark:
   case Ist_AbiHint:
   case Ist_Put:
   case Ist_PutI:
   case Ist_WrTmp:
   case Ist_Store:
   case Ist_LoadG:
   case Ist_StoreG:
   case Ist_CAS:
   case Ist_LLSC:
   case Ist_Dirty:
   case Ist_MBE:
   case Ist_Exit: return True;
   }
   return False;
}

Shape shape_of(const IRSB* in)
{
   Shape s = {.first = -1, .last_line = ~(Addr)0};
   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];
      if (!is_known(st->tag)) unknown_statement_end((UInt)st->tag);
      s.sets_thread_pointer |= emit_sets_thread_pointer(st);
      if (st->tag == Ist_IMark) {
         if (s.first < 0) s.first = i;
         shape_instruction(&s, st);
      } else if (s.first >= 0 && st->tag == Ist_Exit) {
         s.exits++;
         s.sites += options_have_branches();
         s.inverted = st->Ist.Exit.dst->Ico.U64 == s.next;
      } else if (options.cache_sim || options.collect_bus) {
         s.sites += sites_of(&s, st);
      }
   }
   s.sites += options_have_branches(); // an indirect branch at the end
   return s;
}

// True if two of the block's code lines may be of one set of I1.
static Bool lines_share_sets(const Shape* s)
{
   const CodeCache* i1 = emit_code_cache();
   return s->last_line < s->first_line
          || (s->last_line - s->first_line) >> i1->line_shift >= i1->sets;
}

void shape_choose_fetches(Shape* s)
{
   if (!options.cache_sim) return;
   const CodeCache* i1 = emit_code_cache();
   s->fetch_by_helper = lines_share_sets(s) || i1->words > 1 || PROGRAM->caches.asks_i1;
   // A helper that counts or asks for instructions needs a site for each.
   if (s->fetch_by_helper && (options.line_use || PROGRAM->caches.asks_i1))
      s->sites += s->instrs;
}
