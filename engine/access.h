// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accesses to memory and branches that generated code cannot handle by itself: simulates them and
// charges what they cost to their site.
//
// Contract: generated code calls access_data_*() for each data access that is not within the hot
// line of its set, and counts executions itself; access_fetch_missed_*() when a code line is
// absent. With line use it counts the use of hot lines and code lines, too.  `site` is of a block
// whose cost centre is that of the current context.  Variants by name: line_use: with line use;
// avx2: for processors with AVX2.  Functions without variants are for all configurations; so are
// those of memory objects, in object_costs.h.  tlb: with a TLB of data, which is asked first;
// classes: with miss classes.
//
//    access_data_line_use(site, address);   // when the line is not the hot one of its set
//    hierarchy_count_hot(&PROGRAM->caches, address, site->size_B);
#ifndef XG_ENGINE_ACCESS_H
#define XG_ENGINE_ACCESS_H

#include "engine/engine.h"

// A data access.
void access_data(Site* site, uint64_t address);
void access_data_avx2(Site* site, uint64_t address);
void access_data_line_use(Site* site, uint64_t address);
void access_data_line_use_avx2(Site* site, uint64_t address);
void access_data_tlb(Site* site, uint64_t address);
void access_data_tlb_avx2(Site* site, uint64_t address);
void access_data_tlb_line_use(Site* site, uint64_t address);
void access_data_tlb_line_use_avx2(Site* site, uint64_t address);
void access_data_classes(Site* site, uint64_t address);
void access_data_classes_avx2(Site* site, uint64_t address);
void access_data_classes_line_use(Site* site, uint64_t address);
void access_data_classes_line_use_avx2(Site* site, uint64_t address);
// Any data access, whatever the caches are.
void access_data_slow(Site* site, uint64_t address);
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
void access_fetch_missed(Site* site, CodeLine* first);
void access_fetch_missed_avx2(Site* site, CodeLine* first);
void access_fetch_missed_line_use(Site* site, CodeLine* first);
void access_fetch_missed_line_use_avx2(Site* site, CodeLine* first);

// Branches: prediction, and whether it was wrong.
void access_branch(Site* site, uint64_t taken);
void access_indirect(Site* site, uint64_t target);

// The variants of a configuration.
typedef void AccessData(Site* site, uint64_t address);
typedef void AccessBeside(Simulation* sim, Site* site, uint64_t address);
typedef void AccessFetchMissed(Site* site, CodeLine* first);
AccessData* access_choose_data(bool line_use, bool avx2, bool tlb);
AccessBeside* access_choose_beside(bool line_use, bool avx2);
AccessFetchMissed* access_choose_fetch_missed(bool line_use, bool avx2);

#endif
