// SPDX-License-Identifier: GPL-3.0-or-later
// Texts that live as long as the process; see kept.h.
#include "commands/text/kept.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/arena.h"

// One for all threads: a text may be told by another thread than the one that made it, and outlives both.
static Arena arena = {.what = "commands.kept"};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void* kept_room(size_t size_B)
{
   pthread_mutex_lock(&lock);
   void* room = arena_alloc(&arena, size_B);
   pthread_mutex_unlock(&lock);
   return room;
}

char* kept_copy(const char* text, size_t n)
{
   char* copy = kept_room(n + 1);
   host_memcpy(copy, text, n);
   return copy;
}

char* kept_of_list(const char* format, va_list arguments)
{
   va_list again;
   va_copy(again, arguments);
   const int n = vsnprintf(NULL, 0, format, arguments);
   XG_ASSERT(n >= 0);
   char* text = kept_room((size_t)n + 1);
   (void)vsnprintf(text, (size_t)n + 1, format, again);
   va_end(again);
   return text;
}

char* kept(const char* format, ...)
{
   va_list arguments;
   va_start(arguments, format);
   char* text = kept_of_list(format, arguments);
   va_end(arguments);
   return text;
}
