// SPDX-License-Identifier: GPL-3.0-or-later
// Which preset describes a processor.  Signatures: names of files in InstLatx64 (github.com/InstLatx64/InstLatx64),
// such as AuthenticAMD0A60F12_K19_Raphael_04_CPUID.txt, which say what processor they were read from.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include "callgrind/arch/amd64/known_processors.c"
#include "unit_main.h"

enum { HYGON = 0x6f677948 }; // "Hygo"

static const char* preset_of(uint32_t vendor, uint32_t signature, uint32_t core)
{
   return known_processor(&(ProcessorId){vendor, signature, core});
}

static void amd(void** state)
{
   static const struct {
      uint32_t signature;
      const char* preset;
   } each[] = {
      {0x00830f10, "zen2"}, // Rome
      {0x00870f10, "zen2"}, // Matisse
      {0x00860f01, "zen2"}, // Renoir
      {0x00a00f11, "zen3"}, // Milan
      {0x00a20f10, "zen3"}, // Vermeer
      {0x00a50f00, "zen3"}, // Cezanne
      {0x00a10f11, "zen4"}, // Genoa
      {0x00a60f12, "zen4"}, // Raphael
      {0x00b00f21, "zen5"}, // Turin
      {0x00b40f40, "zen5"}, // Granite Ridge
   };
   (void)state;
   for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
      assert_string_equal(preset_of(AMD, each[i].signature, 0), each[i].preset);
   assert_null(preset_of(AMD, 0x00800f11, 0));   // Zen
   assert_null(preset_of(AMD, 0x00800f82, 0));   // Zen+
   assert_null(preset_of(AMD, 0x00b50f00, 0));   // family 26, but none of Zen 5
   assert_null(preset_of(AMD, 0x00600f12, 0));   // Bulldozer
   assert_null(preset_of(AMD, 0x00050654, 0));   // another vendor's
   assert_null(preset_of(HYGON, 0x00900f01, 0)); // Zen, licensed
}

static void intel(void** state)
{
   static const struct {
      uint32_t signature;
      const char* preset;
   } each[] = {
      {0x00040671, "broadwell-h"},    {0x00050654, "skylake-sp"},
      {0x00050656, "cascadelake"},    {0x00050657, "cascadelake"},
      {0x000606a6, "icelake-sp"},     {0x000606c1, "icelake-sp"},
      {0x000806f8, "sapphirerapids"}, {0x000c06f2, "sapphirerapids"}, // Emerald Rapids
      {0x000a06d1, "graniterapids"},  {0x00090672, "alderlake-p"},
      {0x000906a3, "alderlake-p"},    {0x000b06e0, "alderlake-e"},
      {0x000b0671, "alderlake-p"}, // Raptor Lake
   };
   (void)state;
   for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
      assert_string_equal(preset_of(INTEL, each[i].signature, 0), each[i].preset);
   assert_null(preset_of(INTEL, 0x000506e3, 0)); // Skylake, not the server
   assert_null(preset_of(INTEL, 0x000906ea, 0)); // Coffee Lake
   assert_null(preset_of(INTEL, 0x000406f1, 0)); // Broadwell-E
   assert_null(preset_of(INTEL, 0x000a0671, 0)); // Rocket Lake
   assert_null(preset_of(INTEL, 0x000a06a4, 0)); // Meteor Lake
   assert_null(preset_of(INTEL, 0x000c0662, 0)); // Arrow Lake
   assert_null(preset_of(INTEL, 0, 0));
   assert_null(preset_of(0, 0x00050654, 0));
}

// Leaf 0x1A of a hybrid says which kind of core it was asked on.
static void two_kinds(void** state)
{
   (void)state;
   assert_string_equal(preset_of(INTEL, 0x00090672, 0x40000001), "alderlake-p");
   assert_string_equal(preset_of(INTEL, 0x00090672, 0x20000001), "alderlake-e");
   assert_string_equal(preset_of(INTEL, 0x000906a3, 0x20000001), "alderlake-e");
   assert_string_equal(preset_of(INTEL, 0x000b0671, 0x20000002), "alderlake-e");
   assert_string_equal(preset_of(INTEL, 0x000b06e0, 0x20000001), "alderlake-e");
   assert_string_equal(preset_of(INTEL, 0x000806f8, 0x20000001), "sapphirerapids");
}

static void families(void** state)
{
   (void)state;
   assert_int_equal(processor_family(0x00a60f12), 0x19);
   assert_int_equal(processor_family(0x00870f10), 0x17);
   assert_int_equal(processor_family(0x00090672), 6);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(amd),
      cmocka_unit_test(intel),
      cmocka_unit_test(two_kinds),
      cmocka_unit_test(families),
   };
   return UNIT_MAIN(argc, argv, tests);
}
