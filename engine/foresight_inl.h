// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foresight: an instruction whose misses are at equal distances will go on like that, so the host is asked for
// what its next misses need (cachesim/foresight_inl.h).  An instruction that jumps about would only be
// slowed down.
//
//    foresee(site, address);   // the access has missed D1, and has been served
#ifndef XG_ENGINE_FORESIGHT_INL_H
#define XG_ENGINE_FORESIGHT_INL_H

#include "cachesim/foresight_inl.h"
#include "engine/engine.h"

// Notes a miss; returns its distance in bytes from the site's last one if that was as far from its own, else 0.
XG_INLINE uint64_t foresight_distance(Site* site, uint64_t address)
{
   uint32_t distance = (uint32_t)address - site->missed;
   bool again = distance == site->miss_distance;
   site->missed = (uint32_t)address;
   site->miss_distance = distance;
   return again ? (uint64_t)(int32_t)distance : 0;
}

XG_INLINE void foresee(Site* site, uint64_t address)
{
   uint64_t distance = foresight_distance(site, address);
   if (distance) hierarchy_foresee(&engine.caches, address, distance);
}

#endif
