// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which memory has pages of 2 MiB; all other has pages of 4 KiB.
//
// Contract: a page of 2 MiB is a piece of that size and alignment that lies wholly in ranges that
// the program has asked for; adjacent ranges are one.  Keys name pages: two addresses have one key
// if and only if they are in one page.
//
// Ownership: the PageSizes belongs to the caller, its array of ranges to this file.
//
//    PageSizes p;
//    page_sizes_init(&p, PAGES_REQUESTED);
//    page_sizes_request(&p, start, size_B);    // madvise(MADV_HUGEPAGE)
//    uint64_t key = page_key(&p, address);
//    page_sizes_end(&p, start, size_B);        // munmap
#ifndef XG_CACHESIM_PAGE_SIZE_H
#define XG_CACHESIM_PAGE_SIZE_H

#include "base/host.h"

enum { SMALL_PAGE_SHIFT = 12, HUGE_PAGE_SHIFT = 21 }; // log2 of the sizes in bytes
#define SMALL_PAGE_B (1ULL << SMALL_PAGE_SHIFT)
#define HUGE_PAGE_B (1ULL << HUGE_PAGE_SHIFT)

// Which memory has pages of 2 MiB; all other has pages of 4 KiB.
typedef enum {
   PAGES_SMALL,     // none
   PAGES_REQUESTED, // what the program has asked for
   PAGES_HUGE       // all
} PageChoice;

typedef struct {
   uint64_t start, end;
} PageRange;

// Invariants: ranges are not empty, sorted, and between two of them is at least one byte; without
// PAGES_REQUESTED there are none.  all_small: page_is_huge() is false for all addresses.
typedef struct {
   PageRange* ranges;
   uint32_t n, capacity;
   PageChoice choice;
   bool all_small;
} PageSizes;

void page_sizes_init(PageSizes* p, PageChoice choice);
void page_sizes_free(PageSizes* p);
// The program asks for pages of 2 MiB in a range.  False: that changes nothing.
bool page_sizes_request(PageSizes* p, uint64_t start, uint64_t size_B);
// The range ends, or the program asks for pages of 4 KiB there.  False: that changes nothing.
bool page_sizes_end(PageSizes* p, uint64_t start, uint64_t size_B);
// Whether the address is in a page of 2 MiB.
bool page_is_huge(const PageSizes* p, uint64_t address);
// Panics if an invariant is broken.
void page_sizes_check(const PageSizes* p);

// --- keys of pages: number << 2 | size of 2 MiB << 1 | 1, never 0 -----------------------------

XG_INLINE uint64_t page_key_of(uint64_t address, bool huge)
{
   return huge ? address >> HUGE_PAGE_SHIFT << 2 | 3 : address >> SMALL_PAGE_SHIFT << 2 | 1;
}

XG_INLINE uint64_t page_key(const PageSizes* p, uint64_t address)
{
   return page_key_of(address, !XG_LIKELY(p->all_small) && page_is_huge(p, address));
}

XG_INLINE uint64_t page_key_size(uint64_t key)
{
   return key & 2 ? HUGE_PAGE_B : SMALL_PAGE_B;
}

XG_INLINE uint64_t page_key_address(uint64_t key)
{
   return (key >> 2) * page_key_size(key);
}

XG_INLINE uint64_t page_key_number(uint64_t key)
{
   return key >> 2;
}

#endif
