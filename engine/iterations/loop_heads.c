// SPDX-License-Identifier: GPL-3.0-or-later
// Where loops begin; see loop_heads.h.
#include "engine/iterations/loop_heads.h"

#include "base/array.h"
#include "engine/draft.h"
#include "engine/engine.h"
#include "engine/iterations/loop_trips.h"
#include "loops/dominators.h"

// What a node of the graph is.
typedef struct {
   uint64_t address;
   LoopHead* head; // NULL: no loop begins there
} GraphNode;

// A piece of memory with code: the blocks that have some of it, and nodes by address; 0: none.
enum { PIECE_SHIFT = 7, PIECE_B = 1 << PIECE_SHIFT };
typedef struct {
   Block** block;
   uint32_t n, room;
   uint32_t node[PIECE_B];
} Piece;

static Dominators graph;
static GraphNode* node; // by node
static uint32_t nodes_room;
static Map pieces; // by address
static Arena arena = {.what = "engine.loop_heads"};

static Piece* piece_of(uint64_t address)
{
   static uint64_t last_at;
   static Piece* last;
   if (last && last_at == address >> PIECE_SHIFT) return last;
   last_at = address >> PIECE_SHIFT;
   last = map_get(&pieces, last_at, 0);
   if (!last) {
      last = arena_alloc(&arena, sizeof *last);
      map_put(&pieces, last_at, 0, last);
   }
   return last;
}

static uint32_t node_of(uint64_t address)
{
   uint32_t* n = &piece_of(address)->node[address % PIECE_B];
   if (*n) return *n;
   *n = dominators_node(&graph);
   node = array_grown("engine.loop_heads", node, *n, &nodes_room, sizeof *node);
   node[*n] = (GraphNode){.address = address};
   return *n;
}

LoopHead* loop_heads_find(uint64_t address)
{
   const Piece* p = map_get(&pieces, address >> PIECE_SHIFT, 0);
   const uint32_t n = p ? p->node[address % PIECE_B] : 0;
   return n ? node[n].head : NULL;
}

// --- heads and entries ------------------------------------------------------------------------

// The index of the block's instruction at the address; n_instrs: it has none there.
static uint32_t instr_at(const Block* b, uint64_t address)
{
   uint32_t low = 0, high = b->n_instrs;
   while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (callgraph_instr_address(b, middle) < address)
         low = middle + 1;
      else
         high = middle;
   }
   return low < b->n_instrs && callgraph_instr_address(b, low) == address ? low : b->n_instrs;
}

static void add_block(LoopHead* h, Block* b, uint32_t instr)
{
   if (loop_head_is_full(h)) return;
   for (uint32_t i = 0; i < h->n_blocks; i++)
      if (h->block[i] == b) return;
   if (h->n_blocks < LOOP_HEAD_BLOCKS) {
      h->block[h->n_blocks] = b;
      h->segment[h->n_blocks] = b->instrs[instr].segment;
   }
   h->n_blocks++;
}

static void add_entry(Block* b, uint32_t instr, LoopHead* h)
{
   for (const LoopEntry* e = b->loops->entries; e; e = e->next)
      if (e->instr == instr && e->head == h) return;
   LoopEntry* e = arena_alloc(&arena, sizeof *e);
   *e = (LoopEntry){h, instr, b->instrs[instr].segment, b->loops->entries};
   b->loops->entries = e;
   b->asks_loops = true;
   draft_ask_again(b);
}

// The edge leads into the loop, in all blocks that have it.
static void add_entry_everywhere(uint32_t from, LoopHead* h)
{
   const Piece* p = piece_of(node[from].address);
   for (uint32_t i = 0; i < p->n; i++) {
      const uint32_t instr = instr_at(p->block[i], node[from].address);
      if (instr < p->block[i]->n_instrs) add_entry(p->block[i], instr, h);
   }
}

static void make_head(uint32_t v)
{
   LoopHead* h = arena_alloc(&arena, sizeof *h);
   h->address = node[v].address;
   h->node = v;
   node[v].head = h;
   const Piece* p = piece_of(h->address);
   for (uint32_t i = 0; i < p->n; i++) {
      const uint32_t instr = instr_at(p->block[i], h->address);
      if (instr < p->block[i]->n_instrs) add_block(h, p->block[i], instr);
   }
   for (uint32_t e = graph.node[v].in; e != NO_EDGE; e = graph.edge[e].next_in)
      if (!graph.edge[e].leads_back && graph.edge[e].from != DOMINATORS_ROOT)
         add_entry_everywhere(graph.edge[e].from, h);
   loop_trips_begin(h);
}

bool loop_heads_dominate(const LoopHead* h, const Exit* x)
{
   if (!x->block->n_instrs) return false;
   const uint32_t v = node_of(callgraph_instr_address(x->block, x->instr));
   return dominators_is_reached(&graph, v) && dominators_dominate(&graph, h->node, v);
}

bool loop_heads_are_entries_known(const LoopHead* h)
{
   for (uint32_t e = graph.node[h->node].in; e != NO_EDGE; e = graph.edge[e].next_in)
      if (graph.edge[e].leads_back && !dominators_dominate(&graph, h->node, graph.edge[e].from))
         return false;
   return true;
}

