// SPDX-License-Identifier: GPL-3.0-or-later
// Finding _dl_runtime_resolve by the way it is reached; see resolver.h.
#include "callgrind/symbols/resolver.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

#include "callgrind/arch/arch.h"
#include "callgrind/options/options.h"
#include "callgrind/threads/compat.h"

enum { RANGES_MAX = 8, LENGTH_MAX_B = 1024 };

static struct {
   Addr start, end;
} ranges[RANGES_MAX];
static Int n_ranges;

Bool resolver_contains(Addr address)
{
   for (Int i = 0; i < n_ranges; i++)
      if (address >= ranges[i].start && address < ranges[i].end) return True;
   return False;
}

// The address behind the routine's last jump, or `start` if there is none near.
static Addr end_of_routine(Addr start)
{
   for (Addr end = start + RESOLVER_JUMP_B; end < start + LENGTH_MAX_B; end++) {
      if (!VG_(am_is_valid_for_client)(end - 1, 1, VKI_PROT_READ)) break;
      if (code_ends_resolver((const UChar*)end)) return end;
   }
   return start;
}

void resolver_note(const Block* plt, Block* target)
{
   if (!code_is_plt_start((const UChar*)plt->start)) return;
   if (target->function || resolver_contains(target->start)) return;
   if (n_ranges == RANGES_MAX) return;
   if (options.compat && !compat_may_hold_resolver(target->module->name)) return;
   Addr end = end_of_routine(target->start);
   if (end == target->start) return;
   ranges[n_ranges].start = target->start;
   ranges[n_ranges].end = end;
   n_ranges++;
}
