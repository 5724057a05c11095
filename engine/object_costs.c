// SPDX-License-Identifier: GPL-3.0-or-later
// Data by memory object; see object_costs.h.
#include "engine/object_costs.h"

#include "engine/charge_inl.h"
#include "engine/miss_costs.h"

#define OBJECTS (&engine.objects)

// --- columns --------------------------------------------------------------------------------

// EV_WITH_*, as far as memory objects are concerned.
static uint32_t counted(void)
{
   const EngineConfig* c = &engine.config;
   uint32_t with = EV_WITH_CACHES | EV_WITH_USE;
   static const uint32_t of_levels[] = {0, EV_WITH_L2, EV_WITH_L2 | EV_WITH_L3};
   with |= of_levels[hierarchy_between(&c->caches)];
   if (c->tlbs.dtlb.entries) with |= EV_WITH_DTLB;
   if (c->caches.miss_classes) with |= EV_WITH_CLASSES;
   if (c->caches.cores > 1) with |= EV_WITH_CORES;
   if (c->objects) with |= EV_WITH_OBJECTS;
   if (c->processor) with |= EV_WITH_CYCLES;
   if (c->processor && c->tlbs.dtlb.entries) with |= EV_WITH_PAGES;
   if (c->stores) with |= EV_WITH_STORES;
   if (c->work) with |= EV_WITH_WORK;
   if (c->stores && c->line_use && c->caches.ll_policy != LL_EXCLUSIVE)
      with |= EV_WITH_STORED_LINES;
   return with;
}

void object_costs_choose_columns(void)
{
   const uint32_t with = counted();
   uint8_t n = 0;
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) {
      OBJECTS->column[n] = e;
      OBJECTS->slot[e] = object_info[e].with & ~with ? OBJ_EVENTS : n++;
   }
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      if (OBJECTS->slot[e] == OBJ_EVENTS) OBJECTS->slot[e] = n;
   OBJECTS->n_columns = n;
}

bool object_costs_have(ObjectEvent column)
{
   return OBJECTS->slot[column] < OBJECTS->n_columns;
}

// Of the counters of ObjectCosts, in all simulations.
static size_t cost_B(void)
{
   return (OBJECTS->n_columns + 1u) * sizeof(uint64_t) * engine.n_simulations;
}

// --- costs of an object at a site ----------------------------------------------------------

static ObjectCosts* empty_costs(MemObject* o)
{
   ObjectCosts* a = arena_alloc(&OBJECTS->arena, sizeof *a + cost_B());
   a->object = o;
   return a;
}

void object_costs_init(void)
{
   OBJECTS->arena = OBJECTS->last = OBJECTS->last_costs = (Arena){.what = "engine.objects"};
   OBJECTS->nobody = empty_costs(OBJECTS->set.unknown);
   OBJECTS->unrecorded = empty_costs(OBJECTS->set.unknown);
   OBJECTS->now = &OBJECTS->nobody;
   OBJECTS->capacity = 1024;
   OBJECTS->costs = host_alloc("engine.objects", OBJECTS->capacity * sizeof *OBJECTS->costs);
   OBJECTS->costs[OBJECTS->n_costs++] = OBJECTS->nobody;
}

static ObjectCosts* new_costs(MemObject* o, const Site* site)
{
   if (OBJECTS->n_costs == OBJECTS->capacity) {
      OBJECTS->capacity *= 2;
      OBJECTS->costs = host_realloc("engine.objects", OBJECTS->costs,
                                    OBJECTS->capacity * sizeof *OBJECTS->costs);
   }
   ObjectCosts* a = empty_costs(o);
   a->site = site;
   a->number = OBJECTS->n_costs;
   a->next = o->costs;
   o->costs = a;
   OBJECTS->costs[OBJECTS->n_costs++] = a;
   return a;
}

ObjectCosts* object_costs_forgotten(void)
{
   static MemObject none;
   if (!OBJECTS->forgotten) OBJECTS->forgotten = new_costs(&none, NULL);
   return OBJECTS->forgotten;
}

// --- last ranges --------------------------------------------------------------------------

static LastRange* new_ranges(uint32_t n)
{
   const uintptr_t memory =
      (uintptr_t)arena_alloc(&OBJECTS->last_costs, n * sizeof(LastRange) + HOST_LINE_B);
   return (LastRange*)(memory + (-memory & (HOST_LINE_B - 1)));
}

