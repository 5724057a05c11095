// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts that the program does not have: accesses to an object go to the simulated hierarchy where they would
// go if it had another layout (layouts/).  The program, and what belongs to whom, stay as they are.
//
// Ownership: WhatIfLayouts belong to the host, which hands them out by host_layouts(), once for each object.
//
//    what_if_init();                                    // by engine_init(), if config.what_if
//    uint64_t there = what_if_address(sim, address);
#ifndef XG_ENGINE_WHAT_IF_H
#define XG_ENGINE_WHAT_IF_H

#include "base/map.h"
#include "callgraph/model.h"
#include "engine/simulation.h"
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
   // Of ranges that are not in place, by MemRange and simulation: start in the layout, or that there is no room for it.
   Map start_of;
   LayoutHomes
      groups[SIMULATIONS_MAX]; // of objects whose elements are in one array, by simulation
   // Of the running access:
   uint64_t own;   // its address in the program; 0: it has no other
   uint64_t later; // lines that its pieces before the running one have touched
   // The access functions behind it.
   void (*data)(Site* site, uint64_t address);
} WhatIf;

// A layout that no object has yet.  Numbers differ within a simulation, and are below HOMES_MAX.
void what_if_layout_init(WhatIfLayout* w, const Layout* l, uint32_t number);
// Sets up; by engine_init(), when all else that watches ranges is.
void what_if_init(void);
// The object's layout in a simulation; NULL: it is as in the program.
WhatIfLayout* what_if_layout(const Simulation* sim, const MemObject* o);
// ... that of a range, whose object has one.
const Layout* what_if_layout_of(const Simulation* sim, const MemRange* r);
// Where the range begins, or that its layout's memory has no room for it: then it is as in the program.
enum { WHAT_IF_NO_ROOM = 1 };
uint64_t what_if_start(Simulation* sim, const MemRange* r);
// How far it is from its place in the program, if it has this start; NOT_AS_A_WHOLE: its bytes may be apart.
uint64_t what_if_moved(const Simulation* sim, const MemRange* r, uint64_t start);
// Where a byte of the program is in its layout.  Of bytes that the layout drops, where it is in the program.
uint64_t what_if_address(Simulation* sim, uint64_t address);
// The memory that begins here has been mapped by the program, pages of 4 KiB: an object there that is to have huge ones asks for
// them again.
void what_if_mapped(uint64_t start);
// Whether an object has a layout of its own in a simulation, by number.
bool what_if_moves(uint32_t simulation, const MemObject* o);

#endif
