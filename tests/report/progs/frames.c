// SPDX-License-Identifier: GPL-3.0-or-later
// answer: first touch of pages
// says: again and again
// A new buffer of 40 MiB for each of 12 frames: glibc gives blocks of more than 32 MiB back each time.
#include <stdio.h>
#include <stdlib.h>

enum { PAGE = 4096, N = 40 << 20 };

__attribute__((noinline)) static long frame(int n)
{
   char* buffer = malloc(N);
   long sum = 0;
   for (long i = 0; i < N; i += PAGE) buffer[i] = (char)n; // here
   for (long i = 0; i < N; i += PAGE) sum += buffer[i];
   free(buffer);
   return sum;
}

int main(void)
{
   long sum = 0;
   for (int n = 0; n < 12; n++) sum += frame(n);
   printf("%ld\n", sum);
}
