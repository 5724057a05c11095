/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hydro.c: a workload in floating point with large arrays.  The Euler
 * equations of gas dynamics in two dimensions by a second order Godunov
 * method (MUSCL-Hancock with dimensional splitting): a blast in the corner of
 * a closed box.
 *
 * Build:  cc -O2 -g [-fopenmp] -o hydro hydro.c -lm
 * Usage:  hydro NX NY STEPS [SLICES]
 *
 * The sweep gathers slices of the grid into work arrays, SLICES (1) at a time
 * for each thread: along x with unit stride, along y with the stride of a
 * row.  More slices at a time use more of each line in the gather along y, and
 * need larger work arrays.  Every step of the method is a function of its own,
 * so that a profile has a call graph.  Prints the total mass and energy, which
 * do not depend on SLICES; the exit status is 1 if they were not conserved.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

enum { ID, IU, IV, IP, NVAR }; /* density, velocities, pressure ... */
enum { GHOST = 2 };            /* ... or momenta, energy if conserved */

static const double Gamma = 1.4;
static const double Smallr = 1e-10;
static const double Smallp = 1e-12;
static const double Courant = 0.8;

typedef struct {
   int nx, ny; /* cells without the ghosts */
   int sx, sy; /* with the ghosts */
   double dx;
   double* uold; /* [NVAR][sy][sx] */
} grid_t;

/* What one thread needs to advance `slices` slices of n cells; cell i of slice
   s is at s * n + i. */
typedef struct {
   int n, slices;
   double* u[NVAR];             /* conserved */
   double* q[NVAR];             /* primitive */
   double* dq[NVAR];            /* limited slopes */
   double *ql[NVAR], *qr[NVAR]; /* states left and right of interfaces */
   double* qgdnv[NVAR];         /* solution of the Riemann problem */
   double* f[NVAR];             /* fluxes through interfaces */
   double *e, *c;               /* internal energy, speed of sound */
   double* store;
} work_t;

static void* allocate(size_t n, size_t size)
{
   void* p = calloc(n, size);
   if (p == NULL) {
      fprintf(stderr, "hydro: out of memory\n");
      exit(2);
   }
   return p;
}

static double* var(const grid_t* g, int v)
{
   return g->uold + (size_t)v * g->sx * g->sy;
}

static void work_new(work_t* w, int cells, int slices)
{
   const size_t n = (size_t)cells * slices;
   double* p = allocate((7 * NVAR + 2) * n, sizeof(double));
   w->n = cells;
   w->slices = slices;
   w->store = p;
   for (int v = 0; v < NVAR; v++) {
      w->u[v] = p;
      p += n;
      w->q[v] = p;
      p += n;
      w->dq[v] = p;
      p += n;
      w->ql[v] = p;
      p += n;
      w->qr[v] = p;
      p += n;
      w->qgdnv[v] = p;
      p += n;
      w->f[v] = p;
      p += n;
   }
   w->e = p;
   p += n;
   w->c = p;
}

static NOINLINE void equation_of_state(int n, const double* rho, const double* eint, double* p,
                                       double* c)
{
   for (int i = 0; i < n; i++) {
      double press = (Gamma - 1.0) * rho[i] * eint[i];
      press = press > Smallp ? press : Smallp;
      p[i] = press;
      c[i] = sqrt(Gamma * press / rho[i]);
   }
}

static NOINLINE void constoprim(int n, double* const u[NVAR], double* const q[NVAR], double* e)
{
   for (int i = 0; i < n; i++) {
      double rho = u[ID][i] > Smallr ? u[ID][i] : Smallr;
      double inv = 1.0 / rho;
      double vx = u[IU][i] * inv;
      double vy = u[IV][i] * inv;
      q[ID][i] = rho;
      q[IU][i] = vx;
      q[IV][i] = vy;
      e[i] = u[IP][i] * inv - 0.5 * (vx * vx + vy * vy);
   }
}

/* The largest step of time that keeps every wave within a cell. */
static NOINLINE double compute_dt(const grid_t* g)
{
   double fastest = 0.0;
#pragma omp parallel reduction(max : fastest)
   {
      work_t w;
      double* row[NVAR];
      work_new(&w, g->sx, 1);
#pragma omp for schedule(static)
      for (int j = GHOST; j < g->ny + GHOST; j++) {
         for (int v = 0; v < NVAR; v++) row[v] = var(g, v) + (size_t)j * g->sx + GHOST;
         constoprim(g->nx, row, w.q, w.e);
         equation_of_state(g->nx, w.q[ID], w.e, w.q[IP], w.c);
         for (int i = 0; i < g->nx; i++) {
            double sx = fabs(w.q[IU][i]) + w.c[i];
            double sy = fabs(w.q[IV][i]) + w.c[i];
            double s = sx > sy ? sx : sy;
            if (s > fastest) fastest = s;
         }
      }
      free(w.store);
   }
   return Courant * g->dx / fastest;
}

