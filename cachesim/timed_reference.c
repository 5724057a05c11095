// SPDX-License-Identifier: GPL-3.0-or-later
// A fully associative LRU cache by time; see timed_reference.h.
#include "cachesim/timed_reference.h"

void timed_reference_init(TimedReference* c, uint64_t n)
{
   *c = (TimedReference){.n = n};
   line_index_init(&c->index, n);
   c->entries = host_zalloc("cachesim.reference", n * sizeof *c->entries);
   c->heap = host_alloc("cachesim.reference", n * sizeof *c->heap);
}

void timed_reference_free(TimedReference* c)
{
   line_index_free(&c->index);
   host_free(c->entries);
   host_free(c->heap);
   *c = (TimedReference){0};
}

void timed_reference_clear(TimedReference* c)
{
   if (!c->n_used) return;
   line_index_clear(&c->index);
   c->n_used = 0;
}

static bool slot_has(const TimedReference* c, uint32_t entry)
{
   const HotSlot* slot = c->entries[entry].slot;
   return slot && slot->reference == entry + 1ULL;
}

// Time of the last reference to an entry's line.
static uint64_t time_of(const TimedReference* c, uint32_t entry)
{
   const TimedEntry* e = &c->entries[entry];
   return slot_has(c, entry) && e->slot->used > e->used ? e->slot->used : e->used;
}

// The slot gets the entry of the line that was referenced last in its set; the time of the one that it
// had is not lost.
static void enter_slot(TimedReference* c, uint32_t entry, HotSlot* slot)
{
   if (slot->reference == entry + 1ULL) return;
   if (slot->reference) {
      TimedEntry* old = &c->entries[slot->reference - 1];
      if (slot->used > old->used) old->used = slot->used;
   }
   slot->reference = entry + 1ULL;
   c->entries[entry].slot = slot;
}

// --- the heap -----------------------------------------------------------------------------

// Puts an entry in at the top, which is free, and moves it down to its place.
static void sift_down(TimedReference* c, HeapEntry h)
{
   uint64_t i = 0;
   for (uint64_t child; (child = 2 * i + 1) < c->n_used; i = child) {
      if (child + 1 < c->n_used && c->heap[child + 1].used < c->heap[child].used) child++;
      if (c->heap[child].used >= h.used) break;
      c->heap[i] = c->heap[child];
   }
   c->heap[i] = h;
}

// The entry whose line was referenced longest ago, taken off the top, which is free now.
static uint32_t take_oldest(TimedReference* c)
{
   for (;;) {
      HeapEntry* top = &c->heap[0];
      uint64_t used = time_of(c, top->entry);
      if (used == top->used) return top->entry;
      sift_down(c, (HeapEntry){used, top->entry});
   }
}

// Loads a line, whose slot this is; returns its entry.
static uint32_t load(TimedReference* c, uint64_t line, uint64_t time, const HotSlot* slot)
{
   uint32_t e = (uint32_t)c->n_used;
   if (c->n_used < c->n) {
      c->heap[c->n_used++] = (HeapEntry){time, e}; // the latest of all: it is at its place
   } else {
      e = take_oldest(c);
      if (slot_has(c, e)) {
         c->entries[e].slot->reference = 0;
         // The slot of this line does not have the other one's any more.
         if (c->entries[e].slot != slot) c->entries[e].slot->line = NO_LINE;
      }
      line_index_remove(&c->index, e);
      sift_down(c, (HeapEntry){time, e});
   }
   c->entries[e] = (TimedEntry){.used = time};
   line_index_put(&c->index, e, line);
   return e;
}

bool timed_reference_touch(TimedReference* c, uint64_t line, uint64_t time, HotSlot* slot)
{
   uint32_t e = line_index_find(&c->index, line);
   bool hit = e != NO_ENTRY;
   if (hit)
      c->entries[e].used = time;
   else
      e = load(c, line, time, slot);
   enter_slot(c, e, slot);
   return hit;
}

// --- invariants ---------------------------------------------------------------------------

void timed_reference_check(const TimedReference* c, const HotSlot* slot, uint64_t n_slots)
{
   uint64_t buckets = 0, sum = 0;
   for (uint64_t i = 0; i < c->n_used; i++) {
      XG_ASSERT(i == 0 || c->heap[(i - 1) / 2].used <= c->heap[i].used);
      XG_ASSERT(c->heap[i].entry < c->n_used);
      XG_ASSERT(c->heap[i].used <= time_of(c, c->heap[i].entry));
      XG_ASSERT(line_index_find(&c->index, c->index.lines[i]) == i);
      sum += c->heap[i].entry - i;
   }
   XG_ASSERT(sum == 0);
   for (uint64_t i = 0; i < line_index_buckets(&c->index); i++)
      buckets += c->index.bucket[i] != 0;
   XG_ASSERT(buckets == c->n_used);
   for (const HotSlot* s = slot; s < slot + n_slots; s++) {
      XG_ASSERT(s->reference <= c->n_used);
      XG_ASSERT(!s->reference || c->entries[s->reference - 1].slot == s);
      XG_ASSERT(s->line == NO_LINE
                || (s->reference && c->index.lines[s->reference - 1] == s->line));
   }
}
