// SPDX-License-Identifier: GPL-3.0-or-later
// Declarations of variables; see declared.h.
#include "callgrind/ownership/declared.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

// The core says it in a text for people: "... declared at FILE:LINE".
static UInt read_position(const HChar* words, HChar** file)
{
   static const HChar before[] = "declared at ";
   const HChar* context = VG_(strstr)(words, before);
   if (!context) return 0;
   context += sizeof before - 1;
   const HChar* colon = VG_(strrchr)(context, ':');
   if (!colon) return 0;
   HChar* end;
   Long line = VG_(strtoll10)(colon + 1, &end);
   if (line <= 0 || end == colon + 1) return 0;
   *file = VG_(strdup)("xg.declared", context);
   (*file)[colon - context] = '\0';
   return (UInt)line;
}

UInt declared_at(Addr address, HChar** file)
{
   XArray* first = VG_(newXA)(VG_(malloc), "xg.declared", VG_(free), sizeof(HChar));
   XArray* second = VG_(newXA)(VG_(malloc), "xg.declared", VG_(free), sizeof(HChar));
   UInt line = 0;
   if (VG_(get_data_description)(first, second, VG_(current_DiEpoch)(), address)) {
      line = read_position(VG_(indexXA)(first, 0), file);
      if (!line) line = read_position(VG_(indexXA)(second, 0), file);
   }
   VG_(deleteXA)(first);
   VG_(deleteXA)(second);
   return line;
}
