// SPDX-License-Identifier: GPL-3.0-or-later
// TLBs and page sizes against lists that are searched from the front.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cachesim/hierarchy.h"
#include "cachesim/translation.h"
#include "unit_main.h"
#include "xorshift.h"

// --- the reference ------------------------------------------------------------------------

typedef struct {
   TlbGeometry g;
   uint64_t list[64][64]; // by set: pages, most recent first; 0: none
} RefTlb;

static uint64_t ref_page(uint64_t number, bool huge)
{
   return number << 1 | huge | 1ULL << 63;
}

// Whether the page was there; it is the first of its set now.
static bool ref_touch(RefTlb* t, uint64_t number, bool huge)
{
   uint64_t* list = t->list[number % (t->g.entries / t->g.ways)];
   uint64_t page = ref_page(number, huge);
   uint32_t i = 0;
   while (i < t->g.ways - 1 && list[i] != page) i++;
   bool found = list[i] == page;
   memmove(list + 1, list, i * sizeof *list);
   list[0] = page;
   return found;
}

// Pages that are partly in the range go; those behind them in their set move up.
static void ref_forget(RefTlb* t, uint64_t start, uint64_t size_B)
{
   for (uint32_t set = 0; t->g.entries && set < t->g.entries / t->g.ways; set++) {
      uint32_t to = 0;
      for (uint32_t i = 0; i < t->g.ways; i++) {
         const uint64_t page = t->list[set][i], page_B = page & 1 ? HUGE_PAGE_B : SMALL_PAGE_B;
         const uint64_t at = (page << 1 >> 2) * page_B;
         if (page && at < start + size_B && at + page_B > start) continue;
         t->list[set][to++] = page;
      }
      while (to < t->g.ways) t->list[set][to++] = 0;
   }
}

// All memory, in pieces of 4 KiB from `BASE` on: whether it has been asked for.
#define BASE 0x7f0000200000ULL // a multiple of 2 MiB
enum { PIECES = 16 * 512 };

enum { REF_CORES = 5 };
typedef struct {
   RefTlb itlb, dtlb, stlb;
} RefTlbs;

typedef struct {
   RefTlbs core[REF_CORES];
   uint32_t running;
   PageChoice choice;
   bool asked[PIECES];
} Ref;

static RefTlbs* ref_running(Ref* r)
{
   return &r->core[r->running];
}

static bool ref_huge(const Ref* r, uint64_t address)
{
   if (r->choice != PAGES_REQUESTED) return r->choice == PAGES_HUGE;
   if (address < BASE || address >= BASE + PIECES * SMALL_PAGE_B) return false;
   uint64_t first = (address - BASE) / HUGE_PAGE_B * 512;
   for (uint64_t i = first; i < first + 512; i++)
      if (!r->asked[i]) return false;
   return true;
}

static TranslatedBy ref_request(Ref* r, RefTlb* tlb, bool code, uint64_t address,
                                uint32_t size_B)
{
   RefTlb* stlb = &ref_running(r)->stlb;
   TranslatedBy farthest = BY_TLB;
   uint64_t previous = 0;
   for (uint32_t i = 0; i < size_B; i++) {
      uint64_t a = address + i;
      bool huge = code ? r->choice == PAGES_HUGE : ref_huge(r, a);
      uint64_t number = huge ? a / HUGE_PAGE_B : a / SMALL_PAGE_B,
               page = ref_page(number, huge);
      if (page == previous) continue;
      previous = page;
      TranslatedBy by = BY_TLB;
      if (!ref_touch(tlb, number, huge))
         by = stlb->g.entries && ref_touch(stlb, number, huge) ? BY_STLB : BY_WALK;
      if (by > farthest) farthest = by;
   }
   return farthest;
}

// --- traces -------------------------------------------------------------------------------

static HotSlot hot[HOT_SETS_MAX] __attribute__((aligned(4096)));

typedef struct {
   Translation t;
   Cache d1;
   Ref ref;
   uint64_t now;
   uint64_t pages; // that the trace is about
} Run;

static uint64_t random_address(const Run* run)
{
   uint64_t r = next_random();
   uint64_t page = (r & 3) == 0 ? r >> 8 & 3 : (r >> 8) % run->pages;
   // Now and then near the end of a page, where accesses straddle; or far away.
   uint64_t offset =
      (r & 0xF0) == 0 ? SMALL_PAGE_B - 1 - (r >> 60) : r >> 40 & (SMALL_PAGE_B - 1);
   if ((r & 0xF00000) == 0) page *= 512;
   return BASE + (page * SMALL_PAGE_B + offset) % (PIECES * SMALL_PAGE_B - 64);
}

// What generated code does: true if it has noted the access in the hot slot.
static bool is_hot(Run* run, uint64_t address, uint32_t size_B, uint64_t time)
{
   if (!run->d1.hot) return false;
   HotSlot* slot = cache_hot_slot(&run->d1, address);
   if (address - slot->line > run->d1.geometry.line_B - size_B) return false;
   slot->used = time;
   return true;
}

