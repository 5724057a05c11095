// SPDX-License-Identifier: GPL-3.0-or-later
// What a program repeats; see repetitions.h.
#include "engine/repeats/repetitions.h"

#include "base/array.h"
#include "engine/engine.h"
#include "engine/repeats/borders.h"
#include "loops/forest.h"

#define JOURNAL (&engine.journal)

enum {
   NO_NODE = UINT32_MAX,
   FROM_ITSELF = UINT32_MAX,
   INSTANCES_MIN = 3,
   PART_THAT_MATTERS = 5
};

// --- what is found ------------------------------------------------------------------------

typedef struct {
   RepetitionSpan* span;
   uint32_t n, room;
   bool has_bare;   // an iteration that is nothing but the header, and not the last one
   bool is_partial; // what begins it was not always seen
} Spans;

// The blocks of a function that have entries.
typedef struct {
   const Function* function;
   const Block** node;
   uint32_t*
      inner; // the next node that begins within the block, and runs whenever it does; NO_NODE: none
   bool* is_root;
   uint32_t* last_to; // [n_nodes] where the edge leads that was added last
   uint32_t n_nodes, nodes_room;
   Map node_at; // by address: its number and 1
   FlowEdge* edge;
   uint32_t n_edges, edges_room;
   Map has_edge; // by nodes
   LoopForest forest;
} Graph;

// The calls of a function in a State.
typedef struct {
   Graph* graph;
   uint32_t n_open;
   Spans* spans; // of the calls and, from 1, of the loops; NULL: none yet
   // Of a barrier: entries at which what calls it begins first and ends last; FROM_ITSELF: nothing is known to.
   uint32_t callers_begin, callers_end;
} Calls;

typedef struct {
   uint32_t loop, begin; // entry at which the iteration began
   bool more;            // another block than the header has run in it
} OpenLoop;

// A call that has not ended.
typedef struct {
   Calls* calls;
   uint64_t frame;
   uint32_t depth, begin, node; // the last one
   bool outermost;
   Calls* barrier; // that it has called last; NULL: none
   OpenLoop* open; // outer ones first
   uint32_t n_open, open_room;
} Activation;

// What runs on a shadow stack: the thread's own code, or a signal handler.
typedef struct {
   Activation* active;
   uint32_t n, room;
   Map calls; // by graph: Calls
} State;

typedef struct {
   State* state;
   Calls* calls; // NULL: calls have been left
   uint32_t node;
} Noted;

typedef struct {
   Map graphs;   // by function
   Map states;   // by stack, and by thread and number of handlers
   Noted* noted; // of each entry
   bool spans;   // the second way through the journal: loops are known
   uint32_t end; // entries that are looked at
} Finder;

static void* grown(void* array, uint32_t n, uint32_t* room, size_t size_B)
{
   return array_grown("engine.repetitions", array, n, room, size_B);
}

// --- graphs -------------------------------------------------------------------------------

static Graph* graph_of(Finder* f, const Function* function)
{
   Graph* g = map_get(&f->graphs, (uintptr_t)function, 0);
   if (g) return g;
   g = host_zalloc("engine.repetitions", sizeof *g);
   g->function = function;
   map_put(&f->graphs, (uintptr_t)function, 0, g);
   return g;
}

static uint32_t node_of(Graph* g, const Block* b)
{
   const uintptr_t known = (uintptr_t)map_get(&g->node_at, b->start, 0);
   if (known) return (uint32_t)(known - 1);
   uint32_t room = g->nodes_room;
   g->is_root = grown(g->is_root, g->n_nodes, &room, sizeof *g->is_root);
   g->node = grown(g->node, g->n_nodes, &g->nodes_room, sizeof *g->node);
   g->node[g->n_nodes] = b;
   g->is_root[g->n_nodes++] = false;
   map_put(&g->node_at, b->start, 0, (void*)(uintptr_t)g->n_nodes);
   return g->n_nodes - 1;
}

static void add_edge(Graph* g, uint32_t from, uint32_t to)
{
   if (g->last_to[from] == to) return;
   g->last_to[from] = to;
   if (map_get(&g->has_edge, from, to)) return;
   map_put(&g->has_edge, from, to, g);
   g->edge = grown(g->edge, g->n_edges, &g->edges_room, sizeof *g->edge);
   g->edge[g->n_edges++] = (FlowEdge){from, to};
}

