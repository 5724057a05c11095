// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parts of an access that fast and slow paths have in common.
//
//    serve_data(sim, site, address, served);     // the caches have answered
#ifndef XG_ENGINE_ACCESS_INL_H
#define XG_ENGINE_ACCESS_INL_H

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/foresight_inl.h"
#include "engine/translate.h"

// Charges a data access.
XG_INLINE void serve_data(Simulation* sim, Site* site, uint64_t address, Served served)
{
   charge_data(sim, site, address, served);
   if (served.by != AT_L1) foresee(sim, site, address, served.by);
}

// The time of the access.
XG_INLINE uint64_t time_of(const Simulation* sim, const Site* site)
{
   return sim == PROGRAM ? translate_time(site) : sim->beside.now;
}

XG_INLINE void data_slow(Simulation* sim, Site* site, uint64_t address)
{
   if (sim == PROGRAM)
      access_data_slow(site, address);
   else
      access_data_slow_beside(sim, site, address);
}

#endif
