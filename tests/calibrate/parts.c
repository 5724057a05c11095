/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parts.c: checks the parts of xgrind_calibrate that do not measure: how figures are written, rings through
 * memory.  Prints a line for each thing that is wrong, and at the end how many checks there were.
 */
#include "calibrate/check.h"
#include "calibrate/figures.h"
#include "calibrate/hierarchy.h"
#include "calibrate/idle_lines.h"
#include "calibrate/rings.h"
#include "calibrate/room.h"
#include "calibrate/sampling.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int checks;

static void check(int is_right, const char* what)
{
   checks++;
   if (!is_right) printf("%s\n", what);
}

static void check_text(void (*write)(FILE*), const char* wanted)
{
   char* text = NULL;
   size_t size;
   FILE* to = open_memstream(&text, &size);
   write(to);
   fclose(to);
   checks++;
   if (strcmp(text, wanted) != 0) printf("this is written:\n%sand not:\n%s", text, wanted);
   free(text);
}

static void complain(FILE* to)
{
   figures_complain(to, "! ");
}

/* Bounds are those of the tool's options; digits as the file has them. */
static void check_figures(void)
{
   check_text(figures_write, "");
   figure_set(FIGURE_L2, 9.6);
   figure_set(FIGURE_LL, 46.4);
   figure_set(FIGURE_MEMORY, 45.9); /* nearer than LL */
   figure_set(FIGURE_STLB, -0.01);  /* negative */
   figure_set(FIGURE_WALK, 30);
   figure_set(FIGURE_WIDTH, 0.4); /* less than one */
   figure_set(FIGURE_MISSES, 64.5); /* more than the tool can have */
   figure_set(FIGURE_WALKS, 0.49); /* less than one */
   figure_set(FIGURE_MISPREDICT, 12.96);
   figure_fail(FIGURE_CLOCK, "the first reason");
   figure_fail(FIGURE_CLOCK, "another reason");
   figure_set(FIGURE_RATE_L2, 2.004);
   figure_set(FIGURE_RATE_LL, 4.5);
   figure_set(FIGURE_RATE_MEMORY, 11.126);
   figure_set(FIGURE_RATE_WRITTEN, 5.5);
   figure_set(FIGURE_RATE_STRIDE, 0);
   figure_set(FIGURE_SET, 7.25);
   figure_fail(FIGURE_SET_WRITTEN, "the ways of D1 are not known");
   figure_set(FIGURE_UNIT_LOAD, 0.254);
   figure_set(FIGURE_UNIT_FDIV, 4.96);
   figure_set(FIGURE_LOAD, 100);
   figure_set(FIGURE_FADD, 0.04);
   figure_set(FIGURE_FMUL, 3.96);
   figure_set(FIGURE_FDIV, 1e9);
   check(figure_value(FIGURE_LL) == 46.4, "a figure is not what was set");
   check(figure_value(FIGURE_FSQRT) < 0, "a figure that was not set is not negative");
   figures_check();
   check_text(figures_write, "latencies=L2:10,LL:46,walk:30\n"
                             "processor=mispredict:13\n"
                             "rates=L2:2,LL:4.5,memory:11.13,written:5.5,stride:0,set:7.25\n"
                             "operations=load:100,fadd:0,fmul:4\n"
                             "units=load:0.25,fdiv:5\n");
   check_text(complain, "! memory of latencies was not measured: it was not slower than what is nearer\n"
                        "! core of latencies was not measured: the processor has no such level\n"
                        "! stlb of latencies was not measured: what was measured makes no sense\n"
                        "! walk-near of latencies was not measured: the processor has no such level\n"
                        "! page of latencies was not measured: the processor has no such level\n"
                        "! huge-page of latencies was not measured: the processor has no such level\n"
                        "! width of processor was not measured: what was measured makes no sense\n"
                        "! window of processor was not measured: the processor has no such level\n"
                        "! misses of processor was not measured: what was measured makes no sense\n"
                        "! store-buffer of processor was not measured: the processor has no such level\n"
                        "! predictor of processor was not measured: the processor has no such level\n"
                        "! walks of processor was not measured: what was measured makes no sense\n"
                        "! clock of processor was not measured: the first reason\n"
                        "! LL-stays of processor was not measured: the processor has no such level\n"
                        "! L2-written of rates was not measured: the processor has no such level\n"
                        "! LL-written of rates was not measured: the processor has no such level\n"
                        "! filled of rates was not measured: the processor has no such level\n"
                        "! code of rates was not measured: the processor has no such level\n"
                        "! code-next of rates was not measured: the processor has no such level\n"
                        "! set-written of rates was not measured: the ways of D1 are not known\n"
                        "! set-changed of rates was not measured: the processor has no such level\n"
                        "! contended of rates was not measured: the processor has no such level\n"
                        "! contended-atomic of rates was not measured: the processor has no such level\n"
                        "! fdiv of operations was not measured: what was measured makes no sense\n"
                        "! fsqrt of operations was not measured: the processor has no such level\n"
                        "! imul of operations was not measured: the processor has no such level\n"
                        "! idiv of operations was not measured: the processor has no such level\n"
                        "! atomic of operations was not measured: the processor has no such level\n"
                        "! vector of operations was not measured: the processor has no such level\n"
                        "! forward-next of operations was not measured: the processor has no such level\n"
                        "! forward of operations was not measured: the processor has no such level\n"
                        "! forward-vector of operations was not measured: the processor has no such level\n"
                        "! forward-failed of operations was not measured: the processor has no such level\n"
                        "! string-short of operations was not measured: the processor has no such level\n"
                        "! string of operations was not measured: the processor has no such level\n"
                        "! vector-load of units was not measured: the processor has no such level\n"
                        "! store of units was not measured: the processor has no such level\n"
                        "! fadd of units was not measured: the processor has no such level\n"
                        "! fmul of units was not measured: the processor has no such level\n"
                        "! fsqrt of units was not measured: the processor has no such level\n"
                        "! idiv of units was not measured: the processor has no such level\n"
                        "! branch of units was not measured: the processor has no such level\n"
                        "! string of units was not measured: the processor has no such level\n");
}

