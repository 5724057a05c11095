// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that wait for other threads; see waiting.h.
#include "engine/waiting_inl.h"

#include "callgraph/callgraph.h"

// --- sites ----------------------------------------------------------------------------------

static WaitingSite* site_at(Simulation* sim, const Site* site, const Function* function,
                            uint32_t thread)
{
   for (WaitingSite* s = sim->waiting.sites; s; s = s->next)
      if (s->site == site && s->function == function && s->thread == thread) return s;
   WaitingSite* s = host_zalloc("engine.waiting", sizeof *s);
   s->site = site;
   s->function = function;
   s->thread = thread;
   s->next = sim->waiting.sites;
   sim->waiting.sites = s;
   return s;
}

bool waiting_is_known(const Waiting* w, const Site* site)
{
   for (const WaitingSite* s = w->sites; s; s = s->next)
      if (s->site == site && s->episodes) return true;
   return false;
}

void waiting_cost(const WaitingSite* s, uint64_t cost[EV_COUNT])
{
   for (uint32_t e = 0; e < EV_COUNT; e++) cost[e] = s->cost[e] + s->given_up_cost[e];
}

// --- episodes -------------------------------------------------------------------------------

static const uint64_t* totals_of(const ShadowStack* s)
{
   return s == xg_current.stack ? xg_current.total : s->exec.total;
}

static uint64_t bit_of_line(uint64_t address)
{
   return 1ULL << (address >> possible_sharing.line_shift) % 64;
}

static void begin_episode(Simulation* sim, Waiter* w)
{
   w->is_released = false;
   w->stack = xg_current.stack;
   w->n_handlers = w->stack->n_handlers;
   w->lines = 0;
   for (uint32_t i = 0; i < w->n; i++) {
      const WaitAccess* a = &w->pattern[i];
      w->lines |= bit_of_line(a->address) | bit_of_line(a->address + a->site->size_B - 1);
   }
   w->next = sim->waiting.active;
   sim->waiting.active = w;
}

// The access of a round that the loop waits with: that whose memory was written; else the first one, in the order of
// code, that is known to wait or reads other memory than the stack.  NULL: there is none.
static const WaitAccess* access_that_waits(const Waiting* all, const Waiter* w)
{
   if (w->is_released) return &w->pattern[w->released];
   const WaitAccess* first = NULL;
   for (uint32_t i = 0; i < w->n; i++) {
      const WaitAccess* a = &w->pattern[i];
      if (waiting_is_known(all, a->site)) return a;
      if (waiting_is_own_stack(a->address)) continue;
      if (!first || callgraph_site_address(a->site) < callgraph_site_address(first->site))
         first = a;
   }
   return first;
}

// Hands over what was held back.
static void give_back(Simulation* sim, const Waiter* w)
{
   for (uint32_t i = 0; i < w->n; i++) {
      const uint64_t n = w->rounds - 1 + (i < w->at);
      if (n)
         possible_sharing_count(sim, w->thread, w->pattern[i].site, w->pattern[i].address, n);
   }
}

static void charge(Simulation* sim, const Waiter* w, const WaitAccess* a, bool as_given_up)
{
   const Function* function = w->context ? w->context->function : a->site->block->function;
   WaitingSite* s = site_at(sim, a->site, function, w->thread);
   const uint64_t* now = totals_of(w->stack);
   uint64_t* cost = as_given_up ? s->given_up_cost : s->cost;
   (*(as_given_up ? &s->given_up : &s->episodes))++;
   for (uint32_t e = 0; e < EV_COUNT; e++) cost[e] += now[e] - w->since[e];
   if (as_given_up) return;
   const Event truly = simulation_event(EV_D1TRUE, sim->number),
               falsely = simulation_event(EV_D1FALSE, sim->number);
   possible_sharing_note_waiting(sim, a->address, now[truly] - w->since[truly],
                                 now[falsely] - w->since[falsely]);
}

static void leave_active(Simulation* sim, Waiter* w)
{
   Waiter** at = &sim->waiting.active;
   while (*at != w) at = &(*at)->next;
   *at = w->next;
}

// The access with which a loop that ends has waited, or may have: it had enough rounds, and short ones.  NULL: it has not.
static const WaitAccess* may_have_waited(const Waiting* all, const Waiter* w)
{
   // After a signal handler or a coroutine, costs are not the loop's.
   if (w->rounds < WAIT_ROUNDS_MIN || w->stack->n_handlers != w->n_handlers) return NULL;
   const uint64_t instructions = totals_of(w->stack)[EV_IR] - w->since[EV_IR];
   if (instructions > WAIT_INSTRUCTIONS_MAX * (w->rounds - WAIT_ROUNDS_MIN + 1)) return NULL;
   return access_that_waits(all, w);
}

