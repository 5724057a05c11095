// SPDX-License-Identifier: GPL-3.0-or-later
// Memory objects against a list of all bytes of a small address space.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "memobj/objects.h"
#include "unit_main.h"
#include "xorshift.h"

// By byte: number of the object of its block and of its region, plus one; 0: none.
enum { SPACE = 1 << 18, ORIGIN = 0x7000 };
static uint8_t of_block[SPACE], of_region[SPACE];
static uint32_t block_id[SPACE]; // tells neighbouring blocks of one object apart

static void forget_block(uint32_t at)
{
   uint32_t id = block_id[at], from = at, to = at;
   if (!id) return;
   while (from > 0 && block_id[from - 1] == id) from--;
   while (to < SPACE && block_id[to] == id) to++;
   memset(of_block + from, 0, to - from);
   memset(block_id + from, 0, (to - from) * sizeof block_id[0]);
}

static void forget_blocks(uint32_t at, uint32_t size)
{
   for (uint32_t i = at; i < at + size; i++) forget_block(i);
}

static void compare(ObjectSet* s, MemObject** o)
{
   for (int i = 0; i < 64; i++) {
      uint32_t at = (uint32_t)(next_random() % SPACE);
      const MemRange* b = range_map_find(&s->map, ORIGIN + at);
      uint8_t expected = of_block[at] ? of_block[at] : of_region[at];
      assert_ptr_equal(b ? b->object : NULL, expected ? o[expected - 1] : NULL);
      if (b) assert_int_equal(b->is_mapping, !of_block[at]);
   }
   objects_check(s);
}

static void random_blocks(void** state)
{
   (void)state;
   enum { OBJECTS = 5 };
   ObjectSet s;
   MemObject* o[OBJECTS];
   objects_init(&s);
   for (int i = 0; i < OBJECTS; i++) o[i] = objects_new(&s, OBJECT_HEAP, NULL, NULL);
   for (uint32_t step = 1; step <= 20000; step++) {
      uint64_t kind = next_random() % 16;
      // beyond what is listed by page; usual; many in 8 bytes
      uint32_t limit = kind == 0 ? 100000 : kind < 6 ? 300 : 5;
      uint32_t size = 1 + (uint32_t)(next_random() % limit);
      uint32_t at = (uint32_t)(next_random() % (limit == 5 ? 6000 : SPACE - size));
      uint8_t which = (uint8_t)(next_random() % OBJECTS);
      uint64_t start = ORIGIN + at;
      unit_given(
         "step %jd, kind %jd (up to 8 allocates, 13 frees, 14 maps, 15 unmaps) of %jd B at "
         "%jd, object %jd",
         step, kind, size, at, which);
      if (kind <= 8) {
         forget_blocks(at, size);
         objects_allocate(&s, o[which], start, size, step);
         memset(of_block + at, which + 1, size);
         for (uint32_t i = at; i < at + size; i++) block_id[i] = step;
      } else if (kind <= 13) {
         MemRange* b = range_map_find(&s.map, start);
         if (!b || b->is_mapping) continue;
         objects_free(&s, b, step); // found last, and not any more
         forget_block(at);
         b = range_map_find(&s.map, start);
         assert_true(!b || b->is_mapping);
      } else {
         size = 1 + (uint32_t)(next_random() % 30000);
         if (at + size > SPACE) size = SPACE - at;
         const MemRange* mapping_ = range_map_mapping(&s.map, start, 1);
         if (mapping_ && next_random() % 2) { // all of it
            at = (uint32_t)(mapping_->start - ORIGIN);
            start = mapping_->start;
            size = (uint32_t)mapping_->size_B;
         }
         forget_blocks(at, size);
         memset(of_region + at, kind == 14 ? which + 1 : 0, size);
         range_map_find(&s.map, start);
         if (kind == 14)
            objects_map(&s, o[which], start, size, step);
         else
            objects_unmap(&s, start, size, step);
         assert_true(!range_map_find(&s.map, start) == (kind != 14));
      }
      if (step % 50 == 0) compare(&s, o);
   }
}

static void by_stack(void** state)
{
   (void)state;
   ObjectSet s;
   objects_init(&s);
   const uint64_t calls[] = {1, 2, 3, 1, 2, 4};
   bool is_new;
   MemObject* a = objects_by_stack(&s, OBJECT_HEAP, calls, 3, &is_new);
   assert_true(is_new);
   assert_ptr_not_equal(objects_by_stack(&s, OBJECT_HEAP, calls + 3, 3, &is_new), a);
   assert_ptr_not_equal(objects_by_stack(&s, OBJECT_HEAP, calls, 2, &is_new), a);
   assert_ptr_not_equal(objects_by_stack(&s, OBJECT_MMAP, calls, 3, &is_new), a);
   assert_true(is_new);
   assert_ptr_equal(objects_by_stack(&s, OBJECT_HEAP, calls, 3, &is_new), a);
   assert_false(is_new);
}

