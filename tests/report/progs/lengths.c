// SPDX-License-Identifier: GPL-3.0-or-later
// answer: scans of strings
// The length of a string of 6,000 characters is asked for before each of them.
#include <stdio.h>
#include <string.h>

enum { N = 6000 };
static char text[N + 1];

__attribute__((noinline)) static void to_upper(char* s)
{
   for (size_t i = 0; i < strlen(s); i++) // here
      if (s[i] >= 'a') s[i] -= 32;
}

int main(void)
{
   memset(text, 'x', N);
   for (int i = 0; i < 30; i++) to_upper(text);
   printf("%.3s\n", text);
}
