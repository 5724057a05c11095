// SPDX-License-Identifier: GPL-3.0-or-later
#include "failure.h"

#include <elf.h>
#include <execinfo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { CALLS_MAX = 64, ROW_B = 1024 };

extern const char __executable_start[], etext[]; // of the linker

// --- calls --------------------------------------------------------------------------------------

// What addr2line calls an address of this program; 0: it is another's.
static uintptr_t address_in_file(const void* address)
{
   const uintptr_t at = (uintptr_t)address, start = (uintptr_t)__executable_start;
   if (at < start || at >= (uintptr_t)etext) return 0;
   const Elf64_Ehdr* header = (const void*)__executable_start;
   return at - (header->e_type == ET_EXEC ? 0 : start) - 1; // within the call
}

// The line of a source, without indentation; empty: it is not there.
static const char* source_line(const char* file, int line)
{
   static char row[ROW_B];
   FILE* f = fopen(file, "r");
   for (int i = 0; i < line; i++)
      if (!f || !fgets(row, sizeof row, f)) {
         row[0] = '\0';
         break;
      }
   if (f) fclose(f);
   row[strcspn(row, "\n")] = '\0';
   return row + strspn(row, " ");
}

// A pair of addr2line's rows.  False: the case began here.
static int print_call(FILE* to, const char* function, char* place)
{
   if (strcmp(function, "run_case") == 0) return 0;
   if (strstr(place, "/unit_main.c:") || strstr(place, "/failure.c:") || place[0] == '?')
      return 1;
   place[strcspn(place, " ")] = '\0'; // (discriminator 3)
   char* colon = strrchr(place, ':');
   const int line = colon ? atoi(colon + 1) : 0;
   if (!line) return 1;
   *colon = '\0';
   fprintf(to, "[  CALLED  ] --- %s, %s:%d:  %s\n", function, place, line,
           source_line(place, line));
   return 1;
}

UnitGiven unit_given_now;

static void print_given(FILE* to)
{
   const intmax_t* x = unit_given_now.x;
   if (!unit_given_now.format) return;
   fprintf(to, "[  GIVEN   ] --- ");
   fprintf(to, unit_given_now.format, x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
   fprintf(to, "\n");
}

void unit_print_calls(FILE* to)
{
   if (getenv("XG_FAULT"))
      return; // a seeded fault: nobody reads it, and addr2line takes its time
   print_given(to);
   void* at[CALLS_MAX];
   const int n = backtrace(at, CALLS_MAX);
   char command[64 + CALLS_MAX * 20];
   int used = sprintf(command, "addr2line -i -f -e /proc/%d/exe", (int)getpid());
   for (int i = 0; i < n; i++) {
      const uintptr_t in_file = address_in_file(at[i]);
      if (in_file) used += sprintf(command + used, " %#lx", (unsigned long)in_file);
   }
   sprintf(command + used, " 2>/dev/null");
   FILE* f = popen(command, "r");
   if (!f) return;
   char function[ROW_B], place[ROW_B];
   int goes_on = 1;
   while (fgets(function, sizeof function, f) && fgets(place, sizeof place, f)) {
      function[strcspn(function, "\n")] = place[strcspn(place, "\n")] = '\0';
      goes_on = goes_on && print_call(to, function, place);
   }
   pclose(f);
}

// --- checks -------------------------------------------------------------------------------------

// Ends the case as a check of cmocka does, with this text.
#define END_CASE(c, ...)                                                                       \
   do {                                                                                        \
      char* text = NULL;                                                                       \
      size_t text_B = 0;                                                                       \
      FILE* to = open_memstream(&text, &text_B);                                               \
      fprintf(to, __VA_ARGS__);                                                                \
      unit_print_calls(to);                                                                    \
      fclose(to);                                                                              \
      if (text_B && text[text_B - 1] == '\n') text[text_B - 1] = '\0';                         \
      _assert_true(0, text, (c)->file, (c)->line);                                             \
   } while (0)

// Large numbers are addresses or sets of bits.
static void number_text(char text[64], uintmax_t number)
{
   const intmax_t with_sign = (intmax_t)number;
   int n = sprintf(text, "%jd", with_sign);
   if (with_sign > 0xFFFF || with_sign < -0xFFFF) sprintf(text + n, " (%#jx)", number);
}

void unit_differs(const UnitCheck* c, uintmax_t got, uintmax_t expected)
{
   char got_text[64], expected_text[64];
   number_text(got_text, got);
   number_text(expected_text, expected);
   const int is_plain = strcmp(c->expected, expected_text) == 0;
   END_CASE(c, "%s: got %s, expected %s%s%s\n", c->got, got_text, is_plain ? "" : c->expected,
            is_plain ? "" : " = ", expected_text);
}

void unit_texts_differ(const UnitCheck* c, const char* got, const char* expected)
{
   END_CASE(c, "%s: got \"%s\", expected \"%s\"\n", c->got, got, expected);
}

void unit_is_not(const UnitCheck* c)
{
   END_CASE(c, "%s: is not %s\n", c->got, c->expected);
}
