// SPDX-License-Identifier: GPL-3.0-or-later
// TLB geometries: parsing and validity; see tlb_geometry.h.
#include "cachesim/tlb_geometry.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/host.h"

uint32_t tlb_geometry_sets(const TlbGeometry* t)
{
   return t->entries / t->ways;
}

const char* tlb_geometry_error(const TlbGeometry* t)
{
   if (t->entries == 0 || t->ways == 0) return "entries and ways must be positive numbers";
   if (t->entries > TLB_ENTRIES_MAX) return "there can be at most 65536 entries";
   if (t->entries % t->ways) return "the number of entries must be a multiple of the ways";
   const uint32_t sets = tlb_geometry_sets(t);
   if (sets & (sets - 1)) return "entries divided by ways must be a power of two";
   return NULL;
}

// Reads a decimal number at *p and moves *p behind it; false if there is none or it is too large
// by far.
static bool read_number(const char** p, uint32_t* n)
{
   const char* s = *p;
   *n = 0;
   for (; *s >= '0' && *s <= '9'; s++) {
      if (*n > TLB_ENTRIES_MAX) return false;
      *n = *n * 10 + (uint32_t)(*s - '0');
   }
   bool any = s != *p;
   *p = s;
   return any;
}

const char* tlb_geometry_parse(const char* text, TlbGeometry* t)
{
   static const char syntax[] =
      "expected two whole numbers of at most 65536, entries,ways, such as 64,4";
   TlbGeometry read;
   if (host_strcmp(text, "none") == 0) {
      *t = (TlbGeometry){0, 0};
      return NULL;
   }
   if (!read_number(&text, &read.entries) || *text++ != ',') return syntax;
   if (!read_number(&text, &read.ways) || *text) return syntax;
   const char* error = tlb_geometry_error(&read);
   if (!error) *t = read;
   return error;
}
