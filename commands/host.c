// SPDX-License-Identifier: GPL-3.0-or-later
// base/host.h for the commands, on libc; threads may call it at the same time.
#include "base/host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/text/message.h"

// Not by way of fail(): what goes on after a failure needs memory, too.
static void* must(void* memory)
{
   if (memory) return memory;
   fprintf(stderr, "%s: there is no memory left\n", message_name());
   exit(1);
}

void* host_alloc(const char* what, size_t size_B)
{
   (void)what;
   return must(malloc(size_B ? size_B : 1));
}

void* host_zalloc(const char* what, size_t size_B)
{
   (void)what;
   return must(calloc(1, size_B ? size_B : 1));
}

void* host_realloc(const char* what, void* p, size_t size_B)
{
   (void)what;
   return must(realloc(p, size_B ? size_B : 1));
}

void host_free(void* p)
{
   free(p);
}

void host_memset(void* to, int byte, size_t size_B)
{
   if (size_B) memset(to, byte, size_B);
}

void host_memcpy(void* to, const void* from, size_t size_B)
{
   if (size_B) memcpy(to, from, size_B);
}

int host_strcmp(const char* a, const char* b)
{
   return strcmp(a, b);
}

int host_strncmp(const char* a, const char* b, size_t n)
{
   return strncmp(a, b, n);
}

size_t host_strlen(const char* s)
{
   return strlen(s);
}

static _Thread_local int (*sort_order)(const void*, const void*);

static int compare_through(const void* a, const void* b)
{
   return sort_order(*(void* const*)a, *(void* const*)b);
}

void host_sort(void** v, size_t n, int (*cmp)(const void*, const void*))
{
   sort_order = cmp;
   if (n) qsort(v, n, sizeof *v, compare_through);
}

bool host_write(int fd, const char* bytes, size_t n)
{
   while (n) {
      const ssize_t done = write(fd, bytes, n);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      n -= (size_t)done;
   }
   return true;
}

void host_panic(const char* what, const char* file, int line)
{
   fprintf(stderr, "%s: invariant broken: %s (%s:%d)\n", message_name(), what, file, line);
   abort();
}
