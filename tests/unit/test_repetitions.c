// SPDX-License-Identifier: GPL-3.0-or-later
// The journal, what repeats in it and what of that is folded: random programs of functions whose blocks follow each
// other at random, in two threads and their signal handlers, against the definitions, by brute force from all that
// the program did; and by hand what random programs do seldom: room that ends, code that runs often.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/probes.h"
#include "engine/repeats/found_regions.h"
#include "engine/repeats/repetitions.h"
#include "host_libc.h"
#include "unit_main.h"
#include "xorshift.h"

#define JOURNAL (&engine.journal)

enum {
   FUNCTIONS = 6,
   BLOCKS = 6,
   NEXT_MAX = 3,
   STACKS = 2,
   DEPTH_MAX = 8,
   FRAMES = 4 * DEPTH_MAX,
   STEPS_MAX = 6000,
   STATES = 2 * STACKS,      // of each stack its own code and its handler
   BLOCK_INSTRUCTIONS = 1100 // at least: no block is dense
};

static uint32_t below(uint32_t n)
{
   return (uint32_t)(next_random() % n);
}

// --- the program ------------------------------------------------------------------------------

typedef struct {
   Function function;
   Context context;
   Block block[BLOCKS];
   Instr instr[BLOCKS][4];
   Exit exit[BLOCKS];
   bool covers[BLOCKS]; // the next block's code is at its end, and runs whenever it does
   uint32_t n_blocks, n_next[BLOCKS], next[BLOCKS][NEXT_MAX];
   int callee[BLOCKS]; // -1: none
} Code;

// A call, from its first block that the journal has seen.
typedef struct KnownCall KnownCall;
struct KnownCall {
   uint32_t function, state, depth;
   uint64_t begin, end; // clock
   bool outermost, is_whole, known, is_open;
   const KnownCall* caller; // that the journal has seen; NULL: none
};

typedef struct {
   uint32_t call, block;
   uint64_t at;
} Step;

// What runs on a stack: its calls from `floor` on are those of the handler, if there is one.
typedef struct {
   uint32_t call[DEPTH_MAX], block[DEPTH_MAX], n, floor;
   bool has_called[DEPTH_MAX];
   uint64_t interrupted[EV_COUNT]; // totals
} Stack;

static Code code[FUNCTIONS];
static ShadowStack shadow[STACKS];
static Frame frames[STACKS][FRAMES];
static Stack stack[STACKS];
static KnownCall call[STEPS_MAX];
static Step step[STEPS_MAX];
static uint32_t n_calls, n_steps;
static uint64_t since; // clock: the journal's start
static struct {
   uint64_t at, total[EV_COUNT];
} tick[STEPS_MAX];
static uint32_t n_ticks;
// Calls that were left.
static struct {
   uint64_t at;
   uint32_t state, depth; // afterwards
} left[STEPS_MAX];
static uint32_t n_left;
// Totals of the program when the clock was known to be so much.
static struct {
   uint64_t at, reads;
} known[4 * STEPS_MAX];
static uint32_t n_known;

static void note_totals(void)
{
   uint64_t total[EV_COUNT];
   timeline_totals(total);
   known[n_known].at = timeline_now();
   known[n_known++].reads = total[EV_DR];
}

static uint64_t reads_at(uint64_t clock)
{
   for (uint32_t i = 0; i < n_known; i++)
      if (known[i].at == clock) return known[i].reads;
   fail_msg("nothing was at %llu", (unsigned long long)clock);
   return 0;
}

static void begin_journal(void)
{
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   engine.config.timeline.on = engine.config.timeline.find_regions = true;
   engine.config.timeline.samples_max = 65536;
   engine.graph.total_width = EV_DW + 1;
   probes_init(&engine.config);
}

static void make_block(Code* c, uint32_t f, uint32_t b)
{
   static const uint16_t offset[] = {0, 4, 8, 16};
   for (uint32_t i = 0; i < 4; i++) c->instr[b][i].offset_B = offset[i];
   c->covers[b] = b + 1 < c->n_blocks && below(6) == 0;
   const bool may_end_before = below(4) == 0; // with an exit before the next block's code
   c->exit[b] = (Exit){.block = &c->block[b], .instr = may_end_before ? 1 : 3};
   c->block[b] = (Block){.start = 0x10000 * (f + 1) + 16 * b,
                         .function = &c->function,
                         .instrs = c->instr[b],
                         .exits = &c->exit[b],
                         .n_exits = 1,
                         .n_instrs = c->covers[b] ? 4 : 3,
                         .is_entry = b == 0};
   if (may_end_before) c->covers[b] = false;
   c->n_next[b] = below(NEXT_MAX + 1);
   for (uint32_t i = 0; i < c->n_next[b]; i++)
      c->next[b][i] = below(3) ? below(c->n_blocks) : (b + 1) % c->n_blocks;
   c->callee[b] = below(2) ? (int)below(FUNCTIONS) : -1;
}