/* Reflecting walls: ghosts mirror the cells inside. */
static NOINLINE void boundaries(const grid_t* g, int dir)
{
   for (int v = 0; v < NVAR; v++) {
      double* u = var(g, v);
      double sign = (dir == 0 && v == IU) || (dir == 1 && v == IV) ? -1.0 : 1.0;
      if (dir == 0) {
         for (int j = GHOST; j < g->ny + GHOST; j++) {
            double* r = u + (size_t)j * g->sx;
            for (int k = 0; k < GHOST; k++) {
               r[GHOST - 1 - k] = sign * r[GHOST + k];
               r[g->nx + GHOST + k] = sign * r[g->nx + GHOST - 1 - k];
            }
         }
      } else {
         for (int k = 0; k < GHOST; k++) {
            double* lo = u + (size_t)(GHOST - 1 - k) * g->sx;
            double* hi = u + (size_t)(g->ny + GHOST + k) * g->sx;
            const double* inlo = u + (size_t)(GHOST + k) * g->sx;
            const double* inhi = u + (size_t)(g->ny + GHOST - 1 - k) * g->sx;
            for (int i = GHOST; i < g->nx + GHOST; i++) {
               lo[i] = sign * inlo[i];
               hi[i] = sign * inhi[i];
            }
         }
      }
   }
}

/* Slices from `first` on into the work arrays.  IU is the momentum along the
   sweep, so the two momenta change places when sweeping along y. */
static NOINLINE void gather_conservative(const grid_t* g, int dir, int first, work_t* w)
{
   const size_t sx = g->sx;
   const double *rho = var(g, ID), *mx = var(g, IU), *my = var(g, IV), *en = var(g, IP);
   if (dir == 0) {
      for (int s = 0; s < w->slices; s++) {
         const size_t from = (first + s) * sx, to = (size_t)s * w->n;
         for (int i = 0; i < g->sx; i++) {
            w->u[ID][to + i] = rho[from + i];
            w->u[IU][to + i] = mx[from + i];
            w->u[IV][to + i] = my[from + i];
            w->u[IP][to + i] = en[from + i];
         }
      }
   } else {
      for (int j = 0; j < g->sy; j++) {
         for (int s = 0; s < w->slices; s++) {
            const size_t from = j * sx + first + s, to = (size_t)s * w->n + j;
            w->u[ID][to] = rho[from];
            w->u[IU][to] = my[from];
            w->u[IV][to] = mx[from];
            w->u[IP][to] = en[from];
         }
      }
   }
}

/* Differences across cells, limited by minmod. */
static NOINLINE void slope(work_t* w)
{
   for (int v = 0; v < NVAR; v++) {
      const double* q = w->q[v];
      double* dq = w->dq[v];
      for (int s = 0; s < w->slices; s++) {
         const int at = s * w->n;
         for (int i = at + 1; i < at + w->n - 1; i++) {
            double l = q[i] - q[i - 1];
            double r = q[i + 1] - q[i];
            double m = fabs(l) < fabs(r) ? l : r;
            dq[i] = l * r > 0.0 ? m : 0.0;
         }
      }
   }
}

/* States at the two faces of each cell half a step later.  Interface i is
   between the cells i - 1 and i. */
static inline void trace_slice(int at, double dtdx, work_t* w)
{
   for (int i = at + 1; i < at + w->n - 1; i++) {
      double r = w->q[ID][i], u = w->q[IU][i], v = w->q[IV][i], p = w->q[IP][i];
      double dr = w->dq[ID][i], du = w->dq[IU][i], dv = w->dq[IV][i], dp = w->dq[IP][i];
      double c = w->c[i], h = 0.5 * dtdx;
      double r2 = r - h * (u * dr + r * du);
      double u2 = u - h * (u * du + dp / r);
      double v2 = v - h * (u * dv);
      double p2 = p - h * (u * dp + r * c * c * du);
      /* right face of cell i: left of interface i + 1 */
      double rr = r2 + 0.5 * dr, pr = p2 + 0.5 * dp;
      w->ql[ID][i + 1] = rr > Smallr ? rr : Smallr;
      w->ql[IU][i + 1] = u2 + 0.5 * du;
      w->ql[IV][i + 1] = v2 + 0.5 * dv;
      w->ql[IP][i + 1] = pr > Smallp ? pr : Smallp;
      /* left face of cell i: right of interface i */
      double rl = r2 - 0.5 * dr, pl = p2 - 0.5 * dp;
      w->qr[ID][i] = rl > Smallr ? rl : Smallr;
      w->qr[IU][i] = u2 - 0.5 * du;
      w->qr[IV][i] = v2 - 0.5 * dv;
      w->qr[IP][i] = pl > Smallp ? pl : Smallp;
   }
}

