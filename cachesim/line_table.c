// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of memory; see line_table.h.
#include "cachesim/line_table.h"

enum { LINES_PER_CHUNK = 4096 };

// Lowest bits of LineRecord.line: with one core what each level has seen, else LL alone.
static uint64_t seen_bit(ClassLevel level)
{
   return 1ULL << level;
}

void line_table_init(LineTable* t, uint32_t cores, uint32_t between)
{
   XG_ASSERT(cores >= 1 && cores <= LINE_TABLE_CORES_MAX);
   *t = (LineTable){.by_core = cores > 1};
   uint8_t classes = t->by_core ? MISS_CLASSES : MISS_CLASSES_OF_ONE_CORE;
   t->n_classes[CLASS_D1] = classes;
   for (uint32_t i = 0; i < between; i++) t->n_classes[CLASS_L2 + i] = classes;
   t->n_classes[CLASS_LL] = MISS_CLASSES_OF_ONE_CORE; // all cores share it
   uint8_t n = 0;
   for (ClassLevel l = CLASS_D1; l < CLASS_LEVELS; l++) {
      t->first[l] = n;
      n = (uint8_t)(n + t->n_classes[l]);
   }
   uint32_t misses_B = offsetof(LineRecord, misses) + n * (uint32_t)sizeof(uint16_t);
   t->seen_B = (misses_B + 7) / 8 * 8;
   t->record_B = t->seen_B + (t->by_core ? (1 + between) * (uint32_t)sizeof(uint64_t) : 0);
}

void line_table_free(LineTable* t)
{
   for (uint32_t i = 0; i < t->n_chunks && t->chunks[i]; i++) host_free(t->chunks[i]);
   host_free(t->chunks);
   host_free(t->index);
   map_clear(&t->carries);
   *t = (LineTable){0};
}

LineRecord* line_table_at(const LineTable* t, uint64_t i)
{
   return (LineRecord*)(t->chunks[i / LINES_PER_CHUNK] + i % LINES_PER_CHUNK * t->record_B);
}

// --- finding ------------------------------------------------------------------------------

static uint64_t start_of(const LineTable* t, uint64_t line)
{
   uint64_t hash = line * 0x9E3779B97F4A7C15ULL;
   return (uint64_t)(((unsigned __int128)hash * t->buckets) >> 64);
}

// The bucket of a line, or the free one where it belongs.
static uint64_t bucket_of(const LineTable* t, uint64_t line)
{
   uint64_t i = start_of(t, line);
   while (t->index[i] && line_record_address(line_table_at(t, t->index[i] - 1)) != line)
      i = i + 1 < t->buckets ? i + 1 : 0;
   return i;
}

LineRecord* line_table_find(const LineTable* t, uint64_t line)
{
   if (!t->n) return NULL;
   uint32_t number = t->index[bucket_of(t, line)];
   return number ? line_table_at(t, number - 1) : NULL;
}

void line_table_prefetch_number(const LineTable* t, uint64_t line)
{
   if (t->n) __builtin_prefetch(&t->index[start_of(t, line)]);
}

void line_table_prefetch(const LineTable* t, uint64_t line)
{
   uint32_t number = t->n ? t->index[start_of(t, line)] : 0;
   if (number) __builtin_prefetch(line_table_at(t, number - 1), 1);
}

// --- growing ------------------------------------------------------------------------------

// How many of ten buckets may be taken.  With few of them a search reads few records, each of which is
// likely to be in none of the host's caches; large records leave less room for buckets.
static uint64_t most_taken(const LineTable* t)
{
   return t->record_B <= 40 ? 5 : 8;
}

// Half as many buckets again, so that two thirds of what may be taken is, or more.
static void grow_index(LineTable* t)
{
   t->buckets = t->buckets ? t->buckets / 2 * 3 : 1024;
   host_free(t->index);
   t->index = host_zalloc("cachesim.lines", t->buckets * sizeof *t->index);
   for (uint64_t i = 0; i < t->n; i++)
      t->index[bucket_of(t, line_record_address(line_table_at(t, i)))] = (uint32_t)(i + 1);
}

