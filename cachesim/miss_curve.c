// SPDX-License-Identifier: GPL-3.0-or-later
// Miss curves; see miss_curve.h.
#include "cachesim/miss_curve.h"

static double square_root(double x)
{
   if (x <= 0) return 0;
   double root = x < 1 ? 1 : x;
   for (double next = (root + 1) / 2; next < root; next = (root + x / root) / 2) root = next;
   return root;
}

// Variance of the sum over groups of lines, of each of which `weight` is the part.
static double variance_of_lines(const uint64_t weight[REUSE_GROUPS], double rate)
{
   double mean = 0, sum = 0;
   for (int g = 0; g < REUSE_GROUPS; g++) mean += (double)weight[g] / REUSE_GROUPS;
   for (int g = 0; g < REUSE_GROUPS; g++) {
      double d = (double)weight[g] - mean;
      sum += d * d;
   }
   return (1 - rate) * sum * REUSE_GROUPS / (REUSE_GROUPS - 1);
}

// Misses at any size, interpolated.  At no line, or less, each access misses.
static double misses_at(const MissCurve* c, double lines)
{
   if (lines <= 0) return (double)c->accesses;
   if (lines >= (double)reuse_size(REUSE_SIZES - 1)) return (double)c->misses[REUSE_SIZES - 1];
   uint32_t above = reuse_bucket((uint64_t)lines); // the first size above
   double left = above ? (double)reuse_size(above - 1) : 0;
   double at_left = (double)(above ? c->misses[above - 1] : c->accesses);
   double share = (lines - left) / ((double)reuse_size(above) - left);
   return at_left + ((double)c->misses[above] - at_left) * share;
}

// Variance of the misses at a size if the size that they are really for is off by a normally
// distributed number of lines: the quadrature of Gauss and Hermite with five nodes, one of them 0.
static double variance_of_distances(const MissCurve* c, uint32_t i, double rate)
{
   static const double node[] = {1.3556261799742659, 2.8569700138728056};
   static const double weight[] = {0.22207592200561266, 0.011257411327720691};
   double size = (double)reuse_size(i), sum = 0;
   double deviation = square_root((1 - rate) * (size * rate + 1)) / rate;
   for (int n = 0; n < 2; n++)
      for (int sign = -1; sign <= 1; sign += 2) {
         double d = misses_at(c, size + sign * node[n] * deviation) - (double)c->misses[i];
         sum += weight[n] * d * d;
      }
   return sum;
}

void miss_curve_of(MissCurve* c, const ReuseHistogram* h, uint32_t rate_shift,
                   uint64_t accesses)
{
   double rate = 1.0 / (double)(1ULL << rate_shift), of_lines[REUSE_SIZES];
   uint64_t weight[REUSE_GROUPS] = {0}, misses = 0;
   for (uint32_t b = REUSE_BUCKETS - 1; b > 0; b--) {
      for (int g = 0; h->row[b] && g < REUSE_GROUPS; g++) {
         weight[g] += h->row[b]->weight[g];
         misses += h->row[b]->weight[g];
      }
      if (b > REUSE_SIZES) continue;
      c->misses[b - 1] = misses;
      of_lines[b - 1] = variance_of_lines(weight, rate);
   }
   c->accesses = accesses ? accesses : reuse_histogram_accesses(h);
   for (uint32_t i = 0; i < REUSE_SIZES; i++) {
      double variance = of_lines[i] + variance_of_distances(c, i, rate);
      c->error[i] = (uint64_t)(square_root(variance) + 0.5);
   }
}
