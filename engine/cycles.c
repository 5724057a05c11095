// SPDX-License-Identifier: GPL-3.0-or-later
// Estimated cycles; see cycles.h.
#include "engine/cycles.h"

#include "engine/charge_inl.h"

Cycles xg_cycles;

void cycles_init(const Processor* p, uint32_t cores)
{
   xg_cycles = (Cycles){.on = true, .processor = *p};
   predictor_init(&xg_cycles.branches, p->predictor);
   xg_cycles.processor.ways = (uint32_t)PROGRAM->caches.d1.ways;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      SimulatedTime* t = &sim->time;
      if (p->ll_stays_kc) idle_lines_init(&t->idle, &engine.graph.arena_blocks);
      if (cores == 1) continue;
      t->contention = arena_alloc(&engine.graph.arena_blocks, sizeof *t->contention);
      contention_init(t->contention, &engine.graph.arena_blocks, cores);
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
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) sim->time.stack = NULL;
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

static void switch_stack(Simulation* sim)
{
   SimulatedTime* c = &sim->time;
   c->stack = xg_current.stack;
   ThreadTime** t = &c->threads[c->stack->thread % CYCLES_WINDOWS];
   if (!*t) *t = new_thread_time();
   resume(*t, c->stack);
   c->thread = *t;
   c->translated = NULL;
   if (XG_UNLIKELY(c->thread->window.awaited_mc != 0)) hierarchy_await(&sim->caches, true);
}

// Lets time pass to the instruction at hand, and returns it.
static SimulatedTime* pass_time(Simulation* sim)
{
   const uint64_t* total = xg_current.total;
   SimulatedTime* c = &sim->time;
   if (XG_UNLIKELY(c->stack != xg_current.stack)) switch_stack(sim);
   window_at(&c->thread->window, (Moment){total[EV_IR] - xg_cycles.repetitions,
                                          total[EV_CYBASE] + total[EV_CYDEP]});
   return c;
}

static void charge_stall(const Payer* p, uint32_t counter, uint64_t mc)
{
   if (!mc) return;
   SimulatedTime* c = &p->in->time;
   mc += c->rest_mc;
   c->rest_mc = mc % CYCLE_MC;
   charge(p, counter, mc / CYCLE_MC);
}

// When the loads that the site waits for are done; 0: they all are.
static uint64_t loaded(SimulatedTime* c, const Site* site)
{
   const BlockCycles* b = site->block->cycles;
   return b ? producers_ready(&c->thread->producers, &b->needs[site->index],
                              window_now(&c->thread->window))
            : 0;
}

// ... and when what the site needs is there.
static uint64_t ready_after(const SimulatedTime* c, const Site* site, uint64_t loaded_mc)
{
   if (!loaded_mc) return 0;
   const bool is_of_this_round = c->thread->producers.last_block == xg_cycles.blocks.begun - 1;
   return loaded_mc + chain_beyond_load(site->block->cycles, site->index, is_of_this_round);
}

static uint64_t ready(SimulatedTime* c, const Site* site)
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
          : from == FROM_L3   ? BY_STALL(CYL3)
          : from == FROM_LL   ? BY_STALL(CYLL)
          : from == FROM_CORE ? BY_STALL(CYCOH)
          : by_rate           ? BY_STALL(CYRATE)
                              : BY_STALL(CYMEM);
}

// A load will be done then, and others may wait for it.
static void note_missed(SimulatedTime* c, const MissedLoad* load, uint64_t done_mc)
{
   const Site* site = load->site;
   c->thread->missed[c->thread->producers.n_loads % PRODUCERS_LOADS] = *load;
   producers_missed(&c->thread->producers, site->index, site->block->cycles->base[site->index],
                    done_mc);
}

// Where a line comes from, after time has passed to the request.
static ServedFrom served_from(SimulatedTime* c, uint64_t line, Served served)
{
   if (served.from_core) return FROM_CORE;
   const ServedFrom from = (ServedFrom)(served.by - AT_L2);
   if (XG_LIKELY(!c->idle.lines) || from < FROM_LL) return from;
   const uint64_t stays_mc = (uint64_t)xg_cycles.processor.ll_stays_kc * 1000 * CYCLE_MC;
   return idle_lines_served(&c->idle, stays_mc, line, window_now(&c->thread->window), from);
}

