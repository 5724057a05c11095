// SPDX-License-Identifier: GPL-3.0-or-later
//
// The most frequent data access with several cores, to be inlined: to a line in D1 that other cores have nothing to do
// with, which is a read, or a write to a line that only this core has.
//
// Contract: makes such an access as cores_data() would; false: it is another one, and nothing has happened.
//
//    if (cores_data_hit(h, &request)) return (Served){AT_L1};
#ifndef XG_CACHESIM_CORES_INL_H
#define XG_CACHESIM_CORES_INL_H

#include "cachesim/hierarchy_inl.h"
#include "cachesim/place_inl.h"

// The line that its set has used last is hit: no order changes.
XG_INLINE bool cores_hits_first(const Cache* c, const Request* r)
{
   const uint64_t number = r->address >> c->line_shift,
                  base = cache_set(c, r->address) * c->ways;
   return (c->tags[base] & ~WAY_MASK) == cache_key(number) && place_in_order_of_use(c)
          && !c->classifier;
}

// A hit on the line.
XG_INLINE bool cores_hits(Hierarchy* h, const Request* r)
{
   Cache* c = &h->d1;
   if (!hierarchy_in_one_line(h, r->address, r->size_B)) return false;
   if (XG_UNLIKELY(!cores_hits_first(c, r))) return cache_plain_hit(c, r);
   if (!c->lines) return true;
   const uint64_t base = cache_set(c, r->address) * c->ways;
   cache_count(c, base + (c->tags[base] & WAY_MASK), r->address & (c->geometry.line_B - 1),
               r->size_B);
   return true;
}

XG_INLINE bool cores_data_hit(Hierarchy* h, const Request* r)
{
   Coherence* c = &h->cores.coherence;
   const uint32_t core = h->cores.running;
   DirectoryLine* d = r->write ? coherence_line(c, cache_line(&h->d1, r->address)) : NULL;
   // Cores that have lost the line are told which bytes are written.
   if (d && (d->exclusive != core || d->lost)) return false;
   if (!cores_hits(h, r)) return false;
   c->n_now = 0;
   // It is the core's own already, or, if it has only been read so far, becomes so.
   if (d && !d->modified) coherence_note_write(c, d, core, NULL, true);
   return true;
}

#endif