static NOINLINE void trace(double dtdx, work_t* w)
{
   for (int s = 0; s < w->slices; s++) trace_slice(s * w->n, dtdx, w);
}

/* The state at each interface: pressure between the waves by a few steps of
   Newton's method with shocks on both sides, then the state at rest there. */
static inline void riemann_slice(int at, work_t* w)
{
   const double g6 = (Gamma + 1.0) / (2.0 * Gamma);
   for (int i = at + GHOST; i <= at + w->n - GHOST; i++) {
      double rl = w->ql[ID][i], ul = w->ql[IU][i], pl = w->ql[IP][i];
      double rr = w->qr[ID][i], ur = w->qr[IU][i], pr = w->qr[IP][i];
      double cl = Gamma * pl * rl, cr = Gamma * pr * rr;
      double wl = sqrt(cl), wr = sqrt(cr);
      double ps = (wr * pl + wl * pr + wl * wr * (ul - ur)) / (wl + wr);
      ps = ps > Smallp ? ps : Smallp;
      for (int it = 0; it < 4; it++) {
         wl = sqrt(cl * (1.0 + g6 * (ps - pl) / pl));
         wr = sqrt(cr * (1.0 + g6 * (ps - pr) / pr));
         double dl = 2.0 * wl * wl * wl / (wl * wl + cl);
         double dr = 2.0 * wr * wr * wr / (wr * wr + cr);
         double usl = ul - (ps - pl) / wl;
         double usr = ur + (ps - pr) / wr;
         double step = dl * dr / (dl + dr) * (usl - usr);
         ps = ps + step > Smallp ? ps + step : Smallp;
         if (fabs(step) < 1e-6 * ps) break;
      }
      wl = sqrt(cl * (1.0 + g6 * (ps - pl) / pl));
      wr = sqrt(cr * (1.0 + g6 * (ps - pr) / pr));
      double us = 0.5 * (ul + (pl - ps) / wl + ur - (pr - ps) / wr);

      /* the side from which the gas comes */
      double sgn = us > 0.0 ? 1.0 : -1.0;
      double ro, uo, po, wo;
      if (us > 0.0) {
         ro = rl;
         uo = ul;
         po = pl;
         wo = wl;
      } else {
         ro = rr;
         uo = ur;
         po = pr;
         wo = wr;
      }
      double co = sqrt(Gamma * po / ro);
      double rs = ro / (1.0 + ro * (po - ps) / (wo * wo));
      rs = rs > Smallr ? rs : Smallr;
      double cs = sqrt(Gamma * ps / rs);
      double head = co - sgn * uo, tail = cs - sgn * us, shock = wo / ro - sgn * uo;
      if (ps >= po) head = tail = shock;
      double d = head - tail;
      double frac = d > 1e-12 ? 0.5 * (1.0 + (head + tail) / d) : (head >= 0.0 ? 1.0 : 0.0);
      frac = frac < 0.0 ? 0.0 : frac > 1.0 ? 1.0 : frac;
      w->qgdnv[ID][i] = frac * rs + (1.0 - frac) * ro;
      w->qgdnv[IU][i] = frac * us + (1.0 - frac) * uo;
      w->qgdnv[IP][i] = frac * ps + (1.0 - frac) * po;
      w->qgdnv[IV][i] = us > 0.0 ? w->ql[IV][i] : w->qr[IV][i];
   }
}

static NOINLINE void riemann(work_t* w)
{
   for (int s = 0; s < w->slices; s++) riemann_slice(s * w->n, w);
}

static inline void flux_slice(int at, work_t* w)
{
   for (int i = at + GHOST; i <= at + w->n - GHOST; i++) {
      double r = w->qgdnv[ID][i], u = w->qgdnv[IU][i];
      double v = w->qgdnv[IV][i], p = w->qgdnv[IP][i];
      double mass = r * u;
      double total = p / (Gamma - 1.0) + 0.5 * r * (u * u + v * v);
      w->f[ID][i] = mass;
      w->f[IU][i] = mass * u + p;
      w->f[IV][i] = mass * v;
      w->f[IP][i] = u * (total + p);
   }
}

static NOINLINE void flux(work_t* w)
{
   for (int s = 0; s < w->slices; s++) flux_slice(s * w->n, w);
}

