// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that are touched first, in functions whose counts are known by construction.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALONE __attribute__((noinline, noclone))
enum { PAGE_B = 4096, PAGES = 5000, HEAP_PAGES = 1000 }; // more than the TLBs of the test have

static ALONE void touch_new(volatile char* p, long n)
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 1;
}

static ALONE void touch_again(volatile char* p, long n)
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 2;
}

static ALONE void touch_dropped(volatile char* p, long n)
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 3;
}

static ALONE void touch_moved(volatile char* p, long n)
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 4;
}

static ALONE void touch_left(volatile char* p, long n) // where the moved ones were
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 5;
}

static ALONE void touch_across(volatile char* p, long n) // each access is in two pages, of which one is new
{
   for (long i = 0; i < n; i++) *(volatile long*)(p + (i + 1) * PAGE_B - 4) = 6;
}

static ALONE void touch_heap(volatile char* p, long n)
{
   for (long i = 0; i < n; i++) p[i * PAGE_B] = 7;
}

static void* map(void* at, long n)
{
   void* p = mmap(at, (size_t)n * PAGE_B, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | (at ? MAP_FIXED : 0), -1, 0);
   if (p == MAP_FAILED) abort();
   return p;
}

int main(void)
{
   char* p = map(NULL, 2 * PAGES);
   touch_new(p, PAGES); // 5000
   touch_again(p, PAGES);
   munmap(p, PAGES * PAGE_B);
   map(p, PAGES);
   touch_new(p, PAGES);                          // 5000
   madvise(p, 100 * PAGE_B, MADV_DONTNEED);      // 100
   madvise(p + 100 * PAGE_B, 100 * PAGE_B, MADV_WILLNEED);
   touch_dropped(p, PAGES);
   char* to = map(NULL, 2 * PAGES);
   touch_new(to, 10); // 10, which are gone then
   if (mremap(p, PAGES * PAGE_B, PAGES * PAGE_B, MREMAP_MAYMOVE | MREMAP_FIXED, to) != to) abort();
   touch_moved(to, PAGES);
   touch_moved(to + (long)PAGES * PAGE_B, 3); // 3
   map(p, PAGES);
   touch_left(p, PAGES);  // 5000
   char* q = map(NULL, PAGES + 1);
   touch_across(q, PAGES); // 5001
   char* heap = sbrk(HEAP_PAGES * PAGE_B); // Valgrind's heap has 8 MiB
   heap = (char*)(((unsigned long)heap + PAGE_B - 1) & -(unsigned long)PAGE_B);
   touch_heap(heap, HEAP_PAGES - 1); // 999
   if (sbrk(-400 * PAGE_B) == (void*)-1 || sbrk(400 * PAGE_B) == (void*)-1) abort();
   touch_heap(heap, HEAP_PAGES - 1); // 400, or one less
   return 0;
}
