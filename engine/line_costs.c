// SPDX-License-Identifier: GPL-3.0-or-later
// Cache use; see use.h.
#include "engine/line_costs.h"

#include "cachesim/use_hierarchy_inl.h"
#include "engine/charge_inl.h"
#include "engine/line_cost_record.h"

// Access costs are in millionths, so that every line's share is exact enough to be summed up.
enum { ACCOST_UNIT = 1000000, ACCOST_UNIT_CALLGRIND = 1000 };

static bool compat(void)
{
   return engine.config.graph.callgrind_compat;
}

// The back-dating node that stood for a node of the calling-context tree goes.
static void release(void* tree_node)
{
   context_tree_release(&engine.graph.tree, tree_node);
}

void use_init(const HierarchyConfig* caches)
{
   use_hierarchy_init(&engine.uses, caches, xg_d1_hot);
   if (engine.config.objects) {
      use_cache_keep_owners(&engine.uses.d1);
      use_cache_keep_owners(&engine.uses.ll);
   }
   backdate_init(&engine.forest, EV_USE_COUNT);
   engine.forest.released = release;
}

// --- who loads ----------------------------------------------------------------------------

// What the strand's trees add up to.
static uint64_t* total_of(ShadowStack* s)
{
   return s->line_use_total;
}

// What is charged to the back-dating node is charged to this one of the calling-context tree, too.
static BackdateNode* with_context(BackdateNode* n, ContextTreeNode* node)
{
   if (n->user || !node) return n;
   context_tree_hold(node);
   n->user = node;
   return n;
}

// The node of the running activity that is outside all its calls.
static BackdateNode* root_node(void)
{
   ShadowStack* s = xg_current.stack;
   if (!s->exec.backdate_root)
      s->exec.backdate_root = backdate_root(&engine.forest, total_of(s));
   return with_context(s->exec.backdate_root,
                       s->exec.tree_root ? s->exec.tree_root->first : NULL);
}

// The one of a call, which is a child of its caller's.
static BackdateNode* node_of_call(BackdateNode* caller, const Frame* f)
{
   const ShadowStack* s = xg_current.stack;
   BackdateNode* n = backdate_child(&engine.forest, caller, f->arc->cost + EV_ACCOST1);
   return with_context(n, s->tree_frames ? s->tree_frames[f - s->frames].own : NULL);
}

// The node of the innermost call.  Frames that have none get one: those of skipped functions that
// of their callers.  Without back-dating all is the root's.
static __attribute__((noinline)) BackdateNode* make_active_node(void)
{
   if (compat()) return NULL;
   if (!engine.config.back_dating) return root_node();
   const ShadowStack* s = xg_current.stack;
   Frame* f = s->top;
   while (f > s->floor && !f[-1].callee.has_backdate_node) f--;
   BackdateNode* n = f > s->floor ? f[-1].backdate_node : root_node();
   for (; f < s->top; f++) {
      if (f->arc)
         n = node_of_call(n, f);
      else
         backdate_hold(n);
      f->backdate_node = n;
      f->callee.has_backdate_node = true;
   }
   return n;
}

// The same, mostly without a call.
XG_INLINE BackdateNode* active_node(void)
{
   const ShadowStack* s = xg_current.stack;
   if (XG_LIKELY(s->top > s->floor && s->top[-1].callee.has_backdate_node))
      return s->top[-1].backdate_node;
   return make_active_node();
}

static CostTarget loader_when_skipping(const ShadowStack* s)
{
   uint64_t* end_cost = callgraph_end_cost(&engine.graph, s->exec.skipping);
   return (CostTarget){end_cost + EV_ACCOST1, active_node()};
}

// On whose account a line is that this site loads now.  The caller holds the node for each line.
XG_INLINE CostTarget loader_of(const Site* site)
{
   const ShadowStack* s = xg_current.stack;
   if (XG_UNLIKELY(line_cost_record && line_cost_record->replay)) return (CostTarget){0};
   // Callgrind decides at eviction whether to collect: it needs the counters all the same.
   bool collect = s->exec.collect || compat();
   if (XG_UNLIKELY(s->exec.skipping && s->exec.context && collect))
      return loader_when_skipping(s);
   if (XG_UNLIKELY(!collect)) return (CostTarget){0};
   if (XG_UNLIKELY(!site->block->cost_centre->context))
      site->block->cost_centre =
         callgraph_cost_centre(&engine.graph, site->block, s->exec.context);
   return (CostTarget){miss_counters_of(site) + LINE_USE, active_node()};
}

