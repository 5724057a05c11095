// SPDX-License-Identifier: GPL-3.0-or-later
// Line tables of CPython; see line_table.h.
#include "callgrind/python/line_table.h"

// An entry's first byte, the only one with this bit: its kind, and how many code units it describes.
enum { ENTRY = 0x80, KIND_SHIFT = 3, KIND_MASK = 15, UNITS_MASK = 7 };
// Kinds of entries: up to SHORT_LAST none moves the line, then come those that move it by 0 to 2.
enum { SHORT_LAST = 9, SAME_LINE = 10, NO_COLUMNS = 13, LONG = 14, NO_LINE = 15 };

static UInt units_of(UChar head)
{
   return (head & UNITS_MASK) + 1u;
}

static UInt kind_of(UChar head)
{
   return head >> KIND_SHIFT & KIND_MASK;
}

Bool line_table_has_lines(const UChar* bytes, UInt n_bytes)
{
   for (UInt i = 0; i < n_bytes; i++)
      if (bytes[i] & ENTRY && kind_of(bytes[i]) != NO_LINE) return True;
   return False;
}

UInt line_table_units(const UChar* bytes, UInt n_bytes)
{
   UInt n = 0;
   for (UInt i = 0; i < n_bytes; i++)
      if (bytes[i] & ENTRY) n += units_of(bytes[i]);
   return n;
}

// A number of 6 bits a byte, lowest first, each but the last marked with 64; its lowest bit is the sign.
static Int signed_number(const UChar* bytes, const UChar* end)
{
   UInt n = 0;
   for (UInt shift = 0; bytes < end && shift < 32; shift += 6) {
      n |= (*bytes & 63u) << shift;
      if (!(*bytes++ & 64)) break;
   }
   return n & 1 ? -(Int)(n >> 1) : (Int)(n >> 1);
}

static Int line_delta(UInt kind, const UChar* rest, const UChar* end)
{
   if (kind <= SHORT_LAST || kind == NO_LINE) return 0;
   if (kind == NO_COLUMNS || kind == LONG) return signed_number(rest, end);
   return (Int)kind - SAME_LINE;
}

void line_table_read(const UChar* bytes, UInt n_bytes, UInt first_line, UInt* line)
{
   const UChar* end = bytes + n_bytes;
   Int now = (Int)first_line;
   for (const UChar* p = bytes; p < end; p++) {
      if (!(*p & ENTRY)) continue;
      const UInt kind = kind_of(*p);
      now += line_delta(kind, p + 1, end);
      for (UInt n = units_of(*p); n; n--) *line++ = kind == NO_LINE || now < 0 ? 0 : (UInt)now;
   }
}
