// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reuse distances of lines: how many other lines have been accessed since the last access to a line.
// A fully associative LRU cache of n lines misses an access if and only if its distance is n or more.
//
// Sampling (SHARDS, Waldspurger et al., FAST 2015): only lines whose hash is below a threshold are
// looked at, with all their accesses.  Their distances among themselves, divided by the share of lines
// that is sampled (the rate), estimate those among all lines.  When more lines are sampled than there
// is room for, the threshold falls to a half, and lines above it are forgotten.  So the rate is always
// a power of two, and an access stands for a whole number of accesses: its weight.
//
// There is room for fewer lines at the first two rates: programs that access few lines keep a high rate,
// and the others pay for fewer accesses as soon as enough lines are sampled.
//
// Exact mode: every line is looked at, and memory grows with their number.
//
// The times of last accesses are bits in a bitmap, numbered anew when it is full; a Fenwick tree has
// the number of bits in its words, so that a distance takes a logarithm of the number of lines.
//
// Ownership: the Reuse belongs to the caller, its arrays to the Reuse.
//
//    Reuse r;
//    reuse_init(&r, 8192, false);
//    if (reuse_is_sampled(&r, address >> 6)) { ReuseAccess a = reuse_access(&r, address >> 6); ... }
//    reuse_free(&r);
#ifndef XG_CACHESIM_REUSE_H
#define XG_CACHESIM_REUSE_H

#include "base/host.h"

// At the start one line in 2^this is sampled.
enum { REUSE_FIRST_RATE_SHIFT = 6 };
// Lines are put into this many groups by their hash: how much these differ tells the error.
enum { REUSE_GROUP_BITS = 3, REUSE_GROUPS = 1 << REUSE_GROUP_BITS };
// Bounds of the number of lines that are sampled at a time.
enum { REUSE_LINES_MIN = 64, REUSE_LINES_MAX = 1 << 20 };

// The distance of an access to a line that was not accessed before.
#define REUSE_COLD UINT64_MAX

typedef struct {
   uint64_t number; // of the line, if `time` is set
   uint32_t time;   // of its last access, plus 1; 0: the entry is free
} ReuseLine;

// Invariants: a line that was accessed and is sampled is in `lines` once, where linear probing finds
// it, and bit time - 1 of `newest` is set, number_at[time - 1] being its number; no other bit is set;
// n_lines is their number, at most `capacity`.  Times from `now` on are free.
typedef struct {
   ReuseLine* lines;    // [2 * capacity]
   uint64_t* newest;    // [words]: whether the access at a time is the last one of its line
   uint32_t* in_words;  // [words + 1], from 1: Fenwick tree over the bits in each word
   uint64_t* number_at; // [64 * words], by time
   uint64_t last;       // number of the line accessed last, if there is one
   uint64_t mask;       // a line is sampled if its hash has none of these bits
   uint32_t rate_shift; // of all lines 1 / 2^rate_shift are sampled
   uint32_t capacity;   // a power of two
   uint32_t words;
   uint32_t now;
   uint32_t n_lines;
   uint32_t lines_max; // sampled lines at a time, at any rate; 0: exact
} Reuse;

typedef struct {
   uint64_t distance; // in lines, estimated if lines are sampled, or REUSE_COLD
   uint64_t weight;   // how many accesses it stands for
   uint32_t group;    // of its line
} ReuseAccess;

// lines_max: between REUSE_LINES_MIN and REUSE_LINES_MAX; not used in exact mode.
void reuse_init(Reuse* r, uint32_t lines_max, bool exact);
void reuse_free(Reuse* r);
// Forgets all accesses; the rate stays.
void reuse_clear(Reuse* r);
// One access to a sampled line.
ReuseAccess reuse_access(Reuse* r, uint64_t number);
// How many lines may be sampled at a time, at the rate of 1 / 2^rate_shift.
uint32_t reuse_room(const Reuse* r, uint32_t rate_shift);
// Panics if an invariant is broken.
void reuse_check(const Reuse* r);

// Hash of a line number: multiplications carry to higher bits only, shifts bring them down again.
XG_INLINE uint64_t reuse_hash(uint64_t number)
{
   uint64_t h = number * 0x9E3779B97F4A7C15ULL; // 2^64 divided by the golden ratio
   h = (h ^ h >> 32) * 0x6A09E667F3BCC909ULL;   // the root of 2, its fraction
   return h ^ h >> 29;
}

XG_INLINE bool reuse_is_sampled(const Reuse* r, uint64_t number)
{
   return (reuse_hash(number) & r->mask) == 0;
}

#endif