// Code before a loop and the first round of it are often one block, which ends where the loop's own does.
static void find_inner(Graph* g)
{
   g->inner = host_alloc("engine.repetitions", (g->n_nodes + 1ul) * sizeof *g->inner);
   g->last_to = host_alloc("engine.repetitions", (g->n_nodes + 1ul) * sizeof *g->last_to);
   host_memset(g->last_to, 0xff, g->n_nodes * sizeof *g->last_to); // NO_NODE
   for (uint32_t v = 0; v < g->n_nodes; v++) {
      const Block* b = g->node[v];
      const uint32_t end = b->n_exits ? b->exits[0].instr + 1u : b->n_instrs;
      uintptr_t found = 0;
      for (uint32_t i = 1; i < end && i < b->n_instrs && !found; i++)
         found = (uintptr_t)map_get(&g->node_at, callgraph_instr_address(b, i), 0);
      g->inner[v] = found ? (uint32_t)(found - 1) : NO_NODE;
   }
}

static void find_all_inner(const Finder* f)
{
   for (size_t i = 0; i < f->graphs.capacity; i++)
      if (f->graphs.entries[i].value) find_inner(f->graphs.entries[i].value);
}

static void find_loops(const Finder* f)
{
   for (size_t i = 0; i < f->graphs.capacity; i++) {
      Graph* g = f->graphs.entries[i].value;
      if (g)
         g->forest = loop_forest_of(g->n_nodes, g->edge, g->n_edges, g->is_root, g->is_root);
   }
}

// --- instances ----------------------------------------------------------------------------

static Calls* calls_of(State* s, Graph* g)
{
   Calls* c = map_get(&s->calls, (uintptr_t)g, 0);
   if (c) return c;
   c = host_zalloc("engine.repetitions", sizeof *c);
   c->graph = g;
   c->callers_begin = c->callers_end = FROM_ITSELF;
   map_put(&s->calls, (uintptr_t)g, 0, c);
   return c;
}

static Spans* spans_of(Calls* c)
{
   if (!c->spans)
      c->spans =
         host_zalloc("engine.repetitions", (1ul + c->graph->forest.n_loops) * sizeof *c->spans);
   return c->spans;
}

static void add_span(const Finder* f, Spans* s, uint32_t begin, uint32_t end)
{
   s->span = grown(s->span, s->n, &s->room, sizeof *s->span);
   s->span[s->n++] = (RepetitionSpan){
      .begin = begin, .end = end, .unfinished = end == f->end && !JOURNAL->entry[end].stack};
}

static void end_iteration(const Finder* f, const Activation* a, OpenLoop* o, uint32_t at)
{
   Spans* spans = spans_of(a->calls) + 1 + o->loop;
   if (!o->more) spans->has_bare = true;
   add_span(f, spans, o->begin, at);
   o->begin = at;
   o->more = false;
}

static void leave_loop(const Finder* f, Activation* a, uint32_t at)
{
   const OpenLoop* o = &a->open[--a->n_open];
   Spans* spans = spans_of(a->calls) + 1 + o->loop;
   add_span(f, spans, o->begin, at);
   spans->span[spans->n - 1].is_bare_end = !o->more;
}

static uint32_t innermost_open(const Activation* a)
{
   return a->n_open ? a->open[a->n_open - 1].loop : NO_LOOP;
}

static void enter_loops(Activation* a, uint32_t loop, uint32_t at)
{
   const LoopForest* forest = &a->calls->graph->forest;
   if (loop == innermost_open(a)) return;
   enter_loops(a, forest->loop[loop].parent, at);
   a->open = grown(a->open, a->n_open, &a->open_room, sizeof *a->open);
   a->open[a->n_open++] = (OpenLoop){.loop = loop, .begin = at};
}

// The call goes on in this node.
static void note_loops(const Finder* f, Activation* a, uint32_t node, uint32_t at)
{
   const LoopForest* forest = &a->calls->graph->forest;
   const uint32_t loop = forest->loop_of[node];
   while (a->n_open && !loop_forest_contains(forest, innermost_open(a), loop))
      leave_loop(f, a, at);
   const uint32_t known = a->n_open;
   enter_loops(a, loop, at);
   for (uint32_t i = 0; i < a->n_open; i++) {
      OpenLoop* o = &a->open[i];
      if (forest->loop[o->loop].header != node)
         o->more = true;
      else if (i < known)
         end_iteration(f, a, o, at);
   }
}