CostTarget use_loader(const Site* site)
{
   return loader_of(site);
}

// --- what it comes to ---------------------------------------------------------------------

static uint64_t access_cost(uint64_t count)
{
   return compat() ? ACCOST_UNIT_CALLGRIND / (uint32_t)count
                   : (ACCOST_UNIT + count / 2) / count;
}

// Charges one metric; metrics count from EV_ACCOST1.
XG_INLINE void charge_metric(const CostTarget* l, uint32_t metric, uint64_t cost)
{
   l->counters[metric] += cost;
   BackdateNode* n = l->backdate_node;
   if (XG_UNLIKELY(!n)) return;
   backdate_add(n, metric, cost);
   if (XG_UNLIKELY(n->user != NULL))
      context_tree_now(n->user)->self[EV_ACCOST1 + metric] += cost;
}

// Charges what became of a line that was accessed so often.
XG_INLINE void charge_use(const CostTarget* l, uint32_t owner, uint32_t level, uint64_t count,
                          uint32_t line_B, uint32_t unused_B)
{
   engine.lines_evicted[level - 1]++;
   engine.bytes_evicted[level - 1] += line_B;
   uint32_t metric = level == 2 ? EV_ACCOST2 - EV_ACCOST1 : 0;
   uint64_t cost = access_cost(count);
   charge_metric(l, metric, cost);
   charge_metric(l, metric + 1, unused_B);
   if (XG_LIKELY(!owner)) return;
   engine.objects.costs[owner]->cost[OBJ_ACCOST1 + metric] += cost;
   engine.objects.costs[owner]->cost[OBJ_SPLOSS1 + metric] += unused_B;
}

// The line is not on this account any more.
XG_INLINE void let_go(const CostTarget* l)
{
   if (XG_UNLIKELY(!l->backdate_node)) return;
   backdate_sample(&engine.forest);
   backdate_drop(&engine.forest, l->backdate_node);
}

// All metrics of a line, for the record.
static void cost_of(const Eviction* end, uint64_t* cost)
{
   host_memset(cost, 0, EV_USE_COUNT * sizeof *cost);
   uint32_t metric = end->level == 2 ? EV_ACCOST2 - EV_ACCOST1 : 0;
   if (compat() ? (uint32_t)end->count : end->count) {
      cost[metric] = access_cost(end->count);
      cost[metric + 1] = end->unused_B;
   } else {
      cost[EV_PFUNUSED - EV_ACCOST1] = end->prefetched;
   }
}

static CostTarget recorded(const Eviction* end)
{
   uint64_t cost[EV_USE_COUNT];
   cost_of(end, cost);
   return line_cost_record_evicted(&end->loader, cost);
}

void use_charge(const Eviction* end)
{
   CostTarget account = XG_UNLIKELY(line_cost_record != NULL) ? recorded(end) : end->loader;
   const CostTarget* l = &account;
   if (!l->counters) return;
   bool charged = !compat() || xg_current.stack->exec.collect;
   bool used = compat() ? (uint32_t)end->count : end->count;
   if (used && charged)
      charge_use(l, end->owner, end->level, end->count, end->line_B, end->unused_B);
   else if (end->prefetched && charged)
      charge_metric(l, EV_PFUNUSED - EV_ACCOST1, 1);
   let_go(l);
}

