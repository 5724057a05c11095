// SPDX-License-Identifier: GPL-3.0-or-later
// What could happen between threads, against its definition: a log of all that has happened, from which
// the intervals of each line and all pairs of them are worked out in the end (docs/miss-classes.md).
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine.h"
#include "engine/sharing/possible_sharing.h"
#include "unit_main.h"
#include "xorshift.h"

// --- the log ------------------------------------------------------------------------------

enum { THREADS = 6, LINES = 5, EVENTS_MAX = 4000, FUTEXES = 2 };

typedef enum { START, END, FUTEX, FUTEX_DONE, ATOMIC, ACCESS, BREAK } What;

typedef struct {
   What what;
   uint32_t thread, other; // other: that is started
   uint64_t address;
   uint32_t size;
   bool write, wait, wake;
} LogEvent;

static LogEvent events[EVENTS_MAX];
static int n_events;
static uint32_t line_B;

// Accesses of one kind; the last one has all kinds that the others have no room for.
typedef struct {
   uint64_t from, end, n;
   bool write;
} Kind;

enum { KINDS = 16 };

typedef struct {
   uint32_t thread;
   int64_t start, end;
   int n_kinds;
   Kind kinds[KINDS];
   uint64_t writes;
   bool wrote[128];
} Interval;

static Interval found[EVENTS_MAX];
static int n_found;

// Notes the interval if it has an access, and begins the next one.
static void cut(Interval* now, int64_t end, int64_t next)
{
   now->end = end;
   if (now->n_kinds) found[n_found++] = *now;
   uint32_t thread = now->thread;
   memset(now, 0, sizeof *now);
   now->thread = thread;
   now->start = next;
}

static int64_t last_wake(int since, int until, uint32_t thread, uint64_t address)
{
   int64_t last = until;
   for (int i = since + 1; i < until; i++)
      if (events[i].what == FUTEX && events[i].wake && events[i].thread != thread
          && events[i].address == address)
         last = i;
   return last;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
   return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
   return a > b ? a : b;
}

static void note_access(Interval* now, const LogEvent* e, uint64_t line)
{
   uint64_t from = larger(e->address, line * line_B),
            end = smaller(e->address + e->size, (line + 1) * line_B);
   if (from >= end) return;
   from -= line * line_B, end -= line * line_B;
   int k = 0;
   while (k < now->n_kinds
          && !(now->kinds[k].from == from && now->kinds[k].end == end
               && now->kinds[k].write == e->write))
      k++;
   if (k == KINDS) {
      Kind* last = &now->kinds[--k];
      last->from = smaller(last->from, from), last->end = larger(last->end, end);
   } else if (k == now->n_kinds) {
      now->kinds[now->n_kinds++] = (Kind){from, end, 0, e->write};
   }
   now->kinds[k].n++;
   now->writes += e->write;
   for (uint64_t b = from; b < end; b++) now->wrote[b] |= e->write;
}

// All intervals of one line, from the definition.
static void find_intervals(uint64_t line)
{
   Interval now[THREADS + 1] = {0};
   int futex[THREADS + 1] = {0}, last_break = 0;
   n_found = 0;
   for (uint32_t t = 1; t <= THREADS; t++) now[t].thread = t;
   for (int i = 0; i < n_events; i++) {
      const LogEvent* e = &events[i];
      switch (e->what) {
      case START:
         if (e->thread) cut(&now[e->thread], i, i);
         cut(&now[e->other], i, i);
         break;
      case END: cut(&now[e->thread], i, i); break;
      case FUTEX:
         cut(&now[e->thread], i, i);
         futex[e->thread] = i;
         break;
      case FUTEX_DONE: {
         const LogEvent* begin = &events[futex[e->thread]];
         int64_t start = i;
         int since = futex[e->thread] > last_break ? futex[e->thread] : last_break;
         if (begin->wait) start = last_wake(since, i, e->thread, begin->address);
         cut(&now[e->thread], i, start);
         break;
      }
      case ATOMIC:
         if (e->address / line_B != line) cut(&now[e->thread], i, i);
         break;
      case ACCESS: note_access(&now[e->thread], e, line); break;
      case BREAK:
         for (uint32_t t = 1; t <= THREADS; t++) cut(&now[t], i, i);
         last_break = i;
         break;
      }
   }
   for (uint32_t t = 1; t <= THREADS; t++) cut(&now[t], EVENTS_MAX, 0);
}

