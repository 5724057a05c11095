// SPDX-License-Identifier: GPL-3.0-or-later
// Who reads what who has stored; see dependences.h.
#include "engine/dependences/dependences.h"

#include "base/array.h"
#include "engine/engine.h"
#include "engine/probes.h"

// Invariant: flow_of has each flow but the first one, which is not used.
static struct {
   LastWriters memory;
   Map actor_of; // Actor, by place and region
   Actor** actors;
   uint32_t n_actors, actors_room;
   const char** region; // by thread
   uint32_t n_threads;
   DataFlow* flows;
   uint32_t n_flows, flows_room;
   Map flow_of;   // its number, by both actors and the object
   uint32_t last; // flow
} d;

static void dependences_init(void)
{
   d.n_flows = d.n_actors = 1;
}

// --- actors -----------------------------------------------------------------------------------

void dependences_set_region(uint32_t thread, const char* name)
{
   if (thread >= d.n_threads) {
      const uint32_t n = thread + 1;
      d.region = host_realloc("engine.dependences", d.region, n * sizeof *d.region);
      for (uint32_t t = d.n_threads; t < n; t++) d.region[t] = NULL;
      d.n_threads = n;
   }
   d.region[thread] = name;
}

XG_INLINE const char* region_now(void)
{
   const uint32_t thread = xg_current.stack->thread;
   return thread < d.n_threads ? d.region[thread] : NULL;
}

static __attribute__((noinline)) uint32_t find_actor(StorePlace* p, const char* region)
{
   const uintptr_t number = (uintptr_t)map_get(&d.actor_of, (uintptr_t)p, (uintptr_t)region);
   if (number) return (uint32_t)number;
   d.actors =
      array_grown("engine.dependences", d.actors, d.n_actors, &d.actors_room, sizeof *d.actors);
   Actor* a = arena_alloc(&engine.graph.arena_blocks, sizeof *a);
   *a = (Actor){p, region};
   d.actors[d.n_actors] = a;
   map_put(&d.actor_of, (uintptr_t)p, (uintptr_t)region, (void*)(uintptr_t)d.n_actors);
   return d.n_actors++;
}

// 0: collection is off.
XG_INLINE uint32_t actor_of(uint32_t target)
{
   if (XG_UNLIKELY(!target)) return 0;
   StorePlace* p = store_target(target)->code;
   const char* region = region_now();
   if (XG_LIKELY(p->actor && p->actor_region == region)) return p->actor;
   p->actor = find_actor(p, region);
   p->actor_region = region;
   return p->actor;
}

uint32_t dependences_actors(void)
{
   return d.n_actors;
}

const Actor* dependences_actor(uint32_t number)
{
   return d.actors[number];
}

// --- flows ------------------------------------------------------------------------------------

XG_INLINE bool is_flow(const DataFlow* f, uint32_t from, uint32_t to, const MemObject* o)
{
   return f->from == from && f->to == to && f->object == o;
}

static uintptr_t number_of(uint32_t from, uint32_t to, const MemObject* o)
{
   return (uintptr_t)map_get(&d.flow_of, (uint64_t)from << 32 | to, (uintptr_t)o);
}

static __attribute__((noinline)) uint32_t find_flow(uint32_t from, uint32_t to,
                                                    const MemObject* o)
{
   const uintptr_t known = number_of(from, to, o);
   if (known) return (uint32_t)known;
   d.flows =
      array_grown("engine.dependences", d.flows, d.n_flows, &d.flows_room, sizeof *d.flows);
   d.flows[d.n_flows] = (DataFlow){.from = from, .to = to, .object = o};
   map_put(&d.flow_of, (uint64_t)from << 32 | to, (uintptr_t)o, (void*)(uintptr_t)d.n_flows);
   return d.n_flows++;
}

static void add(const WriterRun* r, uint32_t to, const MemObject* o)
{
   if (!d.last || !is_flow(&d.flows[d.last], r->writer, to, o))
      d.last = find_flow(r->writer, to, o);
   d.flows[d.last].bytes += r->n_B;
   d.flows[d.last].first_B += r->first_B;
}

uint32_t dependences_flows(void)
{
   return d.n_flows - 1;
}

const DataFlow* dependences_flow(uint32_t i)
{
   return &d.flows[i + 1];
}

// --- accesses ---------------------------------------------------------------------------------

static void dependences_store(uint32_t target, uint64_t address, uint64_t size_B)
{
   last_writers_store(&d.memory, address, size_B, actor_of(target));
}

static void dependences_load(const Site* site, uint64_t address, uint64_t size_B)
{
   const uint32_t to = actor_of(store_targets_now(site));
   while (size_B) {
      WriterRuns runs;
      runs.n = 0;
      const uint64_t n_B = last_writers_load(&d.memory, address, size_B, &runs);
      if (to && runs.n) {
         const MemObject* o = object_costs_find(address);
         for (uint32_t i = 0; i < runs.n; i++) add(&runs.run[i], to, o);
      }
      address += n_B;
      size_B -= n_B;
   }
}

static void dependences_forget(uint64_t start, uint64_t size_B)
{
   last_writers_forget(&d.memory, start, size_B);
}

static void dependences_move(uint64_t from, uint64_t to, uint64_t size_B)
{
   last_writers_move(&d.memory, from, to, size_B);
}

static void dependences_zero(void)
{
   last_writers_forget(&d.memory, 0, ~0ULL);
   for (uint32_t i = 1; i < d.n_flows; i++) d.flows[i].bytes = d.flows[i].first_B = 0;
}

static void dependences_check(void)
{
   last_writers_check(&d.memory);
   for (uint32_t i = 1; i < d.n_flows; i++) {
      const DataFlow* f = &d.flows[i];
      XG_ASSERT(number_of(f->from, f->to, f->object) == i);
      XG_ASSERT(f->first_B <= f->bytes && f->from < d.n_actors && f->to < d.n_actors);
   }
}

// --- the probe --------------------------------------------------------------------------------

static void forget(uint32_t thread)
{
   if (!thread) dependences_zero();
}

const ProbeEvents dependences_probe = {.init = dependences_init,
                                       .stored = dependences_store,
                                       .read = dependences_load,
                                       .memory_ends = dependences_forget,
                                       .memory_moves = dependences_move,
                                       .forget = forget,
                                       .check = dependences_check};
