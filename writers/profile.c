// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile's body; see profile.h.
//
// Contexts are written function by function.  Within a context, the costs of all its blocks are
// sorted by file, line and (with --dump-instr=yes) instruction, and each position is followed by
// the calls made there.  Rows of inlined functions are written behind those of the context's own
// function, each function's together.
#include "writers/profile.h"

#include "base/arena.h"
#include "base/array.h"
#include "base/map.h"
#include "writers/costs.h"
#include "writers/dependence_data.h"
#include "writers/inlined_costs.h"
#include "writers/model.h"
#include "writers/part_blocks.h"
#include "writers/profile_text.h"

// One position of the context being written: a cost, or a call made there.
typedef struct {
   Context* context; // that it is written under: the one being written or that of inlined code
   SourceFile* file;
   uint64_t address; // in the module's file; 0 unless positions are instructions
   uint32_t line;
   Arc* arc;                 // the call; NULL: none
   InlinedInstance* inlined; // inlined code that passes for the callee; NULL: none
   uint64_t cost[EV_COUNT];
} Row;

typedef struct {
   ProfileText text;
   CallGraph* g;
   const ProfilePart* part;
   // The context being written and its rows.
   InlinedCosts inlines;
   Row** rows;
   size_t n_rows, capacity;
   ShownRest rest;     // of self costs
   Map rests_of_calls; // ShownRest*, by the function that is called
   Arena arena;        // of these
} Body;

// --- rows ---------------------------------------------------------------------------------

static bool is_zero(const uint64_t* cost, uint32_t n)
{
   for (uint32_t e = 0; e < n; e++)
      if (cost[e]) return false;
   return true;
}

static Row* new_row(Body* b)
{
   if (b->n_rows == b->capacity) {
      size_t n = b->capacity ? 2 * b->capacity : 256;
      b->rows = host_realloc("writers.rows", b->rows, n * sizeof *b->rows);
      for (size_t i = b->capacity; i < n; i++)
         b->rows[i] = host_alloc("writers.row", sizeof(Row));
      b->capacity = n;
   }
   Row* r = b->rows[b->n_rows++];
   host_memset(r, 0, sizeof *r);
   return r;
}

// Puts the position of an instruction into the row; `otherwise` is the file of code without line
// information.  What an interpreter executes is where the interpreted code is.  Returns the inlined code that
// the instruction is of, or NULL.
static InlinedInstance* locate(Body* b, Row* r, const Context* p, const Block* block,
                               uint64_t address, SourceFile* otherwise)
{
   if (b->text.layout->by_instr) r->address = address - block->bias;
   if (p->line) {
      r->context = b->inlines.context;
      r->file = p->function->file;
      r->line = p->line;
      return NULL;
   }
   r->file = otherwise;
   host_position(block, address, &r->file, &r->line);
   InlinedInstance* in = inlined_costs_at(&b->inlines, block, address);
   r->context = in ? in->context : b->inlines.context;
   return in;
}

// Calls from code without line information are not in the function's file but in none.
static SourceFile* unknown_file(Body* b, const Block* block)
{
   return callgraph_file(b->g, block->module, "???");
}

static uint64_t end_address(const Block* block)
{
   return block->n_instrs ? callgraph_instr_address(block, block->n_instrs - 1u) : block->start;
}

static void add_cost_centre(Body* b, const CostCentre* c)
{
   const Block* block = c->block;
   uint64_t costs[block->n_instrs + 1][EV_COUNT];
   host_memset(costs, 0, sizeof costs);
   costs_of_cost_centre(c, costs);
   for (uint32_t i = 0; i < block->n_instrs; i++) {
      if (is_zero(costs[i], EV_COUNT)) continue;
      Row* r = new_row(b);
      uint64_t address = callgraph_instr_address(block, i);
      InlinedInstance* in = locate(b, r, c->context, block, address, b->text.function_file);
      host_memcpy(r->cost, costs[i], sizeof r->cost);
      inlined_costs_add_cost(in, r->cost, EV_COUNT);
      inlined_costs_note(in, address - block->bias, r->line);
   }
   if (c->end_cost && !is_zero(c->end_cost, EV_COUNT)) {
      Row* r = new_row(b);
      InlinedInstance* in =
         locate(b, r, c->context, block, end_address(block), unknown_file(b, block));
      host_memcpy(r->cost, c->end_cost, sizeof r->cost);
      inlined_costs_add_cost(in, r->cost, EV_COUNT);
      inlined_costs_note(in, end_address(block) - block->bias, r->line);
   }
}

// What is recorded for the flow of control only is not.
static bool is_jump_shown(const CallGraph* g, const Arc* a)
{
   return g->config.collect_jumps && a->exit->kind != EXIT_CALL;
}

