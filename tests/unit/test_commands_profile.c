// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of the commands: rows, strings, reader, writer, addition.  Oracles: a plain list of the rows of made-up programs, which is
// written in any of the ways that the format allows; what is written is read again.
#define _GNU_SOURCE // open_memstream()
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "commands/merge/addition.h"
#include "commands/profile/reader.h"
#include "commands/profile/writer.h"
#include "commands/text/message.h"
#include "unit_main.h"

enum { EVENTS = 3, FUNCTIONS = 5, FILES = 4, ROWS_MAX = 200, KEYS_MAX = JUMP_KEYS };

// ------------------------------------------------------------------------------------ made-up rows

typedef struct {
   int kind; // 0: costs, 1: a call, 2: a jump
   uint64_t keys[KEYS_MAX];
   uint64_t figures[1 + EVENTS];
} Row;

// A program, and its profile as text.
typedef struct {
   Row rows[ROWS_MAX];
   int n;
   uint64_t totals[EVENTS];
   char* text;
   size_t text_B;
} Made;

static const int keys_of[] = {COST_KEYS, CALL_KEYS, JUMP_KEYS};
static const int figures_of[] = {EVENTS, 1 + EVENTS, 2};

// The row of these keys, which is made if it is new: looked for one by one.
static Row* plain_row(Made* m, int kind, const uint64_t* keys)
{
   for (int i = 0; i < m->n; i++)
      if (m->rows[i].kind == kind
          && memcmp(m->rows[i].keys, keys, keys_of[kind] * sizeof *keys) == 0)
         return &m->rows[i];
   assert_true(m->n < ROWS_MAX);
   Row* row = &m->rows[m->n++];
   *row = (Row){.kind = kind};
   memcpy(row->keys, keys, keys_of[kind] * sizeof *keys);
   return row;
}

// ------------------------------------------------------------------------------- a profile as text

typedef struct {
   FILE* out;
   uint64_t random;
   bool has_address, has_line;
   uint64_t last_address, last_line;
   bool is_named[3][16]; // kind of name, number
} Text;

static uint64_t some(Text* t, uint64_t n)
{
   t->random ^= t->random << 13;
   t->random ^= t->random >> 7;
   t->random ^= t->random << 17;
   return (t->random >> 11) % n;
}

// A position in one of its spellings.
static void put_number(Text* t, uint64_t to, uint64_t last, bool is_hex)
{
   const uint64_t way = some(t, 4);
   if (way == 0 && to == last)
      fputs("*", t->out);
   else if (way == 1 && to >= last)
      fprintf(t->out, "+%lu", to - last);
   else if (way == 2 && to <= last)
      fprintf(t->out, "-%lu", last - to);
   else if (is_hex || some(t, 8) == 0)
      fprintf(t->out, "0x%lx", to);
   else
      fprintf(t->out, "%lu", to);
}

static void put_position(Text* t, uint64_t address, uint64_t line, bool moves)
{
   if (t->has_address) put_number(t, address, t->last_address, some(t, 2));
   if (t->has_address && t->has_line) fputs(some(t, 9) ? " " : "  ", t->out);
   if (t->has_line) put_number(t, line, t->last_line, false);
   if (!moves) return;
   t->last_address = address;
   t->last_line = line;
}

// A name, whole or as a number; names are "f0", files "a.c0", modules "m0".
static void put_name(Text* t, const char* key, int kind, uint64_t number)
{
   static const char* const begin[] = {"m", "a.c", "f"};
   fprintf(t->out, "%s=", key);
   if (t->is_named[kind][number] && some(t, 4))
      fprintf(t->out, "(%lu)\n", number + 1);
   else if (some(t, 3))
      fprintf(t->out, "(%lu) %s%lu\n", number + 1, begin[kind], number);
   else {
      fprintf(t->out, "%s%lu\n", begin[kind], number);
      return;
   }
   t->is_named[kind][number] = true;
}

static void put_figures(Text* t, const uint64_t* figures, int n)
{
   while (n && !figures[n - 1] && some(t, 4)) n--;
   for (int i = 0; i < n; i++) fprintf(t->out, " %lu", figures[i]);
   fputs("\n", t->out);
}

// Function f is in file f % FILES and module f % 2.
static void put_function(Text* t, uint64_t f)
{
   put_name(t, "ob", 0, f % 2);
   put_name(t, "fl", 1, f % FILES);
   put_name(t, "fn", 2, f);
}

