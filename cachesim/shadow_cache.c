// SPDX-License-Identifier: GPL-3.0-or-later
// A fully associative LRU cache; see shadow_cache.h.
#include "cachesim/shadow_cache.h"

static void empty(ShadowCache* c)
{
   c->newest = c->oldest = c->unused = NO_ENTRY;
   c->n_used = c->n_touched = 0;
}

void shadow_cache_init(ShadowCache* c, uint64_t n)
{
   *c = (ShadowCache){.n = n};
   line_index_init(&c->index, n);
   c->links = host_map_zeroed(n * sizeof *c->links);
   empty(c);
}

void shadow_cache_free(ShadowCache* c)
{
   line_index_free(&c->index);
   if (c->n) host_unmap(c->links, c->n * sizeof *c->links);
   *c = (ShadowCache){0};
}

void shadow_cache_clear(ShadowCache* c)
{
   if (!c->n_used) return;
   line_index_clear(&c->index);
   empty(c);
}

static void unlink_entry(ShadowCache* c, uint32_t e)
{
   ReferenceLinks l = c->links[e];
   if (l.newer == NO_ENTRY)
      c->newest = l.older;
   else
      c->links[l.newer].older = l.older;
   if (l.older == NO_ENTRY)
      c->oldest = l.newer;
   else
      c->links[l.older].newer = l.newer;
}

static void link_newest(ShadowCache* c, uint32_t e)
{
   c->links[e] = (ReferenceLinks){.newer = NO_ENTRY, .older = c->newest};
   if (c->newest == NO_ENTRY)
      c->oldest = e;
   else
      c->links[c->newest].newer = e;
   c->newest = e;
}

// An entry for another line.
static uint32_t take_entry(ShadowCache* c)
{
   uint32_t e = c->unused;
   if (e != NO_ENTRY) {
      c->unused = c->links[e].older;
      c->n_used++;
      return e;
   }
   if (c->n_touched < c->n) {
      c->n_used++;
      return (uint32_t)c->n_touched++;
   }
   e = c->oldest;
   unlink_entry(c, e);
   line_index_remove(&c->index, e);
   if (c->oldest != NO_ENTRY) shadow_cache_prefetch_start(c, c->index.lines[c->oldest].line);
   return e;
}

bool shadow_cache_touch(ShadowCache* c, uint64_t line)
{
   uint32_t e = line_index_find(&c->index, line);
   bool hit = e != NO_ENTRY;
   if (hit && e == c->newest) return true;
   if (hit) {
      unlink_entry(c, e);
   } else {
      e = take_entry(c);
      line_index_put(&c->index, e, line);
   }
   link_newest(c, e);
   return hit;
}

void shadow_cache_remove(ShadowCache* c, uint64_t line)
{
   uint32_t e = line_index_find(&c->index, line);
   if (e == NO_ENTRY) return;
   unlink_entry(c, e);
   line_index_remove(&c->index, e);
   c->links[e].older = c->unused;
   c->unused = e;
   c->n_used--;
}

void shadow_cache_check(const ShadowCache* c)
{
   uint64_t used = 0, unused = 0;
   uint32_t newer = NO_ENTRY;
   for (uint32_t e = c->newest; e != NO_ENTRY; e = c->links[e].older) {
      XG_ASSERT(used < c->n && c->links[e].newer == newer);
      XG_ASSERT(line_index_find(&c->index, c->index.lines[e].line) == e);
      newer = e;
      used++;
   }
   XG_ASSERT(c->oldest == newer && used == c->n_used);
   for (uint32_t e = c->unused; e != NO_ENTRY; e = c->links[e].older) {
      XG_ASSERT(e < c->n_touched && unused < c->n);
      unused++;
   }
   XG_ASSERT(used + unused == c->n_touched && c->n_touched <= c->n);
   XG_ASSERT(line_index_count(&c->index) == used); // hence no line is in two entries
}