static void add_arc(Body* b, Arc* a)
{
   if (!part_blocks_has_arc(&b->part->blocks, a, b->g->config.width)) return;
   if (a->kind != ARC_CALL && !is_jump_shown(b->g, a)) return;
   const Block* block = a->exit->block;
   Row* r = new_row(b);
   uint64_t address =
      block->n_instrs ? callgraph_instr_address(block, a->exit->instr) : block->start;
   InlinedInstance* in = locate(b, r, a->from, block, address, unknown_file(b, block));
   r->arc = a;
   inlined_costs_note(in, address - block->bias, r->line);
   if (a->kind == ARC_CALL) inlined_costs_add_cost(in, a->cost, b->g->config.width);
}

// Adds the calls that represent inlining in the context.
static void add_inlined_calls(Body* b)
{
   if (b->inlines.listed) inlined_costs_count_calls(&b->inlines);
   for (InlinedInstance* in = b->inlines.listed; in; in = in->next) {
      if (is_zero(in->cost, EV_COUNT)) continue;
      Row* r = new_row(b);
      r->context = in->outer ? in->outer->context : b->inlines.context;
      r->file = in->inlined->call_file;
      r->line = in->inlined->call_line;
      if (b->text.layout->by_instr) r->address = in->entry;
      r->inlined = in;
   }
}

static int compare_contexts(const void* va, const void* vb)
{
   const Context *a = va, *b = vb;
   const Function *fa = a->function, *fb = b->function;
   int c = compare_numbers(fa->file->module->number, fb->file->module->number);
   if (!c) c = compare_numbers(fa->file->number, fb->file->number);
   if (!c) c = compare_numbers(fa->number, fb->number);
   if (!c) c = compare_numbers(a->chain->size, b->chain->size);
   for (uint32_t i = 1; !c && i < a->chain->size; i++)
      c = compare_numbers(a->chain->functions[i]->number, b->chain->functions[i]->number);
   if (!c) c = compare_numbers(a->chain->thread_group, b->chain->thread_group);
   return c ? c : compare_numbers(a->level, b->level);
}

static int compare_rows(const void* va, const void* vb)
{
   const Row *a = va, *b = vb;
   int c = a->context == b->context ? 0 : compare_contexts(a->context, b->context);
   if (!c) c = compare_numbers(a->file->number, b->file->number);
   if (!c) c = compare_numbers(a->line, b->line);
   if (!c) c = compare_numbers(a->address, b->address);
   if (!c) c = (a->inlined != NULL) - (b->inlined != NULL);
   if (!c && a->inlined) c = compare_contexts(a->inlined->context, b->inlined->context);
   if (!c && a->inlined) c = compare_numbers(a->inlined->entry, b->inlined->entry);
   if (!c) c = (a->arc != NULL) - (b->arc != NULL);
   if (!c && a->arc) c = compare_numbers(a->arc->target->start, b->arc->target->start);
   if (!c && a->arc) c = compare_contexts(a->arc->to, b->arc->to);
   return c;
}

static bool is_cost(const Row* r)
{
   return !r->arc && !r->inlined;
}

// Makes rows of costs at one position, which follow each other, one.
static void merge_rows(Body* b)
{
   size_t last = 0;
   for (size_t i = 1; i < b->n_rows; i++) {
      Row *to = b->rows[last], *r = b->rows[i];
      if (is_cost(to) && is_cost(r) && r->context == to->context && r->file == to->file
          && r->line == to->line && r->address == to->address) {
         for (uint32_t e = 0; e < EV_COUNT; e++) to->cost[e] += r->cost[e];
         continue;
      }
      b->rows[i] = b->rows[++last];
      b->rows[last] = r;
   }
   if (b->n_rows) b->n_rows = last + 1;
}

// --- calls and jumps ----------------------------------------------------------------------

// What is called, and where it begins.
typedef struct {
   Context* context;
   uint64_t calls, address;
   uint32_t line;
   const uint64_t* cost;
} CallText;

// Readers add up the calls of a function. Each of them in whole cycles, a function with many callers would lose as many.
static ShownRest* rest_of_calls(Body* b, const Function* callee)
{
   const uint64_t key = (uint64_t)(uintptr_t)callee;
   ShownRest* rest = map_get(&b->rests_of_calls, key, 0);
   if (rest) return rest;
   rest = arena_alloc(&b->arena, sizeof *rest);
   map_put(&b->rests_of_calls, key, 0, rest);
   return rest;
}

static bool has_parts(const ProfileLayout* layout)
{
   for (uint32_t i = 0; i < layout->n_events; i++)
      if (event_parts(profile_counted(layout, i)) > 1) return true;
   return false;
}

