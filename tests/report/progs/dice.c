/* SPDX-License-Identifier: GPL-3.0-or-later */
// answer: issue
// says: which takes a lock
// Throws of dice by rand(): the work of the program, and no set-up.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
   long sixes = 0;
   for (int i = 0; i < 600000; i++) sixes += rand() % 6 == 5; // here
   printf("%ld\n", sixes);
}
