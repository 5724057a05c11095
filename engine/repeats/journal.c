// SPDX-License-Identifier: GPL-3.0-or-later
// The journal; see journal.h.
#include "engine/repeats/journal.h"

#include "base/array.h"
#include "engine/engine.h"
#include "engine/probes.h"
#include "engine/repeats/repetitions.h"

#define JOURNAL (&engine.journal)

// A block is dense if it has run so often, at less than this distance on average: the entries of one that is not
// cost less than a hundredth of the time of its simulation.
enum { DENSE_RUNS = 16, DENSE_INSTRUCTIONS = 1024 };

void journal_init(void)
{
   *JOURNAL = (Journal){.stride = 1};
   const uint32_t n_events = engine.regions.n_events;
   JOURNAL->entry = host_map_zeroed((JOURNAL_ENTRIES + 1ul) * sizeof *JOURNAL->entry);
   JOURNAL->total =
      host_map_zeroed((JOURNAL_ENTRIES + 1ul) * n_events * sizeof *JOURNAL->total);
   JOURNAL->point = host_map_zeroed(JOURNAL_POINTS * sizeof *JOURNAL->point);
   JOURNAL->point_total =
      host_map_zeroed((size_t)JOURNAL_POINTS * n_events * sizeof *JOURNAL->point_total);
}

uint64_t* journal_totals(uint32_t entry)
{
   return JOURNAL->total + (size_t)entry * engine.regions.n_events;
}

uint64_t* journal_point_totals(uint32_t point)
{
   return JOURNAL->point_total + (size_t)point * engine.regions.n_events;
}

static void totals_now(uint64_t* to)
{
   uint64_t totals[EV_COUNT];
   timeline_totals(totals);
   for (uint32_t i = 0; i < engine.regions.n_events; i++)
      to[i] = totals[engine.regions.event[i]];
}

// --- room ---------------------------------------------------------------------------------

static bool is_kept(const JournalEntry* e)
{
   return !e->block || e->block->journal != JOURNAL_DENSE;
}

static void move(uint32_t to, uint32_t from)
{
   if (to == from) return;
   JOURNAL->entry[to] = JOURNAL->entry[from];
   host_memcpy(journal_totals(to), journal_totals(from),
               engine.regions.n_events * sizeof(uint64_t));
}

// Whether an entry that ends calls ends any that the entries before it know of: of two such side by side the first
// one of a stack does, unless the second one leaves more.
static bool leaves_something(const JournalEntry* before, const JournalEntry* e)
{
   return before->stack != e->stack || before->n_handlers != e->n_handlers
          || before->depth > e->depth;
}

// Forgets the entries of blocks that are dense.
static void purge(void)
{
   uint32_t left = 0;
   for (uint32_t i = 0; i < JOURNAL->n; i++) {
      const JournalEntry* e = &JOURNAL->entry[i];
      if (!is_kept(e)) continue;
      if (!e->block && (!left || !leaves_something(&JOURNAL->entry[left - 1], e))) continue;
      move(left++, i);
   }
   JOURNAL->n = left;
}

static int most_first(const void* a, const void* b)
{
   const WatchedBlock *x = a, *y = b;
   if (x->n != y->n) return x->n > y->n ? -1 : 1;
   return x->first < y->first ? -1 : x->first > y->first;
}

// Makes blocks dense, those that run most often first, until what is not pinned has little room.
static void thin(void)
{
   WatchedBlock** order =
      host_alloc("engine.journal", (JOURNAL->n_watched + 1) * sizeof *order);
   uint32_t n = 0, kept = 0;
   for (uint32_t i = 0; i < JOURNAL->n_watched; i++) {
      WatchedBlock* w = &JOURNAL->watched[i];
      if (w->block->journal != i + 1 || w->pinned) continue;
      kept += w->n;
      order[n++] = w;
   }
   host_sort((void**)order, n, most_first);
   for (uint32_t i = 0; i < n && kept > JOURNAL_ENTRIES / 8; i++) {
      kept -= order[i]->n;
      journal_key_is_current(order[i]->block);
      order[i]->block->journal = JOURNAL_DENSE;
   }
   host_free(order);
   purge();
}

static void make_room(void)
{
   purge();
   if (JOURNAL->n <= JOURNAL_ENTRIES / 4 * 3) return;
   repetitions_pin();
   thin();
   JOURNAL->is_full = JOURNAL->n > JOURNAL_ENTRIES / 4 * 3;
   if (JOURNAL->is_full) journal_finish();
}

// --- entries ------------------------------------------------------------------------------

static void add(const Block* b)
{
   if (JOURNAL->n == JOURNAL_ENTRIES) make_room();
   if (JOURNAL->is_full) return;
   const ShadowStack* s = xg_current.stack;
   JournalEntry* e = &JOURNAL->entry[JOURNAL->n];
   *e = (JournalEntry){.at = timeline_now(),
                       .block = b,
                       .function = b ? s->exec.context->function : NULL,
                       .stack = s,
                       .depth = (uint32_t)(s->top - s->frames),
                       .n_handlers = s->n_handlers,
                       .thread = s->thread};
   if (s->top > s->floor) e->frame = s->top[-1].total_at_call[EV_IR];
   totals_now(journal_totals(JOURNAL->n++));
   JOURNAL->stack = s;
   JOURNAL->depth = e->depth;
}

