// SPDX-License-Identifier: GPL-3.0-or-later
// Code of PLTs and of the dynamic linker; see callgrind/arch/arch.h.
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