// Likewise of a line with one word of mask, in the plain model.
XG_INLINE void charge_simple(const CostTarget* l, uint32_t owner, uint32_t level,
                             uint64_t count, uint64_t mask)
{
   uint32_t line_B = engine.uses.ll.base.geometry.line_B;
   mask &= line_use_bits(0, line_B);
   if (XG_UNLIKELY(line_cost_record != NULL)) {
      use_charge(&(Eviction){.loader = *l,
                             .count = count,
                             .line_B = line_B,
                             .unused_B = line_B - (uint32_t)__builtin_popcountll(mask),
                             .owner = owner,
                             .level = (uint8_t)level});
      return;
   }
   if (XG_UNLIKELY(!l->counters)) return;
   if (count)
      charge_use(l, owner, level, count, line_B, line_B - (uint32_t)__builtin_popcountll(mask));
   let_go(l);
}

// Notes whose object the running access has loaded a line for.
XG_INLINE void own(uint32_t* owner, uint32_t level)
{
   ObjectCosts* a = engine.objects.now;
   if (XG_LIKELY(!a)) return;
   a->cost[level == 2 ? OBJ_LINES2 : OBJ_LINES1]++;
   if (owner) *owner = a->number;
}

// What a line keeps that is loaded on this account.
XG_INLINE CostTarget kept_by_line(const Site* site, const CostTarget* loader)
{
   if (XG_LIKELY(loader->backdate_node)) backdate_hold(loader->backdate_node);
   return XG_UNLIKELY(line_cost_record != NULL) ? line_cost_record_load(site, *loader)
                                                : *loader;
}

// The lines that an access of this site has ended and loaded.
static void settle_lines(const Site* site, LineChanges* events)
{
   bool any_own = false;
   for (uint32_t i = 0; i < events->n_evicted; i++) {
      if (!events->evicted[i].is_own) use_charge(&events->evicted[i]);
      any_own |= events->evicted[i].is_own;
   }
   if (!events->n_loaded && !any_own) return;
   CostTarget loader = loader_of(site);
   for (uint32_t i = 0; i < events->n_loaded; i++) {
      const LineLoad* load = &events->loaded[i];
      *load->loader = kept_by_line(site, &loader);
      own(load->owner, load->level);
   }
   for (uint32_t i = 0; i < events->n_evicted; i++) {
      if (!events->evicted[i].is_own) continue;
      events->evicted[i].loader = kept_by_line(site, &loader);
      own(&events->evicted[i].owner, events->evicted[i].level);
      use_charge(&events->evicted[i]);
   }
}

// --- accesses in the plain model -----------------------------------------------------------

// Starts the record of a line, whose predecessor it charges.
XG_INLINE void renew(const Site* site, const UseCache* c, LineUse* use, uint32_t level,
                     const CostTarget* loader)
{
   uint32_t* owner = XG_LIKELY(!c->owners) ? NULL : &c->owners[use - c->lines];
   if (use->resident)
      charge_simple(&use->loader, owner ? *owner : 0, level, use->count, use->mask);
   *use = (LineUse){.loader = kept_by_line(site, loader), .resident = true};
   own(owner, level);
}

XG_INLINE void data_simple(const Site* site, uint64_t address, LruMover* move)
{
   UseMiss m;
   if (use_data_simple(&engine.uses, address, move, &m)) return;
   charge_data(site, m.ll ? AT_MEMORY : AT_LL);
   CostTarget loader = loader_of(site);
   renew(site, &engine.uses.d1, m.d1, 1, &loader);
   if (m.ll) renew(site, &engine.uses.ll, m.ll, 2, &loader);
}

XG_INLINE void fetch_missed_simple(const Site* site, CodeLine* line, LruMover* move)
{
   UseMiss m;
   use_fetch_missed_simple(&engine.uses, line, move, &m);
   charge_fetch(site, m.ll ? AT_MEMORY : AT_LL);
   CostTarget loader = loader_of(site);
   line->loader = kept_by_line(site, &loader);
   own(&line->owner, 1);
   if (m.i1) charge_simple(&m.i1->loader, m.i1->owner, 1, m.i1->count, m.i1->mask[0]);
   if (m.ll) renew(site, &engine.uses.ll, m.ll, 2, &loader);
}

// --- any accesses ---------------------------------------------------------------------------

static void start(LineChanges* events)
{
   events->n_evicted = events->n_loaded = 0;
   if (compat()) engine.uses.collecting = xg_current.stack->exec.collect;
}

