// SPDX-License-Identifier: GPL-3.0-or-later
// Iterations of each entry of a loop: functions made at random, which call themselves, on several stacks and in parts of
// the profile, against what is found in a log of each instruction executed: loops by the definition of dominance, and
// entries and iterations one by one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/iterations/loop_trips.h"
#include "host_libc.h"
#include "unit_main.h"
#include "xorshift.h"

enum {
   PROGRAMS = 700,
   PIECES = 8,
   INSTR_B = 4,
   INSTRS_MAX = 2 * PIECES,
   LEVELS = 2,
   STACKS = 2,
   DEPTH_MAX = 7,
   WAYS = 3,
   LOG_MAX = 6000
};

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- the program ------------------------------------------------------------------------------

typedef enum { FALLS, BRANCH, JUMP, COMPUTED, CALL, RETURN } End;

// Instructions that run one after the other, and what comes then.
typedef struct {
   uint32_t first, n;
   End end;
   uint32_t target[WAYS]; // pieces
   uint32_t chance;       // of 8, that a branch is taken
   bool goes_on;          // a block that comes here goes on in the next piece
} Code;

static Code code[PIECES];
static uint32_t n_instrs;
static uint64_t base;
static Module module;
static SourceFile file = {.module = &module};
static Function function;

static uint64_t address_of(uint32_t instr)
{
   return base + INSTR_B * instr;
}

static void make_program(void)
{
   base += 0x10000;
   n_instrs = 0;
   const bool calls = below(2), computes = below(3) == 0;
   for (uint32_t i = 0; i < PIECES; i++) {
      Code* c = &code[i];
      *c = (Code){.first = n_instrs, .n = 2, .chance = 1 + below(6), .goes_on = below(2)};
      n_instrs += c->n;
      const uint32_t kind = below(10);
      c->end = kind < 5                ? BRANCH
               : kind == 5             ? JUMP
               : kind == 6 && computes ? COMPUTED
               : kind == 7 && calls    ? CALL
                                       : FALLS;
      if (i == PIECES - 1) c->end = RETURN;
      for (uint32_t k = 0; k < WAYS; k++) c->target[k] = 1 + below(PIECES - 1);
      if (c->end == JUMP) c->target[0] = below(3) ? i + 1 : c->target[0];
   }
}

// --- blocks -----------------------------------------------------------------------------------

static uint32_t piece_at(uint64_t address)
{
   uint32_t i = 0;
   while (address_of(code[i].first) != address) i++;
   return i;
}

static void set_exit(Block* b, uint32_t k, ExitKind kind, uint32_t instr, uint32_t segment,
                     uint32_t target)
{
   b->exits[k] = (Exit){.block = b,
                        .kind = (uint8_t)kind,
                        .instr = (uint16_t)instr,
                        .segment = (uint8_t)segment,
                        .after_B = (uint16_t)(INSTR_B * (instr + 1)),
                        .target = target < PIECES ? address_of(code[target].first) : 0};
   const uint64_t to = kind == EXIT_CALL ? callgraph_after(&b->exits[k]) : b->exits[k].target;
   if (to) callgraph_note_jump(&engine.graph, b, instr, to);
}

static Block* record_at(uint64_t address)
{
   Block* b = callgraph_find_block(&engine.graph, address, false);
   if (!b) {
      b = callgraph_new_block(&engine.graph, address, false);
      b->module = &module;
      b->function = &function;
      b->is_entry = address == base;
   }
   return b;
}

// The pieces from the first one on that a block has.
static uint32_t last_piece(uint32_t first)
{
   uint32_t i = first;
   while (code[i].goes_on && (code[i].end == FALLS || code[i].end == BRANCH)) i++;
   return i;
}

static void set_last_exit(Block* b, uint32_t k, uint32_t piece)
{
   const Code* c = &code[piece];
   const uint32_t instr = b->n_instrs - 1u;
   switch (c->end) {
   case JUMP: set_exit(b, k, EXIT_JUMP, instr, k, c->target[0]); break;
   case COMPUTED: set_exit(b, k, EXIT_JUMP, instr, k, PIECES); break;
   case CALL: set_exit(b, k, EXIT_CALL, instr, k, 0); break;
   case RETURN: set_exit(b, k, EXIT_RETURN, instr, k, PIECES); break;
   default: set_exit(b, k, EXIT_NEXT, instr, k, piece + 1); break;
   }
}

