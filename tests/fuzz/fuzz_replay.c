// SPDX-License-Identifier: GPL-3.0-or-later
// Any text must be replayed or refused with a sentence.
#define main replay_main
#include "../replay/replay.c"
#undef main

#include "host_libc.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
   static FILE* nowhere;
   if (size == 0 || size > 20000) return 0;
   if (!nowhere) nowhere = fopen("/dev/null", "w");
   host_libc_free_all();
   memset(&engine, 0, sizeof engine);
   memset(&xg_current, 0, sizeof xg_current);
   memset(&replay, 0, sizeof replay);
   replay.print = nowhere;
   EngineConfig c = replay_defaults;
   c.caches = (HierarchyConfig){.i1 = {256, 2, 32},
                                .d1 = {384, 2, 64},
                                .ll = {2048, 4, 64},
                                .write_back = data[0] & 1,
                                .prefetch = data[0] & 2};
   FILE* f = fmemopen((void*)data, size, "r");
   if (!f) return 0;
   int number;
   const char* error = replay_file(f, &c, &number);
   XG_ASSERT(!error || *error);
   fclose(f);
   return 0;
}
