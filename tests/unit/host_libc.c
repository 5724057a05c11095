// SPDX-License-Identifier: GPL-3.0-or-later
// base/host.h for programs on libc: unit tests, fuzz targets and the replayer.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/host.h"
#include "base/writer.h"
#include "engine/engine.h"
#include "host_libc.h"
#include "memobj/object.h"

HostLibc host_libc;

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

void* host_alloc(const char* what, size_t size_B)
{
   (void)what;
   return linked(malloc(sizeof(Header) + size_B));
}

void* host_zalloc(const char* what, size_t size_B)
{
   (void)what;
   return linked(calloc(1, sizeof(Header) + size_B));
}

void* host_realloc(const char* what, void* p, size_t size_B)
{
   (void)what;
   return linked(realloc(p ? unlinked(p) : NULL, sizeof(Header) + size_B));
}

void host_free(void* p)
{
   if (p) free(unlinked(p));
}

void* host_map_zeroed(size_t size_B)
{
   return host_zalloc("map", size_B);
}

void host_unmap(void* p, size_t size_B)
{
   (void)size_B;
   host_free(p);
}

void host_libc_free_all(void)
{
   while (ring.next != &ring) host_free(ring.next + 1);
}

void host_memset(void* to, int byte, size_t size_B)
{
   memset(to, byte, size_B);
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

static int (*sort_order)(const void*, const void*);

static int compare_through(const void* a, const void* b)
{
   return sort_order(*(void* const*)a, *(void* const*)b);
}

void host_sort(void** v, size_t n, int (*cmp)(const void*, const void*))
{
   sort_order = cmp;
   if (n) qsort(v, n, sizeof *v, compare_through);
}

void host_panic(const char* what, const char* file, int line)
{
   fprintf(stderr, "invariant broken: %s (%s:%d)\n", what, file, line);
   abort();
}

// One call of the system, possibly made shorter or failing as the test asks.
static ssize_t write_some(int fd, const char* bytes, size_t n)
{
   if (host_libc.write_fails_after_B && host_libc.written_B >= host_libc.write_fails_after_B)
      return -1;
   if (host_libc.write_limit_B && n > host_libc.write_limit_B) n = host_libc.write_limit_B;
   return write(fd, bytes, n);
}

bool host_write(int fd, const char* bytes, size_t n)
{
   host_libc.writes++;
   while (n) {
      ssize_t done = write_some(fd, bytes, n);
      if (done < 0 && errno == EINTR) continue;
      if (done <= 0) return false;
      bytes += done;
      n -= (size_t)done;
      host_libc.written_B += (size_t)done;
   }
   return true;
}

// With made-up lines, each 16 bytes of code are a line.
bool host_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line)
{
   if (host_libc.file) *file = host_libc.file;
   *line = host_libc.with_lines && b->n_instrs ? (uint32_t)(address >> 4) : 0;
   return *line != 0;
}

const Inlined* host_inlined(const Block* b, uint64_t address)
{
   (void)b;
   (void)address;
   return NULL;
}

const Inlined* host_known_inlined(const Block* b, uint64_t address)
{
   return host_libc.inlined ? host_libc.inlined(b, address) : NULL;
}

void host_resolve_inlined(void)
{
}

// Programs make the blocks that they go to themselves.
Block* host_target(const Exit* exit, uint64_t address)
{
   (void)exit;
   Block* b = callgraph_find_block(&engine.graph, address, false);
   XG_ASSERT(b && b->function);
   return b;
}

void host_dump(const char* option, const char* function)
{
   host_libc.dumps++;
   host_libc.last_option = option;
   host_libc.last_function = function;
}

MemRange* host_memory_range(uint64_t address)
{
   (void)address;
   return NULL;
}

bool host_layouts(const MemObject* o, WhatIfLayout** by_simulation)
{
   return host_libc.layouts_of && host_libc.layouts_of(o, by_simulation);
}

bool host_is_readable(uint64_t address)
{
   return !host_libc.is_readable || host_libc.is_readable(address);
}

const uint64_t* host_line(uint64_t address)
{
   static uint64_t word[8];
   for (uint64_t i = 0; i < 8; i++)
      word[i] = host_libc.word_at ? host_libc.word_at((address & ~63ULL) + 8 * i) : 0;
   return word;
}

void host_zero(void)
{
   host_libc.zeros++;
}

void host_handler_abandoned(Block* pending)
{
   host_libc.abandoned++;
   host_libc.last_pending = pending;
}