static void make_cost(Made* m, Text* t, uint64_t f, uint64_t file, uint64_t address,
                      uint64_t line)
{
   uint64_t figures[EVENTS];
   for (int e = 0; e < EVENTS; e++) figures[e] = some(t, 3) ? some(t, 1000) : 0;
   figures[some(t, EVENTS)]++;
   put_position(t, address, line, true);
   put_figures(t, figures, EVENTS);
   Row* row = plain_row(m, 0, (uint64_t[]){f, file, address, line});
   for (int e = 0; e < EVENTS; e++) {
      row->figures[e] += figures[e];
      m->totals[e] += figures[e];
   }
}

static void make_call(Made* m, Text* t, uint64_t f, uint64_t file, uint64_t address,
                      uint64_t line)
{
   const uint64_t callee = some(t, FUNCTIONS), count = 1 + some(t, 9);
   const uint64_t to_address = t->has_address ? some(t, 1 << 20) : 0,
                  to_line = t->has_line ? some(t, 99) : 0;
   uint64_t figures[EVENTS];
   for (int e = 0; e < EVENTS; e++) figures[e] = some(t, 100);
   if (callee % 2 != f % 2 || some(t, 2)) put_name(t, "cob", 0, callee % 2);
   put_name(t, some(t, 2) ? "cfi" : "cfl", 1, callee % FILES);
   put_name(t, "cfn", 2, callee);
   fprintf(t->out, "calls=%lu ", count);
   put_position(t, to_address, to_line, false);
   fputs("\n", t->out);
   put_position(t, address, line, true);
   put_figures(t, figures, EVENTS);
   Row* row =
      plain_row(m, 1, (uint64_t[]){f, file, address, line, callee, to_address, to_line});
   row->figures[0] += count;
   for (int e = 0; e < EVENTS; e++) row->figures[1 + e] += figures[e];
}

static void make_jump(Made* m, Text* t, uint64_t f, uint64_t file, uint64_t address,
                      uint64_t line)
{
   const uint64_t to = some(t, FUNCTIONS), taken = some(t, 9), executed = taken + some(t, 9);
   const bool is_conditional = some(t, 2), is_elsewhere = some(t, 2);
   const uint64_t to_address = t->has_address ? some(t, 1 << 20) : 0,
                  to_line = t->has_line ? some(t, 99) : 0;
   if (is_elsewhere) {
      put_name(t, "jfi", 1, to % FILES);
      put_name(t, "jfn", 2, to);
   }
   fprintf(t->out, is_conditional ? "jcnd=%lu/%lu " : "jump=%lu ", taken, executed);
   put_position(t, to_address, to_line, false);
   fputs("\n", t->out);
   put_position(t, address, line, true);
   fputs("\n", t->out);
   Row* row = plain_row(m, 2,
                        (uint64_t[]){f, file, address, line,
                                     is_conditional ? JUMP_CONDITIONAL : JUMP_ALWAYS,
                                     is_elsewhere ? to % FILES : file, is_elsewhere ? to : f,
                                     to_address, to_line});
   row->figures[0] += taken;
   if (is_conditional) row->figures[1] += executed;
}

static void make_lines(Made* m, Text* t, uint64_t f)
{
   uint64_t file = f % FILES;
   put_function(t, f);
   for (uint64_t i = 0, n = some(t, 8); i < n; i++) {
      if (!some(t, 4)) put_name(t, some(t, 2) ? "fi" : "fe", 1, file = some(t, FILES));
      const uint64_t address = t->has_address ? t->last_address + some(t, 20) : 0;
      const uint64_t line = t->has_line ? some(t, 50) : 0;
      switch (some(t, 5)) {
      case 0: make_call(m, t, f, file, address, line); break;
      case 1: make_jump(m, t, f, file, address, line); break;
      default: make_cost(m, t, f, file, address, line);
      }
   }
}

static void make_part(Made* m, Text* t)
{
   memset(t->is_named, 0, sizeof t->is_named);
   t->last_address = t->last_line = 0;
   memset(m->totals, 0, sizeof m->totals);
   fprintf(t->out, "version: 1\ncreator: callgrind-3\npid: 7\npositions:%s%s\nevents: A B C\n",
           t->has_address ? " instr" : "", t->has_line ? " line" : "");
   // every function has a line fn=, so that none is redirected
   for (uint64_t f = 0; f < FUNCTIONS; f++) put_function(t, f);
   for (uint64_t i = 0, n = 1 + some(t, 6); i < n; i++) make_lines(m, t, some(t, FUNCTIONS));
   fputs("totals:", t->out);
   put_figures(t, m->totals, EVENTS);
}