static void translate(Block* b)
{
   const uint32_t first = piece_at(b->start), last = last_piece(first);
   uint32_t instrs = 0, branches = 0;
   for (uint32_t i = first; i <= last; i++) {
      instrs += code[i].n;
      branches += code[i].end == BRANCH;
   }
   callgraph_shape_block(&engine.graph, b, instrs, 0, branches + 1, branches + 1);
   loop_heads_prepare(b, branches + 1);
   uint32_t at = 0, segment = 0;
   for (uint32_t i = first; i <= last; i++) {
      for (uint32_t k = 0; k < code[i].n; k++, at++)
         b->instrs[at] = (Instr){(uint16_t)(INSTR_B * at), INSTR_B, (uint8_t)segment};
      if (code[i].end != BRANCH) continue;
      set_exit(b, segment, EXIT_JUMP, at - 1, segment, code[i].target[0]);
      segment++;
   }
   set_last_exit(b, segment, last);
   loop_heads_note(b);
}

// --- the log ----------------------------------------------------------------------------------

typedef struct {
   uint32_t activation, instr, level, part;
} Logged;

static Logged logged[LOG_MAX];
static uint32_t n_logged, n_activations, part;

// --- execution --------------------------------------------------------------------------------

typedef struct {
   uint32_t activation, level, piece;
} Activation;

typedef struct {
   ShadowStack shadow;
   Frame frame[DEPTH_MAX + 2];
   uint32_t active[1];
   Activation open[DEPTH_MAX];
   uint32_t depth;
} Stack;

static Stack stack[STACKS];
static CallChain chain;
static Context context[LEVELS];
static Arc arcs[PIECES];
static Exit* called_by[PIECES]; // the last call of the piece
static Map left_before;         // by exit and target

static void set_running(Stack* s)
{
   Context* c = s->depth ? &context[s->open[s->depth - 1].level] : NULL;
   s->shadow.exec.context = c;
   if (xg_current.stack == &s->shadow) xg_current.key = c;
}

// A call of the piece before the one that is returned to.
static Arc* arc_from(const Stack* s)
{
   const uint32_t piece = s->open[s->depth - 1].piece - 1;
   arcs[piece].exit = called_by[piece];
   return &arcs[piece];
}

static void call(Stack* s)
{
   s->active[0]++;
   const uint32_t level = s->active[0] < LEVELS ? s->active[0] - 1 : LEVELS - 1;
   if (s->depth) {
      *s->shadow.top++ =
         (Frame){.arc = arc_from(s), .caller = &context[s->open[s->depth - 1].level]};
   }
   s->open[s->depth++] = (Activation){n_activations++, level, 0};
   set_running(s);
}

static void leave(Stack* s)
{
   if (s->depth > 1) {
      const Frame* f = s->shadow.top - 1;
      assert_true(!f->callee.has_loop_trips || f->callee.has_actions);
      if (f->callee.has_loop_trips) loop_trips_return(&s->shadow);
      s->shadow.top--;
   }
   s->depth--;
   s->active[0]--;
   set_running(s);
}

static void go_to(Stack* s, Block* b, uint32_t k, uint32_t piece)
{
   const uint64_t target = address_of(code[piece].first);
   Exit* x = &b->exits[k];
   record_at(target);
   if (!map_get(&left_before, (uintptr_t)x, target)) {
      map_put(&left_before, (uintptr_t)x, target, x);
      if (x->target)
         loop_heads_arrived(target);
      else
         loop_heads_jump(x, record_at(target));
   }
   s->open[s->depth - 1].piece = piece;
}

static void log_piece(const Activation* a, uint32_t piece)
{
   for (uint32_t i = 0; i < code[piece].n && n_logged < LOG_MAX; i++)
      logged[n_logged++] = (Logged){a->activation, code[piece].first + i, a->level, part};
}

static void count(Block* b, uint32_t segment)
{
   if (b->asks_loops) loop_heads_segment(b, segment);
   b->cost_centre->executions[segment]++;
}