static void data(Run* run)
{
   uint64_t address = random_address(run), time = run->now += PAGES_PER_REQUEST;
   uint32_t size_B = 1u << next_random() % 5;
   TranslatedBy want = ref_request(&run->ref, &ref_running(&run->ref)->dtlb, false, address,
                                   size_B),
                got = BY_TLB;
   if (!is_hot(run, address, size_B, time)) {
      got = translation_data(&run->t, address, size_B, time);
      cache_request(&run->d1, &(Request){address, size_B, false}, NULL);
      translation_enter_slots(&run->t, address, size_B);
   }
   assert_int_equal(got, want);
}

// As generated code does, fetches from one page call nobody if it is there.
static void fetch(Run* run)
{
   uint64_t address = random_address(run), time = run->now += PAGES_PER_REQUEST;
   uint32_t size_B = 1 + next_random() % 15;
   TranslatedBy want =
                   ref_request(&run->ref, &ref_running(&run->ref)->itlb, true, address, size_B),
                got = BY_TLB;
   CodeCache* c = &run->t.itlb;
   CodeLine* page = code_cache_line(c, address);
   if (code_cache_start(c, address + size_B - 1) != page->address || !page->used)
      got = translation_fetch(&run->t, address, size_B, time);
   else
      page->used = time;
   assert_int_equal(got, want);
}

static void change_range(Run* run)
{
   uint64_t r = next_random();
   uint64_t first = r % PIECES, n = (r >> 20) % 2048;
   if (r >> 62) first = first / 512 * 512, n = n / 512 * 512;
   if (first + n > PIECES) n = PIECES - first;
   bool ask = r >> 40 & 1;
   (ask ? translation_request_huge : translation_end_huge)(&run->t, BASE + first * SMALL_PAGE_B,
                                                           n * SMALL_PAGE_B);
   for (uint64_t i = first; i < first + n; i++) run->ref.asked[i] = ask;
   translation_check(&run->t);
}

// A piece of memory is unmapped, on all cores.
static void unmap(Run* run)
{
   uint64_t first = next_random() % run->pages, n = 1 + next_random() % 8;
   const uint64_t start = BASE + first * SMALL_PAGE_B + next_random() % 2 * 100,
                  size_B = n * SMALL_PAGE_B;
   translation_forget(&run->t, start, size_B);
   for (int i = 0; i < REF_CORES; i++) {
      ref_forget(&run->ref.core[i].dtlb, start, size_B);
      ref_forget(&run->ref.core[i].stlb, start, size_B);
   }
   translation_check(&run->t);
}

// Another core, or the same one.
static void change_core(Run* run, uint32_t cores)
{
   run->ref.running = (uint32_t)(next_random() % cores);
   run->t.itlb.now = run->now; // generated code has noted fetches, too
   translation_run(&run->t, run->ref.running);
}

static void ref_empty(Ref* r, const TranslationConfig* c)
{
   memset(r->core, 0, sizeof r->core);
   for (int i = 0; i < REF_CORES; i++) {
      r->core[i].itlb.g = c->itlb;
      r->core[i].dtlb.g = c->dtlb;
      r->core[i].stlb.g = c->stlb;
   }
}

typedef struct {
   TranslationConfig tlbs;
   Geometry d1;
   uint64_t pages;
} Case;

static void run_case(const Case* c)
{
   static Run run;
   run = (Run){.pages = c->pages, .d1.level = LEVEL_L1};
   run.ref.choice = c->tlbs.pages;
   ref_empty(&run.ref, &c->tlbs);
   cache_init(&run.d1, &c->d1, false);
   if (hierarchy_can_be_hot(&c->d1, false) && c->tlbs.cores <= 1)
      cache_use_hot_slots(&run.d1, hot);
   translation_init(&run.t, &c->tlbs, &run.d1);
   for (int i = 0; i < 20000; i++) {
      if (c->tlbs.pages == PAGES_REQUESTED && i % 500 == 0) change_range(&run);
      if (c->tlbs.cores > 1 && next_random() % 8 == 0) change_core(&run, c->tlbs.cores);
      if (i % 400 == 399) unmap(&run);
      if (c->tlbs.dtlb.entries) data(&run);
      if (c->tlbs.itlb.entries && i % 3 == 0) fetch(&run);
      if (i % 1000 == 0) {
         translation_check(&run.t);
         cache_check(&run.d1);
      }
      if (i == 15000) {
         translation_clear(&run.t);
         ref_empty(&run.ref, &c->tlbs);
      }
   }
   translation_free(&run.t);
   cache_free(&run.d1);
}