static bool overlap(const Interval* a, const Interval* b)
{
   return a->thread != b->thread && a->start < b->end && b->start < a->end;
}

// Whether an access of this kind in interval i touches what others write meanwhile.
static bool is_shared(const Interval* i, const Kind* k)
{
   for (int j = 0; j < n_found; j++)
      for (uint64_t b = k->from; b < k->end; b++)
         if (overlap(i, &found[j]) && found[j].wrote[b]) return true;
   return false;
}

static SharingWeight weight_of_line(uint64_t line)
{
   SharingWeight w = {0};
   find_intervals(line);
   for (uint32_t t = 1; t <= THREADS; t++) {
      uint64_t truly = 0, all = 0, writes = 0;
      for (int i = 0; i < n_found; i++) {
         bool seen = false, exposed = false;
         for (int j = 0; j < n_found; j++) {
            if (!overlap(&found[i], &found[j])) continue;
            seen |= found[j].thread == t;
            exposed |= found[j].writes != 0;
         }
         if (seen) writes += found[i].writes;
         for (int k = 0; exposed && found[i].thread == t && k < found[i].n_kinds; k++) {
            const Kind* kind = &found[i].kinds[k];
            all += kind->n;
            truly += is_shared(&found[i], kind) ? kind->n : 0;
         }
      }
      uint64_t most = smaller(all, writes);
      if (!most) continue;
      w.truly += most * truly / all;
      w.falsely += most - most * truly / all;
   }
   return w;
}

// --- the engine does the same ----------------------------------------------------------------

static ShadowStack stack[THREADS + 1];
static Instr instr;
static Block block = {.instrs = &instr};
static Site sites[17][2]; // by size, and for writes

static void run(const LogEvent* e)
{
   events[n_events++] = *e;
   xg_current.stack = &stack[e->thread];
   switch (e->what) {
   case START: possible_sharing_start_thread(e->thread, e->other); break;
   case END: possible_sharing_end_thread(e->thread); break;
   case FUTEX: possible_sharing_begin_futex(e->thread, e->address, e->wait, e->wake); break;
   case FUTEX_DONE: possible_sharing_end_futex(e->thread); break;
   case ATOMIC: possible_sharing_atomic(e->address); break;
   case ACCESS:
      sites[e->size][e->write] =
         (Site){.block = &block, .size_B = (uint16_t)e->size, .instr = 0, .is_write = e->write};
      possible_sharing_access(PROGRAM, &sites[e->size][e->write], e->address);
      break;
   case BREAK: possible_sharing_break(); break;
   }
}

static void begin(uint32_t size_of_line)
{
   line_B = size_of_line;
   n_events = 0;
   possible_sharing_init(line_B);
   for (uint32_t t = 1; t <= THREADS; t++)
      stack[t] = (ShadowStack){.thread = t, .exec.collect = true};
   run(&(LogEvent){.what = START, .other = 1});
}

static SharedLine* line_number(uint64_t n)
{
   return map_get(&PROGRAM->sharing.lines, n * line_B, 0);
}

static SharingWeight weight(uint64_t line)
{
   const SharedLine* l = line_number(line);
   return l ? possible_sharing_weight(l) : (SharingWeight){0};
}

static uint64_t n_truly, n_falsely;

