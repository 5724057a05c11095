// SPDX-License-Identifier: GPL-3.0-or-later
// Cache with records of use; see use_cache.h.
#include "cachesim/use_cache.h"

void use_cache_init(UseCache* c, const Geometry* g, bool callgrind_arithmetic)
{
   *c = (UseCache){.geometry = *g,
                   .sets = geometry_sets(g),
                   .ways = g->ways,
                   .line_shift = (uint32_t)__builtin_ctzll(g->line_B),
                   .address_mask = callgrind_arithmetic ? 0xFFFFFFFFu : ~0ULL,
                   .callgrind_arithmetic = callgrind_arithmetic};
   c->set_mask = (c->sets & (c->sets - 1)) == 0 ? c->sets - 1 : 0;
   c->words = g->line_B > MASK_WORD_B ? g->line_B / MASK_WORD_B : 1;
   uint64_t n = c->sets * c->ways;
   c->tags = port_alloc("cachesim.tags", n * sizeof *c->tags);
   c->lines = port_zalloc("cachesim.uses", n * sizeof *c->lines);
   if (c->words > 1) c->masks = port_zalloc("cachesim.masks", n * c->words * sizeof *c->masks);
   c->below = port_zalloc("cachesim.below", n * sizeof *c->below);
   use_cache_clear(c);
}

void use_cache_free(UseCache* c)
{
   port_free(c->tags);
   port_free(c->lines);
   port_free(c->masks);
   port_free(c->below);
   *c = (UseCache){0};
}

void use_cache_clear(UseCache* c)
{
   uint64_t empty = c->callgrind_arithmetic ? 0 : ~WAY_MASK; // no line has such a number
   for (uint64_t i = 0; i < c->sets * c->ways; i++) {
      c->tags[i] = empty | i % c->ways;
      c->lines[i] = (LineUse){0};
   }
}

static uint64_t key_of(const UseCache* c, uint64_t address)
{
   return (address & c->address_mask) >> c->line_shift << WAY_BITS;
}

bool use_cache_touch(UseCache* c, uint64_t address, uint64_t* index)
{
   uint64_t key = key_of(c, address), base = use_cache_set(c, address) * c->ways;
   uint64_t* set = c->tags + base;
   uint64_t found = set[0];
   uint32_t i = 0;
   while ((found & ~WAY_MASK) != key && ++i < c->ways) {
      uint64_t t = set[i];
      set[i] = found;
      found = t;
   }
   set[0] = key | (found & WAY_MASK);
   *index = base + (found & WAY_MASK);
   return i < c->ways;
}

int64_t use_cache_find(const UseCache* c, uint64_t address)
{
   uint64_t key = key_of(c, address), base = use_cache_set(c, address) * c->ways;
   for (uint64_t i = base; i < base + c->ways; i++)
      if ((c->tags[i] & ~WAY_MASK) == key) return (int64_t)(base + (c->tags[i] & WAY_MASK));
   return LINE_NONE;
}

void use_cache_load(UseCache* c, uint64_t index, uint64_t address)
{
   c->lines[index] = (LineUse){.line = use_cache_line(c, address), .resident = true};
   for (uint32_t w = 0; c->masks && w < c->words; w++) c->masks[index * c->words + w] = 0;
}

LineEnd use_cache_end(const UseCache* c, uint64_t index, int level)
{
   const LineUse* use = &c->lines[index];
   return (LineEnd){.loader = use->loader,
                    .count = use->count,
                    .unused_B = line_use_unused_B(use_cache_mask(c, index), c->geometry.line_B,
                                                  c->callgrind_arithmetic),
                    .level = (uint8_t)level,
                    .prefetched = use->prefetched};
}

static void check_tag(const UseCache* c, uint64_t base, uint64_t i)
{
   const LineUse* use = &c->lines[base + (c->tags[i] & WAY_MASK)];
   XG_ASSERT((c->tags[i] & WAY_MASK) < c->ways);
   for (uint64_t j = base; j < i; j++) {
      XG_ASSERT((c->tags[i] & WAY_MASK) != (c->tags[j] & WAY_MASK));
      XG_ASSERT(!use->resident || (c->tags[i] & ~WAY_MASK) != (c->tags[j] & ~WAY_MASK));
   }
   if (use->resident) XG_ASSERT(key_of(c, use->line) == (c->tags[i] & ~WAY_MASK));
}

void use_cache_check(const UseCache* c)
{
   for (uint64_t base = 0; base < c->sets * c->ways; base += c->ways)
      for (uint64_t i = base; i < base + c->ways; i++) check_tag(c, base, i);
}
