// SPDX-License-Identifier: GPL-3.0-or-later
// Several cores; see cores.h.
#include "cachesim/cores.h"

#include "cachesim/cores_inl.h"

const char* cores_error(const HierarchyConfig* c)
{
   if (c->cores <= 1) return NULL;
   if (c->callgrind_arithmetic) return "Callgrind's caches are those of one core";
   if (c->write_back) return "write-backs are simulated for one core only";
   if (c->ll_policy == LL_EXCLUSIVE) return "an exclusive LL is simulated for one core only";
   bool one_size = c->i1.line_B == c->ll.line_B && c->d1.line_B == c->ll.line_B;
   for (uint32_t i = 0; i < hierarchy_between(c); i++) {
      one_size &= c->between[i].line_B == c->ll.line_B;
      if (i && c->shared[i - 1] && !c->shared[i])
         return "cores that share a level share all levels behind it";
      if (i && c->shared[i - 1] && c->group[i]
          && (!c->group[i - 1] || c->group[i] % c->group[i - 1]))
         return "groups that share a level are parts of those that share the next one";
   }
   return one_size ? NULL : "with several cores all caches must have lines of one size";
}

// --- caches of a core ---------------------------------------------------------------------

// How many cores share a cache of level i between L1 and LL, which is shared.
static uint32_t group_size(const Hierarchy* h, uint32_t i)
{
   const uint32_t size = h->config.group[i];
   return size && size < h->cores.n ? size : h->cores.n;
}

static uint32_t n_groups(const Hierarchy* h, uint32_t i)
{
   return (h->cores.n + group_size(h, i) - 1) / group_size(h, i);
}

static uint32_t group_of(const Hierarchy* h, uint32_t i, uint32_t core)
{
   return core / group_size(h, i);
}

// Where the cache of a group is now.
static Cache* cache_of_group(Hierarchy* h, uint32_t i, uint32_t group)
{
   if (group == group_of(h, i, h->cores.running)) return &h->between[i];
   ParkedLevel* p = h->cores.parked_level[i];
   while (p->group != group) p++;
   return &p->cache;
}

enum { CACHES_OF_L1 = 3 }; // I1, I1 if it is asked, D1

static uint32_t caches_of_each(const Hierarchy* h)
{
   return CACHES_OF_L1 + h->cores.n_own;
}

uint32_t cores_caches(const Hierarchy* h)
{
   uint32_t n = caches_of_each(h) * h->cores.n;
   for (uint32_t i = h->cores.n_own; i < hierarchy_between(&h->config); i++)
      n += n_groups(h, i);
   return n;
}

// Number i of those that cores share.
static Cache* shared_cache(Hierarchy* h, uint32_t i)
{
   uint32_t level = h->cores.n_own;
   for (; i >= n_groups(h, level); level++) i -= n_groups(h, level);
   return i ? &h->cores.parked_level[level][i - 1].cache : &h->between[level];
}

Cache* cores_cache(Hierarchy* h, uint32_t i)
{
   const uint32_t n = caches_of_each(h);
   if (i >= n * h->cores.n) return shared_cache(h, i - n * h->cores.n);
   ParkedCaches* p = i >= n ? &h->cores.parked[i / n - 1] : NULL;
   switch (i % n) {
   case 0: return NULL;
   case 1: return p ? &p->asked_i1 : &h->asked_i1;
   case 2: return p ? &p->d1 : &h->d1;
   default: return (p ? p->between : h->between) + (i % n - CACHES_OF_L1);
   }
}

CodeCache* cores_code_cache(Hierarchy* h, uint32_t i)
{
   const uint32_t n = caches_of_each(h);
   return i < n ? &h->i1 : &h->cores.parked[i / n - 1].i1.cache;
}

static const ParkedCaches* parked_caches(const Cores* c, uint32_t core)
{
   for (uint32_t i = 0; i + 1 < c->n; i++)
      if (c->parked[i].core == core) return &c->parked[i];
   return NULL;
}

// The caches that hold data for a core and not for another one, from the top.
typedef struct {
   uint32_t n;
   Cache* cache[1 + LEVELS_BETWEEN];
} DataCaches;

