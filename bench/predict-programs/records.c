/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * records.c: one field, or all, of records that are an array of structures or arrays of their members.  SIZE is
 * bytes of all records.
 */
#include "timed.h"

enum { FIELDS = 8 };

static double (*structures)[FIELDS], *members[FIELDS];
static long n;

static void set_up_structures(long size)
{
   n = size / sizeof *structures;
   structures = allocate(size);
   for (long i = 0; i < n; i++)
      for (int f = 0; f < FIELDS; f++) structures[i][f] = (i + f) % 10;
}

static void set_up_members(long size)
{
   n = size / sizeof *structures;
   for (int f = 0; f < FIELDS; f++) {
      members[f] = (double*)((char*)allocate(size / FIELDS + 8 * FIELDS * LINE) + f * LINE);
      for (long i = 0; i < n; i++) members[f][i] = (i + f) % 10;
   }
}

static long run_one_of_structures(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) sum += structures[i][2];
   return sum;
}

static long run_one_of_members(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) sum += members[2][i];
   return sum;
}

static long run_all_of_structures(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++) {
      const double* r = structures[i];
      sum += r[0] * r[1] + r[2] * r[3] + r[4] * r[5] + r[6] * r[7];
   }
   return sum;
}

static long run_all_of_members(long passes)
{
   double sum = 0;
   EACH_PASS(passes)
   for (long i = 0; i < n; i++)
      sum += members[0][i] * members[1][i] + members[2][i] * members[3][i]
             + members[4][i] * members[5][i] + members[6][i] * members[7][i];
   return sum;
}

const Kernel kernels[] = {{"one-of-structures", set_up_structures, run_one_of_structures},
                          {"one-of-members", set_up_members, run_one_of_members},
                          {"all-of-structures", set_up_structures, run_all_of_structures},
                          {"all-of-members", set_up_members, run_all_of_members},
                          {NULL}};
