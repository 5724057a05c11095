// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles by cause; see cycle_causes.h.
#include "callgrind/summary/cycle_causes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "base/short_text.h"
#include "cachesim/cache.h"
#include "callgrind/options/options.h"
#include "callgrind/processor/levels.h"
#include "callgrind/summary/findings.h"

typedef struct {
   Event event;
   UInt
      into; // level that lines are loaded into from where it waits for them; 0: for other things
   Bool waits; // for data
   ULong cycles;
} Cause;

// The level in front of LL.
enum { FRONT = LEVEL_LL - 1 };

static const Cause causes[] = {
   {EV_CYBASE, 0, False, 0},       {EV_CYDEP, 0, False, 0},   {EV_CYFWD, 0, False, 0},
   {EV_CYBR, 0, False, 0},         {EV_CYFETCH, 0, False, 0}, {EV_CYL2, LEVEL_L1, True, 0},
   {EV_CYL3, LEVEL_L2, True, 0},   {EV_CYLL, FRONT, True, 0}, {EV_CYMEM, LEVEL_LL, True, 0},
   {EV_CYRATE, LEVEL_LL, True, 0}, {EV_CYTLB, 0, True, 0},    {EV_CYPAGE, 0, False, 0},
   {EV_CYCOH, FRONT, True, 0}};
enum { CAUSES = sizeof causes / sizeof causes[0] };

// "latency of memory", of "Cycles: latency of memory".
static const HChar* words(Event e)
{
   return event_info[e].long_name + sizeof "Cycles: " - 1;
}

typedef struct {
   Cause of
      [CAUSES]; // those with cycles, the largest first; waiting for data counts as one, and stands together
   UInt n, n_waits;
   ULong all, waits; // cycles
} Causes;

static ULong rank(const Causes* c, const Cause* cause)
{
   return cause->waits ? c->waits : cause->cycles;
}

static Bool is_before(const Causes* c, const Cause* a, const Cause* b)
{
   if (a->waits && b->waits) return a->cycles > b->cycles;
   return rank(c, a) > rank(c, b) || (rank(c, a) == rank(c, b) && !a->waits && b->waits);
}

static Causes causes_of(const uint64_t totals[EV_COUNT])
{
   Causes c = {.n = 0};
   ULong cycles[CAUSES];
   for (UInt i = 0; i < CAUSES; i++) {
      cycles[i] = event_shown(causes[i].event, totals[causes[i].event], NULL);
      c.all += cycles[i];
      if (!causes[i].waits) continue;
      c.waits += cycles[i];
      c.n_waits += cycles[i] != 0;
   }
   for (UInt i = 0; i < CAUSES; i++) {
      if (!cycles[i]) continue;
      Cause cause = causes[i];
      cause.cycles = cycles[i];
      UInt at = c.n++;
      for (; at > 0 && is_before(&c, &cause, &c.of[at - 1]); at--) c.of[at] = c.of[at - 1];
      c.of[at] = cause;
   }
   return c;
}

// Whether cause i begins, or ends, those that wait for data, if there are several.
static Bool opens(const Causes* c, UInt i)
{
   return c->n_waits > 1 && c->of[i].waits && (i == 0 || !c->of[i - 1].waits);
}

static Bool closes(const Causes* c, UInt i)
{
   return c->n_waits > 1 && c->of[i].waits && (i + 1 == c->n || !c->of[i + 1].waits);
}

void cycle_causes_add(EndLines* l, const uint64_t totals[EV_COUNT])
{
   HChar text[512] = "Cycles: ", next[128], share[SHARE_B], waits[SHARE_B];
   const Causes c = causes_of(totals);
   Bool open = False;
   for (UInt i = 0; i < c.n; i++) {
      Int n = VG_(sprintf)(next, "%s", i ? ", " : "");
      if (opens(&c, i))
         n += VG_(sprintf)(next + n, "%s waiting for data (",
                           finding_share(waits, c.waits, c.all));
      VG_(snprintf)
      (next + n, (Int)sizeof next - n, "%s %s", finding_share(share, c.of[i].cycles, c.all),
       words(c.of[i].event));
      const Bool inside = open || opens(&c, i);
      if (short_text_columns(text) + short_text_columns(next) + inside > end_lines_room())
         break;
      VG_(strcat)(text, next);
      open = inside;
      if (closes(&c, i)) {
         VG_(strcat)(text, ")");
         open = False;
      }
   }
   if (open) VG_(strcat)(text, ")");
   if (c.all) end_lines_add(l, END_FINDING, "%s", text);
}

ULong cycle_causes_of_loads(UInt level, const uint64_t totals[EV_COUNT])
{
   ULong sum = 0;
   for (UInt i = 0; i < CAUSES; i++) {
      const UInt into = causes[i].into == FRONT ? LEVEL_L1 + levels_between() : causes[i].into;
      if (into == level) sum += event_shown(causes[i].event, totals[causes[i].event], NULL);
   }
   return sum;
}
