// SPDX-License-Identifier: GPL-3.0-or-later
//
// Programs that repeat something, for known/timeline-found.
//
// Usage: repeats CASE N
//   alternating   one loop, in which first() and second() take turns
//   after         N calls of first() in a loop, then N of second() in another one
//   calls         outer() is called at several places, and always the same
//   nested        a loop of N rounds, in each of which a loop calls first() five times
//   entered       a function with a loop of four rounds is called N times, by a loop
//   recursive     descend() calls itself, so that its outermost call is one, and first() N times
//   nothing       two loops without a call, each once: an iteration is some instructions
//   threads       N rounds, in each of which four threads do first()
//   borders       N rounds of first(), MPI_Barrier(), second(), second(), MPI_Allreduce(), which calls MPI_Barrier()
//   throws        N rounds that are left by longjmp
//   barriers      first(), second(), third() and fourth(), with MPI_Barrier() between two of them
//   library       N rounds of qsort(), which calls other functions of the library, and memcpy() by a tail call
// Prints nothing, so that N changes nothing but the number of rounds.
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4000 };
static volatile long word[WORDS];

#define ALONE __attribute__((noinline, noclone))

static ALONE void first(void)
{
   for (int i = 0; i < WORDS; i++) word[i] += i;
}

static ALONE void second(void)
{
   for (int i = 0; i < WORDS; i += 8)
      for (int j = 0; j < 4; j++) word[i] ^= j;
}

static ALONE void alternating(int n)
{
   for (int i = 0; i < n; i++) { // LOOP_ALTERNATING
      first();                   // LOOP_ALTERNATING
      second();                  // LOOP_ALTERNATING
   }
}

static ALONE void after(int n)
{
   for (int i = 0; i < n; i++) // LOOP_FIRST
      first();                 // LOOP_FIRST
   for (int i = 0; i < n; i++) // LOOP_SECOND
      second();                // LOOP_SECOND
}

static ALONE void outer(void)
{
   first();
   second();
}

static ALONE void calls(void)
{
   outer();
   word[1]++;
   outer();
   word[2]++;
   outer();
   word[3]++;
   outer();
}

static ALONE void nested(int n)
{
   for (int i = 0; i < n; i++)    // LOOP_NESTED
      for (int j = 0; j < 5; j++) // LOOP_NESTED
         first();                 // LOOP_NESTED
}

static ALONE void rounds(void)
{
   for (int i = 0; i < 4; i++) first();
}

static ALONE void entered(int n)
{
   for (int i = 0; i < n; i++) // LOOP_ENTERED
      rounds();                // LOOP_ENTERED
}

static ALONE void descend(int n)
{
   first();
   if (n > 1) descend(n - 1);
   word[0]++;
}

static ALONE void nothing(void)
{
   for (int i = 0; i < 100 * WORDS; i++) word[i % WORDS] += i;
   for (int i = 0; i < 50 * WORDS; i++) word[i % WORDS] ^= i;
}

static void* work(void* unused)
{
   first();
   return unused;
}

static ALONE void threads(int n)
{
   for (int i = 0; i < n; i++) {
      pthread_t t[4];
      for (int k = 0; k < 4; k++) pthread_create(&t[k], NULL, work, NULL);
      for (int k = 0; k < 4; k++) pthread_join(t[k], NULL); // THREADS_END
   }
}

// As in a library for MPI: what they are called is all that matters.
ALONE void MPI_Barrier(void)
{
   for (int i = 0; i < 2000; i++) word[i]++;
}

ALONE void MPI_Allreduce(void)
{
   first();
   MPI_Barrier();
   word[0]++;
}

static ALONE void borders(int n)
{
   for (int i = 0; i < n; i++) {
      first();
      MPI_Barrier();
      second();
      second();
      MPI_Allreduce();
   }
}

static ALONE void third(void)
{
   for (int i = WORDS; i-- > 0;) word[i] -= i;
}

static ALONE void fourth(void)
{
   for (int i = 0; i < WORDS; i++) word[i] |= 1;
}

static ALONE void barriers(void)
{
   first();
   MPI_Barrier();
   second();
   MPI_Barrier();
   third();
   MPI_Barrier();
   fourth();
   word[0]++;
}

static int compare(const void* a, const void* b)
{
   const long x = *(const long*)a, y = *(const long*)b;
   return x < y ? -1 : x > y;
}

static ALONE void sorts(void)
{
   qsort((void*)word, WORDS / 8, sizeof *word, compare);
}

static ALONE void* copies(long* to)
{
   return memcpy(to, (const void*)word, sizeof word);
}

static ALONE void library(int n)
{
   static long copy[WORDS];
   for (int i = 0; i < n; i++) { // LOOP_LIBRARY
      sorts();                   // LOOP_LIBRARY
      copies(copy);              // LOOP_LIBRARY
   }
}

static jmp_buf out;

static ALONE void leave(void)
{
   first();
   longjmp(out, 1);
}

static ALONE void throws(volatile int n)
{
   for (volatile int i = 0; i < n; i++) // LOOP_THROWS
      if (!setjmp(out)) leave();        // LOOP_THROWS
}

int main(int argc, char** argv)
{
   if (argc != 3) return 2;
   const int n = atoi(argv[2]);
   const char* c = argv[1];
   if (!strcmp(c, "alternating")) alternating(n);
   if (!strcmp(c, "after")) after(n);
   if (!strcmp(c, "calls")) calls();
   if (!strcmp(c, "nested")) nested(n);
   if (!strcmp(c, "entered")) entered(n);
   if (!strcmp(c, "recursive")) descend(n);
   if (!strcmp(c, "nothing")) nothing();
   if (!strcmp(c, "threads")) threads(n);
   if (!strcmp(c, "borders")) borders(n);
   if (!strcmp(c, "throws")) throws(n);
   if (!strcmp(c, "barriers")) barriers();
   if (!strcmp(c, "library")) library(n);
   return 0;
}
