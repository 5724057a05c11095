// SPDX-License-Identifier: GPL-3.0-or-later
// The coherence directory; see coherence.h.
#include "cachesim/coherence.h"

#include "cachesim/cache.h"

void coherence_init(Coherence* c, uint32_t cores, uint32_t line_B)
{
   *c = (Coherence){.cores = cores,
                    .words = line_B > MASK_WORD_B ? line_B / MASK_WORD_B : 1,
                    .line_shift = (uint32_t)__builtin_ctz(line_B),
                    .counts = true,
                    .arena = {.what = "cachesim.directory"}};
   XG_ASSERT(cores <= CORES_MAX && c->words <= MASK_WORDS_MAX);
}

void coherence_free(Coherence* c)
{
   map_clear(&c->lines);
   arena_clear(&c->arena);
   c->first = NULL;
}

static void clear_written(const Coherence* c, DirectoryLine* d, uint32_t core)
{
   for (uint32_t w = 0; d->written && w < c->words; w++) d->written[core * c->words + w] = 0;
}

void coherence_clear(Coherence* c)
{
   for (DirectoryLine* d = c->first; d; d = d->next) {
      d->holders = d->lost = 0;
      d->exclusive = d->last_writer = NO_CORE;
      d->modified = false;
      for (uint32_t core = 0; core < c->cores; core++) clear_written(c, d, core);
   }
   coherence_begin(c);
}

void coherence_zero(Coherence* c)
{
   c->invalidations = c->ownership_changes = 0;
   for (DirectoryLine* d = c->first; d; d = d->next)
      d->invalidations = d->misses[0] = d->misses[1] = 0;
}

// As a tag has the address: one that no page can have, with which an access is refused, loses bits there.
static uint64_t in_tag(const Coherence* c, uint64_t line)
{
   return cache_key_number(cache_key(line >> c->line_shift)) << c->line_shift;
}

DirectoryLine* coherence_known_line(const Coherence* c, uint64_t line)
{
   return map_get(&c->lines, in_tag(c, line), 0);
}

DirectoryLine* coherence_look_up(Coherence* c, uint64_t line)
{
   line = in_tag(c, line);
   DirectoryLine* d = coherence_known_line(c, line);
   if (!d) {
      d = arena_alloc(&c->arena, sizeof *d);
      *d = (DirectoryLine){
         .address = line, .exclusive = NO_CORE, .last_writer = NO_CORE, .next = c->first};
      c->first = d;
      map_put(&c->lines, line, 0, d);
   }
   return c->recent[(line >> c->line_shift) % COHERENCE_RECENT] = d;
}

static uint64_t bit_of(uint32_t core)
{
   return 1ULL << core;
}

MissClass coherence_class_of(const Coherence* c, const DirectoryLine* d, uint32_t core,
                             const LineBytes* bytes)
{
   if (!(d->lost & bit_of(core))) return NOT_MISSED;
   for (uint32_t w = 0; w < c->words; w++)
      if (d->written[core * c->words + w] & bytes->word[w]) return MISS_TRUE_SHARING;
   return MISS_FALSE_SHARING;
}

void coherence_note_loaded(Coherence* c, DirectoryLine* d, uint32_t core, bool shared,
                           bool write)
{
   d->holders |= bit_of(core);
   if (d->lost & bit_of(core)) {
      d->lost &= ~bit_of(core);
      clear_written(c, d, core);
   }
   d->exclusive = shared ? NO_CORE : (uint8_t)core;
   d->modified = write;
}

void coherence_note_absent(DirectoryLine* d, uint32_t core)
{
   d->holders &= ~bit_of(core);
   if (d->exclusive == core) {
      d->exclusive = NO_CORE;
      d->modified = false;
   }
}

void coherence_note_lost(Coherence* c, DirectoryLine* d, uint32_t core)
{
   coherence_note_absent(d, core);
   if (!d->written)
      d->written = arena_alloc(&c->arena, c->cores * c->words * sizeof *d->written);
   d->lost |= bit_of(core);
   if (!c->counts) return;
   c->invalidations++;
   d->invalidations++;
}

void coherence_note_write(Coherence* c, DirectoryLine* d, uint32_t core, const LineBytes* bytes,
                          bool held)
{
   for (uint32_t other = 0; d->lost && other < c->cores; other++) {
      if (!(d->lost & bit_of(other)) || other == core) continue;
      for (uint32_t w = 0; w < c->words; w++)
         d->written[other * c->words + w] |= bytes->word[w];
   }
   if (d->last_writer != NO_CORE && d->last_writer != core && c->counts) c->ownership_changes++;
   d->last_writer = (uint8_t)core;
   d->exclusive = held ? (uint8_t)core : NO_CORE;
   d->modified = held;
}

void coherence_begin(Coherence* c)
{
   c->n_now = 0;
}

void coherence_note_sharing(Coherence* c, uint64_t line, MissClass class)
{
   XG_ASSERT(c->n_now < LINES_PER_REQUEST);
   c->now[c->n_now++] = (LineSharing){line, class};
}

MissClass coherence_sharing(void* coherence, uint64_t line)
{
   const Coherence* c = coherence;
   for (uint32_t i = 0; i < c->n_now; i++)
      if (c->now[i].line == line) return c->now[i].class;
   return NOT_MISSED;
}

static void check_line(const Coherence* c, const DirectoryLine* d)
{
   XG_ASSERT(!(d->holders & d->lost));
   XG_ASSERT(!(c->cores < CORES_MAX && (d->holders | d->lost) >> c->cores));
   XG_ASSERT(d->exclusive == NO_CORE || d->holders == bit_of(d->exclusive));
   XG_ASSERT(!d->modified || d->exclusive == d->last_writer);
   for (uint32_t core = 0; d->written && core < c->cores; core++)
      for (uint32_t w = 0; w < c->words; w++)
         XG_ASSERT(d->lost >> core & 1 || !d->written[core * c->words + w]);
}

void coherence_check(const Coherence* c)
{
   for (const DirectoryLine* d = c->first; d; d = d->next) {
      XG_ASSERT(coherence_known_line(c, d->address) == d);
      check_line(c, d);
   }
}