static NOINLINE void update_conservative(const grid_t* g, int dir, int first, double dtdx,
                                         const work_t* w)
{
   const size_t sx = g->sx;
   double *rho = var(g, ID), *mx = var(g, IU), *my = var(g, IV), *en = var(g, IP);
   if (dir == 0) {
      for (int s = 0; s < w->slices; s++) {
         for (int i = GHOST; i < g->nx + GHOST; i++) {
            const size_t k = (first + s) * sx + i, c = (size_t)s * w->n + i;
            rho[k] = w->u[ID][c] + dtdx * (w->f[ID][c] - w->f[ID][c + 1]);
            mx[k] = w->u[IU][c] + dtdx * (w->f[IU][c] - w->f[IU][c + 1]);
            my[k] = w->u[IV][c] + dtdx * (w->f[IV][c] - w->f[IV][c + 1]);
            en[k] = w->u[IP][c] + dtdx * (w->f[IP][c] - w->f[IP][c + 1]);
         }
      }
   } else {
      for (int j = GHOST; j < g->ny + GHOST; j++) {
         for (int s = 0; s < w->slices; s++) {
            const size_t k = j * sx + first + s, c = (size_t)s * w->n + j;
            rho[k] = w->u[ID][c] + dtdx * (w->f[ID][c] - w->f[ID][c + 1]);
            my[k] = w->u[IU][c] + dtdx * (w->f[IU][c] - w->f[IU][c + 1]);
            mx[k] = w->u[IV][c] + dtdx * (w->f[IV][c] - w->f[IV][c + 1]);
            en[k] = w->u[IP][c] + dtdx * (w->f[IP][c] - w->f[IP][c + 1]);
         }
      }
   }
}

/* Advances the whole grid along one direction, `many` slices at a time. */
static NOINLINE void sweep(const grid_t* g, int dir, double dt, int many)
{
   const int n = dir == 0 ? g->sx : g->sy;
   const int end = (dir == 0 ? g->ny : g->nx) + GHOST;
   const double dtdx = dt / g->dx;

   boundaries(g, dir);
#pragma omp parallel
   {
      work_t w;
      work_new(&w, n, many);
#pragma omp for schedule(static)
      for (int first = GHOST; first < end; first += many) {
         w.slices = end - first < many ? end - first : many;
         gather_conservative(g, dir, first, &w);
         constoprim(n * w.slices, w.u, w.q, w.e);
         equation_of_state(n * w.slices, w.q[ID], w.e, w.q[IP], w.c);
         slope(&w);
         trace(dtdx, &w);
         riemann(&w);
         flux(&w);
         update_conservative(g, dir, first, dtdx, &w);
      }
      free(w.store);
   }
}

static NOINLINE void totals(const grid_t* g, double* mass, double* energy)
{
   *mass = *energy = 0.0;
   for (int j = GHOST; j < g->ny + GHOST; j++) {
      for (int i = GHOST; i < g->nx + GHOST; i++) {
         size_t k = (size_t)j * g->sx + i;
         *mass += var(g, ID)[k];
         *energy += var(g, IP)[k];
      }
   }
   *mass *= g->dx * g->dx;
   *energy *= g->dx * g->dx;
}

static void init(grid_t* g, int nx, int ny)
{
   g->nx = nx;
   g->ny = ny;
   g->sx = nx + 2 * GHOST;
   g->sy = ny + 2 * GHOST;
   g->dx = 1.0 / nx;
   g->uold = allocate((size_t)NVAR * g->sx * g->sy, sizeof(double));
   for (size_t k = 0; k < (size_t)g->sx * g->sy; k++) {
      int i = (int)(k % g->sx) - GHOST, j = (int)(k / g->sx) - GHOST;
      int hot = i * i + j * j < (nx / 8 + 1) * (nx / 8 + 1);
      var(g, ID)[k] = 1.0;
      var(g, IP)[k] = (hot ? 10.0 : 0.1) / (Gamma - 1.0);
   }
}

int main(int argc, char** argv)
{
   const int given = argc == 4 || argc == 5;
   int nx = given ? atoi(argv[1]) : 0;
   int ny = given ? atoi(argv[2]) : 0;
   int steps = given ? atoi(argv[3]) : 0;
   int many = argc == 5 ? atoi(argv[4]) : 1;
   if (nx < 4 || ny < 4 || nx > 20000 || ny > 20000 || steps < 1 || many < 1 || many > 1000) {
      fprintf(stderr, "usage: hydro NX NY STEPS [SLICES]\n");
      return 2;
   }

   grid_t g;
   double mass0, energy0, mass, energy, t = 0.0;
   init(&g, nx, ny);
   totals(&g, &mass0, &energy0);
   for (int k = 0; k < steps; k++) {
      double dt = compute_dt(&g);
      sweep(&g, k & 1, dt, many);
      sweep(&g, !(k & 1), dt, many);
      t += dt;
   }
   totals(&g, &mass, &energy);
   printf("time %.6f mass %.9f energy %.9f\n", t, mass, energy);
   free(g.uold);
   if (!(fabs(mass - mass0) <= 1e-9 * mass0) || !(fabs(energy - energy0) <= 1e-6 * energy0)) {
      fprintf(stderr, "hydro: not conserved: mass %.12g before, energy %.12g before\n", mass0,
              energy0);
      return 1;
   }
   return 0;
}
