// SPDX-License-Identifier: GPL-3.0-or-later
//
// The profile's body; see profile.h.
//
// Places are written function by function.  Within a place the costs of all its blocks are
// brought together, sorted by file, line and (if asked for) instruction, and each position is
// followed by the calls made there.  Rows of inlined functions are written behind those of the
// place's own function, each function's together.
#include "output/profile.h"

#include "engine/host.h"
#include "output/costs.h"
#include "output/inlines.h"
#include "output/part_blocks.h"

// One position of the place being written: a cost, or a call made there.
typedef struct {
   Place* place; // that it stands under: the one being written or that of inlined code
   SourceFile* file;
   uint64_t address; // in the object file; 0 unless positions are instructions
   uint32_t line;
   Arc* arc;          // the call; NULL: none
   Instance* inlined; // inlined code that passes for the callee; NULL: none
   uint64_t cost[EV_COUNT];
} Row;

typedef struct {
   Writer* w;
   CallGraph* g;
   const ProfileLayout* layout;
   uint64_t* totals;
   bool keep;
   PartBlocks blocks;
   // Names written so far, as bits by number.
   uint8_t *objects_seen, *files_seen;
   Map places_seen; // by context and level: the name number
   uint32_t next_name;
   // Where the reader's state stands.
   Object* object;
   SourceFile* file;
   SourceFile* function_file;
   Place* place;
   uint64_t last_address;
   uint32_t last_line;
   // The place being written and its rows.
   Inlines inlines;
   Row** rows;
   size_t n_rows, capacity;
} Body;

// --- names --------------------------------------------------------------------------------

static void write_name(Body* b, const char* key, uint32_t number, const char* name,
                       uint8_t* seen)
{
   writer_text(b->w, key);
   if (!b->layout->compress_strings) {
      writer_line_text(b->w, name);
   } else {
      writer_char(b->w, '(');
      writer_number(b->w, number);
      writer_char(b->w, ')');
      if (!(seen[number / 8] >> number % 8 & 1)) {
         seen[number / 8] |= (uint8_t)(1u << number % 8);
         writer_char(b->w, ' ');
         writer_line_text(b->w, name);
      }
   }
   writer_char(b->w, '\n');
}

static void write_object(Body* b, const char* key, const Object* o)
{
   write_name(b, key, o->number, o->name, b->objects_seen);
}

static void write_file(Body* b, const char* key, const SourceFile* f)
{
   write_name(b, key, f->number, f->name, b->files_seen);
}

// The function with its recursion level and callers: name'2'caller1'caller2.
static void write_place_text(Writer* w, const Place* p)
{
   const Context* c = p->context;
   writer_line_text(w, c->fn[0]->name);
   if (p->level > 0) {
      writer_char(w, '\'');
      writer_number(w, p->level + 1);
   }
   for (uint32_t i = 1; i < c->size; i++) {
      writer_char(w, '\'');
      writer_line_text(w, c->fn[i]->name);
   }
}

static void write_place(Body* b, const char* key, const Place* p)
{
   writer_text(b->w, key);
   if (!b->layout->compress_strings) {
      write_place_text(b->w, p);
   } else {
      uintptr_t number = (uintptr_t)map_get(&b->places_seen, (uintptr_t)p, 0);
      bool is_new = number == 0;
      if (is_new) {
         number = ++b->next_name;
         map_put(&b->places_seen, (uintptr_t)p, 0, (void*)number);
      }
      writer_char(b->w, '(');
      writer_number(b->w, number);
      writer_char(b->w, ')');
      if (is_new) {
         writer_char(b->w, ' ');
         write_place_text(b->w, p);
      }
   }
   writer_char(b->w, '\n');
}

// --- positions ----------------------------------------------------------------------------

