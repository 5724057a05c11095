// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles; see cycles.h.
#include "engine/cycles.h"

#include "engine/charge_inl.h"

Cycles xg_cycles;

// As the program is.
#define OWN (&xg_cycles.of[0])

void cycles_init(const Processor* p, uint32_t cores)
{
   xg_cycles = (Cycles){.on = true, .processor = *p};
   predictor_init(&xg_cycles.branches, p->predictor);
   xg_cycles.processor.ways = (uint32_t)engine.caches.d1.ways;
   for (int i = 0; p->ll_stays_kc && i <= engine.config.beside; i++)
      idle_lines_init(&xg_cycles.of[i].idle, &engine.graph.arena_blocks);
   if (cores == 1) return;
   for (int i = 0; i <= engine.config.beside; i++) {
      Contention* contention = arena_alloc(&engine.graph.arena_blocks, sizeof *contention);
      contention_init(contention, &engine.graph.arena_blocks, cores);
      xg_cycles.of[i].contention = contention;
   }
}

static LeftBlocks* left_of(const ShadowStack* s)
{
   return xg_cycles.left[s->thread % CYCLES_WINDOWS];
}

// Notes the blocks that the running stack leaves behind.
static void leave(const ShadowStack* s)
{
   LeftBlocks** l = &xg_cycles.left[s->thread % CYCLES_WINDOWS];
   if (!*l) *l = arena_alloc(&engine.graph.arena_blocks, sizeof **l);
   (*l)->stack = s;
   (*l)->blocks = xg_cycles.blocks;
}

void cycles_switch(const ShadowStack* to)
{
   const ShadowStack* from = xg_current.stack;
   if (!from || from == to) return;
   leave(from);
   LeftBlocks* l = left_of(to);
   if (l && l->stack == to) l->moved += recent_blocks_resume(&xg_cycles.blocks, &l->blocks);
   for (int i = 0; i < 2; i++) xg_cycles.of[i].stack = NULL;
}

// What the loads of a thread wait for, now that it goes on.
static void resume(ThreadTime* t, const ShadowStack* s)
{
   const LeftBlocks* l = left_of(s);
   const uint64_t moved = l ? l->moved : 0;
   if (t->stack == s)
      producers_move(&t->producers, moved - t->moved);
   else {
      producers_forget(&t->producers);
      code_ahead_restart(&t->code, &t->window);
   }
   t->stack = s;
   t->moved = moved;
}

static ThreadTime* new_thread_time(void)
{
   ThreadTime* t = arena_alloc(&engine.graph.arena_blocks, sizeof *t);
   window_init(&t->window, &xg_cycles.processor);
   t->producers.blocks = &xg_cycles.blocks;
   return t;
}

static void switch_stack(CyclesOf* c)
{
   c->stack = xg_current.stack;
   ThreadTime** t = &c->threads[c->stack->thread % CYCLES_WINDOWS];
   if (!*t) *t = new_thread_time();
   resume(*t, c->stack);
   c->thread = *t;
   c->translated = NULL;
   if (XG_UNLIKELY(c->thread->window.awaited_mc != 0))
      hierarchy_await(caches_of(c != OWN), true);
}

// Lets time pass to the instruction at hand.
static void pass_time(CyclesOf* c)
{
   const uint64_t* total = xg_current.total;
   if (XG_UNLIKELY(c->stack != xg_current.stack)) switch_stack(c);
   window_at(&c->thread->window, (Moment){total[EV_IR] - xg_cycles.repetitions,
                                          total[EV_CYBASE] + total[EV_CYDEP]});
}

static CyclesOf* cycles_of(const Payer* p)
{
   return &xg_cycles.of[p->other];
}

static void charge_stall(const Payer* p, uint32_t counter, uint64_t mc)
{
   if (!mc) return;
   CyclesOf* c = cycles_of(p);
   mc += c->rest_mc;
   c->rest_mc = mc % CYCLE_MC;
   charge(p, counter, mc / CYCLE_MC);
}

