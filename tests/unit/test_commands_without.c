// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that were built without the libraries which unpack files: their sentences.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// in place of the one that other tests are linked with
#define HAVE_ZLIB 0
#define HAVE_ZSTD 0
#include "commands/files/unpack.c"

#include "commands/files/input.h"
#include "commands/text/message.h"
#include "unit_main.h"

#include "command_folder.h"

static Input in;

static void opens(void* name)
{
   input_open(&in, name);
}

static void without_libraries(void** state)
{
   (void)state;
   char start[10];
   folder_put_text("a.gz", "\x1F\x8B\x08...");
   folder_put_text("a.zst", "\x28\xB5\x2F\xFD...");
   folder_put_text("a", "text");
   assert_string_equal(failure_of(opens, "a.gz"),
                       "a.gz: gzip has compressed this file, and this program was built "
                       "without zlib; unpack it first");
   assert_string_equal(failure_of(opens, "a.zst"),
                       "a.zst: zstd has compressed this file, and this program was built "
                       "without libzstd; unpack it first");
   assert_int_equal(input_start("a.gz", start, sizeof start), 0);
   assert_true(failure_of(opens, "a") == NULL);
   assert_string_equal(in.bytes, "text");
   input_close(&in);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(without_libraries)};
   folder_enter();
   const int status = UNIT_MAIN(argc, argv, tests);
   folder_leave();
   return status;
}
