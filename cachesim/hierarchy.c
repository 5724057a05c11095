// SPDX-License-Identifier: GPL-3.0-or-later
// The cache hierarchy; see hierarchy.h.
#include "cachesim/hierarchy.h"

#include "cachesim/callgrind_arithmetic.h"

const char* hierarchy_cache_name(CacheRole role)
{
   static const char* const name[N_CACHES] = {"I1", "D1", "L2", "L3", "LL"};
   return name[role];
}

static uint32_t end_of_caches(const Hierarchy* h)
{
   return cores_caches(h) + 2;
}

// All caches, from the top: a line's use is added to a cache further down.  NULL: an I1.
static Cache* cache_at(Hierarchy* h, uint32_t i)
{
   uint32_t n = cores_caches(h);
   return i < n ? cores_cache(h, i) : i == n ? &h->records : &h->ll;
}

static bool power_of_two(uint64_t n)
{
   return (n & (n - 1)) == 0;
}

bool hierarchy_can_be_hot(const Geometry* d1, bool line_use)
{
   uint64_t sets = geometry_sets(d1);
   if (!power_of_two(sets) || sets > HOT_SETS_MAX) return false;
   // A slot has room for one word of mask.  With one set, the second line of an access may evict
   // the first, whose use would then be counted in a slot that no longer holds it.
   return !line_use || (d1->line_B <= MASK_WORD_B && sets > 1);
}

// --- by role ------------------------------------------------------------------------------

static const Geometry* geometry_of(const HierarchyConfig* c, CacheRole r)
{
   return r == CACHE_I1   ? &c->i1
          : r == CACHE_D1 ? &c->d1
          : r == CACHE_LL ? &c->ll
                          : &c->between[r - CACHE_L2];
}

static Cache* cache_of(Hierarchy* h, CacheRole r)
{
   return r == CACHE_I1   ? &h->asked_i1
          : r == CACHE_D1 ? &h->d1
          : r == CACHE_LL ? &h->ll
                          : &h->between[r - CACHE_L2];
}

// --- policies -----------------------------------------------------------------------------

bool hierarchy_has_choices(const HierarchyConfig* c)
{
   bool any = c->ll_policy != LL_NEITHER;
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++)
      any |=
         c->policy[r].replacement || c->policy[r].prefetch || c->policy[r].no_write_allocate;
   return any;
}

static bool has_policies(const HierarchyConfig* c)
{
   // The fast paths know three levels: hits of D1 alone are fast in front of four.
   return hierarchy_has_choices(c) || c->cores > 1 || hierarchy_between(c) > 1;
}

static bool asks_i1(const HierarchyConfig* c)
{
   return c->policy[CACHE_I1].replacement || c->policy[CACHE_I1].prefetch
          || c->ll_policy == LL_INCLUSIVE;
}

static const char* exclusive_error(const HierarchyConfig* c)
{
   const uint32_t n = hierarchy_between(c);
   if (!n) return "an exclusive LL holds what L2 evicts, and there is no L2";
   if (c->between[n - 1].line_B != c->ll.line_B)
      return "an exclusive LL must have lines of the size of those in the level in front of it";
   if (c->policy[CACHE_LL].prefetch || c->prefetch)
      return "an exclusive LL loads nothing by itself, so it cannot have a prefetcher";
   if (c->policy[CACHE_LL].no_write_allocate)
      return "an exclusive LL loads nothing by itself, so it has no choice at writes";
   return c->write_back ? "write-back is not simulated with an exclusive LL" : NULL;
}

static const char* inclusive_error(const HierarchyConfig* c)
{
   for (uint32_t i = 0; i < hierarchy_between(c); i++)
      if (c->ll.size_B < c->between[i].size_B)
         return "an inclusive LL must not be smaller than a level in front of it";
   if (c->ll.size_B < c->d1.size_B) return "an inclusive LL must not be smaller than D1";
   if (c->ll.size_B < c->i1.size_B) return "an inclusive LL must not be smaller than I1";
   if (c->policy[CACHE_LL].no_write_allocate)
      return "an inclusive LL has to load what caches above load, at writes, too";
   return NULL;
}

