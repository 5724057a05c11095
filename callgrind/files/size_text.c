// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes of caches for people; see size_text.h.
#include "callgrind/files/size_text.h"

#include "pub_tool_libcprint.h"

const HChar* size_text(HChar text[SIZE_TEXT_B], ULong bytes)
{
   static const HChar* const unit[] = {"B", "KiB", "MiB", "GiB"};
   UInt u = 0;
   ULong scale = 1;
   while (u < 3 && bytes / scale >= 1024) scale *= 1024, u++;
   const ULong tenths = bytes * 10 / scale;
   if (tenths % 10)
      VG_(sprintf)(text, "%llu.%llu %s", tenths / 10, tenths % 10, unit[u]);
   else
      VG_(sprintf)(text, "%llu %s", tenths / 10, unit[u]);
   return text;
}