// A request for a line that is not there.
static Miss miss_of(SimulatedTime* c, const Site* site, uint64_t address, Served served)
{
   const uint64_t line = cache_line(&PROGRAM->caches.d1, address);
   return (Miss){.from = served_from(c, line, served),
                 .line = line,
                 .set = (uint32_t)cache_set(&PROGRAM->caches.d1, address),
                 .is_store = site->is_write};
}

// Tells the prefetchers of the processor.
static void ask_streams(SimulatedTime* c, Miss* m, const Site* site, uint64_t address)
{
   const Announced a = streams_missed(&c->streams, &xg_cycles.processor,
                                      callgraph_site_address(site), address, m->from);
   m->prefetched = a.lines;
   m->is_strided = a.is_strided;
}

void cycles_data(const Payer* p, const Site* site, uint64_t address, Served served)
{
   SimulatedTime* c = &p->in->time;
   if (XG_UNLIKELY(c->contended != NULL)) {
      bool paid = c->contended == site;
      c->contended = NULL;
      if (paid) return;
   }
   pass_time(p->in);
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

void cycles_prefetch(Simulation* sim, const Site* site, uint64_t address, Served served,
                     TranslatedBy by)
{
   const Payer p = payer_in(sim, site, SITE_PREFETCH);
   SimulatedTime* c = pass_time(sim);
   Miss m = miss_of(c, site, address, served);
   if (!served.from_core) ask_streams(c, &m, site, address);
   if (!m.prefetched) m.ready_mc = ready(c, site);
   if (by != BY_TLB)
      m.ready_mc =
         window_translate_ahead(&c->thread->window, m.ready_mc, address, by == BY_WALK);
   const MissTime t = window_prefetch(&c->thread->window, &m);
   hierarchy_await(&sim->caches, true);
   charge_stall(&p, counter_of(m.from, t.by_rate), t.stall_mc);
}

// One line of an access.
static void await_line(SimulatedTime* c, const Payer* p, const Site* site, const Miss* m)
{
   ServedFrom from;
   const MissTime t = window_await(&c->thread->window, m, &from);
   if (!t.done_mc) return;
   const uint32_t counter = counter_of(from, t.by_rate);
   if (!m->is_store) note_missed(c, &(MissedLoad){site, p->object, counter}, t.done_mc);
   charge_stall(p, counter, t.stall_mc);
}

void cycles_await(Simulation* sim, const Site* site, uint64_t address, Served served)
{
   SimulatedTime* c = pass_time(sim);
   if (c->thread->window.awaited_mc <= window_now(&c->thread->window)) {
      c->thread->window.awaited_mc = 0;
      hierarchy_await(&sim->caches, false);
      return;
   }
   if (served.by != AT_L1 || served.from_core || !site->block->cycles) return;
   const Payer p = payer_in(sim, site, (SiteKind)site->kind);
   Miss m = {.ready_mc = c->translated == site ? c->translated_mc : ready(c, site),
             .line = cache_line(&PROGRAM->caches.d1, address),
             .is_store = site->is_write};
   await_line(c, &p, site, &m);
   const uint64_t last = cache_line(&PROGRAM->caches.d1, address + site->size_B - 1);
   if (last == m.line) return;
   m.line = last;
   await_line(c, &p, site, &m);
}

// --- loads that cannot be forwarded ---------------------------------------------------------

static void charge_failed(const Payer* p, const Site* site, const FailedLoad* f)
{
   SimulatedTime* c = pass_time(p->in);
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
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      const Payer p = payer_in(sim, site, (SiteKind)site->kind);
      charge_failed(&p, site, &f);
   }
}

// --- lines that cores contend for ---------------------------------------------------------

enum {
   CONTENDED_PART = 20, // of how long a line is away, where nothing else is known
   CONTENDED_ATOMIC_PART = 6,
   FORWARDED_GAP_MC = 2 * CYCLE_MC // beside what the chain through the store takes
};

