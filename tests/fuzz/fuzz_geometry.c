// SPDX-License-Identifier: GPL-3.0-or-later
// Any text must be refused with a reason or give a geometry that holds together.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "cachesim/geometry.h"

// What was read with a unit is read again without.
static void is_same_in_bytes(const Geometry* g)
{
   char text[64];
   Geometry again;
   snprintf(text, sizeof text, "%" PRIu64 ",%u,%u", g->size_B, g->ways, g->line_B);
   XG_ASSERT(!geometry_parse(text, &again));
   XG_ASSERT(again.size_B == g->size_B && again.ways == g->ways && again.line_B == g->line_B);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   char* text = malloc(size + 1);
   memcpy(text, data, size);
   text[size] = '\0';
   Geometry g;
   if (!geometry_parse(text, &g)) {
      XG_ASSERT(geometry_error(&g) == NULL);
      XG_ASSERT(geometry_sets(&g) * g.ways * g.line_B == g.size_B);
      XG_ASSERT(g.line_B >= LINE_MIN_B && g.line_B <= LINE_MAX_B);
      is_same_in_bytes(&g);
   }
   free(text);
   return 0;
}
