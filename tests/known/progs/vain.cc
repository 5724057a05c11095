// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that is zeroed and then overwritten, in the usual ways; lines that are stored to and not read; and stores that
// look vain and are not.  Prints for each function "FUNCTION SbOver SbDead SbLoad", "-" for what is not known.
//
// The comments "// LINE: name" say which lines the test looks for.
#include <emmintrin.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <vector>

#define OWN __attribute__((noinline, noclone)) static

enum { SMALL_B = 65536, LARGE_B = 1 << 20, FLUSH_B = 4 << 20 };

// --- zeroed and overwritten ----------------------------------------------------------------------

OWN void fill(long* p, size_t size_B)
{
   for (size_t i = 0; i < size_B / 8; i++) ((volatile long*)p)[i] = (long)i; // LINE: fill
}

OWN long sum(const long* p, size_t size_B)
{
   long s = 0;
   for (size_t i = 0; i < size_B / 8; i++) s += ((const volatile long*)p)[i];
   return s;
}

OWN void* zeroed(void)
{
   void* p = malloc(LARGE_B);
   memset(p, 0, LARGE_B); // LINE: memset
   return p;
}

static void* volatile behind;

OWN void* cleared(void)
{
   // Memory that is used again has to be cleared; what lies behind keeps it in one place.
   void* volatile old = malloc(SMALL_B);
   behind = malloc(SMALL_B);
   free(old);
   return calloc(1, SMALL_B); // LINE: calloc
}

OWN long with_vector(void)
{
   std::vector<long> v(SMALL_B / 8); // LINE: vector
   fill(v.data(), SMALL_B);
   return sum(v.data(), SMALL_B);
}

OWN long* grown(long* p)
{
   return (long*)realloc(p, 2 * SMALL_B); // LINE: realloc
}

// --- not in vain -----------------------------------------------------------------------------------

OWN void fill_shared(volatile long* p)
{
   for (int i = 0; i < 512; i++) p[i] = i;
}

OWN void fill_code(volatile unsigned char* p, int value)
{
   p[0] = 0xB8; // mov $value, %eax
   p[1] = (unsigned char)value;
   p[2] = p[3] = p[4] = 0;
   p[5] = 0xC3; // ret
}

OWN void fill_read(volatile long* p)
{
   for (int i = 0; i < 512; i++) p[i] = i;
}

// --- the stack -------------------------------------------------------------------------------------

// 256 bytes that die with the function, and are not the next one's to overwrite.
OWN void waste_frame(void)
{
   __asm__ volatile("sub $264, %%rsp\n"
                    "mov $32, %%ecx\n"
                    "1: movq $1, -8(%%rsp, %%rcx, 8)\n"
                    "dec %%ecx\n"
                    "jnz 1b\n"
                    "add $264, %%rsp\n" ::
                       : "rcx", "memory", "cc");
}

// Below the stack pointer, where the function may store without moving it.
OWN void waste_red_zone(void)
{
   __asm__ volatile("movq $1, -8(%%rsp)\n"
                    "movq $1, -128(%%rsp)\n"
                    "movq -128(%%rsp), %%rcx\n" ::
                       : "rcx", "memory");
}

// What is still read after the stack pointer has risen is not dead.
OWN void use_red_zone(void)
{
   __asm__ volatile("push $1\n"
                    "lea 8(%%rsp), %%rsp\n"
                    "movq -8(%%rsp), %%rcx\n" ::
                       : "rcx", "memory");
}

// --- lines -----------------------------------------------------------------------------------------

static char lines[6][LARGE_B] __attribute__((aligned(4096)));
static char flushed[FLUSH_B] __attribute__((aligned(4096)));

OWN void stream_once(char* p)
{
   for (int i = 0; i < LARGE_B; i += 8) *(volatile long*)(p + i) = 1;
}

OWN void stream_half(char* p)
{
   for (int i = 0; i < LARGE_B; i += 16) *(volatile long*)(p + i) = 1;
}

OWN void stream_twice(char* p)
{
   for (int i = 0; i < LARGE_B; i += 8) *(volatile long*)(p + i) = *(volatile long*)(p + i) = 1;
}

OWN void stream_read(char* p)
{
   for (int i = 0; i < LARGE_B; i += 8) {
      *(volatile long*)(p + i) = 1;
      if (i % 64 == 56) (void)*(volatile long*)(p + i);
   }
}

OWN void stream_past(char* p)
{
   for (int i = 0; i < LARGE_B; i += 16) _mm_stream_si128((__m128i*)(p + i), _mm_set1_epi32(1));
}

OWN void stream_late(char* p)
{
   for (int i = 0; i < LARGE_B; i += 8) *(volatile long*)(p + i) = 1;
}

OWN void flush(void)
{
   for (int i = 0; i < FLUSH_B; i += 64) (void)*(volatile char*)(flushed + i);
}

int main(void)
{
   long* p = (long*)zeroed();
   fill(p, LARGE_B);
   long s = sum(p, LARGE_B);
   free(p);
   p = (long*)cleared();
   fill(p, SMALL_B);
   s += sum(p, SMALL_B);
   printf("realloc %zu\n", malloc_usable_size(p)); // all of it is copied
   p = grown(p);
   fill(p, 2 * SMALL_B);
   s += sum(p, 2 * SMALL_B);
   free(p);
   s += with_vector();
   printf("fill 0 0 -\n");

   volatile long* shared =
      (volatile long*)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   fill_shared(shared);
   fill_shared(shared);
   munmap((void*)shared, 4096);
   printf("fill_shared 0 0 0\n");

   unsigned char* code = (unsigned char*)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   int sum_of_code = 0;
   for (int i = 1; i <= 3; i++) {
      fill_code(code, i);
      sum_of_code += ((int (*)(void))code)();
   }
   munmap(code, 4096);
   printf("fill_code 0 0 0\n");

   long* q = (long*)malloc(4096);
   for (int i = 0; i < 3; i++) {
      fill_read(q);
      s += sum(q, 4096);
   }
   free(q);
   printf("fill_read 0 0 0\n");

   for (int i = 0; i < 10; i++) waste_frame();
   printf("waste_frame 0 2560 0\n");
   for (int i = 0; i < 10; i++) waste_red_zone();
   printf("waste_red_zone 0 80 0\n");
   for (int i = 0; i < 10; i++) use_red_zone();
   printf("use_red_zone 0 0 0\n");

   flush();
   stream_once(lines[0]);
   flush();
   stream_half(lines[1]);
   flush();
   stream_twice(lines[2]);
   flush();
   stream_read(lines[3]);
   flush();
   stream_past(lines[4]);
   flush();
   stream_late(lines[5]);
   flush();
   s += sum((const long*)lines[5], LARGE_B);
   printf("stream_once 0 %d %d\n", LARGE_B, LARGE_B);
   printf("stream_half 0 %d 0\n", LARGE_B / 2);
   printf("stream_twice %d %d 0\n", LARGE_B, LARGE_B);
   printf("stream_read 0 %d 0\n", LARGE_B / 8 * 7);
   printf("stream_past 0 %d 0\n", LARGE_B);
   printf("stream_late 0 0 %d\n", LARGE_B);
   return s == 0 || sum_of_code != 6;
}