// NO_CORE: and not for all.
static DataCaches data_caches(const Hierarchy* h, uint32_t core, uint32_t but_of)
{
   bool runs = core == h->cores.running;
   const ParkedCaches* p = runs ? NULL : parked_caches(&h->cores, core);
   const uint32_t own = h->cores.n_own;
   DataCaches all = {1, {(Cache*)(runs ? &h->d1 : &p->d1)}};
   for (uint32_t i = 0; i < own; i++)
      all.cache[all.n++] = (Cache*)(runs ? h->between : p->between) + i;
   for (uint32_t i = own; i < h->cores.n_coherent; i++)
      if (but_of == NO_CORE || group_of(h, i, core) != group_of(h, i, but_of))
         all.cache[all.n++] = cache_of_group((Hierarchy*)h, i, group_of(h, i, core));
   return all;
}

// Whether a cache in front of LL that is not shared by all serves both cores.
static bool is_near(const Hierarchy* h, uint32_t core, uint32_t other)
{
   const uint32_t last = h->cores.n_coherent;
   return last > h->cores.n_own && group_of(h, last - 1, core) == group_of(h, last - 1, other);
}

static bool is_in(const Cache* c, uint64_t line)
{
   return cache_find(c, line) != DETACHED;
}

static bool any_holds(const DataCaches* all, uint64_t line)
{
   for (uint32_t i = 0; i < all->n; i++)
      if (is_in(all->cache[i], line)) return true;
   return false;
}

static bool holds(const Hierarchy* h, uint32_t core, uint64_t line)
{
   const DataCaches all = data_caches(h, core, NO_CORE);
   return any_holds(&all, line);
}

// ... apart from what it shares with the running core.
static bool holds_apart(const Hierarchy* h, uint32_t core, uint64_t line)
{
   const DataCaches all = data_caches(h, core, h->cores.running);
   return any_holds(&all, line);
}

// --- set up -------------------------------------------------------------------------------

static bool held_by_others(Hierarchy* h, DirectoryLine* d);

// A cache that is kept coherent is about to load a line for the running core.
static void note_load(void* hierarchy, uint64_t line, bool write)
{
   Hierarchy* h = hierarchy;
   uint32_t core = h->cores.running;
   const bool has = holds(h, core, line);
   if (has && h->cores.n_coherent == h->cores.n_own) return;
   DirectoryLine* d = coherence_line(&h->cores.coherence, line);
   if (has && d->holders >> core & 1) return; // it may have it from its group alone
   coherence_note_loaded(&h->cores.coherence, d, core, held_by_others(h, d), write);
}

static void watch_loads(Hierarchy* h, PolicyState* policy)
{
   policy->loading = note_load;
   policy->loading_for = h;
}

static void park_cache(Hierarchy* h, PolicyState* policy, Cache* c, CacheRole role)
{
   hierarchy_init_cache(h, c, role);
   policy_state_init(policy, c, &h->config.policy[role], replacer_start(h->config.seed, role));
}

// Misses of a level have classes of each core's own; counts by set are of all cores.
static void init_classifier(Hierarchy* h, Classifier* new, ClassLevel level, Cache* c,
                            uint32_t core)
{
   Classifier* first = &h->classifier[level];
   if (!first->cache) return;
   classifier_init(new, level, c, first->lines, core);
   classifier_count_in(new, first->counted, first->counted_B);
   classifier_share(new, first);
   c->classifier = new;
   new->sharing = first->sharing = coherence_sharing;
   new->sharing_state = first->sharing_state = &h->cores.coherence;
}

// The caches that level i of a group, or the running core, asks, which is shared or the last one in front of a shared one.
static Cache* next_of_group(Hierarchy* h, uint32_t i, uint32_t core)
{
   if (i >= hierarchy_between(&h->config)) return &h->ll;
   return cache_of_group(h, i, group_of(h, i, core));
}

// The parked caches of groups, of level i between L1 and LL.
static void init_groups(Hierarchy* h, uint32_t i)
{
   const CacheRole role = (CacheRole)(CACHE_L2 + i);
   const uint32_t n = n_groups(h, i);
   if (n == 1) return;
   ParkedLevel* p = host_zalloc("cachesim.cores", (n - 1) * sizeof *p);
   h->cores.parked_level[i] = p;
   for (uint32_t g = 1; g < n; g++, p++) {
      p->group = g;
      park_cache(h, &p->policy, &p->cache, role);
      if (i < h->cores.n_coherent) watch_loads(h, &p->policy);
      init_classifier(h, &p->classifier, (ClassLevel)(CLASS_L2 + i), &p->cache, g);
   }
}

