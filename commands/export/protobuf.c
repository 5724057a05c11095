// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/protobuf.h"

enum { VARINT, LENGTH = 2 }; // wire types

void pb_varint(Built* to, uint64_t n)
{
   for (; n >= 0x80; n >>= 7) built_char(to, (char)((n & 0x7f) | 0x80));
   built_char(to, (char)n);
}

void pb_number(Built* to, uint32_t field, uint64_t n)
{
   if (!n) return;
   pb_varint(to, field << 3 | VARINT);
   pb_varint(to, n);
}

void pb_element(Built* to, uint32_t field, const char* bytes, size_t size_B)
{
   pb_varint(to, field << 3 | LENGTH);
   pb_varint(to, size_B);
   built_bytes(to, bytes, size_B);
}
