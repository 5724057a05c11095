// SPDX-License-Identifier: GPL-3.0-or-later
//
// xgrind_calibrate: measures what this computer takes for loads, misses and operations, and writes a
// hierarchy file, for estimated cycles. docs/man/xgrind_calibrate.pod is its manual page.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "calibrate/check.h"
#include "calibrate/code.h"
#include "calibrate/core.h"
#include "calibrate/cores.h"
#include "calibrate/figures.h"
#include "calibrate/hierarchy.h"
#include "calibrate/idle_lines.h"
#include "calibrate/kernels.h"
#include "calibrate/memory.h"
#include "calibrate/room.h"
#include "calibrate/sampling.h"
#include "calibrate/units.h"
#include "calibrate/xgrind.h"
#include "commands/files/output.h"
#include "commands/files/privacy.h"
#include "commands/text/message.h"

static const char help[] =
   "Usage:\n"
   "  xgrind_calibrate [OPTION...]\n"
   "\n"
   "Description:\n"
   "  xgrind_calibrate measures what this computer takes for loads, cache misses and\n"
   "  operations, and writes a hierarchy file, for estimated cycles of Xgrind.\n"
   "\n"
   "Options:\n"
   "  -o, --output=FILE       Where to write the hierarchy file; - is standard\n"
   "                          output. [-]\n"
   "  --hierarchy=FILE        The caches and TLBs that there are, as a hierarchy\n"
   "                          file. [what the processor says of itself]\n"
   "  --seconds=N             How long three rounds take, from 1 to 600; there are\n"
   "                          up to nine. [10]\n"
   "  --check=yes|no          Run 20 kernels natively and with xgrind, and say how\n"
   "                          well the file predicts them: half a minute. [yes]\n"
   "  -v, --verbose           Tell what each kernel took, and what was predicted.\n"
   "  --run-kernels=no|yes    Only run these kernels: what --check=yes simulates.\n"
   "                          [no]\n"
   "  -h, --help              Print the list of options.\n"
   "  --version               Print the version.\n";

// ------------------------------------------------------------- command line

static const char *output = "-", *hierarchy_file;
static double seconds = 10;
static int is_checked = 1, is_verbose, are_kernels_run;

static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                        {"hierarchy", required_argument, NULL, 'H'},
                                        {"seconds", required_argument, NULL, 's'},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, 'n'},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {"check", required_argument, NULL, 'c'},
                                        {"run-kernels", required_argument, NULL, 'k'},
                                        {NULL}};

// The option behind getopt's '?' or ':', as it was given, without its value.
static void fail_at_option(char** argv, int is_value_missing)
{
   const char* given = argv[optind - 1];
   const int n = (int)strcspn(given, "=");
   if (is_value_missing) fail("%s needs a value", given);
   if (optopt && given[1] == '-') fail("%.*s takes no value", n, given);
   fail("unknown option '%.*s'; --help lists the options", n, given);
}

static const char* file_in(const char* value, const char* option)
{
   if (*value == '\0') fail("%s needs a value: the name of a file", option);
   return value;
}

static double seconds_in(const char* value)
{
   char* end;
   const double n = strtod(value, &end);
   if (end == value || *end != '\0' || !(n >= 1 && n <= 600))
      fail("--seconds takes a number from 1 to 600, not '%s'", value);
   return n;
}

static int yes_in(const char* value, const char* option)
{
   if (strcmp(value, "yes") != 0 && strcmp(value, "no") != 0)
      fail("%s takes yes or no, not '%s'", option, value);
   return *value == 'y';
}

static void parse_options(int argc, char** argv)
{
   opterr = 0;
   for (int o; (o = getopt_long(argc, argv, ":o:hv", options, NULL)) != -1;) {
      switch (o) {
      case 'o': output = file_in(optarg, "--output"); break;
      case 'H': hierarchy_file = file_in(optarg, "--hierarchy"); break;
      case 's': seconds = seconds_in(optarg); break;
      case 'v': is_verbose = 1; break;
      case 'c': is_checked = yes_in(optarg, "--check"); break;
      case 'k': are_kernels_run = yes_in(optarg, "--run-kernels"); break;
      case 'h': fputs(help, stdout); exit(0);
      case 'n': puts("xgrind_calibrate " XG_VERSION); exit(0);
      default: fail_at_option(argv, o == ':');
      }
   }
   if (optind < argc) fail("unexpected argument '%s'; --help lists the options", argv[optind]);
}

// ------------------------------------------------------------- the hierarchy

// All that can be read, as text; NULL with errno set if it cannot be read.
static char* read_all(FILE* in)
{
   enum { TEXT_MAX_B = 65536 };
   char* text = malloc(TEXT_MAX_B + 1);
   if (!text) return NULL;
   const size_t n = fread(text, 1, TEXT_MAX_B, in);
   text[n] = '\0';
   return ferror(in) ? NULL : text;
}

