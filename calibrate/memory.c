// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses that D1 cannot serve; see memory.h.
#include "calibrate/memory.h"

#include <stdio.h>
#include <string.h>

#include "calibrate/figures.h"
#include "calibrate/idle_lines.h"
#include "calibrate/rings.h"
#include "calibrate/room.h"
#include "calibrate/sampling.h"
#include "calibrate/window.h"

enum {
   PAGE_B = 4096,
   ENTRY_B = 8 /* of a page table */,
   LINE_ENTRIES = 8,
   GROUP_B = 32 * PAGE_B,
   STRIDE_LINES = 5
};

static long smaller(long a, long b)
{
   return a < b ? a : b;
}

static long larger(long a, long b)
{
   return a > b ? a : b;
}

static long whole_groups(long bytes)
{
   return larger(bytes / GROUP_B, 1) * GROUP_B;
}

// ------------------------------------------------------------------ levels

// Reads a byte of each line of memory, in order, round and round; or writes one.
typedef struct {
   char* base;
   long size_B, line_B, at; // whole lines
} Stream;

enum { STORE_AT_B = 32 }; // of a line, behind the pointer of a ring

// The next lines of a stream, at most n, up to its end; returns the first of them, and how many in *count.
static char* next_lines(Stream* s, long n, long* count)
{
   char* first = s->base + s->at;
   *count = smaller(n, (s->size_B - s->at) / s->line_B);
   s->at += *count * s->line_B;
   if (s->at >= s->size_B) s->at = 0;
   return first;
}

static void run_stream(void* data, long n)
{
   Stream* s = data;
   for (long count; n > 0; n -= count) {
      const char* line = next_lines(s, n, &count);
      for (long i = 0; i < count; i++, line += s->line_B) {
         long x = *(const volatile char*)line;
         OPAQUE(x);
      }
   }
}

static void run_stream_of_stores(void* data, long n)
{
   Stream* s = data;
   for (long count; n > 0; n -= count) {
      char* line = next_lines(s, n, &count) + STORE_AT_B;
      for (long i = 0; i < count; i++, line += s->line_B) *(volatile char*)line = 1;
   }
}

// Lines of a stream, filled by one instruction each time, where there is such a one.
static void run_stream_of_fills(void* data, long n)
{
   Stream* s = data;
   for (long count; n > 0; n -= count) {
      char* to = next_lines(s, n, &count);
      long left_B = count * s->line_B;
#if defined(__x86_64__)
      __asm__ volatile("rep stosb" : "+D"(to), "+c"(left_B) : "a"(1) : "memory");
#else
      memset(to, 1, (size_t)left_B);
#endif
   }
}

enum { FILLED_LINES = 4096 }; // at a time: with fewer, what comes before the first one counts

static void prepare_nothing(void* data)
{
   (void)data;
}

// A walk through lines that have just been evicted from the levels before: others on the machine have had no time
// to evict them from the level that is measured.
typedef struct {
   Ring ring; // first, for ring_walk(); at the begin of the stream
   Stream all;
} Visit;

static void prepare_visit(void* data)
{
   Visit* v = data;
   v->all.at = 0;
   run_stream(&v->all, v->all.size_B / v->all.line_B);
}

// What a level takes that is behind one of so many bytes, also for lines that are changed.
static void measure_level(const Hierarchy* h, Figure latency, Figure rate, Figure written,
                          long before_B, long level_B)
{
   Area a;
   Visit v;
   const long ring_B = whole_groups(2 * before_B), all_B = 2 * ring_B;
   const char* why = all_B > level_B ? "it is not much larger than the level before"
                     : !area_open(&a, (size_t)all_B, 1) ? "there is too little memory"
                                                        : NULL;
   if (why) {
      figure_fail(latency, why);
      figure_fail(rate, why);
      figure_fail(written, why);
      return;
   }
   ring_make(&v.ring, &a, (size_t)ring_B, 2 * (size_t)h->line_B, (size_t)h->line_B, GROUP_B);
   v.all = (Stream){a.base, all_B, h->line_B, 0};
   const long nodes = ring_B / h->line_B / 2;
   figure_set(latency, sampling_cycles_prepared(prepare_visit, ring_walk, &v,
                                                nodes / 2 / RING_STEP * RING_STEP)
                          - figure_value(FIGURE_LOAD));
   figure_set(rate, sampling_cycles(run_stream, &v.all));
   figure_set(written, sampling_cycles(run_stream_of_stores, &v.all));
   area_close(&a);
}

