// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects; see objects.h.
#include "memobj/objects.h"

typedef struct CallStack CallStack;
struct CallStack {
   MemObject* object;
   CallStack* next; // of the same hash value
   uint32_t n;
   uint64_t calls[];
};

void objects_init(ObjectSet* s)
{
   *s = (ObjectSet){.arena = {.what = "memobj.objects"}, .map.arena.what = "memobj.ranges"};
   s->unknown = objects_new(s, OBJECT_UNKNOWN, "unknown", NULL);
   s->code = objects_new(s, OBJECT_CODE, "code", NULL);
}

MemObject* objects_new(ObjectSet* s, ObjectKind kind, const char* name, const char* module)
{
   MemObject* o = arena_alloc(&s->arena, sizeof *o);
   *o = (MemObject){.kind = kind,
                    .number = s->n_objects++,
                    .name = name ? arena_strdup(&s->arena, name) : NULL,
                    .module = module ? arena_strdup(&s->arena, module) : NULL};
   if (s->last)
      s->last->next = o;
   else
      s->first = o;
   return s->last = o;
}

// --- by call stack --------------------------------------------------------------------------

static uint64_t hash_of(ObjectKind kind, const uint64_t* calls, uint32_t n)
{
   uint64_t h = 14695981039346656037ULL ^ (uint64_t)kind;
   for (uint32_t i = 0; i < n; i++) h = (h ^ calls[i]) * 1099511628211ULL;
   return h | 1;
}

static bool same_calls(const CallStack* c, const uint64_t* calls, uint32_t n)
{
   if (c->n != n) return false;
   for (uint32_t i = 0; i < n; i++)
      if (c->calls[i] != calls[i]) return false;
   return true;
}

MemObject* objects_by_stack(ObjectSet* s, ObjectKind kind, const uint64_t* calls, uint32_t n,
                            bool* is_new)
{
   uint64_t hash = hash_of(kind, calls, n);
   CallStack* first = map_get(&s->by_stack, hash, 0);
   *is_new = false;
   for (CallStack* c = first; c; c = c->next)
      if (c->object->kind == kind && same_calls(c, calls, n)
          && !(s->is_outdated && s->is_outdated(c->object, calls, n)))
         return c->object;
   *is_new = true;
   CallStack* c = arena_alloc(&s->arena, sizeof *c + n * sizeof calls[0]);
   *c = (CallStack){.object = objects_new(s, kind, NULL, NULL), .next = first, .n = n};
   host_memcpy(c->calls, calls, n * sizeof calls[0]);
   map_put(&s->by_stack, hash, 0, c);
   return c->object;
}

// --- ranges ---------------------------------------------------------------------------------

static MemRange* begin(const ObjectSet* s, MemRange* r, uint64_t now)
{
   if (s->begun) s->begun(r, now);
   return r;
}

static void end(ObjectSet* s, MemRange* r, uint64_t now)
{
   if (s->ends) s->ends(r, now);
   range_map_remove(&s->map, r);
}

static void count_in(MemObject* o, uint64_t size_B, uint64_t now)
{
   if (o->count++ == 0) o->born = now;
   o->n_live++;
   o->total_B += size_B;
   o->live_B += size_B;
   if (o->live_B > o->most_B) o->most_B = o->live_B;
}

static void count_out(MemObject* o, uint64_t size_B, uint64_t now)
{
   o->n_live--;
   o->live_B -= size_B;
   if (!o->n_live) o->died = now;
}

// Frees all ranges that overlap this memory, those of a page together: finding the next page in a
// large piece of memory takes a while.
static void free_in(ObjectSet* s, uint64_t start, uint64_t size_B, uint64_t now)
{
   MemRange* r = range_map_overlapping(&s->map, start, size_B);
   while (r) {
      uint64_t from = r->start > start ? r->start : start;
      uint64_t left_B = start + size_B - from;
      uint64_t of_page_B = (1ULL << PAGE_SHIFT) - (from & ((1ULL << PAGE_SHIFT) - 1));
      objects_free(s, r, now);
      r = range_map_overlapping(&s->map, from, left_B < of_page_B ? left_B : of_page_B);
      if (!r) r = range_map_overlapping(&s->map, start, size_B);
   }
}

// A range is put here: sites must forget the mappings here; there may be
// several.
static void cut_mappings(ObjectSet* s, uint64_t start, uint64_t size_B)
{
   const uint64_t end = start + size_B;
   MemRange* m;
   for (; start < end && (m = range_map_mapping(&s->map, start, end - start));
        start = m->start + m->size_B)
      range_cut(m);
}

MemRange* objects_allocate(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B,
                           uint64_t now)
{
   free_in(s, start, size_B, now);
   cut_mappings(s, start, size_B);
   count_in(o, size_B, now);
   return begin(s, range_map_add(&s->map, start, size_B, o), now);
}

void objects_free(ObjectSet* s, MemRange* r, uint64_t now)
{
   count_out(r->object, r->size_B, now);
   end(s, r, now);
}

void objects_put_back(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B)
{
   objects_allocate(s, o, start, size_B, o->born);
   o->count--;
   o->total_B -= size_B;
}

// --- mappings -------------------------------------------------------------------------------

MemRange* objects_map(ObjectSet* s, MemObject* o, uint64_t start, uint64_t size_B, uint64_t now)
{
   objects_unmap(s, start, size_B, now);
   count_in(o, size_B, now);
   return begin(s, range_map_add_mapping(&s->map, start, size_B, o), now);
}

// What is left of a mapping that has lost a part.
static void keep(ObjectSet* s, const MemRange* old, uint64_t from, uint64_t to, uint64_t now)
{
   if (from >= to) return;
   old->object->n_live++;
   MemRange* r = range_map_add_mapping(&s->map, from, to - from, old->object);
   if (old->is_cut) range_cut(r);
   begin(s, r, now);
}

void objects_unmap(ObjectSet* s, uint64_t start, uint64_t size_B, uint64_t now)
{
   free_in(s, start, size_B, now);
   uint64_t last = start + size_B;
   for (MemRange* r; (r = range_map_mapping(&s->map, start, size_B));) {
      MemRange old = *r;
      uint64_t old_end = old.start + old.size_B;
      uint64_t from = old.start > start ? old.start : start;
      uint64_t to = old_end < last ? old_end : last;
      end(s, r, now);
      keep(s, &old, old.start, from, now);
      keep(s, &old, to, old_end, now);
      count_out(old.object, to - from, now);
   }
   if (XG_DEBUG_CHECKS) objects_check(s);
}

void objects_move(ObjectSet* s, uint64_t from, uint64_t to, uint64_t size_B, uint64_t now)
{
   const uint64_t end = from + size_B;
   for (uint64_t at = from; at < end;) {
      const MemRange* r = range_map_mapping(&s->map, at, end - at);
      if (!r) return;
      const uint64_t r_end = r->start + r->size_B;
      if (r->start > at) at = r->start;
      const uint64_t next = r_end < end ? r_end : end;
      objects_map(s, r->object, to + (at - from), next - at, now);
      at = next;
   }
   if (XG_DEBUG_CHECKS) objects_check(s);
}

// --- invariants -----------------------------------------------------------------------------

void objects_check(const ObjectSet* s)
{
   uint64_t live = 0, ranges = s->map.n_ranges + s->map.mappings.n;
   uint32_t n = 0;
   for (const MemObject* o = s->first; o; o = o->next) {
      XG_ASSERT(o->number == n++ && o->n_live <= o->live_B);
      live += o->n_live;
   }
   XG_ASSERT(n == s->n_objects && live == ranges);
   range_map_check(&s->map);
}