// When the loads that the site waits for are done; 0: they all are.
static uint64_t loaded(CyclesOf* c, const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   return b ? producers_ready(&c->thread->producers, &b->needs[site->index],
                              window_now(&c->thread->window))
            : 0;
}

// ... and when what the site needs is there.
static uint64_t ready_after(const CyclesOf* c, const Site* site, uint64_t loaded_mc)
{
   if (!loaded_mc) return 0;
   const bool is_of_this_round = c->thread->producers.last_block == xg_cycles.blocks.begun - 1;
   return loaded_mc + chain_beyond_load(site->block->cycles, site->index, is_of_this_round);
}

static uint64_t ready(CyclesOf* c, const Site* site)
{
   const uint64_t loaded_mc = loaded(c, site);
   return ready_after(c, site, loaded_mc);
}

// Whether the site stores whole lines.
static bool is_filled(const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   return b && b->fills && site->is_write;
}

// Whether the site's block stores to what the site loads, or near it.
static bool is_changed(const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   return b && !site->is_write && flow_has_base(&b->stored, b->base[site->index]);
}

static uint32_t counter_of(ServedFrom from, bool by_rate)
{
   return from == FROM_L2     ? BY_STALL(CYL2)
          : from == FROM_LL   ? BY_STALL(CYLL)
          : from == FROM_CORE ? BY_STALL(CYCOH)
          : by_rate           ? BY_STALL(CYRATE)
                              : BY_STALL(CYMEM);
}

// A load will be done then, and others may wait for it.
static void note_missed(CyclesOf* c, const MissedLoad* load, uint64_t done_mc)
{
   const Site* site = load->site;
   c->thread->missed[c->thread->producers.n_loads % PRODUCERS_LOADS] = *load;
   producers_missed(&c->thread->producers, site->index, site->block->cycles->base[site->index],
                    done_mc);
}

// Where a line comes from, after time has passed to the request.
static ServedFrom served_from(CyclesOf* c, uint64_t line, Served served)
{
   if (served.from_core) return FROM_CORE;
   const ServedFrom from = (ServedFrom)(served.by - AT_L2);
   if (XG_LIKELY(!c->idle.lines) || from == FROM_L2) return from;
   const uint64_t stays_mc = (uint64_t)xg_cycles.processor.ll_stays_kc * 1000 * CYCLE_MC;
   return idle_lines_served(&c->idle, stays_mc, line, window_now(&c->thread->window), from);
}

// A request for a line that is not there.
static Miss miss_of(CyclesOf* c, const Site* site, uint64_t address, Served served)
{
   const uint64_t line = cache_line(&engine.caches.d1, address);
   return (Miss){.from = served_from(c, line, served),
                 .line = line,
                 .set = (uint32_t)cache_set(&engine.caches.d1, address),
                 .is_store = site->is_write};
}

// Tells the prefetchers of the processor.
static void ask_streams(CyclesOf* c, Miss* m, const Site* site, uint64_t address)
{
   const Announced a = streams_missed(&c->streams, &xg_cycles.processor,
                                      callgraph_site_address(site), address, m->from);
   m->prefetched = a.lines;
   m->is_strided = a.is_strided;
}

