// SPDX-License-Identifier: GPL-3.0-or-later
// Call chains and contexts; see callgraph.h.
//
// The functions of a call chain are the current one and its callers, where a function that calls
// itself directly (or one of its own group) counts once.
#include "callgraph/callgraph.h"

static bool same_entry(const Function* a, const Function* b)
{
   return a == b || (a->settings.group > 0 && a->settings.group == b->settings.group);
}

static uint64_t hash_of(Function* const* functions, uint32_t n)
{
   uint64_t h = n;
   for (uint32_t i = 0; i < n; i++)
      h = (h << 7 | h >> 57) + functions[i]->number * 0x9E3779B97F4A7C15ULL;
   return h;
}

static uint32_t group_of(const CallGraph* g, const ShadowStack* s)
{
   return g->config.separate_threads ? s->thread : 0;
}

static CallChain* intern(CallGraph* g, uint32_t group, Function* const* functions, uint32_t n)
{
   uint64_t h = hash_of(functions, n);
   CallChain* head = map_get(&g->call_chains, h, group);
   for (CallChain* c = head; c; c = c->next) {
      uint32_t i = 0;
      while (c->size == n && i < n && c->functions[i] == functions[i]) i++;
      if (i == n) return c;
   }
   CallChain* c = arena_alloc(&g->arena_contexts, sizeof *c);
   c->functions = arena_alloc(&g->arena_contexts, n * sizeof *c->functions);
   host_memcpy(c->functions, functions, n * sizeof *functions);
   c->size = n;
   c->thread_group = group;
   c->contexts = arena_alloc(&g->arena_contexts,
                             functions[0]->settings.separate_recursions * sizeof *c->contexts);
   c->next = head;
   map_put(&g->call_chains, h, group, c);
   g->n_chains++;
   return c;
}

CallChain* callgraph_root_chain(CallGraph* g, const ShadowStack* s, Function* f)
{
   if (g->config.separate_threads) return intern(g, group_of(g, s), &f, 1);
   if (!f->pure) f->pure = intern(g, group_of(g, s), &f, 1);
   return f->pure;
}

CallChain* callgraph_call_chain(CallGraph* g, const ShadowStack* s, Function* f)
{
   Context* here = s->exec.context;
   if (here && same_entry(here->function, f)) return here->chain;
   uint32_t want = f->settings.separate_callers + 1;
   if (want == 1 || !here) return callgraph_root_chain(g, s, f);

   Function* functions[want];
   uint32_t n = 0;
   functions[n++] = f;
   // The callers are in the frames of this stack; a handler's outermost function has none.
   Function* caller = here->function;
   for (const Frame* frame = s->top; n < want;) {
      if (!same_entry(functions[n - 1], caller)) functions[n++] = caller;
      if (frame == s->floor) break;
      frame--;
      if (frame->caller) caller = frame->caller->function;
   }
   return intern(g, group_of(g, s), functions, n);
}

static Context* new_context(CallGraph* g, CallChain* c, uint32_t level, uint32_t line)
{
   const Function* f = c->functions[0];
   Context* p = arena_alloc(&g->arena_contexts, sizeof *p);
   p->function = c->functions[0];
   p->chain = c;
   p->level = level;
   p->function_number = f->number;
   p->levels = f->settings.separate_recursions;
   p->has_actions = f->has_actions;
   p->line = line;
   p->next = g->contexts;
   g->contexts = p;
   g->n_contexts++;
   return p;
}

Context* callgraph_context(CallGraph* g, CallChain* c, uint32_t activations)
{
   uint32_t levels = c->functions[0]->settings.separate_recursions;
   XG_CHECK(activations >= 1);
   uint32_t level = (activations > levels ? levels : activations) - 1;
   if (c->contexts[level]) return c->contexts[level];
   return c->contexts[level] = new_context(g, c, level, c->functions[0]->line);
}

