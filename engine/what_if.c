// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that the program does not have; see what_if.h.
#include "engine/what_if.h"

#include "engine/engine.h"

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

WhatIfLayout* what_if_layout(const Simulation* sim, const MemObject* o)
{
   return o->layouts ? o->layouts[sim->number] : NULL;
}

const Layout* what_if_layout_of(const Simulation* sim, const MemRange* r)
{
   const WhatIfLayout* w = what_if_layout(sim, r->object);
   const bool is_mapped = r->object->kind == OBJECT_HEAP && r->size_B >= MAPPED_MIN_B;
   return is_mapped ? &w->mapped : &w->layout;
}

static HousedObject housed(const MemRange* r)
{
   return (HousedObject){r->start, r->size_B, r->object->kind == OBJECT_HEAP,
                         xg_current.stack->thread};
}

// Memory that has pages of 2 MiB keeps them when the object is gone, until the program gives it back to the system.
static void ask_for_pages(Simulation* sim, const MemRange* r, uint64_t start)
{
   const Layout* l = what_if_layout_of(sim, r);
   if (!l->huge_pages) return;
   const uint64_t first = start / HUGE_PAGE_B * HUGE_PAGE_B,
                  end = start + layout_size(l, r->size_B);
   translation_request_huge(&sim->translation, first,
                            (end - first + HUGE_PAGE_B - 1) / HUGE_PAGE_B * HUGE_PAGE_B);
}

static LayoutHomes* homes_of(const Simulation* sim, WhatIfLayout* w)
{
   return w->layout.group_B ? &WHAT_IF->groups[sim->number] : &w->homes;
}

// Gives the range a start of its own, and returns it, or WHAT_IF_NO_ROOM.
static uint64_t move_in(Simulation* sim, const MemRange* r)
{
   WhatIfLayout* w = what_if_layout(sim, r->object);
   const HousedObject p = housed(r);
   uint64_t start = homes_take(homes_of(sim, w), what_if_layout_of(sim, r), &p);
   if (!start) start = WHAT_IF_NO_ROOM;
   map_put(&WHAT_IF->start_of, (uintptr_t)r, sim->number, (void*)(uintptr_t)start);
   if (start != WHAT_IF_NO_ROOM)
      ask_for_pages(sim, r, start);
   else
      w->n_without_room++;
   return start;
}

static void find_layouts(MemObject* o)
{
   WhatIfLayout* found[SIMULATIONS_MAX] = {0};
   o->layouts_known = true;
   if (!host_layouts(o, found)) return;
   o->layouts = host_alloc("engine.what_if", engine.n_simulations * sizeof *o->layouts);
   for (uint32_t i = 0; i < engine.n_simulations; i++) o->layouts[i] = found[i];
}

static void begun_in(Simulation* sim, const MemRange* r)
{
   WhatIfLayout* w = what_if_layout(sim, r->object);
   if (!w) return;
   w->n_ranges++;
   w->total_B += r->size_B;
   const uint64_t rest_B = layout_rest(what_if_layout_of(sim, r), r->size_B);
   if (rest_B) {
      w->n_with_rest++;
      w->a_rest_B = rest_B;
   }
   const HousedObject p = housed(r);
   w->n_of_no_thread += w->layout.by_thread && !p.is_heap;
   if (homes_leave(what_if_layout_of(sim, r), &p))
      ask_for_pages(sim, r, r->start);
   else if (!w->layout.by_use)
      move_in(sim, r);
}

static void begun(const MemRange* r, uint64_t now)
{
   if (begun_before) begun_before(r, now);
   if (!r->object->layouts_known) find_layouts(r->object);
   if (!r->object->layouts) return;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) begun_in(sim, r);
}

uint64_t what_if_start(Simulation* sim, const MemRange* r)
{
   if (!what_if_layout(sim, r->object)) return r->start;
   void* start = map_get(&WHAT_IF->start_of, (uintptr_t)r, sim->number);
   return start                               ? (uintptr_t)start
          : what_if_layout_of(sim, r)->by_use ? move_in(sim, r)
                                              : r->start;
}

uint64_t what_if_moved(const Simulation* sim, const MemRange* r, uint64_t start)
{
   if (start == WHAT_IF_NO_ROOM || !what_if_layout(sim, r->object)) return 0;
   return what_if_layout_of(sim, r)->n_steps ? NOT_AS_A_WHOLE : start - r->start;
}

static void ends_in(const Simulation* sim, const MemRange* r)
{
   WhatIfLayout* w = what_if_layout(sim, r->object);
   void* start = w ? map_get(&WHAT_IF->start_of, (uintptr_t)r, sim->number) : NULL;
   if (!start) return;
   const HousedObject p = housed(r);
   if ((uintptr_t)start != WHAT_IF_NO_ROOM)
      homes_give(homes_of(sim, w), what_if_layout_of(sim, r), &p, (uintptr_t)start);
   map_remove(&WHAT_IF->start_of, (uintptr_t)r, sim->number);
}

static void ends(const MemRange* r, uint64_t now)
{
   if (ends_before) ends_before(r, now);
   if (!r->object->layouts) return;
   for (const Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) ends_in(sim, r);
}

void what_if_mapped(uint64_t start)
{
   const MemRange* r = range_map_find(&engine.objects.set.map, start);
   if (!r || !r->object->layouts) return;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim)) {
      if (!what_if_layout(sim, r->object)) continue;
      const uint64_t at = what_if_start(sim, r);
      if (at != WHAT_IF_NO_ROOM) ask_for_pages(sim, r, at);
   }
}

void what_if_init(void)
{
   ObjectSet* s = &engine.objects.set;
   begun_before = s->begun;
   ends_before = s->ends;
   s->begun = begun;
   s->ends = ends;
   *WHAT_IF = (WhatIf){0};
   for (uint32_t i = 0; i < engine.n_simulations; i++)
      homes_init(&WHAT_IF->groups[i], HOMES_MAX);
}

bool what_if_moves(uint32_t simulation, const MemObject* o)
{
   return what_if_layout(&engine.simulation[simulation], o) != NULL;
}

uint64_t what_if_address(Simulation* sim, uint64_t address)
{
   LayoutPiece piece[LAYOUT_PIECES_MAX];
   const MemRange* r = object_costs_range(address);
   if (!r || !what_if_layout(sim, r->object)) return address;
   const bool is_there =
      layout_pieces(what_if_layout_of(sim, r), r->size_B, address - r->start, 1, piece);
   const uint64_t start = is_there ? what_if_start(sim, r) : WHAT_IF_NO_ROOM;
   return start == WHAT_IF_NO_ROOM ? address : start + piece[0].offset;
}
