// SPDX-License-Identifier: GPL-3.0-or-later
// Stored bytes; see stored_bytes.h.
#include "memobj/stored_bytes.h"

// --- pages ------------------------------------------------------------------------------------

static bool is_shared(const StoredBytes* m, uint64_t address)
{
   for (uint32_t i = 0; i < m->n_shared; i++)
      if (address >= m->shared[i].start && address < m->shared[i].end) return true;
   return false;
}

static StoredPage* new_page(StoredBytes* m, uint64_t number)
{
   StoredPage* p = host_zalloc("memobj.stored_bytes", sizeof *p);
   p->number = number;
   p->is_shared = is_shared(m, number * STORED_PAGE_B);
   p->next = m->first;
   m->first = p;
   page_map_put(&m->pages, number, p);
   return p;
}

// The page of an address; make: if there is none, a new one, else NULL.
XG_INLINE StoredPage* page_at(StoredBytes* m, uint64_t address, bool make)
{
   const uint64_t number = address / STORED_PAGE_B;
   StoredPage* p = page_map_find(&m->pages, number);
   return XG_LIKELY(p || !make) ? p : new_page(m, number);
}

XG_INLINE StoredLine* line_of(StoredPage* p, uint64_t address)
{
   return &p->line[address / STORED_LINE_B % STORED_LINES];
}

// Bits of the bytes of a piece.
XG_INLINE uint64_t bits_of(uint64_t address, uint32_t size_B)
{
   const uint64_t bytes = size_B >= STORED_LINE_B ? ~0ULL : (1ULL << size_B) - 1;
   return bytes << address % STORED_LINE_B;
}

// --- writers ----------------------------------------------------------------------------------

enum { WORDS = STORED_LINE_B / STORED_WORD_B };

XG_INLINE uint64_t bits_of_word(uint32_t word)
{
   return 0xFULL << word * STORED_WORD_B;
}

// The writers of the bytes of a line.
XG_INLINE uint32_t* bytes_of(const StoredPage* p, const StoredLine* l)
{
   return p->byte + (size_t)(l - p->line) * STORED_LINE_B;
}

XG_INLINE void add_run(StoredRuns* runs, uint32_t writer, uint32_t n_B)
{
   if (runs->n && runs->run[runs->n - 1].writer == writer)
      runs->run[runs->n - 1].n_B += n_B;
   else
      runs->run[runs->n++] = (StoredRun){writer, n_B};
}

// These bytes are unread no longer.
static __attribute__((noinline)) void lose(const StoredPage* p, StoredLine* l, uint64_t bits,
                                           StoredRuns* lost)
{
   l->unread &= ~bits;
   while (bits) {
      const uint32_t first = (uint32_t)__builtin_ctzll(bits), word = first / STORED_WORD_B;
      const uint64_t here = bits & bits_of_word(word);
      if (l->mixed >> word & 1) {
         add_run(lost, bytes_of(p, l)[first], 1);
         bits &= bits - 1;
      } else {
         add_run(lost, l->writer[word], (uint32_t)__builtin_popcountll(here));
         bits &= ~here;
      }
   }
}

// Some bytes of a word get a writer; others of it stay unread.
static void set_part_of_word(StoredPage* p, StoredLine* l, uint32_t word, uint64_t bits,
                             uint32_t writer)
{
   const uint64_t others = l->unread & bits_of_word(word) & ~bits;
   if (!others) {
      l->writer[word] = writer;
      l->mixed &= (uint16_t) ~(1u << word);
      return;
   }
   const bool mixed = l->mixed >> word & 1;
   if (!mixed && l->writer[word] == writer) return;
   if (!p->byte) p->byte = host_zalloc("memobj.stored_bytes", STORED_PAGE_B * sizeof *p->byte);
   uint32_t* byte = bytes_of(p, l) + word * STORED_WORD_B;
   for (uint32_t i = 0; i < STORED_WORD_B; i++) {
      const uint64_t bit = 1ULL << (word * STORED_WORD_B + i);
      if (bits & bit)
         byte[i] = writer;
      else if (!mixed)
         byte[i] = l->writer[word];
   }
   l->mixed |= (uint16_t)(1u << word);
}

// The bytes of a piece, of which none is unread, get this writer.
static void set_writer(StoredPage* p, StoredLine* l, uint64_t address, uint32_t size_B,
                       uint64_t bits, uint32_t writer)
{
   const uint32_t from = (uint32_t)(address % STORED_LINE_B), last = from + size_B - 1;
   for (uint32_t word = from / STORED_WORD_B; word <= last / STORED_WORD_B; word++)
      set_part_of_word(p, l, word, bits & bits_of_word(word), writer);
   l->unread |= bits;
}

