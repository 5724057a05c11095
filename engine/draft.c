// SPDX-License-Identifier: GPL-3.0-or-later
// Drafts; see draft.h.
#include "engine/draft.h"

#include "engine/access.h"
#include "engine/charge_inl.h"
#include "engine/entry_points.h"
#include "engine/iterations/loop_heads.h"
#include "engine/probes.h"
#include "engine/translate.h"

enum { HOT_MAX = 256, SEGMENTS_SHIFT = 10, SEGMENTS = 1 << SEGMENTS_SHIFT };

static struct Drafts {
   // By number; the first one is not used.  They stand side by side: a run that looks for one waits for
   // memory once.
   DraftSegment** chunks;
   uint32_t n_segments, n_chunks;
   Block* hot[HOT_MAX];
   uint32_t n_hot;
} drafts;

// --- descriptions -------------------------------------------------------------------------

void drafts_init(void)
{
   drafts = (struct Drafts){.n_segments = 1};
}

bool drafts_apply(const EngineConfig* c)
{
   const bool per_access =
      c->sampling_period || probes.access || c->sample_sets > 1 || c->stores || c->work;
   // Branches alone: what runs take longer with drafts is more than what translations take less.
   const bool branches_alone = c->branch_sim && !c->cache_sim;
   return !per_access && !branches_alone && PROGRAM->caches.cores.n <= 1;
}

Draft* draft_new(Block* b, const void* code, uint32_t code_B, uint32_t runs)
{
   Draft* d = arena_alloc(&engine.graph.arena_blocks, sizeof *d + code_B);
   d->code_B = code_B;
   host_memcpy(d->code, code, code_B);
   b->draft = d;
   b->draft_runs = runs;
   return d;
}

bool draft_is_of(const Draft* d, const void* code, uint32_t code_B)
{
   const uint8_t* now = code;
   if (d->code_B != code_B) return false;
   for (uint32_t i = 0; i < code_B; i++)
      if (d->code[i] != now[i]) return false;
   return true;
}

uint32_t draft_next_number(void)
{
   return drafts.n_segments;
}

static void* copy(const void* from, size_t size_B)
{
   if (!size_B) return NULL;
   void* to = arena_alloc(&engine.graph.arena_blocks, size_B);
   host_memcpy(to, from, size_B);
   return to;
}

XG_INLINE DraftSegment* segment_of(uint64_t number)
{
   return &drafts.chunks[number >> SEGMENTS_SHIFT][number & (SEGMENTS - 1)];
}

static void add_chunk(void)
{
   const uint32_t n = drafts.n_chunks++;
   drafts.chunks =
      host_realloc("engine.drafts", drafts.chunks, (n + 1) * sizeof *drafts.chunks);
   // One line of the host's memory more, so that they may start at one.
   char* memory = host_alloc("engine.drafts", (SEGMENTS + 1) * sizeof **drafts.chunks);
   drafts.chunks[n] = (DraftSegment*)(((uintptr_t)memory | 63) + 1);
}

uint32_t draft_add_segment(const DraftSegment* s, uint32_t n_fetches)
{
   if (drafts.n_segments >> SEGMENTS_SHIFT >= drafts.n_chunks) add_chunk();
   DraftSegment* own = segment_of(drafts.n_segments);
   *own = *s;
   own->fetches = copy(s->fetches, n_fetches * sizeof *s->fetches);
   own->uses = copy(s->uses, s->n_uses * sizeof *s->uses);
   return drafts.n_segments++;
}

void draft_clear(DraftState* state, uint32_t n)
{
   state->number = 0;
   for (uint32_t i = 0; i < n; i++) state->address[i] = DRAFT_NOT_YET;
}

// --- execution ----------------------------------------------------------------------------

static void begin(const DraftSegment* s)
{
   Block* b = s->block;
   if (b->key != xg_current.key) entry_points.enter(b);
   if (XG_DEBUG_CHECKS) entry_points.check(b);
   PROGRAM->caches.i1.now += s->time_step;
   if (b->draft->asks_timeline && xg_current.total[EV_IR] >= xg_current.due_at)
      entry_points.due(b);
   if (b->cycles) cycles_begin(b);
   if (!b->draft_runs || --b->draft_runs) return;
   if (drafts.n_hot < HOT_MAX)
      drafts.hot[drafts.n_hot++] = b;
   else
      b->draft_runs = 1; // its next run will find room
}

void draft_ask_again(Block* b)
{
   if (b->draft && !b->draft_runs && b->n_segments && drafts.n_hot < HOT_MAX)
      drafts.hot[drafts.n_hot++] = b;
}

static void ask_page(const DraftFetch* f, Site* site)
{
   if (f->two_pages || !f->page->used) entry_points.fetch_page(site);
   if (!f->two_pages) f->page->used = translate_time(site);
}

