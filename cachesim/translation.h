// SPDX-License-Identifier: GPL-3.0-or-later
//
// Translation of addresses: a TLB for code (itlb) and one for data (dtlb) in front of one for both
// (stlb); any of them may be missing.
//
// Contract: an access or a fetch asks its first-level TLB for the page of each of its bytes.  Pages
// that are not there are asked for in the stlb and loaded; what they replace is not passed on, and
// what the stlb replaces stays above.  An access is at most one miss of each level.  Replacement is
// LRU by time: that of the caller for the first level, so that generated code may note accesses by
// itself; the order of requests for the stlb.
//
// The dtlb works with D1's hot slots as tlb.h says: whoever loads a line into D1 calls
// translation_enter_slots() after it.  The itlb is a CodeCache, whose lines are pages: generated code
// tests and notes them as it does lines of I1.  Code has pages of 2 MiB only where all memory has.
//
// With several cores, each has TLBs of its own, all three; which pages are huge is known to all.  Those of
// the running core are the Translation's own, those of the others are parked, as caches are (cores.h).
// The dtlb then has no hot slots to work with, as D1 has none.
//
// Ownership: the Translation belongs to the caller and must not move; it owns its TLBs, not D1.
//
//    Translation t;
//    translation_init(&t, &config, &d1);
//    TranslatedBy by = translation_data(&t, address, size_B, time);   // later times are larger
//    ... D1 is asked ...
//    translation_enter_slots(&t, address, size_B);
#ifndef XG_CACHESIM_TRANSLATION_H
#define XG_CACHESIM_TRANSLATION_H

#include "cachesim/code_cache.h"
#include "cachesim/parked_code.h"
#include "cachesim/tlb.h"

typedef struct {
   TlbGeometry itlb, dtlb, stlb; // of no entries: there is none
   PageChoice pages;
   uint32_t cores; // with TLBs of their own; 0 or 1: one
} TranslationConfig;

// The farthest level that an access or a fetch reached.
typedef enum { BY_TLB, BY_STLB, BY_WALK } TranslatedBy;

// Keys of the pages that a fetch has not found in the itlb.
typedef struct {
   uint64_t key[2];
   uint32_t n;
} MissedPages;

// How many times a request takes, from `time` on: one for each page.
enum { PAGES_PER_REQUEST = 4 };

// The TLBs of a core that does not run.
typedef struct {
   uint32_t core; // whose they are now
   ParkedCode itlb;
   Tlb dtlb, stlb;
} ParkedTlbs;

// Invariant: each core but the running one is that of one of `parked`.
typedef struct {
   CodeCache itlb;
   MissedPages missed; // by the last fetch
   Tlb dtlb, stlb;
   PageSizes pages;
   uint64_t stlb_requests; // so far, of all cores: the time of each stlb
   uint32_t running;       // core
   uint32_t n_parked;
   ParkedTlbs* parked;
   CodeLineState* moving; // of the itlb
   TranslationConfig config;
} Translation;

// Sets up empty TLBs; d1 has been set up.
void translation_init(Translation* t, const TranslationConfig* config, const Cache* d1);
void translation_free(Translation* t);
// Empties the TLBs; what the program has asked for remains.
void translation_clear(Translation* t);
// The next requests are this core's.
void translation_run(Translation* t, uint32_t core);
// A data access of the given time.
TranslatedBy translation_data(Translation* t, uint64_t address, uint32_t size_B, uint64_t time);
// The page of one address, which is not where tlb_recent() says; *by: where it was.
TlbEntry* translation_data_page(Translation* t, uint64_t key, TranslatedBy* by);
// D1 has been asked: its hot slots get the pages of the access, or go cold.
void translation_enter_slots(Translation* t, uint64_t address, uint32_t size_B);
// A fetch of the given time.
TranslatedBy translation_fetch(Translation* t, uint64_t address, uint32_t size_B,
                               uint64_t time);
// Asks for pages that the itlb of another translation has missed, for a translation of the same code without one: code is where
// it is, and only the stlb knows of data.
TranslatedBy translation_fetch_missed(Translation* t, const MissedPages* missed);
// The program asks for pages of 2 MiB in a range, or such a request ends: see page_size.h.
void translation_request_huge(Translation* t, uint64_t start, uint64_t size_B);
void translation_end_huge(Translation* t, uint64_t start, uint64_t size_B);
// Pages of data that are at least partly in this range are mapped no more.
void translation_forget(Translation* t, uint64_t start, uint64_t size_B);
// Panics if an invariant is broken.
void translation_check(const Translation* t);

// Whether there is any TLB.
XG_INLINE bool translation_is_on(const TranslationConfig* c)
{
   return c->itlb.entries || c->dtlb.entries;
}

#endif
