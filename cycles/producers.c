// SPDX-License-Identifier: GPL-3.0-or-later
// Loads that an access waits for; see producers.h.
#include "cycles/producers.h"

static uint64_t later(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

static const WaitingLoad* nth(const Producers* p, uint64_t n)
{
   return &p->load[n % PRODUCERS_LOADS];
}

// Passes over the loads that no longer wait.  Returns whether one does.
static bool pass_done(Producers* p, uint64_t now_mc)
{
   if (p->n_loads - p->first > PRODUCERS_LOADS) p->first = p->n_loads - PRODUCERS_LOADS;
   while (p->first != p->n_loads && nth(p, p->first)->done_mc <= now_mc) p->first++;
   return p->first != p->n_loads;
}

static bool comes_from_loads(const Inputs* o)
{
   return o->loads | o->bases | o->names;
}

static bool is_of(const WaitingLoad* l, const Inputs* o)
{
   return (l->load & o->loads) || flow_has_base(o, l->base);
}

// When those of the loads that missed in a block, which the inputs have, are done.  Before *n lie this block's loads
// and those of older ones, behind it only those of younger ones; moves it before this block's.
static uint64_t done(const Producers* p, uint64_t* n, uint64_t block, const Inputs* o)
{
   uint64_t last = 0;
   if (!comes_from_loads(o)) return 0;
   for (; *n > p->first && nth(p, *n - 1)->block >= block; --*n) {
      const WaitingLoad* l = nth(p, *n - 1);
      if (l->block == block && is_of(l, o)) last = later(last, l->done_mc);
   }
   return last;
}

// The inputs as seen from the start of a block that has run before.
static Inputs before(const BlockCycles* b, const Inputs* now)
{
   Inputs o = {.registers = now->registers & ~b->written, .bases = now->bases & ~b->written};
   for (uint64_t r = now->registers & b->written; r; r &= r - 1) {
      const Inputs* end = &b->end[__builtin_ctzll(r)];
      o.registers |= end->registers;
      o.bases |= end->bases;
      o.names |= end->names;
      o.loads |= end->loads;
   }
   return o;
}

// The blocks of a loop: after so many rounds as there are, and no load, registers come from the same ones as before.
// What was so at `block` is compared with what is so at each of the next ones, `next` of them at most (Brent, "An
// improved Monte Carlo factorization algorithm", 1980).
typedef struct {
   uint64_t block, registers;
   uint32_t passed, next;
} Mark;

// Whether the walk back stands where it stood at the mark: earlier rounds say nothing new.  Registers alone would do, but
// where the blocks differ there is nothing to skip.
static bool is_round(const Producers* p, Mark* m, uint64_t block, const Inputs* o)
{
   if (comes_from_loads(o)) {
      m->next = 0;
      return false;
   }
   if (m->next && m->registers == o->registers
       && p->blocks->ring[m->block % PRODUCERS_BLOCKS]
             == p->blocks->ring[block % PRODUCERS_BLOCKS])
      return true;
   if (m->passed++ < m->next) return false;
   *m = (Mark){.block = block, .registers = o->registers, .next = 2 * m->next + 1};
   return false;
}

// The first block of the earliest round, of so many blocks.
static uint64_t skip_rounds(const Producers* p, uint64_t block, uint64_t length,
                            uint64_t oldest)
{
   uint64_t first = block;
   while (first > oldest
          && p->blocks->ring[(first - 1) % PRODUCERS_BLOCKS]
                == p->blocks->ring[(first - 1 + length) % PRODUCERS_BLOCKS])
      first--;
   return block - (block - first) / length * length;
}

// Whether it is known that the inputs wait for nothing before the start of this block.
static bool is_free(const Producers* p, uint64_t block, const Inputs* o)
{
   return block == p->free_block && !(o->registers & ~p->free_registers)
          && !(o->bases & ~p->free_bases);
}

uint64_t producers_ready_in(Producers* p, uint64_t block, const Inputs* needs, uint64_t now_mc)
{
   if (!pass_done(p, now_mc)) return 0;
   uint64_t oldest = nth(p, p->first)->block, n = p->n_loads;
   if (p->blocks->begun - oldest > PRODUCERS_BLOCKS)
      oldest = p->blocks->begun - PRODUCERS_BLOCKS;
   Inputs o = *needs;
   uint64_t ready = done(p, &n, block, &o);
   p->last_block = block;
   Mark mark = {0};
   while ((o.registers | o.bases) && block > oldest && !is_free(p, block, &o)) {
      if (is_round(p, &mark, block, &o)) {
         block = skip_rounds(p, block, mark.block - block, oldest);
         mark.next = 0;
         if (block == oldest) break;
      }
      const BlockCycles* b = p->blocks->ring[--block % PRODUCERS_BLOCKS];
      if (!b) break;
      o = before(b, &o);
      const uint64_t earlier = done(p, &n, block, &o);
      if (earlier <= ready) continue;
      ready = earlier;
      p->last_block = block;
   }
   return ready > now_mc ? ready : 0;
}

uint64_t producers_ready(Producers* p, const Inputs* needs, uint64_t now_mc)
{
   const uint64_t block = p->blocks->begun - 1,
                  ready = producers_ready_in(p, block, needs, now_mc);
   if (ready || p->first == p->n_loads) return ready;
   p->free_block = block;
   p->free_registers = needs->registers;
   p->free_bases = needs->bases;
   return 0;
}

void producers_missed(Producers* p, uint32_t site, int32_t base, uint64_t done_mc)
{
   p->load[p->n_loads++ % PRODUCERS_LOADS] = (WaitingLoad){.block = p->blocks->begun - 1,
                                                           .done_mc = done_mc,
                                                           .load = flow_load_bit(site),
                                                           .base = base};
}

uint32_t producers_done(const Producers* p, uint64_t done_mc)
{
   for (uint64_t n = p->n_loads; n > p->first; n--)
      if (nth(p, n - 1)->done_mc == done_mc) return (n - 1) % PRODUCERS_LOADS;
   return PRODUCERS_LOADS;
}

void producers_forget(Producers* p)
{
   p->n_loads = p->first = 0; // and no block before the next one is of interest
}

uint64_t recent_blocks_resume(RecentBlocks* r, const RecentBlocks* left)
{
   for (uint64_t i = 1; i <= PRODUCERS_BLOCKS; i++)
      r->ring[(r->begun - i) % PRODUCERS_BLOCKS] =
         left->ring[(left->begun - i) % PRODUCERS_BLOCKS];
   return r->begun - left->begun;
}

void producers_move(Producers* p, uint64_t by)
{
   for (uint32_t i = 0; i < PRODUCERS_LOADS; i++) p->load[i].block += by;
   p->free_block += by;
   p->last_block += by;
}