static void check_round(double cycles, double window, int has_filled)
{
   figure_set(FIGURE_CORE, cycles);
   figure_set(FIGURE_WINDOW, window);
   if (has_filled) figure_set(FIGURE_RATE_FILLED, cycles / 1000);
   figures_end_round();
   check(figure_value(FIGURE_CORE) < 0, "a figure of a round is there in the next one");
}

static int is_told(const char* sentence)
{
   char* text = NULL;
   size_t size;
   FILE* to = open_memstream(&text, &size);
   complain(to);
   fclose(to);
   const int is = strstr(text, sentence) != NULL;
   free(text);
   return is;
}

/* The second best round of three to six counts, the third best of more; of two, the better one.  Those that are far from the best
   one are told, and ask for another round. */
static void check_rounds(void)
{
   check_round(1180, 124, 0);
   check_round(600, 240, 1);
   check_round(180, 120, 1);
   check(!figures_are_stable(), "rounds whose best ones are far apart are stable");
   figures_resolve();
   check(figure_value(FIGURE_CORE) == 600, "the second least of three rounds does not count");
   check(figure_value(FIGURE_WINDOW) == 124, "the second largest window does not count");
   check(figure_value(FIGURE_RATE_FILLED) == 0.18, "the smaller one of two rounds does not count");
   check(is_told("! core of latencies is uncertain: 1180, 600 and 180 were measured\n"), "figures that are far apart are not told");
   check(is_told("! window of processor is uncertain: 124, 240 and 120 were measured\n"), "windows that are far apart are not told");
   check(!is_told("! filled of rates is uncertain"), "figures that are near are told");
   check_round(190, 236, 0);
   check(figures_are_stable(), "rounds of which the two best are near each other are not stable");
   figures_resolve();
   check(figure_value(FIGURE_CORE) == 190 && figure_value(FIGURE_WINDOW) == 236, "the second best of four rounds does not count");
   check(!is_told("uncertain"), "figures whose best rounds are near each other are told");
   for (int i = 0; i < 3; i++) check_round(200, 230, 0);
   figures_resolve();
   check(figure_value(FIGURE_CORE) == 200 && figure_value(FIGURE_WINDOW) == 230, "the third best of seven rounds does not count");
   for (int n = 1; n <= FIGURE_ROUNDS; n++) check(figures_which_counts(n) < n, "the round that counts is none");
}

enum { PAGE = 4096, LINE = 64, GROUP = 8 * PAGE, AREA = RING_WALKERS * GROUP };

/* How many nodes there are, each once, up to the first one again. */
static long nodes_of(const Area* a, void** first)
{
   static char seen[AREA / LINE];
   memset(seen, 0, sizeof seen);
   long n = 0;
   void** at = first;
   do {
      const size_t line = (size_t)((char*)at - a->base) / LINE;
      if (line >= sizeof seen || seen[line]++) return -1;
      n++;
      at = *at;
   } while (at != first);
   return n;
}

static long offset(const Area* a, void** node)
{
   return (char*)node - a->base;
}

