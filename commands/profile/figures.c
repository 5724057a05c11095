// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of any size; see figures.h.
#include "commands/profile/figures.h"

#define LARGEST (((Large)INT64_MAX << 64) + (Large)UINT64_MAX)

Figure figure_difference(Figure before, Figure after)
{
   if (before.kind == FIGURE_NONE || after.kind == FIGURE_NONE) return (Figure){0};
   if (before.kind == FIGURE_WHOLE) return figure_whole(after.whole - before.whole);
   return figure_quotient(after.quotient - before.quotient);
}

Figure figure_size(Figure f)
{
   if (f.whole < 0) f.whole = -f.whole;
   if (f.quotient < 0) f.quotient = -f.quotient;
   return f;
}

int figure_compare(Figure a, Figure b)
{
   if (a.whole != b.whole) return a.whole < b.whole ? -1 : 1;
   return a.quotient < b.quotient ? -1 : a.quotient > b.quotient;
}

// The product is exact where 64 bits hold it: then what is printed does not depend on how it is rounded.
double whole_quotient(Large of, uint32_t times, Large by)
{
   const Large size = of < 0 ? -of : of;
   const double product =
      size <= UINT64_MAX / times ? (double)(of * (Large)times) : (double)of * times;
   return product / (double)by;
}

double whole_percent(Large part, Large whole)
{
   return whole ? whole_quotient(part, 100, whole) : 0;
}

void whole_add(Large* to, uint64_t figure, uint64_t times)
{
   const unsigned __int128 product = (unsigned __int128)figure * times;
   if (product > (unsigned __int128)(LARGEST - *to))
      *to = LARGEST;
   else
      *to += (Large)product;
}
