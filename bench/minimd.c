/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * minimd.c: a workload in floating point with indirect accesses.  Molecular
 * dynamics: atoms that attract and repel each other (Lennard-Jones, cut off
 * and shifted) in a periodic box, velocity Verlet in time, lists of neighbours
 * made by way of cells.
 *
 * Build:  cc -O2 -g -o minimd minimd.c
 * Usage:  minimd SIDE STEPS     SIDE x SIDE x SIDE atoms, SIDE at least 8
 *
 * Arithmetic is +, -, *, / and comparison alone, in a fixed order, so every
 * run prints the same line: pairs evaluated, energy per atom before and after,
 * its change, the total momentum.  The exit status is 1 if momentum or energy
 * was not conserved.
 *
 * Each array comes from a function of its own (new_positions, new_velocities,
 * ..., grow_neighbours), so that a profile by memory object can tell them
 * apart by the code that allocated them; stencil and pair_histogram are
 * static.  With Valgrind's headers the counts of set-up and of the first step,
 * which warms the caches, are dropped; -DNO_REQUESTS keeps them.
 */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_include) && !defined(NO_REQUESTS)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif
#endif
#ifndef CALLGRIND_ZERO_STATS
#define CALLGRIND_ZERO_STATS
#endif

#define NOINLINE __attribute__((noinline))

enum { LINE_B = 64, STENCIL = 14, BINS = 256 };

/* In units of the potential: its depth, the distance where it is zero, the
   mass of an atom. */
static const double Density = 0.8442;
static const double Cutoff = 2.5;
static const double Skin = 0.3; /* lists hold while no atom moved half of it */
static const double Dt = 0.004;
static const double Spread = 2.9; /* width of the distribution of velocities */

typedef double vec_t[3];

typedef struct {
   int atoms, side;
   double box, spacing;
   vec_t *positions, *velocities, *forces;
   vec_t* listed; /* positions when the lists were made */

   int cells; /* in each direction */
   int* cell_heads;
   int* cell_links; /* next atom in the same cell, -1 at the end */

   int* neighbour_starts; /* atoms + 1 */
   int* neighbours;
   int room; /* in neighbours */

   double potential; /* of the last computed forces */
   long pairs;
   int rebuilds;
} system_t;

static int stencil[STENCIL][3];         /* the cell itself and half of those around it */
static unsigned pair_histogram[BINS];   /* pairs on the lists, by squared distance */
static unsigned random_state = 1234567; /* the same numbers at every run */

static void out_of_memory(void)
{
   fprintf(stderr, "minimd: out of memory\n");
   exit(2);
}

static vec_t* lines(int atoms)
{
   void* p;
   if (posix_memalign(&p, LINE_B, (size_t)atoms * sizeof(vec_t)) != 0) out_of_memory();
   return p;
}

static NOINLINE void new_positions(system_t* s)
{
   s->positions = lines(s->atoms);
   s->listed = lines(s->atoms);
}

static NOINLINE void new_velocities(system_t* s)
{
   s->velocities = lines(s->atoms);
}

static NOINLINE void new_forces(system_t* s)
{
   s->forces = calloc((size_t)s->atoms, sizeof(vec_t));
   if (s->forces == NULL) out_of_memory();
}

static NOINLINE void new_cells(system_t* s)
{
   s->cells = (int)(s->box / (Cutoff + Skin));
   s->cell_heads = malloc((size_t)s->cells * s->cells * s->cells * sizeof(int));
   s->cell_links = malloc((size_t)s->atoms * sizeof(int));
   if (s->cell_heads == NULL || s->cell_links == NULL) out_of_memory();
}

static NOINLINE void grow_neighbours(system_t* s, int room)
{
   if (s->neighbour_starts == NULL) {
      s->neighbour_starts = calloc((size_t)s->atoms + 1, sizeof(int));
      if (s->neighbour_starts == NULL) out_of_memory();
   }
   s->neighbours = realloc(s->neighbours, (size_t)room * sizeof(int));
   if (s->neighbours == NULL) out_of_memory();
   s->room = room;
}

static double next_random(void)
{
   random_state = random_state * 1664525u + 1013904223u;
   return (random_state >> 8) / 16777216.0 - 0.5;
}

static void lattice(system_t* s)
{
   int a = 0;
   for (int z = 0; z < s->side; z++) {
      for (int y = 0; y < s->side; y++) {
         for (int x = 0; x < s->side; x++, a++) {
            s->positions[a][0] = (x + 0.5) * s->spacing;
            s->positions[a][1] = (y + 0.5) * s->spacing;
            s->positions[a][2] = (z + 0.5) * s->spacing;
         }
      }
   }
}