static void fetch(const DraftFetch* f, Site* site)
{
   if (XG_UNLIKELY(f->page != NULL)) ask_page(f, site);
   if (!f->line) {
      entry_points.fetch(site);
      return;
   }
   if ((f->first_is_new && !f->line->used) || (f->other && !f->other->used))
      entry_points.fetch_missed(site, f->line);
   if (f->first_is_new) f->line->used = PROGRAM->caches.i1.now;
   if (f->other) f->other->used = PROGRAM->caches.i1.now;
}

// As generated code does: it notes nothing of an access that is larger than a line, nor of one that layouts may have moved
// (what_if.h).
static void data_once(Site* site, uint64_t address)
{
   const EngineConfig* c = &engine.config;
   const bool turns = c->objects && object_costs_is_outside(site, address);
   if (!turns && access_take_hot(site, address)) return;
   entry_points.data(site, address);
   const bool is_noted = turns && c->what_if && !c->beside;
   if (!is_noted && site->size_B <= PROGRAM->caches.d1.geometry.line_B)
      access_note(site, address);
}

static void data(Site* site, uint64_t address)
{
   if (site->block->cycles) cycles_access(site, address);
   data_once(site, address);
   if (XG_UNLIKELY(engine.config.beside)) entry_points.beside(site, address);
}

static bool is_guarded(const Site* site)
{
   return site->kind == SITE_READ_GUARDED || site->kind == SITE_WRITE_GUARDED;
}

static AccessData* access_of(const Site* site)
{
   if (XG_UNLIKELY(site->kind == SITE_PREFETCH)) return entry_points.prefetch;
   return is_guarded(site) ? entry_points.data_guarded : data;
}

// The branch at the end of the segment, and where it goes.
static void branch(const DraftSegment* s, Site* site, uint64_t way)
{
   const bool indirect = site->kind == SITE_INDIRECT;
   if (engine.config.branch_sim)
      (indirect ? entry_points.indirect : entry_points.branch)(site, way);
   if (s->block->cycles)
      (indirect ? cycles_indirect : cycles_branch)(s->block->draft->cycles.branch[s->index],
                                                   way);
}

static bool is_branch(const Site* site)
{
   return site->kind == SITE_BRANCH || site->kind == SITE_INDIRECT;
}

static const DraftUse* use_lines(const DraftUse* u, const DraftUse* end, uint32_t site)
{
   for (; u < end && u->site <= site; u++) {
      u->line->count += u->count;
      u->line->mask[0] |= u->mask;
   }
   return u;
}

// The sites before `end`, in their order, and the use of lines between them.
static void run_sites(const DraftSegment* s, DraftState* state, uint32_t end)
{
   const DraftFetch* f = s->fetches;
   const DraftUse *u = s->uses, *last = s->uses + s->n_uses;
   for (uint32_t i = s->first_site; i < end; i++) {
      if (XG_UNLIKELY(u < last)) u = use_lines(u, last, i);
      Site* site = &s->block->sites[i];
      if (site->kind == SITE_FETCH) {
         fetch(f++, site);
         continue;
      }
      if (site->kind == SITE_BUS) continue; // the segment counts it
      uint64_t* address = &state->address[i - s->first_site];
      if (XG_UNLIKELY(is_branch(site)))
         branch(s, site, *address);
      else if (*address != DRAFT_NOT_YET)
         access_of(site)(site, *address);
      *address = DRAFT_NOT_YET;
   }
}

XG_INLINE void run(const DraftSegment* s, DraftState* state)
{
   if (s->begins) begin(s);
   run_sites(s, state, s->end_site);
   for (uint32_t i = 0; i < s->n_uses; i++)
      if (s->uses[i].site == s->end_site) use_lines(&s->uses[i], &s->uses[i] + 1, s->end_site);
   if (!s->counts) return;
   if (XG_UNLIKELY(s->block->asks_loops)) loop_heads_segment(s->block, s->index);
   count_segment(s->block, s->index, s->ir, s->reads, s->writes, s->bus);
   if (s->block->last_ranges) object_costs_executed(s->block, s->index);
   if (s->block->cycles) count_cycles(s->block->draft->cycles.cost[s->index]);
}

void draft_run(uint64_t number)
{
   run(segment_of(number), NULL);
}

void draft_run_accesses(DraftState* state)
{
   run(segment_of(state->number), state);
   state->number = 0;
}

void draft_fault(DraftState* state)
{
   if (!state->number) return;
   const DraftSegment* s = segment_of(state->number);
   state->number = 0;
   if (s->begins) begin(s);
   uint32_t end = s->end_site;
   while (end > s->first_site && state->address[end - 1 - s->first_site] == DRAFT_NOT_YET)
      end--;
   run_sites(s, state, end);
}

Block* drafts_next_hot(void)
{
   return drafts.n_hot ? drafts.hot[--drafts.n_hot] : NULL;
}
