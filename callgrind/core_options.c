// SPDX-License-Identifier: GPL-3.0-or-later
// Options that the core gives; see core_options.h.
#include "callgrind/core_options.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_xarray.h"

void core_options_give(const HChar* name, const HChar* option)
{
   XArray* options = VG_(args_for_valgrind);
   for (Word i = 0; i < VG_(sizeXA)(options); i++) {
      const HChar** given = VG_(indexXA)(options, i);
      if (VG_(strncmp)(*given, name, VG_(strlen)(name)) != 0) continue;
      *given = option;
      return;
   }
   VG_(addToXA)(options, &option);
}
