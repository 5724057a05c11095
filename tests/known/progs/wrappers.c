// SPDX-License-Identifier: GPL-3.0-or-later
//
// wrappers: functions that return what they allocate, by names that do not tell, and others that look like them.  For tests/known/names, which
// has the line of each call marked "// NAME: ...": the function and the line that the object is named after.
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone, noipa))

enum { B = 4096, LARGE_B = 1 << 20 };

static char* kept[8];
static volatile int n_kept;

// Reads and writes, so that the object has costs.
NOINLINE static void use(volatile char* p)
{
   for (int i = 0; i < B; i++) p[i]++;
}

// --- wrappers -------------------------------------------------------------------------------

NOINLINE static void* get_memory(size_t n)
{
   void* p = malloc(n);
   if (!p) abort();
   memset(p, 0, n);
   return p;
}

NOINLINE static void* get_more(size_t n)
{
   char* p = get_memory(2 * n);
   p[0] = 1;
   return p;
}

// A header in front of what is returned.
NOINLINE static void* with_header(size_t n)
{
   size_t* p = malloc(n + 64);
   *p = n;
   return (char*)p + 64;
}

NOINLINE static void* grown(size_t n)
{
   void* p = malloc(n / 2);
   return realloc(p, n);
}

// --- functions that are none ----------------------------------------------------------------

struct list {
   char* data;
   int n;
};

// Its result is another allocation than the second one.
NOINLINE static struct list* new_list(int n)
{
   struct list* l = calloc(1, B); // NAME: new_list
   l->data = malloc(B);           // NAME: new_list
   l->n = n;
   return l;
}

// It returns no pointer; what malloc returned is in the register all the same, as nothing comes behind.
NOINLINE static void fill(struct list* l)
{
   l->data = malloc(B); // NAME: fill
}

NOINLINE static int number_of(int n)
{
   kept[n_kept] = malloc(B); // NAME: number_of
   return n_kept++;
}

// Its result is one byte of the register; the rest is the block's address, and all of it lies in the block.
NOINLINE static _Bool succeeded(void)
{
   kept[7] = aligned_alloc(B, B); // NAME: succeeded
   return kept[7] != NULL;
}

NOINLINE static char* sometimes(int n)
{
   char* p = malloc(B); // NAME: sometimes
   if (n % 10 != 9) return p;
   kept[n_kept++] = p;
   return kept[0];
}

// Blocks that were given back: the first of all allocates two of them.
static char* free_blocks[4];
static int n_free;

NOINLINE static char* from_pool(void)
{
   if (!n_free) {
      free_blocks[n_free++] = malloc(B); // NAME: from_pool
      char* chunk = malloc(B);           // NAME: from_pool
      free_blocks[n_free++] = chunk;
   }
   return free_blocks[--n_free];
}

// An old block is returned, and a new one put in its place.
static char* old_block;

NOINLINE static char* exchanged(void)
{
   char* old = old_block;
   old_block = malloc(B); // NAME: exchanged
   return old;
}

// Builds a tree: what the calls within it return is not what it returns.
struct node {
   struct node* below[2];
   char rest[B];
};

NOINLINE static struct node* build(int depth)
{
   struct node* n = calloc(1, sizeof *n); // NAME: build
   for (int i = 0; i < 2 && depth; i++) n->below[i] = build(depth - 1);
   return n;
}

// It is left without a return each time.
static jmp_buf back;

NOINLINE static void* left(void)
{
   kept[6] = malloc(B); // NAME: left
   longjmp(back, 1);
}

// --- callers --------------------------------------------------------------------------------

NOINLINE static void first_caller(void)
{
   char* a = get_memory(B); // NAME: first_caller
   use(a);
   free(a);
}

NOINLINE static void second_caller(void)
{
   char* a = get_memory(B); // NAME: second_caller
   use(a);
   free(a);
}

// The result goes through a function that does not look at it.
NOINLINE static char* pass(size_t n)
{
   char* p = get_memory(n);
   __asm__ volatile("" ::: "memory");
   return p;
}

// Both threads are in the wrapper at a time, or nearly so.
static pthread_barrier_t both;

// While it has allocated and not returned, the other thread goes through wrappers.
NOINLINE static void* waiting(size_t n)
{
   void* p = malloc(n);
   pthread_barrier_wait(&both);
   pthread_barrier_wait(&both);
   return p;
}

NOINLINE static void* thread(void* unused)
{
   for (int i = 0; i < 5; i++) {
      pthread_barrier_wait(&both);
      char* a = get_more(B); // NAME: thread
      use(a);
   }
   pthread_barrier_wait(&both);
   char* between = get_more(B); // NAME: thread
   use(between);
   pthread_barrier_wait(&both);
   return unused;
}

int main(void)
{
   struct list l;
   for (int i = 0; i < 20; i++) {
      first_caller();
      second_caller();
   }
   char* nested = get_more(B); // NAME: main
   use(nested);
   char* inside = with_header(B); // NAME: main
   use(inside);
   char* moved = grown(B); // NAME: main
   use(moved);
   char* passed = pass(B); // NAME: main
   use(passed);
   struct list* list = new_list(3);
   use(list->data);
   fill(&l);
   use(l.data);
   for (int i = 0; i < 3; i++) use(kept[number_of(i)]);
   for (int i = 0; i < 3; i++)
      if (succeeded()) use(kept[7]);
   for (int i = 0; i < 20; i++) use(sometimes(i));
   use(from_pool());
   use(from_pool());
   old_block = get_memory(B); // NAME: main
   use(exchanged());
   use(exchanged());
   use((char*)build(2));
   for (volatile int i = 0; i < 3; i++)
      if (!setjmp(back)) use(left());
   pthread_t other;
   pthread_barrier_init(&both, NULL, 2);
   pthread_create(&other, NULL, thread, NULL);
   for (int i = 0; i < 5; i++) {
      pthread_barrier_wait(&both);
      char* a = get_more(B); // NAME: main
      use(a);
   }
   char* waited = waiting(B); // NAME: main
   use(waited);
   pthread_join(other, NULL);
   char* large = get_memory(LARGE_B); // NAME: main, most misses
   for (int i = 0; i < LARGE_B; i += B) use(large + i);
   return 0;
}
