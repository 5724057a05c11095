// SPDX-License-Identifier: GPL-3.0-or-later
//
// chase: follows a chain through an array of 16 MiB that visits each of its 262,144 lines once: in the order of a
// random walk, or, with -DORDERED, from the first line to the last.  Both execute the same instructions in step().  What is read
// from standard input is added to what is printed; the exit status is the first argument.  With -DTHREAD another thread starts and ends before.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINES = 1 << 18, IN_LINE = 16 };

unsigned next[LINES][IN_LINE]; // others might write it

static unsigned mixed(unsigned i)
{
#ifdef ORDERED
   return i + 1;
#else
   return i * 5 + 12345; // modulo a power of two this visits all
#endif
}

static unsigned start(void)
{
   for (unsigned i = 0; i < LINES; i++) next[i][0] = mixed(i) % LINES;
   return 0;
}

__attribute__((noinline)) static unsigned step(unsigned at)
{
   for (int i = 0; i < 2 * LINES; i++)
      at = next[at][0]; // the chain
   return at;
}

#ifdef THREAD
static void* nothing(void* of)
{
   return of;
}
#endif

int main(int argc, char** argv)
{
#ifdef THREAD
   pthread_t thread;
   pthread_create(&thread, NULL, nothing, NULL);
   pthread_join(thread, NULL);
#endif
   long sum = 0, n;
   while (scanf("%ld", &n) == 1) sum += n;
   printf("%u %ld\n", step(start()), sum);
   return argc > 1 ? atoi(argv[1]) : 0;
}
