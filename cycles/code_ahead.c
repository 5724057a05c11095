// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of code that I1 lacks; see code_ahead.h.
#include "cycles/code_ahead.h"

enum {
   AHEAD = 128,   // instructions: some 20 branches, as queues of predicted ones have 16 to 64
   A_CYCLE = 8,   // that the predictor passes: a line of 32 bytes
   CODE_RATE = 2, // code comes so much slower than data, if the processor's file does not say
};

void code_ahead_restart(CodeAhead* a, const Window* w)
{
   a->instructions = w->now.instructions;
   a->begun_mc = window_now(w);
}

// By how much the predictor is ahead of the code.
static uint64_t lead_mc(const CodeAhead* a, const Window* w)
{
   const uint64_t passed = w->now.instructions - a->instructions;
   const uint64_t took_mc = window_now(w) - a->begun_mc;
   const uint64_t predicted_mc = passed * CYCLE_MC / A_CYCLE;
   if (took_mc <= predicted_mc) return 0;
   const uint64_t gained_mc = took_mc - predicted_mc;
   const uint64_t queue_mc = passed ? took_mc * AHEAD / passed : gained_mc;
   return gained_mc < queue_mc ? gained_mc : queue_mc;
}

// is_next: the line lies behind the one that was sent before.
static uint64_t rate_mc(const Processor* p, bool is_next, ServedFrom from)
{
   const uint64_t far_mc = p->code_mc ? p->code_mc : CODE_RATE * (uint64_t)p->rate_mc[FROM_L2];
   const uint64_t code_mc = is_next && p->code_next_mc ? p->code_next_mc : far_mc;
   return from != FROM_L2 && p->rate_mc[from] > code_mc ? p->rate_mc[from] : code_mc;
}

uint64_t code_ahead_fetch(CodeAhead* a, const Window* w, uint64_t line, ServedFrom from)
{
   const uint64_t now = window_now(w);
   // Costs were not collected for a while: the thread's instructions have gone back.
   if (w->now.instructions < a->instructions) code_ahead_restart(a, w);
   const uint64_t asked = now - lead_mc(a, w);
   const uint64_t sent = a->there_mc + rate_mc(w->processor, line == a->line + 1, from);
   const uint64_t there = asked + w->processor->latency_mc[from];
   a->line = line;
   a->there_mc = there > sent ? there : sent;
   return a->there_mc;
}