const char* hierarchy_policy_error(const HierarchyConfig* c)
{
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++)
      if (c->policy[r].replacement == REPLACE_PLRU
          && (!power_of_two(geometry_of(c, r)->ways)
              || geometry_of(c, r)->ways > PLRU_WAYS_MAX))
         return "tree-PLRU needs a number of ways that is a power of two up to 64";
   if (c->callgrind_arithmetic && has_policies(c))
      return "Callgrind's caches have no policies to choose";
   for (CacheRole r = CACHE_L2 + 1; r < N_CACHES; r++)
      if (geometry_of(c, r)->size_B && c->slices[r] > 1
          && geometry_sets(geometry_of(c, r)) % c->slices[r])
         return "the slices of a cache must have equally many sets";
   if (c->ll_policy == LL_EXCLUSIVE) return exclusive_error(c);
   return c->ll_policy == LL_INCLUSIVE ? inclusive_error(c) : NULL;
}

static void init_policies(Hierarchy* h)
{
   const HierarchyConfig* c = &h->config;
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++) {
      if (!cache_of(h, r)->tags) continue;
      policy_state_init(&h->policy[r], cache_of(h, r), &c->policy[r],
                        replacer_start(c->seed, r));
      h->needs_instr |= c->policy[r].prefetch == PREFETCH_STRIDE;
   }
   h->policy[CACHE_LL].inclusive = c->ll_policy == LL_INCLUSIVE;
   if (c->ll_policy == LL_EXCLUSIVE)
      h->policy[CACHE_L2 + hierarchy_between(c) - 1].victims = &h->ll;
}

// --- miss classes -------------------------------------------------------------------------

static Cache* cache_with_classes(Hierarchy* h, ClassLevel level)
{
   return cache_of(h, (CacheRole)(CACHE_D1 + level));
}

// Which table has lines of the level's size.
static ClassLevel table_of(const Hierarchy* h, ClassLevel level)
{
   const uint32_t shift = cache_with_classes((Hierarchy*)h, level)->line_shift;
   ClassLevel first = CLASS_D1;
   while (cache_with_classes((Hierarchy*)h, first)->line_shift != shift) first++;
   return first;
}

const LineTable* hierarchy_missed_lines(const Hierarchy* h)
{
   return &h->lines[table_of(h, CLASS_LL)];
}

static void init_classifiers(Hierarchy* h)
{
   uint32_t cores = h->config.cores ? h->config.cores : 1;
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++)
      line_table_init(&h->lines[l], cores, hierarchy_between(&h->config));
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      Cache* c = cache_with_classes(h, l);
      if (!c->tags) continue;
      classifier_init(&h->classifier[l], l, c, &h->lines[table_of(h, l)], 0);
      classifier_count_in(&h->classifier[l], &h->lines[table_of(h, CLASS_LL)],
                          h->ll.geometry.line_B);
      c->classifier = &h->classifier[l];
   }
}

static void clear_classifiers(Hierarchy* h)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (h->classifier[l].cache) classifier_clear(&h->classifier[l]);
      line_table_forget(&h->lines[l]);
   }
}

void hierarchy_zero_misses(Hierarchy* h)
{
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      if (h->classifier[l].cache) classifier_zero(&h->classifier[l]);
      line_table_zero(&h->lines[l]);
   }
}

// --- set up -------------------------------------------------------------------------------

// Whether an exclusive LL is the only policy that is not the standard one.
static bool only_exclusive(const HierarchyConfig* c)
{
   HierarchyConfig other = *c;
   other.ll_policy = LL_NEITHER;
   return c->ll_policy == LL_EXCLUSIVE && !has_policies(&other);
}

static bool can_be_fast(const Hierarchy* h)
{
   const HierarchyConfig* c = &h->config;
   bool one_size = c->i1.line_B == c->ll.line_B && c->d1.line_B == c->ll.line_B
                   && (!hierarchy_has_l2(c) || c->between[0].line_B == c->ll.line_B);
   return h->d1.hot && hierarchy_between(c) <= 1 && !c->write_back && !c->prefetch
          && !h->callgrind && (!h->has_policies || only_exclusive(c))
          && (!c->line_use || one_size);
}