static void end_block(Stack* s, Block* b, uint32_t k, uint32_t piece)
{
   Activation* a = &s->open[s->depth - 1];
   const Code* c = &code[piece];
   switch (c->end) {
   case RETURN: leave(s); break;
   case COMPUTED: go_to(s, b, k, c->target[below(WAYS)]); break;
   case JUMP: go_to(s, b, k, c->target[0]); break;
   case CALL:
      called_by[piece] = &b->exits[k];
      a->piece = piece + 1;                          // where the callee returns to
      if (s->depth < DEPTH_MAX && below(4)) call(s); // else the callee has returned
      break;
   default: go_to(s, b, k, piece + 1); break;
   }
}

static void run_block(Stack* s)
{
   const Activation* a = &s->open[s->depth - 1];
   Block* b = record_at(address_of(code[a->piece].first));
   if (!b->translated) translate(b);
   if (b->key != xg_current.key) engine_enter_block(b);
   const uint32_t last = last_piece(a->piece);
   uint32_t segment = 0;
   for (uint32_t i = a->piece;; i++) {
      log_piece(a, i);
      const bool is_branch = code[i].end == BRANCH;
      if (is_branch) {
         count(b, segment++);
         if (below(8) < code[i].chance) {
            go_to(s, b, segment - 1, code[i].target[0]);
            return;
         }
      }
      if (i < last) continue;
      count(b, segment);
      end_block(s, b, segment, i);
      return;
   }
}

static void start(Stack* s)
{
   s->shadow = (ShadowStack){.frames = s->frame,
                             .floor = s->frame + 1,
                             .top = s->frame + 1,
                             .limit = s->frame + DEPTH_MAX + 2,
                             .active = s->active,
                             .active_size = 1,
                             .next = s == stack ? NULL : &s[-1].shadow};
   engine.graph.shadow_stacks = &s->shadow;
   s->active[0] = s->depth = 0;
}

static void switch_to(Stack* s)
{
   loop_trips_switch(&s->shadow);
   xg_current.stack = &s->shadow;
   set_running(s);
}

// --- what must be -----------------------------------------------------------------------------

static bool edge[INSTRS_MAX][INSTRS_MAX], is_root[INSTRS_MAX];
static uint32_t known, unknown;

// The instruction before in the same activation; n_instrs: none.
static uint32_t before(uint32_t at)
{
   for (uint32_t i = at; i-- > 0;)
      if (logged[i].activation == logged[at].activation) return logged[i].instr;
   return n_instrs;
}

static void find_edges(void)
{
   memset(edge, 0, sizeof edge);
   memset(is_root, 0, sizeof is_root);
   for (uint32_t i = 0; i < n_logged; i++) {
      const uint32_t from = before(i);
      if (from < n_instrs)
         edge[from][logged[i].instr] = true;
      else
         is_root[logged[i].instr] = true;
   }
}

// Instructions that are reached from the marked ones, without going through one; backwards, or not.
static void reach(bool* in, uint32_t without, bool backwards)
{
   for (bool more = true; more;) {
      more = false;
      for (uint32_t a = 0; a < n_instrs; a++)
         for (uint32_t b = 0; b < n_instrs; b++)
            if (in[a] && a != without && (backwards ? edge[b][a] : edge[a][b]) && !in[b])
               in[b] = more = true;
   }
}

static bool dominates(uint32_t h, uint32_t v)
{
   bool in[INSTRS_MAX];
   memcpy(in, is_root, sizeof in);
   reach(in, h, false);
   return h == v || !in[v];
}

// The natural loop of the header; false: there is none.
static bool loop_of(uint32_t h, bool* in)
{
   bool any = false;
   memset(in, 0, INSTRS_MAX * sizeof *in);
   in[h] = true;
   for (uint32_t u = 0; u < n_instrs; u++)
      if (edge[u][h] && dominates(h, u)) in[u] = any = true;
   if (any) reach(in, h, true);
   return any;
}

