// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses and fetches as generated code and the engine make them: a hit on a hot line asks nobody.
//
//    Served s = generated_data(&h, &request, h.config.line_use ? &changes : NULL);
//    s = generated_fetch(&h, &request, space);
#ifndef XG_TESTS_UNIT_GENERATED_CODE_H
#define XG_TESTS_UNIT_GENERATED_CODE_H

#include "cachesim/hierarchy.h"

// Whether generated code handles a data access by itself.
static inline bool generated_is_hot(const Hierarchy* h, const Request* r)
{
   if (!h->d1.hot || (r->write && h->config.write_back)) return false;
   uint64_t offset_B = r->address - cache_hot_slot(&h->d1, r->address)->line;
   return offset_B <= h->d1.geometry.line_B - r->size_B;
}

static inline Served generated_data(Hierarchy* h, const Request* r, LineChanges* space)
{
   Served s = generated_is_hot(h, r) ? (Served){AT_L1} : hierarchy_data(h, r, space);
   hierarchy_count_hot(h, r->address, r->size_B);
   return s;
}

static inline bool generated_is_hot_fetch(const Hierarchy* h, const Request* r)
{
   if (!h->i1_hot) return false;
   uint64_t offset_B = r->address - cache_hot_slot(&h->asked_i1, r->address)->line;
   return offset_B <= h->asked_i1.geometry.line_B - r->size_B;
}

static inline Served generated_fetch(Hierarchy* h, const Request* r, LineChanges* space)
{
   if (!generated_is_hot_fetch(h, r)) return hierarchy_fetch(h, r, space);
   if (space) cache_count_hot(&h->asked_i1, r->address, r->size_B);
   return (Served){AT_L1};
}

#endif