static void write_relative(Body* b, uint64_t value, uint64_t last, bool hex)
{
   int64_t diff = (int64_t)(value - last);
   if (b->layout->compress_pos && last > 0 && diff > -100 && diff < 100) {
      if (diff == 0) {
         writer_char(b->w, '*');
      } else {
         if (diff > 0) writer_char(b->w, '+');
         writer_signed(b->w, diff);
      }
   } else if (hex) {
      writer_hex(b->w, value);
   } else {
      writer_number(b->w, value);
   }
}

static void write_position(Body* b, uint64_t address, uint32_t line)
{
   if (b->layout->by_instr) {
      write_relative(b, address, b->last_address, true);
      if (b->layout->by_line) writer_char(b->w, ' ');
   }
   if (b->layout->by_line) write_relative(b, line, b->last_line, false);
}

static void set_position(Body* b, uint64_t address, uint32_t line)
{
   b->last_address = address;
   b->last_line = line;
}

static void switch_file(Body* b, SourceFile* f)
{
   if (f == b->file) return;
   write_file(b, f == b->function_file ? "fe=" : "fi=", f);
   b->file = f;
}

// --- rows ---------------------------------------------------------------------------------

void profile_write_cost(Writer* w, const ProfileLayout* layout, const char* prefix,
                        const uint64_t* cost)
{
   uint32_t n = layout->n_events;
   while (n > 1 && cost[layout->event[n - 1]] == 0) n--;
   writer_text(w, prefix);
   for (uint32_t i = 0; i < n; i++) {
      writer_char(w, ' ');
      writer_number(w, cost[layout->event[i]]);
   }
   writer_char(w, '\n');
}

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
      b->rows = port_realloc("output.rows", b->rows, n * sizeof *b->rows);
      for (size_t i = b->capacity; i < n; i++)
         b->rows[i] = port_alloc("output.row", sizeof(Row));
      b->capacity = n;
   }
   Row* r = b->rows[b->n_rows++];
   port_memset(r, 0, sizeof *r);
   return r;
}

// Puts the position of an instruction into the row; `otherwise` is the file of code without line
// information.  Returns the inlined code that the instruction is of, or NULL.
static Instance* locate(Body* b, Row* r, const Block* block, uint64_t address,
                        SourceFile* otherwise)
{
   r->file = otherwise;
   host_position(block, address, &r->file, &r->line);
   if (b->layout->by_instr) r->address = address - block->bias;
   Instance* in = inlines_at(&b->inlines, block, address);
   r->place = in ? in->place : b->inlines.place;
   return in;
}

// Calls from code without line information are not in the function's file but in none.
static SourceFile* unknown_file(Body* b, const Block* block)
{
   return callgraph_file(b->g, block->object, "???");
}

static uint64_t end_address(const Block* block)
{
   return block->n_instrs ? block->start + block->instrs[block->n_instrs - 1].offset_B
                          : block->start;
}

static void add_centre(Body* b, const Centre* c)
{
   const Block* block = c->block;
   uint64_t costs[block->n_instrs + 1][EV_COUNT];
   port_memset(costs, 0, sizeof costs);
   costs_of_centre(c, costs);
   for (uint32_t i = 0; i < block->n_instrs; i++) {
      if (is_zero(costs[i], EV_COUNT)) continue;
      Row* r = new_row(b);
      uint64_t address = block->start + block->instrs[i].offset_B;
      Instance* in = locate(b, r, block, address, b->function_file);
      port_memcpy(r->cost, costs[i], sizeof r->cost);
      inlines_add_cost(in, r->cost, EV_COUNT);
      inlines_note(in, address - block->bias, r->line);
   }
   if (c->extra && !is_zero(c->extra, EV_COUNT)) {
      Row* r = new_row(b);
      Instance* in = locate(b, r, block, end_address(block), unknown_file(b, block));
      port_memcpy(r->cost, c->extra, sizeof r->cost);
      inlines_add_cost(in, r->cost, EV_COUNT);
      inlines_note(in, end_address(block) - block->bias, r->line);
   }
}

