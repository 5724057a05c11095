// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that an access waits for; see producers.h.
#include "cycles/producers.h"

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

static const WaitingLoad* nth_last(const Producers* p, uint64_t n)
{
   return &p->load[(p->n_loads - 1 - n) % PRODUCERS_LOADS];
}

// How many of the last loads there are to look at.
static uint64_t n_known(const Producers* p)
{
   return p->n_loads < PRODUCERS_LOADS ? p->n_loads : PRODUCERS_LOADS;
}

// The oldest block with a load that waits; no block: begun.
static uint64_t oldest_block(const Producers* p, uint64_t now_mc)
{
   uint64_t oldest = p->begun;
   for (uint64_t n = 0; n < n_known(p); n++)
      if (nth_last(p, n)->done_mc > now_mc) oldest = nth_last(p, n)->block;
   return oldest;
}

static bool is_of(const WaitingLoad* l, const Origin* o)
{
   return (l->load & o->loads) || flow_has_base(o, l->base);
}

// When those of the loads that missed in a block, which the origin comes from, are done.
static uint64_t done(const Producers* p, uint64_t block, const Origin* o)
{
   uint64_t last = 0;
   for (uint64_t n = 0; (o->loads | o->bases | o->names) && n < n_known(p); n++) {
      const WaitingLoad* l = nth_last(p, n);
      if (l->block < block) break;
      if (l->block == block && is_of(l, o)) last = later(last, l->done_mc);
   }
   return last;
}

// The origin, seen from the start of a block that has run before.
static Origin before(const BlockCycles* b, const Origin* now)
{
   Origin o = {.registers = now->registers & ~b->written, .bases = now->bases & ~b->written};
   for (uint64_t r = now->registers & b->written; r; r &= r - 1) {
      const Origin* end = &b->end[__builtin_ctzll(r)];
      o.registers |= end->registers;
      o.bases |= end->bases;
      o.names |= end->names;
      o.loads |= end->loads;
   }
   return o;
}

// A loop of one block: where its registers come from the same ones, and from no load, earlier rounds say nothing new.
static uint64_t skip_rounds(const Producers* p, uint64_t block, uint64_t oldest)
{
   while (block > oldest
          && p->ring[(block - 1) % PRODUCERS_BLOCKS] == p->ring[block % PRODUCERS_BLOCKS])
      block--;
   return block;
}

uint64_t producers_ready(const Producers* p, const Origin* needs, uint64_t now_mc)
{
   uint64_t oldest = oldest_block(p, now_mc), block = p->begun - 1;
   if (oldest == p->begun) return 0;
   if (p->begun - oldest > PRODUCERS_BLOCKS) oldest = p->begun - PRODUCERS_BLOCKS;
   Origin o = *needs;
   uint64_t ready = done(p, block, &o);
   while ((o.registers | o.bases) && block > oldest) {
      const BlockCycles* b = p->ring[--block % PRODUCERS_BLOCKS];
      if (!b) break;
      Origin now = o;
      o = before(b, &now);
      ready = later(ready, done(p, block, &o));
      if (!o.loads && !o.bases && !o.names && o.registers == now.registers)
         block = skip_rounds(p, block, oldest);
   }
   return ready > now_mc ? ready : 0;
}

void producers_missed(Producers* p, uint32_t site, int32_t base, uint64_t done_mc)
{
   p->load[p->n_loads++ % PRODUCERS_LOADS] = (WaitingLoad){
      .block = p->begun - 1, .done_mc = done_mc, .load = flow_load_bit(site), .base = base};
}

void producers_forget(Producers* p)
{
   p->n_loads = 0; // and no block before the next one is of interest
}
