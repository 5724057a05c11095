// SPDX-License-Identifier: GPL-3.0-or-later
//
// The made-up program's code and its start: blocks with one exit each.
//
//    sim_start(&config);   // a fresh engine, a fresh program, thread 1 about to run function 0
#ifndef XG_TESTS_UNIT_CALLSIM_PROGRAM_H
#define XG_TESTS_UNIT_CALLSIM_PROGRAM_H

#include "callgraph/site_events.h"
#include "callsim/paths.h"
#include "callsim/regions.h"

static Block* sim_block(int f, uint64_t offset, uint32_t instrs, uint32_t reads, ExitKind kind)
{
   Block* b =
      callgraph_new_block(&engine.graph, 0x10000 + (uint64_t)f * 0x1000 + offset, false);
   b->module = sim.function[f]->file->module;
   b->function = sim.function[f];
   b->is_entry = offset == 0;
   const Geometry* between = PROGRAM->caches.config.between;
   uint32_t with = between[1].size_B    ? EV_WITH_USE | EV_WITH_L2 | EV_WITH_L3
                   : between[0].size_B  ? EV_WITH_USE | EV_WITH_L2
                   : sim_has(SIM_LINES) ? EV_WITH_USE
                                        : 0;
   b->n_counters = (uint8_t)site_counters(with | EV_WITH_CACHES, false);
   callgraph_shape_block(&engine.graph, b, instrs, reads, 1, 1);
   for (uint32_t i = 0; i < instrs; i++)
      b->instrs[i] = (Instr){.offset_B = (uint16_t)i, .size_B = 1};
   for (uint32_t i = 0; i < reads; i++)
      b->sites[i] = (Site){.block = b, .size_B = 8, .kind = SITE_READ, .index = (uint16_t)i};
   b->exits[0] = (Exit){
      .block = b, .instr = (uint16_t)(instrs - 1), .after_B = 0x10, .kind = (uint8_t)kind};
   return b;
}

static void sim_functions(void)
{
   static const char* const name[SIM_ALL] = {"a",       "b",       "c",        "d",
                                             "e",       "f",       "stub1",    "stub2",
                                             "handler", "outside", "restorer", "start"};
   CallGraph* g = &engine.graph;
   Module* module = callgraph_module(g, "object");
   SourceFile* file[2] = {callgraph_file(g, module, "one.c"),
                          callgraph_file(g, module, "two.c")};
   for (int i = 0; i < SIM_ALL; i++) {
      bool is_new;
      sim.function[i] = callgraph_function(g, file[i % 2], name[i], &is_new);
      sim.function[i]->settings.skip = sim_is_stub(i);
   }
   for (int i = 0; i < SIM_FUNCTIONS; i++) {
      sim.function[i]->settings.timeline_region = sim_is_region(i);
      sim.function[i]->has_actions = sim_is_region(i);
   }
   if (sim_has(SIM_TOGGLE)) {
      sim.function[SIM_TOGGLING]->settings.toggle_collect = true;
      sim.function[SIM_TOGGLING]->has_actions = true;
   }
}

static void sim_program(void)
{
   uint32_t reads = sim_has(SIM_WIDE) ? 1 : 0;
   sim_functions();
   for (int i = 0; i < SIM_ALL; i++) {
      sim.entry[i] = sim_block(i, 0, 2, reads, EXIT_NEXT);
      sim.returns[i] = sim_block(i, 0x800, 1, 2 * reads, EXIT_RETURN);
      sim.local[i] = sim_block(i, 0x900, 1, 0, EXIT_JUMP);
      sim.leaps[i] = sim_block(i, 0xA00, 1, reads, EXIT_JUMP);
      sim.middle[i] = sim_block(i, 0xB00, 2, reads, EXIT_NEXT);
      for (int j = 0; j < SIM_CALLABLE; j++) {
         uint64_t at = (uint64_t)j * 0x40;
         sim.calls[i][j] = sim_block(i, 0x100 + at, 3, reads, EXIT_CALL);
         sim.back[i][j] = sim_block(i, 0x110 + at, 1, reads, EXIT_NEXT);
         sim.tails[i][j] = sim_block(i, 0x400 + at, 2, 0, EXIT_JUMP);
      }
   }
}

// The stacks of a thread lie side by side, its own second from below.
static uint64_t sim_base(int thread, int k)
{
   static const uint64_t position[SIM_MAX_STACKS] = {1, 0, 2, 3};
   return (1ULL << 32) - 1024
          + sim.spacing_B * (SIM_MAX_STACKS * (uint64_t)thread + position[k]);
}

