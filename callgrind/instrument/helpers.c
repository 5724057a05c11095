// SPDX-License-Identifier: GPL-3.0-or-later
// Entry points for generated code; see helpers.h.
#include "callgrind/instrument/helpers.h"

#include "pub_tool_libcassert.h"

#include "callgrind/memory/allocators.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/resolver.h"
#include "callgrind/symbols/symbols.h"
#include "engine/transfer_inl.h"
#include "engine/access.h"

Helpers helpers;

static __attribute__((noinline)) void transfer(Exit* exit, Addr target, Addr sp)
{
   Block* b = symbols_block(target);
   if (exit->block->section == SECTION_PLT) resolver_note(exit->block, b);
   symbols_resolve(b);
   engine_transfer(exit, b, sp);
}

KnownTransfer xg_known[KNOWN_TRANSFERS];

static void remember(Exit* exit, Arc* arc)
{
   exit->last = arc;
   exit->last_key = arc->from;
   exit->last_target = arc->target->address;
}

// A call in full; what is learnt from it lets the next one like it take the short way.
static __attribute__((noinline)) void call_slow_path(Exit* exit, Addr target, Addr sp)
{
   const void* from = xg_current.key;
   ShadowStack* s = xg_current.stack;
   transfer(exit, target, sp);
   if (s != xg_current.stack || s->top == s->floor) return;
   const Frame* f = s->top - 1;
   if (f->sp != sp || f->skipping || f->caller != from) return;
   Block* b = symbols_block(target);
   if (!f->arc) {
      exit->last_stub = b;
   } else if (f->arc->exit == exit && f->arc->from == from) {
      remember(exit, f->arc);
      *known_slot(exit, target) = (KnownTransfer){exit, target, f->arc};
   }
}

// A jump in full.  One that leaves the call stack alone is remembered as such; one from a stub
// is remembered at the exit that called the stub.
static __attribute__((noinline)) void jump_slow_path(Exit* exit, Addr target, Addr sp)
{
   ShadowStack* s = xg_current.stack;
   const Frame* top = s->top;
   const CostCentre* skipping = s->exec.skipping;
   const void* from = xg_current.key;
   transfer(exit, target, sp);
   if (s != xg_current.stack) return;
   if (s->top == top + 1 && top->arc && top->arc->exit == exit && top->arc->from == from) {
      remember(exit, top->arc);
      *known_slot(exit, target) = (KnownTransfer){exit, target, top->arc};
      return;
   }
   if (s->top == top && exit->kind == EXIT_JUMP && !skipping) {
      const Block* b = symbols_block(target);
      if (!b->is_entry && b->module == exit->block->module
          && b->section == exit->block->section) {
         *known_slot(exit, target) = (KnownTransfer){exit, target, NULL};
         exit->last_key = KEY_STAYS_IN_FUNCTION;
         exit->last_target = target;
      }
   } else if (skipping && s->top == top + 1 && top->arc) {
      const Block* b = skipping->block;
      if (top->arc->exit == &b->exits[b->n_exits - 1]) remember(top->arc->exit, top->arc);
   }
}

static VG_REGPARM(3) void call_slow(Exit* exit, Addr target, Addr sp)
{
   transfer(exit, target, sp);
}

// Most indirect jumps are switch tables and computed gotos within a function.
XG_INLINE bool stays_in_function(const Exit* exit, Addr target, Addr sp)
{
   if (xg_current.stack->top[-1].sp < sp) return false;
   if (exit->last_key == KEY_STAYS_IN_FUNCTION && exit->last_target == target) return true;
   const KnownTransfer* k = known_slot(exit, target);
   return k->exit == exit && k->target == target && !k->arc;
}

XG_INLINE void call_fast(Exit* exit, Addr target, Addr sp, TransferMode mode)
{
   if (!repeat_call(exit, target, sp, mode) && !repeat_stub_call(exit, target, sp, mode))
      call_slow_path(exit, target, sp);
}

XG_INLINE void return_fast(Exit* exit, Addr target, Addr sp, TransferMode mode)
{
   if (!simple_return(target, sp, mode)) transfer(exit, target, sp);
}

XG_INLINE void jump_fast(Exit* exit, Addr target, Addr sp, TransferMode mode)
{
   if (!stays_in_function(exit, target, sp) && !repeat_stub_jump(target, mode)
       && !repeat_tail_call(exit, target, sp, mode))
      jump_slow_path(exit, target, sp);
}