static void end_loop(Simulation* sim, Waiter* w)
{
   if (w->rounds) {
      leave_active(sim, w);
      const WaitAccess* a = may_have_waited(&sim->waiting, w);
      if (a) charge(sim, w, a, !w->is_released);
      if (!a || !(w->is_released || waiting_is_known(&sim->waiting, a->site)))
         give_back(sim, w);
   }
   w->n = w->at = 0;
   w->rounds = 0;
}

// --- accesses -------------------------------------------------------------------------------

Waiter* waiting_make(Simulation* sim, uint32_t thread)
{
   if (thread >= sim->waiting.n_waiters) {
      const uint32_t n = 2 * thread + 16;
      sim->waiting.waiters =
         host_realloc("engine.waiting", sim->waiting.waiters, n * sizeof *sim->waiting.waiters);
      for (uint32_t i = sim->waiting.n_waiters; i < n; i++) sim->waiting.waiters[i] = NULL;
      sim->waiting.n_waiters = n;
   }
   Waiter** w = &sim->waiting.waiters[thread];
   if (!*w) {
      *w = host_zalloc("engine.waiting", sizeof **w);
      (*w)->thread = thread;
   }
   return *w;
}

// An access that is as the one a round before, if it has been the round's last one, begins the next round.
static void go_on(Waiter* w)
{
   if (++w->at < w->n) return;
   w->at = 0;
   if (++w->rounds != WAIT_ROUNDS_MIN) return;
   host_memcpy(w->since, xg_current.total, sizeof w->since);
   w->context = w->stack->exec.context;
}

bool waiting_begins(Simulation* sim, Waiter* w, uint32_t start)
{
   w->n -= start;
   for (uint32_t i = 0; i < w->n; i++) w->pattern[i] = w->pattern[start + i];
   w->rounds = 1;
   begin_episode(sim, w);
   go_on(w);
   return true;
}

bool waiting_goes_on(Simulation* sim, Waiter* w, const Site* site, uint64_t address,
                     bool changes_memory)
{
   if (w->stack != xg_current.stack || w->n_handlers != w->stack->n_handlers) {
      end_loop(sim, w);
   } else if (changes_memory) {
      if (!waiting_is_own_stack(address)) end_loop(sim, w);
   } else if (waiting_is_at(w, w->at, site, address)) {
      go_on(w);
      return true;
   } else {
      if (w->rounds == 1) w->is_long = !w->is_long; // it was none
      end_loop(sim, w);
   }
   return !changes_memory && waiting_learns(sim, w, site, address);
}

static bool reads(const Waiter* w, uint64_t address, uint64_t size_B, uint32_t* which)
{
   for (uint32_t i = 0; i < w->n; i++) {
      const WaitAccess* a = &w->pattern[i];
      if (a->address >= address + size_B || address >= a->address + a->site->size_B) continue;
      *which = i;
      return true;
   }
   return false;
}

void waiting_note_write(Simulation* sim, uint32_t thread, uint64_t address, uint64_t size_B)
{
   const uint64_t lines = bit_of_line(address) | bit_of_line(address + size_B - 1);
   for (Waiter* w = sim->waiting.active; w; w = w->next)
      if (w->thread != thread && w->lines & lines && !w->is_released)
         w->is_released = reads(w, address, size_B, &w->released);
}

void waiting_sleep(Simulation* sim, uint32_t thread, uint64_t address)
{
   Waiter* w = waiting_of(sim, thread);
   if (w->rounds && !w->is_released) w->is_released = reads(w, address, 1, &w->released);
   end_loop(sim, w);
}

void waiting_end(Simulation* sim, uint32_t thread)
{
   if (thread < sim->waiting.n_waiters && sim->waiting.waiters[thread])
      end_loop(sim, sim->waiting.waiters[thread]);
}

void waiting_end_all(Simulation* sim)
{
   for (uint32_t t = 0; t < sim->waiting.n_waiters; t++) waiting_end(sim, t);
}

void waiting_zero(Simulation* sim)
{
   for (uint32_t t = 0; t < sim->waiting.n_waiters; t++)
      if (sim->waiting.waiters[t]) host_free(sim->waiting.waiters[t]);
   for (WaitingSite *s = sim->waiting.sites, *next; s; s = next) {
      next = s->next;
      host_free(s);
   }
   host_free(sim->waiting.waiters);
   sim->waiting = (Waiting){0};
}
