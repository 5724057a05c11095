// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses to memory and branches that generated code cannot handle by itself: simulates them and
// charges what they cost to their site.
//
// Contract: generated code calls what access_choose_data() returns for each data access that is not within the hot
// line of its set, and counts executions itself; what access_choose_fetch_missed() returns when a code line is
// absent.  With line use it counts the use of hot lines and code lines, too.  `site` is of a block
// whose cost centre is that of the current context.  All other functions are for all configurations.
//
//    AccessData* data = access_choose_data(tlb);
//    data(site, address);                   // when the line is not the hot one of its set
//    hierarchy_count_hot(&PROGRAM->caches, address, site->size_B);
#ifndef XG_ENGINE_ACCESS_H
#define XG_ENGINE_ACCESS_H

#include "cachesim/hierarchy_inl.h"
#include "engine/engine.h"

// Any data access, whatever the caches are.
void access_data_slow(Site* site, uint64_t address);
// ... in a simulation beside the program.
void access_data_slow_beside(Simulation* sim, Site* site, uint64_t address);
// Any data access with a TLB of data.
void access_data_tlb_slow(Site* site, uint64_t address);
// A data access under a condition that holds (LoadG, StoreG); its execution and its line use are
// counted here.
void access_data_guarded(Site* site, uint64_t address);

// The parts of it: whether generated code need not ask, as the access is to the hot line of its set; what it
// notes behind each access; both, if it is; and the count.
bool access_is_hot(const Site* site, uint64_t address);
void access_note(const Site* site, uint64_t address);
bool access_take_hot(const Site* site, uint64_t address);
void access_count_guarded(const Site* site);

// The hot slot of the set, if the access is to its line and generated code need not ask; else NULL.
XG_INLINE HotSlot* access_hot_slot(const Hierarchy* h, const Site* site, uint64_t address)
{
   const Cache* d1 = &h->d1;
   const uint64_t line_B = d1->geometry.line_B;
   if (!d1->hot || site->size_B > line_B) return NULL;
   HotSlot* slot = &d1->hot[address >> d1->line_shift & d1->set_mask];
   if (address - slot->line > line_B - site->size_B) return NULL;
   return site->is_write && engine.config.caches.write_back ? NULL : slot;
}

// In a simulation beside the program (beside.h): takes an access to the hot line, at sim->beside.now.
XG_INLINE bool access_take_hot_beside(Simulation* sim, const Site* site, uint64_t address)
{
   HotSlot* slot = access_hot_slot(&sim->caches, site, address);
   if (!slot) return false;
   slot->used = sim->beside.now;
   if (!engine.config.line_use) return true;
   slot->count++;
   slot->mask |= line_use_bits(address & (sim->caches.d1.geometry.line_B - 1), site->size_B);
   return true;
}
// ... and notes any other one.
void access_note_beside(Simulation* sim, const Site* site, uint64_t address);
// ... a fetch.  first: its line, after generated code has found that I1 may have missed it; the caller counts its use.
// NULL: any fetch, whose use is counted here.
void access_fetch_beside(Simulation* sim, const Site* site, CodeLine* first);

// The part of a data access that lies in these bytes; of one core, without miss classes and timeline.
void access_data_part(Site* site, uint64_t address, uint32_t size_B);
// The changes of an access that begins, empty; NULL without line use.
LineChanges* access_changes(const Site* site);

// An instruction fetch, whose line use is counted here.  Generated code passes no address: the
// site's instruction has one.
void access_fetch(Site* site);
// An instruction fetch from an address that is made up.
void access_fetch_at(const Site* site, uint64_t address);
// An instruction fetch after generated code has found that `first` or the line after it is absent:
// see hierarchy_fetch_missed().
void access_fetch_missed_slow(const Site* site, CodeLine* first);
// With line use and an exclusive LL: lines were loaded below L1.  LL's record is that of the line in L2, and what it has
// evicted is another line.
void access_loaded_exclusive(Simulation* sim, const Site* site, const FastBelow* b,
                             const CostTarget* target);

// Branches: prediction, and whether it was wrong.
void access_branch(Site* site, uint64_t taken);
void access_indirect(Site* site, uint64_t target);

typedef void AccessData(Site* site, uint64_t address);
typedef void AccessBeside(Simulation* sim, Site* site, uint64_t address);
typedef void AccessFetchMissed(Site* site, CodeLine* first);

// The caches of a program: with LRU alone; so, with miss classes; with policies, and with classes or without.
typedef enum { ACCESS_LRU, ACCESS_CLASSES, ACCESS_POLICIES, ACCESS_CACHES } AccessCaches;
// What there is for a processor (access_fast_inl.h).
typedef struct {
   AccessData* data[ACCESS_CACHES][2][2]; // by TLB of data, line use
   AccessFetchMissed* fetch_missed[2];    // by line use
   AccessBeside* beside[2][2];            // by miss classes, line use
} AccessVariants;
extern const AccessVariants access_portable, access_avx2;

// Those of the configuration.  tlb: it has a TLB of data, which is asked first.
AccessData* access_choose_data(bool tlb);
AccessBeside* access_choose_beside(void);
AccessFetchMissed* access_choose_fetch_missed(void);

#endif
