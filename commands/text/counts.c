// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of texts; see counts.h.
#include "commands/text/counts.h"

#include <string.h>

typedef struct Count {
   struct Count* next; // of the same hash
   const char* text;
   uint32_t n;
} Count;

uint32_t* count_of(Counts* c, const char* text)
{
   const uint64_t hash = map_hash_string(text);
   Count* first = map_get(&c->map, hash, 0);
   for (Count* k = first; k; k = k->next)
      if (strcmp(k->text, text) == 0) return &k->n;
   Count* k = arena_alloc(&c->arena, sizeof *k);
   *k = (Count){.next = first, .text = text};
   map_put(&c->map, hash, 0, k);
   return &k->n;
}

void counts_clear(Counts* c)
{
   map_clear(&c->map);
   arena_clear(&c->arena);
}