/* The nodes are a group's, then the next one's; walkers begin equally far from each other. */
static void check_random(Area* a)
{
   Ring r;
   ring_make(&r, a, AREA, 2 * LINE, LINE, GROUP);
   void** at = r.at[0];
   check(nodes_of(a, at) == AREA / LINE / 2, "a random ring has not one node for each block");
   long changes = 0, in_order = 0;
   for (long i = 0; i < AREA / LINE / 2; i++, at = *at) {
      const long here = offset(a, at), next = offset(a, *at);
      changes += here / GROUP != next / GROUP;
      in_order += next / (2 * LINE) - here / (2 * LINE) == 1;
   }
   check(at == r.at[0], "a random ring is not closed");
   check(changes == AREA / GROUP, "a group is entered more than once");
   check(in_order < AREA / LINE / 2 / 20, "a random ring is nearly in order");
   void** node = r.at[0];
   for (int w = 0; w < RING_WALKERS; w++) {
      check(r.at[w] == node, "a walker begins elsewhere");
      for (long i = 0; i < GROUP / LINE / 2; i++) node = *node;
   }
}

static void check_others(Area* a)
{
   Ring r;
   ring_make_of_two(&r, a, AREA, LINE, GROUP);
   check(nodes_of(a, r.at[0]) == AREA / LINE, "a ring of both lines lacks some");
   check((offset(a, r.at[0]) ^ offset(a, *r.at[0])) == LINE, "the first two nodes are not of one block");
   ring_make_in_order(&r, a, AREA, 3 * LINE);
   check(nodes_of(a, r.at[0]) == (AREA + 3 * LINE - 1) / (3 * LINE), "a ring in order lacks nodes");
   check(offset(a, *r.at[0]) == 3 * LINE, "a ring in order is in another order");
   ring_make_in_pages(&r, a, AREA / PAGE, 1, LINE);
   check(nodes_of(a, r.at[0]) == AREA / PAGE, "a ring in pages lacks some");
   void** first = r.at[0];
   ring_walk(&r, AREA / PAGE - 8);
   for (int i = 0; i < 8; i++) r.at[0] = *r.at[0];
   check(r.at[0] == first, "a walk visits another number of nodes");
   ring_make_in_pages(&r, a, AREA / PAGE, 8, LINE);
   check(nodes_of(a, r.at[0]) == AREA / PAGE, "a ring in groups of pages lacks some");
   long next = 0;
   for (long i = 0; i < AREA / PAGE; i++, r.at[0] = *r.at[0])
      next += offset(a, *r.at[0]) / PAGE == offset(a, r.at[0]) / PAGE + 1;
   check(next >= AREA / PAGE * 7 / 8, "pages of a group do not follow each other");
}

/* All walkers go as far. */
static void check_walkers(Area* a)
{
   Ring r, before;
   ring_make(&r, a, AREA, 2 * LINE, LINE, GROUP);
   r.walkers = 8;
   before = r;
   ring_walk(&r, 256);
   for (int w = 0; w < RING_WALKERS; w++) {
      void** at = before.at[w];
      for (int i = 0; w < 8 && i < 256 / 8; i++) at = *at;
      check(r.at[w] == at, "a walker goes another way");
   }
}

/* Parts with costs count, and events that are cycles. */
static void check_profile(void)
{
   double cycles[4] = {0};
   char text[] = "# callgrind format\nevents: Ir CyBase Cy CacheMiss CyMem\ntotals: 9 10 1 100 1000\n"
                 "events: CyTlb Ir\ntotals: 7 100\ntotals: 0 5\ntotals: 3\n";
   FILE* in = fmemopen(text, strlen(text), "r");
   check(check_parts(in, cycles, 4) == 3, "a profile has another number of parts");
   check(cycles[0] == 1011 && cycles[1] == 7 && cycles[2] == 3, "parts have other cycles");
   rewind(in);
   check(check_parts(in, cycles, 2) == 2, "there are more parts than asked for");
   fclose(in);
   char other[] = "nothing of this kind\n";
   in = fmemopen(other, strlen(other), "r");
   check(check_parts(in, cycles, 4) == -1, "it is no profile");
   fclose(in);
}

static Hierarchy h;

static void write_hierarchy(FILE* to)
{
   hierarchy_write(&h, to);
   room_tell(to, "# ");
}

/* What a walk finds in the level follows from its latency; what is clearly less than the level becomes its size. */
static void check_room(void)
{
   check(room_of(1000, 250, 50, 250) == 0, "what takes as long as memory was found in the level");
   check(room_of(1000, 50, 50, 250) == 1000, "what takes as long as the level was not found there");
   check(room_of(1000, 200, 50, 250) == 250, "a quarter was found, and counts as another part");
   check(room_of(1000, 300, 50, 250) == 0 && room_of(1000, 40, 50, 250) == 1000, "more than all, or less than nothing, was found");
   check(room_of(1000, 70, 80, 80) == 1000, "memory is as near as the level, which then has nothing to lose");
   const char text[] = "format: xgrind hierarchy 1\ndescription=native: A, measured by xgrind_calibrate\n"
                       "D1=32768,8,64\nLL = 50331648 , 12,64\nLL-policy=neither\n";
   check(hierarchy_read(&h, text) == NULL, "a hierarchy cannot be read");
   check_text(write_hierarchy, "format: xgrind hierarchy 1\ndescription=A, measured by xgrind_calibrate\n"
                               "D1=32768,8,64\nLL = 50331648 , 12,64\nLL-policy=neither\n");
   room_resolve(&h);
   check(h.ll_B == 50331648, "the level has become smaller though nothing was measured");
   room_note(50331648);
   room_note(40e6);
   room_note(2e6);
   room_resolve(&h);
   check(h.ll_B == 50331648, "the level has become smaller by a fifth");
}

