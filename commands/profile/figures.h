// SPDX-License-Identifier: GPL-3.0-or-later
//
// Figures that are computed from costs: whole ones are exact, of any size that sums by a formula have; quotients are floating-point.
//
//    const Figure change = figure_difference(figure_whole(100), figure_whole(130));    // 30
//    printf("%.2f%%\n", whole_percent(change.whole, 100));                             // 30.00%
#ifndef XG_COMMANDS_PROFILE_FIGURES_H
#define XG_COMMANDS_PROFILE_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "commands/text/numbers.h"

typedef enum {
   FIGURE_NONE, // nothing to divide by, so that there is no quotient
   FIGURE_WHOLE,
   FIGURE_QUOTIENT
} FigureKind;

typedef struct {
   FigureKind kind;
   Large whole;     // 0 unless it is FIGURE_WHOLE
   double quotient; // 0 unless it is FIGURE_QUOTIENT
} Figure;

static inline Figure figure_whole(Large n)
{
   return (Figure){.kind = FIGURE_WHOLE, .whole = n};
}
static inline Figure figure_quotient(double q)
{
   return (Figure){.kind = FIGURE_QUOTIENT, .quotient = q};
}
// Whether there is a figure, and it is not 0.
static inline bool figure_is_some(Figure f)
{
   return f.whole != 0 || f.quotient != 0;
}
// What is added from one to the other; none if either is none.
Figure figure_difference(Figure before, Figure after);
// Without its sign; 0 if it is none.
Figure figure_size(Figure f);
// Negative, 0 or positive, of two that are of one kind.
int figure_compare(Figure a, Figure b);

// A part of a whole in per cent; 0 if that is 0.
double whole_percent(Large part, Large whole);
// so many times a number, by another one that is not 0.
double whole_quotient(Large of, uint32_t times, Large by);
// Adds a figure, so many times; what is more than there is room for stays the largest number.
void whole_add(Large* to, uint64_t figure, uint64_t times);

#endif
