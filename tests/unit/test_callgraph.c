// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shadow stack and arcs against a walk of the whole call chain at every block.
//
// A made-up program of a few functions calls, tail-calls and returns at random, with signal
// handlers and collection switched on and off; blocks are counted as generated code counts them.
// The same sequence goes once through engine_transfer() alone and once through the short ways.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/transfer_inl.h"

enum { FUNCTIONS = 6, DEPTH_MAX = 60, STEPS = 20000, SP_START = 1 << 20 };

KnownTransfer xg_known[KNOWN_TRANSFERS];

typedef struct {
   uint64_t calls[FUNCTIONS][FUNCTIONS], cost[FUNCTIONS][FUNCTIONS], self[FUNCTIONS], total;
} Sums;

typedef struct {
   int caller, callee;
   uint64_t sp;
   Block* back; // where the call returns to; NULL: tail-called
} RefFrame;

static Function* function[FUNCTIONS];
static Block *entry[FUNCTIONS], *calls_to[FUNCTIONS][FUNCTIONS], *back[FUNCTIONS][FUNCTIONS],
   *tails_to[FUNCTIONS][FUNCTIONS], *returns[FUNCTIONS];
static bool short_ways;
static uint32_t seed;
static Sums expected;
static RefFrame stack[DEPTH_MAX + 2];
static int depth, current;
static uint64_t sp;

static uint32_t random_below(uint32_t n)
{
   seed = seed * 1664525u + 1013904223u;
   return (seed >> 8) % n;
}

static Block* new_block(int f, uint64_t offset, uint32_t instrs, ExitKind kind)
{
   Block* b =
      callgraph_new_block(&engine.graph, 0x10000 + (uint64_t)f * 0x1000 + offset, false);
   b->object = function[f]->file->object;
   b->function = function[f];
   b->is_entry = offset == 0;
   callgraph_shape_block(&engine.graph, b, instrs, 0, 1, 1);
   for (uint32_t i = 0; i < instrs; i++)
      b->instrs[i] = (Instr){.offset_B = (uint16_t)i, .size_B = 1};
   b->exits[0] = (Exit){.block = b, .after_B = 0x10, .kind = (uint8_t)kind};
   return b;
}

static void make_program(void)
{
   EngineConfig c = {.graph = {.width = EV_WIDTH_PLAIN,
                               .uniform_contexts = true,
                               .collect_at_start = true,
                               .defaults = {.separate_recursions = 1}}};
   memset(&engine, 0, sizeof engine);
   memset(&xg_now, 0, sizeof xg_now);
   memset(xg_known, 0, sizeof xg_known);
   engine_init(&c);
   SourceFile* file =
      callgraph_file(&engine.graph, callgraph_object(&engine.graph, "object"), "file.c");
   for (int i = 0; i < FUNCTIONS; i++) {
      char name[] = {(char)('a' + i), 0};
      bool is_new;
      function[i] = callgraph_function(&engine.graph, file, name, &is_new);
   }
   for (int i = 0; i < FUNCTIONS; i++) {
      entry[i] = new_block(i, 0, 2, EXIT_NEXT);
      returns[i] = new_block(i, 0x800, 1, EXIT_RETURN);
      for (int j = 0; j < FUNCTIONS; j++) {
         calls_to[i][j] = new_block(i, 0x100 + (uint64_t)j * 0x40, 3, EXIT_CALL);
         back[i][j] = new_block(i, 0x110 + (uint64_t)j * 0x40, 1, EXIT_NEXT);
         tails_to[i][j] = new_block(i, 0x400 + (uint64_t)j * 0x40, 2, EXIT_JUMP);
      }
   }
   strand_switch(&engine.graph, &xg_now, strand_new(&engine.graph, 1));
}

// What generated code does for a block, and the reference: every call on the stack pays.
static void execute(Block* b)
{
   if (b->key != xg_now.key) engine_enter_block(b);
   b->centre->executions[0]++;
   xg_now.total[EV_IR] += b->n_instrs;
   if (!xg_now.strand->collect) return;
   expected.self[current] += b->n_instrs;
   expected.total += b->n_instrs;
   for (int i = 0; i < depth; i++)
      expected.cost[stack[i].caller][stack[i].callee] += b->n_instrs;
}

