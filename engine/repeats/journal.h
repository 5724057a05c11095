// SPDX-License-Identifier: GPL-3.0-or-later
//
// The journal: when code that runs seldom has run, from which it is found afterwards what a program repeats
// (engine/repeats/repetitions.h).
//
// Each block is watched at first, so that each of its executions is an entry, with the clock and all totals.  One
// that has run often in a short time is dense, and watched no more: what is left is code that runs seldom, such as
// what the outer loops have around the inner ones, and calls that last long.  When the journal is full, the blocks
// that run most often become dense, except where a stretch of code begins that repeats and takes much of the
// time.  If there is no room even for these, the journal ends.
//
// Points are the timeline's ticks, with all totals: of those, too, a bounded number is kept.
//
// A block that is watched has JOURNAL_KEY in place of its key, so that each of its executions calls `enter`; there it
// has its own key again, and is entered only if it would be without a journal.  So bins and samples of the timeline
// end where they do without one.
//
// Contract: with TimelineConfig.find_regions only.  Entries are in order of time, the last one by journal_finish().
//
//    journal_init();
//    if (!journal_key_is_current(b)) ...                      // it is to be entered
//    if (b->journal != JOURNAL_DENSE) journal_entered(b);     // has been entered
//    if (journal_is_left()) journal_left();                   // after a return
//    journal_tick(&sample); journal_sample(&sample);          // as timeline_regions_tick() and _sample()
//    journal_finish();
//    for (uint32_t i = 0; i < engine.journal.n; i++) ... engine.journal.entry[i], journal_totals(i) ...
#ifndef XG_ENGINE_REPEATS_JOURNAL_H
#define XG_ENGINE_REPEATS_JOURNAL_H

#include "callgraph/model.h"
#include "engine/over_time/timeline.h"

enum {
   JOURNAL_ENTRIES = 65536, // at most
   JOURNAL_POINTS = 16384,  // at most
   JOURNAL_DENSE = UINT32_MAX
};

typedef struct {
   uint64_t at;              // clock
   const Block* block;       // that begins; NULL: calls have been left
   const Function* function; // ... that runs
   const ShadowStack* stack; // NULL: the journal ends, all is left
   uint64_t frame; // instructions of the execution state when the innermost call began
   uint32_t depth; // number of open calls
   uint32_t n_handlers;
   uint32_t thread;
} JournalEntry;

typedef struct {
   uint64_t weight; // ticks that it stands for, in the first period
   TimelineSample sample;
} JournalPoint;

#define JOURNAL_KEY ((const void*)2)

typedef struct {
   Block* block;
   const void* key; // that the block would have
   uint64_t first;  // clock
   uint32_t n;      // executions since
   bool pinned;     // something begins there that repeats
   const Block *first_block,
      *last_block; // ... a loop with these blocks at its lowest and highest address; else NULL
} WatchedBlock;

// Invariants: a block's `journal` is 0, the number of its WatchedBlock and 1, or JOURNAL_DENSE; depth is that of the
// last entry, if `stack` runs.  Totals are of the events in TimelineRegions.event.
typedef struct {
   JournalEntry* entry; // [JOURNAL_ENTRIES + 1]
   uint64_t* total;     // [(JOURNAL_ENTRIES + 1) * n_events]
   uint32_t n;
   WatchedBlock* watched; // [n_watched]
   uint32_t n_watched, watched_room;
   JournalPoint* point;   // [JOURNAL_POINTS]
   uint64_t* point_total; // [JOURNAL_POINTS * n_events]
   uint32_t n_points;
   uint64_t points_seen, stride;
   const ShadowStack* stack;
   uint32_t depth;
   bool is_full;   // there was no more room: it ends before the program
   uint64_t start; // clock
   // The entry points behind those of the journal.
   void (*enter)(Block* block);
   void (*ret)(Exit* exit, uint64_t target, uint64_t sp);
} Journal;

// Sets up; by timeline_init().
void journal_init(void);
// The block has its own key again; whether that is the current one.
bool journal_key_is_current(Block* b);
// The block has been entered, and is not dense.
void journal_entered(Block* b);
// Whether calls that the journal knows of may have been left: of a stack that has run in the meantime, none is known.
bool journal_is_left(void);
void journal_left(void);
void journal_tick(const TimelineSample* sample);
void journal_sample(const TimelineSample* sample);
// Forgets all entries and points.
void journal_zero(void);
// Adds the entry at the end, unless it is there; where there is no more room, it is.
void journal_finish(void);
uint64_t* journal_totals(uint32_t entry);
uint64_t* journal_point_totals(uint32_t point);

#endif
