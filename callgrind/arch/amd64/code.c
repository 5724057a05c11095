// SPDX-License-Identifier: GPL-3.0-or-later
// Code of PLTs, of the dynamic linker, and of stores; see callgrind/arch/arch.h.
#include "callgrind/arch/arch.h"

// An optional endbr64, then an indirect jump (with or without the bnd prefix).
Bool code_is_plt_stub(const UChar* code)
{
   if (code[0] == 0xF3 && code[1] == 0x0F && code[2] == 0x1E && code[3] == 0xFA) code += 4;
   if (code[0] == 0xF2) code++;
   return code[0] == 0xFF && code[1] == 0x25;
}

// It pushes the link map.
Bool code_is_plt_start(const UChar* code)
{
   return code[0] == 0xFF && code[1] == 0x35;
}

// jmp *%r11
Bool code_ends_resolver(const UChar* end)
{
   return end[-3] == 0x41 && end[-2] == 0xFF && end[-1] == 0xE3;
}

Bool code_is_no_call(const UChar* end)
{
   (void)end;
   return False;
}

enum {
   EVEX = 0x62
}; // the first byte of AVX-512's instructions, and of nothing else in 64-bit code

const UnknownCode* code_unknown(const UChar* code)
{
   static const UnknownCode avx_512 = {"AVX-512", "-march=x86-64-v3 in place of -march=native"};
   return code[0] == EVEX ? &avx_512 : NULL;
}

enum { MAP_0F = 1 };

static Bool is_prefix(UChar byte)
{
   const Bool rex = (byte & 0xF0) == 0x40;
   const Bool segment = byte == 0x26 || byte == 0x2E || byte == 0x36 || byte == 0x3E
                        || byte == 0x64 || byte == 0x65;
   return rex || segment || byte == 0x66 || byte == 0x67 || byte == 0xF2 || byte == 0xF3;
}

// Of the opcode map 0F; movnti has no VEX form.
static Bool is_non_temporal(UChar opcode, Bool vex)
{
   return opcode == 0x2B || opcode == 0xE7 || (opcode == 0xC3 && !vex);
}

// movnti, movntq, movntps, movntpd, movntdq and their VEX and EVEX forms (Intel SDM, volume 2).
Bool code_stores_past_caches(const UChar* code, UInt size_B)
{
   UInt i = 0;
   while (i < size_B && is_prefix(code[i])) i++;
   if (i + 2 < size_B && code[i] == 0x0F) return is_non_temporal(code[i + 1], False);
   if (i + 3 < size_B && code[i] == 0xC5) return is_non_temporal(code[i + 2], True);
   if (i + 4 < size_B && code[i] == 0xC4)
      return (code[i + 1] & 0x1F) == MAP_0F && is_non_temporal(code[i + 3], True);
   if (i + 5 < size_B && code[i] == EVEX)
      return (code[i + 1] & 0x07) == MAP_0F && is_non_temporal(code[i + 4], True);
   return False;
}
