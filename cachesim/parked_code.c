// SPDX-License-Identifier: GPL-3.0-or-later
// Code caches of cores that do not run; see parked_code.h.
#include "cachesim/parked_code.h"

#include "cachesim/coherence.h"

struct CodeLineState {
   CodeLine* line; // NULL: the way is free
   uint64_t used, count;
   CostTarget target;
   uint32_t lower, owner;
   uint64_t mask[MASK_WORDS_MAX];
};

void parked_code_init(ParkedCode* p, const Geometry* g, bool line_use)
{
   code_cache_init(&p->cache, g, line_use);
   p->home = host_zalloc("cachesim.cores", p->cache.sets * p->cache.ways * sizeof *p->home);
}

void parked_code_free(ParkedCode* p)
{
   code_cache_free(&p->cache);
   host_free(p->home);
}

CodeLineState* parked_code_space(const CodeCache* c)
{
   return host_zalloc("cachesim.cores", c->sets * c->ways * sizeof(CodeLineState));
}

static CodeLineState take_code_line(const CodeCache* c, CodeLine* line)
{
   CodeLineState s = {.line = line, .used = line->used};
   line->used = 0;
   line->absent = 1;
   if (!c->words) return s;
   s.count = line->count;
   s.target = line->target;
   s.lower = line->lower;
   s.owner = line->owner;
   for (uint32_t w = 0; w < c->words; w++) s.mask[w] = line->mask[w];
   return s;
}

static void put_code_line(const CodeCache* c, const CodeLineState* s, CodeLine* line)
{
   line->used = s->used;
   line->absent = 0;
   if (!c->words) return;
   line->count = s->count;
   line->target = s->target;
   line->lower = s->lower;
   line->owner = s->owner;
   for (uint32_t w = 0; w < c->words; w++) line->mask[w] = s->mask[w];
}

// One core may have a line in another way than the other one: so all leave before any arrives.
void parked_code_swap(CodeCache* own, ParkedCode* p, CodeLineState* moving)
{
   uint64_t n = own->sets * own->ways;
   for (uint64_t i = 0; i < n; i++)
      moving[i] = own->resident[i] ? take_code_line(own, own->resident[i]) : (CodeLineState){0};
   for (uint64_t i = 0; i < n; i++) {
      CodeLine* from = p->cache.resident[i];
      own->resident[i] = NULL;
      if (!from) continue;
      CodeLineState s = take_code_line(&p->cache, from);
      own->resident[i] = p->home[i];
      put_code_line(own, &s, p->home[i]);
   }
   for (uint64_t i = 0; i < n; i++) {
      CodeLine* from = moving[i].line;
      CodeLine* to = p->cache.resident[i];
      p->home[i] = from;
      if (from && (!to || to->address != from->address))
         to = code_cache_line(&p->cache, from->address);
      p->cache.resident[i] = from ? to : NULL;
      if (from) put_code_line(&p->cache, &moving[i], to);
   }
   p->cache.now = own->now;
}