// --- accesses ---------------------------------------------------------------------------------

uint32_t stored_bytes_store(StoredBytes* m, uint64_t address, uint32_t size_B, uint32_t writer,
                            StoredRuns* lost)
{
   XG_CHECK(size_B && address % STORED_LINE_B + size_B <= STORED_LINE_B);
   StoredPage* p = page_at(m, address, writer || m->lines);
   if (!p) return 0;
   StoredLine* l = line_of(p, address);
   const uint64_t bits = bits_of(address, size_B);
   if (XG_UNLIKELY(l->unread & bits)) lose(p, l, l->unread & bits, lost);
   if (m->lines) {
      l->used |= l->fresh & bits;
      l->fresh |= bits;
   }
   if (!writer || p->is_shared) return 0;
   set_writer(p, l, address, size_B, bits, writer);
   return size_B;
}

void stored_bytes_load(StoredBytes* m, uint64_t address, uint32_t size_B, StoredRuns* lost)
{
   XG_CHECK(size_B && address % STORED_LINE_B + size_B <= STORED_LINE_B);
   StoredPage* p = page_at(m, address, m->lines);
   if (!p) return;
   StoredLine* l = line_of(p, address);
   const uint64_t bits = bits_of(address, size_B);
   if (XG_UNLIKELY(l->unread & bits)) lose(p, l, l->unread & bits, lost);
   if (m->lines) l->used |= bits;
}

// --- memory that ends -------------------------------------------------------------------------

// The bytes of a line that lie in this memory.
static uint64_t bits_within(uint64_t line, uint64_t start, uint64_t end)
{
   const uint64_t from = line > start ? line : start;
   const uint64_t to = line + STORED_LINE_B < end ? line + STORED_LINE_B : end;
   return from < to ? bits_of(from, (uint32_t)(to - from)) : 0;
}

static bool take_line(const StoredPage* p, StoredLine* l, uint64_t start, uint64_t end,
                      StoredRuns* lost)
{
   if (XG_LIKELY(!l->unread)) return false;
   const uint64_t line = p->number * STORED_PAGE_B + (uint64_t)(l - p->line) * STORED_LINE_B;
   const uint64_t bits = l->unread & bits_within(line, start, end);
   if (bits) lose(p, l, bits, lost);
   return bits != 0;
}

// Goes through all pages, as there are fewer than in this memory.
static bool take_of_all(StoredBytes* m, uint64_t start, uint64_t end, StoredCursor* c,
                        StoredRuns* lost)
{
   if (!c->begun) *c = (StoredCursor){.begun = true, .page = m->first};
   while (c->page) {
      StoredPage* p = c->page;
      const uint64_t page = p->number * STORED_PAGE_B;
      const bool outside = page >= end || page + STORED_PAGE_B <= start;
      while (!outside && c->at < STORED_LINES)
         if (take_line(p, &p->line[c->at++], start, end, lost)) return true;
      c->page = p->next;
      c->at = 0;
   }
   return false;
}

bool stored_bytes_take(StoredBytes* m, uint64_t start, uint64_t size_B, StoredCursor* c,
                       StoredRuns* lost)
{
   // Memory that would go on behind the last address ends there.
   const uint64_t end = size_B > ~start ? ~0ULL : start + size_B;
   if (size_B / STORED_PAGE_B > m->pages.map.count) return take_of_all(m, start, end, c, lost);
   if (!c->begun) *c = (StoredCursor){.begun = true, .at = start};
   while (c->at < end) {
      StoredPage* p = page_at(m, c->at, false);
      if (!p) {
         c->at = (c->at / STORED_PAGE_B + 1) * STORED_PAGE_B;
         continue;
      }
      StoredLine* l = line_of(p, c->at);
      c->at = (c->at / STORED_LINE_B + 1) * STORED_LINE_B;
      if (take_line(p, l, start, end, lost)) return true;
   }
   return false;
}

void stored_bytes_move(StoredBytes* m, uint64_t from, uint64_t to, uint64_t size_B)
{
   const uint64_t pages = size_B / STORED_PAGE_B, first = from / STORED_PAGE_B;
   StoredPage *moved = NULL, *next;
   // What is where they go to has been taken: it becomes theirs.
   for (StoredPage** at = &m->first; *at;) {
      StoredPage* p = *at;
      if (p->number - first >= pages) {
         at = &p->next;
         continue;
      }
      page_map_remove(&m->pages, p->number);
      *at = p->next;
      p->next = moved;
      moved = p;
   }
   for (StoredPage* p = moved; p; p = next) {
      next = p->next;
      StoredPage* new = page_at(m, p->number * STORED_PAGE_B - from + to, true);
      host_free(new->byte);
      host_memcpy(new->line, p->line, sizeof new->line);
      new->byte = p->byte;
      host_free(p);
   }
   for (uint32_t i = 0, n = m->n_shared; i < n; i++) {
      const SharedMemory s = m->shared[i];
      const uint64_t start = s.start > from ? s.start : from;
      const uint64_t end = s.end < from + size_B ? s.end : from + size_B;
      if (start < end) stored_bytes_share(m, start - from + to, end - start);
   }
}

