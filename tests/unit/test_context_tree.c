// SPDX-License-Identifier: GPL-3.0-or-later
// The calling-context tree by itself: random calls, callers that are found later, activities that
// end, and costs that come late, against a list of paths that is made anew at each change.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "callgraph/context_tree.h"
#include "unit_main.h"

enum {
   FUNCTIONS = 7,
   DEPTH = 20,
   PATHS = 6000,
   HELD = 30,
   THREADS = 2,
   DEEPER = 15,
   ROUNDS = 300
};

// A path is its functions, outermost first, four bits each from the lowest ones, 0 behind the last.
typedef struct {
   uint64_t path;
   uint32_t thread; // 0: of the activity that runs
   uint64_t cost;
} Known;

static struct {
   uint64_t seed;
   ContextTree* tree;
   Function function[FUNCTIONS];
   CallChain chain[FUNCTIONS];
   Function* of_context[FUNCTIONS];
   Context context[FUNCTIONS];
   Arc* arc[FUNCTIONS];
   uint32_t depth_max;
   ContextTreeNode *root, *frame[DEPTH]; // frame[0]: the first function
   uint64_t path[DEPTH];
   int depth; // open calls
   Known known[PATHS];
   int n_known;
   struct {
      ContextTreeNode* node;
      int known;
   } held[HELD]; // whose costs come late
   int n_held;
} t;

static uint32_t draw(uint32_t n)
{
   t.seed = t.seed * 6364136223846793005ULL + 1442695040888963407ULL;
   return (uint32_t)((t.seed >> 32) * n >> 32);
}

static int length(uint64_t path)
{
   int n = 0;
   for (; path; path >>= 4) n++;
   return n;
}

// The path with one more call; bounded: as deep as the tree may be.
static uint64_t go_on(uint64_t path, uint64_t f, bool bounded)
{
   int n = length(path);
   for (int i = 0; i < n; i++)
      if ((path >> 4 * i & 15) == f) return path & ((1ULL << 4 * (i + 1)) - 1);
   if (bounded && n >= (int)t.depth_max) {
      if (n && path >> 4 * (n - 1) == DEEPER) return path;
      f = DEEPER;
   }
   return path | f << 4 * n;
}

static int new_known(uint64_t path)
{
   assert_true(t.n_known < PATHS);
   t.known[t.n_known] = (Known){.path = path};
   return t.n_known++;
}

static void charge(ContextTreeNode* n, uint64_t path, uint64_t cost)
{
   n->self[0] += cost;
   t.known[new_known(path)].cost = cost;
}

static void call(void)
{
   int f = (int)draw(FUNCTIONS);
   t.path[t.depth + 1] = go_on(t.path[t.depth], (uint64_t)f + 1, true);
   t.frame[t.depth + 1] = context_tree_call(t.tree, t.frame[t.depth], t.arc[f]);
   t.depth++;
}

static void ret(void)
{
   uint64_t cost = 1 + draw(100);
   charge(t.frame[t.depth], t.path[t.depth], cost);
   t.depth--;
}

// The activity run_accesses out to have been called by f: all that is known of it is below f.
static void found_caller(void)
{
   uint64_t f = draw(FUNCTIONS);
   t.frame[0] = context_tree_top(t.tree, t.root, &t.function[f]);
   t.path[0] = f + 1;
   for (int i = 0; i < t.n_known; i++) {
      if (t.known[i].thread || (t.known[i].path & 15) == f + 1) continue;
      uint64_t path = f + 1;
      for (uint64_t rest = t.known[i].path; rest; rest >>= 4)
         path = (rest & 15) == DEEPER ? path | (uint64_t)DEEPER << 4 * length(path)
                                      : go_on(path, rest & 15, false);
      t.known[i].path = path;
   }
}

static void begin(void)
{
   uint32_t f = draw(FUNCTIONS);
   t.root = context_tree_begin(t.tree, 1 + draw(THREADS), 0);
   t.frame[0] = context_tree_top(t.tree, t.root, &t.function[f]);
   t.path[0] = f + 1;
   t.depth = 0;
}

