// SPDX-License-Identifier: GPL-3.0-or-later
// Reuse distances; see reuse.h.
#include "cachesim/reuse.h"

enum { BITS = 64, EXACT_START = 1 << 14, EXACT_MAX = 1 << 29 };

// The highest bits of a hash decide whether the line is sampled, the lowest which group it is in.
static uint64_t mask_of(uint32_t rate_shift)
{
   return rate_shift ? ~0ULL << (BITS - rate_shift) : 0;
}

// --- arrays -------------------------------------------------------------------------------

static void allocate(Reuse* r, uint32_t capacity)
{
   r->capacity = capacity;
   r->words = 2 * capacity / BITS; // so that numbering anew is rare
   r->lines = host_zalloc("cachesim.reuse", 2ULL * capacity * sizeof *r->lines);
   r->newest = host_zalloc("cachesim.reuse", r->words * sizeof *r->newest);
   r->in_words = host_zalloc("cachesim.reuse", (r->words + 1ULL) * sizeof *r->in_words);
   r->number_at =
      host_zalloc("cachesim.reuse", (uint64_t)r->words * BITS * sizeof *r->number_at);
}

void reuse_free(Reuse* r)
{
   host_free(r->lines);
   host_free(r->newest);
   host_free(r->in_words);
   host_free(r->number_at);
   r->lines = NULL;
   r->newest = r->number_at = NULL;
   r->in_words = NULL;
}

void reuse_init(Reuse* r, uint32_t lines_max, bool exact)
{
   *r = (Reuse){.lines_max = exact ? 0 : lines_max};
   r->rate_shift = exact ? 0 : REUSE_FIRST_RATE_SHIFT;
   r->mask = mask_of(r->rate_shift);
   uint32_t capacity = BITS;
   while (capacity < lines_max) capacity *= 2;
   allocate(r, exact ? EXACT_START : capacity);
}

void reuse_clear(Reuse* r)
{
   host_memset(r->lines, 0, 2ULL * r->capacity * sizeof *r->lines);
   host_memset(r->newest, 0, r->words * sizeof *r->newest);
   host_memset(r->in_words, 0, (r->words + 1ULL) * sizeof *r->in_words);
   r->now = r->n_lines = 0;
}

// --- lines --------------------------------------------------------------------------------

// The entry of the line, or the free one for it.
static ReuseLine* find(const Reuse* r, uint64_t number, uint64_t hash)
{
   uint64_t last = 2ULL * r->capacity - 1, i = hash >> REUSE_GROUP_BITS & last;
   while (r->lines[i].time && r->lines[i].number != number) i = (i + 1) & last;
   return &r->lines[i];
}

// --- order of last accesses ---------------------------------------------------------------

static void add_to_word(Reuse* r, uint32_t word, uint32_t n)
{
   for (uint32_t i = word + 1; i <= r->words; i += i & -i) r->in_words[i] += n;
}

// Sets the bit of the access that happens now, the last one to this line.
static uint32_t note_newest(Reuse* r, uint64_t number)
{
   uint32_t t = r->now++;
   r->newest[t / BITS] |= 1ULL << t % BITS;
   r->number_at[t] = number;
   add_to_word(r, t / BITS, 1);
   return t;
}

static void clear_newest(Reuse* r, uint32_t t)
{
   r->newest[t / BITS] &= ~(1ULL << t % BITS);
   add_to_word(r, t / BITS, ~0U);
}

// How many lines have been accessed after this time.
static uint32_t later_than(const Reuse* r, uint32_t t)
{
   uint32_t n = r->n_lines, word = t / BITS;
   uint64_t until = r->newest[word] & (~0ULL >> (BITS - 1 - t % BITS));
   for (uint32_t i = word; i; i -= i & -i) n -= r->in_words[i];
   return n - (uint32_t)__builtin_popcountll(until);
}

