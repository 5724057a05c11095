// SPDX-License-Identifier: GPL-3.0-or-later
// Replacement policies; see replacement.h.
#include "cachesim/replacement.h"

// --- pseudo-LRU tree ----------------------------------------------------------------------

// Has all nodes on the path to a way point away from it.
static uint64_t tree_touched(const Replacer* r, uint64_t tree, uint32_t way)
{
   for (uint32_t node = way + r->ways; node > 1; node /= 2) {
      uint64_t bit = 1ULL << node / 2;
      bool upper_half = node & 1;
      tree = upper_half ? tree & ~bit : tree | bit;
   }
   return tree;
}

static uint32_t tree_victim(const Replacer* r, uint64_t tree)
{
   uint32_t node = 1;
   while (node < r->ways) node = 2 * node + (tree >> node & 1);
   return node - r->ways;
}

// --- predicted distances ------------------------------------------------------------------

typedef enum { FOLLOWER, SRRIP_LEADER, BIMODAL_LEADER } DuelRole;

static DuelRole duel_role(const Replacer* r, uint64_t set)
{
   if (set >= r->leaders * r->spacing) return FOLLOWER;
   uint64_t offset = set % r->spacing;
   return offset == 0 ? SRRIP_LEADER : offset == r->spacing / 2 ? BIMODAL_LEADER : FOLLOWER;
}

static bool is_bimodal(const Replacer* r, uint64_t set)
{
   if (r->kind != REPLACE_DRRIP) return false;
   DuelRole role = duel_role(r, set);
   return role == BIMODAL_LEADER || (role == FOLLOWER && r->selector > SELECTOR_START);
}

static uint8_t first_distance(Replacer* r, uint64_t set)
{
   if (!is_bimodal(r, set)) return LONG;
   r->n_bimodal = (r->n_bimodal + 1) % BIMODAL_PERIOD;
   return r->n_bimodal ? DISTANT : LONG;
}

static uint32_t distant_way(const Replacer* r, uint64_t set)
{
   uint8_t* distance = r->distance + set * r->ways;
   for (;;) {
      for (uint32_t way = 0; way < r->ways; way++)
         if (distance[way] == DISTANT) return way;
      for (uint32_t way = 0; way < r->ways; way++) distance[way]++;
   }
}

// --- random -------------------------------------------------------------------------------

static uint32_t random_way(Replacer* r)
{
   r->random ^= r->random << 13;
   r->random ^= r->random >> 7;
   r->random ^= r->random << 17;
   return (uint32_t)((r->random >> 32) % r->ways);
}

uint64_t replacer_start(uint64_t seed, CacheRole role)
{
   // docs/cache-model.md: LL had its number before there was an L3.
   static const uint8_t number[N_CACHES] = {
      [CACHE_I1] = 1, [CACHE_D1] = 2, [CACHE_L2] = 3, [CACHE_LL] = 4, [CACHE_L2 + 1] = 5};
   uint64_t start = (seed + number[role]) * 0x9E3779B97F4A7C15ULL;
   return start ? start : 1;
}

// --- all ----------------------------------------------------------------------------------

void replacer_init(Replacer* r, Replacement kind, uint64_t sets, uint32_t ways, uint64_t start)
{
   *r = (Replacer){.kind = kind, .sets = sets, .ways = ways, .start = start};
   r->leaders = sets / 2 < LEADERS_MAX ? sets / 2 : LEADERS_MAX;
   r->spacing = r->leaders ? sets / r->leaders : 1;
   if (kind == REPLACE_PLRU) r->tree = host_map_zeroed(sets * sizeof *r->tree);
   if (kind == REPLACE_SRRIP || kind == REPLACE_DRRIP)
      r->distance = host_map_zeroed(sets * ways);
   replacer_clear(r);
}

void replacer_free(Replacer* r)
{
   if (r->tree) host_unmap(r->tree, r->sets * sizeof *r->tree);
   if (r->distance) host_unmap(r->distance, r->sets * r->ways);
   *r = (Replacer){0};
}

void replacer_clear(Replacer* r)
{
   // Distances of ways without a line do not matter.
   for (uint64_t s = 0; r->tree && s < r->sets; s++) r->tree[s] = 0;
   r->selector = SELECTOR_START;
   r->n_bimodal = 0;
   r->random = r->start;
}

void replacer_hit(Replacer* r, uint64_t set, uint32_t way)
{
   if (r->tree) r->tree[set] = tree_touched(r, r->tree[set], way);
   if (r->distance) r->distance[set * r->ways + way] = 0;
}

void replacer_missed(Replacer* r, uint64_t set)
{
   if (r->kind != REPLACE_DRRIP) return;
   DuelRole role = duel_role(r, set);
   if (role == SRRIP_LEADER && r->selector < SELECTOR_MAX) r->selector++;
   if (role == BIMODAL_LEADER && r->selector > 0) r->selector--;
}

uint32_t replacer_victim(Replacer* r, uint64_t set)
{
   if (r->tree) return tree_victim(r, r->tree[set]);
   return r->distance ? distant_way(r, set) : random_way(r);
}

void replacer_loaded(Replacer* r, uint64_t set, uint32_t way)
{
   if (r->tree) r->tree[set] = tree_touched(r, r->tree[set], way);
   if (r->distance) r->distance[set * r->ways + way] = first_distance(r, set);
}

bool replacer_is_quiet(const Replacer* r, uint64_t set, uint32_t way)
{
   if (r->tree) return tree_touched(r, r->tree[set], way) == r->tree[set];
   return !r->distance || r->distance[set * r->ways + way] == 0;
}
