// SPDX-License-Identifier: GPL-3.0-or-later
// Open-addressing hash map; see map.h.
#include "base/map.h"

enum { FIRST_CAPACITY = 4 }; // most maps of a site have one or two entries

static size_t slot_of(const Map* m, uint64_t key1, uint64_t key2)
{
   uint64_t h = (key1 ^ (key2 >> 32 | key2 << 32)) * 0x9E3779B97F4A7C15ULL;
   h = (h ^ (h >> 29)) * 0xBF58476D1CE4E5B9ULL + key2 * 0x94D049BB133111EBULL;
   return (size_t)(h >> 20) & (m->capacity - 1);
}

// Index of the entry with these keys, or of the free entry where they belong.
static size_t find(const Map* m, uint64_t key1, uint64_t key2)
{
   size_t i = slot_of(m, key1, key2);
   while (m->entries[i].value && (m->entries[i].key1 != key1 || m->entries[i].key2 != key2))
      i = (i + 1) & (m->capacity - 1);
   return i;
}

static void grow(Map* m)
{
   MapEntry* old = m->entries;
   size_t old_capacity = m->capacity;
   m->capacity = old_capacity ? old_capacity * 2 : FIRST_CAPACITY;
   m->entries = host_zalloc("base.map", m->capacity * sizeof *m->entries);
   for (size_t i = 0; i < old_capacity; i++)
      if (old[i].value) m->entries[find(m, old[i].key1, old[i].key2)] = old[i];
   host_free(old);
}

void* map_get(const Map* m, uint64_t key1, uint64_t key2)
{
   return m->count ? m->entries[find(m, key1, key2)].value : NULL;
}

void map_put(Map* m, uint64_t key1, uint64_t key2, void* value)
{
   XG_ASSERT(value != NULL);
   if ((m->count + 1) * 3 > m->capacity * 2) grow(m);
   MapEntry* e = &m->entries[find(m, key1, key2)];
   if (!e->value) m->count++;
   *e = (MapEntry){key1, key2, value};
}

void map_remove(Map* m, uint64_t key1, uint64_t key2)
{
   if (!m->count) return;
   size_t hole = find(m, key1, key2);
   if (!m->entries[hole].value) return;
   m->count--;
   // Close the gap: move back every entry that probing would no longer reach.
   for (size_t i = (hole + 1) & (m->capacity - 1); m->entries[i].value;
        i = (i + 1) & (m->capacity - 1)) {
      size_t home = slot_of(m, m->entries[i].key1, m->entries[i].key2);
      if (((i - home) & (m->capacity - 1)) < ((i - hole) & (m->capacity - 1))) continue;
      m->entries[hole] = m->entries[i];
      hole = i;
   }
   m->entries[hole].value = NULL;
}

void map_clear(Map* m)
{
   host_free(m->entries);
   *m = (Map){0};
}

void map_check(const Map* m)
{
   size_t n = 0;
   for (size_t i = 0; i < m->capacity; i++) {
      if (!m->entries[i].value) continue;
      n++;
      XG_ASSERT(find(m, m->entries[i].key1, m->entries[i].key2) == i);
   }
   XG_ASSERT(n == m->count);
}

uint64_t map_hash_string(const char* s)
{
   uint64_t h = 0xCBF29CE484222325ULL;
   for (; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001B3ULL;
   return h;
}
