// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit_main.h"

#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

MadeUpPrograms made_up_programs = {.first = 1, .step = 1};

uint32_t run_made_up_programs(void (*run)(uint32_t number), uint32_t n)
{
   if (made_up_programs.only) {
      run(made_up_programs.only);
      return 1;
   }
   uint32_t done = 0;
   for (uint32_t i = made_up_programs.first; i <= n; i += made_up_programs.step, done++) run(i);
   return done;
}

static int usage(const char* program)
{
   fprintf(stderr,
           "usage: %s [--list | --first=N | --each=N | --program=N] [CASE]\n"
           "CASE is the name of a case, in which * and ? stand for any characters; --list "
           "prints the names.\n",
           program);
   return 2;
}

// Whether the argument is this option; its number, from 1, in *to.
static int is_number(const char* argument, const char* option, uint32_t* to)
{
   const size_t length = strlen(option);
   if (strncmp(argument, option, length) != 0) return 0;
   char* end;
   const unsigned long n = strtoul(argument + length, &end, 10);
   if (end == argument + length || *end || !n || n > UINT32_MAX) return 0;
   *to = (uint32_t)n;
   return 1;
}

int unit_main(int argc, char** argv, const struct CMUnitTest* cases, unsigned n)
{
   const char* wanted = NULL;
   for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "--list") == 0 && argc == 2) {
         for (unsigned k = 0; k < n; k++) puts(cases[k].name);
         return 0;
      }
      if (is_number(argv[i], "--first=", &made_up_programs.first)
          || is_number(argv[i], "--each=", &made_up_programs.step)
          || is_number(argv[i], "--program=", &made_up_programs.only))
         continue;
      if (argv[i][0] == '-' || wanted) return usage(argv[0]);
      wanted = argv[i];
   }
   unsigned chosen = 0;
   for (unsigned k = 0; k < n; k++) chosen += !wanted || fnmatch(wanted, cases[k].name, 0) == 0;
   if (!chosen) {
      fprintf(stderr, "%s: no case is called %s; --list prints the names.\n", argv[0], wanted);
      return 2;
   }
   if (wanted) cmocka_set_test_filter(wanted);
   const char* name = strrchr(argv[0], '/');
   return _cmocka_run_group_tests(name ? name + 1 : argv[0], cases, n, NULL, NULL) ? 1 : 0;
}
