// SPDX-License-Identifier: GPL-3.0-or-later
// Bump allocation in chunks; see arena.h.
#include "base/arena.h"

enum { CHUNK_B = 64 * 1024 };

void* arena_alloc(Arena* a, size_t size_B)
{
   size_B = (size_B + 15) & ~(size_t)15;
   if (size_B > CHUNK_B / 4) { // a chunk of its own, so that little is wasted
      a->used_B += size_B;
      return port_zalloc(a->what, size_B);
   }
   if (size_B > a->left_B) {
      a->next = port_zalloc(a->what, CHUNK_B);
      a->left_B = CHUNK_B;
   }
   void* p = a->next;
   a->next += size_B;
   a->left_B -= size_B;
   a->used_B += size_B;
   return p;
}

char* arena_strdup(Arena* a, const char* s)
{
   size_t n = port_strlen(s) + 1;
   char* copy = arena_alloc(a, n);
   port_memcpy(copy, s, n);
   return copy;
}
