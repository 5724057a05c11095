// SPDX-License-Identifier: GPL-3.0-or-later
// Cache of code lines; see code_cache.h.
#include "cachesim/code_cache.h"

void code_cache_init(CodeCache* c, const Geometry* g, bool line_use)
{
   *c = (CodeCache){.sets = geometry_sets(g),
                    .ways = g->ways,
                    .line_shift = (uint32_t)__builtin_ctzll(g->line_B),
                    .words = line_use ? (g->line_B + MASK_WORD_B - 1) / MASK_WORD_B : 0,
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

void code_cache_connect(CodeCache* c, Cache* next)
{
   c->next = next;
   c->beside = next->code_above;
   next->code_above = c;
}

static void leave(CodeLine* line)
{
   line->used = 0;
   line->absent = 1;
}

void code_cache_clear(CodeCache* c)
{
   for (uint64_t i = 0; i < c->sets * c->ways; i++) {
      if (c->resident[i]) leave(c->resident[i]);
      c->resident[i] = NULL;
   }
}

// Index of the bit of the page that holds `address`.
static uint64_t page_of(uint64_t address)
{
   return (address >> CODE_PAGE_SHIFT) % CODE_PAGES;
}

CodeLine* code_cache_known_line(const CodeCache* c, uint64_t address)
{
   uint64_t page = page_of(address);
   if (!(c->pages[page / 64] >> page % 64 & 1)) return NULL;
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
   line->absent = 1;
   map_put(&c->lines, address, 0, line);
   uint64_t page = page_of(address);
   c->pages[page / 64] |= 1ULL << page % 64;
   return line;
}

CodeLine* code_cache_next(CodeCache* c, CodeLine* line)
{
   if (!line->next) line->next = code_cache_line(c, line->address + c->geometry.line_B);
   return line->next;
}

static CodeLine** set_at(const CodeCache* c, uint64_t address)
{
   uint64_t number = address >> c->line_shift;
   bool power = (c->sets & (c->sets - 1)) == 0;
   return c->resident + (power ? number & (c->sets - 1) : number % c->sets) * c->ways;
}

static CodeLine** set_of(const CodeCache* c, const CodeLine* line)
{
   return set_at(c, line->address);
}

void code_cache_follow(CodeCache* c, uint64_t address)
{
   CodeLine *const *own = set_at(c, address), *const *of = set_at(c->follows, address);
   c->now = c->follows->now;
   for (uint32_t i = 0; i < c->ways && own[i]; i++) {
      XG_ASSERT(of[i] && of[i]->address == own[i]->address);
      own[i]->used = of[i]->used;
      if (!c->words) continue;
      own[i]->count = of[i]->count;
      host_memcpy(own[i]->mask, of[i]->mask, c->words * sizeof own[i]->mask[0]);
   }
}

void code_cache_follow_all(CodeCache* c)
{
   for (uint64_t set = 0; set < c->sets; set++) code_cache_follow(c, set << c->line_shift);
}

CodeLine* code_cache_load(CodeCache* c, CodeLine* line)
{
   CodeLine** set = set_of(c, line);
   // Without branches on times, which nothing predicts; a free way comes before all others.
   uint64_t least = UINT64_MAX;
   uint32_t victim = 0;
   for (uint32_t i = 0; i < c->ways; i++) {
      const uint64_t used = set[i] ? set[i]->used : 0;
      const bool is_older = used < least;
      victim = is_older ? i : victim;
      least = is_older ? used : least;
   }
   CodeLine* old = set[victim];
   if (old) leave(old);
   line->absent = 0;
   set[victim] = line;
   return old;
}

void code_cache_load_pair(CodeCache* c, CodeLine* first, uint64_t end)
{
   if (!first->used) code_cache_load(c, first);
   if (end <= first->address + c->geometry.line_B) return;
   CodeLine* last = code_cache_next(c, first);
   if (!last->used) code_cache_load(c, last);
}

// --- line use -----------------------------------------------------------------------------

Eviction code_cache_eviction(const CodeCache* c, const CodeLine* line)
{
   return (Eviction){.target = line->target,
                     .line = line->address,
                     .count = line->count,
                     .line_B = c->geometry.line_B,
                     .unused_B = line_use_unused_B(line->mask, c->geometry.line_B),
                     .owner = line->owner,
                     .level = 1,
                     .is_code = true};
}

static Eviction evict(CodeCache* c, const CodeLine* line)
{
   if (c->next && line->lower != DETACHED)
      cache_add_use(c->next, line->lower, line->address, c->geometry.line_B, line->count,
                    line->mask);
   return code_cache_eviction(c, line);
}

static void load_with_use(CodeCache* c, CodeLine* line, LineChanges* changes)
{
   const CodeLine* old = code_cache_load(c, line);
   if (old) line_changes_evict(changes, evict(c, old), &old->target);
   line->count = 0;
   for (uint32_t w = 0; w < c->words; w++) line->mask[w] = 0;
   line->lower = DETACHED;
   line_changes_load(changes, (LineLoad){&line->target, &line->owner, 1});
}

// --- requests -----------------------------------------------------------------------------

// A line of a request.
typedef struct {
   CodeLine* line;
   bool missed;
} CodePart;

// Attaches what has been loaded; counts the fetch, too, if `count`.  A line may have been evicted
// by the next one, in a cache of very few lines.
static void note_use(CodeCache* c, const Request* r, const CodePart* part, const CodePart* end,
                     bool count, LineChanges* changes)
{
   for (const CodePart* p = part; p < end; p++) {
      CodeLine* line = p->line;
      uint64_t from = p == part ? r->address : line->address;
      uint64_t to = p + 1 == end ? r->address + r->size_B : line->address + c->geometry.line_B;
      if (count && !line->used) {
         if (p->missed) line_changes_use_own(changes, LEVEL_L1, true, line->address, to - from);
         continue;
      }
      if (p->missed && c->next) line->lower = cache_find(c->next, line->address);
      if (!count) continue;
      line->count++;
      line_use_set_bits(line->mask, from - line->address, to - from);
   }
}

// References all lines of a fetch.  `is_fetch`: sets their time of use, and counts it; otherwise
// the caller does.
static Served request(CodeCache* c, CodeLine* first, const Request* r, bool is_fetch,
                      LineChanges* changes)
{
   CodePart part[LINES_PER_REQUEST];
   uint32_t n = 0;
   bool hit = true;
   uint64_t last = code_cache_start(c, r->address + r->size_B - 1);
   for (CodeLine* line = first;; line = code_cache_next(c, line)) {
      CodePart p = {line, !line->used};
      if (p.missed && c->words)
         load_with_use(c, line, changes);
      else if (p.missed)
         code_cache_load(c, line);
      hit &= !p.missed;
      if (is_fetch) line->used = ++c->now;
      if (c->words) {
         XG_ASSERT(n < LINES_PER_REQUEST);
         part[n++] = p;
      }
      if (line->address == last) break;
   }
   Served s = {hit ? AT_L1 : AT_MEMORY};
   if (!hit && c->next)
      s = XG_UNLIKELY(c->leaves_misses) ? (Served){AT_L2} : cache_request(c->next, r, changes);
   if (c->words) note_use(c, r, part, part + n, is_fetch, changes);
   return s;
}

Served code_cache_request(CodeCache* c, const Request* r, LineChanges* changes)
{
   return request(c, code_cache_line(c, r->address), r, true, changes);
}

Served code_cache_missed(CodeCache* c, CodeLine* first, const Request* r, LineChanges* changes)
{
   return request(c, first, r, false, changes);
}

// --- all lines ----------------------------------------------------------------------------

Eviction code_cache_take_line(CodeCache* c, uint64_t way)
{
   CodeLine* line = c->resident[way];
   c->resident[way] = NULL;
   leave(line);
   return c->words ? evict(c, line) : (Eviction){0};
}

void code_cache_check(const CodeCache* c)
{
   size_t resident = 0, used = 0;
   for (uint64_t i = 0; i < c->sets * c->ways; i++) {
      const CodeLine* line = c->resident[i];
      if (!line) continue;
      XG_ASSERT(!line->absent && line->used && line->used < c->now + TIMES_PER_BLOCK);
      XG_ASSERT(set_of(c, line) == c->resident + i / c->ways * c->ways);
      if (c->words && c->next)
         XG_ASSERT(line->lower == DETACHED
                   || line->lower == cache_find(c->next, line->address));
      resident++;
   }
   for (size_t i = 0; i < c->lines.capacity; i++) {
      const CodeLine* line = c->lines.entries[i].value;
      used += line && line->used;
      XG_ASSERT(!line || line->absent == !line->used);
   }
   XG_ASSERT(used == resident); // hence no line is in two ways either
}
