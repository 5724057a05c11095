// SPDX-License-Identifier: GPL-3.0-or-later
// Names of regions that nobody has asked for; see found_region_names.h.
#include "output/found_region_names.h"

#include "engine/engine.h"
#include "engine/found_regions.h"
#include "output/loop_names.h"

static void add_line(ScopeLoop* l, const Block* b, uint32_t instr)
{
   SourceFile* file = NULL;
   uint32_t line = 0;
   loop_names_position(NULL, b, callgraph_instr_address(b, instr), &file, &line);
   if (!line || file != l->file) return;
   if (!l->first_line || line < l->first_line) l->first_line = line;
   if (line > l->last_line) l->last_line = line;
}

// The lines of the function's code from the first to the last block of the loop: of dense blocks, too.
static void find_lines(ScopeLoop* l, const TimelineRegion* r)
{
   for (const Context* c = engine.graph.contexts; c; c = c->next) {
      if (c->function != r->function) continue;
      for (const CostCentre* cc = c->cost_centres; cc; cc = cc->next) {
         const Block* b = cc->block;
         if (b->module != r->header->module) continue;
         if (b->start < r->first_block->start || b->start > r->last_block->start) continue;
         for (uint32_t i = 0; i < b->n_instrs; i++) add_line(l, b, i);
      }
   }
}

static uint64_t in_file(const Block* b)
{
   return b->start - b->bias;
}

void found_region_names_set(void)
{
   for (uint32_t i = 0; i < found_regions.n; i++) {
      TimelineRegion* r = found_regions.region[i];
      if (r->kind != REGION_LOOP) continue;
      SourceFile* file = r->function->file;
      uint32_t line;
      ScopeLoop l = {.first = in_file(r->first_block), .last = in_file(r->last_block)};
      if (host_position(r->header, r->header->start, &file, &line)) l.file = r->function->file;
      find_lines(&l, r);
      r->name = loop_names_text(r->function, &l);
   }
}