// The short ways of each mode, which is a constant in them but for that with a calling-context
// tree.  They start at cache lines: where they lie otherwise costs calls up to 8 %.
#define FAST_PATH __attribute__((aligned(64))) static VG_REGPARM(3) void
static const TransferMode plain = {.width = EV_WIDTH_PLAIN};
static const TransferMode cache = {.width = EV_WIDTH_CACHE};
static const TransferMode all = {.width = EV_WIDTH_ALL};
static TransferMode tree;

FAST_PATH call_plain(Exit* exit, Addr target, Addr sp)
{
   call_fast(exit, target, sp, plain);
}

FAST_PATH return_plain(Exit* exit, Addr target, Addr sp)
{
   return_fast(exit, target, sp, plain);
}

FAST_PATH jump_plain(Exit* exit, Addr target, Addr sp)
{
   jump_fast(exit, target, sp, plain);
}

FAST_PATH call_cache(Exit* exit, Addr target, Addr sp)
{
   call_fast(exit, target, sp, cache);
}

FAST_PATH return_cache(Exit* exit, Addr target, Addr sp)
{
   return_fast(exit, target, sp, cache);
}

FAST_PATH jump_cache(Exit* exit, Addr target, Addr sp)
{
   jump_fast(exit, target, sp, cache);
}

FAST_PATH call_all(Exit* exit, Addr target, Addr sp)
{
   call_fast(exit, target, sp, all);
}

FAST_PATH return_all(Exit* exit, Addr target, Addr sp)
{
   return_fast(exit, target, sp, all);
}

FAST_PATH jump_all(Exit* exit, Addr target, Addr sp)
{
   jump_fast(exit, target, sp, all);
}

FAST_PATH call_tree(Exit* exit, Addr target, Addr sp)
{
   call_fast(exit, target, sp, tree);
}

FAST_PATH return_tree(Exit* exit, Addr target, Addr sp)
{
   return_fast(exit, target, sp, tree);
}

FAST_PATH jump_tree(Exit* exit, Addr target, Addr sp)
{
   jump_fast(exit, target, sp, tree);
}

static VG_REGPARM(1) void enter_block(Block* b)
{
   symbols_resolve(b);
   engine_enter_block(b);
}

// Address of the site's instruction.
XG_INLINE Addr address_of(const Site* site)
{
   const Block* b = site->block;
   return b->start + b->instrs[site->instr].offset_B;
}

static VG_REGPARM(2) void data(Site* site, Addr address)
{
   access_data(site, address);
}

static VG_REGPARM(2) void data_avx2(Site* site, Addr address)
{
   access_data_avx2(site, address);
}

static VG_REGPARM(2) void data_in_use(Site* site, Addr address)
{
   access_data_line_use(site, address);
}

static VG_REGPARM(2) void data_in_use_avx2(Site* site, Addr address)
{
   access_data_line_use_avx2(site, address);
}

static VG_REGPARM(2) void data_maybe_in_use(Site* site, Addr address)
{
   access_data_guarded(site, address);
}

static VG_REGPARM(1) void fetch_in_use(Site* site)
{
   access_fetch(site, address_of(site));
}

static VG_REGPARM(2) void fetch_missed_in_use(Site* site, CodeLine* first)
{
   access_fetch_missed_line_use(site, first, address_of(site));
}

static VG_REGPARM(2) void fetch_missed_in_use_avx2(Site* site, CodeLine* first)
{
   access_fetch_missed_line_use_avx2(site, first, address_of(site));
}

static VG_REGPARM(2) void data_guarded(Site* site, Addr address)
{
   access_data_guarded(site, address);
}

static VG_REGPARM(1) void fetch(Site* site)
{
   access_fetch(site, address_of(site));
}

static VG_REGPARM(2) void fetch_missed(Site* site, CodeLine* first)
{
   access_fetch_missed(site, first, address_of(site));
}

static VG_REGPARM(2) void fetch_missed_avx2(Site* site, CodeLine* first)
{
   access_fetch_missed_avx2(site, first, address_of(site));
}

// --- with memory objects

static VG_REGPARM(1) void enter_block_with_objects(Block* b)
{
   symbols_resolve(b);
   engine_enter_block(b);
   object_costs_entered(b);
}

static VG_REGPARM(2) void data_with_objects(Site* site, Addr address)
{
   object_costs_data(site, address);
}

static VG_REGPARM(2) void data_sampled(Site* site, Addr address)
{
   object_costs_data_sampled(site, address);
}

static VG_REGPARM(2) void data_maybe_with_objects(Site* site, Addr address)
{
   object_costs_data_guarded(site, address);
}

static VG_REGPARM(1) void fetch_with_objects(Site* site)
{
   object_costs_fetch(site, address_of(site));
}

static VG_REGPARM(2) void fetch_missed_with_objects(Site* site, CodeLine* first)
{
   object_costs_fetch_missed(site, first, address_of(site));
}