// Entries of the loop in contexts of a level, in the running part.
static LoopTripsSum expected(uint32_t h, const bool* in, uint32_t level)
{
   LoopTripsSum sum = {.least = UINT64_MAX};
   for (uint32_t i = 0; i < n_logged; i++) {
      const Logged* l = &logged[i];
      const uint32_t from = before(i);
      if (l->instr != h || l->level != level || l->part != part) continue;
      if (from < n_instrs && in[from]) {
         sum.left++; // taken back below if its entry is of this part
         continue;
      }
      uint64_t n = 1;
      bool ended = false;
      for (uint32_t k = i + 1; k < n_logged && !ended; k++) {
         if (logged[k].activation != l->activation) continue;
         ended = !in[logged[k].instr];
         n += logged[k].instr == h;
      }
      sum.entries++;
      sum.iterations += n;
      sum.left -= n - 1;
      if (n < sum.least) sum.least = n;
      if (n > sum.most) sum.most = n;
   }
   return sum;
}

static void check_loops(void)
{
   find_edges();
   for (uint32_t h = 0; h < n_instrs; h++) {
      bool in[INSTRS_MAX];
      if (!loop_of(h, in)) continue;
      const LoopHead* head = loop_heads_find(address_of(h));
      for (uint32_t level = 0; level < LEVELS; level++) {
         const LoopTripsSum want = expected(h, in, level);
         if (!want.entries) continue;
         const LoopTripsSum got =
            head ? loop_trips_sum(head, &context[level]) : (LoopTripsSum){0};
         if (got.entries != want.entries
             || got.iterations + got.left != want.iterations + want.left) {
            if (!head || loop_heads_are_entries_known(head)) unknown++;
            continue;
         }
         known++;
         unit_given("loop %jd, of %jd instructions, with head %jd, in context %jd", known,
                    n_instrs, h, level);
         assert_int_equal(got.iterations, want.iterations);
         assert_int_equal(got.least, want.least);
         assert_int_equal(got.most, want.most);
      }
   }
}

// --- runs -------------------------------------------------------------------------------------

static void end_part(void)
{
   loop_trips_end_part(0);
   for (uint32_t level = 0; level < LEVELS; level++)
      for (CostCentre* c = context[level].cost_centres; c; c = c->next)
         memset(c->executions, 0, c->block->n_segments * sizeof c->executions[0]);
   part++;
}

static void begin_program(bool stacks)
{
   make_program();
   n_logged = n_activations = part = 0;
   for (uint32_t level = 0; level < LEVELS; level++)
      context[level] =
         (Context){.function = &function, .chain = &chain, .level = level, .levels = LEVELS};
   for (uint32_t i = 0; i < (stacks ? STACKS : 1); i++) start(&stack[i]);
   xg_current.stack = &stack[0].shadow;
}

static void run_program(bool stacks, bool parts)
{
   const uint32_t n = below(8) ? 60 : 500;
   begin_program(stacks);
   Stack* s = &stack[0];
   for (uint32_t i = 0; i < n && n_logged + 2 * INSTRS_MAX < LOG_MAX; i++) {
      if (stacks && below(16) == 0) {
         s = &stack[below(STACKS)];
         switch_to(s);
      }
      if (!s->depth) call(s);
      run_block(s);
      if (parts && below(50) == 0) {
         check_loops();
         end_part();
      }
   }
   check_loops();
}

// What is known is right; of what is not, there must be little.
static void run_programs(bool stacks, bool parts, uint32_t known_at_least)
{
   known = unknown = 0;
   for (uint32_t i = 0; i < PROGRAMS; i++) run_program(stacks, parts);
   assert_true(known > known_at_least * unknown && known > PROGRAMS);
}

static void one_stack(void** state)
{
   (void)state;
   run_programs(false, false, 1000);
}

static void two_stacks(void** state)
{
   (void)state;
   run_programs(true, false, 20);
}

static void in_parts(void** state)
{
   (void)state;
   run_programs(false, true, 20);
}

static void everything(void** state)
{
   (void)state;
   run_programs(true, true, 3);
}

int main(int argc, char** argv)
{
   function = (Function){.name = "f", .file = &file};
   engine.config.graph.flow = true;
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_stack),
      cmocka_unit_test(two_stacks),
      cmocka_unit_test(in_parts),
      cmocka_unit_test(everything),
   };
   return UNIT_MAIN(argc, argv, tests);
}