static void make_program(void)
{
   static const char* const name[FUNCTIONS] = {"main",      "solve",    "step",
                                               "MPI_Wtime", "MPI_Wait", "GOMP_barrier"};
   memset(code, 0, sizeof code);
   for (uint32_t f = 0; f < FUNCTIONS; f++) {
      Code* c = &code[f];
      c->function = (Function){.name = name[f], .number = f + 1};
      c->context.function = &c->function;
      c->n_blocks = 1 + below(BLOCKS);
      for (uint32_t b = 0; b < c->n_blocks; b++) make_block(c, f, b);
   }
   memset(stack, 0, sizeof stack);
   memset(shadow, 0, sizeof shadow);
   for (uint32_t s = 0; s < STACKS; s++) {
      shadow[s] = (ShadowStack){.thread = s + 1, .exec.collect = true, .frames = frames[s]};
      shadow[s].floor = shadow[s].top = frames[s] + 1;
   }
   n_calls = n_steps = n_ticks = n_known = n_left = 0;
   since = 0;
   xg_current.stack = &shadow[0];
}

// --- the program runs -------------------------------------------------------------------------

static uint32_t running(void)
{
   return (uint32_t)(xg_current.stack - shadow);
}

static void switch_totals(uint64_t* from, const uint64_t* to)
{
   for (int e = 0; e < EV_COUNT; e++) {
      from[e] = xg_current.total[e];
      xg_current.elsewhere[e] += from[e] - to[e];
      xg_current.total[e] = to[e];
   }
}

static void run_stack(uint32_t s)
{
   if (s == running()) return;
   switch_totals(xg_current.stack->exec.total, shadow[s].exec.total);
   xg_current.stack = &shadow[s];
}

static void cost(uint64_t instructions)
{
   xg_current.total[EV_IR] += instructions;
   xg_current.total[EV_DR] += below(1000);
}

static uint32_t state_now(void)
{
   return 2 * running() + xg_current.stack->n_handlers;
}

// The call has its first block that is seen: of its function, is another one open in this state?
static void begin_known(KnownCall* c, uint32_t block)
{
   c->known = c->outermost = true;
   c->begin = timeline_now();
   c->is_whole = block == 0;
   c->caller = NULL;
   const Stack* t = &stack[running()];
   for (uint32_t i = t->floor; i < t->n; i++)
      if (&call[t->call[i]] != c && call[t->call[i]].known) c->caller = &call[t->call[i]];
   for (uint32_t i = 0; i < n_calls; i++) {
      const KnownCall* other = &call[i];
      if (other != c && other->known && other->is_open && other->state == c->state
          && other->function == c->function)
         c->outermost = false;
   }
}

static void enter_block(uint32_t block)
{
   ShadowStack* s = xg_current.stack;
   Stack* t = &stack[running()];
   const uint32_t c = t->call[t->n - 1];
   t->block[t->n - 1] = block;
   t->has_called[t->n - 1] = false;
   s->exec.context = &code[call[c].function].context;
   xg_current.key = s->exec.context;
   Block* b = &code[call[c].function].block[block];
   note_totals();
   assert_int_equal(journal_key_is_current(b), b->journal != 0); // it has one context
   b->key = xg_current.key;
   journal_entered(b);
   assert_ptr_equal(b->key, JOURNAL_KEY); // so that it is entered again
   if (!call[c].known) begin_known(&call[c], block);
   step[n_steps++] = (Step){.call = c, .block = block, .at = timeline_now()};
   if (below(3) == 0) {
      const TimelineSample sample = {.at = timeline_now()};
      tick[n_ticks].at = sample.at;
      timeline_totals(tick[n_ticks++].total);
      journal_tick(&sample);
   }
   cost(BLOCK_INSTRUCTIONS + below(3000));
}

static void push(uint32_t function)
{
   Stack* t = &stack[running()];
   call[n_calls] =
      (KnownCall){.function = function,
                  .state = state_now(),
                  .depth = (uint32_t)(xg_current.stack->top - xg_current.stack->frames),
                  .is_open = true};
   t->call[t->n++] = n_calls++;
}

static void make_call(uint32_t function)
{
   cost(1);
   xg_current.stack->top++->total_at_call[EV_IR] = xg_current.total[EV_IR];
   push(function);
   enter_block(0);
}

static void end_call(void)
{
   Stack* t = &stack[running()];
   KnownCall* c = &call[t->call[--t->n]];
   c->end = timeline_now();
   c->is_open = false;
}

static void tail_call(uint32_t function)
{
   end_call();
   push(function);
   enter_block(0);
}

static void note_left(void)
{
   left[n_left].at = timeline_now();
   left[n_left].state = state_now();
   left[n_left++].depth = (uint32_t)(xg_current.stack->top - xg_current.stack->frames);
}

static void give_back(void)
{
   note_totals();
   end_call();
   xg_current.stack->top--;
   note_left();
   if (journal_is_left()) journal_left();
}

static void begin_handler(void)
{
   Stack* t = &stack[running()];
   const uint64_t none[EV_COUNT] = {0};
   switch_totals(t->interrupted, none);
   t->floor = t->n;
   xg_current.stack->n_handlers = 1;
   xg_current.stack->floor = xg_current.stack->top;
   make_call(below(FUNCTIONS));
}

