// SPDX-License-Identifier: GPL-3.0-or-later
// Stream prefetcher; see prefetch.h.
#include "cachesim/prefetch.h"

void prefetch_init(Prefetcher* p, uint32_t line_shift)
{
   *p = (Prefetcher){.line_shift = line_shift, .line_number_mask = ~0ULL};
}

void prefetch_clear(Prefetcher* p)
{
   for (int i = 0; i < PREFETCH_STREAMS; i++) {
      p->last_line[i] = 0;
      p->run[i] = 0;
   }
}

bool prefetch_observe(Prefetcher* p, uint64_t address, uint64_t* wanted)
{
   unsigned s = (address >> PREFETCH_PAGE_SHIFT) % PREFETCH_STREAMS;
   uint64_t line = address >> p->line_shift & p->line_number_mask;
   uint64_t last = p->last_line[s];
   if (line == last) return false;
   p->last_line[s] = line;

   bool next_up = ((last + 1) & p->line_number_mask) == line;
   bool next_down = ((last - 1) & p->line_number_mask) == line;
   uint64_t distance_B = (uint64_t)PREFETCH_DISTANCE_LINES << p->line_shift;
   int64_t* run = &p->run[s];
   if (*run == 0) {
      *run = next_up ? 1 : next_down ? -1 : 0;
      return false;
   }
   if (*run > 0 ? !next_up : !next_down) {
      *run = 0;
      return false;
   }
   *run += *run > 0 ? 1 : -1;
   if (*run > 0) {
      p->up++;
      *wanted = address + distance_B;
   } else {
      p->down++;
      *wanted = address - distance_B;
   }
   return true;
}