static void take_fast_path(Hierarchy* h)
{
   const bool on = h->can_be_fast && !h->asks_each && !h->awaits;
   h->fast = on && !h->config.miss_classes;
   h->fast_with_classes = on && h->config.miss_classes;
}

static void let_hits_be_fast(Hierarchy* h)
{
   const bool on = !h->asks_each && !h->awaits;
   const bool in_order_of_use =
      h->has_policies && !h->config.policy[CACHE_D1].replacement && h->d1.hot;
   h->hits_are_fast = on && in_order_of_use && !h->config.write_back && !h->callgrind;
}

// Connects the levels between L1 and LL; the last of them and LL may exchange lines instead.
static void connect_between(Hierarchy* h)
{
   const uint32_t n = hierarchy_between(&h->config);
   for (uint32_t i = 0; i + 1 < n; i++) cache_connect(&h->between[i], &h->between[i + 1]);
   if (h->config.ll_policy != LL_EXCLUSIVE)
      cache_connect(&h->between[n - 1], &h->ll);
   else if (h->config.line_use)
      cache_connect(&h->between[n - 1], &h->records);
}

static void connect(Hierarchy* h)
{
   const bool between = hierarchy_has_l2(&h->config);
   Cache* next = between ? &h->between[0] : &h->ll;
   if (h->asks_i1)
      cache_connect(&h->asked_i1, next);
   else
      code_cache_connect(&h->i1, next);
   cache_connect(&h->d1, next);
   if (between) connect_between(h);
   if (h->config.prefetch) h->ll.prefetcher = &h->prefetcher;
   if (!h->config.write_back) return;
   h->d1.write_through = true;
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++) h->between[i].write_through = true;
   h->ll.keeps_dirty = true;
   h->ll.tag_state |= TAG_DIRTY;
}

static void init_cache(const Hierarchy* h, Cache* c, uint8_t level, const Geometry* g)
{
   c->level = level;
   cache_init(c, g, h->config.line_use);
   if (h->config.line_use && h->config.owners) cache_keep_owners(c);
}

// Behind level 1, which has two caches, a level has the number of its cache.
_Static_assert(CACHE_L2 == (int)LEVEL_L2 && CACHE_LL == (int)LEVEL_LL, "levels and caches");

void hierarchy_init_cache(const Hierarchy* h, Cache* c, CacheRole role)
{
   init_cache(h, c, role <= CACHE_D1 ? LEVEL_L1 : (uint8_t)role, geometry_of(&h->config, role));
   if (role > CACHE_L2 && h->config.slices[role]) cache_slice(c, h->config.slices[role]);
}

// A fetch is from an address that is known early: any number of sets may have slots.
static void init_asked_i1(Hierarchy* h)
{
   Cache* c = &h->asked_i1;
   hierarchy_init_cache(h, c, CACHE_I1);
   if (c->lines && (c->words > 1 || c->sets == 1)) return; // as in hierarchy_can_be_hot()
   h->i1_hot = host_map_zeroed(c->sets * sizeof *h->i1_hot);
   cache_use_hot_slots(c, h->i1_hot);
}

void hierarchy_init(Hierarchy* h, const HierarchyConfig* config, HotSlot* hot)
{
   *h = (Hierarchy){
      .config = *config, .has_policies = has_policies(config), .asks_i1 = asks_i1(config)};
   code_cache_init(&h->i1, &config->i1, config->line_use);
   if (h->asks_i1) init_asked_i1(h);
   hierarchy_init_cache(h, &h->d1, CACHE_D1);
   const uint32_t between = hierarchy_between(config);
   for (uint32_t i = 0; i < between; i++)
      hierarchy_init_cache(h, &h->between[i], (CacheRole)(CACHE_L2 + i));
   if (config->ll_policy == LL_EXCLUSIVE && config->line_use)
      init_cache(h, &h->records, LEVEL_LL, &config->between[between - 1]);
   hierarchy_init_cache(h, &h->ll, CACHE_LL);
   if (h->has_policies) init_policies(h);
   if (config->cores <= 1 && hierarchy_can_be_hot(&config->d1, config->line_use))
      cache_use_hot_slots(&h->d1, hot);
   prefetch_init(&h->prefetcher, h->ll.line_shift);
   if (config->callgrind_arithmetic) callgrind_arithmetic_init(h);
   XG_ASSERT(!config->miss_classes || !h->callgrind);
   if (config->miss_classes) init_classifiers(h);
   h->can_be_fast = can_be_fast(h);
   take_fast_path(h);
   let_hits_be_fast(h);
   if (!h->callgrind) connect(h); // Callgrind's arithmetic connects the levels in its own way
   cores_init(h);
}