// Groups are connected with the caches that they ask, from the bottom.
static void connect_groups(Hierarchy* h)
{
   for (uint32_t i = hierarchy_between(&h->config); i-- > h->cores.n_own;)
      for (uint32_t g = 1; g < n_groups(h, i); g++) {
         ParkedLevel* p = &h->cores.parked_level[i][g - 1];
         cache_connect(&p->cache, next_of_group(h, i + 1, g * group_size(h, i)));
      }
}

static void init_parked(Hierarchy* h, ParkedCaches* p)
{
   const HierarchyConfig* c = &h->config;
   const uint32_t n = h->cores.n_own;
   parked_code_init(&p->i1, &c->i1, c->line_use);
   if (h->asks_i1) park_cache(h, &p->policy[CACHE_I1], &p->asked_i1, CACHE_I1);
   park_cache(h, &p->policy[CACHE_D1], &p->d1, CACHE_D1);
   init_classifier(h, &p->classifier[CLASS_D1], CLASS_D1, &p->d1, p->core);
   for (uint32_t i = 0; i < n; i++) {
      const CacheRole role = (CacheRole)(CACHE_L2 + i);
      park_cache(h, &p->policy[role], &p->between[i], role);
      init_classifier(h, &p->classifier[CLASS_L2 + i], (ClassLevel)(CLASS_L2 + i),
                      &p->between[i], p->core);
   }
   for (CacheRole r = CACHE_D1; r < CACHE_L2 + n; r++) watch_loads(h, &p->policy[r]);
   Cache* shared = next_of_group(h, n, p->core);
   Cache* next = n ? &p->between[0] : shared;
   if (h->asks_i1)
      cache_connect(&p->asked_i1, next);
   else
      code_cache_connect(&p->i1.cache, next);
   cache_connect(&p->d1, next);
   for (uint32_t i = 0; i < n; i++)
      cache_connect(&p->between[i], i + 1 < n ? &p->between[i + 1] : shared);
}

static void count_levels(Hierarchy* h)
{
   Cores* c = &h->cores;
   const uint32_t n = hierarchy_between(&h->config);
   while (c->n_own < n && (c->n == 1 || !h->config.shared[c->n_own])) c->n_own++;
   c->n_coherent = c->n_own;
   while (c->n_coherent < n && n_groups(h, c->n_coherent) > 1) c->n_coherent++;
}

void cores_init(Hierarchy* h)
{
   Cores* c = &h->cores;
   *c = (Cores){.n = h->config.cores > 1 ? h->config.cores : 1};
   count_levels(h);
   if (c->n == 1) return;
   XG_ASSERT(!cores_error(&h->config));
   coherence_init(&c->coherence, c->n, h->d1.geometry.line_B);
   for (CacheRole r = CACHE_D1; r < CACHE_L2 + c->n_coherent; r++)
      watch_loads(h, &h->policy[r]);
   c->moving = parked_code_space(&h->i1);
   c->parked = host_zalloc("cachesim.cores", (c->n - 1) * sizeof *c->parked);
   for (uint32_t i = h->cores.n_own; i < hierarchy_between(&h->config); i++) init_groups(h, i);
   connect_groups(h);
   for (uint32_t i = 0; i + 1 < c->n; i++) {
      c->parked[i].core = i + 1;
      init_parked(h, &c->parked[i]);
   }
}

static void free_groups(Hierarchy* h, uint32_t i)
{
   ParkedLevel* all = h->cores.parked_level[i];
   for (uint32_t g = 1; all && g < n_groups(h, i); g++) {
      classifier_free(&all[g - 1].classifier);
      cache_free(&all[g - 1].cache);
      policy_state_free(&all[g - 1].policy);
   }
   host_free(all);
}

void cores_free(Hierarchy* h)
{
   Cores* c = &h->cores;
   if (c->n <= 1) return;
   for (uint32_t i = 0; i + 1 < c->n; i++) {
      ParkedCaches* p = &c->parked[i];
      for (ClassLevel l = CLASS_D1; l < CLASS_LL; l++) classifier_free(&p->classifier[l]);
      parked_code_free(&p->i1);
      cache_free(&p->asked_i1);
      cache_free(&p->d1);
      for (uint32_t l = 0; l < LEVELS_BETWEEN; l++) cache_free(&p->between[l]);
      for (CacheRole r = CACHE_I1; r < CACHE_LL; r++) policy_state_free(&p->policy[r]);
   }
   for (uint32_t i = 0; i < LEVELS_BETWEEN; i++) free_groups(h, i);
   host_free(c->parked);
   host_free(c->moving);
   coherence_free(&c->coherence);
   *c = (Cores){0};
}

