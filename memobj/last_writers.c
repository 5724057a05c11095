// SPDX-License-Identifier: GPL-3.0-or-later
// Last writers; see last_writers.h.
#include "memobj/last_writers.h"

// --- pages ------------------------------------------------------------------------------------

static WritersPage* new_page(LastWriters* m, uint64_t number)
{
   WritersPage* p = host_zalloc("memobj.last_writers", sizeof *p);
   p->number = number;
   p->next = m->first;
   m->first = p;
   page_map_put(&m->pages, number, p);
   return p;
}

// make: a new one if there is none, else NULL.
XG_INLINE WritersPage* page_at(LastWriters* m, uint64_t address, bool make)
{
   const uint64_t number = address / WRITERS_PAGE_B;
   WritersPage* p = page_map_find(&m->pages, number);
   return XG_LIKELY(p || !make) ? p : new_page(m, number);
}

// --- bits -------------------------------------------------------------------------------------

XG_INLINE bool bit(const uint64_t* bits, uint32_t i)
{
   return bits[i / 64] >> i % 64 & 1;
}

XG_INLINE void set_bit(uint64_t* bits, uint32_t i, bool on)
{
   const uint64_t one = 1ULL << i % 64;
   bits[i / 64] = on ? bits[i / 64] | one : bits[i / 64] & ~one;
}

// Those of [from, to), which lie in one word of 64.
XG_INLINE uint64_t bits_between(uint32_t from, uint32_t to)
{
   const uint32_t n = to - from;
   return (n >= 64 ? ~0ULL : (1ULL << n) - 1) << from % 64;
}

// --- writers of a page ------------------------------------------------------------------------

static void set_some_of_word(WritersPage* p, uint32_t from, uint32_t to, uint32_t writer)
{
   const uint32_t w = from / WRITERS_WORD_B;
   const bool mixed = bit(p->mixed, w);
   if (!mixed && p->word[w] == writer) return;
   if (!p->byte) p->byte = host_zalloc("memobj.last_writers", WRITERS_PAGE_B * sizeof *p->byte);
   for (uint32_t i = w * WRITERS_WORD_B; i < (w + 1) * WRITERS_WORD_B; i++) {
      if (i >= from && i < to)
         p->byte[i] = writer;
      else if (!mixed)
         p->byte[i] = p->word[w];
   }
   set_bit(p->mixed, w, true);
}

static void set_last_writer(WritersPage* p, uint32_t from, uint32_t to, uint32_t writer)
{
   for (uint32_t at = from; at < to;) {
      const uint32_t w = at / WRITERS_WORD_B, end = (w + 1) * WRITERS_WORD_B;
      const uint32_t stop = end < to ? end : to;
      if (XG_LIKELY(stop - at == WRITERS_WORD_B)) {
         p->word[w] = writer;
         if (XG_UNLIKELY(bit(p->mixed, w))) set_bit(p->mixed, w, false);
      } else {
         set_some_of_word(p, at, stop, writer);
      }
      at = stop;
   }
   for (uint32_t at = from; at < to;) {
      const uint32_t end = (at / 64 + 1) * 64, stop = end < to ? end : to;
      const uint64_t bits = bits_between(at, stop);
      p->unread[at / 64] = writer ? p->unread[at / 64] | bits : p->unread[at / 64] & ~bits;
      at = stop;
   }
}

// How many of these bytes, of one word, had not been read; they have been now.
XG_INLINE uint32_t take_unread(WritersPage* p, uint32_t from, uint32_t to)
{
   const uint64_t bits = bits_between(from, to), unread = p->unread[from / 64] & bits;
   p->unread[from / 64] &= ~bits;
   return (uint32_t)__builtin_popcountll(unread);
}

// False: there is no room for another run.
XG_INLINE bool add_writer_run(WriterRuns* runs, uint32_t writer, uint32_t n_B, bool* full)
{
   if (!writer) return false;
   if (runs->n && runs->run[runs->n - 1].writer == writer) {
      runs->run[runs->n - 1].n_B += n_B;
      return true;
   }
   *full = runs->n == WRITER_RUNS_MAX;
   if (!*full) runs->run[runs->n++] = (WriterRun){writer, n_B, 0};
   return !*full;
}

