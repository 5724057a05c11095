// SPDX-License-Identifier: GPL-3.0-or-later
// The last stores; see recent_stores.h.
#include "cycles/recent_stores.h"

static uint64_t mark_address(uint64_t mark)
{
   return mark >> RECENT_ADDRESS_SHIFT;
}

static uint32_t mark_size_B(uint64_t mark)
{
   return 1U << (7 - mark % (1U << RECENT_ADDRESS_SHIFT));
}

// Of a suspect: it does not begin behind the load.
static bool ends_before(uint64_t mark, uint64_t address)
{
   return mark_address(mark) + mark_size_B(mark) <= address;
}

static bool has_all(uint64_t mark, uint64_t address, uint32_t size_B)
{
   const uint64_t store = mark_address(mark);
   return store <= address && address + size_B <= store + mark_size_B(mark);
}

FailedLoad recent_failed(RecentStores* r, uint64_t address, uint32_t size_B)
{
   FailedLoad f = {0};
   const RecentRange range = recent_range(size_B);
   for (uint32_t i = 0; i < recent_parts(size_B); i++) {
      const uint64_t at = address + RECENT_WORD_B * i;
      const uint32_t slot = recent_slot(at);
      const uint64_t mark = r->mark[slot];
      if (!recent_suspects_part(r, at, &range)) continue;
      if (ends_before(mark, address) || has_all(mark, address, size_B)) continue;
      r->mark[slot] = 0;
      if (r->begun[slot] < f.begun) continue;
      const uint32_t pieces = size_B / mark_size_B(mark);
      f = (FailedLoad){r->begun[slot], pieces ? pieces : 1};
   }
   return f;
}

bool recent_waits(const RecentBlocks* blocks, const Processor* p, uint64_t begun)
{
   if (blocks->begun - begun >= PRODUCERS_BLOCKS) return false;
   uint64_t stores = 0, instrs = 0;
   // The block of the stores has number begun - 1, the running one blocks->begun - 1.
   for (uint64_t n = begun; n + 1 < blocks->begun; n++) {
      const BlockCycles* b = blocks->ring[n % PRODUCERS_BLOCKS];
      if (!b) continue;
      stores += b->stores;
      instrs += b->instrs;
   }
   return stores < p->store_buffer && instrs < p->window;
}