static VG_REGPARM(2) void branch(Site* site, UWord taken)
{
   access_branch(site, address_of(site), taken != 0);
}

static VG_REGPARM(2) void indirect(Site* site, Addr target)
{
   access_indirect(site, address_of(site), target);
}

// Debugging aid: what must hold whenever a block starts.
static VG_REGPARM(2) void check_block(Block* b, Addr sp)
{
   const ShadowStack* s = xg_current.stack;
   tl_assert(b->key == xg_current.key);
   tl_assert(b->cost_centre && b->cost_centre->block == b);
   tl_assert(!s->exec.context || xg_current.key != s->exec.context
             || b->cost_centre->context == s->exec.context);
   tl_assert(s->top >= s->floor && s->floor > s->frames);
   (void)sp;
}

static VG_REGPARM(3) void (*return_without_objects)(Exit*, Addr, Addr);

static VG_REGPARM(3) void return_with_objects(Exit* exit, Addr target, Addr sp)
{
   allocators_returned(sp);
   return_without_objects(exit, target, sp);
}

static void choose_objects(void* ret)
{
   return_without_objects = ret;
   helpers.ret = (HelperRef){"xg_return_with_objects", return_with_objects, 3};
   helpers.enter = (HelperRef){"xg_enter_with_objects", enter_block_with_objects, 1};
   helpers.data = (HelperRef){"xg_data_with_objects", data_with_objects, 2};
   helpers.data_sampled = (HelperRef){"xg_data_sampled", data_sampled, 2};
   helpers.data_guarded = (HelperRef){"xg_data_maybe_with_objects", data_maybe_with_objects, 2};
   helpers.fetch = (HelperRef){"xg_fetch_with_objects", fetch_with_objects, 1};
   helpers.fetch_missed =
      (HelperRef){"xg_fetch_missed_with_objects", fetch_missed_with_objects, 2};
}

static void use_paths(void* call, void* ret, void* jump)
{
   helpers.call = (HelperRef){"xg_call", call, 3};
   helpers.ret = (HelperRef){"xg_return", ret, 3};
   helpers.jump = (HelperRef){"xg_jump", jump, 3};
}

// The short ways assume one context per function and plain recursion counts; they record no jumps.
static void choose_paths(const CallGraphConfig* g)
{
   // Cache use is not in the totals.
   TransferMode mode = g->width == EV_WIDTH_PLAIN ? plain
                       : g->width <= EV_WIDTH_USE ? cache
                                                  : all;
   tree = (TransferMode){.width = mode.width, .tree = true};
   if (g->skip_direct_recursion || !g->uniform_contexts || g->collect_jumps)
      use_paths(call_slow, call_slow, call_slow);
   else if (g->tree_depth)
      use_paths(call_tree, return_tree, jump_tree);
   else if (mode.width == EV_WIDTH_PLAIN)
      use_paths(call_plain, return_plain, jump_plain);
   else if (mode.width == EV_WIDTH_CACHE)
      use_paths(call_cache, return_cache, jump_cache);
   else
      use_paths(call_all, return_all, jump_all);
}

void helpers_init(void)
{
   const EngineConfig* c = &engine.config;
   choose_paths(&c->graph);
   bool avx2 = c->avx2;
   helpers.enter = (HelperRef){"xg_enter_block", enter_block, 1};
   helpers.data = (HelperRef){"xg_data", avx2 ? data_avx2 : data, 2};
   helpers.data_guarded = (HelperRef){"xg_data_maybe", data_guarded, 2};
   helpers.fetch = (HelperRef){"xg_fetch", fetch, 1};
   helpers.fetch_missed =
      (HelperRef){"xg_fetch_missed", avx2 ? fetch_missed_avx2 : fetch_missed, 2};
   helpers.branch = (HelperRef){"xg_branch", branch, 2};
   helpers.indirect = (HelperRef){"xg_indirect", indirect, 2};
   helpers.check = (HelperRef){"xg_check_block", check_block, 2};
   if (c->objects) {
      choose_objects(helpers.ret.address);
      return;
   }
   if (!c->cache_use) return;
   helpers.data = (HelperRef){"xg_data_in_use", avx2 ? data_in_use_avx2 : data_in_use, 2};
   helpers.data_guarded = (HelperRef){"xg_data_maybe_in_use", data_maybe_in_use, 2};
   helpers.fetch = (HelperRef){"xg_fetch_in_use", fetch_in_use, 1};
   helpers.fetch_missed = (HelperRef){"xg_fetch_missed_in_use",
                                      avx2 ? fetch_missed_in_use_avx2 : fetch_missed_in_use, 2};
}
