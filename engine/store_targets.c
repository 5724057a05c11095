// SPDX-License-Identifier: GPL-3.0-or-later
// Who has stored; see store_targets.h.
#include "engine/store_targets.h"

#include "engine/line_costs_inl.h"

enum { FIRST_INDEX = 1 << 14, FIRST_LIMIT = FIRST_INDEX / 4 };

static StoreTargets targets;

void store_targets_init(void)
{
   targets = (StoreTargets){.n = 1, .n_index = FIRST_INDEX, .limit = FIRST_LIMIT};
   targets.index = host_zalloc("engine.store_targets", FIRST_INDEX * sizeof *targets.index);
}

StoreTarget* store_target(uint32_t number)
{
   return &targets.target[number];
}

// --- places -----------------------------------------------------------------------------------

// The arc of a back-dating node; NULL: it is a root.
static const Arc* arc_of(const BackdateNode* n)
{
   if (!n->arc) return NULL;
   return (const Arc*)((const uint8_t*)(n->arc - EV_ACCOST_L1) - offsetof(Arc, cost));
}

static const Arc* known_call(const Site* site, const BackdateNode* n)
{
   if (callgraph_is_known_source(site->block->function)) return NULL;
   for (; n; n = n->parent) {
      const Arc* a = arc_of(n);
      if (a && callgraph_is_known_source(a->from->function)) return a;
   }
   return NULL;
}

static StorePlace* place_of(const Site* site, const BackdateNode* node)
{
   const Arc* call = known_call(site, node);
   StorePlace* p = map_get(&targets.places, (uintptr_t)site, (uintptr_t)call);
   if (p) return p;
   p = arena_alloc(&engine.graph.arena_blocks, sizeof *p);
   *p = (StorePlace){.site = site, .call = call};
   map_put(&targets.places, (uintptr_t)site, (uintptr_t)call, p);
   return p;
}

// --- the table --------------------------------------------------------------------------------

XG_INLINE uint32_t hash_of(const CostTarget* t, uint32_t owner)
{
   uint64_t h = (uintptr_t)t->counters * 0x9E3779B97F4A7C15ULL;
   h ^= (uintptr_t)t->backdate_node * 0xC2B2AE3D27D4EB4FULL + owner * 0x165667B19E3779F9ULL;
   return (uint32_t)(h >> 32) ^ (uint32_t)h;
}

XG_INLINE bool is_target(const StoreTarget* t, const CostTarget* to, uint32_t owner)
{
   return t->to.counters == to->counters && t->to.backdate_node == to->backdate_node
          && t->owner == owner;
}

// Where the target is, or where it is to be put.
XG_INLINE uint32_t* entry_of(const CostTarget* to, uint32_t owner)
{
   uint32_t i = hash_of(to, owner) & (targets.n_index - 1);
   while (targets.index[i] && !is_target(&targets.target[targets.index[i]], to, owner))
      i = (i + 1) & (targets.n_index - 1);
   return &targets.index[i];
}

// Builds the table anew.
static void index_all(void)
{
   host_memset(targets.index, 0, targets.n_index * sizeof *targets.index);
   for (uint32_t i = 1; i < targets.n; i++) {
      const StoreTarget* t = &targets.target[i];
      if (t->used && t->to.counters) *entry_of(&t->to, t->owner) = i;
   }
}

static void release(uint32_t number)
{
   StoreTarget* t = &targets.target[number];
   if (t->to.backdate_node) backdate_drop(&engine.forest, t->to.backdate_node);
   *t = (StoreTarget){0};
   targets.free[targets.n_free++] = number;
}

// Targets without references go; the table has room for four times as many as are left.
static __attribute__((noinline)) void sweep(void)
{
   for (uint32_t i = 1; i < targets.n; i++)
      if (targets.target[i].used && !targets.target[i].references) release(i);
   const uint32_t left = targets.n - targets.n_free;
   while (2 * left > targets.limit) targets.limit *= 2;
   if (targets.n_index < 4 * targets.limit) {
      targets.n_index = 4 * targets.limit;
      host_free(targets.index);
      targets.index =
         host_alloc("engine.store_targets", targets.n_index * sizeof *targets.index);
   }
   index_all();
}

static uint32_t new_number(void)
{
   if (targets.n_free) return targets.free[--targets.n_free];
   if (targets.n >= targets.capacity) {
      targets.capacity = targets.capacity ? 2 * targets.capacity : FIRST_LIMIT;
      targets.target = host_realloc("engine.store_targets", targets.target,
                                    targets.capacity * sizeof *targets.target);
      targets.free = host_realloc("engine.store_targets", targets.free,
                                  targets.capacity * sizeof *targets.free);
   }
   return targets.n++;
}

static __attribute__((noinline)) uint32_t new_target(const Site* site, const CostTarget* to,
                                                     uint32_t owner)
{
   if (targets.n - targets.n_free > targets.limit) sweep();
   const uint32_t number = new_number();
   targets.target[number] = (StoreTarget){
      .to = *to, .code = place_of(site, to->backdate_node), .owner = owner, .used = true};
   if (to->backdate_node) backdate_hold(to->backdate_node);
   return *entry_of(to, owner) = number;
}

// The costs of the object that the site's access, which has been made, was to.
XG_INLINE uint32_t owner_of(const Site* site)
{
   const LastRanges* all = site->block->last_ranges;
   return all ? all->range[site->index].now.costs->number : 0;
}

uint32_t store_targets_now(const Site* site)
{
   const CostTarget to = line_costs_target_fast(PROGRAM, site);
   if (XG_UNLIKELY(!to.counters)) return 0;
   const uint32_t owner = owner_of(site), number = *entry_of(&to, owner);
   return XG_LIKELY(number) ? number : new_target(site, &to, owner);
}

// --- all of them ------------------------------------------------------------------------------

void store_targets_forget(uint32_t thread)
{
   for (uint32_t i = 1; i < targets.n; i++) {
      StoreTarget* t = &targets.target[i];
      if (!t->used || !t->to.backdate_node || !cost_targets_are_of(thread, t->to.backdate_node))
         continue;
      backdate_drop(&engine.forest, t->to.backdate_node);
      t->to = (CostTarget){0};
   }
   index_all();
}

void store_targets_disown(void)
{
   // Two targets may have become one: the later bytes find either.
   for (uint32_t i = 1; i < targets.n; i++)
      if (targets.target[i].owner) targets.target[i].owner = object_costs_forgotten()->number;
   index_all();
}

void store_targets_check(void)
{
   uint32_t used = 0;
   for (uint32_t i = 1; i < targets.n; i++) {
      const StoreTarget* t = &targets.target[i];
      used += t->used;
      XG_ASSERT(t->used || (!t->references && !t->to.counters));
      XG_ASSERT(!t->to.counters || *entry_of(&t->to, t->owner));
   }
   XG_ASSERT(used + targets.n_free == targets.n - 1);
}
