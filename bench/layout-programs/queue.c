// SPDX-License-Identifier: GPL-3.0-or-later
//
// A list whose nodes of 24 bytes lie between the names that are allocated with them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct job {
   struct job* next;
   long cost;
   char* name;
};
int main(int c, char** v)
{
   int n = c > 1 ? atoi(v[1]) : 20000, passes = c > 2 ? atoi(v[2]) : 20;
   struct job *first = 0, **last = &first;
#ifdef FIXED
   struct job* pool = malloc(n * sizeof *pool);
#endif
   for (int i = 0; i < n; i++) {
#ifdef FIXED
      struct job* j = &pool[i];
#else
      struct job* j = malloc(sizeof *j);
#endif
      j->name = malloc(60 + i % 40);
      strcpy(j->name, "job");
      j->cost = i % 11;
      j->next = 0;
      *last = j;
      last = &j->next;
   }
   long sum = 0;
   for (int p = 0; p < passes; p++)
      for (struct job* j = first; j; j = j->next) sum += j->cost;
   printf("%ld %c\n", sum, first->name[1]);
}