static void add_edge(uint32_t from, uint32_t to)
{
   if (!dominators_edge(&graph, from, to) || from == DOMINATORS_ROOT) return;
   if (graph.edge[graph.n_edges - 1].leads_back && !node[to].head) make_head(to);
}

// --- code -------------------------------------------------------------------------------------

void loop_heads_prepare(Block* b, uint32_t n_segments)
{
   b->loops = arena_alloc(&arena, sizeof *b->loops + n_segments * sizeof(bool));
   b->asks_loops = true;
}

void loop_heads_note(Block* b)
{
   const uint64_t last = callgraph_instr_address(b, b->n_instrs - 1u);
   for (uint64_t at = b->start >> PIECE_SHIFT; at <= last >> PIECE_SHIFT; at++) {
      Piece* p = piece_of(at << PIECE_SHIFT);
      p->block = array_grown("engine.loop_heads", p->block, p->n, &p->room, sizeof *p->block);
      p->block[p->n++] = b;
   }
   b->loops->not_reached = b->n_segments;
   b->loops->part = loop_trips_part();
}

// What heads that are known already have to do with an instruction.
static void note_heads(Block* b, uint32_t instr, uint32_t v)
{
   if (node[v].head) add_block(node[v].head, b, instr);
   for (uint32_t e = graph.node[v].out; e != NO_EDGE; e = graph.edge[e].next_out) {
      LoopHead* h = node[graph.edge[e].to].head;
      if (h && !graph.edge[e].leads_back) add_entry(b, instr, h);
   }
}

// The edge is about to be taken for the first time.
static void lead(uint32_t from, uint32_t to)
{
   const uint32_t n = graph.n_edges;
   if (!dominators_is_reached(&graph, from)) return;
   add_edge(from, to);
   LoopHead* h = node[to].head;
   if (graph.n_edges == n || graph.edge[n].leads_back || !h) return;
   add_entry_everywhere(from, h);
   loop_trips_enter(h);
}

// The segment runs for the first time.
static void reach(Block* b, uint32_t segment)
{
   uint32_t first = 0, end;
   while (first < b->n_instrs && b->instrs[first].segment < segment) first++;
   for (end = first; end < b->n_instrs && b->instrs[end].segment == segment;) end++;
   for (uint32_t i = first; i < end; i++) {
      const uint32_t v = node_of(callgraph_instr_address(b, i));
      if (i > first)
         add_edge(node_of(callgraph_instr_address(b, i - 1)), v);
      else if (i)
         lead(node_of(callgraph_instr_address(b, i - 1)), v);
      else if (b->is_entry || !dominators_is_reached(&graph, v))
         add_edge(DOMINATORS_ROOT, v);
   }
   const Exit* last = &b->exits[b->n_exits - 1u];
   if (last->kind == EXIT_CALL && last->segment == segment)
      add_edge(node_of(callgraph_instr_address(b, last->instr)),
               node_of(callgraph_after(last)));
   for (uint32_t i = first; i < end; i++)
      note_heads(b, i, node_of(callgraph_instr_address(b, i)));
}

void loop_heads_segment(Block* b, uint64_t segment)
{
   BlockLoops* l = b->loops;
   if (XG_UNLIKELY(!l->reached[segment])) {
      l->reached[segment] = true;
      l->not_reached--;
      reach(b, (uint32_t)segment);
      b->asks_loops = l->not_reached || l->entries;
   }
   for (const LoopEntry* e = l->entries; e; e = e->next)
      if (e->segment == segment) loop_trips_enter(e->head);
}

// --- ways that are taken ----------------------------------------------------------------------

// Whether the block is of code without symbols, where each block has a function of its own, named by its address.
static bool is_unnamed(const Block* b)
{
   return b->function->name[0] == '0';
}

// Whether going on there is no call, and no jump from one symbol's code to another's, such as that which a compiler
// has put aside.  The file of a function may be that of code inlined at the block's start.
static bool leads_on(const Block* b, const Block* to)
{
   return !to->is_entry && to->section == b->section && to->module == b->module
          && (is_unnamed(to) || host_strcmp(to->function->name, b->function->name) == 0);
}

// Whether the block has been left for the address, by what its current counters say.
static bool was_left_for(const Block* b, uint32_t instr, uint64_t address)
{
   if (b->key != xg_current.key || !b->n_exits) return false;
   for (uint32_t k = 0; k < b->n_exits; k++)
      if (b->exits[k].instr == instr && b->exits[k].target == address
          && callgraph_times_left(b->cost_centre, k))
         return true;
   return false;
}

void loop_heads_arrived(uint64_t address)
{
   const Block* to = NULL;
   for (Jump* j = map_get(&engine.graph.jumps, address, 0); j; j = j->next) {
      const Block* b = j->from;
      if (j->is_known || !was_left_for(b, j->instr, address)) continue;
      j->is_known = true;
      if (!to) to = host_target(&b->exits[0], address);
      if (!leads_on(b, to) || address == callgraph_instr_address(b, j->instr)) continue;
      lead(node_of(callgraph_instr_address(b, j->instr)), node_of(address));
   }
}

void loop_heads_jump(const Exit* exit, const Block* target)
{
   const Block* b = exit->block;
   if (!b->n_instrs || !leads_on(b, target)) return;
   lead(node_of(callgraph_instr_address(b, exit->instr)), node_of(target->start));
}
