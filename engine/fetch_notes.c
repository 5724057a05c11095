// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches that generated code has not noted yet; see fetch_notes.h.
#include "engine/fetch_notes.h"

#include "engine/engine.h"

// The last line that an instruction has bytes of, as far as they are noted: of at most two lines.
static uint64_t last_line_of(uint64_t address, uint32_t size_B)
{
   const CodeCache* i1 = &PROGRAM->caches.i1;
   const uint64_t first = code_cache_start(i1, address);
   return code_cache_start(i1, address + size_B - 1) == first ? first
                                                              : first + i1->geometry.line_B;
}

// Adds the instruction, if it is one that ends in the line; false: those before it have been noted.
static bool add(CodeFetches* f, const Block* b, uint32_t instr)
{
   const uint64_t address = callgraph_instr_address(b, instr);
   const uint32_t size_B = b->instrs[instr].size_B;
   const uint64_t line = last_line_of(address, size_B);
   if (f->line == NO_LINE) f->line = line;
   if (line != f->line) return false;
   const bool begins_before = address < line;
   const uint64_t from = begins_before ? 0 : address - line;
   f->count++;
   f->mask |= line_use_bits(from, address + size_B - line - from);
   return !begins_before;
}

CodeFetches fetch_notes_pending(void)
{
   CodeFetches f = {.line = NO_LINE};
   const Site* site = engine.asking;
   if (!site || !site->block->notes_fetches) return f;
   const Block* b = site->block;
   // A fetch is noted behind its request, an access follows the fetch of its instruction.
   uint32_t end = site->kind == SITE_FETCH ? site->instr : site->instr + 1u;
   while (end > 0 && b->instrs[end - 1].segment == site->segment && add(&f, b, end - 1)) end--;
   return f;
}

void fetch_notes_init(void)
{
   // With Callgrind's arithmetic no line of L1 is known at LL's evictions.
   if (PROGRAM->caches.callgrind || PROGRAM->caches.asks_i1) return;
   for (Simulation* sim = PROGRAM; sim; sim = simulation_next(sim))
      sim->caches.i1.unnoted = fetch_notes_pending;
}