static void grow_chunks(LineTable* t)
{
   uint64_t chunk = t->n / LINES_PER_CHUNK;
   if (chunk == t->n_chunks) {
      uint32_t n = t->n_chunks ? t->n_chunks * 2 : 16;
      t->chunks = host_realloc("cachesim.lines", t->chunks, n * sizeof *t->chunks);
      for (uint32_t i = t->n_chunks; i < n; i++) t->chunks[i] = NULL;
      t->n_chunks = n;
   }
   if (!t->chunks[chunk])
      t->chunks[chunk] = host_zalloc("cachesim.lines", (size_t)LINES_PER_CHUNK * t->record_B);
}

LineRecord* line_table_get(LineTable* t, uint64_t line)
{
   LineRecord* r = line_table_find(t, line);
   if (r) return r;
   XG_ASSERT(t->n < UINT32_MAX - 1);
   if ((t->n + 1) * 10 > t->buckets * most_taken(t)) grow_index(t);
   grow_chunks(t);
   t->index[bucket_of(t, line)] = (uint32_t)(t->n + 1);
   r = line_table_at(t, t->n++);
   r->line = line;
   return r;
}

uint64_t line_table_size_B(const LineTable* t)
{
   uint64_t chunks = (t->n + LINES_PER_CHUNK - 1) / LINES_PER_CHUNK;
   return chunks * LINES_PER_CHUNK * t->record_B + t->buckets * sizeof *t->index
          + t->n_chunks * sizeof *t->chunks;
}

// --- what was seen ------------------------------------------------------------------------

static uint64_t* cores_of(const LineTable* t, LineRecord* r, ClassLevel level)
{
   return (uint64_t*)((uint8_t*)r + t->seen_B) + level;
}

bool line_table_see(const LineTable* t, LineRecord* r, ClassLevel level, uint32_t core)
{
   bool by_core = t->by_core && level != CLASS_LL;
   uint64_t* word = by_core ? cores_of(t, r, level) : &r->line;
   uint64_t bit = by_core ? 1ULL << core : seen_bit(level);
   bool seen = *word & bit;
   *word |= bit;
   return seen;
}

void line_table_forget(LineTable* t)
{
   for (uint64_t i = 0; i < t->n; i++) {
      LineRecord* r = line_table_at(t, i);
      r->line = line_record_address(r);
      host_memset((uint8_t*)r + t->seen_B, 0, t->record_B - t->seen_B);
   }
}

// --- misses -------------------------------------------------------------------------------

static uint32_t counter_of(const LineTable* t, ClassLevel level, MissClass m)
{
   XG_CHECK(m < t->n_classes[level]);
   return t->first[level] + (uint32_t)m;
}

static uint64_t carries_of(const LineTable* t, uint64_t line, uint32_t counter)
{
   return (uintptr_t)map_get(&t->carries, line, counter);
}

void line_table_count(LineTable* t, LineRecord* r, ClassLevel level, MissClass m)
{
   uint32_t counter = counter_of(t, level, m);
   if (++r->misses[counter]) return;
   uint64_t line = line_record_address(r);
   map_put(&t->carries, line, counter, (void*)(uintptr_t)(carries_of(t, line, counter) + 1));
}

uint64_t line_table_misses(const LineTable* t, uint64_t i, ClassLevel level, MissClass m)
{
   if (m >= t->n_classes[level]) return 0;
   const LineRecord* r = line_table_at(t, i);
   uint32_t counter = counter_of(t, level, m);
   return (carries_of(t, line_record_address(r), counter) << 16) + r->misses[counter];
}

void line_table_zero(LineTable* t)
{
   map_clear(&t->carries);
   for (uint64_t i = 0; i < t->n; i++) {
      LineRecord* r = line_table_at(t, i);
      r->object = 0;
      host_memset(r->misses, 0, t->seen_B - offsetof(LineRecord, misses));
   }
}

void line_table_check(const LineTable* t)
{
   uint64_t taken = 0;
   for (uint64_t i = 0; i < t->buckets; i++) taken += t->index[i] != 0;
   XG_ASSERT(taken == t->n);
   for (uint64_t i = 0; i < t->n; i++) {
      LineRecord* r = line_table_at(t, i);
      XG_ASSERT(line_table_find(t, line_record_address(r)) == r);
   }
}