void hierarchy_free(Hierarchy* h)
{
   // Before their caches, whose sets they count.
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) classifier_free(&h->classifier[l]);
   code_cache_free(&h->i1);
   if (h->i1_hot) host_unmap(h->i1_hot, h->asked_i1.sets * sizeof *h->i1_hot);
   cache_free(&h->asked_i1);
   cache_free(&h->d1);
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++) cache_free(&h->between[i]);
   cache_free(&h->records);
   cache_free(&h->ll);
   cores_free(h);
   for (CacheRole r = CACHE_I1; r < N_CACHES; r++) policy_state_free(&h->policy[r]);
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) line_table_free(&h->lines[l]);
}

void hierarchy_clear(Hierarchy* h)
{
   code_cache_clear(&h->i1);
   for (uint32_t i = 0; i < end_of_caches(h); i++)
      if (cache_at(h, i)) cache_clear(cache_at(h, i));
   if (h->config.miss_classes) clear_classifiers(h);
   cores_clear(h);
   prefetch_clear(&h->prefetcher);
}

// --- accesses -----------------------------------------------------------------------------

Served hierarchy_data(Hierarchy* h, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind)) return callgrind_data(h, r, changes);
   if (XG_UNLIKELY(h->cores.n > 1)) return cores_data(h, r, changes);
   return cache_request(&h->d1, r, changes);
}

void hierarchy_count_hot(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   if (h->d1.hot && h->config.line_use && size_B <= h->d1.geometry.line_B)
      cache_count_hot(&h->d1, address, size_B);
}

void hierarchy_ask_each(Hierarchy* h, bool on)
{
   h->asks_each = on;
   take_fast_path(h);
   let_hits_be_fast(h);
   for (uint64_t s = 0; on && h->d1.hot && s < h->d1.sets; s++) h->d1.hot[s].line = NO_LINE;
}

void hierarchy_await(Hierarchy* h, bool on)
{
   h->awaits = on;
   take_fast_path(h);
   let_hits_be_fast(h);
}

Served hierarchy_prefetch(Hierarchy* h, uint64_t address, LineChanges* changes)
{
   XG_ASSERT(!h->callgrind);
   const Request r = {address, 1, false};
   const Served s =
      h->cores.n > 1 ? cores_prefetch(h, &r, changes) : cache_prefetch(&h->d1, &r, changes);
   hierarchy_cool(h, address, r.size_B); // its time is not that of an access
   return s;
}

void hierarchy_cool(Hierarchy* h, uint64_t address, uint32_t size_B)
{
   const Cache* d1 = &h->d1;
   uint64_t last = cache_line(d1, address + size_B - 1);
   for (uint64_t line = cache_line(d1, address); d1->hot; line += d1->geometry.line_B) {
      cache_hot_slot(d1, line)->line = NO_LINE;
      if (line == last) return;
   }
}

static Served fetch(Hierarchy* h, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(h->asks_i1)) {
      Served s = cache_request(&h->asked_i1, r, changes);
      if (changes && h->i1_hot) cache_count_hot(&h->asked_i1, r->address, r->size_B);
      return s;
   }
   return code_cache_request(&h->i1, r, changes);
}

Served hierarchy_fetch(Hierarchy* h, const Request* r, LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind))
      return callgrind_fetch(h, code_cache_line(&h->i1, r->address), r, true, changes);
   if (XG_UNLIKELY(h->cores.n > 1)) cores_fetch(h, r);
   return fetch(h, r, changes);
}

