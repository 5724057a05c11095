// SPDX-License-Identifier: GPL-3.0-or-later
// Stores, loads and ends memory at random, in functions of one instruction that stores, and counts itself what becomes
// of each byte; prints for each function "FUNCTION Sb SbOver SbDead".
//
// All accesses to the memory that is watched are those of the functions put_*, get_* and of the kernel.  What they
// store elsewhere, return addresses, is read when they return.
#define _GNU_SOURCE
#include <fcntl.h>
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PUT __attribute__((noinline, noclone)) static void

// --- stores ------------------------------------------------------------------------------------

PUT put_1(char* p)
{
   __asm__ volatile("movb $1, (%0)" ::"r"(p) : "memory");
}

PUT put_2(char* p)
{
   __asm__ volatile("movw $1, (%0)" ::"r"(p) : "memory");
}

PUT put_4(char* p)
{
   __asm__ volatile("movl $1, (%0)" ::"r"(p) : "memory");
}

PUT put_8(char* p)
{
   __asm__ volatile("movq $1, (%0)" ::"r"(p) : "memory");
}

PUT put_16(char* p)
{
   __asm__ volatile("movups %%xmm0, (%0)" ::"r"(p) : "memory");
}

// Adds to memory: reads it first.
PUT put_add(char* p)
{
   __asm__ volatile("addq $1, (%0)" ::"r"(p) : "memory", "cc");
}

PUT put_exchange(char* p)
{
   uint64_t v = 1;
   __asm__ volatile("xchgq %0, (%1)" : "+r"(v) : "r"(p) : "memory");
}

// Stores if memory is 1, as after put_8; reads in any case.
__attribute__((noinline, noclone)) static int put_swap(char* p, uint64_t expected)
{
   uint64_t desired = 1;
   char swapped;
   __asm__ volatile("lock cmpxchgq %2, (%3); sete %0"
                    : "=q"(swapped), "+a"(expected)
                    : "r"(desired), "r"(p)
                    : "memory", "cc");
   return swapped;
}

PUT put_string(char* p)
{
   unsigned long n = 24;
   __asm__ volatile("rep stosb" : "+D"(p), "+c"(n) : "a"(0) : "memory");
}

enum { ONE, TWO, FOUR, EIGHT, SIXTEEN, ADD, EXCHANGE, SWAP, STRING, FUNCTIONS, KERNEL = FUNCTIONS };
static const char* const name[FUNCTIONS] = {"put_1",   "put_2",        "put_4",    "put_8", "put_16",
                                            "put_add", "put_exchange", "put_swap", "put_string"};
static const int size_of[FUNCTIONS] = {1, 2, 4, 8, 16, 8, 8, 8, 24};

__attribute__((noinline, noclone)) static void get(const char* p, int size_B)
{
   for (int i = 0; i < size_B; i++) *(volatile const char*)(p + i);
}

// --- the count ---------------------------------------------------------------------------------

enum { AREAS = 4, AREA_B = 3 * 4096, STEPS = 15000 };

static char* area[AREAS];
static int area_B[AREAS];
static uint8_t writer[AREAS][AREA_B]; // + 1; 0: read, or never stored
static unsigned long stored[FUNCTIONS + 1], over[FUNCTIONS + 1], dead[FUNCTIONS + 1];

static void ends(int a, int at, int size_B, unsigned long* count)
{
   for (int i = at; i < at + size_B; i++)
      if (writer[a][i]) count[writer[a][i] - 1]++;
   memset(writer[a] + at, 0, (size_t)size_B);
}

static void reads(int a, int at, int size_B)
{
   memset(writer[a] + at, 0, (size_t)size_B);
}

static void stores(int a, int at, int by)
{
   ends(a, at, size_of[by], over);
   memset(writer[a] + at, by + 1, (size_t)size_of[by]);
   stored[by] += (unsigned long)size_of[by];
}

static unsigned long seed = 88172645463325252UL;

static int below(int n)
{
   seed ^= seed << 13;
   seed ^= seed >> 7;
   seed ^= seed << 17;
   return (int)((seed >> 32) % (unsigned long)n);
}

// --- steps -------------------------------------------------------------------------------------

__attribute__((always_inline)) static inline void put(int a, int at, int by)
{
   char* p = area[a] + at;
   switch (by) {
   case ONE: put_1(p); break;
   case TWO: put_2(p); break;
   case FOUR: put_4(p); break;
   case EIGHT: put_8(p); break;
   case SIXTEEN: put_16(p); break;
   case ADD: put_add(p); break;
   case EXCHANGE: put_exchange(p); break;
   case STRING: put_string(p); break;
   }
   if (by == ADD || by == EXCHANGE) reads(a, at, 8);
   if (by != SWAP) {
      stores(a, at, by);
      return;
   }
   int swapped = put_swap(p, below(2));
   reads(a, at, 8);
   if (swapped) stores(a, at, SWAP);
}

