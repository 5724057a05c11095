// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses to objects with layouts; see what_if_accesses.h.
#include "engine/what_if_accesses.h"

#include "engine/access.h"
#include "engine/engine.h"
#include "engine/object_accesses.h"
#include "engine/translate.h"

#define WHAT_IF (&engine.what_if)

// --- pieces ---------------------------------------------------------------------------------

// Asks the hierarchy, and notes what generated code would have noted.
static void ask_once(Site* site, uint64_t address)
{
   if (access_take_hot(site, address)) return;
   WHAT_IF->data(site, address);
   access_note(site, address);
}

// ... for one piece.  The pieces of an access follow each other within the times of its site (translate.h), as far as those go.
static void ask(Simulation* sim, Site* site, uint64_t address)
{
   XG_ASSERT(sim == PROGRAM);
   uint64_t* now = &PROGRAM->caches.i1.now;
   const uint64_t begun = *now, last = TIMES_PER_SITE - PAGES_PER_REQUEST;
   *now += WHAT_IF->later < last ? WHAT_IF->later : last;
   ask_once(site, address);
   *now = begun;
   const uint32_t shift = PROGRAM->caches.d1.line_shift;
   WHAT_IF->later += ((address + site->size_B - 1) >> shift) - (address >> shift) + 1;
}

// No access touches more than two lines.
static void ask_in_lines(Simulation* sim, Site* site, uint64_t address, uint64_t size_B,
                         WhatIfAsk* by)
{
   while (size_B) {
      site->size_B = (uint16_t)(size_B < LINE_MIN_B ? size_B : LINE_MIN_B);
      by(sim, site, address);
      address += site->size_B;
      size_B -= site->size_B;
   }
}

static void ask_piece(Simulation* sim, Site* site, const LayoutPiece* p, uint32_t access_B,
                      WhatIfAsk* by)
{
   if (p->size_B > access_B) {
      ask_in_lines(sim, site, p->offset, p->size_B, by);
      return;
   }
   site->size_B = (uint16_t)p->size_B;
   by(sim, site, p->offset);
}

// The pieces of an access to a range that has a layout and begins there, by address; `piece` has room for one more than the layout can
// make.
static uint32_t pieces_of(const Simulation* sim, const MemRange* r, uint64_t start,
                          uint64_t address, uint32_t access_B, LayoutPiece* piece)
{
   const Layout* l = what_if_layout_of(sim, r);
   const uint64_t offset = address - r->start, left_B = r->size_B - offset;
   if (start == WHAT_IF_NO_ROOM) {
      piece[0] = (LayoutPiece){address, access_B};
      return 1;
   }
   const uint32_t inside_B = access_B < left_B ? access_B : (uint32_t)left_B;
   uint32_t n = layout_piece(l, r->size_B, offset, inside_B, piece)
                   ? 1
                   : layout_pieces(l, r->size_B, offset, inside_B, piece);
   for (uint32_t i = 0; i < n; i++) piece[i].offset += start;
   if (inside_B == access_B) return n;
   // What lies behind the object stays where it is.
   const LayoutPiece behind = {address + inside_B, access_B - inside_B};
   if (n && piece[n - 1].offset + piece[n - 1].size_B == behind.offset) {
      piece[n - 1].size_B += behind.size_B;
      return n;
   }
   uint32_t at = n;
   for (; at && piece[at - 1].offset > behind.offset; at--) piece[at] = piece[at - 1];
   piece[at] = behind;
   return n + 1;
}

void what_if_ask_pieces(Simulation* sim, Site* site, const MemRange* r, uint64_t start,
                        uint64_t address, WhatIfAsk* by)
{
   static LayoutPiece piece[LAYOUT_PIECES_MAX + 1];
   const uint32_t access_B = site->size_B,
                  n = pieces_of(sim, r, start, address, access_B, piece);
   WHAT_IF->own = address;
   for (uint32_t i = 0; i < n; i++) ask_piece(sim, site, &piece[i], access_B, by);
   site->size_B = (uint16_t)access_B;
   WHAT_IF->own = WHAT_IF->later = 0;
}

static void ask_all(Site* site, uint64_t address)
{
   const MemRange* r = engine.objects.range;
   if (XG_UNLIKELY(r && r->object->layouts))
      what_if_ask_pieces(PROGRAM, site, r, what_if_start(PROGRAM, r), address, ask);
   else
      ask_once(site, address);
}

// --- entry points ---------------------------------------------------------------------------

void what_if_data(Site* site, uint64_t address)
{
   if (object_accesses_turn(site, address))
      ask_all(site, address);
   else
      WHAT_IF->data(site, address); // generated code notes it
}

void what_if_data_guarded(Site* site, uint64_t address)
{
   object_accesses_count_guarded(site, address);
   access_count_guarded(site);
   ask_all(site, address);
}
