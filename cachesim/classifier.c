// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of misses; see classifier.h.
#include "cachesim/classifier.h"

void classifier_init(Classifier* c, ClassLevel level, const Cache* cache, LineTable* lines,
                     uint32_t core)
{
   *c = (Classifier){.level = level,
                     .core = core,
                     .cache = cache,
                     .by_time = cache->hot != NULL,
                     .lines = lines,
                     .counted = lines,
                     .counted_B = cache->geometry.line_B,
                     .owns_sets = true,
                     .missed = NOT_MISSED};
   uint64_t n = cache->sets * cache->ways;
   if (c->by_time)
      timed_shadow_init(&c->timed, n);
   else
      shadow_cache_init(&c->shadow, n);
   c->sets = host_map_zeroed(cache->sets * sizeof *c->sets);
}

void classifier_count_in(Classifier* c, LineTable* counted, uint32_t line_B)
{
   c->counted = counted;
   c->counted_B = line_B;
}

static void free_sets(Classifier* c)
{
   if (c->owns_sets) host_unmap(c->sets, c->cache->sets * sizeof *c->sets);
}

void classifier_free(Classifier* c)
{
   if (!c->cache) return;
   timed_shadow_free(&c->timed);
   shadow_cache_free(&c->shadow);
   free_sets(c);
   *c = (Classifier){0};
}

void classifier_share(Classifier* c, Classifier* other)
{
   XG_ASSERT(c->cache->sets == other->cache->sets);
   free_sets(c);
   c->sets = other->sets;
   c->owns_sets = false;
}

void classifier_clear(Classifier* c)
{
   if (c->by_time)
      timed_shadow_clear(&c->timed);
   else
      shadow_cache_clear(&c->shadow);
}

// --- requests -----------------------------------------------------------------------------

// The shadow cache sees the line; whether it had it.
static bool touch(Classifier* c, uint64_t line)
{
   if (!c->by_time) return shadow_cache_touch(&c->shadow, line);
   return timed_shadow_touch(&c->timed, line, c->time++, cache_hot_slot(c->cache, line));
}

static MissClass class_of(const Classifier* c, uint64_t line, bool seen, bool in_reference)
{
   MissClass shared =
      XG_UNLIKELY(c->sharing != NULL) ? c->sharing(c->sharing_state, line) : NOT_MISSED;
   if (shared != NOT_MISSED) return shared;
   if (!seen) return MISS_COLD;
   return in_reference ? MISS_CONFLICT : MISS_CAPACITY;
}

void classifier_reference(Classifier* c, uint64_t line, bool hit)
{
   bool in_reference = touch(c, line), first_miss = !hit && c->missed == NOT_MISSED;
   // What the shadow cache has was seen.
   if (in_reference && !first_miss) return;
   LineRecord* r = line_table_get(c->lines, line);
   bool seen = line_table_see(c->lines, r, c->level, c->core);
   if (!first_miss) return;
   c->missed = class_of(c, line, seen, in_reference);
   c->missed_line = line;
   c->missed_record = r;
}

void classifier_invalidate(Classifier* c, uint64_t line)
{
   XG_ASSERT(!c->by_time);
   shadow_cache_remove(&c->shadow, line);
}

// --- counts -------------------------------------------------------------------------------

MissClass classifier_count(Classifier* c, uint32_t object)
{
   XG_CHECK(c->missed != NOT_MISSED);
   c->sets[cache_set(c->cache, c->missed_line)][c->missed]++;
   LineRecord* r = c->missed_record;
   if (c->counted != c->lines)
      r = line_table_get(c->counted, c->missed_line & -(uint64_t)c->counted_B);
   if (object) r->object = object;
   line_table_count(c->counted, r, c->level, c->missed);
   return c->missed;
}

void classifier_zero(Classifier* c)
{
   host_memset(c->sets, 0, c->cache->sets * sizeof *c->sets);
}

void classifier_check(const Classifier* c)
{
   const Cache* cache = c->cache;
   if (c->by_time)
      timed_shadow_check(&c->timed, cache->hot, cache->sets);
   else
      shadow_cache_check(&c->shadow);
}