static void add_arc(Body* b, Arc* a)
{
   if (a->kind == ARC_CALL ? is_zero(a->cost, b->g->config.width) : a->calls == 0) return;
   const Block* block = a->exit->block;
   Row* r = new_row(b);
   uint64_t address = block->start;
   if (block->n_instrs) address += block->instrs[a->exit->instr].offset_B;
   Instance* in = locate(b, r, block, address, unknown_file(b, block));
   r->arc = a;
   inlines_note(in, address - block->bias, r->line);
   if (a->kind == ARC_CALL) inlines_add_cost(in, a->cost, b->g->config.width);
}

// The calls that stand for inlining in the place.
static void add_inlined_calls(Body* b)
{
   if (b->inlines.listed) inlines_count_calls(&b->inlines);
   for (Instance* in = b->inlines.listed; in; in = in->next) {
      if (is_zero(in->cost, EV_COUNT)) continue;
      Row* r = new_row(b);
      r->place = in->outer ? in->outer->place : b->inlines.place;
      r->file = in->inlined->call_file;
      r->line = in->inlined->call_line;
      if (b->layout->by_instr) r->address = in->entry;
      r->inlined = in;
   }
}

static int compare_numbers(uint64_t a, uint64_t b)
{
   return a < b ? -1 : a > b;
}

static int compare_places(const void* va, const void* vb)
{
   const Place *a = va, *b = vb;
   const Function *fa = a->context->fn[0], *fb = b->context->fn[0];
   int c = compare_numbers(fa->file->object->number, fb->file->object->number);
   if (!c) c = compare_numbers(fa->file->number, fb->file->number);
   if (!c) c = compare_numbers(fa->number, fb->number);
   if (!c) c = compare_numbers(a->context->size, b->context->size);
   for (uint32_t i = 1; !c && i < a->context->size; i++)
      c = compare_numbers(a->context->fn[i]->number, b->context->fn[i]->number);
   if (!c) c = compare_numbers(a->context->strand_group, b->context->strand_group);
   return c ? c : compare_numbers(a->level, b->level);
}

static int compare_rows(const void* va, const void* vb)
{
   const Row *a = va, *b = vb;
   int c = a->place == b->place ? 0 : compare_places(a->place, b->place);
   if (!c) c = compare_numbers(a->file->number, b->file->number);
   if (!c) c = compare_numbers(a->line, b->line);
   if (!c) c = compare_numbers(a->address, b->address);
   if (!c) c = (a->inlined != NULL) - (b->inlined != NULL);
   if (!c && a->inlined) c = compare_places(a->inlined->place, b->inlined->place);
   if (!c && a->inlined) c = compare_numbers(a->inlined->entry, b->inlined->entry);
   if (!c) c = (a->arc != NULL) - (b->arc != NULL);
   if (!c && a->arc) c = compare_numbers(a->arc->target->start, b->arc->target->start);
   if (!c && a->arc) c = compare_places(a->arc->to, b->arc->to);
   return c;
}

// Gives costs and positions of one row the sum of the following rows at the same position.
static size_t merge_rows(const Body* b, size_t i)
{
   Row* r = b->rows[i];
   size_t j = i + 1;
   for (; j < b->n_rows; j++) {
      const Row* next = b->rows[j];
      if (next->arc || next->inlined || next->place != r->place || next->file != r->file
          || next->line != r->line || next->address != r->address)
         break;
      for (uint32_t e = 0; e < EV_COUNT; e++) r->cost[e] += next->cost[e];
   }
   return j;
}

// --- calls and jumps ----------------------------------------------------------------------

// What is called, and where it begins.
typedef struct {
   Place* place;
   uint64_t calls, address;
   uint32_t line;
   const uint64_t* cost;
} CallText;

