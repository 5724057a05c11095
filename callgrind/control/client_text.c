// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of the program; see client_text.h.
#include "callgrind/control/client_text.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"

void client_text_copy(HChar to[CLIENT_TEXT_MAX], const HChar* from)
{
   SizeT n = 0;
   Addr page_end = 0; // behind what is known to be readable
   while (n < CLIENT_TEXT_MAX - 1) {
      Addr at = (Addr)from + n;
      if (at >= page_end) {
         if (!VG_(am_is_valid_for_client)(at, 1, VKI_PROT_READ)) break;
         page_end = (at | (VKI_PAGE_SIZE - 1)) + 1;
      }
      if (!from[n]) break;
      to[n] = from[n];
      n++;
   }
   to[n] = '\0';
}
