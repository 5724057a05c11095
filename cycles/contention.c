// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that cores contend for; see contention.h.
#include "cycles/contention.h"

#include "base/host.h"

void contention_init(Contention* c, Arena* arena, uint32_t cores)
{
   *c = (Contention){.cores = cores};
   for (uint32_t i = 0; i < CONTENTION_LINES; i++)
      c->line[i].of = arena_alloc(arena, cores * sizeof *c->line[i].of);
}

static ContendedLine* place_of(Contention* c, uint64_t line)
{
   return &c->line[line * 0x9E3779B97F4A7C15 >> (64 - CONTENTION_LINES_LOG2)];
}

static void begin_line(const Contention* c, ContendedLine* s, const SharedAccess* a)
{
   LineOfCore* of = s->of;
   host_memset(of, 0, c->cores * sizeof *of);
   *s = (ContendedLine){.line = a->line, .core = a->core, .of = of};
}

static void hand_over(ContendedLine* s, const SharedAccess* a)
{
   LineOfCore *mine = &s->of[a->core], *theirs = &s->of[s->core];
   *theirs = (LineOfCore){theirs->last_mc, s->accesses, s->handovers};
   bool meet = mine->last_mc && a->now_mc - mine->last_mc <= a->away_mc;
   s->sharers = meet ? 1 + (uint32_t)(s->handovers - mine->handovers) : 0;
   s->left = s->accesses - mine->accesses;
   s->handovers++;
   s->core = a->core;
   s->block = UINT64_MAX;
   s->atomic_mc = 0;
}

Contended contention_access(Contention* c, const SharedAccess* a)
{
   ContendedLine* s = place_of(c, a->line);
   if (s->line != a->line) {
      if (!a->is_taken) return (Contended){0};
      begin_line(c, s, a);
   } else if (s->core != a->core) {
      if (!a->is_taken) return (Contended){0}; // both read it
      hand_over(s, a);
   }
   Contended t = {.line = s->sharers ? s : NULL, .gap_mc = a->now_mc - s->of[a->core].last_mc};
   s->of[a->core].last_mc = a->now_mc;
   s->accesses++;
   if (!t.line || !a->is_load || s->block == a->block || !s->left) return t;
   s->block = a->block;
   s->left--;
   t.pays = true;
   return t;
}

ContendedLine* contention_line(Contention* c, uint64_t line, uint32_t core)
{
   ContendedLine* s = place_of(c, line);
   return s->line == line && s->core == core && s->sharers ? s : NULL;
}
