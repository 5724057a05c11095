// SPDX-License-Identifier: GPL-3.0-or-later
// Python's texts; see text.h.
#include "callgrind/python/text.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

enum { CHARACTERS_MAX = 64 * 1024, UTF8_B = 4 };

static UInt character(const void* data, UInt size_B, ULong i)
{
   switch (size_B) {
   case 1: return ((const UChar*)data)[i];
   case 2: return ((const UShort*)data)[i];
   default: return ((const UInt*)data)[i];
   }
}

// Writes a character in UTF-8; returns what follows.
static HChar* put(HChar* to, UInt c)
{
   if (c < 0x80) {
      *to++ = (HChar)c;
   } else if (c < 0x800) {
      *to++ = (HChar)(0xC0 | c >> 6);
      *to++ = (HChar)(0x80 | (c & 63));
   } else if (c < 0x10000) {
      *to++ = (HChar)(0xE0 | c >> 12);
      *to++ = (HChar)(0x80 | (c >> 6 & 63));
      *to++ = (HChar)(0x80 | (c & 63));
   } else {
      *to++ = (HChar)(0xF0 | c >> 18);
      *to++ = (HChar)(0x80 | (c >> 12 & 63));
      *to++ = (HChar)(0x80 | (c >> 6 & 63));
      *to++ = (HChar)(0x80 | (c & 63));
   }
   return to;
}

HChar* python_text(const PythonLayout* l, Addr text)
{
   ULong n = *(const ULong*)(text + (ULong)l->text_length);
   const UInt state = *(const UInt*)(text + (ULong)l->text_state);
   const void* data =
      (const void*)(text
                    + (ULong)(state & TEXT_ASCII ? l->text_data_ascii : l->text_data_other));
   if (!n) return VG_(strdup)("xg.python.text", "???");
   if (n > CHARACTERS_MAX) n = CHARACTERS_MAX;
   HChar* utf8 = VG_(malloc)("xg.python.text", n * UTF8_B + 1);
   HChar* end = utf8;
   for (ULong i = 0; i < n; i++)
      end = put(end, character(data, state >> TEXT_KIND_SHIFT & TEXT_KIND_MASK, i));
   *end = '\0';
   return utf8;
}
