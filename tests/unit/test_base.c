// SPDX-License-Identifier: GPL-3.0-or-later
// Maps, arenas and the writer.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/grown_text.h"
#include "base/map.h"
#include "base/pattern.h"
#include "base/writer.h"
#include "host_libc.h"
#include "unit_main.h"

enum { KEYS = 200 };

// Random insertions and removals against a plain array.
static void maps(void** state)
{
   (void)state;
   Map m = {0};
   static int values[KEYS];
   bool present[KEYS] = {false};
   unsigned random = 1;
   for (int i = 0; i < 20000; i++) {
      random = random * 1103515245u + 12345u;
      unsigned k = random >> 16;
      unsigned key = k % KEYS;
      if (k / KEYS % 3 == 0) {
         map_remove(&m, key * 4096, key % 3);
         present[key] = false;
      } else {
         map_put(&m, key * 4096, key % 3, &values[key]);
         present[key] = true;
      }
      assert_ptr_equal(map_get(&m, key * 4096, key % 3), present[key] ? &values[key] : NULL);
      if (i % 500 == 0) map_check(&m);
   }
   size_t n = 0;
   for (int k = 0; k < KEYS; k++) n += present[k];
   assert_int_equal(m.count, n);
   map_clear(&m);
   assert_null(map_get(&m, 0, 0));
}

typedef struct {
   uint64_t key;
   uint8_t more[13]; // all of them `key`
} Element;

static int by_key(const void* a, const void* b)
{
   return compare_numbers(((const Element*)a)->key, ((const Element*)b)->key);
}

// Elements come in no order; sorted, each is there once, and whole.
static void sorted_arrays(void** state)
{
   (void)state;
   for (uint32_t n = 0; n < 100; n++) {
      Element* all = NULL;
      uint32_t room = 0;
      for (uint32_t i = 0; i < n; i++) {
         all = array_grown("test", all, i, &room, sizeof *all);
         assert_true(room > i && room < 2 * i + 20);
         all[i] = (Element){.key = i * 37 % 101};
         memset(all[i].more, (int)all[i].key, sizeof all[i].more);
      }
      array_sort(all, n, sizeof *all, by_key);
      uint64_t keys = 0;
      for (uint32_t i = 0; i < n; i++) {
         assert_true(!i || all[i - 1].key < all[i].key);
         for (size_t k = 0; k < sizeof all[i].more; k++)
            assert_int_equal(all[i].more[k], all[i].key);
         keys += all[i].key;
      }
      for (uint32_t i = 0; i < n; i++) keys -= i * 37 % 101;
      assert_int_equal(keys, 0);
      host_free(all);
   }
   assert_int_equal(compare_numbers(1, ~0ULL), -1);
   assert_int_equal(compare_numbers(~0ULL, 1), 1);
   assert_int_equal(compare_numbers(7, 7), 0);
}

static void arenas(void** state)
{
   (void)state;
   Arena a = {.what = "test"};
   for (size_t n = 1; n < 100000; n = n * 3 + 1) {
      unsigned char* p = arena_alloc(&a, n);
      assert_int_equal((uintptr_t)p % 16, 0);
      for (size_t i = 0; i < n; i++) assert_int_equal(p[i], 0);
      memset(p, 0xFF, n);
   }
   assert_string_equal(arena_strdup(&a, "name"), "name");
}

static void writers(void** state)
{
   (void)state;
   static Writer w;
   char text[200] = "";
   int fd[2];
   assert_int_equal(pipe(fd), 0);
   writer_init(&w, fd[1]);
   writer_text(&w, "a");
   writer_number(&w, 0);
   writer_number(&w, 18446744073709551615ULL);
   writer_signed(&w, -42);
   writer_hex(&w, 0xBEEF);
   assert_true(writer_finish(&w));
   assert_true(read(fd[0], text, sizeof text - 1) > 0);
   assert_string_equal(text, "a018446744073709551615-420xbeef");
   close(fd[0]);
   close(fd[1]);
   assert_int_equal(pipe(fd), 0);
   writer_init(&w, fd[1]);
   writer_line_text(&w,
                    "a\x1b\n\\x1b\\x1B\\n\\x{\xc3\xbc\xc2\x9b\xe2\x80\xae\x9b\xed\xa0\x80\xc3");
   assert_true(writer_finish(&w));
   host_memset(text, 0, sizeof text);
   assert_true(read(fd[0], text, sizeof text - 1) > 0);
   assert_string_equal(
      text,
      "a\\x1b\\x0a\\x5cx1b\\x1B\\n\\x5cx{\xc3\xbc\\x{9b}\\x{202e}\\x9b\\xed\\xa0\\x80\\xc3");
   writer_init(&w, fd[1]);
   static const char* names[] = {"  f",          "(7)",   "(7) g", "(7", "()",
                                 "(below main)", "f (7)", "",      "\t"};
   for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      writer_name(&w, names[i]);
      writer_char(&w, '|');
   }
   assert_true(writer_finish(&w));
   host_memset(text, 0, sizeof text);
   assert_true(read(fd[0], text, sizeof text - 1) > 0);
   assert_string_equal(text, "\\x20 f|\\x287)|\\x287) g|(7|()|(below main)|f (7)||\\x09|");
   close(fd[0]);
   close(fd[1]);
   writer_init(&w, fd[1]); // closed: every write fails
   for (int i = 0; i < 2 * WRITER_BUFFER_B; i++) writer_char(&w, 'x');
   assert_false(writer_finish(&w));
}

