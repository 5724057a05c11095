// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions by their bytes.  Those of amd64 are what GNU as makes of the text beside them, and all forms of ModRM and
// SIB are checked against the tables of the AMD64 Architecture Programmer's Manual, volume 3, 1.4; those of arm64 are from
// aarch64-linux-gnu-as.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "unit_main.h"

#define prefetch_code amd64_prefetch_code
#include "callgrind/arch/amd64/prefetch_code.c"
#undef prefetch_code
#define prefetch_code arm64_prefetch_code
#include "callgrind/arch/arm64/prefetch_code.c"
#undef prefetch_code

enum {
   NONE = PREFETCH_NO_REGISTER,
   RAX = 0,
   RCX = 1,
   RBX = 3,
   RSP = 4,
   RBP = 5,
   RSI = 6,
   R12 = 12,
   R13 = 13
};
#define AT UINT64_C(0x401000)

static void assert_same(const PrefetchCode* is, const PrefetchCode* must_be)
{
   assert_int_equal(is->base, must_be->base);
   assert_int_equal(is->index, must_be->index);
   assert_int_equal(is->shift, must_be->shift);
   assert_int_equal(is->index_as, must_be->index_as);
   assert_int_equal(is->segment, must_be->segment);
   assert_int_equal(is->is_32, must_be->is_32);
   assert_int_equal(is->displacement, must_be->displacement);
}

// --- amd64 ----------------------------------------------------------------------------------

typedef struct {
   const char* text;
   uint8_t n, code[12];
   PrefetchCode is;
} Known;

static const Known known[] = {
   {"prefetchnta (%rax)", 3, {0x0F, 0x18, 0x00}, {RAX, NONE}},
   {"prefetcht0 (%rcx,%rax,8)", 4, {0x0F, 0x18, 0x0C, 0xC1}, {RCX, RAX, 3}},
   {"prefetcht1 64(%rsp)", 5, {0x0F, 0x18, 0x54, 0x24, 0x40}, {RSP, NONE, .displacement = 64}},
   {"prefetcht2 -256(%rbp)",
    7,
    {0x0F, 0x18, 0x9D, 0x00, 0xFF, 0xFF, 0xFF},
    {RBP, NONE, .displacement = (uint64_t)-256}},
   {"prefetch (%rsi)", 3, {0x0F, 0x0D, 0x06}, {RSI, NONE}},
   {"prefetchw (%r12)", 5, {0x41, 0x0F, 0x0D, 0x0C, 0x24}, {R12, NONE}},
   {"prefetcht0 (%r13)", 5, {0x41, 0x0F, 0x18, 0x4D, 0x00}, {R13, NONE}},
   {"prefetcht0 8(%rbx,%r12)",
    6,
    {0x42, 0x0F, 0x18, 0x4C, 0x23, 0x08},
    {RBX, R12, 0, .displacement = 8}},
   {"prefetcht0 16(%rip)",
    7,
    {0x0F, 0x18, 0x0D, 0x10, 0, 0, 0},
    {NONE, NONE, .displacement = AT + 7 + 16}},
   {"prefetcht0 -16(%rip)",
    7,
    {0x0F, 0x18, 0x0D, 0xF0, 0xFF, 0xFF, 0xFF},
    {NONE, NONE, .displacement = AT + 7 - 16}},
   {"prefetcht0 0x1234",
    8,
    {0x0F, 0x18, 0x0C, 0x25, 0x34, 0x12, 0, 0},
    {NONE, NONE, .displacement = 0x1234}},
   {"prefetcht0 0x10(,%rax,4)",
    8,
    {0x0F, 0x18, 0x0C, 0x85, 0x10, 0, 0, 0},
    {NONE, RAX, 2, .displacement = 0x10}},
   {"prefetcht0 %fs:(%rax)", 4, {0x64, 0x0F, 0x18, 0x08}, {RAX, NONE, .segment = PREFETCH_FS}},
   {"prefetcht0 %gs:0x28",
    9,
    {0x65, 0x0F, 0x18, 0x0C, 0x25, 0x28, 0, 0, 0},
    {NONE, NONE, .segment = PREFETCH_GS, .displacement = 0x28}},
   {"prefetcht0 (%eax,%ecx)", 5, {0x67, 0x0F, 0x18, 0x0C, 0x08}, {RAX, RCX, .is_32 = true}},
   {"prefetcht0 %gs:(%r12d)",
    7,
    {0x65, 0x67, 0x41, 0x0F, 0x18, 0x0C, 0x24},
    {R12, NONE, .segment = PREFETCH_GS, .is_32 = true}},
   {"ds prefetcht0 (%rax)", 4, {0x3E, 0x0F, 0x18, 0x08}, {RAX, NONE}},
   {"data16 prefetcht0 (%rax)", 4, {0x66, 0x0F, 0x18, 0x08}, {RAX, NONE}},
   {"rex.B, which the prefix behind it ends", 5, {0x41, 0x66, 0x0F, 0x18, 0x08}, {RAX, NONE}},
};

