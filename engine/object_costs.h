// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs by memory object (EVOP thesis, section 3.1): accesses, misses and lines.
//
// ObjectCosts are the costs of one object at one site.  Generated code compares an address with the
// range that the site accessed last; if it is outside, object_costs_data() looks up its range.
// Accesses are not counted one by one: when a site turns to another object, the executions of its
// segment since then are added to the previous one.
//
// An access belongs to the object that holds its first byte, a line to the object whose access
// loaded it, and lines loaded by instruction fetches to the object "code".
//
//    object_costs_prepare_block(block);        // before it is compiled
//    object_costs_data(site, address);         // outside the hot line or the site's last range
//    object_costs_flush();                     // before costs are read
#ifndef XG_ENGINE_OBJECT_COSTS_H
#define XG_ENGINE_OBJECT_COSTS_H

#include "cachesim/code_cache.h"
#include "callgraph/model.h"
#include "engine/sampling.h"
#include "engine/walks.h"
#include "memobj/objects.h"

// The column of accesses.
XG_INLINE ObjectEvent object_accesses(bool is_write)
{
   return is_write ? OBJ_DW : OBJ_DR;
}

// With many sites and objects nearly all memory goes into these, so they have what the run counts and no more.
//
// Invariants: of cost, and of other if it is there, columns that the run has not share the last place, which counts for
// nothing; OBJ_DR and OBJ_DW come first, in the same line of the host's memory as the rest.
typedef struct ObjectCosts ObjectCosts;
struct ObjectCosts {
   MemObject* object;
   const Site* site;
   uint32_t number;   // 0: nobody's
   Walk* walk;        // of its misses; NULL: there are none
   ObjectCosts* next; // of the object
   uint64_t* other;   // as cost, with other layouts beside; NULL: there are none
   uint64_t cost[];   // [n_columns + 1], by ObjectCounters.slot
};

// The range that a site accessed last, and the costs of its object at this site.
//
// A fetch has no range; its costs are those of the object "code".
//
// Invariants: accesses by segment that happened since `since` are not in `costs` yet; `object` is the one of `costs`, NULL
// if that is `nobody`; likewise of those before.
typedef struct LastRange LastRange;
struct LastRange {
   RangeWatcher watcher;
   MemObject* object;
   ObjectCosts* costs;
   MemObject* object_before; // the one before that: sites often turn back
   ObjectCosts* before;
   uint64_t since; // executions of the segment when `costs` was chosen
   // With other layouts beside: how far the range is from its place in the program; NOT_AS_A_WHOLE: each access is to be asked for.
   uint64_t moved_B;
   uint64_t start_there;           // where it begins; 0: not looked up yet
   uint32_t missed, miss_distance; // as in Site, there
};
#define NOT_AS_A_WHOLE (1ULL << 63)

// The last ranges of the sites of a block.
//
// Invariant: block->last_ranges is this; range[n] and its extent, extent[n], belong to block->sites[n].
typedef struct LastRanges LastRanges;
struct LastRanges {
   Block* block;
   LastRanges* next;     // of all blocks
   uint64_t* executions; // of each segment, counted by generated code
   bool off;             // collection is off: costs are nobody's
   LastRange* range;     // by site
   RangeExtent extent[]; // by site; size_B 0: each access is looked up; UINT64_MAX: none is
};

// Invariants: costs[n]->number == n; costs[0] is `nobody`, whose costs are thrown away; of_sites has each of the others
// that has a site once, at or behind the place of its hash value with no free slot between.
typedef struct {
   ObjectSet set;
   uint8_t
      slot[OBJ_EVENTS]; // of a column in ObjectCosts.cost; n_columns: the run has not this one
   uint8_t n_columns;
   ObjectCosts** costs; // by number
   uint32_t n_costs, capacity;
   ObjectCosts** of_sites; // [n_slots], by site and object
   uint64_t n_slots;       // a power of two
   Arena arena, extents;
   ObjectCosts* nobody;
   ObjectCosts* unrecorded; // lines loaded by accesses that were not recorded
   LastRanges* last_ranges;
   ObjectCosts* forgotten; // of lines loaded before a zeroing; NULL: there are none
   Sampling sampling;
   // The access functions chosen for this configuration (access.h).
   void (*data)(Site*, uint64_t address);
   void (*fetch_missed)(Site*, CodeLine*);
   ObjectCosts* now;      // of the running access; NULL: objects are not collected
   const MemRange* range; // that was found when a site went on to another one; NULL: nobody's
} ObjectCounters;

// Chooses the columns; by engine_init(), with or without memory objects.
void object_costs_choose_columns(void);
// Sets up; by engine_init().
void object_costs_init(void);
// Whether the run counts this.
bool object_costs_have(ObjectEvent column);
// Whether an access would be outside the site's last range; as generated code finds it, so it changes nothing.
XG_INLINE bool object_costs_is_outside(const Site* site, uint64_t address)
{
   const RangeExtent* last = &((LastRanges*)site->block->last_ranges)->extent[site->index];
   return address - last->start >= last->size_B;
}
// A segment of the block has been executed; for drafts, as generated code counts it otherwise.
XG_INLINE void object_costs_executed(const Block* b, uint32_t segment)
{
   ((LastRanges*)b->last_ranges)->executions[segment]++;
}
// Whether the site's accesses are counted by executions of its segment.
bool object_costs_count_segments(const Site* s);
// Makes last ranges for the sites of a block that is about to be compiled.
void object_costs_prepare_block(Block* b);
// The block has been entered with another key.
void object_costs_entered(Block* b);
// A data access outside the hot line or outside the site's last range; the caller counts it.
void object_costs_data(Site* site, uint64_t address);
// A data access under a condition that holds; it is counted here.
void object_costs_data_guarded(Site* site, uint64_t address);
// With sampling: an access of a kind that is sampled, outside the hot line or in a run in which one
// is due; counted here if it is recorded.
void object_costs_data_sampled(Site* site, uint64_t address);
// The site's accesses are to the object of this address from now on: whoever makes the access calls it first.
// True if it is outside the site's last range; `range` then says where it is.
bool object_costs_turn(Site* site, uint64_t address);
// Likewise, of a guarded access, which is counted.
void object_costs_count_guarded(Site* site, uint64_t address);
// Instruction fetches.
void object_costs_fetch(Site* site);
void object_costs_fetch_page(Site* site); // from another page than before
void object_costs_fetch_missed(Site* site, CodeLine* first);
// The range that holds an address, or NULL; no access.
MemRange* object_costs_range(uint64_t address);
// The object that holds an address; no access.
const MemObject* object_costs_find(uint64_t address);
// Adds the accesses that are known by executions only, so that costs are complete.
void object_costs_flush(void);
// Sets all costs to zero; lines already loaded are forgotten by line_costs_forget().
void object_costs_zero(void);
// The costs of lines that are still charged, but not to objects any more.
ObjectCosts* object_costs_forgotten(void);
// A cost, or that in other layouts, which have the same accesses.
uint64_t object_costs_of(const ObjectCosts* a, ObjectEvent column, bool other);
// Sums of all objects' costs, which must be flushed, and of the lines that sampling left out.
void object_costs_sum(uint64_t cost[OBJ_EVENTS], bool other);
// Whether the running access is charged to an object: not without memory objects, nor while collection
// is off.
bool object_costs_count(void);

#endif
