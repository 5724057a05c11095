// SPDX-License-Identifier: GPL-3.0-or-later
// Pages that can be read; see readable_pages.h.
#include "callgrind/ownership/readable_pages.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

// The core looks for a segment, which takes longer than what misses are looked at for.
enum { KNOWN = 256, PAGE_LOG2 = 12 };

typedef struct {
   Addr page;
   ULong calls; // that had been made when it could be read
} Known;

static Known known[KNOWN];
static ULong calls = 1; // system calls so far, and one

Bool readable_pages_have(Addr address)
{
   const Addr page = address >> PAGE_LOG2;
   Known* k = &known[page % KNOWN];
   if (k->page == page && k->calls == calls) return True;
   if (!VG_(am_is_valid_for_client)(page << PAGE_LOG2, 1, VKI_PROT_READ)) return False;
   *k = (Known){page, calls};
   return True;
}

void readable_pages_forget(void)
{
   calls++;
}
