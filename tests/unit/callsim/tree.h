// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's calling-context tree against the reference: each path, or where callers are found
// later, each function.
#ifndef XG_TESTS_UNIT_CALLSIM_TREE_H
#define XG_TESTS_UNIT_CALLSIM_TREE_H

#include "callsim/drive.h"

static void sim_flush_tree(int thread, bool undo)
{
   ShadowStack* running = xg_current.stack;
   for (ShadowStack* s = engine.graph.shadow_stacks; s; s = s->next) {
      if (thread && s->thread != (uint32_t)thread) continue;
      shadow_stack_switch(&engine.graph, &xg_current, s);
      shadow_stack_flush_tree(&engine.graph, &xg_current, undo);
   }
   shadow_stack_switch(&engine.graph, &xg_current, running);
}

static uint64_t sim_path_of_node(const ContextTreeNode* n)
{
   int path[SIM_ALL + 2], depth = 0;
   const ContextTreeNode* segment = n;
   for (; segment->parent; segment = segment->parent) depth++;
   for (int i = depth; n->parent; n = n->parent)
      path[--i] = n->function ? (int)n->function->number - 1 : SIM_DEEPER;
   return sim_key_of_path(path, depth, (int)segment->thread, segment->signal != 0);
}

typedef void SimVisit(const ContextTreeNode* n);

static void sim_each_node(int thread, SimVisit* visit)
{
   ContextTreeNode* const lists[] = {engine.graph.tree.running, engine.graph.tree.ended};
   for (int i = 0; i < 2; i++)
      for (ContextTreeNode* s = lists[i]; s; s = s->next)
         for (ContextTreeNode* n = s->first; n && (!thread || s->thread == (uint32_t)thread);
              n = context_tree_next(n))
            visit(n);
}

static SimCost sim_by_function[SIM_ALL + 1]; // the last one: deeper calls
static bool sim_has_deeper_calls;

static void sim_take_function(const ContextTreeNode* n)
{
   uint32_t f = n->function ? n->function->number - 1 : SIM_ALL;
   sim_has_deeper_calls |= !n->function;
   for (int e = 0; e < sim_events(); e++) sim_by_function[f].n[e] += n->self[sim_event[e]];
}

// Takes the node's cost from its path's, of which nothing must be left.
static void sim_take_path(const ContextTreeNode* n)
{
   SimCost* left = sim_cost_of_path(sim_path_of_node(n));
   for (int e = 0; e < sim_events(); e++) left->n[e] -= n->self[sim_event[e]];
}

static void sim_give_path(const ContextTreeNode* n)
{
   SimCost* left = sim_cost_of_path(sim_path_of_node(n));
   for (int e = 0; e < sim_events(); e++) left->n[e] += n->self[sim_event[e]];
}

static void sim_compare_paths(int thread)
{
   sim_each_node(thread, sim_take_path);
   for (int i = 0; i < sim_paths; i++) {
      if (thread && sim_thread_of_path(sim_path[i].key) != thread) continue;
      for (int e = 0; e < sim_events(); e++)
         sim_equal("cost of a path", 0 - sim_path[i].self.n[e], 0);
   }
   sim_each_node(thread, sim_give_path);
}

static void sim_compare_functions(int thread)
{
   memset(sim_by_function, 0, sizeof sim_by_function);
   sim_has_deeper_calls = false;
   sim_each_node(thread, sim_take_function);
   SimCost tree = {{0}}, all = {{0}}, expected[SIM_ALL] = {{{0}}};
   for (int i = 0; i < sim.contexts; i++)
      if (sim_is_in_part(i, thread))
         sim_add(&expected[sim.context[i].functions[0]], &sim.context[i].self);
   for (int f = 0; f < SIM_ALL; f++) sim_add(&all, &expected[f]);
   for (int f = 0; f <= SIM_ALL; f++) sim_add(&tree, &sim_by_function[f]);
   for (int e = 0; e < sim_events(); e++) {
      sim_equal("cost of the whole tree", tree.n[e], all.n[e]);
      for (int f = 0; f < SIM_ALL && !sim_has_deeper_calls; f++)
         sim_equal("cost of a function's nodes", sim_by_function[f].n[e], expected[f].n[e]);
   }
}

// `thread`: whose frames have been flushed; 0: all.
static void sim_compare_tree(int thread)
{
   if (!sim.c->tree_depth) return;
   context_tree_check(&engine.graph.tree);
   sim_flush_tree(thread, false);
   sim_compare_functions(thread);
   if (sim_has_paths()) sim_compare_paths(thread);
   sim_flush_tree(thread, true);
   sim.c->trees_compared++;
}

#endif
