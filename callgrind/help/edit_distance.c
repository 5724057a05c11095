// SPDX-License-Identifier: GPL-3.0-or-later
// Misspelt names; see edit_distance.h.
#include "callgrind/help/edit_distance.h"

#include "pub_tool_libcbase.h"

static Int smallest(Int a, Int b)
{
   return a < b ? a : b;
}

Int edit_distance(const HChar* a, const HChar* b)
{
   const Int n = (Int)VG_(strlen)(a), m = (Int)VG_(strlen)(b);
   if (n > LETTERS_MAX || m > LETTERS_MAX) return LETTERS_MAX;
   Int row[3][LETTERS_MAX + 1]; // of the last three letters of a, round robin
   for (Int j = 0; j <= m; j++) row[0][j] = j;
   for (Int i = 1; i <= n; i++) {
      Int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
      now[0] = i;
      for (Int j = 1; j <= m; j++) {
         now[j] = smallest(before[j], now[j - 1]) + 1;
         now[j] = smallest(now[j], before[j - 1] + (a[i - 1] != b[j - 1]));
         if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            now[j] = smallest(now[j], earlier[j - 2] + 1);
      }
   }
   return row[n % 3][m];
}

Int edit_distance_allowed(const HChar* name)
{
   const Int n = (Int)VG_(strlen)(name);
   return n < 3 ? 0 : n < 6 ? 1 : n < 9 ? 2 : n < 12 ? 3 : 4;
}
