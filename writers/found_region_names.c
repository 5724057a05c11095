// SPDX-License-Identifier: GPL-3.0-or-later
// Names of regions that nobody has asked for; see found_region_names.h.
#include "writers/found_region_names.h"

#include "base/grown_text.h"
#include "engine/engine.h"
#include "engine/repeats/found_regions.h"
#include "writers/loop_names.h"

// The innermost inlined function that has all of the code from one block to another; NULL: the function itself.
static const Inlined* home_of(const TimelineRegion* r)
{
   const Inlined* home = host_known_inlined(r->header, r->header->start);
   const Block* const others[] = {r->first_block, r->last_block};
   for (int i = 0; i < 2; i++) {
      const Inlined* in = host_known_inlined(others[i], others[i]->start);
      for (; home; home = home->outer) {
         const Inlined* up = in;
         while (up && up != home) up = up->outer;
         if (up) break;
      }
   }
   return home;
}

static void add_line(ScopeLoop* l, const Block* b, uint32_t instr)
{
   SourceFile* file = NULL;
   uint32_t line = 0;
   loop_names_position(l->home, b, callgraph_instr_address(b, instr), &file, &line);
   if (!line || file != l->file) return;
   if (!l->first_line || line < l->first_line) l->first_line = line;
   if (line > l->last_line) l->last_line = line;
}

// The last block of a loop may go on behind it: the address of its last jump back, or else of its first exit.
static uint64_t end_of(const TimelineRegion* r)
{
   const Block* b = r->last_block;
   if (!b->n_exits) return b->start;
   uint32_t i = b->n_exits;
   while (--i > 0)
      if (b->exits[i].target >= r->first_block->start && b->exits[i].target <= b->start) break;
   return callgraph_instr_address(b, b->exits[i].instr);
}

// Code that ends in a return is in no loop.
static uint32_t instrs_before_return(const Block* b)
{
   if (!b->n_exits || b->exits[b->n_exits - 1].kind != EXIT_RETURN) return b->n_instrs;
   return b->n_exits > 1 ? b->exits[0].instr + 1u : 0;
}

// The lines of the function's code from the first to the last block of the loop: of dense blocks, too.
static void find_lines(ScopeLoop* l, const TimelineRegion* r)
{
   const uint64_t end = end_of(r);
   for (const Context* c = engine.graph.contexts; c; c = c->next) {
      if (c->function != r->function) continue;
      for (const CostCentre* cc = c->cost_centres; cc; cc = cc->next) {
         const Block* b = cc->block;
         if (b->module != r->header->module) continue;
         if (b->start < r->first_block->start || b->start > r->last_block->start) continue;
         for (uint32_t i = 0; i < instrs_before_return(b); i++)
            if (callgraph_instr_address(b, i) <= end) add_line(l, b, i);
      }
   }
}

static uint64_t in_file(const Block* b)
{
   return b->start - b->bias;
}

static char* name_of(const TimelineRegion* r)
{
   uint32_t line = 0;
   ScopeLoop l = {
      .home = home_of(r), .first = in_file(r->first_block), .last = in_file(r->last_block)};
   loop_names_position(l.home, r->header, r->header->start, &l.file, &line);
   if (line) find_lines(&l, r);
   return loop_names_text(r->function, &l);
}

// Loops of the same lines are told apart by a number.
static bool is_taken(const char* name, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      if (host_strcmp(found_regions.region[i]->name, name) == 0) return true;
   return false;
}

static char* between(const char* barrier)
{
   char* name = NULL;
   grown_text_add(&name, "from ");
   grown_text_add(&name, barrier);
   grown_text_add(&name, " to ");
   grown_text_add(&name, barrier);
   return name;
}

void found_region_names_set(void)
{
   for (uint32_t i = 0; i < found_regions.n; i++) {
      TimelineRegion* r = found_regions.region[i];
      if (r->kind == REGION_BARRIER) r->name = between(r->function->name);
      if (r->kind != REGION_LOOP) continue;
      char* name = name_of(r);
      for (char digit[] = "2"; is_taken(name, i) && *digit <= '9'; ++*digit) {
         host_free(name);
         name = name_of(r);
         name[host_strlen(name) - 1] = '\0'; // the bracket
         grown_text_add(&name, " (");
         grown_text_add(&name, digit);
         grown_text_add(&name, ")]");
      }
      r->name = name;
   }
}
