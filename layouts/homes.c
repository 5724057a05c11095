// SPDX-License-Identifier: GPL-3.0-or-later
// Simulated memory for objects in another layout; see homes.h.
#include "layouts/homes.h"

// Beyond the addresses of programs, of 47 bits; caches tell addresses of 52 bits apart.
enum { LARGE_SHIFT = 39, SMALL_SHIFT = 40 };
#define LARGE_START (1ULL << 50)
#define SMALL_START (1ULL << 51)
_Static_assert(((uint64_t)(HOMES_MAX + 1) << LARGE_SHIFT) <= LARGE_START
                  && ((uint64_t)(HOMES_MAX + 1) << SMALL_SHIFT) <= SMALL_START,
               "all places are below 52 bits");

#define GRAIN_B (1ULL << 21) // of places of their own
enum {
   PAGE_B = 4096,
   SMALL_MAX_B = PAGE_B,
   ALLOCATOR_B = 16,
   HEADER_B = 8,
   COMPACT_ALIGN_MAX_B = 16
};

static uint64_t round_up(uint64_t n, uint64_t to)
{
   return (n + to - 1) / to * to;
}

// --- slots ----------------------------------------------------------------------------------

typedef struct FreeSlot FreeSlot;
struct FreeSlot {
   uint64_t start;
   FreeSlot* next; // given back before
};

// Zero: there is none.
static uint64_t take_free(Slots* s, uint64_t size_B, uint64_t align_B)
{
   FreeSlot* f = map_get(&s->free, size_B, align_B);
   if (!f) return 0;
   const uint64_t start = f->start;
   if (f->next)
      map_put(&s->free, size_B, align_B, f->next);
   else
      map_remove(&s->free, size_B, align_B);
   host_free(f);
   return start;
}

// False: there is not so much left.
static bool has_room(const Slots* s, uint64_t size_B, uint64_t align_B)
{
   return round_up(s->next, align_B) + size_B <= s->end;
}

// Zero: there is no room.
static uint64_t take_next(Slots* s, uint64_t size_B, uint64_t align_B)
{
   if (!has_room(s, size_B, align_B)) return 0;
   const uint64_t start = round_up(s->next, align_B);
   s->next = start + size_B;
   return start;
}

static void slots_give(Slots* s, uint64_t size_B, uint64_t align_B, uint64_t start)
{
   FreeSlot* f = host_alloc("layouts.slots", sizeof *f);
   *f = (FreeSlot){start, map_get(&s->free, size_B, align_B)};
   map_put(&s->free, size_B, align_B, f);
}

static void slots_free(Slots* s)
{
   for (size_t i = 0; i < s->free.capacity; i++)
      for (FreeSlot *f = s->free.entries[i].value, *next; f; f = next) {
         next = f->next;
         host_free(f);
      }
   map_clear(&s->free);
}

// --- threads --------------------------------------------------------------------------------

// Memory for the thread alone.
static Slots* slots_of_thread(LayoutHomes* p, uint32_t thread)
{
   Slots* s = map_get(&p->of_thread, thread, 0);
   if (s) return s;
   s = host_alloc("layouts.threads", sizeof *s);
   *s = (Slots){0};
   map_put(&p->of_thread, thread, 0, s);
   return s;
}

// The thread gets the next pieces, if there are any.
static void extend(LayoutHomes* p, Slots* s, uint64_t size_B, uint64_t align_B)
{
   size_B = round_up(size_B, GRAIN_B);
   const uint64_t start = take_next(&p->small, size_B, align_B > GRAIN_B ? align_B : GRAIN_B);
   if (!start) return;
   s->next = start;
   s->end = s->next + size_B;
   for (uint64_t at = s->next; at < s->end; at += GRAIN_B)
      map_put(&p->of_piece, at / GRAIN_B, 0, s);
}

// --- places ---------------------------------------------------------------------------------

void homes_init(LayoutHomes* p, uint32_t number)
{
   XG_ASSERT(number <= HOMES_MAX);
   const uint64_t large = LARGE_START + ((uint64_t)number << LARGE_SHIFT),
                  small = SMALL_START + ((uint64_t)number << SMALL_SHIFT);
   *p = (LayoutHomes){.large = {.next = large, .end = large + (1ULL << LARGE_SHIFT)},
                      .small = {.next = small, .end = small + (1ULL << SMALL_SHIFT)}};
}

void homes_free(LayoutHomes* p)
{
   slots_free(&p->large);
   slots_free(&p->small);
   for (HomeGroup *g = p->groups, *next; g; g = next) {
      next = g->next;
      host_free(g);
   }
   for (size_t i = 0; i < p->of_thread.capacity; i++) {
      Slots* s = p->of_thread.entries[i].value;
      if (!s) continue;
      slots_free(s);
      host_free(s);
   }
   map_clear(&p->of_thread);
   map_clear(&p->of_piece);
}

bool homes_leave(const Layout* l, const HousedObject* o)
{
   return layout_is_in_place(l, o->size_B) && !(l->by_thread && o->is_heap);
}

// The slot of an object, and where in it the object begins.
typedef struct {
   bool is_large;
   uint64_t size_B, align_B, shift_B;
} Need;

static Need need_in_pool(const Layout* l, uint64_t size_B)
{
   if (l->slot_B) return (Need){false, round_up(size_B, l->slot_B), 1, 0};
   uint64_t align_B = size_B & -size_B;
   if (align_B > COMPACT_ALIGN_MAX_B) align_B = COMPACT_ALIGN_MAX_B;
   return (Need){false, size_B, align_B, 0};
}