/* At random, without motion of the whole. */
static void throw_atoms(system_t* s)
{
   vec_t sum = {0.0, 0.0, 0.0};
   for (int a = 0; a < s->atoms; a++) {
      for (int k = 0; k < 3; k++) {
         s->velocities[a][k] = Spread * next_random();
         sum[k] += s->velocities[a][k];
      }
   }
   for (int a = 0; a < s->atoms; a++)
      for (int k = 0; k < 3; k++) s->velocities[a][k] -= sum[k] / s->atoms;
}

/* One of each two opposite cells, so that a pair is found once. */
static void make_stencil(void)
{
   int n = 0;
   for (int i = 13; i < 27; i++, n++) {
      stencil[n][0] = i % 3 - 1;
      stencil[n][1] = i / 3 % 3 - 1;
      stencil[n][2] = i / 9 - 1;
   }
}

/* The edge of a cube of this volume, by Newton's method. */
static double cube_edge(double volume)
{
   double e = 1.0;
   for (int i = 0; i < 100; i++) e -= (e * e * e - volume) / (3.0 * e * e);
   return e;
}

static void init(system_t* s, int side)
{
   memset(s, 0, sizeof *s);
   s->side = side;
   s->atoms = side * side * side;
   s->spacing = cube_edge(1.0 / Density);
   s->box = side * s->spacing;
   new_positions(s);
   new_velocities(s);
   new_forces(s);
   new_cells(s);
   grow_neighbours(s, 16 * s->atoms);
   make_stencil();
   lattice(s);
   throw_atoms(s);
}

static int cell_of(const system_t* s, double x)
{
   int c = (int)(x / s->box * s->cells);
   return c < s->cells ? c : s->cells - 1;
}

/* Brings atoms that left the box back and sorts all into cells. */
static NOINLINE void fill_cells(system_t* s)
{
   const int cells = s->cells;
   for (int c = 0; c < cells * cells * cells; c++) s->cell_heads[c] = -1;
   for (int a = 0; a < s->atoms; a++) {
      double* x = s->positions[a];
      for (int k = 0; k < 3; k++) {
         if (x[k] < 0.0) x[k] += s->box;
         if (x[k] >= s->box) x[k] -= s->box;
         s->listed[a][k] = x[k];
      }
      int c = (cell_of(s, x[2]) * cells + cell_of(s, x[1])) * cells + cell_of(s, x[0]);
      s->cell_links[a] = s->cell_heads[c];
      s->cell_heads[c] = a;
   }
}

/* The nearest of the periodic images. */
static inline double nearest(double d, double box)
{
   double half = 0.5 * box;
   return d > half ? d - box : d < -half ? d + box : d;
}

static inline double distance2(const double* a, const double* b, double box, double* d)
{
   double sum = 0.0;
   for (int k = 0; k < 3; k++) {
      d[k] = nearest(a[k] - b[k], box);
      sum += d[k] * d[k];
   }
   return sum;
}

/* Neighbours of atom a among those linked from `other` on; returns how many
   there are on all lists then. */
static int list_cell(system_t* s, int a, int other, int n)
{
   const double reach2 = (Cutoff + Skin) * (Cutoff + Skin);
   for (; other >= 0; other = s->cell_links[other]) {
      vec_t d;
      double r2 = distance2(s->positions[a], s->positions[other], s->box, d);
      if (r2 >= reach2) continue;
      if (n == s->room) grow_neighbours(s, s->room + s->room / 2);
      s->neighbours[n++] = other;
      pair_histogram[(int)(r2 / reach2 * BINS)]++;
   }
   return n;
}

static NOINLINE void list_neighbours(system_t* s)
{
   const int cells = s->cells;
   int n = 0;
   fill_cells(s);
   for (int a = 0; a < s->atoms; a++) {
      const double* x = s->positions[a];
      const int at[3] = {cell_of(s, x[0]), cell_of(s, x[1]), cell_of(s, x[2])};
      s->neighbour_starts[a] = n;
      /* its own cell: those behind it in the chain */
      n = list_cell(s, a, s->cell_links[a], n);
      for (int k = 1; k < STENCIL; k++) {
         int c[3];
         for (int i = 0; i < 3; i++) c[i] = (at[i] + stencil[k][i] + cells) % cells;
         n = list_cell(s, a, s->cell_heads[(c[2] * cells + c[1]) * cells + c[0]], n);
      }
   }
   s->neighbour_starts[s->atoms] = n;
   s->rebuilds++;
}

/* Whether an atom may have come within reach of one that is not on its list. */
static NOINLINE int moved(const system_t* s)
{
   const double limit2 = 0.25 * Skin * Skin;
   for (int a = 0; a < s->atoms; a++) {
      vec_t d;
      if (distance2(s->positions[a], s->listed[a], s->box, d) > limit2) return 1;
   }
   return 0;
}