static void write_call_text(Body* b, const Row* r, const CallText* t)
{
   Function* callee = t->place->context->fn[0];
   if (callee->file->object != b->object) write_object(b, "cob=", callee->file->object);
   if (callee->file != b->file) write_file(b, "cfi=", callee->file);
   write_place(b, "cfn=", t->place);
   writer_text(b->w, "calls=");
   writer_number(b->w, t->calls);
   writer_char(b->w, ' ');
   write_position(b, t->address, t->line);
   writer_char(b->w, '\n');
   write_position(b, r->address, r->line);
   profile_write_cost(b->w, b->layout, "", t->cost);
}

static void write_call(Body* b, const Row* r)
{
   Arc* a = r->arc;
   CallText t = {.place = a->to, .calls = a->calls, .cost = a->cost};
   SourceFile* ignored = NULL;
   host_position(a->target, a->target->start, &ignored, &t.line);
   t.line = inlines_function_line(a->target, t.line);
   t.address = a->target->start - a->target->bias;
   write_call_text(b, r, &t);
   if (b->keep) return;
   port_memset(a->cost, 0, b->g->config.width * sizeof a->cost[0]);
   a->calls = 0;
}

static void write_inlined_call(Body* b, const Row* r)
{
   const Instance* in = r->inlined;
   CallText t = {.place = in->place,
                 .calls = in->calls,
                 .address = in->entry,
                 .line = in->entry_line,
                 .cost = in->cost};
   write_call_text(b, r, &t);
}

// Executions that arrive at an exit.
static uint64_t arrivals(CallGraph* g, const Arc* a)
{
   const Centre* c = callgraph_centre(g, a->exit->block, a->from);
   return a->exit->block->n_segments ? c->executions[a->exit->segment] : 0;
}

static void write_jump(Body* b, const Row* r)
{
   Arc* a = r->arc;
   SourceFile* file = b->file;
   uint32_t line;
   host_position(a->target, a->target->start, &file, &line);
   uint64_t calls = a->calls;
   if (!b->keep) a->calls = 0;
   if (!b->layout->by_instr && line == 0) return; // no position that anyone could show
   if (file != b->file) write_file(b, "jfi=", file);
   Place* to = inlines_place_at_start(b->g, a->to, a->target);
   if (to->context != r->place->context) write_place(b, "jfn=", to);
   if (a->kind == ARC_CONDITIONAL_JUMP) {
      writer_text(b->w, "jcnd=");
      writer_number(b->w, calls);
      writer_char(b->w, '/');
      writer_number(b->w, arrivals(b->g, a));
   } else {
      writer_text(b->w, "jump=");
      writer_number(b->w, calls);
   }
   writer_char(b->w, ' ');
   write_position(b, a->target->start - a->target->bias, line);
   writer_char(b->w, '\n');
   write_position(b, r->address, r->line);
   writer_char(b->w, '\n');
}

// --- the whole ----------------------------------------------------------------------------

static void write_header_of_place(Body* b, Place* p)
{
   Function* f = p->context->fn[0];
   writer_char(b->w, '\n');
   if (f->file->object != b->object) write_object(b, "ob=", f->file->object);
   b->object = f->file->object;
   if (f->file != b->file || !b->place) write_file(b, "fl=", f->file);
   b->file = b->function_file = f->file;
   b->place = p;
   write_place(b, "fn=", p);
   set_position(b, 0, 0);
}

static size_t write_row(Body* b, size_t i)
{
   Row* r = b->rows[i];
   size_t next = i + 1;
   switch_file(b, r->file);
   if (r->inlined) {
      write_inlined_call(b, r);
   } else if (r->arc) {
      if (r->arc->kind == ARC_CALL)
         write_call(b, r);
      else
         write_jump(b, r);
   } else {
      next = merge_rows(b, i);
      write_position(b, r->address, r->line);
      profile_write_cost(b->w, b->layout, "", r->cost);
      for (uint32_t e = 0; e < EV_COUNT; e++) b->totals[e] += r->cost[e];
   }
   set_position(b, r->address, r->line);
   return next;
}

