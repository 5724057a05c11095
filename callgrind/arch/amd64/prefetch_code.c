// SPDX-License-Identifier: GPL-3.0-or-later
// amd64: prefetchnta, prefetcht0 to prefetcht2, prefetch and prefetchw (AMD64 Architecture Programmer's Manual, volume 3); see
// prefetch_code.h.
#include "callgrind/arch/prefetch_code.h"

enum { REX_B = 1, REX_X = 2 };

typedef struct {
   const uint8_t *at, *end;
   uint8_t rex;
} Bytes;

// A number of 1 or 4 bytes, extended by its sign; false: the instruction has not so many.
static bool take(Bytes* b, uint32_t size_B, uint64_t* n)
{
   if (b->end - b->at < (int64_t)size_B) return false;
   uint32_t word = 0;
   for (uint32_t i = 0; i < size_B; i++) word |= (uint32_t)*b->at++ << 8 * i;
   *n = size_B == 1 ? (uint64_t)(int64_t)(int8_t)word : (uint64_t)(int64_t)(int32_t)word;
   return true;
}

// Goes on to the opcode.
static void skip_prefixes(Bytes* b, PrefetchCode* p)
{
   for (; b->at < b->end; b->at++) {
      const uint8_t byte = *b->at;
      const bool rex = (byte & 0xF0) == 0x40;
      const bool ignored = byte == 0x66 || byte == 0xF2 || byte == 0xF3 || byte == 0x26
                           || byte == 0x2E || byte == 0x36 || byte == 0x3E;
      if (byte == 0x64 || byte == 0x65)
         p->segment = byte == 0x64 ? PREFETCH_FS : PREFETCH_GS;
      else if (byte == 0x67)
         p->is_32 = true;
      else if (!rex && !ignored)
         return;
      b->rex = rex ? byte : 0; // only the last prefix can be one
   }
}

// The byte behind ModRM; no_base: there is none unless the instruction has a displacement.
static bool take_sib(Bytes* b, bool no_displacement, PrefetchCode* p, bool* no_base)
{
   if (b->at == b->end) return false;
   const uint8_t sib = *b->at++;
   const uint8_t index = sib >> 3 & 7, base = sib & 7;
   p->shift = sib >> 6;
   if (index != 4 || b->rex & REX_X) p->index = (int8_t)(index | (b->rex & REX_X ? 8 : 0));
   *no_base = base == 5 && no_displacement;
   if (!*no_base) p->base = (int8_t)(base | (b->rex & REX_B ? 8 : 0));
   return true;
}

// The address; `next`: of the next instruction.
static bool take_address(Bytes* b, uint8_t modrm, uint64_t next, PrefetchCode* p)
{
   const uint8_t mod = modrm >> 6, rm = modrm & 7;
   bool no_base = false;
   if (rm == 4) {
      if (!take_sib(b, mod == 0, p, &no_base)) return false;
   } else if (mod == 0 && rm == 5) {
      if (!take(b, 4, &p->displacement)) return false;
      p->displacement += next;
      return true;
   } else {
      p->base = (int8_t)(rm | (b->rex & REX_B ? 8 : 0));
   }
   if (mod == 1) return take(b, 1, &p->displacement);
   return mod == 2 || no_base ? take(b, 4, &p->displacement) : true;
}

bool prefetch_code(const uint8_t* code, uint32_t size_B, uint64_t address, PrefetchCode* p)
{
   Bytes b = {code, code + size_B, 0};
   *p = (PrefetchCode){.base = PREFETCH_NO_REGISTER, .index = PREFETCH_NO_REGISTER};
   skip_prefixes(&b, p);
   if (b.end - b.at < 3 || b.at[0] != 0x0F) return false;
   const uint8_t opcode = b.at[1], modrm = b.at[2], which = modrm >> 3 & 7;
   b.at += 3;
   const bool is_one = (opcode == 0x18 && which <= 3) || (opcode == 0x0D && which <= 1);
   const bool of_register = modrm >> 6 == 3;
   return is_one && !of_register && take_address(&b, modrm, address + size_B, p)
          && b.at == b.end;
}
