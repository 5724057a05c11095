/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pages.c: accesses to known pages, for TLBs.  Each function makes its accesses by an instruction
 * that is executed once for each; memory is mapped at an address that is a multiple of 2 MiB.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NOINLINE __attribute__((noinline, noclone))

enum { KIB = 1024, MIB = 1024 * 1024, HUGE_B = 2 * MIB };
enum { ROWS = 512, COLUMNS = 16 };       /* rows of 4 KiB */
enum { CHASE_PAGES = 256, ROUNDS = 4 };  /* a page each */

/* size_B bytes at a multiple of 2 MiB, with 2 MiB in front and behind that are not touched */
static char* map(size_t size_B)
{
   char* p = mmap(NULL, size_B + 3 * HUGE_B, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (p == MAP_FAILED) exit(2);
   return (char*)(((uintptr_t)p + 2 * HUGE_B - 1) / HUGE_B * HUGE_B);
}

#define LOAD(p) __asm__ volatile("addq (%1), %0" : "+r"(sum_) : "r"(p) : "memory")
#define STORE(p) __asm__ volatile("movq %0, (%1)" : : "r"(sum_), "r"(p) : "memory")

/* n loads, one every `stride` bytes */
#define WALK(name, op)                                                                         \
   NOINLINE void name(char* p, long n, long stride)                                            \
   {                                                                                           \
      register uint64_t sum_ = 0;                                                              \
      for (; n; n--, p += stride) op(p);                                                       \
      __asm__ volatile("" : : "r"(sum_));                                                      \
   }

WALK(by_column, LOAD)
WALK(by_column_advised, LOAD)
WALK(by_column_half, LOAD)
WALK(by_column_given_back, LOAD)
WALK(by_column_mapped_anew, LOAD)
WALK(by_row, LOAD)
WALK(store_by_column, STORE)
WALK(straddle, LOAD)
WALK(straddle_again, LOAD)

NOINLINE void chase(void** p, long n)
{
   while (n--) __asm__ volatile("movq (%0), %0" : "+r"(p) : : "memory");
}

/* a ring through all pages; each at another line, so that no set of D1 gets too many */
static void** ring(char* p, long n)
{
   for (long i = 0; i < n; i++)
      *(void**)(p + i * 4096 + i % 64 * 64) = p + (i + 1) % n * 4096 + (i + 1) % n % 64 * 64;
   return (void**)p;
}

/* code: pages with two instructions, and an instruction in two pages */
enum { CODE_PAGES = 32, CALL_ROUNDS = 5 };
extern char code_page[];
extern void code_straddle(void);
__asm__(".text\n.p2align 12\n"
        ".type code_page, @function\ncode_page:\n"
        ".rept 32\nnop\nret\n.p2align 12, 0x90\n.endr\n"
        ".size code_page, . - code_page\n"
        ".skip 4092, 0x90\n"
        ".type code_straddle, @function\ncode_straddle:\n"
        "movabsq $1, %rax\nret\n"
        ".size code_straddle, . - code_straddle\n.p2align 12, 0x90\n");

NOINLINE void call_pages(long rounds)
{
   while (rounds--)
      for (int i = 0; i < CODE_PAGES; i++) ((void (*)(void))(code_page + i * 4096))();
}

static void columns(void (*walk)(char*, long, long), char* p)
{
   for (int c = 0; c < COLUMNS; c++) walk(p + c * 64, ROWS, 4096);
}

int main(void)
{
   char* p = map(ROWS * 4096);
   columns(by_column, p);
   columns(store_by_column, p);
   by_row(p, ROWS * 4096 / 64, 64);
   straddle(p + 4096 - 4, ROWS / 2 - 1, 8192);       /* both pages are new */
   straddle_again(p + 4096 - 4, 8, 0);               /* none is */
   chase(ring(p, CHASE_PAGES), CHASE_PAGES * ROUNDS);

   if (madvise(p, ROWS * 4096, MADV_HUGEPAGE) != 0) fprintf(stderr, "no huge pages here\n");
   columns(by_column_advised, p);
   madvise(p + HUGE_B / 2, 4096, MADV_NOHUGEPAGE);   /* then the piece is not whole */
   columns(by_column_half, p);
   madvise(p, ROWS * 4096, MADV_HUGEPAGE);
   madvise(p, ROWS * 4096, MADV_NOHUGEPAGE);
   columns(by_column_given_back, p);
   madvise(p, ROWS * 4096, MADV_HUGEPAGE);
   if (mmap(p, ROWS * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != p)
      return 2;
   columns(by_column_mapped_anew, p);

   call_pages(CALL_ROUNDS);
   for (int i = 0; i < 2; i++) code_straddle();
   return 0;
}