static void random_log(int steps, uint64_t style)
{
   bool exists[THREADS + 1] = {0}, in_futex[THREADS + 1] = {0};
   begin(16u << style % 4);
   exists[1] = true;
   uint32_t running = 1;
   for (int i = 0; i < steps; i++) {
      uint64_t r = next_random();
      if (r % 6 == 0) running = (uint32_t)(1 + (r >> 8) % THREADS);
      if (!exists[running]) {
         uint32_t parent = (uint32_t)(1 + (r >> 16) % THREADS);
         if (!exists[parent] || in_futex[parent]) continue;
         run(&(LogEvent){.what = START, .thread = parent, .other = running});
         exists[running] = true;
         in_futex[running] = false;
         continue;
      }
      LogEvent e = {.what = ACCESS, .thread = running};
      if (in_futex[running]) {
         if (r >> 20 & 1) continue;
         e.what = FUTEX_DONE;
         in_futex[running] = false;
         run(&e);
         continue;
      }
      uint64_t kind = (r >> 24) % 64;
      e.address = LINES * line_B + (r >> 32) % (LINES * line_B);
      if (kind == 0 && running != 1) {
         e.what = END;
         exists[running] = false;
      } else if (kind < 4) {
         e.what = FUTEX;
         e.address = 0x1000 + (r >> 40) % FUTEXES;
         e.wait = r >> 50 & 1;
         e.wake = !e.wait;
         in_futex[running] = true;
      } else {
         e.size = 1u << (r >> 40) % 5;
         if (style & 64) e.address = e.address / 16 * 16 + running * 2, e.size = 2;
         e.write = (r >> 45) % (style & 128 ? 16 : 2) == 0;
      }
      run(&e);
      if (r >> 52 == 0) run(&(LogEvent){.what = BREAK});
      if (kind >= 4 && kind < 12)
         run(&(LogEvent){.what = ATOMIC, .thread = running, .address = e.address});
      if (i % 64 == 0) possible_sharing_check();
   }
   possible_sharing_check();
   possible_sharing_close();
   possible_sharing_check();
   for (uint64_t n = 0; n < 3 * LINES; n++) {
      SharingWeight want = weight_of_line(n), got = weight(n);
      assert_int_equal(got.truly, want.truly);
      assert_int_equal(got.falsely, want.falsely);
      n_truly += got.truly;
      n_falsely += got.falsely;
   }
   possible_sharing_zero();
   assert_null(PROGRAM->sharing.first);
}

static void random_logs(void** state)
{
   (void)state;
   for (int i = 0; i < 1500; i++) random_log(50 + (int)(next_random() % 700), next_random());
   assert_true(n_truly > 10000 && n_falsely > 10000);
}

// --- cases by hand ------------------------------------------------------------------------

static void access_by(uint32_t thread, uint64_t address, bool write, int times)
{
   for (int i = 0; i < times; i++)
      run(&(LogEvent){
         .what = ACCESS, .thread = thread, .address = address, .size = 8, .write = write});
}

static void expect(uint64_t truly, uint64_t falsely)
{
   possible_sharing_close();
   SharingWeight got = weight(1), want = weight_of_line(1);
   assert_int_equal(got.truly, truly);
   assert_int_equal(got.falsely, falsely);
   assert_int_equal(want.truly, truly);
   assert_int_equal(want.falsely, falsely);
   possible_sharing_zero();
}

