// SPDX-License-Identifier: GPL-3.0-or-later
// Data by memory object; see object_costs.h.
#include "engine/object_costs.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/miss_costs.h"
#include "engine/translate.h"

#define OBJECTS (&engine.objects)

// --- columns --------------------------------------------------------------------------------

// EV_WITH_*, as far as memory objects are concerned.
static uint32_t counted(void)
{
   const EngineConfig* c = &engine.config;
   uint32_t with = EV_WITH_CACHES | EV_WITH_USE;
   if (hierarchy_has_l2(&c->caches)) with |= EV_WITH_L2;
   if (c->tlbs.dtlb.entries) with |= EV_WITH_DTLB;
   if (c->caches.miss_classes) with |= EV_WITH_CLASSES;
   if (c->caches.cores > 1) with |= EV_WITH_CORES;
   if (c->objects) with |= EV_WITH_OBJECTS;
   if (c->processor) with |= EV_WITH_CYCLES;
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
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      OBJECTS->slot[e] = object_info[e].with & ~with ? OBJ_EVENTS : n++;
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      if (OBJECTS->slot[e] == OBJ_EVENTS) OBJECTS->slot[e] = n;
   OBJECTS->n_columns = n;
}

bool object_costs_have(ObjectEvent column)
{
   return OBJECTS->slot[column] < OBJECTS->n_columns;
}

static size_t cost_B(void)
{
   return (OBJECTS->n_columns + 1u) * sizeof(uint64_t);
}

// --- costs of an object at a site ----------------------------------------------------------

static ObjectCosts* empty_costs(MemObject* o)
{
   ObjectCosts* a = arena_alloc(&OBJECTS->arena, sizeof *a + cost_B());
   a->object = o;
   if (engine.config.beside) a->other = arena_alloc(&OBJECTS->arena, cost_B());
   return a;
}

void object_costs_init(void)
{
   OBJECTS->arena = OBJECTS->extents = (Arena){.what = "engine.objects"};
   OBJECTS->nobody = empty_costs(OBJECTS->set.unknown);
   OBJECTS->unrecorded = empty_costs(OBJECTS->set.unknown);
   OBJECTS->now = OBJECTS->nobody;
   OBJECTS->capacity = OBJECTS->n_slots = 1024;
   OBJECTS->costs = host_alloc("engine.objects", OBJECTS->capacity * sizeof *OBJECTS->costs);
   OBJECTS->of_sites =
      host_zalloc("engine.objects", OBJECTS->n_slots * sizeof *OBJECTS->of_sites);
   OBJECTS->costs[OBJECTS->n_costs++] = OBJECTS->nobody;
}