// The slot is the same wherever in a page the object begins.
static Need need_when_spread(const Layout* l, const HousedObject* o)
{
   const uint64_t shift_B = o->start % GRAIN_B;
   const uint64_t size_B = round_up(shift_B + PAGE_B + layout_size(l, o->size_B), GRAIN_B);
   return (Need){true, size_B, GRAIN_B, shift_B};
}

static Need need_of(const Layout* l, const HousedObject* o)
{
   if (l->spread_B) return need_when_spread(l, o);
   const uint64_t size_B = layout_size(l, o->size_B) + l->offset_B;
   if (l->home == HOME_POOL) return need_in_pool(l, size_B);
   if (o->is_heap && size_B < SMALL_MAX_B) {
      const uint64_t align_B = l->align_B > ALLOCATOR_B ? l->align_B : ALLOCATOR_B;
      return (Need){false, round_up(size_B + HEADER_B, ALLOCATOR_B), align_B, l->offset_B};
   }
   const uint64_t align_B = l->align_B > GRAIN_B ? l->align_B : GRAIN_B;
   uint64_t shift_B = o->start % GRAIN_B;
   if (l->align_B) shift_B = round_up(shift_B, l->align_B) % align_B;
   return (Need){true, round_up(shift_B + size_B, GRAIN_B), align_B, shift_B + l->offset_B};
}

// --- groups ---------------------------------------------------------------------------------

// Behind the bytes of the element that the object has.
static uint64_t end_in_group(const Layout* l)
{
   return l->offset_B + l->step[0].element_B;
}

static bool can_join(const HomeGroup* g, const Layout* l, uint64_t size_B)
{
   if (g->element_B != l->group_B || g->name != l->group_name || g->size_B != size_B
       || g->n == LAYOUT_FIELDS_MAX)
      return false;
   for (uint32_t i = 0; i < g->n; i++)
      if (g->at[i] < end_in_group(l) && l->offset_B < g->end[i]) return false;
   return true;
}

static HomeGroup* begin_group(LayoutHomes* p, const Layout* l, const HousedObject* o,
                              uint64_t size_B)
{
   const uint64_t shift_B = o->start % PAGE_B, slot_B = round_up(shift_B + size_B, GRAIN_B);
   uint64_t slot = take_free(&p->large, slot_B, GRAIN_B);
   if (!slot) slot = take_next(&p->large, slot_B, GRAIN_B);
   if (!slot) return NULL;
   HomeGroup* g = host_alloc("layouts.groups", sizeof *g);
   *g = (HomeGroup){.start = slot + shift_B,
                    .slot = slot,
                    .slot_B = slot_B,
                    .element_B = l->group_B,
                    .name = l->group_name,
                    .size_B = size_B};
   HomeGroup** last = &p->groups;
   while (*last) last = &(*last)->next;
   return *last = g;
}

static uint64_t join(LayoutHomes* p, const Layout* l, const HousedObject* o)
{
   const uint64_t size_B = layout_size(l, o->size_B);
   HomeGroup* g = p->groups;
   while (g && !can_join(g, l, size_B)) g = g->next;
   if (!g) g = begin_group(p, l, o, size_B);
   if (!g) return 0;
   g->end[g->n] = end_in_group(l);
   g->at[g->n++] = l->offset_B;
   return g->start + l->offset_B;
}

static void leave(LayoutHomes* p, const Layout* l, uint64_t start)
{
   HomeGroup** at = &p->groups;
   while ((*at)->start != start - l->offset_B) at = &(*at)->next;
   HomeGroup* g = *at;
   uint32_t i = 0;
   while (g->at[i] != l->offset_B) i++;
   g->n--;
   g->at[i] = g->at[g->n];
   g->end[i] = g->end[g->n];
   if (g->n) return;
   slots_give(&p->large, g->slot_B, GRAIN_B, g->slot);
   *at = g->next;
   host_free(g);
}

uint64_t homes_take(LayoutHomes* p, const Layout* l, const HousedObject* o)
{
   if (l->group_B) return join(p, l, o);
   const Need n = need_of(l, o);
   const uint64_t spread_B = l->spread_B ? l->spread_B * p->n_spread++ % PAGE_B : 0;
   Slots* s = n.is_large ? &p->large : l->by_thread ? slots_of_thread(p, o->thread) : &p->small;
   uint64_t start = take_free(s, n.size_B, n.align_B);
   if (!start) {
      if (l->by_thread && !n.is_large && !has_room(s, n.size_B, n.align_B))
         extend(p, s, n.size_B, n.align_B);
      start = take_next(s, n.size_B, n.align_B);
      if (!start) return 0;
   }
   return start + n.shift_B + spread_B;
}

void homes_give(LayoutHomes* p, const Layout* l, const HousedObject* o, uint64_t start)
{
   if (l->group_B) {
      leave(p, l, start);
      return;
   }
   const Need n = need_of(l, o);
   const uint64_t spread_B = l->spread_B ? (start - n.shift_B) % PAGE_B : 0;
   start -= n.shift_B + spread_B;
   Slots* s = n.is_large     ? &p->large
              : l->by_thread ? map_get(&p->of_piece, start / GRAIN_B, 0)
                             : &p->small;
   slots_give(s, n.size_B, n.align_B, start);
}
