// SPDX-License-Identifier: GPL-3.0-or-later
// Which preset describes a core of arm64.  MIDR_EL1 as /proc/cpuinfo of these computers has it ("CPU implementer", "CPU
// part", "CPU variant", "CPU revision").
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "callgrind/arch/arm64/known_cores.c"
#include "unit_main.h"

static void cores(void** state)
{
   (void)state;
   assert_string_equal(known_core(0x413fd0c1), "neoverse-n1"); // Graviton2, Altra
   assert_string_equal(known_core(0x411fd401), "neoverse-v1"); // Graviton3
   assert_string_equal(known_core(0x410fd4f1), "neoverse-v2"); // Graviton4, Grace
   assert_string_equal(known_core(0x410fd490), "neoverse-n2"); // Yitian 710
   assert_string_equal(known_core(0x6d0fd490), "neoverse-n2"); // Cobalt 100
   assert_string_equal(known_core(0x611f0231), "apple-m1");    // Firestorm of an M1
}

static void others(void** state)
{
   (void)state;
   assert_null(known_core(0));
   assert_null(known_core(0x410fd083)); // Cortex-A72 of a Raspberry Pi 4
   assert_null(known_core(0x611f0221)); // Icestorm of an M1: an efficiency core
   assert_null(known_core(0x610fd0c1)); // a number of another implementer's
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cores),
      cmocka_unit_test(others),
   };
   return UNIT_MAIN(argc, argv, tests);
}
