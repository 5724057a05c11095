// SPDX-License-Identifier: GPL-3.0-or-later
// Rings through memory; see rings.h.
#define _GNU_SOURCE
#include "calibrate/rings.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "calibrate/random.h"
#include "calibrate/sampling.h"

enum { PAGE_B = 4096, HUGE_PAGE_B = 2 << 20, BLOCKS_MAX = 1 << 16 };

static uint64_t state = 1; // of the numbers at random

int area_reserve(Area* a, size_t size_B, int huge)
{
   a->mapping_B = size_B + HUGE_PAGE_B;
   a->mapping =
      mmap(NULL, a->mapping_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (a->mapping == MAP_FAILED) return 0;
   a->base = (char*)(((uintptr_t)a->mapping + HUGE_PAGE_B - 1) & -(uintptr_t)HUGE_PAGE_B);
   a->size_B = size_B;
   madvise(a->base, size_B, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
   return 1;
}

int area_open(Area* a, size_t size_B, int huge)
{
   if (!area_reserve(a, size_B, huge)) return 0;
   memset(a->base, 0, size_B);
   return 1;
}

void area_close(Area* a)
{
   munmap(a->mapping, a->mapping_B);
}

// The numbers below n in a random order.
static void shuffle(uint32_t* order, size_t n)
{
   for (size_t i = 0; i < n; i++) {
      const size_t other = random_below(&state, i + 1);
      order[i] = order[other];
      order[other] = (uint32_t)i;
   }
}

// Makes a ring node by node.
typedef struct {
   void **first, **last;
} Making;

static void add_node(Making* m, void* node)
{
   if (m->last)
      *m->last = node;
   else
      m->first = node;
   m->last = node;
}

static void close_ring(Making* m)
{
   *m->last = m->first;
}

// A node of a ring that has so many groups, of one of which it is the first.
static void add_walkers(Ring* r, size_t group, size_t n_groups, void** node)
{
   for (size_t w = 0; w < RING_WALKERS; w++)
      if (w * n_groups / RING_WALKERS == group) r->at[w] = node;
}

// In each block a line at random, and the other one behind it if both are wanted.
static void make(Ring* r, Area* a, size_t size_B, size_t block_B, size_t line_B, size_t group_B,
                 int both)
{
   static uint32_t groups[BLOCKS_MAX], blocks[BLOCKS_MAX];
   const size_t n_groups = size_B / group_B, n_blocks = group_B / block_B;
   Making m = {NULL, NULL};
   r->walkers = 1;
   shuffle(groups, n_groups);
   for (size_t g = 0; g < n_groups; g++) {
      shuffle(blocks, n_blocks);
      for (size_t b = 0; b < n_blocks; b++) {
         char* block = a->base + groups[g] * group_B + blocks[b] * block_B;
         const size_t line = random_below(&state, block_B / line_B);
         add_node(&m, block + line * line_B);
         if (b == 0) add_walkers(r, g, n_groups, m.last);
         if (both) add_node(&m, block + (line ^ 1) * line_B);
      }
   }
   close_ring(&m);
}

void ring_make(Ring* r, Area* a, size_t size_B, size_t block_B, size_t line_B, size_t group_B)
{
   make(r, a, size_B, block_B, line_B, group_B, 0);
}

void ring_make_of_two(Ring* r, Area* a, size_t size_B, size_t line_B, size_t group_B)
{
   make(r, a, size_B, 2 * line_B, line_B, group_B, 1);
}

void ring_make_in_order(Ring* r, Area* a, size_t size_B, size_t step_B)
{
   Making m = {NULL, NULL};
   for (size_t at = 0; at < size_B; at += step_B) add_node(&m, a->base + at);
   close_ring(&m);
   r->walkers = 1;
   r->at[0] = m.first;
}

void ring_make_in_pages(Ring* r, Area* a, size_t n, size_t together, size_t line_B)
{
   static uint32_t groups[BLOCKS_MAX];
   Making m = {NULL, NULL};
   shuffle(groups, n / together);
   for (size_t i = 0; i < n; i++) {
      const size_t page = groups[i / together] * together + i % together;
      add_node(&m, a->base + page * PAGE_B + page * line_B % PAGE_B);
      add_walkers(r, i, n, m.last);
   }
   close_ring(&m);
   r->walkers = 1;
}

static void walk_together(Ring* r, long n)
{
   for (long i = 0; i < n; i += r->walkers)
      for (int w = 0; w < r->walkers; w++) {
         r->at[w] = *r->at[w];
         OPAQUE(r->at[w]);
      }
}

void ring_walk(void* data, long n)
{
   Ring* r = data;
   if (r->walkers > 1) {
      walk_together(r, n);
      return;
   }
   void** at = r->at[0];
   for (long i = 0; i < n; i += RING_STEP) {
#define STEP                                                                                   \
   at = *at;                                                                                   \
   OPAQUE(at);
      STEP STEP STEP STEP STEP STEP STEP STEP
#undef STEP
   }
   r->at[0] = at;
}