// --------------------------------------------------------------- sets of D1

enum { SET_LINES = 96 }; // more than the loads that wait at a time, which share lines

// Lines that all lie in one set of D1, read, written or changed one after the other.
typedef struct {
   char* base;
   long apart_B, lines;
} Set;

static void run_set(void* data, long n)
{
   const Set* s = data;
   for (long i = 0; i < n; i += s->lines)
      for (long line = 0; line < s->lines; line++) {
         long x = *(const volatile long*)(s->base + line * s->apart_B);
         OPAQUE(x);
      }
}

static void run_set_of_stores(void* data, long n)
{
   const Set* s = data;
   for (long i = 0; i < n; i += s->lines)
      for (long line = 0; line < s->lines; line++)
         *(volatile long*)(s->base + line * s->apart_B) = i;
}

static void run_set_of_changes(void* data, long n)
{
   const Set* s = data;
   for (long i = 0; i < n; i += s->lines)
      for (long line = 0; line < s->lines; line++)
         *(volatile long*)(s->base + line * s->apart_B) += i;
}

// Of a few more lines than the set has ways, walked through again and again, the least recently used one is
// always the next; where most of them stay, another one goes.  Each load waits for the one before, so that none shares
// a line that is on its way: few missed, if their latency says so.
static int is_random(Set* s, Area* a, long ways)
{
   Ring r;
   if (ways < 3) return 0; // a third of them is no line
   s->lines = ways + ways / 3;
   ring_make_in_order(&r, a, (size_t)(s->lines * s->apart_B), (size_t)s->apart_B);
   const double some = sampling_cycles(ring_walk, &r);
   return some - figure_value(FIGURE_LOAD) < 0.6 * figure_value(FIGURE_L2);
}

static void measure_sets(Hierarchy* h)
{
   Area a;
   Set s = {.apart_B = h->d1_ways ? h->d1_B / h->d1_ways : 0};
   s.lines = s.apart_B ? smaller(SET_LINES, h->l2_B / 2 / s.apart_B) : 0;
   const char* why = !s.apart_B                 ? "the ways of D1 are not known"
                     : s.lines < 2 * h->d1_ways ? "L2 is too small for it"
                     : !area_open(&a, (size_t)(s.lines * s.apart_B), 1)
                        ? "there is too little memory"
                        : NULL;
   if (why) {
      figure_fail(FIGURE_SET, why);
      figure_fail(FIGURE_SET_WRITTEN, why);
      figure_fail(FIGURE_SET_CHANGED, why);
      return;
   }
   s.base = a.base;
   figure_set(FIGURE_SET, sampling_cycles(run_set, &s));
   figure_set(FIGURE_SET_WRITTEN, sampling_cycles(run_set_of_stores, &s));
   figure_set(FIGURE_SET_CHANGED, sampling_cycles(run_set_of_changes, &s));
   static int n_rounds, n_random; // one round may be wrong
   n_rounds++;
   n_random += hierarchy_is_d1_lru(h) && is_random(&s, &a, h->d1_ways);
   h->is_d1_random = 2 * n_random > n_rounds;
   area_close(&a);
}

// ------------------------------------------------------------------ memory

// Misses that are under way at a time: as many as there would have to be if each took its latency.
static void measure_misses(Ring* r, double latency)
{
   double best = 0;
   for (r->walkers = 8; r->walkers <= RING_WALKERS; r->walkers *= 2) {
      const double together = latency / sampling_least(ring_walk, r);
      if (together > best) best = together;
   }
   figure_set(FIGURE_MISSES, best);
}

// Cycles of a walk in order, each so many lines.
static double in_order(Area* a, const Hierarchy* h, long size_B, long lines)
{
   Ring r;
   ring_make_in_order(&r, a, (size_t)size_B, (size_t)(lines * h->line_B));
   return sampling_cycles(ring_walk, &r);
}

