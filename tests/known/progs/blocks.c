// SPDX-License-Identifier: GPL-3.0-or-later
//
// blocks: each of its blocks runs as often as its text says, whatever the processor; tests/known/blocks has the arithmetic.
// Nothing in it depends on a system but its first and its last instructions, and it has no library.  Arrays
// begin a line, and are larger than the caches of the test, so that walks find nothing of what the walk before has loaded.
//
// Usage: gcc -O1 -fno-reorder-blocks -nostdlib -static -falign-functions=64 -fno-tree-loop-distribute-patterns; exit status: what it has
// added up, modulo 128
#define NI __attribute__((noipa))

enum { N = 16384, LINE = 8, LINES = N / LINE, ROUNDS = 40, FEW = 16, SET = 16 };

static _Alignas(64) long row[N], few[FEW * LINE];
static long hits;

NI static void fill(void)
{
   for (long i = 0; i < N; i++) row[i] = i + 1;
}

NI static long sum(const long* a)
{
   long s = 0;
   for (long i = 0; i < N; i++) s += a[i];
   return s;
}

// One element of each line at a time.
NI static long by_column(const long* a)
{
   long s = 0, c = 0;
   do
      for (long i = 0; i < LINES; i++) s += a[i * LINE + c];
   while (++c < LINE);
   return s;
}

// 16 lines of different sets.
NI static long few_lines(const long* a)
{
   long s = 0;
   for (long i = 0; i < FEW; i++) s += a[i * LINE];
   return s;
}

// 16 lines of one set of D1, which has 16 sets.
NI static long one_set(const long* a)
{
   long s = 0;
   for (long i = 0; i < FEW; i++) s += a[i * SET * LINE];
   return s;
}

NI static void hit(void)
{
   hits++;
}

// Half of the elements are, the first is.
NI static void count_small(const long* a)
{
   for (long i = 0; i < N; i++)
      if (a[i] <= N / 2) hit();
}

NI static long twice(long x)
{
   return x + x;
}

NI static long next(long x)
{
   return x + 1;
}

static long (*volatile const step[2])(long) = {twice, next};

// Calls each of the two in turn.
NI static long by_pointer(void)
{
   long x = 0;
   for (long i = 0; i < ROUNDS; i++) x = step[i & 1](x);
   return x;
}

NI int work(void)
{
   long s = 0;
   fill();
   s += sum(row);
   s += by_column(row);
   for (long i = 0; i < ROUNDS; i++) s += few_lines(few);
   s += sum(row);
   for (long i = 0; i < ROUNDS; i++) s += one_set(row);
   count_small(row);
   s += by_pointer();
   return (int)((s + hits) & 127);
}

#if defined(__x86_64__)
__asm__(".globl _start\n.type _start, @function\n"
        "_start:\n call work\n movl %eax, %edi\n movl $60, %eax\n syscall\n"
        ".size _start, .-_start\n");
#elif defined(__aarch64__)
__asm__(".globl _start\n.type _start, %function\n"
        "_start:\n bl work\n mov x8, #93\n svc #0\n"
        ".size _start, .-_start\n");
#endif
