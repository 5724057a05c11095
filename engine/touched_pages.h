// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which pages the program has touched since they were mapped: at the first access to one, the kernel looks for memory, and
// fills it with zeros (docs/cycles.md).
//
// Contract: a page is asked for where no TLB has it; a range that is unmapped leaves the TLBs (translation_forget()), so that
// the first access to what is mapped there later comes here.
//
// Ownership: the TouchedPages belongs to the caller, its map to this file.
//
//    TouchedPages pages = {0};
//    bool is_first = touched_pages_add(&pages, address);
//    touched_pages_forget(&pages, start, size_B);          // munmap
//    touched_pages_move(&pages, from, to, size_B);         // mremap
#ifndef XG_ENGINE_TOUCHED_PAGES_H
#define XG_ENGINE_TOUCHED_PAGES_H

#include "base/map.h"

// Of 64 pages of 4 KiB each a bit, by the number of the first one over 64.
// Invariant: no entry is without a bit.
typedef struct {
   Map of_64;
} TouchedPages;

// The page of this address is accessed.  Returns whether it is the first time.
bool touched_pages_add(TouchedPages* t, uint64_t address);
// Whether the page of this address has been accessed.
bool touched_pages_have(const TouchedPages* t, uint64_t address);
// Pages that are wholly in the range are as new.
void touched_pages_forget(TouchedPages* t, uint64_t start, uint64_t size_B);
// The pages of the range are mapped elsewhere, and what was there is as new; both are at the start of pages.
void touched_pages_move(TouchedPages* t, uint64_t from, uint64_t to, uint64_t size_B);

#endif
