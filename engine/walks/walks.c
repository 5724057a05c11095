// SPDX-License-Identifier: GPL-3.0-or-later
// How instructions walk; see walks.h.
#include "engine/walks/walks.h"

#include "engine/engine.h"

#define NO_PHASE UINT64_MAX

static const Walk no_walk = {.lowest = UINT64_MAX, .phase = NO_PHASE};

enum {
   LINE_SHIFT = 6,
   LINE_B = 1 << LINE_SHIFT,
   LINE_WORDS = 8,
   MISSED_LOADS = 4,
   STEPS_MAX = 4
};

// What the last loads that have missed found in their lines: a ring of regular ones, one of irregular ones.
typedef struct {
   uint64_t word[MISSED_LOADS][LINE_WORDS];
   uint32_t next;
} MissedLoads;

static MissedLoads regular, irregular;

static uint64_t distance(uint64_t a, uint64_t b)
{
   return a > b ? a - b : b - a;
}

// The stream whose last miss is nearest.
static uint32_t nearest(const Walk* w, uint64_t address)
{
   uint32_t best = 0;
   for (uint32_t i = 1; i < WALK_STREAMS && w->at[i]; i++)
      if (distance(address, w->at[i]) < distance(address, w->at[best])) best = i;
   return best;
}

static uint64_t length(int64_t step_B)
{
   return (uint64_t)(step_B < 0 ? -step_B : step_B);
}

static void set_step(Walk* w, int64_t d)
{
   if (d == w->step_B) return;
   w->step_B = d;
   w->phase = NO_PHASE;
   w->shifts = w->line_shifts = w->far_shifts = 0;
}

static void note_phase(Walk* w, uint64_t address)
{
   uint64_t row_B = length(w->step_B), phase = address % row_B;
   if (w->phase != NO_PHASE && phase != w->phase) {
      uint64_t by_B = distance(phase, w->phase);
      if (row_B - by_B < by_B) by_B = row_B - by_B;
      w->shifts++;
      w->line_shifts += by_B == LINE_B;
      w->far_shifts += by_B > LINE_B;
   }
   w->phase = phase;
}

// Boyer and Moore's majority vote: what more than half of the misses have is found.
static void vote(Walk* w, int64_t d)
{
   if (w->votes == 0) set_step(w, d);
   if (d == w->step_B)
      w->votes += w->votes != UINT32_MAX;
   else if (--w->votes == 0) {
      set_step(w, d);
      w->votes = 1;
   }
}

static bool is_steps(const Walk* w, int64_t d)
{
   for (int64_t n = 1; n <= STEPS_MAX; n++)
      if (d == n * w->step_B) return true;
   return false;
}

// User space is below this address.
static bool may_be_pointer(uint64_t word)
{
   return word - 4096 < 1ULL << ARCH_ADDRESS_BITS;
}

static void remember(MissedLoads* m, const uint64_t* line)
{
   for (uint32_t n = 0; n < LINE_WORDS; n++) m->word[m->next][n] = line[n];
   m->next = (m->next + 1) % MISSED_LOADS;
}

static bool points_to(const MissedLoads* m, uint64_t address)
{
   for (uint32_t i = 0; i < MISSED_LOADS; i++)
      for (uint32_t n = 0; n < LINE_WORDS; n++)
         if (address - m->word[i][n] < WALK_OFFSET_B) return true;
   return false;
}

// Of an irregular miss.  Where both have the address, a regular load was there before the other one.
static WalkKind of_pointer(uint64_t address)
{
   return points_to(&regular, address)     ? WALK_INDIRECT
          : points_to(&irregular, address) ? WALK_CHASE
                                           : WALK_JUMP;
}

// Makes this address the last miss of the stream in front.
static void move_to_front(Walk* w, uint32_t stream, uint64_t address)
{
   for (uint32_t i = stream; i > 0; i--) w->at[i] = w->at[i - 1];
   w->at[0] = address;
}

// Not linear: streams that are far apart by whole pages would hide each other all the time.
static uint64_t hash(uint64_t line)
{
   line *= 0x9E3779B97F4A7C15ULL;
   line ^= line >> 29;
   return line * 0xBF58476D1CE4E5B9ULL;
}

// The line after each that was missed is expected.  Returns whether this one was.
static bool is_expected(Walk* w, uint64_t line)
{
   uint64_t now = hash(line), next = hash(line + 1);
   bool was = w->expected[now >> 58] == (uint16_t)(now >> 32 | 1);
   w->expected[next >> 58] = (uint16_t)(next >> 32 | 1);
   return was;
}