/* Each pair once: what one atom gets, the other gets with the sign changed. */
static NOINLINE void compute_forces(system_t* s)
{
   const double cut2 = Cutoff * Cutoff;
   const double cut6 = 1.0 / (cut2 * cut2 * cut2);
   const double shift = 4.0 * cut6 * (cut6 - 1.0);
   double potential = 0.0;
   for (int a = 0; a < s->atoms; a++)
      for (int k = 0; k < 3; k++) s->forces[a][k] = 0.0;
   for (int a = 0; a < s->atoms; a++) {
      vec_t sum = {0.0, 0.0, 0.0};
      for (int i = s->neighbour_starts[a]; i < s->neighbour_starts[a + 1]; i++) {
         const int other = s->neighbours[i];
         vec_t d;
         double r2 = distance2(s->positions[a], s->positions[other], s->box, d);
         if (r2 >= cut2) continue;
         double inv2 = 1.0 / r2, inv6 = inv2 * inv2 * inv2;
         double push = 48.0 * inv6 * (inv6 - 0.5) * inv2;
         for (int k = 0; k < 3; k++) {
            sum[k] += push * d[k];
            s->forces[other][k] -= push * d[k];
         }
         potential += 4.0 * inv6 * (inv6 - 1.0) - shift;
         s->pairs++;
      }
      for (int k = 0; k < 3; k++) s->forces[a][k] += sum[k];
   }
   s->potential = potential;
}

static NOINLINE void push_atoms(system_t* s, double time)
{
   for (int a = 0; a < s->atoms; a++)
      for (int k = 0; k < 3; k++) s->velocities[a][k] += time * s->forces[a][k];
}

static NOINLINE void move_atoms(system_t* s)
{
   for (int a = 0; a < s->atoms; a++)
      for (int k = 0; k < 3; k++) s->positions[a][k] += Dt * s->velocities[a][k];
}

static NOINLINE void step(system_t* s)
{
   push_atoms(s, 0.5 * Dt);
   move_atoms(s);
   if (moved(s)) list_neighbours(s);
   compute_forces(s);
   push_atoms(s, 0.5 * Dt);
}

static double energy_per_atom(const system_t* s)
{
   double kinetic = 0.0;
   for (int a = 0; a < s->atoms; a++)
      for (int k = 0; k < 3; k++) kinetic += 0.5 * s->velocities[a][k] * s->velocities[a][k];
   return (kinetic + s->potential) / s->atoms;
}

/* The largest component of the total momentum. */
static double total_momentum(const system_t* s)
{
   double largest = 0.0;
   for (int k = 0; k < 3; k++) {
      double sum = 0.0;
      for (int a = 0; a < s->atoms; a++) sum += s->velocities[a][k];
      if (sum < 0.0) sum = -sum;
      if (sum > largest) largest = sum;
   }
   return largest;
}

/* Pairs by thirds of the reach, so that the histogram has a reader. */
static void print_histogram(void)
{
   unsigned part[3] = {0, 0, 0};
   for (int i = 0; i < BINS; i++) part[i * 3 / BINS] += pair_histogram[i];
   printf("listed near %u middle %u far %u\n", part[0], part[1], part[2]);
}

static void release(system_t* s)
{
   free(s->positions);
   free(s->listed);
   free(s->velocities);
   free(s->forces);
   free(s->cell_heads);
   free(s->cell_links);
   free(s->neighbour_starts);
   free(s->neighbours);
}

int main(int argc, char** argv)
{
   int side = argc == 3 ? atoi(argv[1]) : 0;
   int steps = argc == 3 ? atoi(argv[2]) : 0;
   if (side < 8 || side > 150 || steps < 1 || steps > 1000000) {
      fprintf(stderr, "usage: minimd SIDE STEPS, with SIDE of 8 to 150\n");
      return 2;
   }

   system_t s;
   init(&s, side);
   list_neighbours(&s);
   compute_forces(&s);
   double before = energy_per_atom(&s);
   for (int k = 0; k < steps; k++) {
      step(&s);
      if (k == 0) {
         CALLGRIND_ZERO_STATS;
      }
   }
   double after = energy_per_atom(&s), momentum = total_momentum(&s);
   double drift = after > before ? after - before : before - after;
   printf("atoms %d steps %d pairs %ld lists %d\n", s.atoms, steps, s.pairs, s.rebuilds);
   print_histogram();
   printf("energy before %.9f after %.9f drift %.9f momentum %.3e\n", before, after, drift,
          momentum);
   int atoms = s.atoms;
   release(&s);
   if (!(drift <= 1e-2) || !(momentum <= 1e-9 * atoms)) {
      fprintf(stderr, "minimd: energy or momentum was not conserved\n");
      return 1;
   }
   return 0;
}
