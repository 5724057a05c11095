// SPDX-License-Identifier: GPL-3.0-or-later
// Chains of loops; see chain.h.
#include "cycles/chain.h"

enum {
   LONG = 16,   // windows, after which a round overlaps with nothing before the loop
   TRUSTED = 16 // rounds after which it is found out again whether the chain goes on
};

// Registers at the end of a block, seen from its start.
static uint64_t before(const BlockCycles* b, uint64_t registers)
{
   uint64_t r = registers & ~b->written;
   for (uint64_t w = registers & b->written; w; w &= w - 1)
      r |= b->end[__builtin_ctzll(w)].registers;
   return r;
}

// Whether what the chain's register holds comes from the round before.
static bool comes_from_last(const Chain* c, const RecentBlocks* p)
{
   uint64_t now = p->begun - 1, registers = 1ULL << c->reg;
   while (registers && --now > c->last) {
      const BlockCycles* b = p->ring[now % PRODUCERS_BLOCKS];
      if (!b) return false;
      registers = before(b, registers);
   }
   return registers >> c->reg & 1;
}

// What was found for as many blocks between two rounds holds for some more of them.
static bool goes_on(Chain* c, const RecentBlocks* p)
{
   uint64_t apart = p->begun - 1 - c->last;
   if (apart >= PRODUCERS_BLOCKS) return false;
   if (apart == c->apart && ++c->trusted < TRUSTED) return c->went_on;
   c->apart = (uint32_t)apart;
   c->trusted = 0;
   return c->went_on = comes_from_last(c, p);
}

uint32_t chain_round(Chain* c, const RecentBlocks* p)
{
   uint64_t now = p->begun - 1;
   if (now == c->last) return 0; // another branch of the block
   if (now != c->last + 1 && !goes_on(c, p)) {
      c->round = c->drained ? LONG * c->window : 0;
      c->charged_mc = 0;
   }
   c->drained = false;
   c->last = now;
   if (c->round >= LONG * c->window) return c->growth_mc;
   uint64_t n = ++c->round, before_mc = c->charged_mc;
   c->charged_mc = c->growth_mc * n * n / (n + c->window);
   return (uint32_t)(c->charged_mc - before_mc);
}

void chain_mispredicted(Chain* c, const Origin* needs)
{
   c->drained = needs->registers >> c->reg & 1;
}