static SimStack* sim_new_stack(int thread, int k, int code, bool collect)
{
   SimStack* s = &sim_stack[thread][k];
   sim_regions_end_stack(s); // of an earlier coroutine
   *s = (SimStack){.thread = thread, .alive = true, .code = code, .here = -1};
   s->sp = sim_base(thread, k);
   s->base_is_known = k > 0;
   s->collect = collect;
   s->exec_state = ++sim.exec_states;
   return s;
}

static bool sim_collects_at_start(void)
{
   return !sim_has(SIM_TOGGLE);
}

static void sim_new_thread(int t, int code)
{
   for (int k = 0; k < SIM_MAX_STACKS; k++) sim_stack[t][k].alive = false;
   sim.thread[t].alive = true;
   sim.thread[t].s = sim_new_stack(t, 0, code, sim_collects_at_start());
}

static void sim_clear(SimConfig* c)
{
   SimContext* context = sim.context ? sim.context : malloc(SIM_CONTEXTS * sizeof *context);
   SimArc* arc = sim.arc ? sim.arc : malloc(SIM_ARCS * sizeof *arc);
   for (int i = 0; i < sim.contexts; i++) sim_context_hash[context[i].slot] = 0;
   for (int i = 0; i < sim.arcs; i++) sim_arc_hash[arc[i].slot] = 0;
   sim_forget_paths();
   memset(&sim, 0, sizeof sim);
   sim.c = c;
   sim.context = context;
   sim.arc = arc;
}

// Small enough for lines to go soon; up to SIM_RESIDENT lines in all.
enum { SIM_LINE_B = 64 };
static Geometry sim_geometry(uint32_t ways)
{
   uint32_t sets = 1 + sim_below(2);
   return (Geometry){(uint64_t)sets * ways * SIM_LINE_B, ways, SIM_LINE_B};
}

// One set for each: L2 and L3 have no more lines than L2 alone.
static void sim_add_l3(HierarchyConfig* c)
{
   Geometry* l2 = &c->between[0];
   l2->size_B = (uint64_t)l2->ways * SIM_LINE_B;
   const uint32_t ways = 1 + sim_below(8);
   c->between[1] = (Geometry){(uint64_t)ways * SIM_LINE_B, ways, SIM_LINE_B};
}

static void sim_start_engine(const SimConfig* c)
{
   HierarchyConfig caches = {.i1 = {256, 2, 64}, .d1 = {256, 2, 64}, .ll = {512, 2, 64}};
   if (sim_has(SIM_CACHES)) {
      caches.d1 = sim_geometry(1 + sim_below(8));
      caches.ll = sim_geometry(2 + sim_below(14));
      if (sim_below(2)) caches.between[0] = sim_geometry(1 + sim_below(8));
      if (caches.between[0].size_B && sim_below(4) == 0) sim_add_l3(&caches);
   }
   EngineConfig config = {.line_use = sim_has(SIM_LINES),
                          .back_dating = true,
                          .caches = caches,
                          .curves = {.on = c->curves, .exact = true},
                          .timeline = {.on = c->timeline, .samples_max = SIM_SAMPLES},
                          .graph = {.width = caches.between[1].size_B ? EV_WIDTH_ALL
                                             : sim_has(SIM_LINES)     ? EV_WIDTH_USE
                                             : sim_has(SIM_WIDE)      ? EV_WIDTH_CACHE
                                                                      : EV_WIDTH_PLAIN,
                                    .hierarchy = caches.between[0].size_B != 0,
                                    .uniform_contexts = sim_has(SIM_FAST_PATH),
                                    .collect_at_start = sim_collects_at_start(),
                                    .skip_direct_recursion = sim_has(SIM_DIRECT),
                                    .separate_threads = sim_has(SIM_SEPARATE),
                                    .tree_depth = c->tree_depth,
                                    .defaults = {.separate_recursions = c->recursions,
                                                 .separate_callers = c->callers}}};
   host_libc_free_all();
   host_libc = (HostLibc){.with_lines = true};
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   engine_init(&config);
   if (!sim_has(SIM_CACHES)) return;
   use_ref_init(&caches);
   sim.lines = SIM_RESIDENT; // all records
   for (int i = 0; i < SIM_RESIDENT; i++) sim.line[i].context = -1;
}

static void sim_start(SimConfig* c)
{
   sim_clear(c);
   sim_start_engine(c);
   sim_program();
   // Near enough for a start to be told by its function's first instruction only, or far.
   sim.spacing_B = sim_has(SIM_STACKS) && sim_below(2) ? 1 << 17 : 1 << 13;
   sim_new_thread(1, sim_told_apart() ? SIM_START : 0);
   sim.s = sim.thread[1].s;
   sim.thread[1].stack = shadow_stack_new(&engine.graph, 1);
   shadow_stack_switch(&engine.graph, &xg_current, sim.thread[1].stack);
}

#endif
