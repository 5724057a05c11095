// SPDX-License-Identifier: GPL-3.0-or-later
// Options meant for one tool; see option_prefix.h.
#include "callgrind/help/option_prefix.h"

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "callgrind/core_private.h"

// What follows "--callgrind:" or "--xgrind:", or NULL.
static const HChar* without_prefix(const HChar* arg)
{
   static const HChar* const prefix[] = {"--callgrind:", "--xgrind:"};
   for (UInt i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
      SizeT n = VG_(strlen)(prefix[i]);
      if (VG_(strncmp)(arg, prefix[i], n) == 0) return arg + n;
   }
   return NULL;
}

void option_prefix_adopt(void)
{
   // As default tool of an installation we are run without --tool=; what is for Memcheck is not
   // ours.
   if (VG_(strcmp)(VG_(clo_toolname), "memcheck") == 0) {
      VG_(clo_toolname) = "xgrind";
      VG_(clo_read_inline_info) = False; // which for Memcheck is on if nothing is said
   }
   for (Int i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      HChar** arg = VG_(indexXA)(VG_(args_for_valgrind), i);
      const HChar* option = without_prefix(*arg);
      if (!option) continue;
      SizeT size = VG_(strlen)(VG_(clo_toolname)) + VG_(strlen)(option) + 4;
      *arg = VG_(malloc)("xg.option_prefix", size);
      VG_(snprintf)(*arg, (Int)size, "--%s:%s", VG_(clo_toolname), option);
   }
}
