// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses to objects that have layouts of their own (what_if.h), in pieces.
//
// Contract: the entry points for data stand before all others, those of miss curves excepted: they find
// out whose an access is, by the program's address, and ask caches, TLBs and curves for the pieces that it
// becomes, one after the other.  What the hierarchy and all behind it are told is the address in the layout;
// who needs the program's own takes what_if_own().  Generated code takes no access to such an object for
// itself, as no site has a last range of one; of an access outside the last range it notes nothing
// (SPARE_HOT_SLOT), as that is done here.
//
// An access belongs to the object that has its first byte; bytes beyond the object's end stay where they are.
//
//    entry_points.data = what_if_data;
#ifndef XG_ENGINE_WHAT_IF_ACCESSES_H
#define XG_ENGINE_WHAT_IF_ACCESSES_H

#include "engine/what_if.h"

// Makes an access to a range that has a layout, and this start in it: asks for each piece, of site->size_B bytes, one after the other, in
// ascending order.
typedef void WhatIfAsk(Simulation* sim, Site* site, uint64_t address);
void what_if_ask_pieces(Simulation* sim, Site* site, const MemRange* r, uint64_t start,
                        uint64_t address, WhatIfAsk* ask);
// Entry points.
void what_if_data(Site* site, uint64_t address);
void what_if_data_guarded(Site* site, uint64_t address);

#endif
