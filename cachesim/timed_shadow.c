// SPDX-License-Identifier: GPL-3.0-or-later
// A fully associative LRU cache by time; see timed_shadow.h.
#include "cachesim/timed_shadow.h"

void timed_shadow_init(TimedShadow* c, uint64_t n)
{
   *c = (TimedShadow){.n = n, .newest = NO_ENTRY, .oldest = NO_ENTRY};
   line_index_init(&c->index, n);
   c->entries = host_zalloc("cachesim.timed_shadow", n * sizeof *c->entries);
   c->links = host_zalloc("cachesim.timed_shadow", n * sizeof *c->links);
}

void timed_shadow_free(TimedShadow* c)
{
   line_index_free(&c->index);
   host_free(c->entries);
   host_free(c->links);
   *c = (TimedShadow){0};
}

void timed_shadow_clear(TimedShadow* c)
{
   if (!c->n_used) return;
   line_index_clear(&c->index);
   c->n_used = 0;
   c->newest = c->oldest = NO_ENTRY;
}

static bool slot_has(const TimedShadow* c, uint32_t entry)
{
   const HotSlot* slot = c->entries[entry].slot;
   return slot && slot->shadow == entry + 1ULL;
}

// Time of the last reference to an entry's line.
static uint64_t time_of(const TimedShadow* c, uint32_t entry)
{
   const TimedEntry* e = &c->entries[entry];
   return slot_has(c, entry) && e->slot->used > e->used ? e->slot->used : e->used;
}

// The slot gets the entry of the line that was referenced last in its set; the time of the one that it
// had is not lost.
static void enter_slot(TimedShadow* c, uint32_t entry, HotSlot* slot)
{
   if (slot->shadow == entry + 1ULL) return;
   if (slot->shadow) {
      TimedEntry* old = &c->entries[slot->shadow - 1];
      if (slot->used > old->used) old->used = slot->used;
   }
   slot->shadow = entry + 1ULL;
   c->entries[entry].slot = slot;
}

// --- the list -----------------------------------------------------------------------------

static void unlink_entry(TimedShadow* c, uint32_t entry)
{
   TimedLinks l = c->links[entry];
   *(l.newer == NO_ENTRY ? &c->newest : &c->links[l.newer].older) = l.older;
   *(l.older == NO_ENTRY ? &c->oldest : &c->links[l.older].newer) = l.newer;
}

// Puts an entry behind `newer` (NO_ENTRY: first), with the time that it has.
static void link_behind(TimedShadow* c, uint32_t newer, uint32_t entry, uint64_t used)
{
   TimedLinks l = {used, newer, newer == NO_ENTRY ? c->newest : c->links[newer].older};
   c->links[entry] = l;
   c->entries[entry].used = used;
   *(newer == NO_ENTRY ? &c->newest : &c->links[newer].older) = entry;
   *(l.older == NO_ENTRY ? &c->oldest : &c->links[l.older].newer) = entry;
}

// The entry that one of this time goes behind, searched for from the ends.
static uint32_t newer_from_ends(const TimedShadow* c, uint64_t used)
{
   uint32_t old = c->oldest, young = c->newest, newer = NO_ENTRY;
   for (;;) {
      if (old == NO_ENTRY || c->links[old].listed > used) return old;
      old = c->links[old].newer;
      if (c->links[young].listed <= used) return newer;
      newer = young;
      young = c->links[young].older;
   }
}

// The entry that one of this time goes behind, which is not in the list.  Most of these entries were hot for a moment
// after they were loaded, and come in the order in which they go: the place is near that of the last one.
static uint32_t entry_newer_than(const TimedShadow* c, uint32_t entry, uint64_t used)
{
   enum { STEPS = 8 };
   uint32_t at = c->placed;
   for (int i = 0; at != entry && i < STEPS; i++) {
      const TimedLinks* l = &c->links[at];
      if (l->listed > used) {
         if (l->older == NO_ENTRY || c->links[l->older].listed <= used) return at;
         at = l->older;
      } else {
         if (l->newer == NO_ENTRY || c->links[l->newer].listed > used) return l->newer;
         at = l->newer;
      }
   }
   return newer_from_ends(c, used);
}

// The entry whose line was referenced longest ago, taken off the list.
static uint32_t take_oldest(TimedShadow* c)
{
   for (;;) {
      uint32_t e = c->oldest;
      uint64_t used = time_of(c, e);
      unlink_entry(c, e);
      if (used == c->links[e].listed) return e;
      link_behind(c, entry_newer_than(c, e, used), e, used);
      c->placed = e;
   }
}

// Loads a line, whose slot this is; returns its entry.
static uint32_t load(TimedShadow* c, uint64_t line, uint64_t time, const HotSlot* slot)
{
   uint32_t e = (uint32_t)c->n_used;
   if (c->n_used < c->n) {
      c->n_used++;
   } else {
      e = take_oldest(c);
      if (slot_has(c, e)) {
         c->entries[e].slot->shadow = 0;
         // The slot of this line does not have the other one's any more.
         if (c->entries[e].slot != slot) c->entries[e].slot->line = NO_LINE;
      }
      line_index_remove(&c->index, e);
   }
   c->entries[e].slot = NULL;
   link_behind(c, NO_ENTRY, e, time);
   line_index_put(&c->index, e, line);
   return e;
}

bool timed_shadow_touch(TimedShadow* c, uint64_t line, uint64_t time, HotSlot* slot)
{
   uint32_t e = line_index_find(&c->index, line);
   bool hit = e != NO_ENTRY;
   if (!hit) {
      e = load(c, line, time, slot);
   } else if (e != c->newest) {
      unlink_entry(c, e);
      link_behind(c, NO_ENTRY, e, time);
   } else {
      c->entries[e].used = c->links[e].listed = time;
   }
   enter_slot(c, e, slot);
   return hit;
}

// --- invariants ---------------------------------------------------------------------------

void timed_shadow_check(const TimedShadow* c, const HotSlot* slot, uint64_t n_slots)
{
   uint64_t listed = 0;
   uint32_t newer = NO_ENTRY;
   for (uint32_t e = c->newest; e != NO_ENTRY; e = c->links[e].older) {
      XG_ASSERT(e < c->n_used && listed < c->n_used && c->links[e].newer == newer);
      XG_ASSERT(newer == NO_ENTRY || c->links[newer].listed > c->links[e].listed);
      XG_ASSERT(c->links[e].listed <= time_of(c, e));
      XG_ASSERT(line_index_find(&c->index, c->index.lines[e].line) == e);
      newer = e;
      listed++;
   }
   XG_ASSERT(c->oldest == newer && listed == c->n_used);
   XG_ASSERT(line_index_count(&c->index) == c->n_used);
   for (const HotSlot* s = slot; s < slot + n_slots; s++) {
      XG_ASSERT(s->shadow <= c->n_used);
      XG_ASSERT(!s->shadow || c->entries[s->shadow - 1].slot == s);
      XG_ASSERT(s->line == NO_LINE
                || (s->shadow && c->index.lines[s->shadow - 1].line == s->line));
   }
}