// Short writes lose nothing; after a failure nothing more is tried.
static void hard_writes(void** state)
{
   (void)state;
   static Writer w;
   enum { NUMBERS = 50000 };
   FILE* f = tmpfile();
   host_libc = (HostLibc){.write_limit_B = 1013};
   writer_init(&w, fileno(f));
   for (uint64_t i = 0; i < NUMBERS; i++) {
      writer_number(&w, i * i);
      writer_char(&w, ' ');
   }
   assert_true(writer_finish(&w));
   rewind(f);
   unsigned long long n;
   for (uint64_t i = 0; i < NUMBERS; i++) {
      assert_int_equal(fscanf(f, "%llu", &n), 1);
      assert_int_equal(n, i * i);
   }
   assert_int_equal(fscanf(f, "%llu", &n), EOF);
   fclose(f);

   f = tmpfile();
   host_libc = (HostLibc){.write_fails_after_B = 1};
   writer_init(&w, fileno(f));
   for (int i = 0; i < 5 * WRITER_BUFFER_B; i++) writer_char(&w, 'x');
   assert_false(writer_finish(&w));
   assert_false(writer_finish(&w));
   assert_int_equal(host_libc.writes, 2); // the first one was fine
   assert_int_equal(host_libc.written_B, WRITER_BUFFER_B);
   fclose(f);
   host_libc = (HostLibc){0};

   writer_init(&w, -1); // nothing to write: nothing can fail
   assert_true(writer_finish(&w));
}

// Growth, and keys that differ in single bits only.
static void large_maps(void** state)
{
   (void)state;
   Map m = {0};
   static char values[30000];
   map_remove(&m, 1, 2);
   for (uint64_t i = 0; i < sizeof values; i++) map_put(&m, i << 12, ~i, &values[i]);
   map_check(&m);
   for (uint64_t i = 0; i < sizeof values; i += 2) map_remove(&m, i << 12, ~i);
   map_check(&m);
   for (uint64_t i = 0; i < sizeof values; i++)
      assert_ptr_equal(map_get(&m, i << 12, ~i), i % 2 ? &values[i] : NULL);
   map_clear(&m);
   for (unsigned i = 0; i < 64; i++)
      for (unsigned j = 0; j < 64; j++) map_put(&m, 1ULL << i, 1ULL << j, &values[i * 64 + j]);
   assert_int_equal(m.count, 4096);
   map_check(&m);
   for (unsigned i = 0; i < 64; i++)
      for (unsigned j = 0; j < 64; j++)
         assert_ptr_equal(map_get(&m, 1ULL << i, 1ULL << j), &values[i * 64 + j]);
   map_clear(&m);
   assert_int_equal(map_hash_string("same"), map_hash_string("same"));
   assert_int_not_equal(map_hash_string("ab"), map_hash_string("ba"));
}

static void grown_texts(void** state)
{
   (void)state;
   char *text = NULL, expected[3001] = "";
   grown_text_add(&text, "");
   assert_string_equal(text, "");
   for (int i = 0; i < 1000; i++) {
      grown_text_add(&text, i % 2 ? "bcd" : "abc");
      strcat(expected, i % 2 ? "bcd" : "abc");
      assert_string_equal(text, expected);
   }
   host_free(text);
}

// What a pattern means.
static bool describes(const char* p, const char* t)
{
   if (*p == '*') return describes(p + 1, t) || (*t && describes(p, t + 1));
   return *t ? (*p == '?' || *p == *t) && describes(p + 1, t + 1) : !*p;
}

// The n-th text of these letters.
static const char* nth_text(char to[8], const char* letters, unsigned n)
{
   char* end = to;
   const unsigned base = (unsigned)strlen(letters);
   for (; n; n = (n - 1) / base) *end++ = letters[(n - 1) % base];
   *end = '\0';
   return to;
}

// All of up to six characters; many stars take no longer than few.
static void patterns(void** state)
{
   (void)state;
   enum { PATTERNS = 5461, TEXTS = 127 };
   char p[8], t[8];
   unsigned n = 0;
   for (unsigned i = 0; i < PATTERNS; i++)
      for (unsigned k = 0; k < TEXTS; k++) {
         nth_text(p, "*a?b", i);
         nth_text(t, "ab", k);
         assert_int_equal(pattern_describes(p, t), describes(p, t));
         n += describes(p, t);
      }
   assert_true(n > PATTERNS && n < PATTERNS * TEXTS / 2);

   char many[256] = "", names[2048];
   for (int i = 0; i < 60; i++) strcat(many, i % 2 ? "a*" : "**");
   memset(names, 'a', sizeof names - 1);
   names[sizeof names - 1] = '\0';
   assert_true(pattern_describes(many, names));
   strcat(many, "b");
   assert_false(pattern_describes(many, names));
   assert_true(pattern_describes("\xc3*", "\xc3\xa4"));
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(maps),        cmocka_unit_test(sorted_arrays),
      cmocka_unit_test(arenas),      cmocka_unit_test(writers),
      cmocka_unit_test(hard_writes), cmocka_unit_test(large_maps),
      cmocka_unit_test(grown_texts), cmocka_unit_test(patterns)};
   return UNIT_MAIN(argc, argv, tests);
}