void cores_clear(Hierarchy* h)
{
   for (uint32_t i = 0; i + 1 < h->cores.n; i++) {
      ParkedCaches* p = &h->cores.parked[i];
      code_cache_clear(&p->i1.cache);
      for (ClassLevel l = CLASS_D1; l < CLASS_LL; l++)
         if (p->classifier[l].cache) classifier_clear(&p->classifier[l]);
   }
   for (uint32_t i = h->cores.n_own; i < hierarchy_between(&h->config); i++)
      for (uint32_t g = 1; h->config.miss_classes && g < n_groups(h, i); g++)
         classifier_clear(&h->cores.parked_level[i][g - 1].classifier);
   if (h->cores.n > 1) coherence_clear(&h->cores.coherence);
}

// --- swap ---------------------------------------------------------------------------------

// What two caches hold; what they are connected with stays where it is.
static void swap_lines(Cache* a, Cache* b)
{
   Cache old = *a;
   a->tags = b->tags, b->tags = old.tags;
   a->lines = b->lines, b->lines = old.lines;
   a->lower = b->lower, b->lower = old.lower;
   a->masks = b->masks, b->masks = old.masks;
   a->owners = b->owners, b->owners = old.owners;
   a->policy = b->policy, b->policy = old.policy;
   a->classifier = b->classifier, b->classifier = old.classifier;
}

// No set has a hot line, and all use that slots have counted is with its line.
static void cool_slots(Cache* c)
{
   for (uint64_t s = 0; c->hot && s < c->sets; s++) {
      if (c->lines) cache_flush_hot_slot(c, &c->hot[s]);
      c->hot[s] = (HotSlot){.line = NO_LINE, .index = c->sets * c->ways};
   }
}

// The caches of groups of level i, and whoever asks them: a core's last own cache, or a smaller group's.
static void link_groups(Hierarchy* h, uint32_t i)
{
   Cores* c = &h->cores;
   const uint32_t own = h->cores.n_own;
   for (uint32_t g = 0; g < n_groups(h, i); g++) {
      Cache* asked = cache_of_group(h, i, g);
      asked->above = NULL;
      asked->code_above = NULL;
   }
   for (uint32_t g = 0; i > own && g < n_groups(h, i - 1); g++)
      cache_link(cache_of_group(h, i - 1, g), next_of_group(h, i, g * group_size(h, i - 1)));
   for (uint32_t core = 0; i == own && core < c->n; core++) {
      ParkedCaches* p = (ParkedCaches*)parked_caches(c, core); // NULL: it runs
      Cache* next = next_of_group(h, i, core);
      if (own) {
         cache_link((p ? p->between : h->between) + (own - 1), next);
         continue;
      }
      if (h->asks_i1)
         cache_link(p ? &p->asked_i1 : &h->asked_i1, next);
      else
         code_cache_connect(p ? &p->i1.cache : &h->i1, next);
      cache_link(p ? &p->d1 : &h->d1, next);
   }
}

// A core runs in place of another one: of the levels that their groups do not share, the groups change places.
static void swap_groups(Hierarchy* h, uint32_t before)
{
   const Cores* c = &h->cores;
   for (uint32_t i = c->n_own; i < c->n_coherent; i++) {
      const uint32_t from = group_of(h, i, before), to = group_of(h, i, c->running);
      if (from == to) return; // as of all levels behind it
      ParkedLevel* p = c->parked_level[i];
      while (p->group != to) p++;
      swap_lines(&h->between[i], &p->cache);
      p->group = from;
      link_groups(h, i);
   }
}

void cores_run(Hierarchy* h, uint32_t core)
{
   Cores* c = &h->cores;
   if (c->n <= 1 || core == c->running) return;
   ParkedCaches* p = (ParkedCaches*)parked_caches(c, core);
   XG_ASSERT(p);
   if (h->asks_i1) {
      cool_slots(&h->asked_i1);
      swap_lines(&h->asked_i1, &p->asked_i1);
   } else {
      parked_code_swap(&h->i1, &p->i1, c->moving);
   }
   swap_lines(&h->d1, &p->d1);
   for (uint32_t i = 0; i < h->cores.n_own; i++) swap_lines(&h->between[i], &p->between[i]);
   const uint32_t before = c->running;
   p->core = before;
   c->running = core;
   swap_groups(h, before);
}

