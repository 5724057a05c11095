// SPDX-License-Identifier: GPL-3.0-or-later
//
// Simulated memory for objects that cannot be where they are in the program: at addresses that no program
// uses.
//
// An object gets a place of its own whose start is the same modulo 2 MiB as in the program, so that it is in the
// sets of caches that it would be in there.  A small one of the heap, of less than a page, is put behind the
// one before it, as an allocator does: at multiples of 16 bytes, with 8 more in front.  In a pool it is in
// a slot.  Of those that are to be spread, each begins behind the place in its page where the one before does.
// What is for a thread alone is so in pieces of 2 MiB that no other thread has; there allocations lie behind each other likewise.
// What has been given back is taken again, the last one first, by those of its size.
//
// Objects of one group have elements of one array, which lasts as long as one of them: an object joins the first array for
// as many elements that has none at its place in the element.  It begins where in its page the first one does.
//
// Contract: places that are in use do not overlap, in one LayoutHomes or in several with different numbers.
//
// Ownership: the LayoutHomes belongs to the caller, its lists to this file.
//
//    LayoutHomes p;
//    homes_init(&p, 0);                                      // of the first layout
//    uint64_t start = homes_take(&p, &layout, &object);
//    homes_give(&p, &layout, &object, start);
#ifndef XG_LAYOUTS_HOMES_H
#define XG_LAYOUTS_HOMES_H

#include "base/map.h"
#include "layouts/layout.h"

enum {
   HOMES_MAX = 1024
}; // numbers of LayoutHomes are less, but that of those for groups, which is this one

// An array of several objects.
typedef struct HomeGroup HomeGroup;
struct HomeGroup {
   uint64_t start, slot, slot_B; // of the array, and of the memory that it is in
   uint64_t element_B, size_B, name;
   // In the element: where the objects are that are there, from a byte on and to that before another one.
   uint64_t at[LAYOUT_FIELDS_MAX], end[LAYOUT_FIELDS_MAX];
   uint32_t n;
   HomeGroup* next;
};

// Pieces of memory one behind the other.
typedef struct {
   uint64_t next; // address behind the last one
   uint64_t end;  // of a thread's: there is more where another one of `of_thread` ends
   Map free;      // by size: the one that was given back last
} Slots;

typedef struct {
   Slots large;       // of their own
   Slots small;       // in a pool or, small, of the heap
   Map of_thread;     // what each thread has for itself instead of `small`: Slots, by thread
   Map of_piece;      // likewise, by number of the piece of 2 MiB
   uint64_t n_spread; // so far
   HomeGroup* groups; // in the order in which they began
} LayoutHomes;

// An object in the program.
typedef struct {
   uint64_t start, size_B;
   bool is_heap;    // an allocation
   uint32_t thread; // that has it
} HousedObject;

void homes_init(LayoutHomes* p, uint32_t number);
void homes_free(LayoutHomes* p);
// Whether the object stays where it is in the program; then it has no other home.
bool homes_leave(const Layout* l, const HousedObject* o);
// Start of the object in its layout.  0: the layout's memory, of 2^39 bytes for large objects and of 2^40 for small ones, has no
// room for it.
uint64_t homes_take(LayoutHomes* p, const Layout* l, const HousedObject* o);
// The object, which got this start, not 0, ends, in whichever thread.
void homes_give(LayoutHomes* p, const Layout* l, const HousedObject* o, uint64_t start);

#endif
