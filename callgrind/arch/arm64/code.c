// SPDX-License-Identifier: GPL-3.0-or-later
// Code of PLTs, of the dynamic linker, and of stores; see callgrind/arch/arch.h.  Instructions as the "Arm Architecture Reference
// Manual for A-profile" encodes them.
#include "callgrind/arch/arch.h"

static UInt word_at(const UChar* code)
{
   return code[0] | (UInt)code[1] << 8 | (UInt)code[2] << 16 | (UInt)code[3] << 24;
}

// Behind a landing pad for indirect branches (bti c), if there is one.
static const UChar* behind_pad(const UChar* code)
{
   return word_at(code) == 0xD503245F ? code + 4 : code;
}

// adrp x16, ...; ldr x17, [x16, ...]
Bool code_is_plt_stub(const UChar* code)
{
   code = behind_pad(code);
   return (word_at(code) & 0x9F00001F) == 0x90000010
          && (word_at(code + 4) & 0xFFC003FF) == 0xF9400211;
}

// It stores where its stub's slot is, and the caller's return address: stp x16, x30, [sp, #-16]!
Bool code_is_plt_start(const UChar* code)
{
   return word_at(behind_pad(code)) == 0xA9BF7BF0;
}

// br x16
Bool code_ends_resolver(const UChar* end)
{
   return word_at(end - 4) == 0xD61F0200;
}

// b: for VEX it is a call, as bl is
Bool code_is_no_call(const UChar* end)
{
   return (word_at(end - 4) & 0xFC000000) == 0x14000000;
}

// stnp
Bool code_stores_past_caches(const UChar* code, UInt size_B)
{
   return size_B == 4 && (word_at(code) & 0x3BC00000) == 0x28000000;
}

// The group of encodings 0010 is that of SVE.
const UnknownCode* code_unknown(const UChar* code)
{
   static const UnknownCode sve = {"SVE", "-march=armv8.2-a in place of -mcpu=native"};
   return (word_at(code) & 0x1E000000) == 0x04000000 ? &sve : NULL;
}