static void test_known(void** state)
{
   (void)state;
   for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
      const Known* k = &known[i];
      unit_given("%s", (intptr_t)k->text);
      PrefetchCode p;
      assert_true(amd64_prefetch_code(k->code, k->n, AT, &p));
      assert_same(&p, &k->is);
      // Neither fewer bytes nor more are this instruction.
      for (uint32_t n = 0; n <= sizeof k->code; n++)
         assert_int_equal(amd64_prefetch_code(k->code, n, AT, &p), n == k->n);
   }
}

// All of mod, rm, scale, index, base and REX.  Returns how long the instruction is.
static uint32_t make(uint8_t rex, uint8_t mod, uint8_t rm, uint8_t sib, uint8_t* code,
                     PrefetchCode* must_be)
{
   uint32_t n = 0, displacement_B = mod == 1 ? 1 : mod == 2 ? 4 : 0;
   *must_be = (PrefetchCode){.base = NONE, .index = NONE};
   if (rex) code[n++] = rex;
   code[n++] = 0x0F;
   code[n++] = 0x18;
   code[n++] = (uint8_t)(mod << 6 | 1 << 3 | rm);
   bool relative = mod == 0 && rm == 5;
   int base = rm + 8 * (rex & 1);
   if (rm == 4) {
      code[n++] = sib;
      base = sib % 8 + 8 * (rex & 1);
      const int index = sib / 8 % 8 + 8 * (rex >> 1 & 1);
      must_be->shift = sib / 64;
      must_be->index = (int8_t)(index == 4 ? NONE : index);
      if (mod == 0 && sib % 8 == 5) {
         base = NONE;
         displacement_B = 4;
      }
   } else if (relative) {
      base = NONE;
      displacement_B = 4;
   }
   must_be->base = (int8_t)base;
   static const uint8_t bytes[4] = {0x85, 0x17, 0x26, 0xC5};
   memcpy(code + n, bytes, displacement_B);
   n += displacement_B;
   if (displacement_B)
      must_be->displacement =
         displacement_B == 1 ? (uint64_t)(int8_t)0x85 : (uint64_t)(int32_t)0xC5261785;
   if (relative) must_be->displacement += AT + n;
   return n;
}

static void test_all_forms(void** state)
{
   (void)state;
   for (int rex = 0; rex < 16; rex++)
      for (int mod = 0; mod < 3; mod++)
         for (int rm = 0; rm < 8; rm++)
            for (int sib = 0; sib < (rm == 4 ? 256 : 1); sib++) {
               uint8_t code[16] = {0};
               PrefetchCode p, must_be;
               const uint32_t n = make((uint8_t)(rex ? 0x40 | rex : 0), (uint8_t)mod,
                                       (uint8_t)rm, (uint8_t)sib, code, &must_be);
               unit_given("rex %jd, mod %jd, rm %jd, sib %jd", rex, mod, rm, sib);
               assert_true(amd64_prefetch_code(code, n, AT, &p));
               assert_same(&p, &must_be);
               assert_false(amd64_prefetch_code(code, n - 1, AT, &p));
               assert_false(amd64_prefetch_code(code, n + 1, AT, &p));
            }
}