// Returns where it has stopped: at `to` unless the runs are full.
static uint32_t load_in_page(WritersPage* p, uint32_t from, uint32_t to, WriterRuns* runs)
{
   for (uint32_t at = from; at < to;) {
      const uint32_t w = at / WRITERS_WORD_B, end = (w + 1) * WRITERS_WORD_B;
      const bool mixed = bit(p->mixed, w);
      const uint32_t stop = mixed ? at + 1 : end < to ? end : to;
      bool full = false;
      if (add_writer_run(runs, mixed ? p->byte[at] : p->word[w], stop - at, &full))
         runs->run[runs->n - 1].first_B += take_unread(p, at, stop);
      if (full) return at;
      at = stop;
   }
   return to;
}

// --- memory -----------------------------------------------------------------------------------

// The bytes of memory up to `end` that lie in the page of the first one.
XG_INLINE uint32_t in_page(uint64_t address, uint64_t size_B)
{
   const uint64_t room = WRITERS_PAGE_B - address % WRITERS_PAGE_B;
   return (uint32_t)(size_B < room ? size_B : room);
}

void last_writers_store(LastWriters* m, uint64_t address, uint64_t size_B, uint32_t writer)
{
   while (size_B) {
      const uint32_t n_B = in_page(address, size_B),
                     from = (uint32_t)(address % WRITERS_PAGE_B);
      WritersPage* p = page_at(m, address, writer != 0);
      if (p) set_last_writer(p, from, from + n_B, writer);
      address += n_B;
      size_B -= n_B;
   }
}

uint64_t last_writers_load(LastWriters* m, uint64_t address, uint64_t size_B, WriterRuns* runs)
{
   uint64_t done_B = 0;
   while (done_B < size_B) {
      const uint32_t n_B = in_page(address + done_B, size_B - done_B);
      const uint32_t from = (uint32_t)((address + done_B) % WRITERS_PAGE_B);
      WritersPage* p = page_at(m, address + done_B, false);
      const uint32_t stop = p ? load_in_page(p, from, from + n_B, runs) : from + n_B;
      done_B += stop - from;
      if (stop < from + n_B) break;
   }
   return done_B;
}

void last_writers_forget(LastWriters* m, uint64_t start, uint64_t size_B)
{
   const uint64_t end = size_B > ~start ? ~0ULL : start + size_B;
   if ((end - start) / WRITERS_PAGE_B <= m->pages.map.count) {
      last_writers_store(m, start, end - start, 0);
      return;
   }
   // There are fewer pages than in this memory.
   for (WritersPage* p = m->first; p; p = p->next) {
      const uint64_t page = p->number * WRITERS_PAGE_B;
      if (page >= end || page + WRITERS_PAGE_B <= start) continue;
      const uint64_t from = page > start ? page : start;
      const uint64_t to = page + WRITERS_PAGE_B < end ? page + WRITERS_PAGE_B : end;
      set_last_writer(p, (uint32_t)(from - page), (uint32_t)(to - page), 0);
   }
}

void last_writers_move(LastWriters* m, uint64_t from, uint64_t to, uint64_t size_B)
{
   const uint64_t pages = size_B / WRITERS_PAGE_B, first = from / WRITERS_PAGE_B;
   WritersPage *moved = NULL, *kept = NULL, *next;
   for (WritersPage* p = m->first; p; p = next) {
      next = p->next;
      const uint64_t new_number = p->number - first + to / WRITERS_PAGE_B;
      const bool moves = p->number - first < pages;
      const bool is_replaced = p->number - to / WRITERS_PAGE_B < pages && !moves;
      if (moves || is_replaced) page_map_remove(&m->pages, p->number);
      if (is_replaced) { // what was there has been forgotten
         host_free(p->byte);
         host_free(p);
         continue;
      }
      if (moves) p->number = new_number;
      WritersPage** list = moves ? &moved : &kept;
      p->next = *list;
      *list = p;
   }
   m->first = kept;
   for (WritersPage* p = moved; p; p = next) {
      next = p->next;
      p->next = m->first;
      m->first = p;
      page_map_put(&m->pages, p->number, p);
   }
}

void last_writers_check(const LastWriters* m)
{
   uint64_t n = 0;
   for (const WritersPage* p = m->first; p; p = p->next, n++) {
      XG_ASSERT(map_get(&m->pages.map, p->number, 0) == p);
      for (uint32_t i = 0; i < WRITERS_PAGE_B; i++) {
         const bool mixed = bit(p->mixed, i / WRITERS_WORD_B);
         XG_ASSERT(!mixed || p->byte);
         XG_ASSERT(!bit(p->unread, i) || (mixed ? p->byte[i] : p->word[i / WRITERS_WORD_B]));
      }
   }
   XG_ASSERT(n == m->pages.map.count);
   page_map_check(&m->pages);
}
