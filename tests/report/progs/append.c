// SPDX-License-Identifier: GPL-3.0-or-later
// answer: a scan
// A list whose end is looked for from its start, for each of 3,000 nodes that are appended.
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
   struct Node* next;
   long value;
} Node;

static Node* head;

__attribute__((noinline)) static void append(Node* node)
{
   Node** at = &head;
   while (*at) at = &(*at)->next; // here
   *at = node;
}

int main(void)
{
   for (long i = 0; i < 3000; i++) {
      Node* node = malloc(sizeof *node);
      *node = (Node){NULL, i};
      append(node);
   }
   printf("%ld\n", head->value);
}