static Made* make(uint32_t number)
{
   Made* m = calloc(1, sizeof *m);
   Text t = {.random = 0x9e3779b97f4a7c15ULL * (number + 1),
             .has_address = number % 3 != 0,
             .has_line = number % 4 != 1};
   t.has_line |= !t.has_address;
   t.out = open_memstream(&m->text, &m->text_B);
   for (uint64_t i = 0, n = 1 + some(&t, 2); i < n; i++) make_part(m, &t);
   fclose(t.out);
   return m;
}

static void unmake(Made* m)
{
   free(m->text);
   free(m);
}

// ----------------------------------------------------------------------------------- what was read

static uint32_t name_number(const Profile* p, const char* begin, uint64_t number)
{
   char name[16];
   snprintf(name, sizeof name, "%s%lu", begin, number);
   return strings_find(&p->strings, name, strlen(name));
}

static uint32_t function_number(const Profile* p, uint64_t f)
{
   const uint64_t keys[] = {name_number(p, "m", f % 2), name_number(p, "a.c", f % FILES),
                            name_number(p, "f", f)};
   const uint32_t row = rows_find(&p->function_index, keys);
   assert_true(row != UINT32_MAX);
   return (uint32_t)(*rows_figures(&p->function_index, row) - 1);
}

static const Rows* rows_of(const Profile* p, int kind)
{
   return kind == 0 ? &p->costs : kind == 1 ? &p->calls : &p->jumps;
}

// Each row has `times` the figures of the plain one, and there are no others.
static void same_rows(const Profile* p, const Made* m, uint64_t times)
{
   uint32_t n[3] = {0};
   for (int i = 0; i < m->n; i++) {
      const Row* row = &m->rows[i];
      uint64_t keys[KEYS_MAX];
      memcpy(keys, row->keys, sizeof keys);
      keys[COST_FUNCTION] = function_number(p, row->keys[COST_FUNCTION]);
      keys[COST_FILE] = name_number(p, "a.c", row->keys[COST_FILE]);
      if (row->kind == 1) keys[CALL_CALLEE] = function_number(p, row->keys[CALL_CALLEE]);
      if (row->kind == 2) {
         keys[JUMP_TO_FILE] = name_number(p, "a.c", row->keys[JUMP_TO_FILE]);
         keys[JUMP_TO_NAME] = name_number(p, "f", row->keys[JUMP_TO_NAME]);
      }
      const uint32_t found = rows_find(rows_of(p, row->kind), keys);
      assert_true(found != UINT32_MAX);
      for (int k = 0; k < figures_of[row->kind]; k++)
         assert_int_equal(rows_figures(rows_of(p, row->kind), found)[k],
                          times * row->figures[k]);
      n[row->kind]++;
   }
   for (int kind = 0; kind < 3; kind++) assert_int_equal(rows_of(p, kind)->n, n[kind]);
}

static Profile* read_file(const char* text, size_t text_B)
{
   Input in;
   Profile* p = profile_new();
   input_of_text(&in, "made-up", text, text_B);
   profile_read(p, &in, NULL, NULL);
   input_close(&in);
   return p;
}

// A profile as a sum, in which each place is once.
static Profile* read_text(const char* text, size_t text_B)
{
   Profile *p = read_file(text, text_B), *sum = profile_new();
   profile_add_other(sum, p);
   profile_free(p);
   return sum;
}

static Profile* written_and_read(const Profile* p, char** text, size_t* text_B)
{
   FILE* out = open_memstream(text, text_B);
   profile_write(p, out, &(ProfileAbout){.creator = "xgrind_merge-0"});
   fclose(out);
   return read_text(*text, *text_B);
}

static void one_program(uint32_t number)
{
   Made* m = make(number);
   char *text, *again;
   size_t text_B, again_B;
   Profile* p = read_text(m->text, m->text_B);
   same_rows(p, m, 1);
   Profile* q = written_and_read(p, &text, &text_B);
   same_rows(q, m, 1);
   // equal profiles are equal files
   Profile* r = written_and_read(q, &again, &again_B);
   assert_int_equal(text_B, again_B);
   assert_memory_equal(text, again, text_B);
   // as it is read, made a table
   Profile* united = read_file(m->text, m->text_B);
   profile_unite(united);
   same_rows(united, m, 1);
   profile_free(united);
   // into an empty one, and to itself
   Profile* sum = profile_new();
   profile_add_other(sum, p);
   same_rows(sum, m, 1);
   profile_add_other(sum, r);
   same_rows(sum, m, 2);
   Profile* all[] = {p, q, r, sum};
   for (size_t i = 0; i < 4; i++) profile_free(all[i]);
   free(text);
   free(again);
   unmake(m);
}

