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

// Reads a decimal number at *p and moves *p behind it; false if there is none.  One that is larger
// than all that can be is still too large when it is read.
static bool read_number(const char** p, uint64_t* n)
{
   const char* s = *p;
   *n = 0;
   for (; *s >= '0' && *s <= '9'; s++)
      if (*n <= SIZE_MAX_B) *n = *n * 10 + (uint64_t)(*s - '0');
   bool any = s != *p;
   *p = s;
   return any;
}

// Passes K, M or G, or KiB, MiB or GiB, and returns what it stands for; 1 if there is none of them.
static uint64_t read_unit(const char** p)
{
   const char* s = *p;
   const char letter = *s & ~0x20; // in upper case
   const int shift = letter == 'K' ? 10 : letter == 'M' ? 20 : letter == 'G' ? 30 : 0;
   if (!shift) return 1;
   *p += s[1] == 'i' && s[2] == 'B' ? 3 : 1;
   return 1ULL << shift;
}

// Whether letters are here, and behind them the comma: a unit, but none that is known.
static bool is_other_unit(const char* s)
{
   const char* start = s;
   while ((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z')) s++;
   return s > start && *s == ',';
}

const char* geometry_parse(const char* text, Geometry* g)
{
   static const char syntax[] =
      "expected three whole numbers, size,ways,line, such as 32768,8,64 or 32K,8,64";
   uint64_t n[3];
   for (int i = 0; i < 3; i++) {
      if (!read_number(&text, &n[i])) return syntax;
      if (i == 0) {
         const uint64_t unit = read_unit(&text);
         if (n[0] > SIZE_MAX_B / unit) return "the size can be at most 1 TiB";
         n[0] *= unit;
         if (is_other_unit(text))
            return "a size is in bytes, or ends in K, M or G, where K is 1024 bytes";
      }
      if (*text++ != (i < 2 ? ',' : '\0')) return syntax;
   }
   if (n[1] > WAYS_MAX) return "there can be at most 4096 ways";
   if (n[2] > LINE_MAX_B) return "the line size must be between 16 and 512 bytes";
   *g = (Geometry){n[0], (uint32_t)n[1], (uint32_t)n[2]};
   return geometry_error(g);
}

const char* geometry_hierarchy_error(const Geometry* i1, const Geometry* d1,
                                     const Geometry between[LEVELS_BETWEEN], const Geometry* ll)
{
   const Geometry *l2 = &between[0], *l3 = &between[1];
   if (l3->size_B && !l2->size_B) return "L3 needs an L2 in front of it";
   if (l2->size_B) {
      if (i1->line_B > l2->line_B) return "the line of I1 must not be larger than that of L2";
      if (d1->line_B > l2->line_B) return "the line of D1 must not be larger than that of L2";
      if (l2->line_B > ll->line_B) return "the line of L2 must not be larger than that of LL";
   }
   if (l3->size_B && l2->line_B > l3->line_B)
      return "the line of L2 must not be larger than that of L3";
   if (l3->size_B && l3->line_B > ll->line_B)
      return "the line of L3 must not be larger than that of LL";
   if (i1->line_B > ll->line_B) return "the line of I1 must not be larger than that of LL";
   if (d1->line_B > ll->line_B) return "the line of D1 must not be larger than that of LL";
   return NULL;
}
