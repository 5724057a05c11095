// SPDX-License-Identifier: GPL-3.0-or-later
// How often inlined code was entered; see inline_calls.h.
#include "output/inline_calls.h"

// Executions of an instruction, by where they come from, seen from an instance that it is of.
typedef struct {
   uint64_t outside;
   uint64_t doubtful; // perhaps from there
} Entries;

static const Inlined* at(const Block* b, uint32_t i)
{
   return host_inlined(b, callgraph_instr_address(b, i));
}

static bool contains(const Inlined* outer, const Inlined* inner)
{
   while (inner && inner != outer) inner = inner->outer;
   return inner != NULL;
}

static uint64_t executions_of(const Inlines* s, const Jump* j)
{
   const CostCentre* c =
      map_get(&s->graph->cost_centres, (uintptr_t)j->from, (uintptr_t)s->context);
   return c ? c->executions[j->from->instrs[j->instr].segment] : 0;
}

// Of the n executions of a block's first instruction.
static Entries entries_by_jump(const Inlines* s, const Inlined* inlined, const Block* b,
                               uint64_t n)
{
   bool outside = false, inside = false;
   uint64_t most_inside = 0; // a conditional jump may have been taken each time
   for (const Jump* j = map_get(&s->graph->jumps, b->start, 0); j; j = j->next) {
      if (contains(inlined, at(j->from, j->instr))) {
         inside = true;
         most_inside += executions_of(s, j);
      } else {
         outside = true;
      }
   }
   // By a call or a table of jumps: the latter are mostly in the code of which their targets are.
   if (!inside && !outside) inside = contains(inlined, host_inlined(b, b->start - 1));
   if (!inside) return (Entries){.outside = n};
   if (!outside) return (Entries){0};
   if (most_inside > n) most_inside = n;
   return (Entries){.outside = n - most_inside, .doubtful = most_inside};
}

static Entries entries_of(const Inlines* s, const Inlined* inlined, const Block* b, uint32_t i,
                          uint64_t n)
{
   if (i == 0) return entries_by_jump(s, inlined, b, n);
   // Where code is mixed, an earlier instruction has entered it.
   while (i--)
      if (contains(inlined, at(b, i))) return (Entries){0};
   return (Entries){.outside = n};
}

static void add_entries(InlinedInstance* in, uint64_t address, uint32_t line, Entries e)
{
   in->calls += e.outside;
   in->doubtful_calls += e.doubtful;
   const uint64_t n = e.outside;
   if (n < in->entry_calls || !n || (n == in->entry_calls && address >= in->entry)) return;
   in->entry_calls = n;
   in->entry = address;
   in->entry_line = line;
}

static void count_instr(const Inlines* s, const CostCentre* c, uint32_t i)
{
   const Block* b = c->block;
   const uint64_t n = c->executions[b->instrs[i].segment];
   const Inlined* inlined = n ? at(b, i) : NULL;
   if (!inlined || (i > 0 && inlined == at(b, i - 1))) return;
   const uint64_t address = callgraph_instr_address(b, i);
   SourceFile* ignored = NULL;
   uint32_t line;
   host_position(b, address, &ignored, &line);
   for (; inlined; inlined = inlined->outer) {
      InlinedInstance* in = callgraph_inlined_instance(s->graph, s->context, inlined);
      add_entries(in, address - b->bias, line, entries_of(s, inlined, b, i, n));
      line = inlined->call_line; // where that is in the outer one
   }
}

void inlines_count_calls(Inlines* s)
{
   for (const CostCentre* c = s->context->cost_centres; c; c = c->next) {
      if (!part_blocks_has(s->blocks, c)) continue;
      for (uint32_t i = 0; i < c->block->n_instrs; i++) count_instr(s, c, i);
   }
   for (InlinedInstance* in = s->listed; in; in = in->next)
      if (!in->calls) in->calls = in->doubtful_calls;
}