void cycles_data(const Payer* p, const Site* site, uint64_t address, Served served)
{
   CyclesOf* c = cycles_of(p);
   if (XG_UNLIKELY(c->contended != NULL)) {
      bool paid = c->contended == site;
      c->contended = NULL;
      if (paid) return;
   }
   pass_time(c);
   Miss m = miss_of(c, site, address, served);
   m.is_changed = is_changed(site);
   m.is_filled = is_filled(site);
   if (!served.from_core) ask_streams(c, &m, site, address);
   uint64_t delayed_mc = 0; // by its page's translation
   if (c->translated == site) {
      m.ready_mc = c->translated_mc;
      delayed_mc = c->delayed_mc;
      c->translated = NULL;
   } else if (!m.prefetched)
      m.ready_mc = ready(c, site);
   MissTime t = window_miss(&c->thread->window, &m);
   const uint64_t by_tlb_mc = t.stall_mc < delayed_mc ? t.stall_mc : delayed_mc;
   const uint32_t counter = counter_of(m.from, t.by_rate);
   if (!site->is_write && !m.prefetched)
      note_missed(c, &(MissedLoad){site, p->object, counter}, t.done_mc);
   charge_stall(p, BY_STALL(CYTLB), by_tlb_mc);
   charge_stall(p, counter, t.stall_mc - by_tlb_mc);
}

// --- prefetch instructions ----------------------------------------------------------------

void cycles_prefetch(const Site* site, uint64_t address, Served served, TranslatedBy by,
                     bool other)
{
   const Payer p = payer_in(site, SITE_PREFETCH, other);
   CyclesOf* c = cycles_of(&p);
   pass_time(c);
   Miss m = miss_of(c, site, address, served);
   if (!served.from_core) ask_streams(c, &m, site, address);
   if (!m.prefetched) m.ready_mc = ready(c, site);
   if (by != BY_TLB)
      m.ready_mc =
         window_translate_ahead(&c->thread->window, m.ready_mc, address, by == BY_WALK);
   const MissTime t = window_prefetch(&c->thread->window, &m);
   hierarchy_await(caches_of(other), true);
   charge_stall(&p, counter_of(m.from, t.by_rate), t.stall_mc);
}

// One line of an access.
static void await_line(CyclesOf* c, const Payer* p, const Site* site, const Miss* m)
{
   ServedFrom from;
   const MissTime t = window_await(&c->thread->window, m, &from);
   if (!t.done_mc) return;
   const uint32_t counter = counter_of(from, t.by_rate);
   if (!m->is_store) note_missed(c, &(MissedLoad){site, p->object, counter}, t.done_mc);
   charge_stall(p, counter, t.stall_mc);
}

void cycles_await(const Site* site, uint64_t address, Served served, bool other)
{
   CyclesOf* c = &xg_cycles.of[other];
   pass_time(c);
   if (c->thread->window.awaited_mc <= window_now(&c->thread->window)) {
      c->thread->window.awaited_mc = 0;
      hierarchy_await(caches_of(other), false);
      return;
   }
   if (served.by != AT_L1 || served.from_core || !site->block->cycles) return;
   const Payer p = payer_in(site, (SiteKind)site->kind, other);
   Miss m = {.ready_mc = c->translated == site ? c->translated_mc : ready(c, site),
             .line = cache_line(&engine.caches.d1, address),
             .is_store = site->is_write};
   await_line(c, &p, site, &m);
   const uint64_t last = cache_line(&engine.caches.d1, address + site->size_B - 1);
   if (last == m.line) return;
   m.line = last;
   await_line(c, &p, site, &m);
}

// --- loads that cannot be forwarded ---------------------------------------------------------

static void charge_failed(const Payer* p, const Site* site, const FailedLoad* f)
{
   CyclesOf* c = cycles_of(p);
   pass_time(c);
   uint64_t ready_mc = ready(c, site);
   const uint64_t block = f->begun - 1;
   const BlockCycles* from = xg_cycles.blocks.ring[block % PRODUCERS_BLOCKS];
   if (from) {
      // the stores wait for what they store
      const uint64_t stored_mc = producers_ready_in(&c->thread->producers, block, &from->data,
                                                    window_now(&c->thread->window));
      if (ready_mc < stored_mc) ready_mc = stored_mc;
   }
   MissTime t = window_forward(&c->thread->window, ready_mc, f->pieces);
   note_missed(c, &(MissedLoad){site, NULL, BY_STALL(CYFWD)}, t.done_mc);
   charge_stall(p, BY_STALL(CYFWD), t.stall_mc);
}

