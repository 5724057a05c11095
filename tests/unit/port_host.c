// SPDX-License-Identifier: GPL-3.0-or-later
// base/port.h, port_write() and engine/host.h for programs on libc: unit tests, fuzz targets and
// the replayer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/port.h"
#include "base/writer.h"
#include "engine/host.h"

static void* checked(void* p)
{
   if (!p) {
      fputs("out of memory\n", stderr);
      exit(1);
   }
   return p;
}

void* port_alloc(const char* what, size_t size_B)
{
   (void)what;
   return checked(malloc(size_B ? size_B : 1));
}

void* port_zalloc(const char* what, size_t size_B)
{
   (void)what;
   return checked(calloc(1, size_B ? size_B : 1));
}

void* port_realloc(const char* what, void* p, size_t size_B)
{
   (void)what;
   return checked(realloc(p, size_B ? size_B : 1));
}

void port_free(void* p)
{
   free(p);
}

void port_memset(void* to, int byte, size_t size_B)
{
   memset(to, byte, size_B);
}

void port_memcpy(void* to, const void* from, size_t size_B)
{
   if (size_B) memcpy(to, from, size_B);
}

int port_strcmp(const char* a, const char* b)
{
   return strcmp(a, b);
}

int port_strncmp(const char* a, const char* b, size_t n)
{
   return strncmp(a, b, n);
}

size_t port_strlen(const char* s)
{
   return strlen(s);
}

static int (*sort_order)(const void*, const void*);

static int compare_through(const void* a, const void* b)
{
   return sort_order(*(void* const*)a, *(void* const*)b);
}

void port_sort(void** v, size_t n, int (*cmp)(const void*, const void*))
{
   sort_order = cmp;
   if (n) qsort(v, n, sizeof *v, compare_through);
}

void port_panic(const char* what, const char* file, int line)
{
   fprintf(stderr, "invariant broken: %s (%s:%d)\n", what, file, line);
   abort();
}

bool port_write(int fd, const char* bytes, size_t n)
{
   while (n) {
      ssize_t done = write(fd, bytes, n);
      if (done <= 0) return false;
      bytes += done;
      n -= (size_t)done;
   }
   return true;
}

bool host_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line)
{
   (void)b, (void)address, (void)file;
   *line = 0;
   return false;
}

void host_dump(const char* option, const char* function)
{
   (void)option, (void)function;
}

void host_zero(void)
{
}

void host_handler_abandoned(Block* pending)
{
   (void)pending;
}
