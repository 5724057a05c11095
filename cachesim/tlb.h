// SPDX-License-Identifier: GPL-3.0-or-later
//
// One TLB: a set-associative cache of the pages that were accessed last, with exact LRU replacement
// by the time of the last access.
//
// An entry's key is page number and page size (page_size.h); its set is the page number modulo the
// number of sets.
//
// The TLB of data shares its knowledge of times with the hot slots of D1 (cache.h): generated code
// that finds a hot line notes the time in the slot, and not in the entry.  So a slot knows the entry
// of its line's page; an entry's time of last access is the latest of its own and those of its
// slots; and no slot has a line of a page that is not in the TLB.
//
// Ownership: the Tlb belongs to the caller, its array to the TLB.  Entries stay at their address.
//
//    Tlb t;
//    tlb_init(&t, &geometry);
//    tlb_use_hot_slots(&t, &d1);
//    TlbEntry* e = tlb_find(&t, key);
//    if (!e) e = tlb_load(&t, key);
//    e->used = time;
#ifndef XG_CACHESIM_TLB_H
#define XG_CACHESIM_TLB_H

#include "cachesim/cache.h"
#include "cachesim/page_size.h"
#include "cachesim/tlb_geometry.h"

// A page, or none.
//
// Invariants: of hot slots that have it `slots` has the bit, tlb_slot_bit(), and their lines are, or
// were, in its page; a free entry has none, and `used` is 0.
struct TlbEntry {
   uint64_t key;   // 0: free
   uint64_t used;  // time of the last access that is not noted in a slot
   uint64_t slots; // bits of hot slots that have it, or had it
   TlbEntry* next; // in its list of `recent`
};

// Lists in which pages are found.
enum { TLB_RECENT = 1024 };

// Invariants: no key is in two entries, and each is in the set of its page number.  The lists of `recent` have each
// entry with a key once, in that of its page number, and end with the entry behind the last one, which is always free.
typedef struct {
   TlbEntry* entries; // [sets * ways + 1]
   uint32_t ways, set_mask;
   TlbEntry* recent[TLB_RECENT]; // first of each list: the one found last, or loaded later
   HotSlot* slots;               // [n_slots]; NULL: none
   uint64_t n_slots;
   uint32_t line_shift; // of the slots' lines
   TlbGeometry geometry;
} Tlb;

// Allocates an empty TLB of a valid geometry.
void tlb_init(Tlb* t, const TlbGeometry* g);
void tlb_free(Tlb* t);
// Has the TLB share its knowledge of times with the hot slots of d1, if that has some.
void tlb_use_hot_slots(Tlb* t, const Cache* d1);
// All hot slots go cold.
void tlb_cool_slots(Tlb* t);
// Empties the TLB; all hot slots go cold.
void tlb_clear(Tlb* t);
// Pages that are at least partly in this range leave the TLB; if there are any, all hot slots go cold.
void tlb_forget(Tlb* t, uint64_t start, uint64_t size_B);
// The entry with this key, or NULL.
TlbEntry* tlb_find(Tlb* t, uint64_t key);
// Loads a page that is absent in place of the one of its set accessed longest ago, whose hot slots
// go cold.  The caller sets the time.
TlbEntry* tlb_load(Tlb* t, uint64_t key);
// Panics if an invariant is broken.
void tlb_check(const Tlb* t);

// The list of the page with this key; most often it is the first there.
XG_INLINE TlbEntry** tlb_recent(Tlb* t, uint64_t key)
{
   return &t->recent[page_key_number(key) % TLB_RECENT];
}

// One of 64 bits for a slot: those that may have a page of 64 lines have different ones.
XG_INLINE uint64_t tlb_slot_bit(const HotSlot* slot)
{
   return 1ULL << (uintptr_t)slot / sizeof *slot % 64;
}

// The slot has a line of no page any more; its time is not lost.
XG_INLINE void tlb_leave_slot(HotSlot* slot)
{
   TlbEntry* e = slot->page;
   if (!e) return;
   // Without a branch, as that would often be mispredicted.
   e->used = slot->used > e->used ? slot->used : e->used;
   slot->page = NULL;
}

// The slot gets a line of the page, which has been accessed right now.
XG_INLINE void tlb_enter_slot(TlbEntry* e, HotSlot* slot)
{
   if (slot->page == e) return;
   tlb_leave_slot(slot);
   slot->page = e;
   e->slots |= tlb_slot_bit(slot);
}

// Generated code finds no line there.
XG_INLINE void tlb_cool_slot(HotSlot* slot)
{
   tlb_leave_slot(slot);
   slot->line = NO_LINE;
}

#endif