static void made_up(void** state)
{
   (void)state;
   assert_true(run_made_up_programs(one_program, 300) > 0);
}

// Own costs and totals of a made-up program, against the plain list.
static void one_sum(uint32_t number)
{
   Made* m = make(number);
   Profile* p = read_text(m->text, m->text_B);
   uint64_t own[FUNCTIONS][EVENTS] = {{0}}, all[EVENTS] = {0};
   for (int i = 0; i < m->n; i++)
      for (int e = 0; e < EVENTS && m->rows[i].kind == 0; e++) {
         own[m->rows[i].keys[COST_FUNCTION]][e] += m->rows[i].figures[e];
         all[e] += m->rows[i].figures[e];
      }
   uint64_t *costs = profile_own_costs(p), *program = profile_program_costs(p);
   for (int e = 0; e < EVENTS; e++) {
      for (uint64_t f = 0; f < FUNCTIONS; f++)
         assert_int_equal(costs[function_number(p, f) * EVENTS + (uint64_t)e], own[f][e]);
      assert_int_equal(program[e], all[e]);
   }
   host_free(costs);
   host_free(program);
   profile_free(p);
   unmake(m);
}

static void sums(void** state)
{
   (void)state;
   assert_true(run_made_up_programs(one_sum, 60) > 0);
}

// ------------------------------------------------------------------------------------------- events

// Profiles whose events differ: those of the sum are all of them, in order of their first mention.
static void events_by_name(void** state)
{
   (void)state;
   static const char one[] = "events: A B\nfn=f\n1 2 3\n",
                     other[] = "events: C B\nfn=f\n1 50 70\n";
   Profile *p = read_text(one, sizeof one - 1), *q = read_text(other, sizeof other - 1);
   profile_add_other(p, q);
   assert_int_equal(profile_events(p), 3);
   assert_string_equal(p->events.text[2], "C");
   assert_int_equal(p->costs.n, 1);
   const uint64_t sum[] = {2, 73, 50};
   assert_memory_equal(rows_figures(&p->costs, 0), sum, sizeof sum);
   profile_free(p);
   profile_free(q);
}

// Callgrind counts levels; here they have names.
static void events_by_level(void** state)
{
   (void)state;
   static const char two[] =
      "events: Ir AcCost1 AcCost2\nevent: X = AcCost2 + Ir : Sum\nfn=f\n1 1\n";
   static const char three[] =
      "event: X = AcCost2 + AcCost3\nevents: AcCost2 AcCost3\nfn=f\n1 1\n";
   Profile *p = read_file(two, sizeof two - 1), *q = read_file(three, sizeof three - 1);
   assert_string_equal(p->events.text[2], "AcCostLL");
   assert_string_equal(profile_event_text(p, "X"), "X = AcCostLL + Ir : Sum");
   assert_string_equal(q->events.text[0], "AcCostL2");
   assert_string_equal(q->events.text[1], "AcCostLL");
   assert_string_equal(profile_event_text(q, "X"), "X = AcCostL2 + AcCostLL");
   profile_free(p);
   profile_free(q);
}

// ------------------------------------------------------------------------------------------- errors

typedef struct {
   Profile *p, *sum;
   const char* text;
} Wrong;

static void read_wrong(void* with)
{
   Wrong* w = with;
   Input in;
   input_of_text(&in, "x", w->text, strlen(w->text));
   profile_read(w->p, &in, NULL, NULL);
   profile_add_other(w->sum, w->p);
}

