// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of a hierarchy file; see figures.h.
#include "calibrate/figures.h"

#include <stdlib.h>
#include <string.h>

#include "calibrate/sampling.h"

#define STABLE 1.15 // what another round cannot improve by much
#define UNCERTAIN 1.4

typedef struct {
   const char *option, *name;
   double min, max; // what Xgrind takes
   int decimals;
   int more_is_better; // what others do on the machine makes it smaller
} Kind;

static const Kind kinds[N_FIGURES] = {
   [FIGURE_L2] = {"latencies", "L2", 1, 100000, 0},
   [FIGURE_LL] = {"latencies", "LL", 1, 100000, 0},
   [FIGURE_MEMORY] = {"latencies", "memory", 1, 100000, 0},
   [FIGURE_CORE] = {"latencies", "core", 1, 100000, 0},
   [FIGURE_STLB] = {"latencies", "stlb", 0, 100000, 0},
   [FIGURE_WALK] = {"latencies", "walk", 0, 100000, 0},
   [FIGURE_WALK_NEAR] = {"latencies", "walk-near", 0, 100000, 0},
   [FIGURE_PAGE] = {"latencies", "page", 0, 10000000, 0},
   [FIGURE_HUGE_PAGE] = {"latencies", "huge-page", 0, 10000000, 0},
   [FIGURE_WIDTH] = {"processor", "width", 1, 64, 0, 1},
   [FIGURE_WINDOW] = {"processor", "window", 1, 10000, 0, 1},
   [FIGURE_STORE_BUFFER] = {"processor", "store-buffer", 1, 10000, 0, 1},
   [FIGURE_MISSES] = {"processor", "misses", 1, 64, 0, 1},
   [FIGURE_PREDICTOR] = {"processor", "predictor", 1024, 262144, 0, 1},
   [FIGURE_WALKS] = {"processor", "walks", 1, 64, 0, 1},
   [FIGURE_MISPREDICT] = {"processor", "mispredict", 0, 1000, 1},
   [FIGURE_CLOCK] = {"processor", "clock", 1, 100000, 0, 1},
   [FIGURE_LL_STAYS] = {"processor", "LL-stays", 0, 10000000, 0},
   [FIGURE_RATE_L2] = {"rates", "L2", 0, 10000, 2},
   [FIGURE_RATE_LL] = {"rates", "LL", 0, 10000, 2},
   [FIGURE_RATE_MEMORY] = {"rates", "memory", 0, 10000, 2},
   [FIGURE_RATE_L2_WRITTEN] = {"rates", "L2-written", 0, 10000, 2},
   [FIGURE_RATE_LL_WRITTEN] = {"rates", "LL-written", 0, 10000, 2},
   [FIGURE_RATE_WRITTEN] = {"rates", "written", 0, 10000, 2},
   [FIGURE_RATE_FILLED] = {"rates", "filled", 0, 10000, 2},
   [FIGURE_RATE_CODE] = {"rates", "code", 0, 10000, 2},
   [FIGURE_RATE_CODE_NEXT] = {"rates", "code-next", 0, 10000, 2},
   [FIGURE_RATE_STRIDE] = {"rates", "stride", 0, 10000, 2},
   [FIGURE_SET] = {"rates", "set", 0, 10000, 2},
   [FIGURE_SET_WRITTEN] = {"rates", "set-written", 0, 10000, 2},
   [FIGURE_SET_CHANGED] = {"rates", "set-changed", 0, 10000, 2},
   [FIGURE_CONTENDED] = {"rates", "contended", 0, 10000, 1},
   [FIGURE_CONTENDED_ATOMIC] = {"rates", "contended-atomic", 0, 10000, 1},
   [FIGURE_LOAD] = {"operations", "load", 0, 1000, 1},
   [FIGURE_FADD] = {"operations", "fadd", 0, 1000, 1},
   [FIGURE_FMUL] = {"operations", "fmul", 0, 1000, 1},
   [FIGURE_FDIV] = {"operations", "fdiv", 0, 1000, 1},
   [FIGURE_FSQRT] = {"operations", "fsqrt", 0, 1000, 1},
   [FIGURE_IMUL] = {"operations", "imul", 0, 1000, 1},
   [FIGURE_IDIV] = {"operations", "idiv", 0, 1000, 1},
   [FIGURE_ATOMIC] = {"operations", "atomic", 0, 1000, 1},
   [FIGURE_VECTOR] = {"operations", "vector", 0, 1000, 1},
   [FIGURE_FORWARD_NEXT] = {"operations", "forward-next", 0, 1000, 1},
   [FIGURE_FORWARD] = {"operations", "forward", 0, 1000, 1},
   [FIGURE_FORWARD_VECTOR] = {"operations", "forward-vector", 0, 1000, 1},
   [FIGURE_FORWARD_FAILED] = {"operations", "forward-failed", 0, 1000, 1},
   [FIGURE_STRING_SHORT] = {"operations", "string-short", 0, 1000, 1},
   [FIGURE_STRING] = {"operations", "string", 0, 1000, 1},
   [FIGURE_UNIT_LOAD] = {"units", "load", 0, 1000, 2},
   [FIGURE_UNIT_VECTOR_LOAD] = {"units", "vector-load", 0, 1000, 2},
   [FIGURE_UNIT_STORE] = {"units", "store", 0, 1000, 2},
   [FIGURE_UNIT_FADD] = {"units", "fadd", 0, 1000, 2},
   [FIGURE_UNIT_FMUL] = {"units", "fmul", 0, 1000, 2},
   [FIGURE_UNIT_FDIV] = {"units", "fdiv", 0, 1000, 1},
   [FIGURE_UNIT_FSQRT] = {"units", "fsqrt", 0, 1000, 1},
   [FIGURE_UNIT_IDIV] = {"units", "idiv", 0, 1000, 1},
   [FIGURE_UNIT_BRANCH] = {"units", "branch", 0, 1000, 2},
   [FIGURE_UNIT_STRING] = {"units", "string", 0, 1000, 2},
};