void cycles_forward(const Site* site, uint64_t address)
{
   const FailedLoad f = recent_failed(&xg_cycles.stores, address, site->size_B);
   if (!f.begun || !recent_waits(&xg_cycles.blocks, &xg_cycles.processor, f.begun)) return;
   for (int other = 0; other <= engine.config.beside; other++) {
      const Payer p = payer_in(site, (SiteKind)site->kind, other);
      charge_failed(&p, site, &f);
   }
}

// --- lines that cores contend for ---------------------------------------------------------

enum {
   CONTENDED_PART = 20, // of how long a line is away, where nothing else is known
   CONTENDED_ATOMIC_PART = 6,
   FORWARDED_GAP_MC = 2 * CYCLE_MC // beside what the chain through the store takes
};

static void charge_contended(const Site* site, uint64_t until_mc, bool other)
{
   Payer p = payer_in(site, (SiteKind)site->kind, other);
   charge_stall(&p, BY_STALL(CYCOH), window_hold(&cycles_of(&p)->thread->window, 0, until_mc));
}

// What one core pays is for two; more contend for as many accesses in a time.
static uint64_t of_sharers(uint64_t mc, const ContendedLine* s)
{
   return mc * s->sharers / 2;
}

static bool loads(const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   return b ? b->loads[site->index] : !site->is_write;
}

// Whether the site's block stores where the site loads, at an address that stays the same.
static bool stays_and_is_stored(const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   if (!b || !(site->is_write || is_changed(site))) return false;
   int32_t base = b->base[site->index];
   return base < FLOW_REGISTERS && (base == NO_BASE || !(b->written >> base & 1));
}

// When the code may go on behind a load of the line.  One that comes quickly after the store before has its value from the
// store buffer, which is never empty then: it waits for the line only once that is full.
static uint64_t goes_on(const Site* site, const Contended* t, Window* w)
{
   const Processor* is = &xg_cycles.processor;
   uint64_t now = window_now(w), away = is->latency_mc[FROM_CORE];
   const uint64_t gap_mc = FORWARDED_GAP_MC + is->operation_mc[OPERATION_FORWARD_NEXT];
   if (t->gap_mc > gap_mc || !stays_and_is_stored(site))
      return now
             + of_sharers(is->contended_mc ? is->contended_mc : away / CONTENDED_PART, t->line);
   uint64_t begin = w->free_mc[FROM_CORE] > now ? w->free_mc[FROM_CORE] : now;
   w->free_mc[FROM_CORE] = begin + of_sharers(away / is->store_buffer, t->line);
   return w->free_mc[FROM_CORE] > away ? w->free_mc[FROM_CORE] - away : 0;
}

void cycles_shared(const Site* site, uint64_t address, Served served, bool other)
{
   CyclesOf* c = &xg_cycles.of[other];
   pass_time(c);
   SharedAccess a = {.line = cache_line(&engine.caches.d1, address),
                     .core = engine.caches.cores.running,
                     .now_mc = window_now(&c->thread->window),
                     .away_mc = xg_cycles.processor.latency_mc[FROM_CORE],
                     .block = xg_cycles.blocks.begun,
                     .is_load = loads(site),
                     .is_taken = served.from_core};
   Contended t = contention_access(c->contention, &a);
   if (!t.line) return;
   if (t.pays) {
      charge_contended(site, goes_on(site, &t, &c->thread->window), other);
      t.line->of[a.core].last_mc = window_now(&c->thread->window);
   }
   if (served.by != AT_L1 || served.from_core) c->contended = site;
   c->atomic = site;
}