Served hierarchy_fetch_missed(Hierarchy* h, CodeLine* first, const Request* r,
                              LineChanges* changes)
{
   if (XG_UNLIKELY(h->callgrind)) return callgrind_fetch(h, first, r, false, changes);
   XG_CHECK(!h->asks_i1);
   if (XG_UNLIKELY(h->cores.n > 1)) cores_fetch(h, r);
   return code_cache_missed(&h->i1, first, r, changes);
}

// --- all lines ----------------------------------------------------------------------------

// A resident line.
typedef struct {
   Cache* cache;      // NULL: an I1
   CodeCache* code;   // ... this one
   uint64_t position; // in Cache.tags or in CodeCache.resident
} FoundLine;

static bool next_code_line(const CodeCache* c, uint64_t* position, uint64_t* found)
{
   for (uint64_t n = c->sets * c->ways; *position < n;) {
      *found = (*position)++;
      if (c->resident[*found]) return true;
   }
   return false;
}

static bool next_line(Hierarchy* h, LineCursor* at, FoundLine* found)
{
   for (; at->cache < end_of_caches(h); *at = (LineCursor){at->cache + 1, 0}) {
      found->cache = cache_at(h, at->cache);
      found->code = found->cache ? NULL : cores_code_cache(h, at->cache);
      if (found->cache ? cache_next_line(found->cache, &at->position, &found->position)
                       : next_code_line(found->code, &at->position, &found->position))
         return true;
   }
   return false;
}

bool hierarchy_evict_next(Hierarchy* h, LineCursor* cursor, Eviction* e)
{
   FoundLine f;
   if (!next_line(h, cursor, &f)) {
      hierarchy_clear(h); // the prefetcher's streams
      return false;
   }
   if (XG_UNLIKELY(h->callgrind))
      *e = callgrind_take_line(h, f.cache, f.position);
   else
      *e = f.cache ? cache_take_line(f.cache, f.position)
                   : code_cache_take_line(f.code, f.position);
   return true;
}

static uint64_t index_of(const FoundLine* f)
{
   const Cache* c = f->cache;
   return f->position / c->ways * c->ways + (c->tags[f->position] & WAY_MASK);
}

CostTarget* hierarchy_next_target(Hierarchy* h, LineCursor* cursor)
{
   FoundLine f;
   if (!next_line(h, cursor, &f)) return NULL;
   return f.cache ? &f.cache->lines[index_of(&f)].target
                  : &f.code->resident[f.position]->target;
}

void hierarchy_set_owner(Hierarchy* h, uint32_t owner)
{
   LineCursor cursor = {0};
   for (FoundLine f; h->config.owners && next_line(h, &cursor, &f);)
      if (f.cache)
         f.cache->owners[index_of(&f)] = owner;
      else
         f.code->resident[f.position]->owner = owner;
}

void hierarchy_check(const Hierarchy* h)
{
   XG_ASSERT(h->fast + h->fast_with_classes + h->callgrind <= 1);
   code_cache_check(&h->i1);
   if (h->callgrind) return;
   cache_check(&h->d1);
   for (uint32_t i = 0; i < hierarchy_between(&h->config); i++) cache_check(&h->between[i]);
   cache_check(&h->ll);
   for (ClassLevel l = CLASS_D1; h->config.miss_classes && l < CLASS_LEVELS; l++) {
      if (h->classifier[l].cache) classifier_check(&h->classifier[l]);
      line_table_check(&h->lines[l]);
   }
   if (!h->has_policies) return;
   cache_check(&h->asked_i1);
   cores_check(h);
   if (h->config.ll_policy == LL_EXCLUSIVE)
      cache_check_levels(hierarchy_front(h), &h->ll, LL_EXCLUSIVE);
   else if (h->config.ll_policy == LL_INCLUSIVE)
      for (uint32_t i = 0; i < cores_caches(h); i++)
         if (cores_cache((Hierarchy*)h, i))
            cache_check_levels(cores_cache((Hierarchy*)h, i), &h->ll, LL_INCLUSIVE);
}
