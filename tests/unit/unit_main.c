// SPDX-License-Identifier: GPL-3.0-or-later
#include "unit_main.h"

#include <fnmatch.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
           "usage: %s [--list | --first=N | --each=N | --program=N] [CASE...]\n"
           "CASE is the name of a case, in which * and ? stand for any characters; they run in "
           "this order. --list prints the names.\n",
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

// Adds those cases to the n_chosen ones that have such a name, and are not among them.
static unsigned choose(const struct CMUnitTest* cases, unsigned n, const char* name,
                       struct CMUnitTest* chosen, unsigned n_chosen)
{
   for (unsigned k = 0; k < n; k++) {
      unsigned had = 0;
      while (had < n_chosen && chosen[had].name != cases[k].name) had++;
      if (had == n_chosen && fnmatch(name, cases[k].name, 0) == 0)
         chosen[n_chosen++] = cases[k];
   }
   return n_chosen;
}

// --- one case after the other ---------------------------------------------------------------------

static const struct CMUnitTest* running; // in the order of the cases
static unsigned n_begun;
static char* has_ended; // by number of the case: it was not left by a check that failed
static unsigned seconds;

// In a process of its own, which may end in any way: the signal may have come within malloc().
static void print_calls_apart(void)
{
   const pid_t child = fork();
   if (child == 0) {
      signal(SIGALRM, SIG_DFL);
      signal(SIGSEGV, SIG_DFL);
      alarm(5);
      unit_print_calls(stderr);
      _exit(0);
   }
   if (child > 0) (void)waitpid(child, NULL, 0);
}

static void still_runs(int number)
{
   (void)number;
   fprintf(stderr, "%s has run for %u s, and is here:\n", running[n_begun - 1].name, seconds);
   print_calls_apart();
   alarm(seconds);
   seconds *= 2;
}

static void (*of_cmocka)(int signal); // what it does with an access to no memory

static void segment(int number)
{
   print_calls_apart();
   of_cmocka(number);
}

static void run_case(void** state)
{
   const unsigned i = n_begun++;
   unit_given_now = (UnitGiven){0};
   seconds = 10;
   alarm(seconds);
   of_cmocka = signal(SIGSEGV, segment);
   running[i].test_func(state);
   has_ended[i] = 1;
}

// Returns how many failed.
static int run_cases(const char* program, const struct CMUnitTest* cases, unsigned n)
{
   struct CMUnitTest wrapped[n];
   char ended[n];
   memset(ended, 0, n);
   for (unsigned i = 0; i < n; i++) {
      wrapped[i] = cases[i];
      wrapped[i].test_func = run_case;
   }
   running = cases;
   has_ended = ended;
   signal(SIGALRM, still_runs);
   const char* name = strrchr(program, '/');
   const int failed =
      _cmocka_run_group_tests(name ? name + 1 : program, wrapped, n, NULL, NULL);
   for (unsigned i = 0; i < n; i++)
      if (failed && !ended[i]) fprintf(stderr, "again: %s %s\n", program, cases[i].name);
   return failed;
}

int unit_main(int argc, char** argv, const struct CMUnitTest* cases, unsigned n)
{
   struct CMUnitTest chosen[n];
   unsigned n_chosen = 0, n_names = 0;
   for (int i = 1; i < argc; i++) {
      if (strcmp(argv[i], "--list") == 0 && argc == 2) {
         for (unsigned k = 0; k < n; k++) puts(cases[k].name);
         return 0;
      }
      if (is_number(argv[i], "--first=", &made_up_programs.first)
          || is_number(argv[i], "--each=", &made_up_programs.step)
          || is_number(argv[i], "--program=", &made_up_programs.only))
         continue;
      if (argv[i][0] == '-') return usage(argv[0]);
      const unsigned before = n_chosen;
      n_chosen = choose(cases, n, argv[i], chosen, n_chosen);
      n_names++;
      if (n_chosen == before) {
         fprintf(stderr, "%s: no other case is called %s; --list prints the names.\n", argv[0],
                 argv[i]);
         return 2;
      }
   }
   if (!n_names) n_chosen = choose(cases, n, "*", chosen, 0);
   return run_cases(argv[0], chosen, n_chosen) ? 1 : 0;
}