// --- calls --------------------------------------------------------------------------------

static State* state_of(Finder* f, const JournalEntry* e)
{
   const uint64_t part = (uint64_t)e->thread << 32 | e->n_handlers;
   State* s = map_get(&f->states, (uintptr_t)e->stack, part);
   if (s) return s;
   s = host_zalloc("engine.repetitions", sizeof *s);
   map_put(&f->states, (uintptr_t)e->stack, part, s);
   return s;
}

static void end_call(const Finder* f, State* s, uint32_t at)
{
   Activation* a = &s->active[--s->n];
   a->calls->n_open--;
   if (f->spans && a->outermost) {
      while (a->n_open) leave_loop(f, a, at);
      add_span(f, spans_of(a->calls), a->begin, at);
   }
   if (a->barrier) a->barrier->callers_end = at;
   host_free(a->open);
}

// The call that runs calls a barrier.
static void note_barrier(const State* s, Calls* barrier)
{
   if (!s->n) return;
   Activation* a = &s->active[s->n - 1];
   a->barrier = barrier;
   if (!spans_of(barrier)->n) barrier->callers_begin = a->begin; // the first call
}

static Activation* begin_call(const Finder* f, State* s, Calls* c, const JournalEntry* e,
                              uint32_t at)
{
   const bool outermost = c->n_open++ == 0;
   if (f->spans && outermost && !e->block->is_entry) spans_of(c)->is_partial = true;
   if (f->spans && outermost && border_is_barrier(c->graph->function->name)) note_barrier(s, c);
   s->active = grown(s->active, s->n, &s->room, sizeof *s->active);
   s->active[s->n] = (Activation){.calls = c,
                                  .frame = e->frame,
                                  .depth = e->depth,
                                  .begin = at,
                                  .node = NO_NODE,
                                  .outermost = outermost};
   return &s->active[s->n++];
}

static void add_node(const Finder* f, Activation* a, uint32_t node, uint32_t at)
{
   if (f->spans) {
      if (a->outermost) note_loops(f, a, node, at);
   } else if (a->node == NO_NODE) {
      a->calls->graph->is_root[node] = true;
   } else {
      add_edge(a->calls->graph, a->node, node);
   }
   a->node = node;
}

static void note_entry(Finder* f, const JournalEntry* e, Noted* p)
{
   *p = (Noted){.state = state_of(f, e), .node = NO_NODE};
   if (!e->block) return;
   p->calls = calls_of(p->state, graph_of(f, e->function));
   p->node = node_of(p->calls->graph, e->block);
}

static void look_at(Finder* f, uint32_t at)
{
   const JournalEntry* e = &JOURNAL->entry[at];
   State* s = f->noted[at].state;
   Calls* c = f->noted[at].calls;
   while (s->n) {
      const Activation* a = &s->active[s->n - 1];
      const bool goes_on =
         a->depth < e->depth
         || (a->depth == e->depth && (!c || (a->frame == e->frame && a->calls == c)));
      if (goes_on) break;
      end_call(f, s, at);
   }
   if (!c) return;
   Activation* a = s->n ? &s->active[s->n - 1] : NULL;
   if (!a || a->depth < e->depth) a = begin_call(f, s, c, e, at);
   for (uint32_t node = f->noted[at].node; node != NO_NODE; node = c->graph->inner[node])
      add_node(f, a, node, at);
}

static void end_all(const Finder* f)
{
   for (size_t i = 0; i < f->states.capacity; i++) {
      State* s = f->states.entries[i].value;
      while (s && s->n) end_call(f, s, f->end);
   }
}

static void note_entries(Finder* f)
{
   f->noted = host_alloc("engine.repetitions", (f->end + 1ul) * sizeof *f->noted);
   for (uint32_t i = 0; i < f->end; i++)
      if (JOURNAL->entry[i].stack) note_entry(f, &JOURNAL->entry[i], &f->noted[i]);
}

