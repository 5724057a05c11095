// SPDX-License-Identifier: GPL-3.0-or-later
//
// records: adds up one member of 8 bytes of each of 131,072 records of 64 bytes, forty times; with -DAPART that member is in
// an array of its own.
#include <stdio.h>

enum { RECORDS = 1 << 17, ROUNDS = 40 };

struct record {
   double value;
   double others[7];
};

#ifdef APART
static double values[RECORDS];
#define VALUE(i) values[i]
#else
static struct record records[RECORDS];
#define VALUE(i) records[i].value
#endif

__attribute__((noinline)) static double sum(void)
{
   double all = 0;
   for (int i = 0; i < RECORDS; i++)
      all += VALUE(i); // one member
   __asm__ volatile("" ::: "memory"); // each call is made
   return all;
}

int main(void)
{
   double all = 0;
   for (int i = 0; i < RECORDS; i++) VALUE(i) = i;
   for (int i = 0; i < ROUNDS; i++) all += sum();
   printf("%g\n", all);
   return 0;
}
