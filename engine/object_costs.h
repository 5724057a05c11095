// SPDX-License-Identifier: GPL-3.0-or-later
//
// Costs by memory object (EVOP thesis, section 3.1): accesses, misses and lines.
//
// ObjectCosts are the costs of one object at one site.  Generated code compares an address with the
// range that the site accessed last; if it is outside, object_accesses_data() looks up its range.
// Accesses are not counted one by one: when a site turns to another object, the executions of its
// segment since then are added to the previous one.
//
// An access belongs to the object that holds its first byte, a line to the object whose access
// loaded it, and lines loaded by instruction fetches to the object "code".
//
//    object_costs_prepare_block(block);        // before it is compiled
//    object_costs_flush();                     // before costs are read
#ifndef XG_ENGINE_OBJECT_COSTS_H
#define XG_ENGINE_OBJECT_COSTS_H

#include "cachesim/code_cache.h"
#include "callgraph/model.h"
#include "engine/sampling.h"
#include "engine/walks/walks.h"
#include "memobj/objects.h"

// The column of accesses.
XG_INLINE ObjectEvent object_accesses(bool is_write)
{
   return is_write ? OBJ_DW : OBJ_DR;
}

// With many sites and objects nearly all memory goes into these, so they have what the run counts and no more.
//
// Invariants: columns that the run has not share the last place of `cost`, which counts for nothing; OBJ_DR and OBJ_DW
// come first.  Those of simulations beside the program follow, another n_columns + 1 of each.
typedef struct ObjectCosts ObjectCosts;
struct ObjectCosts {
   MemObject* object;
   ObjectCosts* of_site; // LastRange.others
   const Site* site;
   Walk* walk;        // of its misses; NULL: there are none
   ObjectCosts* next; // of the object
   uint32_t number;   // 0: nobody's
   uint64_t cost[];   // [n_columns + 1], by ObjectCounters.slot
};

// An object that a site turned to.
//
// Invariants: n accesses are not in `costs` yet; `object` is the one of `costs`, NULL if that is `nobody`.
typedef struct {
   MemObject* object;
   ObjectCosts* costs;
   uint64_t n;
} TurnedTo;

// The costs of the objects that a site accesses.  Of ten turns six are back to the object before, nine to one of the
// five before it.  A line of the host's memory, as turns wait for memory most of the time.
//
// A fetch has those of the object "code".
//
// Invariants: accesses by segment that happened since `since` are not in now.n yet.  From `others` on, by
// ObjectCosts.of_site, are the OTHER_COSTS_MAX other objects that the site turned away from last, the last one first.
// Those before are in ObjectCounters.earlier.
typedef struct LastRange LastRange;
struct LastRange {
   TurnedTo now, before;
   ObjectCosts* others;
   uint64_t since; // executions of the segment
};
enum { OTHER_COSTS_MAX = 6, HOST_LINE_B = 64 };
_Static_assert(sizeof(LastRange) == HOST_LINE_B, "a line");

// The last range in a simulation beside the program.
typedef struct {
   // How far it is from its place in the program; NOT_AS_A_WHOLE: each access is to be asked for.
   uint64_t moved_B;
   uint64_t start;                 // 0: not looked up yet
   uint32_t missed, miss_distance; // as in Site, there
} LastRangeThere;
#define NOT_AS_A_WHOLE (1ULL << 63)

// The last ranges of the sites of a block.  Generated code reads `watched`; the rest is apart, as the fewer lines of the
// host's memory it reads, the faster it is.
//
// Invariant: block->last_ranges is this; what is by site has block->n_sites of them, in their order.
typedef struct LastRanges LastRanges;
struct LastRanges {
   Block* block;
   LastRanges* next;      // of all blocks
   uint64_t* executions;  // of each segment, counted by generated code
   bool off;              // collection is off: costs are nobody's
   LastRange* range;      // by site
   LastRangeThere* there; // by site, of each simulation beside the program; NULL: there is none
   MemRange* watched[];   // by site; range_none: each access is looked up; range_all: none is
};

// The site's last range in a simulation beside the program, by number.
XG_INLINE LastRangeThere* object_costs_there(const Site* site, uint32_t simulation)
{
   const LastRanges* all = site->block->last_ranges;
   return &all->there[(simulation - 1) * site->block->n_sites + site->index];
}

// Invariants: costs[n]->number == n; costs[0] is `nobody`, whose costs are thrown away.
typedef struct {
   ObjectSet set;
   uint8_t
      slot[OBJ_EVENTS]; // of a column in ObjectCosts.cost; n_columns: the run has not this one
   uint8_t n_columns;
   uint8_t column[OBJ_EVENTS + 1]; // by slot, its ObjectEvent
   ObjectCosts** costs;            // by number
   uint32_t n_costs, capacity;
   Map
      earlier; // ObjectCosts by site and object, if OTHER_COSTS_MAX others followed at some time
   Arena arena, last, last_costs;
   ObjectCosts* nobody;
   ObjectCosts* unrecorded; // lines loaded by accesses that were not recorded
   LastRanges* last_ranges;
   ObjectCosts* forgotten; // of lines loaded before a zeroing; NULL: there are none
   Sampling sampling;
   // The access functions chosen for this configuration (access.h).
   void (*data)(Site*, uint64_t address);
   void (*fetch_missed)(Site*, CodeLine*);
   // Where the costs of the running access are: most accesses hit, and do not ask.  NULL: objects are not collected.
   ObjectCosts* const* now;
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
   const MemRange* last = ((LastRanges*)site->block->last_ranges)->watched[site->index];
   return address - last->start >= last->watched_B;
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
// The site goes on to what is at an address outside its last range.
void object_costs_look(LastRanges* all, LastRange* last, const Site* site, uint64_t address);
// Charges accesses from now on to another object than before; NULL: to nobody.
void object_costs_turn(const LastRanges* all, LastRange* last, MemObject* o, const Site* site);
// ... or to the same one.
XG_INLINE void object_costs_turn_to(const LastRanges* all, LastRange* last, MemObject* o,
                                    const Site* site)
{
   if (last->now.object != o) object_costs_turn(all, last, o, site);
}
// The costs of the running access; NULL: objects are not collected.
XG_INLINE ObjectCosts* object_costs_now(const ObjectCounters* c)
{
   return XG_UNLIKELY(c->now != NULL) ? *c->now : NULL;
}
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
// A cost in a simulation, by number.  All have the same accesses.
uint64_t object_costs_of(const ObjectCosts* a, ObjectEvent column, uint32_t simulation);
// Whether there is any.
bool object_costs_any(const ObjectCosts* a, uint32_t simulation);
// Adds all that the run counts to the costs.
void object_costs_add(uint64_t cost[OBJ_EVENTS], const ObjectCosts* a, uint32_t simulation);
// Sums of all objects' costs, which must be flushed, and of the lines that sampling left out.
void object_costs_sum(uint64_t cost[OBJ_EVENTS], uint32_t simulation);
// Whether the running access is charged to an object: not without memory objects, nor while collection
// is off.
XG_INLINE bool object_costs_count(const ObjectCounters* c)
{
   const ObjectCosts* now = object_costs_now(c);
   return now && now != c->nobody;
}

#endif
