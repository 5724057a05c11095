// SPDX-License-Identifier: GPL-3.0-or-later
// One TLB; see tlb.h.
#include "cachesim/tlb.h"

void tlb_init(Tlb* t, const TlbGeometry* g)
{
   *t = (Tlb){.ways = g->ways, .set_mask = tlb_geometry_sets(g) - 1, .geometry = *g};
   t->entries = host_zalloc("cachesim.tlb", g->entries * sizeof *t->entries);
   for (int i = 0; i < TLB_RECENT; i++) t->recent[i] = t->entries;
}

void tlb_free(Tlb* t)
{
   host_free(t->entries);
   t->entries = NULL;
}

void tlb_clear(Tlb* t)
{
   host_memset(t->entries, 0, t->geometry.entries * sizeof *t->entries);
}

static TlbEntry* set_of(const Tlb* t, uint64_t key)
{
   return t->entries + (page_key_number(key) & t->set_mask) * t->ways;
}

TlbEntry* tlb_find(Tlb* t, uint64_t key)
{
   TlbEntry** recent = tlb_recent(t, key);
   if ((*recent)->key == key) return *recent;
   TlbEntry* set = set_of(t, key);
   for (uint32_t i = 0; i < t->ways; i++)
      if (set[i].key == key) return *recent = &set[i];
   return NULL;
}

// The entry of the set that is free or accessed longest ago, as far as the entries know.
static TlbEntry* oldest(TlbEntry* set, uint32_t ways)
{
   TlbEntry* found = set;
   for (uint32_t i = 1; i < ways; i++)
      if (set[i].used < found->used) found = &set[i];
   return found;
}

// Brings the entry's time up to date; returns whether it was.
static bool is_up_to_date(TlbEntry* e, const HotSlot* slots, uint64_t n_slots)
{
   uint64_t before = e->used;
   for (uint64_t s = 0; e->slots && s < n_slots; s++)
      if (slots[s].page == e && slots[s].used > e->used) e->used = slots[s].used;
   return e->used == before;
}

TlbEntry* tlb_load(Tlb* t, uint64_t key, HotSlot* slots, uint64_t n_slots)
{
   TlbEntry* set = set_of(t, key);
   // Slots only make entries younger: the oldest one that none makes younger is the one.
   TlbEntry* e = oldest(set, t->ways);
   while (!is_up_to_date(e, slots, n_slots)) e = oldest(set, t->ways);
   for (uint64_t s = 0; e->slots && s < n_slots; s++)
      if (slots[s].page == e) tlb_cool_slot(&slots[s]);
   *e = (TlbEntry){.key = key};
   *tlb_recent(t, key) = e;
   return e;
}

void tlb_check(const Tlb* t, const HotSlot* slots, uint64_t n_slots)
{
   const TlbEntry* end = t->entries + t->geometry.entries;
   for (const TlbEntry* e = t->entries; e < end; e++) {
      uint64_t n = 0;
      for (uint64_t s = 0; s < n_slots; s++) n += slots[s].page == e;
      XG_ASSERT(n <= e->slots);
      if (!e->key) {
         XG_ASSERT(!n && !e->used);
         continue;
      }
      TlbEntry* set = set_of(t, e->key);
      XG_ASSERT(e >= set && e < set + t->ways);
      for (const TlbEntry* other = set; other < e; other++) XG_ASSERT(other->key != e->key);
   }
   for (uint64_t s = 0; s < n_slots; s++)
      XG_ASSERT(!slots[s].page || (slots[s].page >= t->entries && slots[s].page < end));
}