void cycles_atomic(uint64_t address, bool other)
{
   CyclesOf* c = &xg_cycles.of[other];
   ContendedLine* s = contention_line(c->contention, cache_line(&engine.caches.d1, address),
                                      engine.caches.cores.running);
   if (!s) return;
   const Processor* is = &xg_cycles.processor;
   uint64_t apart = is->contended_atomic_mc ? is->contended_atomic_mc
                                            : is->latency_mc[FROM_CORE] / CONTENDED_ATOMIC_PART;
   pass_time(c);
   charge_contended(c->atomic, s->atomic_mc, other);
   s->atomic_mc = window_now(&c->thread->window) + of_sharers(apart, s);
}

void cycles_fetch(const Payer* p, uint64_t last_byte, ServedBy by)
{
   CyclesOf* c = cycles_of(p);
   pass_time(c);
   Window* w = &c->thread->window;
   const uint64_t line = last_byte >> engine.caches.i1.line_shift;
   uint64_t there = code_ahead_fetch(&c->thread->code, w, line, (ServedFrom)(by - AT_L2));
   charge_stall(p, BY_STALL(CYFETCH), window_hold(w, 0, there));
}

void cycles_first_touch(const Payer* p, bool is_huge)
{
   CyclesOf* c = cycles_of(p);
   pass_time(c);
   const Processor* is = &xg_cycles.processor;
   const uint64_t until =
      window_now(&c->thread->window) + (is_huge ? is->huge_page_mc : is->page_mc);
   charge_stall(p, BY_STALL(CYPAGE), window_hold(&c->thread->window, 0, until));
}

void cycles_translate(const Payer* p, const Site* site, SiteKind kind, uint64_t address,
                      bool walk)
{
   CyclesOf* c = cycles_of(p);
   pass_time(c);
   Window* w = &c->thread->window;
   if (kind == SITE_FETCH) {
      const Processor* is = &xg_cycles.processor;
      uint64_t until = window_now(w) + (walk ? is->walk_mc : is->stlb_mc);
      charge_stall(p, BY_STALL(CYTLB), window_hold(w, 0, until));
      return;
   }
   const uint64_t ready_mc = ready(c, site), now_mc = window_now(w);
   MissTime t = window_translate(w, ready_mc, address, walk);
   const uint64_t takes_mc = t.done_mc - (ready_mc > now_mc ? ready_mc : now_mc);
   c->translated = site;
   c->translated_mc = t.done_mc;
   c->delayed_mc = takes_mc > t.stall_mc ? takes_mc - t.stall_mc : 0;
   charge_stall(p, BY_STALL(CYTLB), t.stall_mc);
}

// Whether what a load makes others wait for can still be charged to it: the same call goes on, or another one like it.
static bool is_in_context(const Site* load, const Site* now)
{
   const CostCentre* a = load->block->cost_centre;
   return a && a->context && a->context == now->block->cost_centre->context;
}

// What the site has waited for a load that is done by then.
static void charge_load(const Payer* p, const Site* site, uint64_t done_mc, uint64_t mc)
{
   CyclesOf* c = cycles_of(p);
   uint32_t i = producers_done(&c->thread->producers, done_mc);
   const MissedLoad* load = &c->thread->missed[i];
   if (i == PRODUCERS_LOADS || !is_in_context(load->site, site)) {
      charge_stall(p, BY_STALL(CYBR), mc);
      return;
   }
   Payer by = payer_in(load->site, (SiteKind)load->site->kind, p->other);
   by.object = load->object;
   charge_stall(&by, load->counter, mc);
}

// A branch that waits for a load costs what is behind its result; the load, what is before that.
static void charge_misprediction(const Payer* p, const Site* site)
{
   CyclesOf* c = cycles_of(p);
   pass_time(c);
   Window* w = &c->thread->window;
   uint64_t now = window_now(w), loaded_mc = loaded(c, site);
   uint64_t known = ready_after(c, site, loaded_mc);
   uint64_t until = (known > now ? known : now) + xg_cycles.processor.mispredict_mc;
   uint64_t stall_mc = window_hold(w, 0, until),
            own_mc = until - (loaded_mc > now ? loaded_mc : now);
   if (stall_mc > own_mc)
      charge_load(p, site, loaded_mc, stall_mc - own_mc);
   else
      own_mc = stall_mc;
   charge_stall(p, BY_STALL(CYBR), own_mc);
   code_ahead_restart(&c->thread->code, w);
}