static void by_hand(void** state)
{
   (void)state;
   const LogEvent start2 = {.what = START, .thread = 1, .other = 2};
   const LogEvent atomic1 = {.what = ATOMIC, .thread = 1, .address = 0},
                  atomic2 = {.what = ATOMIC, .thread = 2, .address = 0};
   begin(64); // disjoint words
   run(&start2);
   access_by(1, 64, true, 10), access_by(2, 72, true, 7);
   expect(0, 14);
   begin(64); // common words; only the one that reads can miss
   run(&start2);
   access_by(1, 64, true, 10), access_by(2, 64, false, 7);
   expect(7, 0);
   begin(64); // who reads misses no more often than the other one writes
   run(&start2);
   access_by(1, 64, true, 10), access_by(2, 64, false, 1000);
   expect(10, 0);
   begin(64); // what is only read, beside what is written: most accesses are to the former
   run(&start2);
   access_by(1, 64, true, 10), access_by(2, 64, false, 20), access_by(2, 72, false, 80);
   expect(2, 8);
   begin(
      64); // more kinds than are told apart: the last one, 100 + 1 of 116, has bytes 15 to 40
   run(&start2);
   for (uint64_t b = 0; b < 16; b++)
      run(&(LogEvent){.what = ACCESS, .thread = 2, .address = 64 + b, .size = 1});
   for (int i = 0; i < 100; i++)
      run(&(LogEvent){.what = ACCESS, .thread = 2, .address = 64 + 40, .size = 1});
   for (int i = 0; i < 50; i++)
      run(&(LogEvent){
         .what = ACCESS, .thread = 1, .address = 64 + 30, .size = 1, .write = true});
   expect(43, 7);
   begin(64); // three threads: a thread loses the line to each of the others
   run(&start2);
   run(&(LogEvent){.what = START, .thread = 1, .other = 3});
   access_by(1, 64, true, 10), access_by(2, 72, true, 10), access_by(3, 80, false, 100);
   expect(0, 40);
   begin(64); // reads only
   run(&start2);
   access_by(1, 64, false, 10), access_by(2, 64, false, 7);
   expect(0, 0);
   begin(64); // before the other one has been started
   access_by(1, 64, true, 10);
   run(&start2);
   access_by(2, 64, true, 7);
   expect(0, 0);
   begin(64); // one after the other: a lock
   run(&start2);
   run(&atomic1), access_by(1, 64, true, 10), run(&atomic1);
   run(&atomic2), access_by(2, 64, true, 7), run(&atomic2);
   expect(0, 0);
   begin(64); // atomic instructions on the line itself are no synchronisation of it
   run(&start2);
   for (int i = 0; i < 5; i++)
      for (uint32_t t = 1; t <= 2; t++) {
         access_by(t, 64, true, 1);
         run(&(LogEvent){.what = ATOMIC, .thread = t, .address = 64});
      }
   expect(10, 0);
   begin(64); // what is before a break does not overlap what is after it
   run(&start2);
   access_by(2, 72, true, 7);
   run(&(LogEvent){.what = BREAK});
   access_by(1, 64, true, 10);
   expect(0, 0);
   begin(64); // one access in a long interval is one, however often the other one synchronises
   run(&start2);
   access_by(1, 64, false, 1);
   for (int i = 0; i < 100; i++) access_by(2, 64, true, 3), run(&atomic2);
   expect(1, 0);
   begin(64); // whoever is woken runs from then on
   run(&start2);
   run(&(LogEvent){.what = FUTEX, .thread = 2, .address = 8, .wait = true});
   run(&(LogEvent){.what = FUTEX, .thread = 1, .address = 8, .wake = true});
   run(&(LogEvent){.what = FUTEX_DONE, .thread = 1});
   access_by(1, 64, true, 10);
   run(&atomic1);
   run(&(LogEvent){.what = FUTEX_DONE, .thread = 2});
   access_by(2, 72, true, 7);
   expect(0, 14);
}

// Sites are counted from the second user of a line on, of both.
static void sites_of_users(void** state)
{
   (void)state;
   begin(64);
   run(&(LogEvent){.what = START, .thread = 1, .other = 2});
   access_by(1, 64, true, 10), access_by(2, 72, true, 7), access_by(1, 64, true, 3);
   uint64_t n = 0;
   for (const LineUser* u = line_number(1)->users; u; u = u->next)
      for (const SharingSite* s = u->sites; s; s = s->next) n += s->accesses;
   assert_int_equal(n, 10);
   possible_sharing_zero();
}

// Lines whose numbers are one modulo those that are remembered.
static void far_lines(void** state)
{
   (void)state;
   begin(64);
   run(&(LogEvent){.what = START, .thread = 1, .other = 2});
   access_by(1, 64, true, 10), access_by(1, 64 + 64 * SHARING_RECENT, true, 7);
   assert_int_equal(line_number(1)->users->writes, 10);
   assert_int_equal(line_number(1 + SHARING_RECENT)->users->writes, 7);
   possible_sharing_zero();
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_hand),
      cmocka_unit_test(sites_of_users),
      cmocka_unit_test(far_lines),
      cmocka_unit_test(random_logs),
   };
   return UNIT_MAIN(argc, argv, tests);
}
