// SPDX-License-Identifier: GPL-3.0-or-later
// Messages of the commands, and the texts that they keep.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "unit_main.h"

static void printable_texts(void** state)
{
   (void)state;
   assert_string_equal(printable("a\x1b[31m\nb"), "a?[31m?b");
   assert_string_equal(printable("h\xc3\xa4\xe2\x80\xae\xff"), "h\xc3\xa4??");
}

// As many bytes as there is room for, or 40 and dots; no half of a character.
static void quoted_texts(void** state)
{
   (void)state;
   char text[60];
   memset(text, 'x', sizeof text);
   text[43] = '\0';
   assert_string_equal(quoted(text), kept("'%s'", text));
   text[43] = 'x';
   text[44] = '\0';
   assert_string_equal(quoted(text), kept("'%.40s...'", text));
   memcpy(text + 39, "\xc3\xa4", 2);
   assert_string_equal(quoted(text), kept("'%.39s...'", text));
}

static void words(void** state)
{
   (void)state;
   assert_string_equal(shell_word("a/b-1.c"), "a/b-1.c");
   assert_string_equal(shell_word("it's"), "'it'\\''s'");
   assert_string_equal(shell_word("a\n"), "'a?'");
   assert_string_equal(shell_word(""), "''");
}

// --- failures ------------------------------------------------------------------------------------

static void fails(void* with)
{
   fail("%s is wrong", (const char*)with);
}

static void fails_within(void* with)
{
   assert_string_equal(failure_of(fails, "the inner one"), "the inner one is wrong");
   if (with) fail("the outer one");
}

static void does_nothing(void* with)
{
   (void)with;
}

static void caught(void** state)
{
   (void)state;
   assert_string_equal(failure_of(fails, "it"), "it is wrong");
   assert_true(failure_of(does_nothing, NULL) == NULL);
   assert_true(failure_of(fails_within, NULL) == NULL);
   assert_string_equal(failure_of(fails_within, ""), "the outer one");
}

static void warns(void* with)
{
   warn_user("%s", (const char*)with);
}

static void fails_silently(void* with)
{
   without_warnings(fails, with);
}

static void says(void)
{
   message_program("xgrind_try", 3);
   note("%d files", 2);
   warn_user("a file is empty");
   without_warnings(warns, "never said");
   failure_of(fails_silently, "a");
   warn_user("said again");
   fail("it ends");
}

// The texts on standard error of a process of its own, and its status.
static void printed(void** state)
{
   (void)state;
   int ends[2];
   char text[400];
   assert_int_equal(pipe(ends), 0);
   fflush(NULL);
   const pid_t child = fork();
   if (!child) {
      dup2(ends[1], 2);
      says();
      _exit(0);
   }
   close(ends[1]);
   size_t n = 0;
   for (ssize_t got; (got = read(ends[0], text + n, sizeof text - 1 - n)) > 0;)
      n += (size_t)got;
   text[n] = '\0';
   close(ends[0]);
   int status;
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(WIFEXITED(status));
   assert_int_equal(WEXITSTATUS(status), 3);
   assert_string_equal(text, "xgrind_try: 2 files\n"
                             "xgrind_try: warning: a file is empty\n"
                             "xgrind_try: warning: said again\n"
                             "xgrind_try: it ends\n");
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(printable_texts), cmocka_unit_test(quoted_texts),
      cmocka_unit_test(words),           cmocka_unit_test(caught),
      cmocka_unit_test(printed),
   };
   return UNIT_MAIN(argc, argv, tests);
}
