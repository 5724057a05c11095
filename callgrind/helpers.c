// SPDX-License-Identifier: GPL-3.0-or-later
// Entry points for generated code; see helpers.h.
#include "callgrind/helpers.h"

#include "pub_tool_libcassert.h"

#include "callgrind/options.h"
#include "callgrind/resolver.h"
#include "callgrind/symbols.h"
#include "engine/transfer_inl.h"

Helpers helpers;

static __attribute__((noinline)) void transfer(Exit* exit, Addr target, Addr sp)
{
   Block* b = symbols_block(target);
   if (exit->block->section == SECTION_PLT) resolver_note(exit->block, b);
   symbols_resolve(b);
   engine_transfer(exit, b, sp);
}

// The arc of a call just made is remembered if the next one like it may take the short way.
static __attribute__((noinline)) void call_in_full(Exit* exit, Addr target, Addr sp)
{
   const void* from = xg_now.key;
   Strand* s = xg_now.strand;
   transfer(exit, target, sp);
   exit->last = NULL;
   if (s != xg_now.strand || s->top == s->floor || xg_now.key != s->place) return;
   Frame* f = s->top - 1;
   if (f->sp == sp && f->arc && f->arc->exit == exit && f->arc->from == from
       && !f->skipping)
      exit->last = f->arc;
}

static VG_REGPARM(3) void call_slow(Exit* exit, Addr target, Addr sp)
{
   transfer(exit, target, sp);
}

static VG_REGPARM(3) void call_plain(Exit* exit, Addr target, Addr sp)
{
   if (!repeat_call(exit, target, sp, EV_WIDTH_PLAIN)) call_in_full(exit, target, sp);
}

static VG_REGPARM(3) void call_cache(Exit* exit, Addr target, Addr sp)
{
   if (!repeat_call(exit, target, sp, EV_WIDTH_CACHE)) call_in_full(exit, target, sp);
}

static VG_REGPARM(3) void call_all(Exit* exit, Addr target, Addr sp)
{
   if (!repeat_call(exit, target, sp, EV_WIDTH_ALL)) call_in_full(exit, target, sp);
}

static VG_REGPARM(3) void return_plain(Exit* exit, Addr target, Addr sp)
{
   if (!simple_return(target, sp, EV_WIDTH_PLAIN)) transfer(exit, target, sp);
}

static VG_REGPARM(3) void return_cache(Exit* exit, Addr target, Addr sp)
{
   if (!simple_return(target, sp, EV_WIDTH_CACHE)) transfer(exit, target, sp);
}

static VG_REGPARM(3) void return_all(Exit* exit, Addr target, Addr sp)
{
   if (!simple_return(target, sp, EV_WIDTH_ALL)) transfer(exit, target, sp);
}

// Most indirect jumps are switch tables and computed gotos within a function.
static VG_REGPARM(3) void jump(Exit* exit, Addr target, Addr sp)
{
   const Strand* s = xg_now.strand;
   Block* b = callgraph_find_block(&engine.graph, target, false);
   if (XG_LIKELY(b && !b->is_entry && b->object == exit->block->object
                 && b->section == exit->block->section && s->top[-1].sp >= sp
                 && s->top > s->floor && !engine.config.graph.collect_jumps))
      return;
   transfer(exit, target, sp);
}

static VG_REGPARM(1) void enter_block(Block* b)
{
   symbols_resolve(b);
   engine_enter_block(b);
}

static VG_REGPARM(2) void data(Site* site, Addr address)
{
   engine_data(site, address);
}

static VG_REGPARM(1) void fetch(Site* site)
{
   const Block* b = site->block;
   engine_fetch(site, b->start + b->instrs[site->instr].offset_B);
}

static VG_REGPARM(2) void branch(Site* site, UWord taken)
{
   const Block* b = site->block;
   engine_branch(site, b->start + b->instrs[site->instr].offset_B, taken != 0);
}

static VG_REGPARM(2) void indirect(Site* site, Addr target)
{
   const Block* b = site->block;
   engine_indirect(site, b->start + b->instrs[site->instr].offset_B, target);
}

// Debugging aid: what must hold whenever a block starts.
static VG_REGPARM(2) void check_block(Block* b, Addr sp)
{
   const Strand* s = xg_now.strand;
   tl_assert(b->key == xg_now.key);
   tl_assert(b->centre && b->centre->block == b);
   tl_assert(!s->place || xg_now.key != s->place || b->centre->place == s->place);
   tl_assert(s->top >= s->floor && s->floor > s->frames);
   (void)sp;
}

void helpers_init(void)
{
   const EngineConfig* c = &engine.config;
   // The short ways assume one context per function and plain recursion counts.
   Bool simple = !c->graph.skip_direct_recursion && c->graph.uniform_contexts;
   void* call = !simple                                    ? (void*)call_slow
                : c->graph.width == EV_WIDTH_PLAIN         ? (void*)call_plain
                : c->graph.width == EV_WIDTH_CACHE         ? (void*)call_cache
                                                           : (void*)call_all;
   void* ret = !simple                            ? (void*)call_slow
               : c->graph.width == EV_WIDTH_PLAIN ? (void*)return_plain
               : c->graph.width == EV_WIDTH_CACHE ? (void*)return_cache
                                                  : (void*)return_all;
   helpers = (Helpers){
      .call = {"xg_call", call, 3},
      .ret = {"xg_return", ret, 3},
      .jump = {"xg_jump", jump, 3},
      .enter = {"xg_enter_block", enter_block, 1},
      .data = {"xg_data", data, 2},
      .fetch = {"xg_fetch", fetch, 1},
      .branch = {"xg_branch", branch, 2},
      .indirect = {"xg_indirect", indirect, 2},
      .check = {"xg_check_block", check_block, 2},
   };
}