static void end_handler(void)
{
   Stack* t = &stack[running()];
   uint64_t of_handler[EV_COUNT];
   switch_totals(of_handler, t->interrupted);
   t->floor = 0;
   xg_current.stack->n_handlers = 0;
   xg_current.stack->floor = xg_current.stack->frames + 1;
   xg_current.key = NULL; // until the next block
}

// As longjmp: calls are left, and an outer one goes on.
static void jump_out(void)
{
   Stack* t = &stack[running()];
   if (t->n - t->floor < 2) return;
   const uint32_t to = t->floor + 1 + below(t->n - t->floor - 1);
   note_totals();
   while (t->n > to) {
      end_call();
      xg_current.stack->top--;
   }
   note_left();
   enter_block(below(code[call[t->call[t->n - 1]].function].n_blocks));
}

static void go_on(void)
{
   Stack* t = &stack[running()];
   const uint32_t block = t->block[t->n - 1], function = call[t->call[t->n - 1]].function;
   const Code* c = &code[function];
   const bool deep = t->n >= DEPTH_MAX - 2;
   if (c->callee[block] >= 0 && !t->has_called[t->n - 1] && !deep && below(8)) {
      t->has_called[t->n - 1] = true;
      make_call((uint32_t)c->callee[block]);
      return;
   }
   const uint32_t other = below(FUNCTIONS);
   if (below(50) == 0 && other != function)
      tail_call(other);
   else if (c->n_next[block] && below(8))
      enter_block(c->next[block][below(c->n_next[block])]);
   else
      give_back();
}

static void run_step(void)
{
   if (below(12) == 0) run_stack(below(STACKS));
   Stack* t = &stack[running()];
   if (t->n == t->floor && t->floor)
      end_handler();
   else if (t->n == 0)
      make_call(below(FUNCTIONS));
   else if (below(60) == 0 && !t->floor && t->n < DEPTH_MAX - 2)
      begin_handler();
   else if (below(150) == 0)
      jump_out();
   else
      go_on();
}

static void zero(void)
{
   journal_zero();
   since = timeline_now();
   n_steps = n_ticks = 0;
   for (uint32_t i = 0; i < n_calls; i++) call[i].known = false;
}

static void run_program(uint32_t steps, bool zeroes)
{
   for (uint32_t i = 0; i < steps && n_steps < STEPS_MAX - 1; i++) {
      run_step();
      if (zeroes && i == steps / 3) zero();
   }
   note_totals();
}

// --- loops, by definition ---------------------------------------------------------------------

// Sets of blocks are bits.
typedef uint32_t Set;

// The blocks of a function that were seen, and which follow each other within a call.
typedef struct {
   Set seen, roots, next[BLOCKS];
} BlockFlow;

typedef struct {
   Set blocks;
   uint32_t header;
} Loop;

static Set bit(uint32_t b)
{
   return (Set)1 << b;
}

// The block, and those whose code is at its end, if they were seen by themselves, too.
static uint32_t expand(const BlockFlow* f, uint32_t function, uint32_t block,
                       uint32_t all[BLOCKS])
{
   uint32_t n = 0;
   for (;;) {
      all[n++] = block;
      if (!code[function].covers[block] || !(f->seen & bit(block + 1))) return n;
      block++;
   }
}

static BlockFlow flow_of(uint32_t function)
{
   BlockFlow f = {0};
   for (uint32_t i = 0; i < n_steps; i++)
      if (call[step[i].call].function == function) f.seen |= bit(step[i].block);
   for (uint32_t c = 0; c < n_calls; c++) {
      uint32_t last = BLOCKS;
      for (uint32_t i = 0; call[c].function == function && i < n_steps; i++) {
         if (step[i].call != c) continue;
         uint32_t all[BLOCKS];
         const uint32_t n = expand(&f, function, step[i].block, all);
         for (uint32_t k = 0; k < n; k++) {
            if (last == BLOCKS)
               f.roots |= bit(all[k]);
            else
               f.next[last] |= bit(all[k]);
            last = all[k];
         }
      }
   }
   return f;
}

// What is reached from there by one edge or more, within `in`, without the edges that lead to `cut`.
static Set reached(const BlockFlow* f, uint32_t from, Set in, Set cut)
{
   Set all = 0, before, now = bit(from);
   do {
      before = all;
      for (uint32_t b = 0; b < BLOCKS; b++)
         if (now & bit(b)) all |= f->next[b] & in & ~cut;
      now |= all;
   } while (all != before);
   return all;
}

static Set entered(const BlockFlow* f, Set blocks)
{
   Set all = f->roots & blocks;
   for (uint32_t b = 0; b < BLOCKS; b++)
      if (!(blocks & bit(b))) all |= f->next[b] & blocks;
   return all;
}

// The natural loops in the blocks without the edges that lead to `cut`: loops/forest.h.
static uint32_t find_loops(const BlockFlow* f, Set in, Set cut, Loop* loop)
{
   Set done = 0;
   uint32_t n = 0;
   for (uint32_t b = 0; b < BLOCKS; b++) {
      if (!(in & bit(b)) || done & bit(b) || !(reached(f, b, in, cut) & bit(b))) continue;
      Set component = 0;
      for (uint32_t v = 0; v < BLOCKS; v++)
         if (reached(f, b, in, cut) & bit(v) && reached(f, v, in, cut) & bit(b))
            component |= bit(v);
      done |= component;
      const Set at = entered(f, component);
      if (__builtin_popcount(at) == 1)
         loop[n++] = (Loop){component, (uint32_t)__builtin_ctz(at)};
      n += find_loops(f, component, at, loop + n);
   }
   return n;
}