void object_costs_prepare_block(Block* b)
{
   size_t size_B = sizeof(LastRanges) + b->n_sites * sizeof(MemRange*);
   LastRanges* all =
      arena_alloc(&OBJECTS->last, size_B + b->n_exits * sizeof all->executions[0]);
   *all = (LastRanges){.block = b,
                       .next = OBJECTS->last_ranges,
                       .executions = (uint64_t*)((uint8_t*)all + size_B),
                       .range = new_ranges(b->n_sites)};
   const uint32_t n_there = b->n_sites * engine.config.beside;
   if (n_there) all->there = arena_alloc(&OBJECTS->last, n_there * sizeof(LastRangeThere));
   for (uint32_t i = 0; i < b->n_sites; i++) {
      all->watched[i] = &range_none;
      all->range[i] =
         (LastRange){.now.costs = OBJECTS->nobody, .before.costs = OBJECTS->nobody};
   }
   for (uint32_t i = 0; i < n_there; i++) all->there[i].moved_B = NOT_AS_A_WHOLE;
   b->last_ranges = OBJECTS->last_ranges = all;
}

bool object_costs_count_segments(const Site* s)
{
   bool once_a_segment = s->kind == SITE_READ || s->kind == SITE_WRITE;
   return once_a_segment && !sampling_applies(&OBJECTS->sampling, s->is_write);
}

// Adds accesses since the last time to those of the object turned to.
static void count_accesses(const LastRanges* all, LastRange* last, const Site* site)
{
   if (!object_costs_count_segments(site)) return;
   const uint64_t n = all->executions[site->segment];
   last->now.n += n - last->since;
   last->since = n;
}

static void charge_turned_to(TurnedTo* t, const Site* site)
{
   if (!t->n) return;
   charge_object_accesses(t->costs, site, t->n);
   t->n = 0;
}

static void flush_range(const LastRanges* all, LastRange* last, const Site* site)
{
   count_accesses(all, last, site);
   charge_turned_to(&last->now, site);
   charge_turned_to(&last->before, site);
}

void object_costs_flush(void)
{
   for (LastRanges* all = OBJECTS->last_ranges; all; all = all->next)
      for (uint32_t i = 0; i < all->block->n_sites; i++)
         flush_range(all, &all->range[i], &all->block->sites[i]);
}

// Leaves room for one more: those that have not been asked for longest are found by the map.
static void drop_oldest(LastRange* last, const Site* site)
{
   ObjectCosts** at = &last->others;
   for (uint32_t n = 0; n < OTHER_COSTS_MAX - 1 && *at; n++) at = &(*at)->of_site;
   for (const ObjectCosts* a = *at; a; a = a->of_site)
      map_put(&OBJECTS->earlier, (uintptr_t)site, (uintptr_t)a->object, (void*)a);
   *at = NULL;
}

// The costs of the object at the site, which are taken from those of the others.
static ObjectCosts* take(LastRange* last, MemObject* o, const Site* site)
{
   uint32_t n = 0;
   for (ObjectCosts** at = &last->others; *at; at = &(*at)->of_site, n++) {
      ObjectCosts* a = *at;
      if (a->object != o) continue;
      *at = a->of_site;
      return a;
   }
   if (n >= OTHER_COSTS_MAX) drop_oldest(last, site);
   ObjectCosts* a = map_get(&OBJECTS->earlier, (uintptr_t)site, (uintptr_t)o);
   return a ? a : new_costs(o, site);
}

// Charges accesses from now on to another object; NULL: to nobody.
void object_costs_turn(const LastRanges* all, LastRange* last, MemObject* o, const Site* site)
{
   count_accesses(all, last, site);
   TurnedTo t = last->before;
   last->before = last->now;
   if (t.object != o) {
      charge_turned_to(&t, site);
      ObjectCosts* a = o ? take(last, o, site) : OBJECTS->nobody;
      if (t.object) {
         t.costs->of_site = last->others;
         last->others = t.costs;
      }
      t = (TurnedTo){.object = o, .costs = a};
   }
   last->now = t;
}