static void charge_contended(Simulation* sim, const Site* site, uint64_t until_mc)
{
   Payer p = payer_in(sim, site, (SiteKind)site->kind);
   charge_stall(&p, BY_STALL(CYCOH), window_hold(&sim->time.thread->window, 0, until_mc));
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

void cycles_shared(Simulation* sim, const Site* site, uint64_t address, Served served)
{
   SimulatedTime* c = pass_time(sim);
   SharedAccess a = {.line = cache_line(&PROGRAM->caches.d1, address),
                     .core = PROGRAM->caches.cores.running,
                     .now_mc = window_now(&c->thread->window),
                     .away_mc = xg_cycles.processor.latency_mc[FROM_CORE],
                     .block = xg_cycles.blocks.begun,
                     .is_load = loads(site),
                     .is_taken = served.from_core};
   Contended t = contention_access(c->contention, &a);
   if (!t.line) return;
   if (t.pays) {
      charge_contended(sim, site, goes_on(site, &t, &c->thread->window));
      t.line->of[a.core].last_mc = window_now(&c->thread->window);
   }
   if (served.by != AT_L1 || served.from_core) c->contended = site;
   c->atomic = site;
}

void cycles_atomic(Simulation* sim, uint64_t address)
{
   SimulatedTime* c = &sim->time;
   ContendedLine* s = contention_line(c->contention, cache_line(&PROGRAM->caches.d1, address),
                                      PROGRAM->caches.cores.running);
   if (!s) return;
   const Processor* is = &xg_cycles.processor;
   uint64_t apart = is->contended_atomic_mc ? is->contended_atomic_mc
                                            : is->latency_mc[FROM_CORE] / CONTENDED_ATOMIC_PART;
   pass_time(sim);
   charge_contended(sim, c->atomic, s->atomic_mc);
   s->atomic_mc = window_now(&c->thread->window) + of_sharers(apart, s);
}

void cycles_fetch(const Payer* p, uint64_t last_byte, ServedBy by)
{
   SimulatedTime* c = pass_time(p->in);
   Window* w = &c->thread->window;
   const uint64_t line = last_byte >> PROGRAM->caches.i1.line_shift;
   uint64_t there = code_ahead_fetch(&c->thread->code, w, line, (ServedFrom)(by - AT_L2));
   charge_stall(p, BY_STALL(CYFETCH), window_hold(w, 0, there));
}

void cycles_first_touch(const Payer* p, bool is_huge)
{
   SimulatedTime* c = pass_time(p->in);
   const Processor* is = &xg_cycles.processor;
   const uint64_t until =
      window_now(&c->thread->window) + (is_huge ? is->huge_page_mc : is->page_mc);
   charge_stall(p, BY_STALL(CYPAGE), window_hold(&c->thread->window, 0, until));
}

void cycles_translate(const Payer* p, const Site* site, SiteKind kind, uint64_t address,
                      bool walk)
{
   SimulatedTime* c = pass_time(p->in);
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
   SimulatedTime* c = &p->in->time;
   uint32_t i = producers_done(&c->thread->producers, done_mc);
   const MissedLoad* load = &c->thread->missed[i];
   if (i == PRODUCERS_LOADS || !is_in_context(load->site, site)) {
      charge_stall(p, BY_STALL(CYBR), mc);
      return;
   }
   Payer by = payer_in(p->in, load->site, (SiteKind)load->site->kind);
   by.object = load->object;
   charge_stall(&by, load->counter, mc);
}

// A branch that waits for a load costs what is behind its result; the load, what is before that.
static void charge_misprediction(const Payer* p, const Site* site)
{
   SimulatedTime* c = pass_time(p->in);
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
      xg_cycles.mispredicted = (Mispredicted){
         xg_cycles.blocks.begun - 1, site->block->cycles->needs[site->index].registers};
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      const Payer p = payer_in(sim, site, kind);
      charge_misprediction(&p, site);
   }
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
   Round r = {total[EV_CYBASE] + total[EV_CYDEP], xg_current.stack, &xg_cycles.mispredicted};
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