static void traces_of(uint32_t cores)
{
   static const TlbGeometry tlb[] = {{1, 1},  {2, 1},   {2, 2},  {4, 1}, {8, 2},
                                     {12, 3}, {16, 16}, {64, 4}, {0}};
   static const TlbGeometry second[] = {{0}, {1, 1}, {16, 4}, {24, 24}, {64, 64}, {0}};
   static const Geometry d1[] = {
      {32768, 8, 64}, {2048, 2, 16}, {1024, 16, 64}, {4096, 1, 128}, {3072, 2, 64}};
   enum {
      N_TLB = sizeof tlb / sizeof tlb[0],
      N_SECOND = sizeof second / sizeof second[0],
      N_D1 = sizeof d1 / sizeof d1[0]
   };
   uint32_t n = 0;
   for (uint32_t i = 0; i < N_TLB; i++)
      for (uint32_t j = 0; j < N_SECOND; j++)
         for (PageChoice pages = PAGES_SMALL; pages <= PAGES_HUGE; pages++, n++) {
            Case c = {{.itlb = tlb[(i + j) % N_TLB],
                       .dtlb = tlb[i],
                       .stlb = second[j],
                       .pages = pages,
                       .cores = cores},
                      d1[n % N_D1],
                      5 + n % 7 * 13};
            run_case(&c);
         }
}

static void traces(void** state)
{
   (void)state;
   traces_of(1);
}

// A core sees what it has asked for itself, and the sizes of pages that all have asked for.
static void traces_of_cores(void** state)
{
   (void)state;
   traces_of(2);
   traces_of(REF_CORES);
}

// Which addresses are in pages of 2 MiB, at each page, as ranges come and go.
static void ranges(void** state)
{
   (void)state;
   static Run run;
   run = (Run){.ref.choice = PAGES_REQUESTED};
   TranslationConfig config = {.pages = PAGES_REQUESTED};
   translation_init(&run.t, &config, &run.d1);
   assert_false(page_is_huge(&run.t.pages, BASE));
   for (int i = 0; i < 500; i++) {
      change_range(&run);
      for (uint64_t p = 0; p < PIECES; p += 1 + i % 37) {
         uint64_t a = BASE + p * SMALL_PAGE_B + (uint64_t)i;
         assert_int_equal(page_is_huge(&run.t.pages, a), ref_huge(&run.ref, a));
      }
      assert_false(page_is_huge(&run.t.pages, BASE - 1));
      assert_false(page_is_huge(&run.t.pages, BASE + PIECES * SMALL_PAGE_B));
   }
   PageSizes* p = &run.t.pages;
   page_sizes_end(p, 0, UINT64_MAX);
   assert_int_equal(p->n, 0);
   assert_true(p->all_small);
   assert_false(page_sizes_request(p, BASE, 0));
   assert_false(
      page_sizes_request(p, 0 - SMALL_PAGE_B, 2 * SMALL_PAGE_B)); // beyond the end of memory
   assert_true(page_sizes_request(p, BASE, HUGE_PAGE_B));
   assert_false(page_sizes_request(p, BASE + SMALL_PAGE_B, SMALL_PAGE_B));
   assert_false(page_sizes_end(p, BASE + HUGE_PAGE_B, HUGE_PAGE_B));
   assert_true(page_sizes_end(p, BASE + SMALL_PAGE_B, 1));
   assert_int_equal(p->n, 2);
   translation_free(&run.t);
}

static void geometry_texts(void** state)
{
   (void)state;
   static const char* const good[] = {"64,4", "1,1", "64,64", "1536,12", "65536,1", "none"};
   static const char* const bad[] = {"",
                                     "64",
                                     "64,",
                                     ",4",
                                     "64,4,",
                                     "64,0",
                                     "0,4",
                                     "64,5",
                                     "96,4",
                                     "65537,1",
                                     "64,4x",
                                     "-64,4",
                                     "99999999999999999999,4"};
   TlbGeometry g;
   for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
      if (tlb_geometry_parse(good[i], &g)) fail_msg("'%s'", good[i]);
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
      if (!tlb_geometry_parse(bad[i], &g)) fail_msg("'%s'", bad[i]);
}

// A store to the last bytes of memory, and to the first ones, is counted before it faults.
static void end_of_memory(void** state)
{
   (void)state;
   static Run run;
   const Geometry g = {4096, 1, 64};
   TranslationConfig config = {.dtlb = {4, 4}};
   run = (Run){.d1.level = LEVEL_L1};
   cache_init(&run.d1, &g, false);
   cache_use_hot_slots(&run.d1, hot);
   translation_init(&run.t, &config, &run.d1);
   alarm(20); // it ended after 2^58 lines
   for (uint64_t address = (uint64_t)-8; address != 8; address += 4) {
      translation_data(&run.t, address, 8, run.now += PAGES_PER_REQUEST);
      cache_request(&run.d1, &(Request){address, 8, true}, NULL);
      translation_enter_slots(&run.t, address, 8);
   }
   alarm(0);
   translation_free(&run.t);
   cache_free(&run.d1);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(geometry_texts), cmocka_unit_test(end_of_memory),
      cmocka_unit_test(ranges), cmocka_unit_test(traces), cmocka_unit_test(traces_of_cores)};
   return UNIT_MAIN(argc, argv, tests);
}