// Of all instructions of map 0F with a register as base, these are the only ones.
static void test_others(void** state)
{
   (void)state;
   for (int opcode = 0; opcode < 256; opcode++)
      for (int modrm = 0; modrm < 256; modrm++) {
         const uint8_t code[3] = {0x0F, (uint8_t)opcode, (uint8_t)modrm};
         const int mod = modrm / 64, which = modrm / 8 % 8, rm = modrm % 8;
         const bool is = mod == 0 && rm != 4 && rm != 5
                         && ((opcode == 0x18 && which < 4) || (opcode == 0x0D && which < 2));
         PrefetchCode p;
         unit_given("0F %02X %02X", opcode, modrm);
         assert_int_equal(amd64_prefetch_code(code, 3, AT, &p), is);
      }
   PrefetchCode p;
   static const uint8_t other[][4] = {{0xF0, 0x0F, 0x18, 0x08},
                                      {0x0E, 0x0F, 0x18, 0x08},
                                      {0x90, 0x0F, 0x18, 0x08},
                                      {0x66, 0x66, 0x66, 0x66}};
   for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
      assert_false(amd64_prefetch_code(other[i], 4, AT, &p));
}

// --- arm64 ----------------------------------------------------------------------------------

static bool of_word(uint32_t word, PrefetchCode* p)
{
   const uint8_t code[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                            (uint8_t)(word >> 24)};
   return arm64_prefetch_code(code, 4, AT, p);
}

static const struct {
   const char* text;
   uint32_t word;
   PrefetchCode is;
} words[] = {
   {"prfm pldl1keep, [x0]", 0xF9800000, {0, NONE}},
   {"prfm pldl1keep, [x1, #256]", 0xF9808020, {1, NONE, .displacement = 256}},
   {"prfm pstl1strm, [x30, #32760]", 0xF9BFFFD1, {30, NONE, .displacement = 32760}},
   {"prfm pldl3strm, [sp]", 0xF98003E5, {31, NONE}},
   {"prfm pldl2keep, [x3, x4]", 0xF8A46862, {3, 4}},
   {"prfm pldl1keep, [x3, x4, lsl #3]", 0xF8A47860, {3, 4, 3}},
   {"prfm pldl1keep, [x3, w4, uxtw]", 0xF8A44860, {3, 4, 0, PREFETCH_INDEX_U32}},
   {"prfm pldl1keep, [x3, w4, sxtw #3]", 0xF8A4D860, {3, 4, 3, PREFETCH_INDEX_S32}},
   {"prfm pldl1keep, [x3, x4, sxtx #3]", 0xF8A4F860, {3, 4, 3}},
   {"prfm pldl1keep, [x3, xzr]", 0xF8BF6860, {3, NONE}},
   {"prfum pldl1keep, [x5, #-256]", 0xF89000A0, {5, NONE, .displacement = (uint64_t)-256}},
   {"prfum pldl1keep, [x5, #255]", 0xF88FF0A0, {5, NONE, .displacement = 255}},
   {"prfm pldl1keep, . + 8", 0xD8000040, {NONE, NONE, .displacement = AT + 8}},
   {"prfm pldl1keep, . - 4", 0xD8FFFFE0, {NONE, NONE, .displacement = AT - 4}},
};

static void test_words(void** state)
{
   (void)state;
   PrefetchCode p;
   for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
      unit_given("%s", (intptr_t)words[i].text);
      assert_true(of_word(words[i].word, &p));
      assert_same(&p, &words[i].is);
      // prefetches of code, and what has no meaning yet
      assert_false(of_word((words[i].word & ~0x1FU) | 8, &p));
      assert_false(of_word((words[i].word & ~0x1FU) | 6, &p));
      assert_false(of_word((words[i].word & ~0x1FU) | 24, &p));
   }
   assert_false(of_word(0xF9400000, &p)); // ldr x0, [x0]
   assert_false(of_word(0xB9800000, &p)); // ldrsw x0, [x0]
   assert_false(of_word(0xF8A40860, &p)); // no option
   assert_false(of_word(0xF8A44060, &p)); // an atomic operation's place
   assert_false(of_word(0xF8800400, &p)); // of the immediates, the one that writes back
   assert_false(of_word(0x58000040, &p)); // ldr x0, . + 8
   assert_false(of_word(0x98000040, &p)); // ldrsw x0, . + 8
   assert_false(of_word(0xD503201F, &p)); // nop
   const uint8_t short_one[3] = {0, 0, 0x80};
   assert_false(arm64_prefetch_code(short_one, 3, AT, &p));
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_all_forms),
      cmocka_unit_test(test_others),
      cmocka_unit_test(test_words),
   };
   return UNIT_MAIN(argc, argv, tests);
}
