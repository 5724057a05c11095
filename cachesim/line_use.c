// SPDX-License-Identifier: GPL-3.0-or-later
// Line use; see line_use.h.
#include "cachesim/line_use.h"

void line_changes_move(LineChanges* c, const CostTarget* from, const LineLoad* load)
{
   for (uint32_t i = 0; i < c->n_loaded; i++)
      if (c->loaded[i].target == from) c->loaded[i] = *load;
}

bool line_changes_unload(LineChanges* c, const CostTarget* target)
{
   bool was_loaded = false;
   for (uint32_t i = 0; i < c->n_loaded; i++) {
      if (c->loaded[i].target != target) continue;
      c->loaded[i] = c->loaded[--c->n_loaded];
      was_loaded = true;
   }
   return was_loaded;
}

void line_changes_use_own(LineChanges* c, uint8_t level, bool is_code, uint64_t line,
                          uint64_t size_B)
{
   for (uint32_t i = 0; i < c->n_evicted; i++) {
      Eviction* e = &c->evicted[i];
      if (!e->is_own || e->count || e->level != level || e->is_code != is_code
          || e->line != line || e->prefetched)
         continue;
      e->count = 1;
      e->unused_B -= (uint32_t)size_B;
      return;
   }
}

uint32_t line_use_unused_B(const uint64_t* mask, uint32_t line_B)
{
   uint32_t used_B = 0;
   if (line_B < MASK_WORD_B)
      return line_B - (uint32_t)__builtin_popcountll(mask[0] & line_use_bits(0, line_B));
   for (uint32_t w = 0; w < line_B / MASK_WORD_B; w++)
      used_B += (uint32_t)__builtin_popcountll(mask[w]);
   return line_B - used_B;
}