// Each fails with one sentence on the line; what was read so far can be given back.
static void wrong_lines(void** state)
{
   (void)state;
   static const struct {
      const char *text, *sentence;
   } cases[] = {
      {"Hello\n", "x:1: this line is not in Callgrind's profile format"},
      {"{\n",
       "x:1: this looks like a memory-object profile, which 'xgrind_annotate --objects' reads"},
      {"# xgrind context tree\n", "x:1: this is a calling-context tree, which xgrind_annotate "
                                  "--tree=top-down and xgrind_export read"},
      {"events: Ir\nfn=f\n1 1", "x:3: the file is truncated: its last line has no end"},
      {"version: 1\n", "x:1: the file ends without an events: line"},
      {"fn=f\n", "x:1: the body starts before the events: line"},
      {"1 1\n", "x:1: costs before the events: line"},
      {"events: Ir\n1 1\n", "x:2: costs before the first fn="},
      {"events: Ir\nfn=f\n1 1 1\n",
       "x:3: this cost line has more figures than there are events"},
      {"events: Ir\nfn=f\n1 1x\n", "x:3: this cost line is malformed"},
      {"events: Ir\nfn=f\n+-1 1\n", "x:3: this cost line is malformed"},
      {"events: Ir\nfn=f\n1 123456789012345678901\n", "x:3: this cost line is malformed"},
      {"events: Ir\nfn=f\n1234567890123456789 1\n", "x:3: this cost line is malformed"},
      {"events: Ir\nfn=f\n0x12345678901234567 1\n", "x:3: this cost line is malformed"},
      {"events: Ir\nfn=f\n1 18446744073709551616\n",
       "a sum of costs, above 18446744073709551615, is more than 64 bits hold"},
      {"events: Ir\nfn=f\n1 18446744073709551615\n1 1\n",
       "a sum of costs, above 18446744073709551615, is more than 64 bits hold"},
      {"events: Ir\nfn=(2)\n", "x:2: the name (2) was not defined before"},
      {"events: Ir\nfn=(999999999999999999)\n",
       "x:2: the name (999999999999999999) was not defined before"},
      {"events: Ir\nfn=(1000000000000000000) f\n",
       "x:2: the number of a name has more than 18 digits"},
      {"events: Ir\nfn=(1) f\nfn=(2) (1)'(1000000000000000000)\n",
       "x:3: the number of a name has more than 18 digits"},
      {"events: Ir\nfn=f\ncalls=1 1\n1 1\n", "x:4: calls= without cfn= before it"},
      {"events: Ir\nfn=f\ncfn=g\ncalls=1 1\n",
       "x:4: the file ends before the line that must follow calls="},
      {"events: Ir\nfn=f\ncfn=g\ncalls=1 1\nx\n", "x:5: calls= must have a cost line after it"},
      {"events: Ir\nfn=f\ncfn=g\ncalls=x 1\n1 1\n", "x:4: calls= without a number"},
      {"events: Ir\nfn=f\njump=1\n1\n", "x:3: jump= without a number and a position"},
      {"events: Ir\nfn=f\njcnd=1 2\n1\n", "x:3: jcnd= without N/N and a position"},
      {"events: Ir\nfn=f\njump=1 2\n1 1\n",
       "x:4: jump= must have a line with only a position after it"},
      {"events: Ir Ir\n", "x:1: events: names an event twice"},
      {"events:\n", "x:1: events: names no event"},
      {"positions: foo\n", "x:1: positions: knows only instr, bb and line"},
      {"version: 2\n", "x:1: this is version '2' of the format, only 1 is known"},
      {"events: Ir\nfoo: 1\n", "x:2: the header line foo: is not known"},
      {"events: Ir\ntotals: 1 2\n", "x:2: totals: has more figures than there are events"},
      {"events: Ir\ntotals: 1\ntotals: 1\n", "x:3: a second totals: in one part"},
      {"events: Ir\ntotals: x\n", "x:2: totals: with something other than figures"},
      {"creator: xgrind-1\nevents: Ir\nfn=f\n1 1\n",
       "x:4: the file is truncated: the part has no totals: line"},
   };
   for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      Wrong w = {profile_new(), profile_new(), cases[i].text};
      const char* sentence = failure_of(read_wrong, &w);
      if (!sentence) print_error("accepted: %s", cases[i].text);
      assert_non_null(sentence);
      assert_string_equal(sentence, cases[i].sentence);
      profile_free(w.p);
      profile_free(w.sum);
   }
}

// Calls of functions without a file mean the one that there is.
static void callees(void** state)
{
   (void)state;
   static const char text[] =
      "events: Ir\nob=o\nfl=a.c\nfn=f\n1 1\nfi=???\ncfn=g\ncalls=1 1\n2 4\nfl=b.c\nfn=g\n1 4\n";
   Profile* p = read_text(text, sizeof text - 1);
   assert_int_equal(p->calls.n, 1);
   const uint64_t callee = rows_keys(&p->calls, 0)[CALL_CALLEE];
   assert_string_equal(profile_name(p, p->functions[callee].file), "b.c");
   assert_true(p->is_defined[callee]);
   profile_free(p);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(made_up),        cmocka_unit_test(sums),
      cmocka_unit_test(events_by_name), cmocka_unit_test(events_by_level),
      cmocka_unit_test(wrong_lines),    cmocka_unit_test(callees),
   };
   return UNIT_MAIN(argc, argv, tests);
}