static void write_call_text(Body* b, const Row* r, const CallText* t)
{
   Function* callee = t->context->function;
   if (callee->file->module != b->text.module)
      profile_text_module(&b->text, "cob=", callee->file->module);
   if (callee->file != b->text.file) profile_text_file(&b->text, "cfi=", callee->file);
   profile_text_context(&b->text, "cfn=", t->context);
   writer_text(b->text.w, "calls=");
   writer_number(b->text.w, t->calls);
   writer_char(b->text.w, ' ');
   profile_text_position(&b->text, t->address, t->line);
   writer_char(b->text.w, '\n');
   profile_text_position(&b->text, r->address, r->line);
   // A call of a function by itself is not part of what its calls cost.
   const bool adds_up =
      has_parts(b->text.layout) && t->context->function != r->context->function;
   profile_write_cost(b->text.w, b->text.layout, "", t->cost,
                      adds_up ? rest_of_calls(b, t->context->function) : NULL);
}

static void write_call(Body* b, const Row* r)
{
   Arc* a = r->arc;
   CallText t = {.context = a->to, .calls = a->calls, .cost = a->cost};
   SourceFile* ignored = NULL;
   host_position(a->target, a->target->start, &ignored, &t.line);
   t.line = a->to->line ? a->to->line : inlined_costs_function_line(a->target, t.line);
   t.address = a->target->start - a->target->bias;
   write_call_text(b, r, &t);
}

static void write_inlined_call(Body* b, const Row* r)
{
   const InlinedInstance* in = r->inlined;
   CallText t = {.context = in->context,
                 .calls = in->calls,
                 .address = in->entry,
                 .line = in->entry_line,
                 .cost = in->cost};
   write_call_text(b, r, &t);
}

// Executions that arrive at an exit.
static uint64_t arrivals(CallGraph* g, const Arc* a)
{
   const CostCentre* c = callgraph_cost_centre(g, a->exit->block, a->from);
   return a->exit->block->n_segments ? c->executions[a->exit->segment] : 0;
}

static void write_jump(Body* b, const Row* r)
{
   Arc* a = r->arc;
   SourceFile* file = b->text.file;
   uint32_t line;
   if (a->to->line)
      line = a->to->line;
   else
      host_position(a->target, a->target->start, &file, &line);
   if (!b->text.layout->by_instr && line == 0) return; // no position that anyone could show
   if (file != b->text.file) profile_text_file(&b->text, "jfi=", file);
   Context* to =
      a->to->line ? a->to : inlined_costs_context_at_start(&b->inlines, a->to, a->target);
   if (to->chain != r->context->chain) profile_text_context(&b->text, "jfn=", to);
   if (a->kind == ARC_CONDITIONAL_JUMP) {
      writer_text(b->text.w, "jcnd=");
      writer_number(b->text.w, a->calls);
      writer_char(b->text.w, '/');
      writer_number(b->text.w, arrivals(b->g, a));
   } else {
      writer_text(b->text.w, "jump=");
      writer_number(b->text.w, a->calls);
   }
   writer_char(b->text.w, ' ');
   profile_text_position(&b->text, a->target->start - a->target->bias, line);
   writer_char(b->text.w, '\n');
   profile_text_position(&b->text, r->address, r->line);
   writer_char(b->text.w, '\n');
}

// --- the whole ----------------------------------------------------------------------------

static void write_row(Body* b, const Row* r)
{
   profile_text_switch_file(&b->text, r->file);
   if (r->inlined) {
      write_inlined_call(b, r);
   } else if (!r->arc) {
      profile_text_position(&b->text, r->address, r->line);
      profile_write_cost(b->text.w, b->text.layout, "", r->cost, &b->rest);
   } else if (r->arc->kind == ARC_CALL) {
      write_call(b, r);
   } else {
      write_jump(b, r);
   }
   profile_text_set_position(&b->text, r->address, r->line);
}

static void add_context(Body* b, const Context* p)
{
   for (const CostCentre* c = p->cost_centres; c; c = c->next)
      if (part_blocks_has(&b->part->blocks, c)) add_cost_centre(b, c);
   for (Arc* a = p->arcs; a; a = a->next_from) add_arc(b, a);
}

static void gather_rows(Body* b, Context* p)
{
   b->n_rows = 0;
   b->text.function_file = p->function->file;
   b->inlines.context = p;
   add_context(b, p);
   for (const Context* line = p->lines; line; line = line->next_line) add_context(b, line);
   add_inlined_calls(b);
   host_sort((void**)b->rows, b->n_rows, compare_rows);
   merge_rows(b);
}

static void add_to_costly(const Body* b, CostlyCode* costly)
{
   for (size_t i = 0; i < b->n_rows; i++) {
      const Row* r = b->rows[i];
      if (is_cost(r)) costly_code_add(costly, r->context->function, r->file, r->line, r->cost);
   }
}

