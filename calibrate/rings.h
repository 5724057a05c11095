// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rings through memory: each node is a pointer to the next one, in a line of its own. A walk waits for each
// node before it knows the next.
//
// Contract: in a random order, a node is in a line chosen at random of each block; all nodes of a group
// are visited before those of the next one. So few pages are visited at a time, which TLBs know,
// while the lines are in no order that a prefetcher knows. Blocks of two lines leave nothing to win for one
// that loads adjacent lines.
//
//    Area a;
//    if (area_open(&a, 64 << 20, 1)) {
//       ring_make(&ring, &a, 1 << 20, 2 * 64, 64, 128 << 10);
//       sampling_cycles(ring_walk, &ring);
#ifndef XG_CALIBRATE_RINGS_H
#define XG_CALIBRATE_RINGS_H

#include <stddef.h>

typedef struct {
   char* base; // at a multiple of 2 MiB
   size_t size_B;
   void* mapping;
   size_t mapping_B;
} Area;

// Memory with huge pages, where the system gives them, or with pages of 4 KiB. Returns 0 without memory.
int area_open(Area* a, size_t size_B, int huge);
// An area of which no page has been touched.
int area_reserve(Area* a, size_t size_B, int huge);
void area_close(Area* a);

enum { RING_WALKERS = 32, RING_STEP = 8 };

typedef struct {
   void** at[RING_WALKERS]; // nodes, equally far from each other
   int walkers;             // how many of them walk: a divisor of the visits
} Ring;

// A ring in random order through the first bytes of an area, a node for each block; a group is whole blocks,
// and the bytes are whole groups.
void ring_make(Ring* r, Area* a, size_t size_B, size_t block_B, size_t line_B, size_t group_B);
// Both lines of each block of two, one after the other; the blocks in random order.
void ring_make_of_two(Ring* r, Area* a, size_t size_B, size_t line_B, size_t group_B);
// In order, a node each step bytes.
void ring_make_in_order(Ring* r, Area* a, size_t size_B, size_t step_B);
// One line in each of n pages, in random order; of pages that follow each other, so many together, whose number n is a multiple of.
void ring_make_in_pages(Ring* r, Area* a, size_t n, size_t together, size_t line_B);

// Visits n nodes, a multiple of RING_STEP, each walker as many; data is a Ring*.
void ring_walk(void* data, long n);

#endif