static void remember(Exit* x, Block* target, const Frame* top, const void* from)
{
   const Strand* s = xg_now.strand;
   if (s->top != top + 1 || !top->arc || top->arc->exit != x || top->arc->from != from) return;
   x->last = top->arc;
   x->last_key = from;
   x->last_target = target->address;
}

static void transfer(Block* b, Block* target)
{
   Exit* x = &b->exits[0];
   if (short_ways) {
      bool done = x->kind == EXIT_CALL ? repeat_call(x, target->address, sp, EV_WIDTH_PLAIN)
                  : x->kind == EXIT_RETURN
                     ? simple_return(target->address, sp, EV_WIDTH_PLAIN)
                     : repeat_tail_call(x, target->address, sp, EV_WIDTH_PLAIN);
      if (done) return;
   }
   ptrdiff_t top = xg_now.strand->top - xg_now.strand->frames;
   const void* from = xg_now.key;
   engine_transfer(x, target, sp);
   remember(x, target, xg_now.strand->frames + top, from);
}

static void call(int f, bool tail)
{
   Block* b = tail ? tails_to[current][f] : calls_to[current][f];
   execute(b);
   if (!tail) sp -= 8 * (1 + random_below(4));
   stack[depth++] = (RefFrame){current, f, sp, tail ? NULL : back[current][f]};
   expected.calls[stack[depth - 1].caller][f]++;
   transfer(b, entry[f]);
   current = f;
   execute(entry[f]);
}

static void give_back(void)
{
   int bottom = depth;
   while (bottom > 0 && !stack[bottom - 1].back) bottom--;
   if (bottom == 0) return; // nobody to return to
   Block* b = returns[current];
   execute(b);
   RefFrame f = stack[bottom - 1];
   sp = f.sp + 8;
   transfer(b, f.back);
   depth = bottom - 1;
   current = f.caller;
   execute(f.back);
}

static void run(uint32_t start, bool with_short_ways, bool toggles)
{
   seed = start;
   short_ways = with_short_ways;
   memset(&expected, 0, sizeof expected);
   make_program();
   depth = current = 0;
   sp = SP_START;
   execute(entry[0]);
   for (int i = 0; i < STEPS; i++) {
      uint32_t what = random_below(16);
      if (toggles && what == 15)
         strand_collect(&engine.graph, &xg_now, !xg_now.strand->collect);
      else if (depth < DEPTH_MAX && what < 7)
         call((int)random_below(FUNCTIONS), false);
      else if (depth > 0 && depth < DEPTH_MAX && what == 7)
         call((int)random_below(FUNCTIONS), true);
      else
         give_back();
   }
   engine_unwind_all();
   callgraph_check(&engine.graph);
}

static void compare(void)
{
   Sums got = {0};
   for (const Place* p = engine.graph.places; p; p = p->next) {
      unsigned f = p->context->fn[0]->number - 1;
      for (const Centre* c = p->centres; c; c = c->next)
         got.self[f] += c->executions[0] * c->block->n_instrs;
      for (const Arc* a = p->arcs; a; a = a->next_from) {
         unsigned to = a->to->context->fn[0]->number - 1;
         got.calls[f][to] += a->calls;
         got.cost[f][to] += a->cost[EV_IR];
      }
   }
   for (int i = 0; i < FUNCTIONS; i++) {
      got.total += got.self[i];
      assert_int_equal(got.self[i], expected.self[i]);
      for (int j = 0; j < FUNCTIONS; j++) {
         assert_int_equal(got.calls[i][j], expected.calls[i][j]);
         assert_int_equal(got.cost[i][j], expected.cost[i][j]);
      }
   }
   assert_int_equal(got.total, expected.total);
}

static void full_ways(void** state)
{
   (void)state;
   for (uint32_t s = 1; s <= 20; s++) {
      run(s, false, s % 2);
      compare();
   }
}

static void short_ways_too(void** state)
{
   (void)state;
   for (uint32_t s = 1; s <= 20; s++) {
      run(s, true, s % 2);
      compare();
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(full_ways),
                                      cmocka_unit_test(short_ways_too)};
   return cmocka_run_group_tests(tests, NULL, NULL);
}
