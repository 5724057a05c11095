// SPDX-License-Identifier: GPL-3.0-or-later
// Contexts and places; see callgraph.h.
//
// The functions of a context are the current one and its callers, where a function that calls
// itself directly (or one of its own group) counts once.
#include "callgraph/callgraph.h"

static bool same_entry(const Function* a, const Function* b)
{
   return a == b || (a->set.group > 0 && a->set.group == b->set.group);
}

static uint64_t hash_of(Function* const* fn, uint32_t n)
{
   uint64_t h = n;
   for (uint32_t i = 0; i < n; i++)
      h = (h << 7 | h >> 57) + fn[i]->number * 0x9E3779B97F4A7C15ULL;
   return h;
}

static uint32_t group_of(const CallGraph* g, const Strand* s)
{
   return g->config.separate_threads ? s->thread : 0;
}

static Context* intern(CallGraph* g, uint32_t group, Function* const* fn, uint32_t n)
{
   uint64_t h = hash_of(fn, n);
   Context* head = map_get(&g->contexts, h, group);
   for (Context* c = head; c; c = c->next) {
      uint32_t i = 0;
      while (c->size == n && i < n && c->fn[i] == fn[i]) i++;
      if (i == n) return c;
   }
   Context* c = arena_alloc(&g->arena_contexts, sizeof *c);
   c->fn = arena_alloc(&g->arena_contexts, n * sizeof *c->fn);
   port_memcpy(c->fn, fn, n * sizeof *fn);
   c->size = n;
   c->strand_group = group;
   c->level =
      arena_alloc(&g->arena_contexts, fn[0]->set.separate_recursions * sizeof *c->level);
   c->next = head;
   map_put(&g->contexts, h, group, c);
   g->n_contexts++;
   return c;
}

Context* callgraph_root_context(CallGraph* g, const Strand* s, Function* f)
{
   if (g->config.separate_threads) return intern(g, group_of(g, s), &f, 1);
   if (!f->pure) f->pure = intern(g, group_of(g, s), &f, 1);
   return f->pure;
}

Context* callgraph_context(CallGraph* g, const Strand* s, Function* f)
{
   Place* here = s->place;
   if (here && same_entry(here->context->fn[0], f)) return here->context;
   uint32_t want = f->set.separate_callers + 1;
   if (want == 1 || !here) return callgraph_root_context(g, s, f);

   Function* fn[want];
   uint32_t n = 0;
   fn[n++] = f;
   // The callers stand in the frames of this strand; a handler's root has none.
   Function* caller = here->context->fn[0];
   for (const Frame* frame = s->top; n < want;) {
      if (!same_entry(fn[n - 1], caller)) fn[n++] = caller;
      if (frame == s->floor) break;
      frame--;
      if (frame->caller) caller = frame->caller->context->fn[0];
   }
   return intern(g, group_of(g, s), fn, n);
}

Place* callgraph_place(CallGraph* g, Context* c, uint32_t activations)
{
   uint32_t levels = c->fn[0]->set.separate_recursions;
   XG_CHECK(activations >= 1);
   uint32_t level = (activations > levels ? levels : activations) - 1;
   if (c->level[level]) return c->level[level];
   Place* p = arena_alloc(&g->arena_contexts, sizeof *p);
   p->context = c;
   p->level = level;
   p->number = c->fn[0]->number;
   p->levels = levels;
   p->has_orders = c->fn[0]->has_orders;
   p->next = g->places;
   g->places = p;
   g->n_places++;
   return c->level[level] = p;
}

// --- inlined code -------------------------------------------------------------------------

// What the context would be if the function had been called where it was inlined.
static Context* inlined_context(CallGraph* g, const Place* place, const Instance* in)
{
   Function* f = in->inlined->function;
   Context* outer = in->outer ? in->outer->place->context : place->context;
   if (same_entry(outer->fn[0], f)) return outer;
   const uint32_t want = f->set.separate_callers + 1;
   Function* fn[want];
   uint32_t n = 0;
   fn[n++] = f;
   for (const Inlined* i = in->inlined->outer; i && n < want; i = i->outer)
      if (!same_entry(fn[n - 1], i->function)) fn[n++] = i->function;
   const Context* c = place->context;
   for (uint32_t i = 0; i < c->size && n < want; i++)
      if (!same_entry(fn[n - 1], c->fn[i])) fn[n++] = c->fn[i];
   return intern(g, c->strand_group, fn, n);
}

// Inlined code is at the recursion level of the function that holds it, and one more for each
// time that it is within itself.
static uint32_t inlined_activations(const CallGraph* g, const Place* place,
                                    const Inlined* inlined)
{
   const Function* f = inlined->function;
   uint32_t activations = place->level + 1;
   for (const Inlined* i = inlined; i; i = i->outer) {
      const Function* outer = i->outer ? i->outer->function : place->context->fn[0];
      bool counts = i != inlined || !g->config.skip_direct_recursion;
      if (counts && same_entry(outer, f)) activations++;
   }
   return activations;
}

Instance* callgraph_instance(CallGraph* g, Place* place, const Inlined* inlined)
{
   Instance* in = map_get(&g->instances, (uintptr_t)place, (uintptr_t)inlined);
   if (in) return in;
   in = arena_alloc(&g->arena_contexts, sizeof *in);
   in->inlined = inlined;
   if (inlined->outer) in->outer = callgraph_instance(g, place, inlined->outer);
   in->place =
      callgraph_place(g, inlined_context(g, place, in), inlined_activations(g, place, inlined));
   map_put(&g->instances, (uintptr_t)place, (uintptr_t)inlined, in);
   return in;
}
