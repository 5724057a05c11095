// SPDX-License-Identifier: GPL-3.0-or-later
//
// Number, sum, least, greatest, mean and standard deviation of numbers that come one by one.
//
// Contract: number, sum, least, greatest and sum of squares are exact as long as the sum is below 2^64.
// The standard deviation is that of the numbers themselves, divided by their number, not that of a
// sample.
//
//    Statistic s = {0};
//    statistic_add(&s, 3);
//    statistic_add(&s, 5);
//    statistic_mean(&s, 1000);      // 4000: in thousandths
//    statistic_deviation(&s, 1000); // 1000
#ifndef XG_TIMELINE_STATISTIC_H
#define XG_TIMELINE_STATISTIC_H

#include "base/host.h"

typedef unsigned __int128 Wide;

// Invariants: min <= max if n > 0; n * squares >= sum * sum.
typedef struct {
   uint64_t n, sum;
   uint64_t min, max; // 0 if n is 0
   Wide squares;      // sum of them: at most the square of the sum
} Statistic;

void statistic_add(Statistic* s, uint64_t value);
// As if the value were added so many times.
void statistic_add_weighted(Statistic* s, uint64_t value, uint64_t weight);
// In parts of one (1000: in thousandths), rounded; 0 without numbers.
uint64_t statistic_mean(const Statistic* s, uint32_t parts);
uint64_t statistic_deviation(const Statistic* s, uint32_t parts);
// a * parts / b, rounded, for a <= b and b > 0.
uint64_t statistic_share(uint64_t a, uint64_t b, uint32_t parts);

#endif
