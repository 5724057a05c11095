// SPDX-License-Identifier: GPL-3.0-or-later
//
// refused_accesses.c: reads and writes what it must not, as collectors do that protect pages: pages within a block of the heap and
// a mapping, one that was never accessible, and addresses that no page has.  Prints for each whether it was refused.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { SIZE = 1 << 20, PAGE = 4096 };

static sigjmp_buf before;

static void refused(int signal)
{
   (void)signal;
   siglongjmp(before, 1);
}

static void try(const char* what, volatile long* at)
{
   if (!sigsetjmp(before, 1))
      printf("%s is read: %ld\n", what, *at);
   else
      printf("%s is not read\n", what);
   if (!sigsetjmp(before, 1)) {
      *at = 1;
      printf("%s is written\n", what);
   } else
      printf("%s is not written\n", what);
}

static char* map(int access)
{
   char* at = mmap(NULL, SIZE, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (at == MAP_FAILED) exit(2);
   return at;
}

int main(void)
{
   struct sigaction action = {.sa_handler = refused, .sa_flags = SA_NODEFER};
   sigaction(SIGSEGV, &action, NULL);
   sigaction(SIGBUS, &action, NULL);
   char *block = malloc(SIZE), *mapping = map(PROT_READ | PROT_WRITE), *never = map(PROT_NONE);
   char* page = (char*)(((uintptr_t)block + 2 * PAGE) & -(uintptr_t)PAGE);
   if (!block) return 2;
   for (int i = 0; i < SIZE; i += 8) *(volatile long*)(block + i) = *(volatile long*)(mapping + i) = i;
   mprotect(page, PAGE, PROT_NONE);
   mprotect(mapping, PAGE, PROT_NONE);
   for (int round = 0; round < 2; round++) {
      try("a page of the heap", (long*)(page + 64));
      try("a page of a mapping", (long*)mapping);
      try("a page of nothing", (long*)never);
      try("no page", (long*)0);
      try("a page of the kernel", (long*)(UINTPTR_MAX - 4095));
      try("no address", (long*)0x1234567812345678);
      mprotect(page, PAGE, PROT_READ);
      mprotect(mapping, PAGE, PROT_READ | PROT_WRITE);
   }
   return 0;
}