// --- what repeats, by definition --------------------------------------------------------------

// The header alone, and then the loop was left; the header alone, and again; more.
typedef enum { TEST, BARE, MORE } How;

typedef struct {
   uint64_t begin, end;
   bool unfinished;
   How how;
} Span;

typedef struct {
   uint32_t function, state, n;
   RepetitionKind kind;
   const Loop* loop; // NULL: none
   Span* span;
   uint64_t instructions, longest;
   bool is_partial;
} Expected;

enum { EXPECTED_MAX = STATES * FUNCTIONS * (2 + BLOCKS) };
static Expected expected[EXPECTED_MAX];
static uint32_t n_expected;
static Loop loops[FUNCTIONS][BLOCKS];

static void add_span(Expected* e, uint64_t begin, uint64_t end, bool unfinished, How how)
{
   e->span = realloc(e->span, (e->n + 1) * sizeof *e->span);
   e->span[e->n++] = (Span){begin, end, unfinished, how};
}

static int by_begin(const void* a, const void* b)
{
   const Span *x = a, *y = b;
   return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static uint64_t end_of(const KnownCall* c)
{
   return c->is_open ? timeline_now() : c->end;
}

// The iterations in one call: from one execution of the header to the next one, or to what is not in the loop.
static void add_iterations(Expected* e, const BlockFlow* f, uint32_t number)
{
   const KnownCall* c = &call[number];
   bool is_in = false, more = false;
   uint64_t begin = 0;
   for (uint32_t i = 0; i < n_steps; i++) {
      if (step[i].call != number) continue;
      uint32_t all[BLOCKS];
      const uint32_t n = expand(f, c->function, step[i].block, all);
      for (uint32_t k = 0; k < n; k++) {
         const bool in_loop = e->loop->blocks & bit(all[k]), header = all[k] == e->loop->header;
         if (is_in && (header || !in_loop))
            add_span(e, begin, step[i].at, false, more ? MORE : in_loop ? BARE : TEST);
         if (header) {
            begin = step[i].at;
            more = false;
         }
         is_in = in_loop;
         if (in_loop && !header) more = true;
      }
   }
   if (is_in) add_span(e, begin, end_of(c), c->is_open, more ? MORE : TEST);
}

// The last executions of a header alone are the test at the top of the loop, if all other iterations have more.
static void drop_tests(Expected* e)
{
   uint32_t others = 0, bare = 0, n = 0;
   for (uint32_t i = 0; i < e->n; i++) {
      others += e->span[i].how != TEST;
      bare += e->span[i].how == BARE;
   }
   if (!others || bare) return;
   for (uint32_t i = 0; i < e->n; i++)
      if (e->span[i].how != TEST) e->span[n++] = e->span[i];
   e->n = n;
}

static bool is_barrier(uint32_t function)
{
   return function == FUNCTIONS - 1;
}

static bool is_of(const KnownCall* c, const Expected* e)
{
   return c->known && c->outermost && c->state == e->state && c->function == e->function;
}

static void add_calls(Expected* e)
{
   for (uint32_t i = 0; i < n_calls; i++) {
      const KnownCall* c = &call[i];
      if (!is_of(c, e)) continue;
      e->is_partial |= !c->is_whole;
      add_span(e, c->begin, end_of(c), c->is_open, MORE);
   }
}

// From where what calls the first one begins, to where all that call one have ended.
static void add_stretches(Expected* e)
{
   const KnownCall *first = NULL, *last = NULL, *last_caller = NULL;
   for (uint32_t i = 0; i < n_calls; i++) {
      const KnownCall* c = &call[i];
      if (!is_of(c, e)) continue;
      e->is_partial |= !c->is_whole;
      if (!first || c->begin < first->begin) first = c;
      if (!last || c->begin > last->begin) last = c;
      if (c->caller && (!last_caller || end_of(c->caller) > end_of(last_caller)))
         last_caller = c->caller;
   }
   if (!first) return;
   uint64_t begin = first->caller ? first->caller->begin : first->begin;
   while (begin < last->begin) { // to the next one
      uint64_t next = last->begin;
      for (uint32_t i = 0; i < n_calls; i++)
         if (is_of(&call[i], e) && call[i].begin > begin && call[i].begin < next)
            next = call[i].begin;
      add_span(e, begin, next, false, MORE);
      begin = next;
   }
   if (last_caller && end_of(last_caller) > begin)
      add_span(e, begin, end_of(last_caller), last_caller->is_open, MORE);
}

static void expect(uint32_t state, uint32_t function, RepetitionKind kind, const BlockFlow* f,
                   const Loop* loop)
{
   Expected e = {.function = function, .state = state, .kind = kind, .loop = loop};
   if (kind == REPEATS_CALLS) add_calls(&e);
   if (kind == REPEATS_BETWEEN) add_stretches(&e);
   for (uint32_t c = 0; loop && c < n_calls; c++)
      if (is_of(&call[c], &e)) add_iterations(&e, f, c);
   if (e.n) qsort(e.span, e.n, sizeof *e.span, by_begin);
   if (loop) drop_tests(&e);
   for (uint32_t i = 0; i < e.n; i++) {
      const uint64_t takes = e.span[i].end - e.span[i].begin;
      e.instructions += takes;
      if (takes > e.longest) e.longest = takes;
   }
   if (e.n >= 3 && 2 * e.longest <= e.instructions && !e.is_partial)
      expected[n_expected++] = e;
   else
      free(e.span);
}

static void expect_all(void)
{
   n_expected = 0;
   for (uint32_t f = 0; f < FUNCTIONS; f++) {
      const BlockFlow flow = flow_of(f);
      const uint32_t n = find_loops(&flow, flow.seen, 0, loops[f]);
      for (uint32_t s = 0; s < STATES; s++) {
         expect(s, f, REPEATS_CALLS, NULL, NULL);
         if (is_barrier(f)) expect(s, f, REPEATS_BETWEEN, NULL, NULL);
         for (uint32_t l = 0; l < n; l++) expect(s, f, REPEATS_LOOP, &flow, &loops[f][l]);
      }
   }
}

// --- comparison -------------------------------------------------------------------------------

static uint64_t clock_of(uint32_t entry)
{
   return JOURNAL->entry[entry].at;
}

static bool is_same(const Expected* e, const Repetition* r)
{
   if (r->function != &code[e->function].function || r->kind != e->kind) return false;
   if (e->loop && r->header != &code[e->function].block[e->loop->header]) return false;
   if (r->n != e->n || r->instructions != e->instructions || r->longest != e->longest)
      return false;
   for (uint32_t i = 0; i < e->n; i++)
      if (clock_of(r->span[i].begin) != e->span[i].begin
          || clock_of(r->span[i].end) != e->span[i].end
          || r->span[i].unfinished != e->span[i].unfinished)
         return false;
   return true;
}

static void check_blocks(const Expected* e, const Repetition* r)
{
   if (e->kind == REPEATS_BETWEEN) return;
   if (!e->loop) {
      assert_ptr_equal(r->header, &code[e->function].block[0]);
      return;
   }
   const Block* of = code[e->function].block;
   assert_ptr_equal(r->first_block, &of[__builtin_ctz(e->loop->blocks)]);
   assert_ptr_equal(r->last_block, &of[31 - __builtin_clz(e->loop->blocks)]);
}

// The order is that of docs/timeline-regions.md: most of the time, loops, the first one.
static int compare_expected(const void* a, const void* b)
{
   const Expected *x = a, *y = b;
   if (x->instructions != y->instructions) return x->instructions > y->instructions ? -1 : 1;
   if (x->kind != y->kind) return x->kind > y->kind ? -1 : 1;
   return x->span[0].begin < y->span[0].begin ? -1 : x->span[0].begin > y->span[0].begin;
}

static void check_repetitions(void)
{
   journal_finish();
   Repetitions r = repetitions_find();
   assert_int_equal(r.n, n_expected);
   for (uint32_t i = 0; i < n_expected; i++) {
      uint32_t found = 0;
      for (uint32_t k = 0; k < r.n; k++)
         if (is_same(&expected[i], &r.repetition[k])) {
            found++;
            check_blocks(&expected[i], &r.repetition[k]);
         }
      if (found != 1)
         fail_msg("%s %s, %u instances: found %u times",
                  code[expected[i].function].function.name, expected[i].loop ? "loop" : "calls",
                  expected[i].n, found);
   }
   qsort(expected, n_expected, sizeof *expected, compare_expected);
   for (uint32_t i = 0; i < n_expected; i++) {
      assert_int_equal(r.repetition[i].instructions, expected[i].instructions);
      assert_int_equal(r.repetition[i].kind, expected[i].kind);
      assert_int_equal(clock_of(r.repetition[i].span[0].begin), expected[i].span[0].begin);
   }
   repetitions_free(&r);
}

// --- what is folded ---------------------------------------------------------------------------

static bool are_beside(const Expected* x, const Expected* y)
{
   return x->span[x->n - 1].end <= y->span[0].begin
          || y->span[y->n - 1].end <= x->span[0].begin;
}

static bool is_chosen(const Expected* e, const TimelineRegion* r)
{
   static const RegionKind kind[] = {REGION_FUNCTION, REGION_LOOP, REGION_BARRIER};
   return r->function == &code[e->function].function && r->instructions == e->instructions
          && r->kind == kind[e->kind] && r->fold.n_begun == e->n
          && (!e->loop || r->header == &code[e->function].block[e->loop->header]);
}

static bool is_border(const KnownCall* c)
{
   return c->function >= 4; // MPI_Wait, GOMP_barrier; a clock is none
}

// Whether a call, or what it has called in its place, was left between these moments.
static bool has_returned(const KnownCall* c, uint64_t from, uint64_t to)
{
   for (uint32_t i = 0; i < n_left; i++)
      if (left[i].state == c->state && left[i].depth < c->depth && left[i].at > from
          && left[i].at <= to)
         return true;
   return false;
}

// The calls of borders in an instance, but for those that they make themselves.
static uint32_t borders_in(const Expected* e, const Span* s, uint32_t* of, uint64_t* at)
{
   const Step* border = NULL; // that has not returned
   uint32_t n = 0;
   for (uint32_t i = 0; i < n_steps && n < REGION_BORDERS; i++) {
      const KnownCall* c = &call[step[i].call];
      if (c->state != e->state || step[i].at < s->begin || step[i].at >= s->end) continue;
      if (border && has_returned(&call[border->call], border->at, step[i].at)) border = NULL;
      if (border || !is_border(c) || step[i].block != 0) continue;
      border = &step[i];
      of[n] = c->function;
      at[n++] = step[i].at;
   }
   return n;
}

static void check_borders(const Expected* e, const TimelineRegion* r)
{
   uint32_t first[REGION_BORDERS], n_first = 0;
   Statistic x[REGION_BORDERS] = {0};
   for (uint32_t i = 0; i < e->n; i++) {
      uint32_t of[REGION_BORDERS];
      uint64_t at[REGION_BORDERS];
      const Span* s = &e->span[i];
      const uint32_t n = borders_in(e, s, of, at);
      for (uint32_t k = 0; k < n; k++) {
         if (k == n_first) first[n_first++] = of[k];
         if (first[k] == of[k])
            statistic_add(&x[k],
                          statistic_share(at[k] - s->begin, s->end - s->begin, FOLD_SHARE));
      }
   }
   assert_int_equal(r->n_borders, n_first);
   for (uint32_t k = 0; k < n_first; k++) {
      assert_ptr_equal(r->border[k].function, &code[first[k]].function);
      assert_int_equal(r->border[k].x.n, x[k].n);
      assert_int_equal(r->border[k].x.sum, x[k].sum);
   }
}

static void check_region(const Expected* e, const TimelineRegion* r)
{
   uint64_t reads = 0, points = 0, folded = 0, unfinished = 0;
   for (uint32_t i = 0; i < e->n; i++) {
      const Span* s = &e->span[i];
      reads += reads_at(s->end) - reads_at(s->begin);
      unfinished += s->unfinished;
      for (uint32_t k = 0; k < n_ticks; k++)
         points += tick[k].at >= s->begin && tick[k].at < s->end;
   }
   assert_true(r->found);
   assert_int_equal(r->fold.n_begun, e->n);
   assert_int_equal(r->unfinished, unfinished);
   assert_int_equal(r->fold.instructions.sum, e->instructions);
   assert_int_equal(r->fold.instructions.max, e->longest);
   assert_int_equal(r->fold.cost[engine.regions.index[EV_DR]].sum, reads);
   for (uint32_t i = 0; i < FOLD_BINS; i++) folded += r->fold.points[i];
   assert_int_equal(folded, points);
   check_borders(e, r);
}

// Of what the expected ones are, in order; those between calls of a barrier, or all others.
static uint32_t choose(bool between, uint64_t all, const Expected* chosen[REPETITIONS_CHOSEN])
{
   uint64_t sum = 0;
   uint32_t n = 0;
   for (uint32_t i = 0; i < n_expected && n < REPETITIONS_CHOSEN; i++) {
      bool beside = expected[i].instructions >= all / 5;
      for (uint32_t k = 0; k < n; k++) beside = beside && are_beside(&expected[i], chosen[k]);
      if (!beside || (expected[i].kind == REPEATS_BETWEEN) != between) continue;
      chosen[n++] = &expected[i];
      sum += expected[i].instructions;
   }
   return sum >= all / 2 ? n : 0;
}

static uint64_t nearest(void)
{
   for (uint32_t i = 0; i < n_expected; i++)
      if (expected[i].kind != REPEATS_BETWEEN) return expected[i].instructions;
   return 0;
}

// Returns how many are folded.
static uint32_t check_choice(void)
{
   const uint64_t all = timeline_now() - since;
   const Expected* chosen[REPETITIONS_CHOSEN];
   uint32_t n = choose(false, all, chosen);
   if (!n) n = choose(true, all, chosen);
   found_regions_choose();
   assert_int_equal(found_regions.instructions, all);
   assert_false(found_regions.is_cut);
   assert_int_equal(found_regions.n, n);
   for (uint32_t i = 0; i < n; i++) {
      const TimelineRegion* r = found_regions.region[i];
      const Expected* e = chosen[i]; // a loop in a loop, if both take the same time, is as good
      while (e < expected + n_expected && !is_chosen(e, r)) e++;
      if (e == expected + n_expected || compare_expected(e, chosen[i]) != 0)
         fail_msg("region %u is not what covers most", i);
      check_region(e, r);
   }
   assert_int_equal(!!found_regions.nearest, !n && nearest());
   assert_int_equal(found_regions.nearest_instructions, n ? 0 : nearest());
   timeline_regions_check();
   return n;
}

static void random_programs(void** state)
{
   (void)state;
   enum { PROGRAMS = 1000 };
   uint32_t folded = 0, several = 0, of_loops = 0, of_barriers = 0, nothing = 0, all = 0;
   for (uint32_t i = 0; i < PROGRAMS; i++) {
      begin_journal();
      make_program();
      run_program(30 + below(i % 10 ? 300 : 2500), i % 4 == 3);
      expect_all();
      check_repetitions();
      const uint32_t n = check_choice();
      folded += n > 0;
      several += n > 1;
      nothing += n == 0 && n_expected;
      for (uint32_t k = 0; k < n; k++) {
         of_loops += found_regions.region[k]->kind == REGION_LOOP;
         of_barriers += found_regions.region[k]->kind == REGION_BARRIER;
      }
      for (uint32_t k = 0; k < n_expected; k++) free(expected[k].span);
      all += n_expected;
   }
   assert_true(folded > PROGRAMS / 4 && several > PROGRAMS / 200 && of_loops > PROGRAMS / 10
               && of_barriers > PROGRAMS / 100 && nothing > PROGRAMS / 20
               && all > 2 * PROGRAMS);
}

// --- by hand ----------------------------------------------------------------------------------

// main() with blocks 0 and 1, and solve() with a block of its own.
static void make_hand(void)
{
   begin_journal();
   make_program();
   for (uint32_t f = 0; f < 2; f++)
      for (uint32_t b = 0; b < BLOCKS; b++) {
         Code* c = &code[f];
         c->block[b] = (Block){.start = 0x10000 * (f + 1) + 16 * b,
                               .function = &c->function,
                               .instrs = c->instr[b],
                               .n_instrs = 1,
                               .is_entry = b == 0};
      }
   xg_current.stack = &shadow[0];
   shadow[0].top++;
}

static bool run_block(uint32_t f, uint32_t b, uint64_t instructions)
{
   Block* block = &code[f].block[b];
   const bool is_seen = block->journal != JOURNAL_DENSE;
   shadow[0].exec.context = &code[f].context;
   xg_current.key = &code[f].context;
   if (is_seen) {
      if (!journal_key_is_current(block)) block->key = xg_current.key;
      journal_entered(block);
   }
   xg_current.total[EV_IR] += instructions;
   xg_current.total[EV_DR] += instructions / 100;
   return is_seen;
}

static void call_solve(uint64_t instructions)
{
   shadow[0].top++->total_at_call[EV_IR] = xg_current.total[EV_IR];
   run_block(1, 0, instructions);
   shadow[0].top--;
   if (journal_is_left()) journal_left();
}

// The 16th execution is the first one whose distance is known from 15 others.
static void dense_blocks(void** state)
{
   (void)state;
   for (uint64_t distance = 1090; distance <= 1095; distance++) {
      make_hand();
      uint32_t seen = 0;
      for (int i = 0; i < 100; i++) seen += run_block(0, 0, distance);
      const bool is_dense = 15 * distance / 16 < 1024;
      assert_int_equal(seen, is_dense ? 16 : 100);
      assert_int_equal(JOURNAL->n, is_dense ? 15 : 100);
      assert_int_equal(code[0].block[0].journal == JOURNAL_DENSE, is_dense);
      assert_ptr_equal(code[0].block[0].key, is_dense ? xg_current.key : JOURNAL_KEY);
   }
}

static void without_collection(void** state)
{
   (void)state;
   make_hand();
   run_block(0, 0, 5000);
   shadow[0].exec.collect = false;
   run_block(0, 1, 5000);
   assert_int_equal(JOURNAL->n, 1);
   shadow[0].exec.collect = true;
   shadow[0].exec.context = &code[0].context;
   xg_current.key = &code[1]; // a skipped function runs
   journal_entered(&code[0].block[2]);
   assert_int_equal(JOURNAL->n, 1);
   journal_finish();
   journal_finish();
   assert_int_equal(JOURNAL->n, 2);
   assert_null(JOURNAL->entry[1].stack);
}

// A block that runs in two contexts in turns is to be entered each time, and its own key is the last one.
static void keys(void** state)
{
   (void)state;
   Block* b = &code[0].block[0];
   make_hand();
   for (int i = 0; i < 4; i++) {
      Context* c = &code[i % 2].context;
      shadow[0].exec.context = c;
      xg_current.key = c;
      assert_false(journal_key_is_current(b));
      assert_ptr_equal(b->key, i ? &code[1 - i % 2].context : NULL);
      b->key = c;
      journal_entered(b);
      assert_true(journal_key_is_current(b));
      assert_ptr_equal(b->key, c);
      journal_entered(b);
   }
}

static void calls_of_solve(uint32_t n, bool found)
{
   journal_finish();
   Repetitions r = repetitions_find();
   assert_int_equal(r.n, found);
   if (found) {
      assert_ptr_equal(r.repetition[0].function, &code[1].function);
      assert_int_equal(r.repetition[0].kind, REPEATS_CALLS);
      assert_int_equal(r.repetition[0].n, n);
   }
   repetitions_free(&r);
}

static void few_calls(void** state)
{
   (void)state;
   for (uint32_t n = 1; n < 5; n++) {
      make_hand();
      for (uint32_t i = 0; i < n; i++) call_solve(5000);
      calls_of_solve(n, n >= 3);
   }
}

// What returns while collection is off, and is called again: its frame is another one.
static void returns_unseen(void** state)
{
   (void)state;
   make_hand();
   for (uint32_t i = 0; i < 6; i++) {
      shadow[0].top++->total_at_call[EV_IR] = xg_current.total[EV_IR];
      run_block(1, 0, 5000);
      memcpy(shadow[0].exec.frozen, xg_current.total, sizeof xg_current.total);
      shadow[0].exec.collect = false;
      shadow[0].top--;
      assert_true(journal_is_left());
      journal_left();
      assert_false(journal_is_left());
      shadow[0].exec.collect = true;
   }
   assert_int_equal(JOURNAL->n, 6);
   calls_of_solve(6, true);
}

// The rounds that the only region has, one after the other from its begin.
static void check_rounds(uint32_t n, uint64_t round)
{
   found_regions_choose();
   assert_int_equal(found_regions.n, 1);
   const TimelineRegion* r = found_regions.region[0];
   assert_int_equal(r->kind, REGION_LOOP);
   assert_ptr_equal(r->header, &code[0].block[0]);
   assert_int_equal(r->fold.n_begun, n);
   assert_int_equal(r->instructions, n * round);
   assert_int_equal(r->fold.instructions.min, round);
   assert_int_equal(r->fold.instructions.max, round);
   const Statistic* reads = &r->fold.cost[engine.regions.index[EV_DR]];
   assert_int_equal(reads->min, round / 100);
   assert_int_equal(reads->max, round / 100);
}

// More entries than there is room for: those of the loop that repeats stay, and what it calls is forgotten.
static void room(void** state)
{
   (void)state;
   enum { ROUNDS = 20000, ROUND = 8000 };
   make_hand();
   for (int i = 0; i < ROUNDS; i++) {
      run_block(0, 0, ROUND / 4);
      call_solve(ROUND / 4);
      call_solve(ROUND / 4);
      run_block(0, i % 100 ? 2 : 1, ROUND / 4);
   }
   assert_false(JOURNAL->is_full);
   assert_true(code[0].block[0].journal != JOURNAL_DENSE);
   assert_true(code[1].block[0].journal == JOURNAL_DENSE);
   assert_ptr_equal(code[1].block[0].key, &code[1].context);
   assert_true(code[0].block[2].journal == JOURNAL_DENSE);
   assert_true(code[0].block[1].journal != JOURNAL_DENSE);
   check_rounds(ROUNDS, ROUND);
   assert_false(found_regions.is_cut);
   assert_ptr_equal(found_regions.region[0]->first_block, &code[0].block[0]);
   assert_ptr_equal(found_regions.region[0]->last_block, &code[0].block[2]); // dense by now
}

// If even these are too many, it ends, and what it has is whole.
static void no_room(void** state)
{
   (void)state;
   enum { ROUNDS = 100000, ROUND = 4000 };
   make_hand();
   for (int i = 0; i < ROUNDS; i++) {
      run_block(0, 0, ROUND / 2);
      call_solve(ROUND / 2);
   }
   assert_true(JOURNAL->is_full);
   const uint32_t kept = JOURNAL->n - 1;
   assert_true(kept > JOURNAL_ENTRIES / 4 * 3);
   assert_int_equal(clock_of(kept), kept * (uint64_t)ROUND);
   check_rounds(kept, ROUND);
   assert_true(found_regions.is_cut);
   assert_int_equal(found_regions.instructions, kept * (uint64_t)ROUND);
   assert_int_equal(found_regions.region[0]->unfinished, 1);
}

// Ticks 0, s, 2 s, ... for a power of two s, each of which stands for s.
static void points(void** state)
{
   (void)state;
   enum { TICKS = 3 * JOURNAL_POINTS };
   make_hand();
   engine.timeline.samples.period = 2 * SAMPLES_FIRST_PERIOD;
   for (uint32_t i = 0; i < TICKS; i++) {
      TimelineSample sample = {.at = timeline_now()};
      xg_current.total[EV_DR] = 3 * i;
      journal_tick(&sample);
      sample.address = i + 1;
      journal_sample(&sample);
      xg_current.total[EV_IR] += 10;
   }
   assert_int_equal(JOURNAL->stride, 4);
   assert_int_equal(JOURNAL->n_points, TICKS / 4);
   for (uint32_t i = 0; i < JOURNAL->n_points; i++) {
      const JournalPoint* p = &JOURNAL->point[i];
      assert_int_equal(p->sample.at, 40 * i);
      assert_int_equal(p->sample.address, 4 * i + 1);
      assert_int_equal(p->weight, 8);
      assert_int_equal(journal_point_totals(i)[engine.regions.index[EV_DR]], 12 * i);
   }
   journal_zero();
   assert_int_equal(JOURNAL->n_points, 0);
   assert_int_equal(JOURNAL->stride, 1);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(dense_blocks),   cmocka_unit_test(without_collection),
      cmocka_unit_test(keys),           cmocka_unit_test(few_calls),
      cmocka_unit_test(returns_unseen), cmocka_unit_test(room),
      cmocka_unit_test(no_room),        cmocka_unit_test(points),
      cmocka_unit_test(random_programs)};
   return UNIT_MAIN(argc, argv, tests);
}