static void end(void)
{
   for (int i = 0; i < t.n_known; i++)
      if (!t.known[i].thread) t.known[i].thread = t.root->thread;
   context_tree_end(t.tree, t.root);
   begin();
}

static void hold(void)
{
   if (t.n_held == HELD) return;
   context_tree_hold(t.frame[t.depth]);
   t.held[t.n_held].node = t.frame[t.depth];
   t.held[t.n_held++].known = new_known(t.path[t.depth]);
}

static void late_cost(void)
{
   if (!t.n_held) return;
   int i = (int)draw((uint32_t)t.n_held);
   uint64_t cost = 1 + draw(1000);
   context_tree_now(t.held[i].node)->self[0] += cost;
   t.known[t.held[i].known].cost += cost;
   if (draw(2)) return;
   context_tree_release(t.tree, t.held[i].node);
   t.held[i] = t.held[--t.n_held];
}

// Takes the costs of nodes from what is known; nothing must be left.
static void compare(ContextTreeNode* roots)
{
   for (ContextTreeNode* s = roots; s; s = s->next)
      for (ContextTreeNode* n = s->first; n; n = context_tree_next(n)) {
         uint64_t path = 0, expected = 0;
         for (const ContextTreeNode* p = n; p->parent; p = p->parent)
            path = path << 4 | (p->function ? p->function->number : DEEPER);
         for (int i = 0; i < t.n_known; i++) {
            uint32_t thread = t.known[i].thread ? t.known[i].thread : t.root->thread;
            bool runs = s == t.root;
            if (t.known[i].path != path || thread != s->thread || runs != !t.known[i].thread)
               continue;
            expected += t.known[i].cost;
         }
         assert_int_equal(n->self[0], expected);
      }
}

static uint64_t sum(const ContextTreeNode* roots)
{
   uint64_t all = 0;
   for (const ContextTreeNode* s = roots; s; s = s->next)
      for (const ContextTreeNode* n = s->first; n; n = context_tree_next(n)) all += n->self[0];
   return all;
}

static void start(uint64_t seed)
{
   static ContextTree tree;
   host_memset(&tree, 0, sizeof tree);
   host_memset(&t, 0, sizeof t);
   t.seed = seed * 0x9E3779B97F4A7C15ULL;
   t.tree = &tree;
   t.depth_max = seed % 2 ? FUNCTIONS : 1 + draw(FUNCTIONS);
   context_tree_init(t.tree, 1, t.depth_max);
   for (uint32_t f = 0; f < FUNCTIONS; f++) {
      t.function[f].number = f + 1;
      t.of_context[f] = &t.function[f];
      t.chain[f].functions = &t.of_context[f];
      t.context[f].chain = &t.chain[f];
      t.context[f].function = t.of_context[f];
      t.arc[f] = host_zalloc("test", sizeof *t.arc[f]);
      t.arc[f]->to = &t.context[f];
      t.arc[f]->callee.number = f + 1;
   }
   begin();
}

static void random_programs(void** state)
{
   (void)state;
   uint64_t folded = 0;
   for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
      start(seed);
      for (int i = 0; i < 2000; i++) {
         uint32_t what = draw(20);
         if (what < 8 && t.depth + 1 < DEPTH)
            call();
         else if (what < 16 && t.depth)
            ret();
         else if (what == 16)
            hold();
         else if (what == 17)
            late_cost();
         else if (what == 18 && !t.depth
                  && t.depth_max == FUNCTIONS) // it would exceed the bound
            found_caller();
         else if (what == 19 && !t.depth && draw(4) == 0)
            end();
      }
      context_tree_check(t.tree);
      compare(t.tree->running);
      compare(t.tree->ended);
      uint64_t expected = 0;
      for (int i = 0; i < t.n_known; i++) expected += t.known[i].cost;
      assert_int_equal(sum(t.tree->running) + sum(t.tree->ended), expected);
      for (ContextTreeNode* n = t.tree->ended; n; n = n->next)
         for (ContextTreeNode* c = n->first; c; c = context_tree_next(c))
            folded += c->recursions;
   }
   assert_true(folded > ROUNDS);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(random_programs)};
   return UNIT_MAIN(argc, argv, tests);
}