static char* read_file(const char* name)
{
   FILE* in = fopen(name, "r");
   char* text = in ? read_all(in) : NULL;
   if (!text) fail("%s: cannot be read: %s; give a hierarchy file", name, strerror(errno));
   privacy_note(fileno(in));
   fclose(in);
   return text;
}

// Asks xgrind in a child, with its output in a pipe.
static void ask_xgrind(int out)
{
   dup2(out, STDOUT_FILENO);
   char* arguments[] = {"xgrind", "-q", "--machine=native", "--print-hierarchy=yes",
                        "true",   NULL};
   xgrind_exec(arguments);
}

// What the processor says of itself, as a hierarchy file.
static char* read_native(void)
{
   int ends[2], status;
   if (pipe(ends) != 0) fail("there is no pipe: %s", strerror(errno));
   const pid_t child = fork();
   if (child == 0) ask_xgrind(ends[1]);
   close(ends[1]);
   FILE* in = fdopen(ends[0], "r");
   char* text = in ? read_all(in) : NULL;
   if (in) fclose(in);
   if (child < 0 || waitpid(child, &status, 0) < 0 || !text)
      fail("xgrind cannot be started: %s", strerror(errno));
   if (WIFEXITED(status) && WEXITSTATUS(status) == XGRIND_NOT_FOUND)
      fail("xgrind, which knows the processor's caches, is neither beside this program nor in "
           "PATH: give the caches with --hierarchy=FILE");
   if (status != 0)
      fail("xgrind --machine=native --print-hierarchy=yes fails; --hierarchy=FILE gives the "
           "caches, too");
   return text;
}

// ------------------------------------------------------------------- output

static void write_prefetchers(int found, FILE* to)
{
   if (found < 0) return;
   const char* comma = "";
   fprintf(to, "prefetch=");
   const struct {
      int is;
      const char* name;
   } all[] = {{PREFETCH_STRIDE, "stride"},
              {PREFETCH_STREAM, "stream"},
              {PREFETCH_ADJACENT, "adjacent"}};
   for (int i = 0; i < 3; i++) {
      if (!(found & all[i].is)) continue;
      fprintf(to, "%s%s", comma, all[i].name);
      comma = ",";
   }
   fprintf(to, "%s\n", found ? "" : "none");
}

// What the file has.
typedef struct {
   Hierarchy* h;
   int prefetchers;
   Check check;
} Measured;

static void write_file(FILE* to, void* data)
{
   const Measured* m = data;
   fprintf(to,
           "# Written by xgrind_calibrate " XG_VERSION ", to be read with --hierarchy=FILE.\n");
   hierarchy_write(m->h, to);
   figures_write(to);
   write_prefetchers(m->prefetchers, to);
   figures_complain(to, "# ");
   room_tell(to, "# ");
}

static void tell_check(const Check* check, FILE* to, const char* prefix)
{
   if (!is_checked) return;
   fputs(prefix, to);
   if (check->n)
      check_tell(check, to);
   else
      fprintf(to, "%s\n", check->why);
}

static void write_output(Measured* m)
{
   Output* out = output_open(output);
   write_file(out->to, m);
   tell_check(&m->check, out->to, "# ");
   output_close(out);
}

static void measure(Measured* m)
{
   cores_look();
   sampling_start(seconds / FIGURE_ROUNDS_LEAST);
   for (int round = 0; round < FIGURE_ROUNDS; round++) {
      if (round >= FIGURE_ROUNDS_LEAST && figures_are_stable()) break;
      core_measure();
      units_measure();
      cores_measure();
      code_measure(m->h);
      m->prefetchers = memory_measure(m->h);
      figure_set(FIGURE_CLOCK, sampling_clock_MHz());
      figures_end_round();
   }
   figures_resolve();
   idle_lines_resolve();
   figures_check();
   room_resolve(m->h);
}

int main(int argc, char** argv)
{
   Hierarchy h;
   message_program("xgrind_calibrate", 1);
   parse_options(argc, argv);
   const char* error =
      hierarchy_read(&h, hierarchy_file ? read_file(hierarchy_file) : read_native());
   if (error)
      fail("%s: %s", hierarchy_file ? hierarchy_file : "xgrind --print-hierarchy=yes", error);
   if (are_kernels_run) {
      kernels_run(&h);
      return 0;
   }
   Measured m = {.h = &h, .prefetchers = -1};
   measure(&m);
   if (is_checked) check_file(&m.check, &h, write_file, &m);
   if (is_verbose) check_list(&m.check, stderr);
   write_output(&m);
   figures_complain(stderr, "xgrind_calibrate: ");
   room_tell(stderr, "xgrind_calibrate: ");
   tell_check(&m.check, stderr, "xgrind_calibrate: ");
   if (strcmp(output, "-") != 0)
      fprintf(stderr, "xgrind_calibrate: %s is written; xgrind --hierarchy=%s uses it\n",
              output, output);
   return 0;
}
