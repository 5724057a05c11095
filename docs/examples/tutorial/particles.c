// SPDX-License-Identifier: GPL-3.0-or-later
//
// particles: moves particles and adds up charges; the program of
// docs/tutorial.md.  With -DAPART, the charges are in a separate array.
//
// Usage: cc -g -O2 -o particles particles.c && ./particles

#include <stdio.h>
#include <stdlib.h>

enum { N = 1000000, STEPS = 10, QUERIES = 4 };

typedef struct {
   double x, y, z;
   double vx, vy, vz;
   double mass;
#ifndef APART
   double charge;
#endif
} Particle;

#ifdef APART
#define CHARGE(w, i) (w)->charge[i]
#else
#define CHARGE(w, i) (w)->particle[i].charge
#endif

typedef struct {
   Particle* particle;
#ifdef APART
   double* charge;
#endif
} World;

static void* allocate(size_t size_B)
{
   void* p = malloc(size_B);
   if (p) return p;
   fprintf(stderr, "particles: not enough memory for %d particles\n", N);
   exit(1);
}

static void create(World* w)
{
   w->particle = allocate(N * sizeof *w->particle);
#ifdef APART
   w->charge = allocate(N * sizeof *w->charge);
#endif
   for (int i = 0; i < N; i++) {
      w->particle[i] = (Particle){.x = i % 97, .y = i % 89, .z = i % 83, .vx = 1, .mass = 1};
      CHARGE(w, i) = i % 3 - 1;
   }
}

__attribute__((noinline)) static void move(World* w, double dt)
{
   for (int i = 0; i < N; i++) {
      Particle* p = &w->particle[i];
      p->x += p->vx * dt;
      p->y += p->vy * dt;
      p->z += p->vz * dt;
   }
}

__attribute__((noinline)) static double charge_from(const World* w, int first)
{
   double sum = 0;
   for (int i = first; i < N; i++) sum += CHARGE(w, i);
   return sum;
}

int main(void)
{
   World world;
   double sum = 0;
   create(&world);
   for (int step = 0; step < STEPS; step++) {
      move(&world, 0.01);
      for (int i = 0; i < QUERIES; i++) sum += charge_from(&world, i);
   }
   printf("x %.2f, charge %.0f\n", world.particle[0].x, sum);
   return 0;
}
