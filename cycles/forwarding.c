// SPDX-License-Identifier: GPL-3.0-or-later
// Chains through memory; see forwarding.h.
#include "cycles/forwarding.h"

#include <stddef.h>

// Processors foresee that a load has the value of the store before it, and rename integers; others go through the store
// buffer.
static uint32_t latency_of(const Forwarding* f, const Processor* p, uint32_t apart)
{
   return p->operation_mc[f->is_vector ? OPERATION_FORWARD_VECTOR
                          : apart == 1 ? OPERATION_FORWARD_NEXT
                                       : OPERATION_FORWARD];
}

// The last store to this address in the burst, and how many rounds ago that was; NULL: there is none.
static const StoredValue* stored_at(const Forwarding* f, uint64_t address, uint32_t* apart)
{
   for (uint32_t n = 1; n <= FORWARDING_STORES && n <= f->rounds; n++) {
      const StoredValue* s = &f->stored[(f->rounds - n) % FORWARDING_STORES];
      if (s->address != address) continue;
      *apart = n;
      return s;
   }
   return NULL;
}

static void end_burst(Forwarding* f)
{
   if (f->rounds >= FORWARDING_ROUNDS_MIN)
      f->latency_mc = f->over ? (uint32_t)(f->longest_mc / f->over) : 0;
   f->longest_mc = f->over = f->rounds = 0;
}

bool forwarding_round(Forwarding* f, const Processor* p, uint64_t burst, uint64_t loaded,
                      uint64_t stored)
{
   bool ends = f->burst != burst;
   if (ends) end_burst(f);
   f->burst = burst;
   uint32_t apart = 0;
   StoredValue v = {.address = stored, .begun = f->rounds};
   const StoredValue* from = stored_at(f, loaded, &apart);
   if (from) {
      v.chain_mc = from->chain_mc + latency_of(f, p, apart) + f->operations_mc;
      v.begun = from->begun;
   }
   if (f->longest_mc < v.chain_mc) {
      f->longest_mc = v.chain_mc;
      f->over = f->rounds - v.begun;
   }
   f->stored[f->rounds++ % FORWARDING_STORES] = v;
   return ends;
}