static void counts(void** state)
{
   (void)state;
   ObjectSet s;
   objects_init(&s);
   MemObject* o = objects_new(&s, OBJECT_HEAP, "x", "y");
   MemRange* first = objects_allocate(&s, o, 0x1000, 100, 7);
   objects_allocate(&s, o, 0x2000, 50, 8);
   objects_free(&s, first, 9);
   objects_allocate(&s, o, 0x1000, 10, 10);
   assert_int_equal(o->count, 3);
   assert_int_equal(o->most_B, 150);
   assert_int_equal(o->live_B, 60);
   assert_int_equal(o->total_B, 160);
   assert_int_equal(o->born, 7);
   objects_free(&s, range_map_find(&s.map, 0x2000), 10);
   objects_put_back(&s, o, 0x2000, 50);
   assert_int_equal(o->count, 3);
   assert_int_equal(o->most_B, 150);
   assert_int_equal(o->live_B, 60);
   assert_int_equal(o->total_B, 160);
   assert_int_equal(o->n_live, 2);
   objects_check(&s);
   objects_unmap(&s, 0, 0x10000, 11);
   assert_int_equal(o->n_live, 0);
   assert_int_equal(o->died, 11);
}

// An allocation may lie across several mappings, such as pieces of the program break: nobody may
// remember any of them.
static void across_mappings(void** state)
{
   (void)state;
   enum { PIECES = 5, PIECE_B = 0x1000 };
   const uint64_t first = 0x10000, middle = PIECE_B / 2;
   ObjectSet s;
   objects_init(&s);
   MemObject* o = objects_new(&s, OBJECT_BRK, "break", NULL);
   MemObject* heap = objects_new(&s, OBJECT_HEAP, "heap", NULL);
   for (uint64_t i = 0; i <= PIECES; i++) objects_map(&s, o, first + i * PIECE_B, PIECE_B, 1);
   MemRange* r =
      objects_allocate(&s, heap, first + middle, (PIECES - 1) * (uint64_t)PIECE_B, 2);
   objects_free(&s, r, 3);
   for (uint64_t i = 0; i <= PIECES; i++)
      assert_int_equal(range_map_find(&s.map, first + i * PIECE_B)->is_cut, i < PIECES);
   // Cut into pieces, unmapped at once, and moved.
   objects_unmap(&s, first + 3 * PIECE_B + middle, 1, 4);
   objects_move(&s, first, first + 0x100000, 4 * (uint64_t)PIECE_B, 5);
   for (uint64_t i = 0; i < 4 * PIECE_B; i++) {
      const MemRange* moved = range_map_find(&s.map, first + 0x100000 + i);
      assert_ptr_equal(moved ? moved->object : NULL, i == 3 * PIECE_B + middle ? NULL : o);
   }
   objects_unmap(&s, first, 0x200000, 6);
   assert_int_equal(o->n_live, 0);
   assert_int_equal(o->live_B, 0);
   objects_check(&s);
}

static void watchers(void** state)
{
   (void)state;
   ObjectSet s;
   objects_init(&s);
   MemObject* o = objects_new(&s, OBJECT_HEAP, "x", NULL);
   MemRange* first = objects_allocate(&s, o, 0x1000, 64, 1);
   MemRange* mapping = objects_map(&s, o, 0x10000, 0x1000, 1);
   MemRange* w[4];
   for (int i = 0; i < 4; i++) w[i] = &range_none;
   for (int i = 0; i < 3; i++) objects_watch(&w[i], first);
   objects_watch(&w[3], mapping);
   objects_check(&s);
   objects_unwatch(&s, &w[1]);
   objects_unwatch(&s, &w[1]);
   assert_ptr_equal(w[1], &range_none);
   assert_true(first->n_watchers == 2 && first->watched_B == 64);
   objects_free(&s, first, 2);
   assert_true(w[0] == first && w[2] == first && !first->watched_B);
   assert_true(w[3] == mapping && mapping->watched_B == 0x1000);
   // As long as it is watched, it is no other range; then it is the next one.
   assert_ptr_not_equal(objects_allocate(&s, o, 0x1000, 64, 2), first);
   objects_unwatch(&s, &w[0]);
   assert_ptr_not_equal(objects_allocate(&s, o, 0x2000, 64, 2), first);
   objects_unwatch(&s, &w[2]);
   assert_ptr_equal(objects_allocate(&s, o, 0x10800, 16, 3), first);
   assert_true(w[3] == mapping && !mapping->watched_B && mapping->size_B == 0x1000);
   objects_watch(&w[0], first);
   objects_unmap(&s, 0x10000, 0x1000, 4);
   assert_true(w[0] == first && !first->watched_B && w[3] == mapping);
   objects_unwatch(&s, &w[3]);
   objects_unwatch(&s, &w[0]);
   assert_ptr_equal(objects_allocate(&s, o, 0x3000, 64, 5), first);
   // One that so many watch that they are not counted is not used again.
   static MemRange* many[RANGE_WATCHERS_MAX + 1];
   for (int i = 0; i <= RANGE_WATCHERS_MAX; i++) objects_watch(&many[i], first);
   objects_free(&s, first, 6);
   for (int i = 0; i <= RANGE_WATCHERS_MAX; i++) objects_unwatch(&s, &many[i]);
   assert_ptr_not_equal(objects_allocate(&s, o, 0x3000, 64, 7), first);
   objects_check(&s);
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_blocks), cmocka_unit_test(by_stack), cmocka_unit_test(counts),
      cmocka_unit_test(across_mappings), cmocka_unit_test(watchers)};
   return UNIT_MAIN(argc, argv, tests);
}