static void check_small_room(void)
{
   const char text[] = "format: xgrind hierarchy 1\nD1=32768,8,64\nLL=50331648,12,64\n";
   hierarchy_read(&h, text);
   room_note(4e6);
   room_note(5e6);
   room_note(40e6);
   room_resolve(&h);
   check(h.ll_B == 4096 * 12 * 64 * 2, "the level has not the nearest power of two of sets");
   check_text(write_hierarchy, "format: xgrind hierarchy 1\ndescription=measured by xgrind_calibrate\n"
                               "D1=32768,8,64\nLL=6291456,12,64\n"
                               "# of the 49152 KiB of the last level about 6144 stayed for this program, which are in the file: "
                               "others on this computer use it, too\n");
   /* A file that does not say its ways, or says none, has one line in a set. */
   const char no_ways[] = "format: xgrind hierarchy 1\nD1=32768,8,64\nLL=50331648\n";
   hierarchy_read(&h, no_ways);
   room_note(4e6);
   room_resolve(&h);
   check(h.ll_B == 4 << 20, "without ways, the level has not the nearest power of two of lines");
}

/* Of the times that the rounds have found, the middle one counts; lines that stay until the end of the search stay for ever, and
   without any the figure has a reason. */
static void check_idle_lines(void)
{
   idle_lines_resolve();
   check(figure_value(FIGURE_LL_STAYS) < 0, "how long lines stay is known though nothing was measured");
   idle_lines_note(2e6);
   idle_lines_note(4e6);
   idle_lines_note(0);
   idle_lines_resolve();
   check(figure_value(FIGURE_LL_STAYS) == 4000, "the middle time is not the figure, in thousands of cycles");
   idle_lines_note(0);
   idle_lines_note(4e6);
   idle_lines_note(0);
   idle_lines_resolve();
   check(figure_value(FIGURE_LL_STAYS) == 0, "lines that stayed in two rounds of three do not stay");
}

static void tell(FILE* to)
{
   Check c = {.names = {"one", "two", "three", "four"},
              .measured = {100, 100, 0, 100},
              .predicted = {110, 250, 100, 30},
              .n_kernels = 4};
   check_compare(&c);
   check_tell(&c, to);
   c.predicted[3] = 80;
   check_compare(&c);
   check_tell(&c, to);
}

/* Errors are 0.1, 1.5 and 0.7: 0.3 is farther from 1 than 2.5 is. */
static void check_sentence(void)
{
   check_text(tell, "3 kernels predicted with these figures: mean error 77 %, worst 3.3 times too few cycles: four\n"
                    "3 kernels predicted with these figures: mean error 60 %, worst 2.5 times too many cycles: two\n");
}

static void list(FILE* to)
{
   Check c = {.names = {"one", "two", "three", "four"},
              .measured = {100, 100, 0, 100},
              .predicted = {110, 250, 100, 0},
              .n_kernels = 4};
   check_list(&c, to);
}

/* What was not measured or not predicted has no line. */
static void check_lines(void)
{
   check_text(list, "         100 cycles measured,          110 predicted, 1.10 times as many: one\n"
                    "         100 cycles measured,          250 predicted, 2.50 times as many: two\n");
}

static void run_nothing(void* data, long n)
{
   *(long*)data += n;
}

static void prepare(void* data)
{
   *(long*)data = 0;
}

int main(void)
{
   Area a;
   check_figures();
   check_rounds();
   check_profile();
   check_sentence();
   check_room();
   check_small_room();
   check_idle_lines();
   check_lines();
   check(area_open(&a, AREA, 1), "there is no memory");
   check((uintptr_t)a.base % (2 << 20) == 0, "an area does not begin at a huge page");
   check_random(&a);
   check_others(&a);
   check_walkers(&a);
   area_close(&a);
   long n = 0;
   check(sampling_clock_MHz() == 0, "there is a clock before anything was measured");
   sampling_start(1);
   check(sampling_cycles_prepared(prepare, run_nothing, &n, 512) >= 0 && n == 512, "nothing is prepared");
   check(sampling_clock_MHz() > 1, "there is no clock after something was measured");
   printf("%d checks\n", checks);
   return 0;
}
