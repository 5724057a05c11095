// SPDX-License-Identifier: GPL-3.0-or-later
// Bump allocation in chunks; see arena.h.
#include "base/arena.h"

enum { CHUNK_B = 64 * 1024, CHUNK_HEAD_B = 16 };

static uint8_t* new_chunk(Arena* a, size_t size_B)
{
   void** chunk = host_zalloc(a->what, CHUNK_HEAD_B + size_B);
   *chunk = a->newest;
   a->newest = chunk;
   return (uint8_t*)chunk + CHUNK_HEAD_B;
}

void* arena_alloc(Arena* a, size_t size_B)
{
   size_B = (size_B + 15) & ~(size_t)15;
   if (size_B > CHUNK_B / 4) { // a chunk of its own, so that little is wasted
      a->used_B += size_B;
      return new_chunk(a, size_B);
   }
   if (size_B > a->left_B) {
      a->left_B = CHUNK_B - CHUNK_HEAD_B;
      a->next = new_chunk(a, a->left_B);
   }
   void* p = a->next;
   a->next += size_B;
   a->left_B -= size_B;
   a->used_B += size_B;
   return p;
}

char* arena_strdup(Arena* a, const char* s)
{
   size_t n = host_strlen(s) + 1;
   char* copy = arena_alloc(a, n);
   host_memcpy(copy, s, n);
   return copy;
}

void arena_clear(Arena* a)
{
   for (void **chunk = a->newest, **older; chunk; chunk = older) {
      older = *chunk;
      host_free(chunk);
   }
   *a = (Arena){.what = a->what};
}
