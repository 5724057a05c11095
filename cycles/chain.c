// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of loops; see chain.h.
#include "cycles/chain.h"

enum {
   TRUSTED = 16,     // rounds after which it is found out again whether the chain goes on
   LOOKED_FOR = 256, // ... and what blocks between add, where all of it seems to have ended
};

// Registers at the end of a block, seen from its start.
static uint64_t before(const BlockCycles* b, uint64_t registers)
{
   uint64_t r = registers & ~b->written;
   for (uint64_t w = registers & b->written; w; w &= w - 1)
      r |= b->end[__builtin_ctzll(w)].registers;
   return r;
}

// Whether registers at the start of block `now` come from the chain's value at the end of its last round.
static bool comes_from_last(const Chain* c, const RecentBlocks* p, uint64_t now,
                            uint64_t registers)
{
   while (registers && --now > c->last) {
      const BlockCycles* b = p->ring[now % PRODUCERS_BLOCKS];
      if (!b) return false;
      registers = before(b, registers);
   }
   return registers >> c->reg & 1;
}

// What the blocks between the last round and this one add to the chain, as far as it stays in its register, and how many
// rounds the window has room for with them.
static void measure_between(Chain* c, const RecentBlocks* p, uint64_t now)
{
   uint32_t instrs = c->instrs;
   while (--now > c->last) {
      const BlockCycles* b = p->ring[now % PRODUCERS_BLOCKS];
      instrs += b->instrs;
      c->between_mc += b->through_mc[c->reg];
   }
   uint32_t rounds = c->room / instrs;
   c->fits = rounds ? rounds : 1;
}

// What was found for as many blocks between two rounds holds for some more of them.
static bool goes_on(Chain* c, const RecentBlocks* p, uint64_t now)
{
   uint64_t apart = now - c->last;
   if (apart >= PRODUCERS_BLOCKS || c->reg == CHAIN_IN_MEMORY) return false;
   if (apart == c->apart && ++c->trusted < TRUSTED) return c->went_on;
   c->apart = (uint32_t)apart;
   c->trusted = c->between_mc = 0;
   c->went_on = comes_from_last(c, p, now, 1ULL << c->reg);
   if (c->went_on) measure_between(c, p, now);
   return c->went_on;
}

// Whether a mispredicted branch has waited for the chain's end: nothing entered before that.
static bool has_drained(const Chain* c, const RecentBlocks* p, const Mispredicted* m)
{
   if (c->reg == CHAIN_IN_MEMORY || m->block < c->last
       || p->begun - m->block > PRODUCERS_BLOCKS)
      return false;
   return comes_from_last(c, p, m->block, m->registers);
}

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

Chain* chain_new(Arena* arena, const Chain* as)
{
   Chain* c = arena_alloc(arena, sizeof *c + as->window * sizeof c->ended_mc[0]);
   *c = *as;
   return c;
}

// How a round comes after the last one.
typedef struct {
   bool is_same; // chain
   uint32_t between_mc, fits;
   uint64_t from_mc; // if it is another chain: when what the window has waited for has ended
} After;

// Whether all of the chain has ended, with what the blocks between add if there are as many as last time.  They may add
// something that nobody has looked for yet: so it is taken for one that goes on now and then.
static bool has_ended(Chain* c, uint64_t apart)
{
   if (c->end_mc + (apart == c->apart ? c->between_mc : 0) > c->clock_mc) return false;
   if (apart == 1 || ++c->ended < LOOKED_FOR) return true;
   c->ended = 0;
   return false;
}

// Time passes up to this round; how much is not known if another thread runs, or if collection was off.
static After comes_after(Chain* c, const RecentBlocks* p, const Round* r)
{
   const uint64_t apart = p->begun - 1 - c->last;
   After a = {true, 0, c->window, 0};
   if (c->thread != r->thread || r->now_mc < c->entered_mc) return a;
   c->clock_mc += r->now_mc - c->entered_mc;
   // Mostly all of the chain has ended: then it does not matter whether it goes on, and what the branch has waited for.
   if (has_ended(c, apart)) {
      a.is_same = false;
      return a;
   }
   if (apart == 1) return a;
   a.is_same = goes_on(c, p, p->begun - 1);
   if (a.is_same) {
      a.between_mc = c->between_mc;
      a.fits = c->fits;
   } else if (has_drained(c, p, r->mispredicted))
      a.from_mc = c->end_mc;
   return a;
}

uint32_t chain_round(Chain* c, const RecentBlocks* p, const Round* r)
{
   if (p->begun - 1 == c->last) return 0; // another branch of the block
   const After a = comes_after(c, p, r);
   c->thread = r->thread;
   c->last = p->begun - 1;
   uint32_t oldest = c->at >= a.fits ? c->at - a.fits : c->at + c->window - a.fits;
   uint64_t enters_mc = later(c->clock_mc, later(a.from_mc, c->ended_mc[oldest]));
   uint32_t mc = (uint32_t)(enters_mc - c->clock_mc);
   c->done_mc =
      c->latency_mc + (a.is_same ? later(c->done_mc + a.between_mc, enters_mc) : enters_mc);
   c->end_mc = c->ended_mc[c->at] = later(c->end_mc, c->done_mc);
   c->at = c->at + 1 == c->window ? 0 : c->at + 1;
   c->clock_mc = enters_mc;
   c->entered_mc = r->now_mc + mc;
   return mc;
}

uint32_t chain_beyond_load(const BlockCycles* b, uint32_t site, bool is_of_this_round)
{
   const Chain* c = b->chain;
   if (is_of_this_round) return b->after_load_mc[site];
   if (!c || c->reg == CHAIN_IN_MEMORY
       || !(b->needs[site].registers & b->end[c->reg].registers))
      return 0;
   return b->chain_after_load_mc + b->in_chain_mc[site];
}
