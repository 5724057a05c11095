// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of numbers that come one by one; see statistic.h.
#include "timeline/statistic.h"

#include "base/square_root.h"

void statistic_add_weighted(Statistic* s, uint64_t value, uint64_t weight)
{
   if (!s->n || value < s->min) s->min = value;
   if (value > s->max) s->max = value;
   s->n += weight;
   s->sum += value * weight;
   s->squares += (Wide)value * value * weight;
}

void statistic_add(Statistic* s, uint64_t value)
{
   statistic_add_weighted(s, value, 1);
}

uint64_t statistic_mean(const Statistic* s, uint32_t parts)
{
   if (!s->n) return 0;
   return s->sum / s->n * parts + (uint64_t)(((Wide)(s->sum % s->n) * parts + s->n / 2) / s->n);
}

// The squares of the distances from the mean add up to squares - sum^2 / n.  Both are large and
// close to each other, so all of it that is a whole number is computed as such: with q and r the
// quotient and rest of sum / n, sum^2 / n is q^2 n + 2 q r + r^2 / n.
uint64_t statistic_deviation(const Statistic* s, uint32_t parts)
{
   if (!s->n) return 0;
   uint64_t q = s->sum / s->n, r = s->sum % s->n;
   Wide whole = s->squares - (Wide)q * q * s->n - (Wide)2 * q * r;
   double distances = (double)whole - (double)r * (double)r / (double)s->n;
   if (distances <= 0) return 0;
   return (uint64_t)(square_root(distances / (double)s->n) * parts + 0.5);
}

uint64_t statistic_share(uint64_t a, uint64_t b, uint32_t parts)
{
   return (uint64_t)(((Wide)a * parts + b / 2) / b);
}
