// SPDX-License-Identifier: GPL-3.0-or-later
// Cache of code lines; see code_cache.h.
#include "cachesim/code_cache.h"

void code_cache_init(CodeCache* c, const Geometry* g, bool records_use)
{
   *c = (CodeCache){.sets = geometry_sets(g),
                    .ways = g->ways,
                    .line_shift = (uint32_t)__builtin_ctzll(g->line_B),
                    .words = records_use ? (g->line_B + MASK_WORD_B - 1) / MASK_WORD_B : 0,
                    .geometry = *g,
                    .arena = {.what = "cachesim.lines"}};
   c->resident = host_zalloc("cachesim.resident", c->sets * c->ways * sizeof *c->resident);
}

void code_cache_free(CodeCache* c)
{
   host_free(c->resident);
   c->resident = NULL;
   map_clear(&c->lines);
   arena_clear(&c->arena);
}

void code_cache_clear(CodeCache* c)
{
   for (uint64_t i = 0; i < c->sets * c->ways; i++) {
      if (c->resident[i]) c->resident[i]->used = 0;
      c->resident[i] = NULL;
   }
}

CodeLine* code_cache_known_line(const CodeCache* c, uint64_t address)
{
   return map_get(&c->lines, code_cache_start(c, address), 0);
}

CodeLine* code_cache_line(CodeCache* c, uint64_t address)
{
   address = code_cache_start(c, address);
   CodeLine* line = map_get(&c->lines, address, 0);
   if (line) return line;
   line = arena_alloc(&c->arena, c->words ? sizeof *line + c->words * sizeof line->mask[0]
                                          : offsetof(CodeLine, count));
   line->address = address;
   map_put(&c->lines, address, 0, line);
   return line;
}

CodeLine* code_cache_next(CodeCache* c, CodeLine* line)
{
   if (!line->next) line->next = code_cache_line(c, line->address + c->geometry.line_B);
   return line->next;
}

static CodeLine** set_of(const CodeCache* c, const CodeLine* line)
{
   uint64_t number = line->address >> c->line_shift;
   bool power = (c->sets & (c->sets - 1)) == 0;
   return c->resident + (power ? number & (c->sets - 1) : number % c->sets) * c->ways;
}

CodeLine* code_cache_load(CodeCache* c, CodeLine* line)
{
   CodeLine** set = set_of(c, line);
   CodeLine** victim = set;
   for (uint32_t i = 0; i < c->ways && *victim; i++)
      if (!set[i] || set[i]->used < (*victim)->used) victim = &set[i];
   CodeLine* old = *victim;
   if (old) old->used = 0;
   *victim = line;
   return old;
}

void code_cache_load_pair(CodeCache* c, CodeLine* first, uint64_t end)
{
   if (!first->used) code_cache_load(c, first);
   if (end <= first->address + c->geometry.line_B) return;
   CodeLine* last = code_cache_next(c, first);
   if (!last->used) code_cache_load(c, last);
}

bool code_cache_touch(CodeCache* c, CodeLine* line)
{
   bool hit = line->used != 0;
   if (!hit) code_cache_load(c, line);
   line->used = ++c->now;
   return hit;
}

void code_cache_check(const CodeCache* c)
{
   size_t resident = 0, used = 0;
   for (uint64_t i = 0; i < c->sets * c->ways; i++) {
      const CodeLine* line = c->resident[i];
      if (!line) continue;
      XG_ASSERT(line->used && line->used <= c->now);
      XG_ASSERT(set_of(c, line) == c->resident + i / c->ways * c->ways);
      resident++;
   }
   for (size_t i = 0; i < c->lines.capacity; i++) {
      const CodeLine* line = c->lines.entries[i].value;
      used += line && line->used;
   }
   XG_ASSERT(used == resident); // hence no line is in two ways either
}