Context* callgraph_context_at_line(CallGraph* g, Context* p, uint32_t line)
{
   Context* first = p->first_line ? p->first_line : p;
   XG_CHECK(first->line && line);
   if (line == first->line) return first;
   Context* at = map_get(&g->lines, (uintptr_t)first, line);
   if (at) return at;
   at = new_context(g, first->chain, first->level, line);
   at->first_line = first;
   at->next_line = first->lines;
   first->lines = at;
   map_put(&g->lines, (uintptr_t)first, line, at);
   return at;
}

// --- inlined code -------------------------------------------------------------------------

// A loop has the callers of what it is in.
static CallChain* loop_chain(CallGraph* g, const CallChain* outer, Function* loop)
{
   Function* functions[outer->size];
   host_memcpy(functions, outer->functions, outer->size * sizeof *functions);
   functions[0] = loop;
   return intern(g, outer->thread_group, functions, outer->size);
}

// What the call chain would be if the function had been called where it was inlined.
static CallChain* inlined_chain(CallGraph* g, const Context* context, const InlinedInstance* in)
{
   Function* f = in->inlined->function;
   CallChain* outer = in->outer ? in->outer->context->chain : context->chain;
   if (in->inlined->is_loop) return loop_chain(g, outer, f);
   if (same_entry(outer->functions[0], f)) return outer;
   const uint32_t want = f->settings.separate_callers + 1;
   Function* functions[want];
   uint32_t n = 0;
   functions[n++] = f;
   for (const Inlined* i = in->inlined->outer; i && n < want; i = i->outer)
      if (!i->is_loop && !same_entry(functions[n - 1], i->function))
         functions[n++] = i->function;
   const CallChain* c = context->chain;
   for (uint32_t i = 0; i < c->size && n < want; i++)
      if (!same_entry(functions[n - 1], c->functions[i])) functions[n++] = c->functions[i];
   return intern(g, c->thread_group, functions, n);
}

static const Inlined* outer_function(const Inlined* i)
{
   do i = i->outer;
   while (i && i->is_loop);
   return i;
}

// Inlined code is at the recursion level of the function that holds it, and one more for each
// time that it is within itself.
static uint32_t inlined_activations(const CallGraph* g, const Context* context,
                                    const Inlined* inlined)
{
   const Function* f = inlined->function;
   uint32_t activations = context->level + 1;
   for (const Inlined* i = inlined; i; i = outer_function(i)) {
      const Inlined* around = outer_function(i);
      const Function* outer = around ? around->function : context->function;
      bool counts = i != inlined || !g->config.skip_direct_recursion;
      if (counts && same_entry(outer, f)) activations++;
   }
   return activations;
}

const Inlined* callgraph_inlined(CallGraph* g, const Inlined* like, const void* of)
{
   Inlined* made = map_get(&g->inlined, (uintptr_t)like->outer, (uintptr_t)of);
   if (!made) {
      made = arena_alloc(&g->arena_contexts, sizeof *made);
      map_put(&g->inlined, (uintptr_t)like->outer, (uintptr_t)of, made);
   }
   *made = *like;
   return made;
}

InlinedInstance* callgraph_inlined_instance(CallGraph* g, Context* context,
                                            const Inlined* inlined)
{
   InlinedInstance* in = map_get(&g->instances, (uintptr_t)context, (uintptr_t)inlined);
   if (in) return in;
   in = arena_alloc(&g->arena_contexts, sizeof *in);
   in->inlined = inlined;
   if (inlined->outer) in->outer = callgraph_inlined_instance(g, context, inlined->outer);
   const Context* around = in->outer ? in->outer->context : context;
   in->context = callgraph_context(g, inlined_chain(g, context, in),
                                   inlined->is_loop ? around->level + 1
                                                    : inlined_activations(g, context, inlined));
   map_put(&g->instances, (uintptr_t)context, (uintptr_t)inlined, in);
   return in;
}