// --- shared memory ----------------------------------------------------------------------------

static void mark_pages(StoredBytes* m, uint64_t start, uint64_t size_B, bool shared)
{
   for (StoredPage* p = m->first; p; p = p->next)
      if (p->number - start / STORED_PAGE_B < (size_B + STORED_PAGE_B - 1) / STORED_PAGE_B)
         p->is_shared = shared;
}

void stored_bytes_share(StoredBytes* m, uint64_t start, uint64_t size_B)
{
   m->shared =
      host_realloc("memobj.stored_bytes", m->shared, (m->n_shared + 1) * sizeof *m->shared);
   m->shared[m->n_shared++] = (SharedMemory){start, start + size_B};
   mark_pages(m, start, size_B, true);
}

void stored_bytes_unshare(StoredBytes* m, uint64_t start, uint64_t size_B)
{
   const uint64_t end = start + size_B;
   bool any = false;
   for (uint32_t i = 0; i < m->n_shared;) {
      const SharedMemory s = m->shared[i];
      if (s.start >= end || s.end <= start) {
         i++;
         continue;
      }
      any = true;
      m->shared[i] = m->shared[--m->n_shared];
      // What is left of it before and behind.
      if (s.start < start) stored_bytes_share(m, s.start, start - s.start);
      if (s.end > end) stored_bytes_share(m, end, s.end - end);
   }
   if (any) mark_pages(m, start, size_B, false);
}

// --- lines of caches --------------------------------------------------------------------------

void stored_bytes_use(StoredBytes* m, uint64_t start, uint64_t size_B)
{
   if (!m->lines) return;
   const uint64_t end = size_B > ~start ? ~0ULL : start + size_B;
   for (StoredPage* p = size_B / STORED_PAGE_B > m->pages.map.count ? m->first : NULL; p;
        p = p->next)
      for (uint32_t i = 0; i < STORED_LINES; i++)
         p->line[i].used |=
            bits_within(p->number * STORED_PAGE_B + i * STORED_LINE_B, start, end);
   if (size_B / STORED_PAGE_B > m->pages.map.count) return;
   for (uint64_t at = start; at < end; at = (at / STORED_LINE_B + 1) * STORED_LINE_B) {
      StoredPage* p = page_at(m, at, false);
      if (p) line_of(p, at)->used |= bits_within(at & ~(STORED_LINE_B - 1ULL), start, end);
   }
}

bool stored_bytes_evict(StoredBytes* m, uint64_t address, uint32_t line_B)
{
   bool once = true;
   for (uint64_t at = address; at < address + line_B; at += STORED_LINE_B) {
      StoredPage* p = page_at(m, at, false);
      if (!p) {
         once = false;
         continue;
      }
      StoredLine* l = line_of(p, at);
      const uint64_t bits = bits_of(at, line_B < STORED_LINE_B ? line_B : STORED_LINE_B);
      once &= (l->fresh & bits) == bits && !(l->used & bits);
      l->fresh &= ~bits;
      l->used &= ~bits;
   }
   return once;
}

// --- invariants -------------------------------------------------------------------------------

static void check_line(const StoredPage* p, const StoredLine* l)
{
   for (uint32_t i = 0; i < STORED_LINE_B; i++) {
      if (!(l->unread >> i & 1)) continue;
      const bool mixed = l->mixed >> i / STORED_WORD_B & 1;
      XG_ASSERT(!mixed || p->byte);
      XG_ASSERT(mixed ? bytes_of(p, l)[i] : l->writer[i / STORED_WORD_B]);
   }
}

void stored_bytes_check(const StoredBytes* m)
{
   uint64_t n = 0;
   for (const StoredPage* p = m->first; p; p = p->next, n++) {
      XG_ASSERT(map_get(&m->pages.map, p->number, 0) == p);
      XG_ASSERT(p->is_shared == is_shared(m, p->number * STORED_PAGE_B));
      for (uint32_t i = 0; i < STORED_LINES; i++) {
         XG_ASSERT(!p->is_shared || !p->line[i].unread);
         check_line(p, &p->line[i]);
      }
   }
   XG_ASSERT(n == m->pages.map.count);
   page_map_check(&m->pages);
}