// --- requests -----------------------------------------------------------------------------

// The part of a request that lies in one line.
typedef struct {
   DirectoryLine* d;
   LineBytes bytes;
   bool held; // by the running core, before the request
} RequestPart;

typedef struct {
   uint32_t n;
   RequestPart part[LINES_PER_REQUEST];
} CoreRequest;

static LineBytes bytes_in_line(const Request* r, uint64_t line, uint32_t line_B)
{
   LineBytes b = {{0}};
   // Differences only: the request may be to the last bytes of memory and to the first ones.
   uint64_t from = r->address - line < line_B ? r->address - line : 0;
   uint64_t end = r->address + r->size_B - line;
   line_use_set_bits(b.word, from, (end < line_B ? end : line_B) - from);
   return b;
}

// Looks the lines of a request up, in the directory, too, and notes their sharing classes.
static void begin(Hierarchy* h, const Request* r, CoreRequest* parts)
{
   Coherence* c = &h->cores.coherence;
   uint32_t core = h->cores.running, line_B = h->d1.geometry.line_B;
   uint64_t last = cache_line(&h->d1, r->address + r->size_B - 1);
   coherence_begin(c);
   parts->n = 0;
   for (uint64_t line = cache_line(&h->d1, r->address);; line += line_B) {
      XG_ASSERT(parts->n < LINES_PER_REQUEST);
      RequestPart* p = &parts->part[parts->n++];
      *p = (RequestPart){.d = coherence_line(c, line),
                         .bytes = bytes_in_line(r, line, line_B),
                         .held = holds(h, core, line)};
      coherence_note_sharing(c, line, coherence_class_of(c, p->d, core, &p->bytes));
      // The core's group has got the line for another one of its cores.
      if (p->held && !(p->d->holders >> core & 1))
         coherence_note_loaded(c, p->d, core, held_by_others(h, p->d), false);
      if (line == last) break;
   }
}

// The first line that D1 has not is the one that the miss is counted for.
static void count_sharing_miss(const Hierarchy* h, const CoreRequest* parts)
{
   const Coherence* c = &h->cores.coherence;
   for (uint32_t i = 0; i < parts->n; i++) {
      if (is_in(&h->d1, parts->part[i].d->address)) continue;
      MissClass class = c->now[i].class;
      if (class != NOT_MISSED && c->counts)
         parts->part[i].d->misses[class == MISS_FALSE_SHARING]++;
      return;
   }
}

// Whether a core other than the running one has the line apart from it; those that have evicted it are no holders any
// more, and neither are those that have it in a cache that is the running core's, too.
static bool held_by_others(Hierarchy* h, DirectoryLine* d)
{
   bool any = false;
   for (uint32_t core = 0; core < h->cores.n; core++) {
      if (core == h->cores.running || !(d->holders >> core & 1)) continue;
      if (holds_apart(h, core, d->address))
         any = true;
      else
         coherence_note_absent(d, core);
   }
   return any;
}

static void invalidate(Cache* c, uint64_t line, LineChanges* changes)
{
   cache_evict(c, line, changes);
   if (c->classifier) classifier_invalidate(c->classifier, line);
}

// Returns how many cores had the line; *any_far: one of them shares no cache with the running one that not all share.
static uint8_t invalidate_in_others(Hierarchy* h, DirectoryLine* d, bool* any_far,
                                    LineChanges* changes)
{
   uint8_t n = 0;
   if (!held_by_others(h, d)) return n;
   for (uint32_t core = 0; core < h->cores.n; core++) {
      if (core == h->cores.running || !(d->holders >> core & 1)) continue;
      const DataCaches all = data_caches(h, core, h->cores.running);
      for (uint32_t i = 0; i < all.n; i++) invalidate(all.cache[i], d->address, changes);
      *any_far |= !is_near(h, core, h->cores.running);
      coherence_note_lost(&h->cores.coherence, d, core);
      n++;
   }
   return n;
}

// Whether another core, whose group has not got it for the running one, too, has changed the line since memory had it.
static bool is_changed_elsewhere(const Hierarchy* h, const DirectoryLine* d)
{
   return d->modified && d->exclusive != NO_CORE && d->exclusive != h->cores.running
          && !is_near(h, d->exclusive, h->cores.running) && holds(h, d->exclusive, d->address);
}