static void gather_rows(Body* b, Place* p)
{
   b->n_rows = 0;
   b->function_file = p->context->fn[0]->file;
   b->inlines.place = p;
   for (const Centre* c = p->centres; c; c = c->next)
      if (part_blocks_has(&b->blocks, c)) add_centre(b, c);
   for (Arc* a = p->arcs; a; a = a->next_from) add_arc(b, a);
   add_inlined_calls(b);
   port_sort((void**)b->rows, b->n_rows, compare_rows);
}

static void write_one_place(Body* b, Place* p)
{
   gather_rows(b, p);
   for (size_t i = 0; i < b->n_rows;) {
      Place* under = b->rows[i]->place;
      write_header_of_place(b, under);
      while (i < b->n_rows && b->rows[i]->place == under) i = write_row(b, i);
      if (b->file != b->function_file) switch_file(b, b->function_file);
   }
   inlines_end(&b->inlines);
}

static bool belongs(const Place* p, uint32_t thread)
{
   return thread == 0 || p->context->strand_group == thread;
}

static void clear_centres(CallGraph* g, const PartBlocks* blocks, uint32_t thread,
                          bool keep_extra)
{
   for (Place* p = g->places; p; p = p->next) {
      if (!belongs(p, thread)) continue;
      for (Centre* c = p->centres; c; c = c->next)
         if (part_blocks_has(blocks, c)) costs_clear(c, keep_extra);
   }
}

void profile_write_body(Writer* w, CallGraph* g, const ProfileLayout* layout, ProfilePart* part)
{
   Body b = {.w = w,
             .g = g,
             .layout = layout,
             .totals = part->totals,
             .keep = part->keep,
             .inlines = {.graph = g, .blocks = &b.blocks}};
   // Looking up positions may make new file records; leave room for them.
   size_t files = (size_t)g->n_files + 1024 * 1024;
   b.objects_seen = port_zalloc("output.seen", g->n_objects / 8 + 1);
   b.files_seen = port_zalloc("output.seen", files / 8 + 1);
   port_memset(part->totals, 0, EV_COUNT * sizeof *part->totals);
   part_blocks_init(&b.blocks, g);
   if (layout->inlined) inlines_prepare(g);

   size_t n = 0;
   Place** places = port_alloc("output.places", (g->n_places + 1) * sizeof *places);
   for (Place* p = g->places; p; p = p->next)
      if (belongs(p, part->thread)) places[n++] = p;
   port_sort((void**)places, n, compare_places);
   for (size_t i = 0; i < n; i++) write_one_place(&b, places[i]);
   if (!part->keep) clear_centres(g, &b.blocks, part->thread, false);

   part_blocks_free(&b.blocks);
   port_free(places);
   for (size_t i = 0; i < b.capacity; i++) port_free(b.rows[i]);
   port_free(b.rows);
   port_free(b.objects_seen);
   port_free(b.files_seen);
   map_clear(&b.places_seen);
}

uint64_t profile_count_blocks(const CallGraph* g)
{
   uint64_t n = 0;
   for (const Place* p = g->places; p; p = p->next)
      for (const Centre* c = p->centres; c; c = c->next)
         if (c->block->n_segments) n += c->executions[0];
   return n;
}

void profile_zero(CallGraph* g, uint32_t thread)
{
   PartBlocks blocks;
   part_blocks_init(&blocks, g);
   for (Place* p = g->places; p; p = p->next) {
      if (!belongs(p, thread)) continue;
      for (Arc* a = p->arcs; a; a = a->next_from) {
         if (!part_blocks_has_caller(&blocks, a)) continue;
         port_memset(a->cost, 0, g->config.width * sizeof a->cost[0]);
         a->calls = 0;
      }
   }
   // Callgrind keeps what skipped functions have cost.
   clear_centres(g, &blocks, thread, g->config.callgrind_compat);
   part_blocks_free(&blocks);
}