static void look_at_all(Finder* f, bool spans)
{
   f->spans = spans;
   for (uint32_t i = 0; i < f->end; i++)
      if (JOURNAL->entry[i].stack) look_at(f, i);
   end_all(f);
}

// --- the choice ---------------------------------------------------------------------------

static uint64_t duration(const RepetitionSpan* s)
{
   return JOURNAL->entry[s->end].at - JOURNAL->entry[s->begin].at;
}

static WatchedBlock* watched(const Block* b)
{
   const bool is_watched = b->journal && b->journal != JOURNAL_DENSE;
   return is_watched ? &JOURNAL->watched[b->journal - 1] : NULL;
}

static void note_block(Repetition* r, const Block* b)
{
   if (!r->first_block || b->start < r->first_block->start) r->first_block = b;
   if (!r->last_block || b->start > r->last_block->start) r->last_block = b;
}

// The other blocks of a loop whose header is pinned may be dense by now.
static void note_blocks(Repetition* r, const Graph* g, uint32_t loop)
{
   r->header = g->node[g->forest.loop[loop].header];
   const WatchedBlock* w = watched(r->header);
   if (w && w->first_block) note_block(r, w->first_block);
   if (w && w->last_block) note_block(r, w->last_block);
   for (uint32_t i = 0; i < g->n_nodes; i++) {
      const Block* b = g->node[i];
      if (loop_forest_contains(&g->forest, loop, g->forest.loop_of[i])) note_block(r, b);
   }
}

// Where no other iteration is nothing but the header, the last executions of it alone are tests.
static void drop_tests(Spans* s)
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < s->n; i++) n += !s->span[i].is_bare_end;
   if (!n || n == s->n || s->has_bare) return;
   n = 0;
   for (uint32_t i = 0; i < s->n; i++)
      if (!s->span[i].is_bare_end) s->span[n++] = s->span[i];
   s->n = n;
}

static void measure(Repetition* r)
{
   for (uint32_t i = 0; i < r->n; i++) {
      const uint64_t d = duration(&r->span[i]);
      r->instructions += d;
      if (d > r->longest) r->longest = d;
   }
}

// Takes the spans over if they are a repetition; returns it, but for where its code is, or NULL.
static Repetition* consider(Repetitions* all, uint32_t* room, RepetitionKind kind, Spans* s,
                            const Graph* g)
{
   if (s->n < INSTANCES_MIN || s->is_partial) return NULL;
   Repetition r = {.function = g->function, .kind = kind, .span = s->span, .n = s->n};
   measure(&r);
   if (r.longest > r.instructions / 2) return NULL;
   r.header = JOURNAL->entry[s->span[0].begin].block;
   s->span = NULL;
   all->repetition = grown(all->repetition, all->n, room, sizeof r);
   all->repetition[all->n] = r;
   return &all->repetition[all->n++];
}

static void consider_loop(Repetitions* all, uint32_t* room, Spans* s, const Graph* g,
                          uint32_t loop)
{
   if (g->forest.loop[loop].entries > 1) return; // irreducible
   drop_tests(s);
   Repetition* r = consider(all, room, REPEATS_LOOP, s, g);
   if (r) note_blocks(r, g, loop);
}

static void consider_between(const Finder* f, Repetitions* all, uint32_t* room, const Calls* c)
{
   const Spans* calls = c->spans;
   Spans between = {.is_partial = calls->is_partial};
   if (!calls->n) return;
   if (c->callers_begin != FROM_ITSELF)
      add_span(f, &between, c->callers_begin, calls->span[0].begin);
   for (uint32_t i = 1; i < calls->n; i++)
      add_span(f, &between, calls->span[i - 1].begin, calls->span[i].begin);
   if (c->callers_end != FROM_ITSELF && c->callers_end > calls->span[calls->n - 1].begin)
      add_span(f, &between, calls->span[calls->n - 1].begin, c->callers_end);
   consider(all, room, REPEATS_BETWEEN, &between, c->graph);
   host_free(between.span);
}

// A loop stands before what it calls in each iteration.
static int most_first(const void* a, const void* b)
{
   const Repetition *x = a, *y = b;
   if (x->instructions != y->instructions) return x->instructions > y->instructions ? -1 : 1;
   if (x->kind != y->kind) return x->kind > y->kind ? -1 : 1;
   return x->span[0].begin < y->span[0].begin ? -1 : x->span[0].begin > y->span[0].begin;
}

