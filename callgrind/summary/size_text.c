// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of caches for people; see size_text.h.
#include "callgrind/summary/size_text.h"

#include "pub_tool_libcprint.h"

static const HChar* const unit[] = {"B", "KiB", "MiB", "GiB"};

// The largest unit that the size has, which is 1024 to this power.
static UInt largest_unit(ULong bytes)
{
   UInt u = 3;
   while (u && !(bytes >> 10 * u)) u--;
   return u;
}

const HChar* size_text(HChar text[SIZE_TEXT_B], ULong bytes)
{
   UInt u = largest_unit(bytes);
   while (100 * bytes & ((1ULL << 10 * u) - 1)) u--;
   const ULong hundredths = 100 * bytes >> 10 * u, rest = hundredths % 100;
   if (!rest)
      VG_(sprintf)(text, "%llu %s", hundredths / 100, unit[u]);
   else if (rest % 10)
      VG_(sprintf)(text, "%llu.%02llu %s", hundredths / 100, rest, unit[u]);
   else
      VG_(sprintf)(text, "%llu.%llu %s", hundredths / 100, rest / 10, unit[u]);
   return text;
}

const HChar* size_text_rough(HChar text[SIZE_TEXT_B], ULong bytes)
{
   const UInt u = largest_unit(bytes);
   const ULong tenths = 10 * bytes >> 10 * u;
   if (tenths % 10)
      VG_(sprintf)(text, "%llu.%llu %s", tenths / 10, tenths % 10, unit[u]);
   else
      VG_(sprintf)(text, "%llu %s", tenths / 10, unit[u]);
   return text;
}