// The slot of these costs, or the free one where they belong.
static ObjectCosts** slot_of(const MemObject* o, const Site* site)
{
   uint64_t hash = ((uintptr_t)o ^ (uintptr_t)site << 20) * 0x9E3779B97F4A7C15ULL;
   uint64_t i = (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9ULL >> 20 & (OBJECTS->n_slots - 1);
   for (const ObjectCosts* a;
        (a = OBJECTS->of_sites[i]) && (a->object != o || a->site != site);)
      i = (i + 1) & (OBJECTS->n_slots - 1);
   return &OBJECTS->of_sites[i];
}

// Half of the slots are free, or more.
static void grow_slots(void)
{
   host_free(OBJECTS->of_sites);
   OBJECTS->n_slots *= 2;
   OBJECTS->of_sites =
      host_zalloc("engine.objects", OBJECTS->n_slots * sizeof *OBJECTS->of_sites);
   for (uint32_t i = 1; i < OBJECTS->n_costs; i++) {
      ObjectCosts* a = OBJECTS->costs[i];
      if (a->site) *slot_of(a->object, a->site) = a;
   }
}

static ObjectCosts* new_costs(MemObject* o, const Site* site)
{
   if (OBJECTS->n_costs == OBJECTS->capacity) {
      OBJECTS->capacity *= 2;
      OBJECTS->costs = host_realloc("engine.objects", OBJECTS->costs,
                                    OBJECTS->capacity * sizeof *OBJECTS->costs);
   }
   if (OBJECTS->n_costs * 2 >= OBJECTS->n_slots) grow_slots();
   ObjectCosts* a = empty_costs(o);
   a->site = site;
   a->number = OBJECTS->n_costs;
   a->next = o->costs;
   o->costs = a;
   OBJECTS->costs[OBJECTS->n_costs++] = a;
   if (site) *slot_of(o, site) = a;
   return a;
}

ObjectCosts* object_costs_forgotten(void)
{
   static MemObject none;
   if (!OBJECTS->forgotten) OBJECTS->forgotten = new_costs(&none, NULL);
   return OBJECTS->forgotten;
}

static ObjectCosts* costs_of(MemObject* o, const Site* site)
{
   ObjectCosts* a = *slot_of(o, site);
   return a ? a : new_costs(o, site);
}

// --- last ranges --------------------------------------------------------------------------

void object_costs_prepare_block(Block* b)
{
   size_t size_B = sizeof(LastRanges) + b->n_sites * sizeof(RangeExtent);
   LastRanges* all =
      arena_alloc(&OBJECTS->extents, size_B + b->n_exits * sizeof all->executions[0]);
   *all = (LastRanges){.block = b,
                       .next = OBJECTS->last_ranges,
                       .executions = (uint64_t*)((uint8_t*)all + size_B),
                       .range = arena_alloc(&OBJECTS->arena, b->n_sites * sizeof(LastRange))};
   for (uint32_t i = 0; i < b->n_sites; i++)
      all->range[i] = (LastRange){.watcher.extent = &all->extent[i],
                                  .costs = OBJECTS->nobody,
                                  .before = OBJECTS->nobody,
                                  .moved_B = NOT_AS_A_WHOLE};
   b->last_ranges = OBJECTS->last_ranges = all;
}

bool object_costs_count_segments(const Site* s)
{
   bool once_a_segment = s->kind == SITE_READ || s->kind == SITE_WRITE;
   return once_a_segment && !sampling_applies(&OBJECTS->sampling, s->is_write);
}

static void flush_range(const LastRanges* all, LastRange* last)
{
   const Site* s = &all->block->sites[last - all->range];
   if (!object_costs_count_segments(s)) return;
   uint64_t n = all->executions[s->segment];
   charge_object_accesses(last->costs, s, n - last->since);
   last->since = n;
}

void object_costs_flush(void)
{
   for (LastRanges* all = OBJECTS->last_ranges; all; all = all->next)
      for (uint32_t i = 0; i < all->block->n_sites; i++) flush_range(all, &all->range[i]);
}

// Charges accesses from now on to nobody.
static void turn_to_nobody(const LastRanges* all, LastRange* last)
{
   flush_range(all, last);
   last->object = NULL;
   last->costs = OBJECTS->nobody;
}

// ... to this object.
static void turn_to_other(const LastRanges* all, LastRange* last, MemObject* o,
                          const Site* site)
{
   ObjectCosts* a = last->object_before == o ? last->before : costs_of(o, site);
   flush_range(all, last);
   last->object_before = last->object;
   last->before = last->costs;
   last->object = o;
   last->costs = a;
}

XG_INLINE void turn_to(const LastRanges* all, LastRange* last, MemObject* o, const Site* site)
{
   if (last->object != o) turn_to_other(all, last, o, site);
}

static bool collecting(void)
{
   return xg_current.stack->exec.collect;
}

void object_costs_entered(Block* b)
{
   LastRanges* all = b->last_ranges;
   if (!all || all->off == !collecting()) return;
   all->off = !collecting();
   // Which layout an access has to do with matters to caches while collection is off, too.
   const bool none_is_looked_up = all->off && !engine.config.what_if;
   for (uint32_t i = 0; i < b->n_sites; i++) {
      LastRange* last = &all->range[i];
      objects_unwatch(&last->watcher);
      turn_to_nobody(all, last);
      all->extent[i] = (RangeExtent){0, none_is_looked_up ? UINT64_MAX : 0};
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

static void look(const LastRanges* all, LastRange* last, const Site* site, uint64_t address)
{
   objects_unwatch(&last->watcher);
   last->watcher.extent->size_B = 0;
   const bool is_on = collecting();
   MemRange* b = is_on || engine.config.what_if ? object_costs_range(address) : NULL;
   MemObject* o = is_on ? object_accessed(b) : NULL;
   OBJECTS->range = b;
   if (is_on)
      turn_to(all, last, o, site); // usually another range of the same object
   else
      turn_to_nobody(all, last);
   last->moved_B = NOT_AS_A_WHOLE;
   last->start_there = 0;
   // Elsewhere in a mapping that ranges are cut from, an allocator may put one at any time.  Layouts alone are asked of each
   // access.
   if (b && !b->is_cut && (engine.config.beside || !b->object->layout))
      objects_watch(&last->watcher, b);
}

// True if the site has gone on to another range.
XG_INLINE bool find_object(Site* site, uint64_t address)
{
   LastRanges* all = site->block->last_ranges;
   LastRange* last = &all->range[site->index];
   bool moved = object_costs_is_outside(site, address);
   if (moved) look(all, last, site, address);
   OBJECTS->now = last->costs;
   return moved;
}

// --- accesses -------------------------------------------------------------------------------

void object_costs_data(Site* site, uint64_t address)
{
   // For an access within the last range, generated code asks only if it is not to the hot line.
   if (find_object(site, address) && access_is_hot(site, address)) return;
   OBJECTS->data(site, address);
}

// Looks whose the access is, and counts it, if it is to be recorded.
XG_INLINE void record(Site* site, uint64_t address, bool taken)
{
   OBJECTS->now = collecting() ? OBJECTS->unrecorded : OBJECTS->nobody;
   if (!taken) return;
   find_object(site, address);
   charge_object_accesses(OBJECTS->now, site, 1);
}

void object_costs_data_sampled(Site* site, uint64_t address)
{
   // In a run in which no access is due, generated code asks only if this is not to the hot line.
   bool due = OBJECTS->sampling.left <= 0;
   record(site, address, due && sampling_records(&OBJECTS->sampling, site));
   if (due && access_is_hot(site, address)) return;
   OBJECTS->data(site, address);
}

bool object_costs_turn(Site* site, uint64_t address)
{
   return find_object(site, address);
}

void object_costs_count_guarded(Site* site, uint64_t address)
{
   OBJECTS->range = NULL;
   record(site, address, true);
   if (!OBJECTS->range) OBJECTS->range = object_costs_range(address);
}

void object_costs_data_guarded(Site* site, uint64_t address)
{
   bool sampled = sampling_applies(&OBJECTS->sampling, site->is_write);
   record(site, address, !sampled || sampling_records_guarded(&OBJECTS->sampling));
   access_data_guarded(site, address);
}

static void find_code_object(const Site* site)
{
   LastRanges* all = site->block->last_ranges;
   LastRange* last = &all->range[site->index];
   if (collecting()) turn_to(all, last, OBJECTS->set.code, site);
   OBJECTS->now = collecting() ? last->costs : OBJECTS->nobody;
}

void object_costs_fetch(Site* site)
{
   find_code_object(site);
   access_fetch(site);
}

void object_costs_fetch_page(Site* site)
{
   find_code_object(site);
   translate_fetch(site);
}

void object_costs_fetch_missed(Site* site, CodeLine* first)
{
   find_code_object(site);
   OBJECTS->fetch_missed(site, first);
}

// --- all of them ----------------------------------------------------------------------------

void object_costs_zero(void)
{
   object_costs_flush();
   host_memset(OBJECTS->unrecorded->cost, 0, cost_B());
   for (uint32_t i = 0; i < OBJECTS->n_costs; i++) {
      ObjectCosts* a = OBJECTS->costs[i];
      host_memset(a->cost, 0, cost_B());
      if (a->other) host_memset(a->other, 0, cost_B());
      walks_zero(a);
   }
   if (engine.config.caches.miss_classes) miss_costs_zero();
}

bool object_costs_count(void)
{
   return OBJECTS->now && OBJECTS->now != OBJECTS->nobody;
}

uint64_t object_costs_of(const ObjectCosts* a, ObjectEvent column, bool other)
{
   if (!object_costs_have(column)) return 0;
   // Accesses are the same with any layout.
   return (other && column > OBJ_DVEC ? a->other : a->cost)[OBJECTS->slot[column]];
}

void object_costs_sum(uint64_t cost[OBJ_EVENTS], bool other)
{
   for (ObjectEvent e = 0; e < OBJ_EVENTS; e++)
      // without objects, for curves or a timeline alone, there is none
      cost[e] =
         other || !OBJECTS->unrecorded ? 0 : object_costs_of(OBJECTS->unrecorded, e, false);
   for (uint32_t i = 1; i < OBJECTS->n_costs; i++) {
      const ObjectCosts* a = OBJECTS->costs[i];
      if (a == OBJECTS->forgotten) continue;
      for (ObjectEvent e = 0; e < OBJ_EVENTS; e++) cost[e] += object_costs_of(a, e, other);
   }
}
