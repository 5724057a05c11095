// SPDX-License-Identifier: GPL-3.0-or-later
// Cache with records of use; see use_cache.h.
#include "cachesim/use_cache.h"

#include "cachesim/set_cache_inl.h"

static uint64_t lines_of(const UseCache* c)
{
   return c->base.sets * c->base.ways;
}

void use_cache_init(UseCache* c, const Geometry* g, bool callgrind_arithmetic)
{
   *c = (UseCache){.address_mask = callgrind_arithmetic ? 0xFFFFFFFFu : ~0ULL,
                   .callgrind_arithmetic = callgrind_arithmetic};
   set_cache_init(&c->base, g);
   c->words = g->line_B > MASK_WORD_B ? g->line_B / MASK_WORD_B : 1;
   uint64_t n = lines_of(c);
   c->lines = host_zalloc("cachesim.uses", n * sizeof *c->lines);
   if (c->words > 1) c->masks = host_zalloc("cachesim.masks", n * c->words * sizeof *c->masks);
   use_cache_clear(c);
}

void use_cache_free(UseCache* c)
{
   set_cache_free(&c->base);
   host_free(c->lines);
   host_free(c->masks);
   host_free(c->owners);
   *c = (UseCache){0};
}

void use_cache_clear(UseCache* c)
{
   uint64_t empty = c->callgrind_arithmetic ? 0 : ~WAY_MASK; // no line has such a number
   for (uint64_t i = 0; i < lines_of(c); i++) {
      c->base.tags[i] = empty | i % c->base.ways;
      c->lines[i] = (LineUse){0};
   }
}

void use_cache_keep_owners(UseCache* c)
{
   c->owners = host_zalloc("cachesim.owners", lines_of(c) * sizeof *c->owners);
}

UseTouch use_cache_touch(UseCache* c, uint64_t address)
{
   uint64_t base = set_cache_set(&c->base, address) * c->base.ways;
   LruMove m = lru_move(c->base.tags + base, c->base.ways, use_cache_key(c, address), WAY_MASK);
   return (UseTouch){base + (m.old & WAY_MASK), m.hit, use_cache_address(c, m.old)};
}

int64_t use_cache_find(const UseCache* c, uint64_t address)
{
   uint64_t key = use_cache_key(c, address);
   uint64_t base = set_cache_set(&c->base, address) * c->base.ways;
   for (const uint64_t* t = c->base.tags + base; t < c->base.tags + base + c->base.ways; t++)
      if ((*t & ~WAY_MASK) == key) return (int64_t)(base + (*t & WAY_MASK));
   return LINE_NONE;
}

void use_cache_load(UseCache* c, uint64_t index)
{
   c->lines[index] = (LineUse){.resident = true};
   for (uint32_t w = 0; c->masks && w < c->words; w++) c->masks[index * c->words + w] = 0;
}

Eviction use_cache_end(const UseCache* c, uint64_t index, int level)
{
   const LineUse* use = &c->lines[index];
   return (Eviction){.loader = use->loader,
                     .count = use->count,
                     .line_B = c->base.geometry.line_B,
                     .unused_B =
                        line_use_unused_B(use_cache_mask(c, index), c->base.geometry.line_B,
                                          c->callgrind_arithmetic),
                     .owner = c->owners ? c->owners[index] : 0,
                     .level = (uint8_t)level,
                     .prefetched = use->prefetched};
}

static void check_tag(const UseCache* c, uint64_t base, uint64_t i)
{
   const uint64_t* tags = c->base.tags;
   const LineUse* use = &c->lines[base + (tags[i] & WAY_MASK)];
   XG_ASSERT((tags[i] & WAY_MASK) < c->base.ways);
   for (uint64_t j = base; j < i; j++) {
      XG_ASSERT((tags[i] & WAY_MASK) != (tags[j] & WAY_MASK));
      XG_ASSERT(!use->resident || (tags[i] & ~WAY_MASK) != (tags[j] & ~WAY_MASK));
   }
   if (use->resident && !c->callgrind_arithmetic)
      XG_ASSERT(set_cache_set(&c->base, use_cache_address(c, tags[i])) * c->base.ways == base);
}

void use_cache_check(const UseCache* c)
{
   for (uint64_t base = 0; base < lines_of(c); base += c->base.ways)
      for (uint64_t i = base; i < base + c->base.ways; i++) check_tag(c, base, i);
}