static __attribute__((noinline)) void data_in_general(const Site* site, uint64_t address)
{
   LineChanges events;
   start(&events);
   charge_data(
      site, use_hierarchy_data(&engine.uses, address, site->size_B, site->is_write, &events));
   settle_lines(site, &events);
}

XG_INLINE void data(const Site* site, uint64_t address, LruMover* move)
{
   if (XG_LIKELY(use_is_simple(&engine.uses, address, site->size_B)))
      data_simple(site, address, move);
   else
      data_in_general(site, address);
}

void use_data(Site* site, uint64_t address)
{
   data(site, address, lru_move);
}

__attribute__((target("avx2,popcnt"))) void use_data_avx2(Site* site, uint64_t address)
{
   data(site, address, lru_move_avx2);
}

void line_use_data_guarded(Site* site, uint64_t address)
{
   miss_counters_of(site)[ACCESSES]++;
   xg_current.total[site->is_write ? EV_DW : EV_DR]++;
   use_data(site, address);
   use_hierarchy_note_hot(&engine.uses, address, site->size_B);
}

void use_fetch(Site* site, uint64_t address)
{
   LineChanges events;
   start(&events);
   charge_fetch(site, use_hierarchy_fetch(&engine.uses, address, site->size_B, &events));
   settle_lines(site, &events);
}

static __attribute__((noinline)) void fetch_missed_in_general(const Site* site, CodeLine* first,
                                                              uint64_t address)
{
   LineChanges events;
   start(&events);
   charge_fetch(
      site, use_hierarchy_fetch_missed(&engine.uses, first, address, site->size_B, &events));
   settle_lines(site, &events);
}

XG_INLINE void fetch_missed(const Site* site, CodeLine* first, uint64_t address, LruMover* move)
{
   if (XG_LIKELY(use_is_simple(&engine.uses, address, site->size_B)))
      fetch_missed_simple(site, first, move);
   else
      fetch_missed_in_general(site, first, address);
}

void use_fetch_missed(Site* site, CodeLine* first, uint64_t address)
{
   fetch_missed(site, first, address, lru_move);
}

__attribute__((target("avx2,popcnt"))) void use_fetch_missed_avx2(Site* site, CodeLine* first,
                                                                  uint64_t address)
{
   fetch_missed(site, first, address, lru_move_avx2);
}

// --- all lines ----------------------------------------------------------------------------

void use_finish(void)
{
   Eviction end;
   uint64_t cursor = 0;
   engine.uses.collecting = xg_current.stack->exec.collect;
   while (use_hierarchy_retire(&engine.uses, &cursor, &end)) use_charge(&end);
}

void use_clear(void)
{
   if (compat()) // Callgrind loses what was loaded
      use_hierarchy_clear(&engine.uses);
   else
      use_finish();
}

void use_settle(void)
{
   backdate_flush(&engine.forest);
}

static bool is_of(uint32_t thread, const BackdateNode* n)
{
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (s->thread == thread && n->total == total_of(s)) return true;
   return thread == 0;
}

void use_forget(uint32_t thread)
{
   host_memset(engine.lines_evicted, 0, sizeof engine.lines_evicted);
   host_memset(engine.bytes_evicted, 0, sizeof engine.bytes_evicted);
   if (compat()) return; // Callgrind charges the lines later, all the same
   // Before nodes go and pass on what they have.
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next)
      if (thread == 0 || s->thread == thread) backdate_forget(&engine.forest, total_of(s));
   uint64_t cursor = 0;
   for (CostTarget* l; (l = use_hierarchy_next_loader(&engine.uses, &cursor));) {
      CostTarget account = line_cost_record ? line_cost_record_target(l) : *l;
      if (!account.backdate_node || !is_of(thread, account.backdate_node)) continue;
      if (line_cost_record) line_cost_record_forget(l);
      backdate_drop(&engine.forest, account.backdate_node);
      *l = (CostTarget){.backdate_node = line_cost_record ? l->backdate_node : NULL};
   }
}

void use_disown(void)
{
   use_hierarchy_give(&engine.uses, object_costs_forgotten()->number);
}
