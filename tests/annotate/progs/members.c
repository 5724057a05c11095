// SPDX-License-Identifier: GPL-3.0-or-later
//
// members.c: structures of which known members are used: for annotate/objects.
#include <stdio.h>
#include <stdlib.h>

struct node { int dist; char done; char payload[96]; };
struct half_line { long from, to; int weight[4]; };
struct node few[8];

int main(int n_arguments, char **arguments)
{
   const int n = 1000 * n_arguments;
   struct node *many = malloc(n * sizeof *many);
   struct half_line *lines = malloc(n * sizeof *lines);
   (void)arguments;
   for (int i = 0; i < n; i++) {
      many[i].dist = i;
      for (int k = 0; k < 3; k++) ((volatile struct node *)many)[i].done = 1;
      lines[i].to = i;
      lines[i].weight[2] = i;
   }
   for (int i = 0; i < 8; i++) few[i].dist = n;
   printf("%d\n", many[1].dist + few[1].dist + lines[1].weight[2]);
   return 0;
}
