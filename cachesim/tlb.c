// SPDX-License-Identifier: GPL-3.0-or-later
// One TLB; see tlb.h.
#include "cachesim/tlb.h"

static TlbEntry* end_of_lists(const Tlb* t)
{
   return t->entries + t->geometry.entries;
}

static void clear_lists(Tlb* t)
{
   for (int i = 0; i < TLB_RECENT; i++) t->recent[i] = end_of_lists(t);
}

void tlb_init(Tlb* t, const TlbGeometry* g)
{
   *t = (Tlb){.ways = g->ways, .set_mask = tlb_geometry_sets(g) - 1, .geometry = *g};
   t->entries = host_zalloc("cachesim.tlb", (g->entries + 1) * sizeof *t->entries);
   clear_lists(t);
}

void tlb_free(Tlb* t)
{
   host_free(t->entries);
   t->entries = NULL;
}

void tlb_use_hot_slots(Tlb* t, const Cache* d1)
{
   t->slots = d1->hot;
   t->n_slots = d1->hot ? d1->sets : 0;
   t->line_shift = d1->line_shift;
}

void tlb_cool_slots(Tlb* t)
{
   for (uint64_t s = 0; s < t->n_slots; s++) tlb_cool_slot(&t->slots[s]);
}

void tlb_clear(Tlb* t)
{
   tlb_cool_slots(t);
   host_memset(t->entries, 0, t->geometry.entries * sizeof *t->entries);
   clear_lists(t);
}

static TlbEntry* set_of(const Tlb* t, uint64_t key)
{
   return t->entries + (page_key_number(key) & t->set_mask) * t->ways;
}

TlbEntry* tlb_find(Tlb* t, uint64_t key)
{
   TlbEntry **first = tlb_recent(t, key), **at = first;
   while ((*at)->key != key) {
      if (!(*at)->key) return NULL;
      at = &(*at)->next;
   }
   TlbEntry* e = *at;
   if (at == first) return e;
   *at = e->next;
   e->next = *first;
   return *first = e;
}

// The entry's page is in no list any more.
static void unlist(Tlb* t, const TlbEntry* e)
{
   TlbEntry** at = tlb_recent(t, e->key);
   while (*at != e) at = &(*at)->next;
   *at = e->next;
}

static bool is_in(const TlbEntry* e, uint64_t start, uint64_t size_B)
{
   const uint64_t at = page_key_address(e->key);
   return e->key
          && (at >= start ? at - start < size_B : start - at < page_key_size(e->key) && size_B);
}

void tlb_forget(Tlb* t, uint64_t start, uint64_t size_B)
{
   bool are_cool = false;
   for (uint32_t i = 0; i < t->geometry.entries; i++) {
      TlbEntry* e = &t->entries[i];
      if (!is_in(e, start, size_B)) continue;
      if (!are_cool) tlb_cool_slots(t);
      are_cool = true;
      unlist(t, e);
      *e = (TlbEntry){0};
   }
}

static uint64_t less(uint64_t a, uint64_t b)
{
   return a < b ? a : b;
}

// The entry of the set that is free or accessed longest ago, as far as the entries know.  No branch but the last
// depends on times: it would be mispredicted.  Four minima at once, as each waits for the one before.
static TlbEntry* oldest(TlbEntry* set, uint32_t ways)
{
   uint64_t a = set->used, b = a, c = a, d = a;
   const TlbEntry *e = set, *end = set + ways;
   for (; end - e >= 4; e += 4) {
      a = less(a, e[0].used);
      b = less(b, e[1].used);
      c = less(c, e[2].used);
      d = less(d, e[3].used);
   }
   for (; e < end; e++) a = less(a, e->used);
   a = less(less(a, b), less(c, d));
   while (set->used != a) set++;
   return set;
}

// A position among the slots that may have an entry, by bit and distance from the page's first line.
typedef struct {
   uint64_t bits;     // of which slots are left
   uint64_t distance; // of the next slot; from n_lines on: of none with the first bit
   uint64_t first, n_lines;
} SlotCursor;

static void to_bit(const Tlb* t, SlotCursor* at)
{
   if (!at->bits) return;
   uint64_t base = (uintptr_t)t->slots / sizeof *t->slots;
   uint64_t bit = (uint64_t)__builtin_ctzll(at->bits);
   at->distance = (bit - base - at->first) % 64 & (t->n_slots - 1);
}

