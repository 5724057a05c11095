// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that the program does not have; see what_if.h.
#include "engine/what_if.h"

#include "engine/access.h"
#include "engine/engine.h"
#include "engine/translate.h"

#define WHAT_IF (&engine.what_if)

// --- ranges ---------------------------------------------------------------------------------

// Those that watched ranges before.
static void (*begun_before)(const MemRange* r, uint64_t now);
static void (*ends_before)(const MemRange* r, uint64_t now);

// Allocations that the C library maps, each in pages of its own.
enum { MAPPED_MIN_B = 128 * 1024, PAGE_B = 4096 };

void what_if_layout_init(WhatIfLayout* w, const Layout* l, uint32_t number)
{
   *w = (WhatIfLayout){.layout = *l, .mapped = *l};
   if (l->n_steps) w->mapped.step[l->n_steps - 1].part_grain_B = PAGE_B;
   homes_init(&w->homes, number);
}

static const Layout* layout_of(const MemRange* r)
{
   const WhatIfLayout* w = r->object->layout;
   const bool is_mapped = r->object->kind == OBJECT_HEAP && r->size_B >= MAPPED_MIN_B;
   return is_mapped ? &w->mapped : &w->layout;
}

static HousedObject housed(const MemRange* r)
{
   return (HousedObject){r->start, r->size_B, r->object->kind == OBJECT_HEAP,
                         xg_current.stack->thread};
}

// Memory that has pages of 2 MiB keeps them when the object is gone, until the program gives it back to the system.
static void ask_for_pages(const MemRange* r, uint64_t start)
{
   const Layout* l = layout_of(r);
   if (!l->huge_pages) return;
   const uint64_t first = start / HUGE_PAGE_B * HUGE_PAGE_B,
                  end = start + layout_size(l, r->size_B);
   translation_request_huge(engine.config.beside ? &engine.beside.translation
                                                 : &engine.translation,
                            first, (end - first + HUGE_PAGE_B - 1) / HUGE_PAGE_B * HUGE_PAGE_B);
}

static LayoutHomes* homes_of(WhatIfLayout* w)
{
   return w->layout.group_B ? &WHAT_IF->groups : &w->homes;
}

// Gives the range a start of its own, and returns it, or WHAT_IF_NO_ROOM.
static uint64_t move_in(const MemRange* r)
{
   WhatIfLayout* w = r->object->layout;
   const HousedObject p = housed(r);
   uint64_t start = homes_take(homes_of(w), layout_of(r), &p);
   if (!start) start = WHAT_IF_NO_ROOM;
   map_put(&WHAT_IF->start_of, (uintptr_t)r, 0, (void*)(uintptr_t)start);
   if (start != WHAT_IF_NO_ROOM)
      ask_for_pages(r, start);
   else
      w->n_without_room++;
   return start;
}

static void begun(const MemRange* r, uint64_t now)
{
   if (begun_before) begun_before(r, now);
   MemObject* o = r->object;
   if (!o->layout_known) o->layout = host_layout(o);
   o->layout_known = true;
   WhatIfLayout* w = o->layout;
   if (!w) return;
   w->n_ranges++;
   w->total_B += r->size_B;
   const uint64_t rest_B = layout_rest(layout_of(r), r->size_B);
   if (rest_B) {
      w->n_with_rest++;
      w->a_rest_B = rest_B;
   }
   const HousedObject p = housed(r);
   w->n_of_no_thread += w->layout.by_thread && !p.is_heap;
   if (homes_leave(layout_of(r), &p))
      ask_for_pages(r, r->start);
   else if (!w->layout.by_use)
      move_in(r);
}

uint64_t what_if_start(const MemRange* r)
{
   if (!r->object->layout) return r->start;
   void* start = map_get(&WHAT_IF->start_of, (uintptr_t)r, 0);
   return start ? (uintptr_t)start : layout_of(r)->by_use ? move_in(r) : r->start;
}

uint64_t what_if_moved(const MemRange* r, uint64_t start)
{
   if (start == WHAT_IF_NO_ROOM || !r->object->layout) return 0;
   return layout_of(r)->n_steps ? NOT_AS_A_WHOLE : start - r->start;
}

static void ends(const MemRange* r, uint64_t now)
{
   if (ends_before) ends_before(r, now);
   WhatIfLayout* w = r->object->layout;
   void* start = w ? map_get(&WHAT_IF->start_of, (uintptr_t)r, 0) : NULL;
   if (!start) return;
   const HousedObject p = housed(r);
   if ((uintptr_t)start != WHAT_IF_NO_ROOM)
      homes_give(homes_of(w), layout_of(r), &p, (uintptr_t)start);
   map_remove(&WHAT_IF->start_of, (uintptr_t)r, 0);
}

