// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data by memory object (EVOP thesis, section 3.1): which accesses, misses and lines are whose.
//
// An account has the costs of one object at one site.  Generated code knows, for each site, the
// view of the block that it accessed last; a helper looks up the block of any other address.
// Accesses are not counted one by one: when a site turns to another account, the old one gets as
// many as the site's segment has been executed since it was turned to.
//
// Accesses are the object's that holds the first byte.  A line is the object's whose access loaded
// it.  Lines loaded by instruction fetches are the object "code"'s.
#ifndef XG_ENGINE_OBJECT_COSTS_H
#define XG_ENGINE_OBJECT_COSTS_H

#include "callgraph/model.h"
#include "cachesim/code_cache.h"
#include "engine/sampling.h"
#include "memobj/objects.h"

// What is counted by object, in the order of xgrind.data.
typedef enum {
   OBJ_DR,
   OBJ_DW,
   OBJ_D1MR,
   OBJ_D1MW,
   OBJ_DLMR,
   OBJ_DLMW,
   OBJ_ACCOST1,
   OBJ_SPLOSS1,
   OBJ_ACCOST2,
   OBJ_SPLOSS2,
   OBJ_LINES1, // loaded into L1
   OBJ_LINES2, // loaded into the last level
   OBJ_EVENTS
} ObjectEvent;

// Events of writes follow those of reads.
_Static_assert(OBJ_DW == OBJ_DR + 1 && OBJ_D1MW == OBJ_D1MR + 1 && OBJ_DLMW == OBJ_DLMR + 1,
               "object_event()");
XG_INLINE ObjectEvent object_event(ObjectEvent of_reads, bool is_write)
{
   return of_reads + (ObjectEvent)is_write;
}

typedef struct ObjectCosts ObjectCosts;
struct ObjectCosts {
   uint64_t cost[OBJ_EVENTS];
   MemObject* object;
   const Site* site;
   uint32_t number;   // 0: nobody's
   ObjectCosts* next; // of the object
};

// What a site accessed last: while `address - start < size_B`, it is still that.
typedef struct LastRange LastRange;
struct LastRange {
   RangeWatcher watcher; // size_B 0: each access is looked up; UINT64_MAX: none is
   ObjectCosts* costs;
   uint64_t since; // runs of the segment when the account was turned to
};

// The last_ranges of a block of code.
typedef struct LastRanges LastRanges;
struct LastRanges {
   Block* block;
   LastRanges* next;  // of all blocks
   uint64_t* runs;    // executions of each segment, counted by generated code
   bool off;          // collection is off: all is nobody's
   LastRange range[]; // by site
};

typedef struct {
   ObjectSet set;
   Map by_site;         // by object and site
   ObjectCosts** costs; // by number
   uint32_t n_costs, capacity;
   Arena arena;
   ObjectCosts nobody;
   ObjectCosts unrecorded; // has the lines that accesses loaded which sampling left out
   LastRanges* last_ranges;
   ObjectCosts*
      forgotten; // has what becomes of lines from before a zeroing; NULL: there are none
   Sampling sampling;
   // The simulation of data accesses and of fetches that miss, for this processor.
   void (*data)(Site*, uint64_t address);
   void (*fetch_missed)(Site*, CodeLine*);
   ObjectCosts* now; // of the running access; NULL: there are no accounts
} ObjectCounters;

// Sets up the object set and accounts; by engine_init().
void object_costs_init(void);
// Whether the site's accesses are counted by runs of its segment.
bool object_costs_count_segments(const Site* s);
// Views for a block's sites, about to be compiled.
void object_costs_prepare_block(Block* b);
// The block has been entered with another key.
void object_costs_entered(Block* b);
// A data access outside the hot line or outside the site's view; the caller counts it.
void object_costs_data(Site* site, uint64_t address);
// A data access under a condition; counted here.
void object_costs_data_guarded(Site* site, uint64_t address);
// With sampling: an access of a kind that is sampled, outside the hot line or in a run in which one
// is due; counted here if it is recorded.
void object_costs_data_sampled(Site* site, uint64_t address);
// Instruction fetches.
void object_costs_fetch(Site* site);
void object_costs_fetch_missed(Site* site, CodeLine* first);
// Passes on the accesses that are known by executions only, so that costs are complete.
void object_costs_flush(void);
// Sets all costs to zero; lines already loaded are forgotten by use_forget().
void object_costs_zero(void);
// The account of lines that are still charged, but not to objects any more.
ObjectCosts* object_costs_forgotten(void);
// Sums over all objects' accounts, which must be settled, and the lines that sampling left out.
void object_costs_sum(uint64_t cost[OBJ_EVENTS]);

#endif
