// SPDX-License-Identifier: GPL-3.0-or-later
// Inlined functions in the profile; see inlines.h.
#include "output/inlines.h"

void inlines_prepare(const CallGraph* g)
{
   for (const Context* p = g->contexts; p; p = p->next)
      for (const CostCentre* c = p->cost_centres; c; c = c->next)
         for (uint32_t i = 0; i < c->block->n_instrs; i++)
            host_inlined(c->block, callgraph_instr_address(c->block, i));
   host_resolve_inlined();
}

// Code that has not run, such as where a call is charged to, may not have been looked up before.
static InlinedInstance* instance_of(CallGraph* g, Context* context, const Inlined* inlined)
{
   if (!inlined->function) host_resolve_inlined();
   return callgraph_inlined_instance(g, context, inlined);
}

static void list(Inlines* s, InlinedInstance* in)
{
   for (; in && !in->listed; in = in->outer) {
      in->listed = true;
      in->calls = in->doubtful_calls = in->entry_calls = 0;
      in->entry = UINT64_MAX;
      host_memset(in->cost, 0, sizeof in->cost);
      in->next = s->listed;
      s->listed = in;
   }
}

InlinedInstance* inlines_at(Inlines* s, const Block* block, uint64_t address)
{
   const Inlined* inlined = host_inlined(block, address);
   if (!inlined) return NULL;
   InlinedInstance* in = instance_of(s->graph, s->context, inlined);
   list(s, in);
   return in;
}

void inlines_add_cost(InlinedInstance* in, const uint64_t* cost, uint32_t width)
{
   for (; in; in = in->outer)
      for (uint32_t e = 0; e < width; e++) in->cost[e] += cost[e];
}

void inlines_note(InlinedInstance* in, uint64_t address, uint32_t line)
{
   for (; in; in = in->outer) {
      if (address < in->entry) {
         in->entry = address;
         in->entry_line = line;
      }
      line = in->inlined->call_line; // where the instruction is in the outer one
   }
}

void inlines_end(Inlines* s)
{
   for (InlinedInstance* in = s->listed; in; in = in->next) in->listed = false;
   s->listed = NULL;
}

Context* inlines_context_at_start(CallGraph* g, Context* context, const Block* block)
{
   const Inlined* inlined = host_inlined(block, block->start);
   return inlined ? instance_of(g, context, inlined)->context : context;
}

uint32_t inlines_function_line(const Block* first, uint32_t line)
{
   for (const Inlined* i = host_inlined(first, first->start); i; i = i->outer)
      line = i->call_line;
   return line;
}