void what_if_mapped(uint64_t start)
{
   const MemRange* r = range_map_find(&engine.objects.set.map, start);
   const uint64_t at = r && r->object->layout ? what_if_start(r) : WHAT_IF_NO_ROOM;
   if (at != WHAT_IF_NO_ROOM) ask_for_pages(r, at);
}

void what_if_init(void)
{
   ObjectSet* s = &engine.objects.set;
   begun_before = s->begun;
   ends_before = s->ends;
   s->begun = begun;
   s->ends = ends;
   *WHAT_IF = (WhatIf){0};
   homes_init(&WHAT_IF->groups, HOMES_MAX);
}

bool what_if_moves(const MemObject* o)
{
   return o->layout != NULL;
}

// --- pieces ---------------------------------------------------------------------------------

typedef void Ask(Site* site, uint64_t address);

// Asks the hierarchy, and notes what generated code would have noted.
static void ask_once(Site* site, uint64_t address)
{
   if (access_take_hot(site, address)) return;
   WHAT_IF->data(site, address);
   access_note(site, address);
}

// ... for one piece.  The pieces of an access follow each other within the times of its site (translate.h), as far as those go.
static void ask(Site* site, uint64_t address)
{
   uint64_t* now = &engine.caches.i1.now;
   const uint64_t begun = *now, last = TIMES_PER_SITE - PAGES_PER_REQUEST;
   *now += WHAT_IF->later < last ? WHAT_IF->later : last;
   ask_once(site, address);
   *now = begun;
   const uint32_t shift = engine.caches.d1.line_shift;
   WHAT_IF->later += ((address + site->size_B - 1) >> shift) - (address >> shift) + 1;
}

// No access touches more than two lines.
static void ask_in_lines(Site* site, uint64_t address, uint64_t size_B, Ask* by)
{
   while (size_B) {
      site->size_B = (uint16_t)(size_B < LINE_MIN_B ? size_B : LINE_MIN_B);
      by(site, address);
      address += site->size_B;
      size_B -= site->size_B;
   }
}

static void ask_piece(Site* site, const LayoutPiece* p, uint32_t access_B, Ask* by)
{
   if (p->size_B > access_B) {
      ask_in_lines(site, p->offset, p->size_B, by);
      return;
   }
   site->size_B = (uint16_t)p->size_B;
   by(site, p->offset);
}

// The pieces of an access to a range that has a layout and begins there, by address; `piece` has room for one more than the layout can
// make.
static uint32_t pieces_of(const MemRange* r, uint64_t start, uint64_t address,
                          uint32_t access_B, LayoutPiece* piece)
{
   const uint64_t offset = address - r->start, left_B = r->size_B - offset;
   if (start == WHAT_IF_NO_ROOM) {
      piece[0] = (LayoutPiece){address, access_B};
      return 1;
   }
   const uint32_t inside_B = access_B < left_B ? access_B : (uint32_t)left_B;
   uint32_t n = layout_piece(layout_of(r), r->size_B, offset, inside_B, piece)
                   ? 1
                   : layout_pieces(layout_of(r), r->size_B, offset, inside_B, piece);
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

void what_if_ask_pieces(Site* site, const MemRange* r, uint64_t start, uint64_t address,
                        Ask* by)
{
   static LayoutPiece piece[LAYOUT_PIECES_MAX + 1];
   const uint32_t access_B = site->size_B, n = pieces_of(r, start, address, access_B, piece);
   WHAT_IF->own = address;
   for (uint32_t i = 0; i < n; i++) ask_piece(site, &piece[i], access_B, by);
   site->size_B = (uint16_t)access_B;
   WHAT_IF->own = WHAT_IF->later = 0;
}

static void ask_all(Site* site, uint64_t address)
{
   const MemRange* r = engine.objects.range;
   if (XG_UNLIKELY(r && r->object->layout))
      what_if_ask_pieces(site, r, what_if_start(r), address, ask);
   else
      ask_once(site, address);
}

// --- entry points ---------------------------------------------------------------------------

void what_if_data(Site* site, uint64_t address)
{
   if (object_costs_turn(site, address))
      ask_all(site, address);
   else
      WHAT_IF->data(site, address); // generated code notes it
}

void what_if_data_guarded(Site* site, uint64_t address)
{
   object_costs_count_guarded(site, address);
   access_count_guarded(site);
   ask_all(site, address);
}

uint64_t what_if_address(uint64_t address)
{
   LayoutPiece piece[LAYOUT_PIECES_MAX];
   const MemRange* r = object_costs_range(address);
   if (!r || !r->object->layout) return address;
   const bool is_there = layout_pieces(layout_of(r), r->size_B, address - r->start, 1, piece);
   const uint64_t start = is_there ? what_if_start(r) : WHAT_IF_NO_ROOM;
   return start == WHAT_IF_NO_ROOM ? address : start + piece[0].offset;
}
