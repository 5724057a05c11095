// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts that the program does not have: accesses to an object go to the simulated hierarchy where they would
// go if it had another layout (layouts/).  The program, and what belongs to whom, stay as they are.
//
// Contract: its entry points for data stand before all others, those of miss curves excepted: they find
// out whose an access is, by the program's address, and ask caches, TLBs and curves for the pieces that it
// becomes, one after the other.  What the hierarchy and all behind it are told is the address in the layout;
// who needs the program's own takes what_if_own().  Generated code takes no access to such an object for
// itself, as no site has a last range of one; of an access outside the last range it notes nothing
// (SPARE_HOT_SLOT), as that is done here.
//
// An access belongs to the object that has its first byte; bytes beyond the object's end stay where they are.
//
// Ownership: WhatIfLayouts belong to the host, which hands them out by host_layout(), once for each object.
//
//    what_if_init();                                    // by engine_init(), if config.what_if
//    entry_points.data = what_if_data;
#ifndef XG_ENGINE_WHAT_IF_H
#define XG_ENGINE_WHAT_IF_H

#include "base/map.h"
#include "callgraph/model.h"
#include "layouts/homes.h"
#include "layouts/layout.h"
#include "memobj/object.h"

// A layout, and the objects that have it.
typedef struct WhatIfLayout {
   Layout layout;
   Layout mapped; // of large allocations, whose parts have pages of their own
   LayoutHomes homes;
   uint64_t n_ranges, total_B; // so far
   uint64_t n_with_rest,
      a_rest_B; // those that are no whole elements; what one of them has too much
   uint64_t
      n_without_room; // those that are as in the program, as the layout's memory has no room
   uint64_t n_of_no_thread; // those that are no allocations, with a layout for threads
} WhatIfLayout;

typedef struct {
   // Of ranges that are not in place, by MemRange: start in the layout, or that there is no room for it.
   Map start_of;
   LayoutHomes groups; // of objects whose elements are in one array
   // Of the running access:
   uint64_t own;   // its address in the program; 0: it has no other
   uint64_t later; // lines that its pieces before the running one have touched
   // The access functions behind it.
   void (*data)(Site* site, uint64_t address);
} WhatIf;

// A layout that no object has yet.  Numbers are different, below HOMES_MAX.
void what_if_layout_init(WhatIfLayout* w, const Layout* l, uint32_t number);
// Sets up; by engine_init(), when all else that watches ranges is.
void what_if_init(void);
// Makes an access to a range that has a layout, and this start in it: asks for each piece, of site->size_B bytes, one after the other, in
// ascending order.
void what_if_ask_pieces(Site* site, const MemRange* r, uint64_t start, uint64_t address,
                        void (*ask)(Site* site, uint64_t address));
// Where the range begins, or that its layout's memory has no room for it: then it is as in the program.
enum { WHAT_IF_NO_ROOM = 1 };
uint64_t what_if_start(const MemRange* r);
// How far it is from its place in the program, if it has this start; NOT_AS_A_WHOLE: its bytes may be apart.
uint64_t what_if_moved(const MemRange* r, uint64_t start);
// Entry points.
void what_if_data(Site* site, uint64_t address);
void what_if_data_guarded(Site* site, uint64_t address);
// Where a byte of the program is in its layout.  Of bytes that the layout drops, where it is in the program.
uint64_t what_if_address(uint64_t address);
// The memory that begins here has been mapped by the program, pages of 4 KiB: an object there that is to have huge ones asks for
// them again.
void what_if_mapped(uint64_t start);
// Whether an object has a layout of its own here.
bool what_if_moves(const MemObject* o);

#endif
