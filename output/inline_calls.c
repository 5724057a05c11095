// SPDX-License-Identifier: GPL-3.0-or-later
// How often inlined code was entered; see inlines.h.
#include "engine/host.h"
#include "output/inlines.h"

// How an instruction is reached, seen from an instance that it is of.
typedef enum {
   REACHED_FROM_INSIDE,
   REACHED_FROM_OUTSIDE,
   REACHED_FROM_BOTH, // and nobody knows how often
} Reached;

static const Inlined* at(const Block* b, uint32_t i)
{
   return host_inlined(b, b->start + b->instrs[i].offset_B);
}

static bool contains(const Inlined* outer, const Inlined* inner)
{
   while (inner && inner != outer) inner = inner->outer;
   return inner != NULL;
}

// The first instruction of a block.
static Reached reached_by_jump(const CallGraph* g, const Inlined* inlined, const Block* b)
{
   bool inside = false, outside = false;
   for (const Jump* j = map_get(&g->jumps, b->start, 0); j; j = j->next) {
      if (contains(inlined, at(j->from, j->instr)))
         inside = true;
      else
         outside = true;
   }
   if (inside && outside) return REACHED_FROM_BOTH;
   // By a call or a table of jumps: the latter are mostly in the code of which their targets are.
   if (!inside && !outside) inside = contains(inlined, host_inlined(b, b->start - 1));
   return inside ? REACHED_FROM_INSIDE : REACHED_FROM_OUTSIDE;
}

static Reached reached(const CallGraph* g, const Inlined* inlined, const Block* b, uint32_t i)
{
   if (i == 0) return reached_by_jump(g, inlined, b);
   // Where code is mixed, an earlier instruction has entered it.
   while (i--)
      if (contains(inlined, at(b, i))) return REACHED_FROM_INSIDE;
   return REACHED_FROM_OUTSIDE;
}

static void add_entries(Instance* in, uint64_t address, uint32_t line, uint64_t n, Reached how)
{
   if (how == REACHED_FROM_INSIDE) return;
   if (how == REACHED_FROM_BOTH) {
      in->doubtful_calls += n;
      return;
   }
   in->calls += n;
   if (n < in->entry_calls || (n == in->entry_calls && address >= in->entry)) return;
   in->entry_calls = n;
   in->entry = address;
   in->entry_line = line;
}

static void count_instr(const Inlines* s, const Centre* c, uint32_t i)
{
   const Block* b = c->block;
   const uint64_t n = c->executions[b->instrs[i].segment];
   const Inlined* inlined = n ? at(b, i) : NULL;
   if (!inlined || (i > 0 && inlined == at(b, i - 1))) return;
   const uint64_t address = b->start + b->instrs[i].offset_B;
   SourceFile* ignored = NULL;
   uint32_t line;
   host_position(b, address, &ignored, &line);
   for (; inlined; inlined = inlined->outer) {
      Instance* in = callgraph_instance(s->graph, s->place, inlined);
      add_entries(in, address - b->bias, line, n, reached(s->graph, inlined, b, i));
      line = inlined->call_line; // where that is in the outer one
   }
}

void inlines_count_calls(Inlines* s)
{
   for (const Centre* c = s->place->centres; c; c = c->next) {
      if (!part_blocks_has(s->blocks, c)) continue;
      for (uint32_t i = 0; i < c->block->n_instrs; i++) count_instr(s, c, i);
   }
   for (Instance* in = s->listed; in; in = in->next)
      if (!in->calls) in->calls = in->doubtful_calls;
}