static WatchedBlock* watched(Block* b)
{
   if (b->journal) return &JOURNAL->watched[b->journal - 1];
   JOURNAL->watched = array_grown("engine.journal", JOURNAL->watched, JOURNAL->n_watched,
                                  &JOURNAL->watched_room, sizeof *JOURNAL->watched);
   WatchedBlock* w = &JOURNAL->watched[JOURNAL->n_watched++];
   *w = (WatchedBlock){.block = b, .first = timeline_now()};
   b->journal = JOURNAL->n_watched;
   return w;
}

bool journal_key_is_current(Block* b)
{
   if (b->key != JOURNAL_KEY) return false;
   b->key = JOURNAL->watched[b->journal - 1].key;
   return b->key == xg_current.key;
}

void journal_entered(Block* b)
{
   const ShadowStack* s = xg_current.stack;
   if (!s->exec.collect || xg_current.key != s->exec.context) return;
   WatchedBlock* w = watched(b);
   w->n++;
   const uint64_t time = timeline_now() - w->first;
   if (JOURNAL->is_full || (w->n >= DENSE_RUNS && time / w->n < DENSE_INSTRUCTIONS)) {
      b->journal = JOURNAL_DENSE;
      return;
   }
   add(b);
   if (b->journal == JOURNAL_DENSE) return;
   w->key = b->key;
   b->key = JOURNAL_KEY;
}

bool journal_is_left(void)
{
   const ShadowStack* s = xg_current.stack;
   return s != JOURNAL->stack || (uint32_t)(s->top - s->frames) < JOURNAL->depth;
}

void journal_left(void)
{
   const ShadowStack* s = xg_current.stack;
   if (s->exec.collect) add(NULL);
   JOURNAL->stack = s;
   JOURNAL->depth = (uint32_t)(s->top - s->frames);
}

void journal_finish(void)
{
   if (JOURNAL->n && !JOURNAL->entry[JOURNAL->n - 1].stack) return;
   JOURNAL->entry[JOURNAL->n] = (JournalEntry){.at = timeline_now()};
   totals_now(journal_totals(JOURNAL->n++));
}

void journal_zero(void)
{
   JOURNAL->n = JOURNAL->n_points = 0;
   JOURNAL->points_seen = 0;
   JOURNAL->stride = 1;
   JOURNAL->start = timeline_now();
   JOURNAL->stack = NULL;
   JOURNAL->is_full = false;
   for (uint32_t i = 0; i < JOURNAL->n_watched; i++) {
      WatchedBlock* w = &JOURNAL->watched[i];
      w->n = 0;
      w->first = JOURNAL->start;
   }
}

// --- points -------------------------------------------------------------------------------

// Every second point goes; those that stay stand for two.
static void thin_points(void)
{
   const size_t n_events = engine.regions.n_events;
   JOURNAL->stride *= 2;
   JOURNAL->n_points = (JOURNAL->n_points + 1) / 2;
   for (uint32_t i = 0; i < JOURNAL->n_points; i++) {
      if (i) JOURNAL->point[i] = JOURNAL->point[2 * i];
      if (i)
         host_memcpy(journal_point_totals(i), journal_point_totals(2 * i),
                     n_events * sizeof(uint64_t));
      JOURNAL->point[i].weight *= 2;
   }
}

void journal_tick(const TimelineSample* sample)
{
   const uint64_t number = JOURNAL->points_seen++;
   if (number % JOURNAL->stride) return;
   if (JOURNAL->n_points == JOURNAL_POINTS) {
      thin_points();
      if (number % JOURNAL->stride) return;
   }
   JournalPoint* p = &JOURNAL->point[JOURNAL->n_points];
   p->weight = JOURNAL->stride * (engine.timeline.samples.period / SAMPLES_FIRST_PERIOD);
   p->sample = *sample;
   p->sample.range = NULL; // it may go with the sample
   totals_now(journal_point_totals(JOURNAL->n_points++));
}

void journal_sample(const TimelineSample* sample)
{
   if (!JOURNAL->n_points) return;
   TimelineSample* kept = &JOURNAL->point[JOURNAL->n_points - 1].sample;
   if (kept->at != sample->at) return;
   *kept = *sample;
   kept->range = NULL;
}

// --- the probe ----------------------------------------------------------------------------

static void enter_with_journal(Block* b)
{
   if (!journal_key_is_current(b)) engine.journal.enter(b);
   if (b->journal != JOURNAL_DENSE) journal_entered(b);
}

static void return_with_journal(Exit* exit, uint64_t target, uint64_t sp)
{
   engine.journal.ret(exit, target, sp);
   if (XG_UNLIKELY(journal_is_left())) journal_left();
}

static void wrap(EntryPoints* e)
{
   engine.journal.enter = e->enter;
   engine.journal.ret = e->ret;
   e->enter = enter_with_journal;
   e->ret = return_with_journal;
}

const ProbeEvents journal_probe = {.init = journal_init,
                                   .wrap = wrap,
                                   .tick = journal_tick,
                                   .sampled = journal_sample,
                                   .zero = journal_zero};