static Repetitions collect(const Finder* f)
{
   Repetitions all = {0};
   uint32_t room = 0;
   for (size_t i = 0; i < f->states.capacity; i++) {
      const State* s = f->states.entries[i].value;
      for (size_t j = 0; s && j < s->calls.capacity; j++) {
         const Calls* c = s->calls.entries[j].value;
         if (!c || !c->spans) continue;
         if (border_is_barrier(c->graph->function->name)) consider_between(f, &all, &room, c);
         consider(&all, &room, REPEATS_CALLS, c->spans, c->graph);
         for (uint32_t l = 0; l < c->graph->forest.n_loops; l++)
            consider_loop(&all, &room, &c->spans[1 + l], c->graph, l);
      }
   }
   array_sort(all.repetition, all.n, sizeof *all.repetition, most_first);
   return all;
}

static void free_states(Finder* f)
{
   for (size_t i = 0; i < f->states.capacity; i++) {
      State* s = f->states.entries[i].value;
      if (!s) continue;
      for (size_t j = 0; j < s->calls.capacity; j++) {
         Calls* c = s->calls.entries[j].value;
         for (uint32_t l = 0; c && c->spans && l <= c->graph->forest.n_loops; l++)
            host_free(c->spans[l].span);
         if (c) host_free(c->spans);
         host_free(c);
      }
      map_clear(&s->calls);
      host_free(s->active);
      host_free(s);
   }
   map_clear(&f->states);
}

static void free_graphs(Finder* f)
{
   for (size_t i = 0; i < f->graphs.capacity; i++) {
      Graph* g = f->graphs.entries[i].value;
      if (!g) continue;
      loop_forest_free(&g->forest);
      map_clear(&g->node_at);
      map_clear(&g->has_edge);
      host_free(g->node);
      host_free(g->inner);
      host_free(g->last_to);
      host_free(g->is_root);
      host_free(g->edge);
      host_free(g);
   }
   map_clear(&f->graphs);
}

Repetitions repetitions_find(void)
{
   if (!JOURNAL->n) return (Repetitions){0};
   Finder f = {.end = JOURNAL->n - 1};
   note_entries(&f);
   find_all_inner(&f);
   look_at_all(&f, false);
   find_loops(&f);
   look_at_all(&f, true);
   Repetitions all = collect(&f);
   free_states(&f);
   free_graphs(&f);
   host_free(f.noted);
   return all;
}

void repetitions_free(Repetitions* r)
{
   for (uint32_t i = 0; i < r->n; i++) host_free(r->repetition[i].span);
   host_free(r->repetition);
   *r = (Repetitions){0};
}

static bool overlaps(const Repetition* x, const Repetition* y)
{
   return x->span[0].begin < y->span[y->n - 1].end && y->span[0].begin < x->span[x->n - 1].end;
}

static bool is_beside(const Repetition* r, const Repetition* const* chosen, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      if (overlaps(r, chosen[i])) return false;
   return true;
}

uint32_t repetitions_choose(const Repetitions* r, bool between, uint64_t instructions,
                            const Repetition* chosen[REPETITIONS_CHOSEN])
{
   uint32_t n = 0;
   for (uint32_t i = 0; i < r->n && n < REPETITIONS_CHOSEN; i++) {
      const Repetition* next = &r->repetition[i];
      if (next->instructions < instructions / PART_THAT_MATTERS) break;
      if ((next->kind == REPEATS_BETWEEN) != between) continue;
      if (is_beside(next, chosen, n)) chosen[n++] = next;
   }
   return n;
}

void repetitions_pin(void)
{
   Repetitions r = repetitions_find();
   const Repetition* chosen[REPETITIONS_CHOSEN];
   const uint32_t n = repetitions_choose(&r, false, timeline_now() - JOURNAL->start, chosen);
   for (uint32_t i = 0; i < JOURNAL->n_watched; i++) JOURNAL->watched[i].pinned = false;
   for (uint32_t i = 0; i < n; i++) {
      WatchedBlock* w = watched(chosen[i]->header);
      if (!w) continue;
      w->pinned = true;
      w->first_block = chosen[i]->first_block;
      w->last_block = chosen[i]->last_block;
   }
   repetitions_free(&r);
}