// Whether an irregular miss was as far from the last one before.
static bool is_again(Walk* w, uint64_t d)
{
   const uint64_t now = hash(d);
   const bool was = w->distances[now >> 58] == (uint16_t)(now >> 32 | 1);
   w->distances[now >> 58] = (uint16_t)(now >> 32 | 1);
   return was;
}

// An irregular miss, by how its address is known.
static WalkKind of_irregular(Walk* w, uint64_t d, uint64_t address)
{
   const WalkKind kind = of_pointer(what_if_own(address));
   const bool was = is_again(w, d);
   w->again += was && kind == WALK_JUMP;
   return kind;
}

// A miss that is neither next to the last one nor steps from it.
static WalkKind follow_streams(Walk* w, uint64_t address)
{
   uint32_t stream = nearest(w, address);
   uint64_t lines = distance(address >> LINE_SHIFT, w->at[stream] >> LINE_SHIFT);
   int64_t d = (int64_t)(address - w->at[stream]);
   WalkKind kind = lines == 0                   ? WALK_SAME_LINE
                   : lines == 1                 ? WALK_NEXT_LINE
                   : w->votes && is_steps(w, d) ? WALK_STEP
                                                : WALK_JUMP;
   if (lines > 1) vote(w, d);
   if (kind == WALK_STEP) note_phase(w, address);
   w->switches += kind != WALK_JUMP && stream != 0;
   const uint64_t from_last = address - w->at[0];
   move_to_front(w, kind == WALK_JUMP ? WALK_STREAMS - 1 : stream, address);
   return kind == WALK_JUMP ? of_irregular(w, from_last, address) : kind;
}

static WalkKind follow(Walk* w, uint64_t address)
{
   uint64_t last = w->at[0], line = address >> LINE_SHIFT;
   if (XG_LIKELY(distance(line, last >> LINE_SHIFT) == 1)) return WALK_NEXT_LINE;
   if (is_expected(w, line)) {
      w->switches++;
      return WALK_NEXT_LINE;
   }
   int64_t d = (int64_t)(address - last);
   if (!w->votes || !is_steps(w, d)) return follow_streams(w, address);
   vote(w, d);
   note_phase(w, address);
   return WALK_STEP;
}

static void note_range(Walk* w, uint64_t address)
{
   if (address < w->lowest) w->lowest = address;
   if (address > w->highest) w->highest = address;
}

static void note_stream(MemObject* o, uint64_t address)
{
   if (XG_UNLIKELY(!o->streams)) {
      o->streams = arena_alloc(&engine.objects.arena, sizeof *o->streams);
      *o->streams = (ObjectStreams){0};
   }
   object_streams_missed(o->streams, address);
}

void walks_missed(ObjectCosts* costs, const Site* site, uint64_t address)
{
   if (!costs->number || engine.objects.sampling.period) return;
   if (engine.config.work) note_stream(costs->object, address);
   Walk* w = costs->walk;
   if (XG_UNLIKELY(!w)) {
      w = costs->walk = arena_alloc(&engine.objects.arena, sizeof *w);
      *w = no_walk;
   }
   WalkKind kind = w->at[0] ? follow(w, address) : of_pointer(what_if_own(address));
   w->at[0] = address;
   w->count[kind]++;
   bool is_regular = kind < WALK_CHASE;
   if (!is_regular) note_range(w, address);
   if (site->is_write) return;
   const uint64_t own = what_if_own(address);
   const uint64_t* line = host_line(own);
   if (!line) return;
   if (is_regular && !may_be_pointer(line[own % LINE_B / sizeof *line])) return;
   remember(is_regular ? &regular : &irregular, line);
}

void walk_add(Walk* sum, const Walk* w)
{
   if (w->votes > sum->votes) {
      sum->step_B = w->step_B;
      sum->votes = w->votes;
      sum->shifts = w->shifts;
      sum->line_shifts = w->line_shifts;
      sum->far_shifts = w->far_shifts;
   }
   for (int k = 0; k < WALK_KINDS; k++) sum->count[k] += w->count[k];
   sum->switches += w->switches;
   sum->again += w->again;
   if (w->lowest < sum->lowest) sum->lowest = w->lowest;
   if (w->highest > sum->highest) sum->highest = w->highest;
}

uint64_t walk_misses(const Walk* w)
{
   uint64_t sum = 0;
   for (int k = 0; k < WALK_KINDS; k++) sum += w->count[k];
   return sum;
}

void walks_zero(ObjectCosts* costs)
{
   if (costs->walk) *costs->walk = no_walk;
   if (costs->walk && costs->object && costs->object->streams)
      *costs->object->streams = (ObjectStreams){0};
}
