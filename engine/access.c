// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses and branches that generated code cannot settle by itself; see engine.h.
#include "cachesim/hierarchy_inl.h"
#include "engine/charge_inl.h"

static __attribute__((noinline)) void data_in_general(const Site* site, uint64_t address,
                                                      LruTouch* touch)
{
   Hierarchy* h = &engine.caches;
   if (h->simple && site->size_B <= h->d1.geometry.line_B)
      charge_data(site, hierarchy_data_pair_simple(h, address, site->size_B, touch));
   else
      charge_data(site, hierarchy_data(h, address, site->size_B, site->is_write));
}

static __attribute__((noinline)) void data_missed(const Site* site, uint64_t address,
                                                  LruTouch* touch)
{
   charge_data(site, touch_ll_simple(&engine.caches, address, touch));
}

XG_INLINE void data(const Site* site, uint64_t address, LruTouch* touch)
{
   Hierarchy* h = &engine.caches;
   if (XG_UNLIKELY(!hierarchy_is_simple(h, address, site->size_B)))
      data_in_general(site, address, touch);
   else if (XG_UNLIKELY(!hierarchy_data_simple(h, address, touch)))
      data_missed(site, address, touch);
}

void engine_data(Site* site, uint64_t address)
{
   data(site, address, lru_touch);
}

__attribute__((target("avx2"))) void engine_data_avx2(Site* site, uint64_t address)
{
   data(site, address, lru_touch_avx2);
}

void engine_data_guarded(Site* site, uint64_t address)
{
   miss_counters_of(site)[ACCESSES]++;
   xg_current.total[site->is_write ? EV_DW : EV_DR]++;
   engine_data(site, address);
}

void engine_fetch(Site* site, uint64_t address)
{
   charge_fetch(site, hierarchy_fetch(&engine.caches, address, site->size_B));
}

XG_INLINE void fetch_missed(const Site* site, CodeLine* first, uint64_t address,
                            LruTouch* touch)
{
   Hierarchy* h = &engine.caches;
   charge_fetch(site, h->simple
                         ? hierarchy_fetch_missed_simple(h, first, address, site->size_B, touch)
                         : hierarchy_fetch_missed(h, first, address, site->size_B));
}

void engine_fetch_missed(Site* site, CodeLine* first, uint64_t address)
{
   fetch_missed(site, first, address, lru_touch);
}

__attribute__((target("avx2"))) void engine_fetch_missed_avx2(Site* site, CodeLine* first,
                                                              uint64_t address)
{
   fetch_missed(site, first, address, lru_touch_avx2);
}

void engine_branch(Site* site, uint64_t taken)
{
   xg_current.total[EV_BC]++;
   if (!branch_conditional(&engine.branches, callgraph_site_address(site), taken)) return;
   miss_counters_of(site)[MISSES_L1]++;
   xg_current.total[EV_BCM]++;
}

void engine_indirect(Site* site, uint64_t target)
{
   xg_current.total[EV_BI]++;
   if (!branch_indirect(&engine.branches, callgraph_site_address(site), target)) return;
   miss_counters_of(site)[MISSES_L1]++;
   xg_current.total[EV_BIM]++;
}
