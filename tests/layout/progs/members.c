// SPDX-License-Identifier: GPL-3.0-or-later
//
// members.c: types of known layouts; prints where their members are: for layout/run.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct vec { double x, y; };
struct particle { char tag; struct vec at; float mass; int id[3]; union { int a; float b; } value; };
struct other { long tag; };
struct particle table[5];
struct other others[2];

static struct particle *create(int n)
{
   struct particle *p = calloc(n, sizeof *p);
   return p;
}

#define MEMBER(name) printf(#name " %zu-%zu\n", offsetof(struct particle, name), offsetof(struct particle, name) + sizeof table[0].name - 1)

int main(int n_arguments, char **arguments)
{
   (void)arguments;
   printf("size %zu\n", sizeof(struct particle));
   MEMBER(tag);
   MEMBER(at);
   MEMBER(at.y);
   MEMBER(mass);
   MEMBER(id);
   MEMBER(value);
   return create(n_arguments)->tag + table[1].tag + (int)others[1].tag;
}
