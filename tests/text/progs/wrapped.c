// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that functions allocate for others, for text/same-names.
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
static double table[1 << 16];
void *xmalloc(size_t n) { void *p = malloc(n); if (!p) { perror("xmalloc"); exit(1); } return p; }
void *get_memory(size_t n, const char *why) { void *p = xmalloc(n); if (!p) puts(why); return p; }
struct item { struct item *next; long value; long pad[6]; };
static struct item *make_list(int n) {
   struct item *list = 0;
   for (int i = 0; i < n; i++) { struct item *it = xmalloc(sizeof *it); it->value = i; it->next = list; list = it; }
   return list;
}
static double *make_grid(int n) { double *grid = get_memory(n * sizeof *grid, "grid"); for (int i = 0; i < n; i++) grid[i] = i; return grid; }
static __attribute__((noinline)) long walk_list(struct item *l) { long s = 0; for (; l; l = l->next) s += l->value; return s; }
static __attribute__((noinline)) double sum_columns(double *g, int n) { double s = 0; for (int k = 0; k < 64; k++) for (int i = k; i < n; i += 64) s += g[i]; return s; }
static __attribute__((noinline)) double read_table(void) { double s = 0; for (int k = 0; k < 8; k++) for (int i = 0; i < 1 << 16; i += 8) s += table[(i * 37) & 0xffff]; return s; }
int main(void) {
   struct item *l = make_list(20000);
   double *g = make_grid(200000);
   printf("%ld %g %g\n", walk_list(l), sum_columns(g, 200000), read_table());
   return 0;
}