static void mispredicted(const BranchPlace* b)
{
   const Site* site = b->site;
   const SiteKind kind = (SiteKind)site->kind;
   if (site->block->cycles)
      OWN->mispredicted = (Mispredicted){xg_cycles.blocks.begun - 1,
                                         site->block->cycles->needs[site->index].registers};
   Payer p = payer_of(site, kind);
   charge_misprediction(&p, site);
   if (!engine.config.beside) return;
   Payer other = payer_in(site, kind, true);
   charge_misprediction(&other, site);
}

// The block's longest chain is the one that is charged.
static void choose_chain(const MemoryChains* m)
{
   uint32_t longest_mc = 0;
   for (uint32_t i = 0; i < m->n; i++)
      if (longest_mc < m->pair[i].is.latency_mc) longest_mc = m->pair[i].is.latency_mc;
   bool is_memory = longest_mc > m->own_mc && longest_mc > m->register_mc;
   Chain* c = m->branch->at->chain;
   c->latency_mc = is_memory ? longest_mc : m->register_mc;
   c->reg = is_memory ? CHAIN_IN_MEMORY : m->reg;
   BranchPlace* at = m->branch->at;
   at->in_chain = c->latency_mc != 0;
   *at->goes = BRANCH_ASKS;
}

void cycles_through_memory(MemoryChains* m, uint64_t pair, uint64_t loaded, uint64_t stored)
{
   uint64_t burst = (xg_cycles.blocks.begun / FORWARDING_EVERY + 1) * CYCLES_WINDOWS
                    + xg_current.stack->thread % CYCLES_WINDOWS;
   if (forwarding_round(&m->pair[pair].is, &xg_cycles.processor, burst, loaded, stored))
      choose_chain(m);
}

static void charge_chain(Chain* c, const Site* site)
{
   const uint64_t* total = xg_current.total;
   Round r = {total[EV_CYBASE] + total[EV_CYDEP], xg_current.stack, &OWN->mispredicted};
   uint32_t mc = chain_round(c, &xg_cycles.blocks, &r);
   if (!mc) return;
   Payer p = payer_of(site, SITE_BRANCH);
   charge(&p, BY_STALL(CYDEP), mc);
}

// A fast string instruction is one in the window for each STRING_B bytes, and nobody predicts its end.
static void string_round(const BranchPlace* b, bool goes_on)
{
   Cycles* c = &xg_cycles;
   if (goes_on) {
      c->string_B += b->string_B;
      c->repetitions += c->string_B % STRING_B != 0;
      return;
   }
   Payer p = payer_of(b->site, SITE_BRANCH);
   charge(&p, BY_STALL(CYDEP),
          c->processor.operation_mc[c->string_B <= STRING_SHORT_B ? OPERATION_STRING_SHORT
                                                                  : OPERATION_STRING]);
   c->string_B = 0;
}

void cycles_branch(CyclesBranch* b, uint64_t taken)
{
   const BranchPlace* at = b->at;
   if (XG_UNLIKELY(at->string_B)) {
      string_round(at, taken);
      return;
   }
   if (at->in_chain) charge_chain(at->chain, at->site);
   const bool wrong = predictor_conditional(&xg_cycles.branches, &b->is, at->address, taken);
   *at->goes = at->in_chain ? BRANCH_ASKS : predictor_goes(&b->is);
   if (wrong) mispredicted(at);
}

void cycles_indirect(CyclesBranch* b, uint64_t target)
{
   if (predictor_indirect(&xg_cycles.branches, b->at->address, target)) mispredicted(b->at);
}
