// SPDX-License-Identifier: GPL-3.0-or-later
// Use of cache lines; see line_use.h.
#include "cachesim/line_use.h"

static bool is_used(const uint64_t* mask, uint32_t byte)
{
   return mask[byte / MASK_WORD_B] >> byte % MASK_WORD_B & 1;
}

static uint32_t unused_in_groups(const uint64_t* mask, uint32_t line_B, uint32_t group_B)
{
   uint32_t unused_B = 0;
   for (uint32_t start = 0; start < line_B; start += group_B) {
      bool used = false;
      for (uint32_t i = 0; i < group_B; i++) used |= is_used(mask, start + i);
      if (!used) unused_B += group_B;
   }
   return unused_B;
}

uint32_t line_use_unused_B(const uint64_t* mask, uint32_t line_B, bool in_32_groups)
{
   enum { GROUPS = 32 };
   if (in_32_groups && line_B > GROUPS) return unused_in_groups(mask, line_B, line_B / GROUPS);
   uint32_t used_B = 0;
   if (line_B < MASK_WORD_B)
      return line_B - (uint32_t)__builtin_popcountll(mask[0] & ((1ULL << line_B) - 1));
   for (uint32_t w = 0; w < line_B / MASK_WORD_B; w++)
      used_B += (uint32_t)__builtin_popcountll(mask[w]);
   return line_B - used_B;
}