static SlotCursor slots_of(const Tlb* t, const TlbEntry* e)
{
   SlotCursor at = {.bits = e->slots,
                    .first = page_key_address(e->key) >> t->line_shift,
                    .n_lines = page_key_size(e->key) >> t->line_shift};
   if (at.n_lines > t->n_slots) at.n_lines = t->n_slots;
   to_bit(t, &at);
   return at;
}

// The next slot that has the entry, or NULL.
static HotSlot* next_slot(const Tlb* t, const TlbEntry* e, SlotCursor* at)
{
   while (at->bits) {
      if (at->distance >= at->n_lines) {
         at->bits &= at->bits - 1;
         to_bit(t, at);
         continue;
      }
      HotSlot* slot = &t->slots[(at->first + at->distance) & (t->n_slots - 1)];
      at->distance += 64;
      if (slot->page == e) return slot;
   }
   return NULL;
}

// Brings the entry's time up to date with the slots that have it, and its bits.  Returns whether the
// time was up to date.
static bool is_up_to_date(const Tlb* t, TlbEntry* e)
{
   uint64_t used = e->used, found = 0;
   SlotCursor at = slots_of(t, e);
   for (HotSlot* slot; (slot = next_slot(t, e, &at));) {
      found |= tlb_slot_bit(slot);
      if (slot->used > used) used = slot->used;
   }
   e->slots = found;
   bool is = used == e->used;
   e->used = used;
   return is;
}

// No slot has the entry any more.
static void cool_slots_of(Tlb* t, const TlbEntry* e)
{
   SlotCursor at = slots_of(t, e);
   for (HotSlot* slot; (slot = next_slot(t, e, &at));) tlb_cool_slot(slot);
}

TlbEntry* tlb_load(Tlb* t, uint64_t key)
{
   TlbEntry* set = set_of(t, key);
   // Slots only make entries younger: the oldest one that none makes younger is the one.
   TlbEntry* e = oldest(set, t->ways);
   while (!is_up_to_date(t, e)) e = oldest(set, t->ways);
   cool_slots_of(t, e);
   if (e->key) unlist(t, e);
   TlbEntry** first = tlb_recent(t, key);
   *e = (TlbEntry){.key = key, .next = *first};
   return *first = e;
}

// Each entry with a key is in its list, and none else is.
static void check_lists(const Tlb* t)
{
   const TlbEntry* end = end_of_lists(t);
   uint64_t listed = 0, used = 0;
   XG_ASSERT(!end->key);
   for (uint32_t i = 0; i < TLB_RECENT; i++)
      for (const TlbEntry* e = t->recent[i]; e != end; e = e->next) {
         XG_ASSERT(e->key && page_key_number(e->key) % TLB_RECENT == i);
         listed++;
      }
   for (const TlbEntry* e = t->entries; e < end; e++) used += e->key != 0;
   XG_ASSERT(listed == used); // a list that has an entry twice has no end
}

void tlb_check(const Tlb* t)
{
   const TlbEntry* end = end_of_lists(t);
   check_lists(t);
   for (const TlbEntry* e = t->entries; e < end; e++) {
      uint64_t bits = 0, n = 0, found = 0;
      for (uint64_t s = 0; s < t->n_slots; s++) {
         if (t->slots[s].page != e) continue;
         bits |= tlb_slot_bit(&t->slots[s]);
         n++;
      }
      XG_ASSERT(!(bits & ~e->slots));
      SlotCursor at = slots_of(t, e);
      while (e->key && next_slot(t, e, &at)) found++;
      XG_ASSERT(found == n);
      if (!e->key) {
         XG_ASSERT(!n && !e->used);
         continue;
      }
      TlbEntry* set = set_of(t, e->key);
      XG_ASSERT(e >= set && e < set + t->ways);
      for (const TlbEntry* other = set; other < e; other++) XG_ASSERT(other->key != e->key);
   }
   for (uint64_t s = 0; s < t->n_slots; s++)
      XG_ASSERT(!t->slots[s].page
                || (t->slots[s].page >= t->entries && t->slots[s].page < end));
}