// What is much faster than the latency of memory, was there before it was asked for.
static int find_prefetchers(Area* a, const Hierarchy* h, long size_B, double latency)
{
   Ring two;
   int found = 0;
   if (in_order(a, h, size_B, 7) < 0.7 * latency) found |= PREFETCH_STRIDE;
   if (in_order(a, h, size_B, 1) < 0.5 * latency) found |= PREFETCH_STREAM;
   ring_make_of_two(&two, a, (size_t)size_B, (size_t)h->line_B, GROUP_B);
   if (2 * sampling_cycles(ring_walk, &two) < 1.6 * latency) found |= PREFETCH_ADJACENT;
   return found;
}

static void fail_memory(const char* why)
{
   const Figure of_memory[] = {FIGURE_MEMORY,      FIGURE_RATE_MEMORY, FIGURE_RATE_WRITTEN,
                               FIGURE_RATE_FILLED, FIGURE_RATE_STRIDE, FIGURE_MISSES,
                               FIGURE_WINDOW,      FIGURE_STORE_BUFFER};
   for (size_t i = 0; i < sizeof of_memory / sizeof *of_memory; i++)
      figure_fail(of_memory[i], why);
}

// Bytes that programs can have without taking them from others.
static long available_B(void)
{
   long kB = 0;
   char line[128];
   FILE* in = fopen("/proc/meminfo", "r");
   while (in && fgets(line, sizeof line, in) && sscanf(line, "MemAvailable: %ld", &kB) != 1)
      continue;
   if (in) fclose(in);
   return kB << 10;
}

static int measure_memory(const Hierarchy* h)
{
   Area a;
   Ring r;
   // a walk visits half of the lines, which are still twice LL
   const long size_B = whole_groups(smaller(larger(4 * h->ll_B, 64L << 20), 1L << 30));
   if (size_B < 3 * h->ll_B || size_B > available_B() / 2
       || !area_open(&a, (size_t)size_B, 1)) {
      fail_memory("there is too little memory beside this LL");
      return -1;
   }
   ring_make(&r, &a, (size_t)size_B, 2 * (size_t)h->line_B, (size_t)h->line_B, GROUP_B);
   const double latency = sampling_cycles(ring_walk, &r);
   figure_set(FIGURE_MEMORY, latency - figure_value(FIGURE_LOAD));
   window_measure(&r);
   room_measure(h);
   idle_lines_measure(h);
   measure_misses(&r, latency);
   Stream s = {a.base, size_B, h->line_B, 0};
   Stream strided = {a.base, size_B / (STRIDE_LINES * h->line_B) * STRIDE_LINES * h->line_B,
                     STRIDE_LINES * h->line_B, 0};
   figure_set(FIGURE_RATE_MEMORY, sampling_cycles(run_stream, &s));
   figure_set(FIGURE_RATE_WRITTEN, sampling_cycles(run_stream_of_stores, &s));
   figure_set(FIGURE_RATE_FILLED,
              sampling_cycles_prepared(prepare_nothing, run_stream_of_fills, &s, FILLED_LINES));
   const int prefetchers = find_prefetchers(&a, h, size_B, latency);
   figure_set(FIGURE_RATE_STRIDE,
              prefetchers & PREFETCH_STRIDE ? sampling_cycles(run_stream, &strided) : 0);
   area_close(&a);
   return prefetchers;
}

// -------------------------------------------------------------------- TLBs

typedef struct {
   Ring ring; // first, for ring_walk()
   long nodes;
} Round;

static void prepare_round(void* data)
{
   ring_walk(data, ((const Round*)data)->nodes);
}

// Cycles from node to node of a ring, each of whose lines and pages was visited just before.
static double cycles_of_round(Round* r)
{
   return sampling_cycles_prepared(prepare_round, ring_walk, r, r->nodes);
}

// Of walks that take so many cycles, those that find a line of the page tables that the walk before has read: of each line the first
// entry is far, the others are near.
static void measure_near(Round* r, Area* a, size_t n, size_t line_B, double far, double takes)
{
   r->ring.walkers = 1;
   ring_make_in_pages(&r->ring, a, n, LINE_ENTRIES, line_B);
   const double gain = far - cycles_of_round(r);
   figure_set(FIGURE_WALK_NEAR, takes - gain * LINE_ENTRIES / (LINE_ENTRIES - 1));
}