void object_costs_entered(Block* b)
{
   LastRanges* all = b->last_ranges;
   if (!all || all->off == !engine_is_collecting()) return;
   all->off = !engine_is_collecting();
   // Which layout an access has to do with matters to caches while collection is off, too.
   const bool none_is_looked_up = all->off && !engine.config.what_if;
   for (uint32_t i = 0; i < b->n_sites; i++) {
      objects_unwatch(&OBJECTS->set, &all->watched[i]);
      if (none_is_looked_up) all->watched[i] = &range_all;
      object_costs_turn_to(all, &all->range[i], NULL, &b->sites[i]);
   }
}

MemRange* object_costs_range(uint64_t address)
{
   MemRange* b = range_map_find(&OBJECTS->set.map, address);
   return !b || (b->is_mapping && !b->is_checked) ? host_memory_range(address) : b;
}

const MemObject* object_costs_find(uint64_t address)
{
   const MemRange* b = object_costs_range(address);
   return b ? b->object : OBJECTS->set.unknown;
}

// What an allocator touches in memory that it has not given away yet is a cost of what it allocates.
static MemObject* object_accessed(const MemRange* b)
{
   MemObject* o = b ? b->object : OBJECTS->set.unknown;
   MemObject* made = o == OBJECTS->set.of_allocators ? OBJECTS->set.allocating() : NULL;
   return made ? made : o;
}

void object_costs_look(LastRanges* all, LastRange* last, const Site* site, uint64_t address)
{
   MemRange** watched = &all->watched[site->index];
   const MemObject* before = (*watched)->object;
   objects_unwatch(&OBJECTS->set, watched);
   const bool is_on = engine_is_collecting();
   MemRange* b = is_on || engine.config.what_if ? object_costs_range(address) : NULL;
   MemObject* o = is_on ? object_accessed(b) : NULL;
   OBJECTS->range = b;
   // Usually it is another range of the same object, which then need not be asked of `last`.
   if (!o || o != before) object_costs_turn_to(all, last, o, site);
   for (uint32_t n = 1; XG_UNLIKELY(n <= engine.config.beside); n++) {
      LastRangeThere* there = object_costs_there(site, n);
      there->moved_B = NOT_AS_A_WHOLE;
      there->start = 0;
   }
   // Elsewhere in a mapping that ranges are cut from, an allocator may put one at any time.  Layouts alone are asked of each
   // access.
   if (b && !b->is_cut && (engine.config.beside || !b->object->layouts))
      objects_watch(watched, b);
}

// --- all of them ----------------------------------------------------------------------------

void object_costs_zero(void)
{
   object_costs_flush();
   host_memset(OBJECTS->unrecorded->cost, 0, cost_B());
   for (uint32_t i = 0; i < OBJECTS->n_costs; i++) {
      ObjectCosts* a = OBJECTS->costs[i];
      host_memset(a->cost, 0, cost_B());
      walks_zero(a);
   }
   if (engine.config.caches.miss_classes) miss_costs_zero();
}

// Accesses are the same in all.
static uint64_t cost_at(const ObjectCosts* a, uint32_t slot, uint32_t simulation)
{
   const uint32_t n = OBJECTS->column[slot] > OBJ_DVEC ? simulation : 0;
   return a->cost[slot + n * (OBJECTS->n_columns + 1u)];
}

uint64_t object_costs_of(const ObjectCosts* a, ObjectEvent column, uint32_t simulation)
{
   return object_costs_have(column) ? cost_at(a, OBJECTS->slot[column], simulation) : 0;
}

bool object_costs_any(const ObjectCosts* a, uint32_t simulation)
{
   uint64_t any = 0;
   for (uint32_t i = 0; i < OBJECTS->n_columns; i++) any |= cost_at(a, i, simulation);
   return any != 0;
}

void object_costs_add(uint64_t cost[OBJ_EVENTS], const ObjectCosts* a, uint32_t simulation)
{
   for (uint32_t i = 0; i < OBJECTS->n_columns; i++)
      cost[OBJECTS->column[i]] += cost_at(a, i, simulation);
}

void object_costs_sum(uint64_t cost[OBJ_EVENTS], uint32_t simulation)
{
   host_memset(cost, 0, OBJ_EVENTS * sizeof *cost);
   // without objects, for curves or a timeline alone, there is none
   if (!simulation && OBJECTS->unrecorded) object_costs_add(cost, OBJECTS->unrecorded, 0);
   for (uint32_t i = 1; i < OBJECTS->n_costs; i++)
      if (OBJECTS->costs[i] != OBJECTS->forgotten)
         object_costs_add(cost, OBJECTS->costs[i], simulation);
}