// Some calls go through these two, so that inclusive costs differ.
__attribute__((noinline, noclone)) static void through_a(int a, int at, int by)
{
   put(a, at, by);
   __asm__ volatile("" ::: "memory");
}

__attribute__((noinline, noclone)) static void through_b(int a, int at, int by)
{
   put(a, at, by);
   __asm__ volatile("nop" ::: "memory");
}

static int null, zero;

static void system_call(int a)
{
   int size_B = 1 + below(200), at = below(area_B[a] - size_B);
   if (below(2)) {
      if (write(null, area[a] + at, (size_t)size_B) != size_B) exit(3);
      reads(a, at, size_B);
   } else {
      if (read(zero, area[a] + at, (size_t)size_B) != size_B) exit(3);
      ends(a, at, size_B, over); // the kernel's bytes are nobody's
   }
}

static void discard(int a, int pages)
{
   if (madvise(area[a] + 4096, (size_t)pages * 4096, MADV_DONTNEED)) exit(3);
   ends(a, 4096, pages * 4096, dead);
}

// The allocation ends, and another one of another size begins.
static void allocate_again(int a)
{
   ends(a, 0, area_B[a], dead);
   free(area[a]);
   area_B[a] = 4096 + below(AREA_B - 4096);
   area[a] = malloc((size_t)area_B[a]);
}

static void resize(int a)
{
   int new_B = 4096 + below(AREA_B - 4096);
   if (new_B < area_B[a]) ends(a, new_B, area_B[a] - new_B, dead);
   // Where it has moved, all that is left has been copied, which reads it.
   char* old = area[a];
   area[a] = realloc(area[a], (size_t)new_B);
   int kept_B = new_B < area_B[a] ? new_B : area_B[a];
   if (area[a] != old) reads(a, 0, kept_B);
   area_B[a] = new_B;
}

// Mapped memory moves with what is known of it.
static void remap(int a)
{
   area[a] = mremap(area[a], AREA_B, AREA_B, MREMAP_MAYMOVE | MREMAP_FIXED,
                    (char*)0x400000000000 + (long)below(1000) * AREA_B);
   if (area[a] == MAP_FAILED) exit(3);
}

__attribute__((noinline)) static void step(void)
{
   int a = below(AREAS), n = below(1000);
   if (n < 600) {
      int by = below(FUNCTIONS), at = below(area_B[a] - 32);
      if (below(2)) at = below(512); // often the same bytes
      if (below(3)) at -= at % 8;
      if (by == 0)
         through_a(a, at, by);
      else
         through_b(a, at, by);
   } else if (n < 950) {
      int size_B = 1 + below(16), at = below(2) ? below(512) : below(area_B[a] - 32);
      get(area[a] + at, size_B);
      reads(a, at, size_B);
   } else if (n < 990) system_call(a);
   else if (a == 1) discard(a, 1 + below(2));
   else if (a == 2 && n < 995) resize(a);
   else if (a == 2 || a == 3) allocate_again(a);
   else remap(a);
}

// So deep that many different calls have stored at a time.
static char deep[8 * 12000];

__attribute__((noinline, noclone)) static long put_deep(int n)
{
   *(volatile long*)(deep + 8 * n) = n;
   return n ? put_deep(n - 1) + 1 : 0;
}

int main(void)
{
   null = open("/dev/null", O_WRONLY);
   zero = open("/dev/zero", O_RDONLY);
   for (int a = 0; a < AREAS; a++) {
      area_B[a] = AREA_B;
      area[a] = a < 2 ? mmap(NULL, AREA_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                      : malloc(AREA_B);
   }
   for (int i = 0; i < STEPS; i++) step();
   long d = put_deep(8000);
   d += put_deep(8000);
   // One half is unmapped and freed, the other one is there at the end.
   ends(0, 0, AREA_B, dead);
   munmap(area[0], AREA_B);
   ends(2, 0, area_B[2], dead);
   free(area[2]);
   ends(1, 0, AREA_B, dead);
   ends(3, 0, area_B[3], dead);
   for (int f = 0; f < FUNCTIONS; f++) printf("%s %lu %lu %lu\n", name[f], stored[f], over[f], dead[f]);
   printf("put_deep_bytes %d %d\n", 2 * 8 * 8001, 8 * 8001);
   return d != 16000;
}
