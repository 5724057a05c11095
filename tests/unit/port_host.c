// SPDX-License-Identifier: GPL-3.0-or-later
// base/port.h, port_write() and engine/host.h for programs on libc: unit tests, fuzz targets and
// the replayer.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/port.h"
#include "base/writer.h"
#include "engine/host.h"
#include "port_host.h"

PortHost port_host;

// Blocks are in a ring, so that a test can give back what a model never frees.
typedef struct Header {
   struct Header *next, *previous;
} Header;
static Header ring = {&ring, &ring};

static void* linked(Header* h)
{
   if (!h) {
      fputs("out of memory\n", stderr);
      exit(1);
   }
   h->next = ring.next;
   h->previous = &ring;
   ring.next->previous = h;
   ring.next = h;
   return h + 1;
}

static Header* unlinked(void* p)
{
   Header* h = (Header*)p - 1;
   h->next->previous = h->previous;
   h->previous->next = h->next;
   return h;
}

void* port_alloc(const char* what, size_t size_B)
{
   (void)what;
   return linked(malloc(sizeof(Header) + size_B));
}

void* port_zalloc(const char* what, size_t size_B)
{
   (void)what;
   return linked(calloc(1, sizeof(Header) + size_B));
}

void* port_realloc(const char* what, void* p, size_t size_B)
{
   (void)what;
   return linked(realloc(p ? unlinked(p) : NULL, sizeof(Header) + size_B));
}

void port_free(void* p)
{
   if (p) free(unlinked(p));
}

void port_host_free_all(void)
{
   while (ring.next != &ring) port_free(ring.next + 1);
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

// One call of the system, possibly made shorter or failing as the test asks.
static ssize_t write_some(int fd, const char* bytes, size_t n)
{
   if (port_host.write_fails_after_B && port_host.written_B >= port_host.write_fails_after_B)
      return -1;
   if (port_host.write_limit_B && n > port_host.write_limit_B) n = port_host.write_limit_B;
   return write(fd, bytes, n);
}

bool port_write(int fd, const char* bytes, size_t n)
{
   port_host.writes++;
   while (n) {
      ssize_t done = write_some(fd, bytes, n);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      n -= (size_t)done;
      port_host.written_B += (size_t)done;
   }
   return true;
}

// With made-up lines, each 16 bytes of code are a line.
bool host_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line)
{
   (void)file;
   *line = port_host.with_lines && b->n_instrs ? (uint32_t)(address >> 4) : 0;
   return *line != 0;
}

const Inlined* host_inlined(const Block* b, uint64_t address)
{
   (void)b;
   (void)address;
   return NULL;
}

void host_resolve_inlined(void)
{
}

void host_dump(const char* option, const char* function)
{
   port_host.dumps++;
   port_host.last_option = option;
   port_host.last_function = function;
}

MemRange* host_memory_range(uint64_t address)
{
   (void)address;
   return NULL;
}

void host_zero(void)
{
   port_host.zeros++;
}

void host_handler_abandoned(Block* pending)
{
   port_host.abandoned++;
   port_host.last_pending = pending;
}
