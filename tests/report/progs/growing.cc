// SPDX-License-Identifier: GPL-3.0-or-later
// answer: first touch of pages
// says: again and again
// main runs once, but copies into a new block for each of 24 steps, and the C library gives the old one back.
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { STEPS = 24, B = 1 << 20 };

int main()
{
   char* data = nullptr;
   for (long n = 1; n <= STEPS; n++) {
      char* more = static_cast<char*>(aligned_alloc(1 << 21, n * B)); // a mapping of its own, whatever was freed before
      if (data) memcpy(more, data, (n - 1) * B); // here
      more[n * B - 1] = 1;
      free(data);
      data = more;
   }
   printf("%d\n", data[B - 1]);
}
