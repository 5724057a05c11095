// SPDX-License-Identifier: GPL-3.0-or-later
// Text of an element of XML; see xml_element.h.
#include "callgrind/symbols/xml_element.h"

#include "pub_tool_libcbase.h"

Bool xml_element(const HChar* xml, const HChar* begin, HChar* to, SizeT size)
{
   static const struct {
      const HChar* text;
      HChar c;
   } escape[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}};
   const HChar* from = VG_(strstr)(xml, begin);
   to[0] = '\0';
   if (!from) return False;
   from += VG_(strlen)(begin);
   while (*from && *from != '<' && size > 1) {
      SizeT length = 1;
      HChar c = *from;
      for (UInt i = 0; c == '&' && i < sizeof escape / sizeof escape[0]; i++) {
         SizeT n = VG_(strlen)(escape[i].text);
         if (VG_(strncmp)(from, escape[i].text, n)) continue;
         length = n;
         c = escape[i].c;
         break;
      }
      *to++ = c;
      size--;
      from += length;
   }
   *to = '\0';
   return True;
}