// "# loop: N", or "# loop: N LEAST MOST", under the name of a loop.
static void write_iterations(Body* b, const Context* under)
{
   const LoopIterations n = inlined_costs_iterations(&b->inlines, under);
   if (!n.all) return;
   writer_text(b->text.w, "# loop: ");
   writer_number(b->text.w, n.all);
   if (n.most) {
      writer_char(b->text.w, ' ');
      writer_number(b->text.w, n.least);
      writer_char(b->text.w, ' ');
      writer_number(b->text.w, n.most);
   }
   writer_char(b->text.w, '\n');
}

// Writes the rows that were gathered.
static void write_rows(Body* b)
{
   for (size_t i = 0; i < b->n_rows;) {
      Context* under = b->rows[i]->context;
      profile_text_header(&b->text, under);
      write_iterations(b, under);
      while (i < b->n_rows && b->rows[i]->context == under) write_row(b, b->rows[i++]);
      if (b->text.file != b->text.function_file)
         profile_text_switch_file(&b->text, b->text.function_file);
   }
   inlined_costs_end(&b->inlines);
}

void profile_write_cost(Writer* w, const ProfileLayout* layout, const char* prefix,
                        const uint64_t* cost, ShownRest* rest)
{
   uint32_t n = layout->n_events;
   while (n > 1 && cost[profile_counted(layout, n - 1)] == 0) n--;
   writer_text(w, prefix);
   for (uint32_t i = 0; i < n; i++) {
      writer_char(w, ' ');
      const Event e = profile_counted(layout, i);
      writer_number(w, event_shown(e, cost[e], rest));
   }
   writer_char(w, '\n');
}

static void add_costs(const CostCentre* c, uint64_t totals[EV_COUNT])
{
   const uint32_t n = c->block->n_instrs;
   uint64_t costs[n + 1][EV_COUNT];
   host_memset(costs, 0, sizeof costs);
   costs_of_cost_centre(c, costs);
   for (uint32_t e = 0; e < EV_COUNT; e++) {
      for (uint32_t i = 0; i < n; i++) totals[e] += costs[i][e];
      if (c->end_cost) totals[e] += c->end_cost[e];
   }
}

void profile_begin_part(const CallGraph* g, ProfilePart* part)
{
   part_blocks_init(&part->blocks, g);
   host_memset(part->totals, 0, EV_COUNT * sizeof *part->totals);
   for (const Context* p = g->contexts; p; p = p->next) {
      if (!part_blocks_has_context(part->thread, p)) continue;
      for (const CostCentre* c = p->cost_centres; c; c = c->next)
         if (part_blocks_has(&part->blocks, c)) add_costs(c, part->totals);
   }
}

// Writes the contexts of a function.
static void write_function(Body* b, Context** contexts, size_t n, CostlyCode* costly)
{
   LoopScopes loops;
   const ProfileLayout* layout = b->text.layout;
   // What runs in a function of interpreted code is its interpreter.
   const bool with_loops = layout->loops && !contexts[0]->line;
   if (with_loops) {
      loop_scopes_begin(&loops, b->g, layout->inlined, contexts, n);
      b->inlines.loops = &loops;
      if (MODEL->config.dependences) dependence_data_note(&loops, contexts, n);
   }
   for (size_t i = 0; i < n; i++) {
      gather_rows(b, contexts[i]);
      if (costly) add_to_costly(b, costly);
      write_rows(b);
   }
   if (with_loops) loop_scopes_end(&loops);
   b->inlines.loops = NULL;
}

void profile_write_body(Writer* w, CallGraph* g, const ProfileLayout* layout,
                        const ProfilePart* part, CostlyCode* costly)
{
   Body b = {.g = g,
             .part = part,
             .inlines = {.graph = g, .blocks = &part->blocks},
             .arena = {.what = "writers.rests"}};
   profile_text_begin(&b.text, w, layout);
   if (layout->inlined) inlined_costs_prepare(g);

   size_t n = 0;
   Context** contexts = host_alloc("writers.contexts", (g->n_contexts + 1) * sizeof *contexts);
   for (Context* p = g->contexts; p; p = p->next)
      if (!p->first_line && part_blocks_has_context(part->thread, p)) contexts[n++] = p;
   host_sort((void**)contexts, n, compare_contexts);
   for (size_t i = 0; i < n;) {
      size_t end = i + 1;
      while (end < n && contexts[end]->function == contexts[i]->function) end++;
      write_function(&b, contexts + i, end - i, costly);
      i = end;
   }

   host_free(contexts);
   for (size_t i = 0; i < b.capacity; i++) host_free(b.rows[i]);
   host_free(b.rows);
   map_clear(&b.rests_of_calls);
   arena_clear(&b.arena);
   profile_text_end(&b.text);
}
