// SPDX-License-Identifier: GPL-3.0-or-later
// arm64: PRFM with an immediate, a register or a literal, and PRFUM (Arm Architecture Reference Manual, C6.2); see prefetch_code.h.
#include "callgrind/arch/prefetch_code.h"

static uint32_t bits(uint32_t word, uint32_t from, uint32_t n)
{
   return word >> from & ((1U << n) - 1);
}

static uint64_t with_sign(uint32_t value, uint32_t n)
{
   const uint64_t sign = 1ULL << (n - 1);
   return (value ^ sign) - sign;
}

// The index; false: there is no such instruction.
static bool take_index(uint32_t word, PrefetchCode* p)
{
   enum { ZERO_REGISTER = 31 };
   static const int8_t as[8] = {[2] = PREFETCH_INDEX_U32, [6] = PREFETCH_INDEX_S32};
   const uint32_t option = bits(word, 13, 3), index = bits(word, 16, 5);
   if (!(option & 2)) return false;
   p->index_as = (uint8_t)as[option];
   p->shift = bits(word, 12, 1) ? 3 : 0;
   if (index != ZERO_REGISTER) p->index = (int8_t)index;
   return true;
}

bool prefetch_code(const uint8_t* code, uint32_t size_B, uint64_t address, PrefetchCode* p)
{
   *p = (PrefetchCode){.base = PREFETCH_NO_REGISTER, .index = PREFETCH_NO_REGISTER};
   if (size_B != 4) return false;
   const uint32_t word =
      code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 | (uint32_t)code[3] << 24;
   enum { LOAD = 0, STORE = 2 };
   const uint32_t type = bits(word, 3, 2), level = bits(word, 1, 2);
   if ((type != LOAD && type != STORE) || level == 3) return false;
   if (word >> 24 == 0xD8) {
      p->displacement = address + with_sign(bits(word, 5, 19) << 2, 21);
      return true;
   }
   p->base = (int8_t)bits(word, 5, 5);
   if (word >> 22 == 0xF98 >> 2) {
      p->displacement = bits(word, 10, 12) << 3;
      return true;
   }
   if (word >> 21 == 0xF88 >> 1 && bits(word, 10, 2) == 0) {
      p->displacement = with_sign(bits(word, 12, 9), 9);
      return true;
   }
   return word >> 21 == 0xF8A >> 1 && bits(word, 10, 2) == 2 && take_index(word, p);
}
