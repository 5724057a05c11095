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

uint32_t line_use_unused_B(const uint64_t* mask, uint32_t line_B)
{
   uint32_t used_B = 0;
   if (line_B < MASK_WORD_B)
      return line_B - (uint32_t)__builtin_popcountll(mask[0] & line_use_bits(0, line_B));
   for (uint32_t w = 0; w < line_B / MASK_WORD_B; w++)
      used_B += (uint32_t)__builtin_popcountll(mask[w]);
   return line_B - used_B;
}
