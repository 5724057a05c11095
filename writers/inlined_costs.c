// SPDX-License-Identifier: GPL-3.0-or-later
// Inlined functions in the profile; see inlined_costs.h.
#include "writers/inlined_costs.h"

void inlined_costs_prepare(const CallGraph* g)
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

static void list(InlinedCosts* s, InlinedInstance* in)
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

// What the instruction is in: a loop, inlined code, or NULL.
static const Inlined* scope_at(const InlinedCosts* s, const Block* block, uint64_t address)
{
   return s->loops ? loop_scopes_at(s->loops, block, address) : host_inlined(block, address);
}

InlinedInstance* inlined_costs_at(InlinedCosts* s, const Block* block, uint64_t address)
{
   const Inlined* inlined = scope_at(s, block, address);
   if (!inlined) return NULL;
   InlinedInstance* in = instance_of(s->graph, s->context, inlined);
   list(s, in);
   return in;
}

void inlined_costs_add_cost(InlinedInstance* in, const uint64_t* cost, uint32_t width)
{
   for (; in; in = in->outer)
      for (uint32_t e = 0; e < width; e++) in->cost[e] += cost[e];
}

void inlined_costs_note(InlinedInstance* in, uint64_t address, uint32_t line)
{
   for (; in; in = in->outer) {
      if (address < in->entry) {
         in->entry = address;
         in->entry_line = line;
      }
      if (!in->inlined->is_loop)
         line = in->inlined->call_line; // where the instruction is in the outer one
   }
}

void inlined_costs_end(InlinedCosts* s)
{
   for (InlinedInstance* in = s->listed; in; in = in->next) in->listed = false;
   s->listed = NULL;
}

Context* inlined_costs_context_at_start(const InlinedCosts* s, Context* context,
                                        const Block* block)
{
   const bool same = context->function == s->context->function;
   const Inlined* inlined =
      same ? scope_at(s, block, block->start) : host_inlined(block, block->start);
   return inlined ? instance_of(s->graph, context, inlined)->context : context;
}

uint32_t inlined_costs_function_line(const Block* first, uint32_t line)
{
   for (const Inlined* i = host_inlined(first, first->start); i; i = i->outer)
      line = i->call_line;
   return line;
}

// --- calls ---------------------------------------------------------------------------------

// Executions of an instruction, by where they come from, seen from an instance that it is of.
typedef struct {
   uint64_t outside;
   uint64_t doubtful; // perhaps from there
} Entries;

static const Inlined* at(const InlinedCosts* s, const Block* b, uint32_t i)
{
   return scope_at(s, b, callgraph_instr_address(b, i));
}

static bool contains(const Inlined* outer, const Inlined* inner)
{
   while (inner && inner != outer) inner = inner->outer;
   return inner != NULL;
}

static uint64_t executions_of(const InlinedCosts* s, const Jump* j)
{
   const CostCentre* c =
      map_get(&s->graph->cost_centres, (uintptr_t)j->from, (uintptr_t)s->context);
   return c ? c->executions[j->from->instrs[j->instr].segment] : 0;
}

// Of the code before the block.
static const Inlined* scope_before(const InlinedCosts* s, const Block* b)
{
   return s->loops ? loop_scopes_before(s->loops, b) : host_inlined(b, b->start - 1);
}

// Of the n executions of a block's first instruction.
static Entries entries_by_jump(const InlinedCosts* s, const Inlined* inlined, const Block* b,
                               uint64_t n)
{
   bool outside = false, inside = false;
   uint64_t most_inside = 0; // a conditional jump may have been taken each time
   for (const Jump* j = map_get(&s->graph->jumps, b->start, 0); j; j = j->next) {
      if (contains(inlined, at(s, j->from, j->instr))) {
         inside = true;
         most_inside += executions_of(s, j);
      } else {
         outside = true;
      }
   }
   // By a call or a table of jumps: the latter are mostly in the code of which their targets are.
   if (!inside && !outside) inside = contains(inlined, scope_before(s, b));
   if (!inside) return (Entries){.outside = n};
   if (!outside) return (Entries){0};
   if (most_inside > n) most_inside = n;
   return (Entries){.outside = n - most_inside, .doubtful = most_inside};
}

static Entries entries_of(const InlinedCosts* s, const Inlined* inlined, const Block* b,
                          uint32_t i, uint64_t n)
{
   if (i == 0) return entries_by_jump(s, inlined, b, n);
   // Where code is mixed, an earlier instruction has entered it.
   while (i--)
      if (contains(inlined, at(s, b, i))) return (Entries){0};
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

static void count_instr(const InlinedCosts* s, const CostCentre* c, uint32_t i)
{
   const Block* b = c->block;
   const uint64_t n = c->executions[b->instrs[i].segment];
   const Inlined* inlined = n ? at(s, b, i) : NULL;
   if (!inlined || (i > 0 && inlined == at(s, b, i - 1))) return;
   const uint64_t address = callgraph_instr_address(b, i);
   SourceFile* ignored = NULL;
   uint32_t line;
   host_position(b, address, &ignored, &line);
   for (; inlined; inlined = inlined->outer) {
      if (inlined->is_loop) continue;
      InlinedInstance* in = callgraph_inlined_instance(s->graph, s->context, inlined);
      add_entries(in, address - b->bias, line, entries_of(s, inlined, b, i, n));
      line = inlined->call_line; // where that is in the outer one
   }
}

static void count_entries(InlinedCosts* s)
{
   loop_scopes_count(s->loops, s->context);
   for (InlinedInstance* in = s->listed; in; in = in->next) {
      const ScopeLoop* loop = loop_scopes_loop(s->loops, in->inlined);
      if (!loop) continue;
      in->calls = loop->entries;
      in->entry = loop->header;
      in->entry_line = in->inlined->call_line;
   }
}

void inlined_costs_count_calls(InlinedCosts* s)
{
   for (const CostCentre* c = s->context->cost_centres; c; c = c->next) {
      if (!part_blocks_has(s->blocks, c)) continue;
      for (uint32_t i = 0; i < c->block->n_instrs; i++) count_instr(s, c, i);
   }
   for (InlinedInstance* in = s->listed; in; in = in->next)
      if (!in->calls) in->calls = in->doubtful_calls;
   if (s->loops) count_entries(s);
}

LoopIterations inlined_costs_iterations(const InlinedCosts* s, const Context* context)
{
   LoopIterations n = {.least = UINT64_MAX};
   bool known = true;
   for (const InlinedInstance* in = s->loops ? s->listed : NULL; in; in = in->next) {
      const ScopeLoop* loop =
         in->context == context ? loop_scopes_loop(s->loops, in->inlined) : NULL;
      if (!loop || !loop->iterations) continue;
      n.all += loop->iterations;
      known = known && loop->most;
      if (loop->least < n.least) n.least = loop->least;
      if (loop->most > n.most) n.most = loop->most;
   }
   if (!known || !n.all) n.least = n.most = 0;
   return n;
}