Served cores_data(Hierarchy* h, const Request* r, LineChanges* changes)
{
   CoreRequest parts;
   uint8_t invalidated = 0;
   bool upgraded = false, from_core = false;
   if (cores_data_hit(h, r)) return (Served){AT_L1};
   begin(h, r, &parts);
   count_sharing_miss(h, &parts);
   for (uint32_t i = 0; i < parts.n; i++) from_core |= is_changed_elsewhere(h, parts.part[i].d);
   for (uint32_t i = 0; r->write && i < parts.n; i++) {
      uint8_t n = invalidate_in_others(h, parts.part[i].d, &from_core, changes);
      invalidated += n;
      upgraded |= n && parts.part[i].held;
   }
   for (uint32_t i = 0; r->write && i < parts.n; i++)
      coherence_note_write(&h->cores.coherence, parts.part[i].d, h->cores.running,
                           &parts.part[i].bytes, parts.part[i].held);
   Served s = cache_request(&h->d1, r, changes);
   s.invalidated = invalidated;
   s.upgraded = upgraded;
   s.from_core = from_core;
   return s;
}

Served cores_prefetch(Hierarchy* h, const Request* r, LineChanges* changes)
{
   Coherence* c = &h->cores.coherence;
   coherence_begin(c);
   const bool from_core =
      is_changed_elsewhere(h, coherence_line(c, cache_line(&h->d1, r->address)));
   Served s = cache_prefetch(&h->d1, r, changes);
   s.from_core = from_core;
   return s;
}

void cores_fetch(Hierarchy* h, const Request* r)
{
   CoreRequest parts;
   if (h->cores.n_coherent)
      begin(h, r, &parts);
   else
      coherence_begin(&h->cores.coherence);
}

// --- states and invariants ----------------------------------------------------------------

MesiState cores_state(const Hierarchy* h, uint32_t core, uint64_t line)
{
   const DirectoryLine* d = coherence_known_line(&h->cores.coherence, line);
   if (!d || !holds(h, core, line)) return MESI_INVALID;
   if (d->exclusive != core) return MESI_SHARED;
   return d->modified ? MESI_MODIFIED : MESI_EXCLUSIVE;
}

// The lines of a core, or of a group of n, are in the directory; who owns a line is the only one that has it.
static void check_lines(const Hierarchy* h, uint32_t first_core, uint32_t n, const Cache* c)
{
   const uint64_t cores = (n < CORES_MAX ? (1ULL << n) - 1 : ~0ULL) << first_core;
   uint64_t position = 0, at;
   while (cache_next_line(c, &position, &at)) {
      uint64_t line = cache_tag_line(c, c->tags[at]);
      const DirectoryLine* d = coherence_known_line(&h->cores.coherence, line);
      XG_ASSERT(d && (d->holders & cores));
      XG_ASSERT(d->exclusive == NO_CORE || cores >> d->exclusive & 1);
   }
}

void cores_check(const Hierarchy* h)
{
   const Cores* c = &h->cores;
   if (c->n <= 1) return;
   coherence_check(&c->coherence);
   for (uint32_t core = 0; core < c->n; core++) {
      const DataCaches all = data_caches(h, core, core); // its own alone
      for (uint32_t i = 0; i < all.n; i++) check_lines(h, core, 1, all.cache[i]);
   }
   for (uint32_t i = h->cores.n_own; i < h->cores.n_coherent; i++)
      for (uint32_t g = 0; g < n_groups(h, i); g++) {
         const Cache* of_group = cache_of_group((Hierarchy*)h, i, g);
         cache_check(of_group);
         check_lines(h, g * group_size(h, i), group_size(h, i), of_group);
      }
   for (uint32_t i = 0; i + 1 < c->n; i++) {
      const ParkedCaches* p = &c->parked[i];
      XG_ASSERT(p->core < c->n && p->core != c->running && parked_caches(c, p->core) == p);
      code_cache_check(&p->i1.cache);
      cache_check(&p->d1);
      for (uint32_t l = 0; l < h->cores.n_own; l++) cache_check(&p->between[l]);
      cache_check(&p->asked_i1);
      for (ClassLevel l = CLASS_D1; l < CLASS_LL; l++)
         if (p->classifier[l].cache) classifier_check(&p->classifier[l]);
   }
}