// Cycles that a walk through lines of n pages takes longer than one through as many adjacent lines.
static void measure_pages(const Hierarchy* h, Figure f, long n)
{
   Area a;
   Round r = {.nodes = n / RING_STEP * RING_STEP};
   const size_t line_B = (size_t)h->line_B;
   if (!area_open(&a, (size_t)n * PAGE_B, 0)) {
      figure_fail(f, "there is too little memory");
      if (f == FIGURE_WALK) figure_fail(FIGURE_WALK_NEAR, "there is too little memory");
      return;
   }
   ring_make_in_pages(&r.ring, &a, (size_t)n, 1, line_B);
   const double far = cycles_of_round(&r);
   double together = far;
   for (r.ring.walkers = 4; r.ring.walkers <= RING_WALKERS; r.ring.walkers *= 2) {
      const double is = f == FIGURE_WALK ? cycles_of_round(&r) : far;
      if (is < together) together = is;
   }
   const size_t group_B = (size_t)smaller(n * h->line_B, GROUP_B);
   ring_make(&r.ring, &a, (size_t)(n * h->line_B) / group_B * group_B, line_B, line_B, group_B);
   const double takes = far - cycles_of_round(&r);
   figure_set(f, takes);
   if (f == FIGURE_WALK) {
      figure_set(FIGURE_WALKS, takes / together);
      measure_near(&r, &a, (size_t)n, line_B, far, takes);
   }
   area_close(&a);
}

// Pages that need walks each time. Their entries of page tables are twice D1, so that walks go to L2, as they do in all
// larger data; their lines and those entries fit in L2, as far as that is possible.
static long pages_of_walks(const Hierarchy* h, long tlb_entries)
{
   const long beyond_d1 = 2 * h->d1_B / ENTRY_B;
   const long in_l2 = 3 * (h->l2_B ? h->l2_B : h->ll_B) / 4 / h->line_B;
   const long n = larger(3 * tlb_entries, smaller(beyond_d1, in_l2));
   return (n + LINE_ENTRIES - 1) / LINE_ENTRIES * LINE_ENTRIES;
}

static void measure_tlbs(const Hierarchy* h)
{
   const char* why = "the sizes of the TLBs are not known";
   const long dtlb = h->dtlb_entries, stlb = h->stlb_entries, last = larger(dtlb, stlb);
   if (stlb >= 4 * dtlb && dtlb)
      measure_pages(h, FIGURE_STLB, smaller(4 * dtlb, stlb / 2));
   else
      figure_fail(FIGURE_STLB, why);
   if (last && last <= 16384)
      measure_pages(h, FIGURE_WALK, pages_of_walks(h, last));
   else {
      figure_fail(FIGURE_WALK, why);
      figure_fail(FIGURE_WALK_NEAR, why);
   }
}

// ------------------------------------------------------------ first touches

enum { HUGE_B = 2 << 20, HUGE_PAGES = 4 };

// Maps n pages, touches each, and unmaps them.
static void run_first_touches(void* data, long n)
{
   const int is_huge = *(const int*)data;
   const long page_B = is_huge ? HUGE_B : PAGE_B;
   Area a;
   if (!area_reserve(&a, (size_t)(n * page_B), is_huge)) return;
   for (long i = 0; i < n; i++) ((volatile char*)a.base)[i * page_B] = 1;
   area_close(&a);
}

static void measure_first_touches(void)
{
   int is_huge = 0;
   const double page = sampling_cycles(run_first_touches, &is_huge);
   figure_set(FIGURE_PAGE, page);
   is_huge = 1;
   const double huge =
      sampling_cycles_prepared(prepare_nothing, run_first_touches, &is_huge, HUGE_PAGES);
   // One that is no more than some small ones, is one.
   if (huge < 8 * page)
      figure_fail(FIGURE_HUGE_PAGE, "the system gives no pages of 2 MiB");
   else
      figure_set(FIGURE_HUGE_PAGE, huge);
}

// --------------------------------------------------------------------- all

int memory_measure(Hierarchy* h)
{
   if (h->l2_B)
      measure_level(h, FIGURE_L2, FIGURE_RATE_L2, FIGURE_RATE_L2_WRITTEN, h->d1_B, h->l2_B);
   measure_level(h, FIGURE_LL, FIGURE_RATE_LL, FIGURE_RATE_LL_WRITTEN,
                 h->l2_B ? h->l2_B : h->d1_B, h->ll_B);
   measure_sets(h);
   measure_tlbs(h);
   measure_first_touches();
   return measure_memory(h);
}
