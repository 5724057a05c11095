// SPDX-License-Identifier: GPL-3.0-or-later
// Cache geometries: parsing and validity; see geometry.h.
#include "cachesim/geometry.h"

#include <stddef.h>

#define SIZE_MAX_B (1ULL << 40)
#define SETS_MAX (1ULL << 28)

uint64_t geometry_sets(const Geometry* g)
{
   return g->size_B / ((uint64_t)g->ways * g->line_B);
}

const char* geometry_error(const Geometry* g)
{
   if (g->size_B == 0 || g->ways == 0 || g->line_B == 0)
      return "size, ways and line size must be positive numbers";
   if (g->line_B & (g->line_B - 1)) return "the line size must be a power of two";
   if (g->line_B < LINE_MIN_B || g->line_B > LINE_MAX_B)
      return "the line size must be between 16 and 512 bytes";
   if (g->ways > WAYS_MAX) return "there can be at most 4096 ways";
   if (g->size_B > SIZE_MAX_B) return "the size can be at most 1 TiB";
   if (g->size_B % ((uint64_t)g->ways * g->line_B))
      return "the size must be a multiple of ways times line size";
   if (geometry_sets(g) > SETS_MAX) return "there can be at most 268435456 sets";
   return NULL;
}

// Reads a decimal number at *p and moves *p behind it; false if there is none or it overflows.
static bool read_number(const char** p, uint64_t* n)
{
   const char* s = *p;
   *n = 0;
   for (; *s >= '0' && *s <= '9'; s++) {
      if (*n > SIZE_MAX_B) return false;
      *n = *n * 10 + (uint64_t)(*s - '0');
   }
   bool any = s != *p;
   *p = s;
   return any;
}

const char* geometry_parse(const char* text, Geometry* g)
{
   static const char syntax[] = "expected three decimal numbers: size,ways,line";
   uint64_t n[3];
   for (int i = 0; i < 3; i++) {
      if (!read_number(&text, &n[i])) return syntax;
      if (*text++ != (i < 2 ? ',' : '\0')) return syntax;
   }
   if (n[1] > WAYS_MAX) return "there can be at most 4096 ways";
   if (n[2] > LINE_MAX_B) return "the line size must be between 16 and 512 bytes";
   *g = (Geometry){n[0], (uint32_t)n[1], (uint32_t)n[2]};
   return geometry_error(g);
}

const char* geometry_hierarchy_error(const Geometry* i1, const Geometry* d1, const Geometry* l2,
                                     const Geometry* ll)
{
   if (l2->size_B) {
      if (i1->line_B > l2->line_B) return "the line of I1 must not be larger than that of L2";
      if (d1->line_B > l2->line_B) return "the line of D1 must not be larger than that of L2";
      if (l2->line_B > ll->line_B) return "the line of L2 must not be larger than that of LL";
   }
   if (i1->line_B > ll->line_B) return "the line of I1 must not be larger than that of LL";
   if (d1->line_B > ll->line_B) return "the line of D1 must not be larger than that of LL";
   return NULL;
}