// Numbers the times anew, for this capacity, and forgets lines that are not sampled any more.
static void renumber(Reuse* r, uint32_t capacity)
{
   Reuse old = *r;
   allocate(r, capacity);
   r->now = r->n_lines = 0;
   for (uint32_t t = 0; t < old.now; t++) {
      if (!(old.newest[t / BITS] >> t % BITS & 1)) continue;
      uint64_t number = old.number_at[t], hash = reuse_hash(number);
      if (hash & r->mask) continue;
      *find(r, number, hash) = (ReuseLine){number, note_newest(r, number) + 1};
      r->n_lines++;
   }
   reuse_free(&old);
}

uint32_t reuse_room(const Reuse* r, uint32_t rate_shift)
{
   // Parts of lines_max, at the first rates.
   static const uint32_t part[] = {32, 4};
   uint32_t step = rate_shift - REUSE_FIRST_RATE_SHIFT;
   if (step >= sizeof part / sizeof part[0]) return r->lines_max;
   uint32_t n = r->lines_max / part[step];
   return n > REUSE_LINES_MIN ? n : REUSE_LINES_MIN;
}

static void lower_rate(Reuse* r)
{
   r->rate_shift++;
   r->mask = mask_of(r->rate_shift);
   renumber(r, r->capacity);
}

// --- accesses -----------------------------------------------------------------------------

// Makes room for one more line and one more time.
static void make_room(Reuse* r)
{
   if (r->lines_max) {
      while (r->n_lines >= reuse_room(r, r->rate_shift)) lower_rate(r);
   } else if (r->n_lines == r->capacity) {
      XG_ASSERT(r->capacity < EXACT_MAX);
      renumber(r, 2 * r->capacity);
   }
   if (r->now == BITS * r->words) renumber(r, r->capacity);
}

// The first access to a line since the last clearing.
static void enter(Reuse* r, uint64_t number, uint64_t hash)
{
   make_room(r);
   if (hash & r->mask) return; // the threshold has fallen below it
   ReuseLine* l = find(r, number, hash);
   *l = (ReuseLine){number, note_newest(r, number) + 1};
   r->n_lines++;
   r->last = number;
}

ReuseAccess reuse_access(Reuse* r, uint64_t number)
{
   uint64_t hash = reuse_hash(number);
   ReuseAccess a = {.weight = 1ULL << r->rate_shift, .group = hash & (REUSE_GROUPS - 1)};
   if (r->last == number && r->n_lines) return a;
   ReuseLine* l = find(r, number, hash);
   if (!l->time) {
      a.distance = REUSE_COLD;
      enter(r, number, hash);
      return a;
   }
   if (r->now == BITS * r->words) {
      renumber(r, r->capacity);
      l = find(r, number, hash);
   }
   a.distance = (uint64_t)later_than(r, l->time - 1) << r->rate_shift;
   clear_newest(r, l->time - 1);
   l->time = note_newest(r, number) + 1;
   r->last = number;
   return a;
}

void reuse_check(const Reuse* r)
{
   uint32_t n = 0;
   for (uint64_t i = 0; i < 2ULL * r->capacity; i++) {
      const ReuseLine* l = &r->lines[i];
      if (!l->time) continue;
      n++;
      uint32_t t = l->time - 1;
      XG_ASSERT(t < r->now && r->newest[t / BITS] >> t % BITS & 1);
      XG_ASSERT(r->number_at[t] == l->number && reuse_is_sampled(r, l->number));
      XG_ASSERT(find(r, l->number, reuse_hash(l->number)) == l);
   }
   XG_ASSERT(n == r->n_lines && n <= r->capacity);
   XG_ASSERT(!r->lines_max || n <= reuse_room(r, r->rate_shift));
   uint32_t bits = 0;
   for (uint32_t w = 0; w < r->words; w++) bits += (uint32_t)__builtin_popcountll(r->newest[w]);
   XG_ASSERT(bits == n);
}
