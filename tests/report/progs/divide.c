// SPDX-License-Identifier: GPL-3.0-or-later
// answer: issue
// says: divisions
// Independent divisions: nothing waits but for the unit that divides.
#include <stdio.h>

enum { N = 1 << 10 };
static unsigned long data[N];

__attribute__((noinline)) static void divide(unsigned long by)
{
   for (int i = 0; i < N; i++) data[i] = 1000000 / (data[i] + by) + 77777 % (i + by); // here
}

int main(void)
{
   for (unsigned long i = 1; i < 600; i++) divide(i);
   printf("%lu\n", data[3]);
}