static struct {
   double value;
   int measured;
   const char* why;
   double of_round[FIGURE_ROUNDS]; // in which it was measured, the first n_rounds
   int n_rounds;
} figures[N_FIGURES];

void figure_fail(Figure f, const char* why)
{
   figures[f].measured = 0;
   if (!figures[f].why) figures[f].why = why;
}

void figure_set(Figure f, double value)
{
   if (value >= kinds[f].min && value <= kinds[f].max) {
      figures[f].measured = 1;
      figures[f].value = value;
   } else
      figure_fail(f, "what was measured makes no sense");
}

double figure_value(Figure f)
{
   return figures[f].measured ? figures[f].value : -1;
}

void figures_end_round(void)
{
   for (Figure f = 0; f < N_FIGURES; f++) {
      if (figures[f].measured && figures[f].n_rounds < FIGURE_ROUNDS)
         figures[f].of_round[figures[f].n_rounds++] = figures[f].value;
      figures[f].measured = 0;
   }
}

// The values of the rounds, the best one first.
static int sort_rounds(Figure f, double* sorted)
{
   const int n = figures[f].n_rounds;
   memcpy(sorted, figures[f].of_round, sizeof figures[f].of_round);
   sampling_sort(sorted, n);
   for (int i = 0; kinds[f].more_is_better && i < n / 2; i++) {
      const double swapped = sorted[i];
      sorted[i] = sorted[n - 1 - i];
      sorted[n - 1 - i] = swapped;
   }
   return n;
}

int figures_which_counts(int n)
{
   return n == 2 ? 0 : (n + 1) / 4;
}

// Whether the value that counts is more than so many times as bad as the best one, and by more than a cycle or what else it counts.
static int is_apart(Figure f, double times)
{
   double sorted[FIGURE_ROUNDS];
   const int n = sort_rounds(f, sorted);
   if (n < 2) return 0;
   const double best = sorted[0],
                counts = sorted[figures_which_counts(n) ? figures_which_counts(n) : 1];
   const double least = best < counts ? best : counts, most = best < counts ? counts : best;
   return most > times * least && most > least + 1;
}

int figures_are_stable(void)
{
   for (Figure f = 0; f < N_FIGURES; f++)
      if (is_apart(f, STABLE)) return 0;
   return 1;
}

void figures_resolve(void)
{
   for (Figure f = 0; f < N_FIGURES; f++) {
      double sorted[FIGURE_ROUNDS];
      const int n = sort_rounds(f, sorted);
      if (n) figure_set(f, sorted[figures_which_counts(n)]);
   }
}

static void check_order(const Figure* nearer, int n)
{
   for (int far = 1; far < n; far++)
      for (int near = 0; near < far; near++)
         if (figures[nearer[far]].measured
             && figures[nearer[far]].value < figure_value(nearer[near]))
            figure_fail(nearer[far], "it was not slower than what is nearer");
}

void figures_check(void)
{
   check_order((const Figure[]){FIGURE_L2, FIGURE_LL, FIGURE_MEMORY}, 3);
   check_order((const Figure[]){FIGURE_STLB, FIGURE_WALK}, 2);
}

// A number with at most so many decimals, none of them a zero at the end.
static void write_number(FILE* to, double value, int decimals)
{
   char text[64];
   snprintf(text, sizeof text, "%.*f", decimals, value);
   if (strchr(text, '.'))
      for (char* end = text + strlen(text); *--end == '0' || *end == '.';) {
         const int is_point = *end == '.';
         *end = '\0';
         if (is_point) break;
      }
   fputs(text, to);
}

void figures_write(FILE* to)
{
   const char* option = "";
   for (Figure f = 0; f < N_FIGURES; f++) {
      if (!figures[f].measured) continue;
      if (strcmp(option, kinds[f].option) == 0)
         fputc(',', to);
      else
         fprintf(to, "%s%s=", *option ? "\n" : "", kinds[f].option);
      option = kinds[f].option;
      fprintf(to, "%s:", kinds[f].name);
      write_number(to, figures[f].value, kinds[f].decimals);
   }
   if (*option) fputc('\n', to);
}

static void write_rounds(FILE* to, Figure f)
{
   const int n = figures[f].n_rounds;
   for (int i = 0; i < n; i++) {
      write_number(to, figures[f].of_round[i], kinds[f].decimals);
      fputs(i == n - 1 ? "" : i == n - 2 ? " and " : ", ", to);
   }
}

void figures_complain(FILE* to, const char* prefix)
{
   for (Figure f = 0; f < N_FIGURES; f++) {
      if (!figures[f].measured)
         fprintf(to, "%s%s of %s was not measured: %s\n", prefix, kinds[f].name,
                 kinds[f].option,
                 figures[f].why ? figures[f].why : "the processor has no such level");
      else if (is_apart(f, UNCERTAIN)) {
         fprintf(to, "%s%s of %s is uncertain: ", prefix, kinds[f].name, kinds[f].option);
         write_rounds(to, f);
         fputs(" were measured\n", to);
      }
   }
}
