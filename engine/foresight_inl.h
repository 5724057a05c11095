// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foresight: an instruction whose misses are at equal distances will go on like that, so the host is asked for
// what its next misses need (cachesim/foresight_inl.h).  An instruction that jumps about would only be
// slowed down.
//
//    foresee(sim, site, address, by);   // the access has missed D1, and has been served
#ifndef XG_ENGINE_FORESIGHT_INL_H
#define XG_ENGINE_FORESIGHT_INL_H

#include "cachesim/foresight_inl.h"
#include "engine/engine.h"

// Notes a miss; returns its distance in bytes from the site's last one if that was as far from its own, else 0.
XG_INLINE uint64_t foresight_distance(uint32_t* missed, uint32_t* miss_distance,
                                      uint64_t address)
{
   uint32_t distance = (uint32_t)address - *missed;
   bool again = distance == *miss_distance;
   *missed = (uint32_t)address;
   *miss_distance = distance;
   return again ? (uint64_t)(int32_t)distance : 0;
}

XG_INLINE void foresee(Simulation* sim, Site* site, uint64_t address, ServedBy by)
{
   uint64_t distance;
   if (sim == PROGRAM) {
      distance = foresight_distance(&site->missed, &site->miss_distance, address);
   } else {
      LastRangeThere* there = object_costs_there(site, sim->number);
      distance = foresight_distance(&there->missed, &there->miss_distance, address);
   }
   if (distance) hierarchy_foresee(&sim->caches, address, distance, by);
}

#endif
