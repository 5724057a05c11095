// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts against a plain reference that moves the data: a list of the program's bytes in the order in which the
// layout has them.  Places against a list of those in use.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "layouts/homes.h"
#include "layouts/parse.h"
#include "unit_main.h"
#include "xorshift.h"

enum {
   OBJECT_MAX_B = 6000,
   NEW_MAX_B = 200000,
   TEXT_B = 1024,
   LAYOUTS = 4000,
   ACCESSES = 60,
   NO_BYTE = -1
};

static uint32_t below(uint32_t n)
{
   return (uint32_t)((next_random() >> 32) * n >> 32);
}

// --- the reference --------------------------------------------------------------------------

enum { LEVELS = LAYOUT_STEPS_MAX + 1 };

// The bytes of the new object in their order, each the program's one that is there; and where these are.  Of several layouts, one
// after the other, those of the last one, and of each one where the bytes of the one before are.
static uint32_t n_content, object_B, level;
static int32_t first_at[LEVELS][NEW_MAX_B], end_at[LEVELS][NEW_MAX_B]; // first NO_BYTE: nowhere
static uint32_t whole_B; // of the object in the program
static char text[TEXT_B];

static void begin(uint32_t size_B)
{
   object_B = level ? n_content : size_B;
   if (!level) whole_B = size_B;
   n_content = 0;
   for (uint32_t i = 0; i < object_B; i++) first_at[level][i] = end_at[level][i] = NO_BYTE;
}

static void put(int32_t byte)
{
   assert_true(n_content < NEW_MAX_B);
   if (byte != NO_BYTE) {
      first_at[level][byte] = (int32_t)n_content;
      end_at[level][byte] = (int32_t)n_content + 1;
   }
   n_content++;
}

static uint32_t grain_B; // parts begin at multiples of it; 0: anywhere

static void begin_part(void)
{
   while (grain_B && n_content % grain_B) put(NO_BYTE);
}

static void put_rest(uint32_t element_B)
{
   for (uint32_t i = object_B / element_B * element_B; i < object_B; i++) put((int32_t)i);
}

static void print(const char* format, ...)
{
   va_list list;
   va_start(list, format);
   const size_t n = strlen(text);
   vsnprintf(text + n, TEXT_B - n, format, list);
   va_end(list);
}

// --- layouts of random sizes ----------------------------------------------------------------

// The element's bytes are cut into pieces of random sizes.
static uint32_t cut[20], n_cut; // cut[0] is 0, cut[n_cut] the size of the element

static uint32_t random_cuts(void)
{
   n_cut = 1 + below(8);
   for (uint32_t i = 1; i <= n_cut; i++) cut[i] = cut[i - 1] + 1 + below(below(4) ? 9 : 60);
   return cut[n_cut];
}

static uint32_t random_object(uint32_t element_B)
{
   const uint32_t n = below(12), rest_B = below(3) ? 0 : below(element_B);
   begin(n * element_B + rest_B ? n * element_B + rest_B : 1);
   return object_B / element_B;
}

static void put_piece(uint32_t i, uint32_t element_B, uint32_t piece)
{
   for (uint32_t b = cut[piece]; b < cut[piece + 1]; b++) put((int32_t)(i * element_B + b));
}

// Each piece is a part.
static void put_parts(uint32_t n, uint32_t element_B)
{
   for (uint32_t k = 0; k < n_cut; k++) {
      begin_part();
      for (uint32_t i = 0; i < n; i++) put_piece(i, element_B, k);
   }
   put_rest(element_B);
}

static void make_split(void)
{
   const uint32_t element_B = random_cuts() + (n_cut == 1);
   if (n_cut == 1) cut[++n_cut] = element_B;
   const uint32_t n = random_object(element_B);
   print("split( %u :", element_B);
   for (uint32_t k = 1; k < n_cut; k++) print("%s%u", k > 1 ? ", " : " ", cut[k]);
   print(")");
   put_parts(n, element_B);
}

static void make_soa(void)
{
   const uint32_t element_B = random_cuts(), n = random_object(element_B);
   for (uint32_t k = 0; k < n_cut; k++) print("%s%u", k ? "," : "soa(", cut[k + 1] - cut[k]);
   print(")");
   put_parts(n, element_B);
}

static uint32_t chosen[20], n_chosen; // pieces in random order
static bool is_chosen[20];

static void choose(bool all_but_one)
{
   n_chosen = 0;
   memset(is_chosen, 0, sizeof is_chosen);
   const uint32_t want = 1 + below(n_cut - (all_but_one && n_cut > 1));
   while (n_chosen < want) {
      const uint32_t k = below(n_cut);
      if (is_chosen[k]) continue;
      is_chosen[k] = true;
      chosen[n_chosen++] = k;
   }
   for (uint32_t c = 0; c < n_chosen; c++) {
      const uint32_t k = chosen[c];
      if (cut[k + 1] - cut[k] == 1)
         print("%s%u", c ? "," : "", cut[k]);
      else
         print("%s%u-%u", c ? "," : "", cut[k], cut[k + 1] - 1);
   }
   print(")");
}

static void make_hot(void)
{
   const uint32_t element_B = random_cuts(), n = random_object(element_B);
   print("split(%u: hot=", element_B);
   choose(false);
   for (uint32_t i = 0; i < n; i++)
      for (uint32_t c = 0; c < n_chosen; c++) put_piece(i, element_B, chosen[c]);
   if (n_chosen < n_cut) begin_part();
   for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n_cut; k++)
         if (!is_chosen[k]) put_piece(i, element_B, k);
   put_rest(element_B);
}

static void make_reorder(void)
{
   const uint32_t element_B = random_cuts(), n = random_object(element_B);
   print("reorder(%u: ", element_B);
   choose(false);
   for (uint32_t i = 0; i < n; i++) {
      for (uint32_t c = 0; c < n_chosen; c++) put_piece(i, element_B, chosen[c]);
      for (uint32_t k = 0; k < n_cut; k++)
         if (!is_chosen[k]) put_piece(i, element_B, k);
   }
   put_rest(element_B);
}

static void make_drop(void)
{
   uint32_t element_B = random_cuts();
   if (n_cut == 1) cut[++n_cut] = ++element_B;
   const uint32_t n = random_object(element_B);
   print("drop(%u: ", element_B);
   choose(true);
   for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n_cut; k++)
         if (!is_chosen[k]) put_piece(i, element_B, k);
   put_rest(element_B);
}

// A byte of a resized field has a share in each new one that overlaps it, both drawn equally wide.
static void put_resized(uint32_t i, uint32_t element_B, uint32_t k, uint32_t new_B)
{
   const uint32_t size_B = cut[k + 1] - cut[k], base = n_content;
   for (uint32_t b = 0; b < new_B; b++) put(NO_BYTE);
   for (uint32_t o = 0; o < size_B; o++)
      for (uint32_t b = 0; b < new_B; b++) {
         if (!(o * new_B < (b + 1) * size_B && b * size_B < (o + 1) * new_B)) continue;
         const uint32_t byte = i * element_B + cut[k] + o;
         if (first_at[level][byte] == NO_BYTE) first_at[level][byte] = (int32_t)(base + b);
         end_at[level][byte] = (int32_t)(base + b + 1);
      }
}

static bool may_grow = true; // members may

static void make_resize(void)
{
   const uint32_t element_B = random_cuts(), n = random_object(element_B);
   uint32_t new_B[20];
   bool any = false;
   print("resize(%u: ", element_B);
   for (uint32_t k = 0; k < n_cut; k++) {
      new_B[k] = cut[k + 1] - cut[k];
      if (any && below(2)) continue;
      new_B[k] = 1 + below(may_grow ? 2 * new_B[k] : new_B[k]);
      print("%s%u-%u=%u", any ? ", " : "", cut[k], cut[k + 1] - 1, new_B[k]);
      any = true;
   }
   print(")");
   for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < n_cut; k++) put_resized(i, element_B, k, new_B[k]);
   put_rest(element_B);
}

static void put_element(uint32_t i, uint32_t element_B, uint32_t place_B)
{
   for (uint32_t b = 0; b < place_B; b++)
      put(b < element_B ? (int32_t)(i * element_B + b) : NO_BYTE);
}

static bool is_one; // no layout comes behind it or before

static void make_stride(void)
{
   const uint32_t element_B = (level ? 8 : 1) + below(70), n = random_object(element_B);
   uint32_t place_B = element_B + below(level ? 8 : 100);
   const uint32_t kind = below(is_one ? 3 : 2), align_B = 1u << below(8);
   if (kind == 0) print("stride(%u:%u)", element_B, place_B);
   if (kind == 1 && place_B == element_B) place_B++;
   if (kind == 1) print("rows(%u+%u)", element_B, place_B - element_B);
   if (kind == 2) {
      for (place_B = 0; place_B < element_B; place_B += align_B) {
      }
      print("align(%u: %u)", element_B, align_B);
   }
   for (uint32_t i = 0; i < n; i++) put_element(i, element_B, place_B);
   put_rest(element_B);
}

static void make_matrix(void)
{
   const bool tiles = below(2);
   const uint32_t tile_rows = 1 + below(4), tile_columns = 1 + below(4);
   const uint32_t rows = tile_rows * (1 + below(4)), columns = tile_columns * (1 + below(4));
   const uint32_t element_B = 1 + below(9), of_matrix = rows * columns;
   uint32_t n = of_matrix * below(3) + (below(2) ? below(of_matrix) : 0);
   begin(n * element_B + 1);
   n = object_B / element_B;
   if (tiles)
      print("tile(%u,%u,%u,%ux%u)", rows, columns, element_B, tile_rows, tile_columns);
   else
      print("transpose(%u,%u,%u)", rows, columns, element_B);
   uint32_t m = 0;
   for (; m + of_matrix <= n; m += of_matrix) {
      const uint32_t down = tiles ? tile_rows : rows, across = tiles ? tile_columns : 1;
      for (uint32_t r = 0; r < rows; r += down)
         for (uint32_t c = 0; c < columns; c += across)
            for (uint32_t y = 0; y < down; y++)
               for (uint32_t x = 0; x < across; x++)
                  put_element(m + (r + y) * columns + c + x, element_B, element_B);
   }
   for (; m < n; m++) put_element(m, element_B, element_B);
   put_rest(element_B);
}

static void make_same(void)
{
   static const char* const names[] = {"align(64)", "offset(192)",      "pool(48)",
                                       "compact",   "separate-threads", "huge-pages",
                                       "spread(64)"};
   print("%s", names[below(7)]);
   begin(1 + below(300));
   for (uint32_t i = 0; i < object_B; i++) put((int32_t)i);
}

static void (*const make[])(void) = {make_split,   make_soa,    make_hot,
                                     make_reorder, make_drop,   make_resize,
                                     make_stride,  make_matrix, make_same};
enum { MAKES = sizeof make / sizeof make[0] };

// --- accesses -------------------------------------------------------------------------------

// The pieces that the reference has for an access.
static bool touched[NEW_MAX_B + 1];

static void touch(uint32_t at_level, uint32_t byte)
{
   if (at_level > level) {
      touched[byte] = true;
      return;
   }
   const int32_t first = first_at[at_level][byte];
   for (int32_t b = first; first != NO_BYTE && b < end_at[at_level][byte]; b++)
      touch(at_level + 1, (uint32_t)b);
}

static uint32_t expected_pieces(uint32_t offset, uint32_t access_B, LayoutPiece* piece)
{
   uint32_t n = 0;
   memset(touched, 0, n_content + 1);
   for (uint32_t i = offset; i < offset + access_B; i++) touch(0, i);
   for (uint32_t b = 0; b < n_content; b++) {
      if (!touched[b]) continue;
      if (b && touched[b - 1])
         piece[n - 1].size_B++;
      else
         piece[n++] = (LayoutPiece){b, 1};
   }
   return n;
}

static void check_access(const Layout* l)
{
   LayoutPiece want[LAYOUT_PIECES_MAX + 1], got[LAYOUT_PIECES_MAX];
   const uint32_t offset = below(whole_B), left_B = whole_B - offset;
   uint32_t access_B = 1 + below(below(4) ? 16 : LAYOUT_ACCESS_MAX_B);
   if (access_B > left_B) access_B = left_B;
   const uint32_t n = expected_pieces(offset, access_B, want);
   const uint32_t n_got = layout_pieces(l, whole_B, offset, access_B, got);
   LayoutPiece alone;
   if (layout_piece(l, whole_B, offset, access_B, &alone)
       && (n_got != 1 || alone.offset != got[0].offset || alone.size_B != got[0].size_B))
      fail_msg("%s: object of %u B, access at %u of %u B: one piece", text, whole_B, offset,
               access_B);
   for (uint32_t i = 0; i < n || i < n_got; i++)
      if (i >= n || i >= n_got || got[i].offset != want[i].offset
          || got[i].size_B != want[i].size_B)
         fail_msg("%s: object of %u B, access at %u of %u B, piece %u", text, whole_B, offset,
                  access_B, i);
}

// Layouts one after the other; the last one is `make[last]`.
static void make_sequence(uint32_t last, uint32_t n)
{
   bool is_resized = make[last] == make_resize;
   text[0] = '\0';
   grain_B = 0;
   is_one = n == 1;
   for (level = 0; level + 1 < n; level++) {
      uint32_t m;
      do m = below(MAKES - 1);
      while (make[m] == make_resize && is_resized);
      is_resized |= make[m] == make_resize;
      may_grow = false;
      make[m]();
      print(below(2) ? "+" : " + ");
   }
   may_grow = true;
   grain_B = below(2) ? 0 : 1u << below(7);
   make[last]();
}

static void test_pieces(void** state)
{
   (void)state;
   for (uint32_t i = 0; i < LAYOUTS; i++) {
      Layout l;
      char error[LAYOUT_ERROR_B];
      make_sequence(i % MAKES, below(2) ? 1 : 1 + below(LAYOUT_STEPS_MAX));
      if (!layout_parse(&l, text, error)) fail_msg("%s: %s", text, error);
      if (make[i % MAKES] != make_same) l.step[l.n_steps - 1].part_grain_B = grain_B;
      layout_check(&l);
      if (layout_size(&l, whole_B) != n_content) fail_msg("%s: size of %u B", text, whole_B);
      for (uint32_t a = 0; a < ACCESSES; a++) check_access(&l);
   }
   level = 0;
}

// --- what is read ---------------------------------------------------------------------------

static Layout parsed(const char* s)
{
   Layout l;
   char error[LAYOUT_ERROR_B];
   if (!layout_parse(&l, s, error)) fail_msg("%s: %s", s, error);
   return l;
}

static void test_where(void** state)
{
   (void)state;
   Layout l = parsed("split(64: 56)");
   assert_true(layout_is_in_place(&l, 640) && layout_rest(&l, 640) == 0);
   assert_true(layout_is_in_place(&l, 650) && layout_rest(&l, 650) == 10);
   l = parsed("drop(64: 0-7)");
   assert_true(layout_is_in_place(&l, 640) && layout_size(&l, 640) == 560);
   l = parsed("stride(8: 64)");
   assert_true(!layout_is_in_place(&l, 8) && layout_is_in_place(&l, 7));
   l = parsed("stride(8: 8)");
   assert_true(layout_is_in_place(&l, 80));
   l = parsed("align(64)");
   assert_true(!layout_is_in_place(&l, 80) && l.align_B == 64 && layout_rest(&l, 80) == 0);
   l = parsed("offset(24)");
   assert_true(!layout_is_in_place(&l, 80) && l.offset_B == 24);
   l = parsed("spread(24)");
   assert_true(!layout_is_in_place(&l, 80) && l.spread_B == 24);
   l = parsed(" compact ");
   assert_true(!layout_is_in_place(&l, 80) && l.home == HOME_POOL && l.slot_B == 0);
   l = parsed("pool(48)");
   assert_true(l.home == HOME_POOL && l.slot_B == 48 && !l.by_use);
   l = parsed("pool-by-use(32)");
   assert_true(l.home == HOME_POOL && l.slot_B == 32 && l.by_use);
   l = parsed("transpose(4,5,8)");
   assert_true(layout_rest(&l, 320) == 0 && layout_rest(&l, 328) == 8);
   l = parsed("drop(64: 0-7) + stride(8: 9)");
   assert_true(layout_rest(&l, 640) == 0 && layout_rest(&l, 650) == 10);
   assert_true(layout_size(&l, 640) == 630 && layout_is_in_place(&l, 640));
   l = parsed("drop(64: 0-7)+stride(16: 16)");
   assert_int_equal(layout_rest(&l, 64), 8);
   l = parsed("separate-threads + huge-pages + reorder(8: 4-7) + align(64) + offset(8)");
   assert_true(l.by_thread && l.huge_pages && l.n_steps == 1 && l.align_B == 64
               && l.offset_B == 8);
   l = parsed("huge-pages");
   assert_true(l.huge_pages && !l.by_thread && layout_is_in_place(&l, 80));
}

// Objects of 8, 4 and 8 bytes: where elements are, and which array each joins.
static void groups(void** state)
{
   (void)state;
   const Layout a = parsed("group(24: 0-7)"), b = parsed("group(24: 12-15)"),
                c = parsed("group(24: 16-23)"), other = parsed("group(32: 16-23)");
   const HousedObject of_a = {.start = 0x1234560, .size_B = 800},
                      of_b = {.start = 0x2000, .size_B = 400},
                      shorter = {.start = 0x3000, .size_B = 792},
                      of_other = {.start = 0x1234560, .size_B = 600};
   LayoutPiece piece[LAYOUT_PIECES_MAX];
   assert_int_equal(layout_size(&a, 800), 2400);
   assert_int_equal(layout_pieces(&a, 800, 16, 8, piece), 1);
   assert_true(layout_piece(&a, 800, 16, 8, piece));
   assert_int_equal(piece[0].offset, 48);
   assert_int_equal(layout_pieces(&b, 400, 6, 4, piece), 2); // of two elements
   assert_int_equal(piece[1].offset, 48);
   assert_false(homes_leave(&a, &of_a));
   const Layout alone = parsed("group(8: 0-7)");
   assert_false(homes_leave(&alone, &of_a));
   LayoutHomes p;
   homes_init(&p, HOMES_MAX);
   const uint64_t first = homes_take(&p, &a, &of_a);
   assert_int_equal(first % 4096, 0x560);
   assert_int_equal(homes_take(&p, &b, &of_b), first + 12);
   const uint64_t second = homes_take(&p, &b, &of_b); // its place is taken
   assert_true(second >= first + 2400 || second + 2400 <= first);
   assert_int_equal(second % 4096, 12);
   assert_int_equal(homes_take(&p, &a, &of_a), second - 12);
   const uint64_t third = homes_take(&p, &c, &shorter); // for fewer elements
   assert_true(third - 16 != first && third - 16 != second - 12);
   const uint64_t fourth =
      homes_take(&p, &other, &of_other) - 16; // as many bytes, other elements
   assert_int_equal(fourth % 4096, 0x560);
   assert_true(fourth != first && fourth != second - 12);
   const Layout named = parsed("group(point 24: 16-23)"),
                same = parsed("group( point  24: 8-15)"),
                scoped = parsed("group(a::point 24: 8-15)"),
                overlaps = parsed("group(24: 4-11)");
   const uint64_t fifth =
      homes_take(&p, &named, &of_a) - 16; // of a structure with another name
   assert_true(fifth != first && fifth != second - 12);
   assert_int_equal(homes_take(&p, &same, &of_a), fifth + 8);
   assert_true(homes_take(&p, &scoped, &of_a) - 8 != fifth);
   const uint64_t sixth = homes_take(&p, &overlaps, &of_a) - 4; // bytes 4-7 are taken
   assert_true(sixth != first && sixth != second - 12);
   homes_give(&p, &overlaps, &of_a, sixth + 4);
   homes_give(&p, &a, &of_a, first);
   assert_int_equal(homes_take(&p, &a, &of_a), first); // with the one that is still there
   homes_give(&p, &a, &of_a, first);
   homes_give(&p, &b, &of_b, first + 12);
   assert_int_equal(homes_take(&p, &b, &of_b) / 4096,
                    first / 4096); // its memory is taken again
   homes_free(&p);
}

static void test_errors(void** state)
{
   (void)state;
   static const char* const bad[][2] = {
      {"",
       "there is no layout ''; there are split, soa, reorder, resize, drop, stride, align, "
       "offset, "
       "spread, rows, transpose, tile, group, pool, pool-by-use, compact, separate-threads and "
       "huge-pages"},
      {"splat(8: 4)",
       "there is no layout 'splat'; there are split, soa, reorder, resize, drop, "
       "stride, align, offset, spread, rows, transpose, tile, group, pool, pool-by-use, "
       "compact, "
       "separate-threads and huge-pages"},
      {"7",
       "there is no layout '7'; there are split, soa, reorder, resize, drop, stride, "
       "align, offset, "
       "spread, rows, transpose, tile, group, pool, pool-by-use, compact, separate-threads and "
       "huge-pages"},
      {"split", "expected '('"},
      {"split(24)", "expected ':' before ')'"},
      {"split(24: )", "expected a number from 1 to 2147483648 before ')'"},
      {"split(0: 1)", "expected a number from 1 to 2147483648 before '0: 1)'"},
      {"split(24: 24)", "cuts ascend from 1 to 23 in an element of 24 bytes, so none is at 24"},
      {"split(24: 8,8)", "cuts ascend from 1 to 23 in an element of 24 bytes, so none is at 8"},
      {"split(24: 8", "expected ')'"},
      {"split(24: 8) x", "expected nothing more before 'x'"},
      {"split(24: hot 0-7)", "expected '=' before '0-7)'"},
      {"split(24: hot=0-24)", "there are no bytes 0-24 in an element of bytes 0-23"},
      {"split(24: hot=7-0)", "there are no bytes 7-0 in an element of bytes 0-23"},
      {"split(24: hot=0-7,4-9)", "byte 4 is named twice"},
      {"soa(8,99999999999)", "expected a number from 1 to 2147483648 before '99999999999)'"},
      {"soa(8,0)", "expected a number from 1 to 2147483648 before '0)'"},
      {"reorder(8: )", "expected a number before ')'"},
      {"drop(8: 0-7)", "nothing of the element would be left"},
      {"resize(8: 0-3)", "expected '=' before ')'"},
      {"resize(8: 0-3=0)", "expected a number from 1 to 2147483648 before '0)'"},
      {"stride(64: 8)", "elements of 64 bytes do not fit where they begin each 8"},
      {"align(48)", "an alignment is a power of two, not 48"},
      {"rows(8192)", "expected '+' before ')'"},
      {"transpose(4,5)", "expected ',' before ')'"},
      {"tile(10,16,8,4x4)", "tiles of 4x4 do not fill 10 rows of 16 elements"},
      {"tile(12,18,8,4x4)", "tiles of 4x4 do not fill 12 rows of 18 elements"},
      {"tile(12,16,8,4)", "expected 'x' before ')'"},
      {"transpose(2147483648,2147483648,4)", "no memory has room for such a matrix"},
      {"tile(2147483648,2097152,8,8x8)", "no memory has room for such a matrix"},
      {"compact(8)", "expected nothing more before '(8)'"},
      {"compact+", "there is no layout ''; there are split, soa, reorder, resize, drop, "
                   "stride, align, offset, "
                   "spread, rows, transpose, tile, group, pool, pool-by-use, compact, "
                   "separate-threads and huge-pages"},
      {"interleave(0)", "simulated memory has no nodes that pages could be interleaved on"},
      {"pool(48)+compact", "pool and compact both say where the object is"},
      {"offset(8)+spread(64)", "offset and spread both say where the object is"},
      {"pool-by-use(48)+align(64)", "pool-by-use and align both say where the object is"},
      {"offset(8)+offset(8)", "offset is there twice"},
      {"group(point: 8-15)", "expected a number from 1 to 2147483648 before ': 8-15)'"},
      {"group(24: 8-31)", "there are no bytes 8-31 in an element of bytes 0-23"},
      {"group(24: 0-7)+align(64)", "group and align both say where the object is"},
      {"split(8: 4)+group(24: 0-7)", "split and group both say where the object is"},
      {"huge-pages+stride(8: 16)+huge-pages", "huge-pages is there twice"},
      {"resize(8: 0-3=2)+resize(6: 0-1=1)", "resize is there twice"},
      {"resize(8: 0-3=8)+stride(12: 16)",
       "a member can only become larger in the last layout that moves bytes"},
      {"soa(1,1)+soa(1,1)+soa(1,1)+soa(1,1)+soa(1,1)",
       "bytes are moved by at most so many layouts, one after the other: 4"},
   };
   for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
      Layout l;
      char error[LAYOUT_ERROR_B];
      if (layout_parse(&l, bad[i][0], error)) fail_msg("%s: no error", bad[i][0]);
      assert_string_equal(error, bad[i][1]);
   }
   char many[TEXT_B] = "soa(1", error[LAYOUT_ERROR_B];
   for (int i = 0; i < LAYOUT_FIELDS_MAX; i++) strcat(many, ",1");
   Layout l;
   assert_false(layout_parse(&l, strcat(many, ")"), error));
   assert_string_equal(error, "an element has more pieces than 64");
}

// --- places ---------------------------------------------------------------------------------

enum { LIVE = 40, STEPS = 20000 };

typedef struct {
   HousedObject object;
   uint64_t start, end; // in the layout
   uint32_t layout;
   bool is_small;
} Placed;

static const char* const placed_as[] = {"stride(8: 24)",
                                        "offset(4000)",
                                        "align(64)",
                                        "align(4194304)",
                                        "pool(48)",
                                        "compact",
                                        "align(16: 128)",
                                        "spread(192)",
                                        "separate-threads",
                                        "pool(72)+separate-threads",
                                        "align(4194304)+separate-threads"};
enum { PLACED = sizeof placed_as / sizeof placed_as[0] };

static void check_home(Placed* p, const Layout* l)
{
   const bool is_small = p->object.is_heap && p->end - p->start + l->offset_B < 4096;
   p->is_small = is_small || l->home == HOME_POOL;
   if (l->align_B) assert_true((p->start - l->offset_B) % l->align_B == 0);
   if (l->home == HOME_POOL && l->slot_B)
      assert_true(p->start % (1 << 21) % l->slot_B == 0 || p->start >= 1 << 21);
   const uint64_t spread_B = (p->start - p->object.start) % (1 << 21);
   if (l->spread_B) assert_true(spread_B < 4096 && spread_B % 64 == 0);
   if (l->home == HOME_OWN && !is_small && !l->align_B && !l->spread_B)
      assert_true((p->start - l->offset_B - p->object.start) % (1 << 21) == 0);
   if (l->home == HOME_OWN && is_small && !l->spread_B)
      assert_true((p->start - l->offset_B) % 16 == 0);
   assert_true(p->start >= 1ULL << 50 && p->end < 1ULL << 52);
   assert_true(!homes_leave(l, &p->object) || (l->by_thread && !p->object.is_heap));
}

// Two that are there at one time.
static void check_apart(const Placed* p, const Placed* o, const Layout* l)
{
   assert_true(o->end <= p->start || p->end <= o->start);
   if (!l->by_thread || o->layout != p->layout || !o->is_small || !p->is_small) return;
   if (o->object.thread == p->object.thread) return;
   assert_true((o->end - 1) >> 21 < p->start >> 21 || (p->end - 1) >> 21 < o->start >> 21);
}

static void test_homes(void** state)
{
   (void)state;
   static LayoutHomes homes[PLACED];
   static Placed live[LIVE];
   Layout layout[PLACED];
   for (uint32_t i = 0; i < PLACED; i++) {
      layout[i] = parsed(placed_as[i]);
      homes_init(&homes[i], i);
   }
   for (uint32_t step = 0; step < STEPS; step++) {
      Placed* p = &live[below(LIVE)];
      LayoutHomes* of = &homes[p->layout];
      if (p->end) {
         // The next one of its size gets the same memory, whichever thread gave it back.
         const uint32_t thread = p->object.thread;
         p->object.thread = below(3);
         homes_give(of, &layout[p->layout], &p->object, p->start);
         p->object.thread = thread;
         const uint64_t again = homes_take(of, &layout[p->layout], &p->object);
         assert_true(again == p->start
                     || (layout[p->layout].spread_B && again - p->start + 4096 < 8192));
         p->start = again;
         homes_give(of, &layout[p->layout], &p->object, p->start);
         p->end = 0;
         continue;
      }
      p->layout = below(PLACED);
      p->object = (HousedObject){0x7000 + 16 * below(1 << 24),
                                 8 * (1 + below(below(3) ? 30 : 3000)), below(2), below(3)};
      p->start = homes_take(&homes[p->layout], &layout[p->layout], &p->object);
      p->end = p->start + layout_size(&layout[p->layout], p->object.size_B);
      check_home(p, &layout[p->layout]);
      for (Placed* o = live; o < live + LIVE; o++)
         if (o != p && o->end) check_apart(p, o, &layout[p->layout]);
   }
   for (uint32_t i = 0; i < PLACED; i++) homes_free(&homes[i]);
}

// Allocations of one size lie one behind the other.
static void test_order(void** state)
{
   (void)state;
   LayoutHomes p;
   const HousedObject node = {0x5010, 40, true};
   Layout l = parsed("pool(48)");
   homes_init(&p, 3);
   const uint64_t first = homes_take(&p, &l, &node);
   assert_int_equal(first % 4096, 0);
   assert_int_equal(homes_take(&p, &l, &node), first + 48);
   const HousedObject large = {0x5010, 100, true};
   assert_int_equal(homes_take(&p, &l, &large), first + 96);
   assert_int_equal(homes_take(&p, &l, &node), first + 240);
   homes_give(&p, &l, &node, first);
   homes_give(&p, &l, &node, first + 48);
   assert_int_equal(homes_take(&p, &l, &node), first + 48);
   assert_int_equal(homes_take(&p, &l, &node), first);
   homes_free(&p);
   l = parsed("compact");
   homes_init(&p, 4);
   const uint64_t start = homes_take(&p, &l, &node);
   assert_int_equal(homes_take(&p, &l, &node), start + 40);
   const HousedObject odd = {0x5010, 3, true};
   assert_int_equal(homes_take(&p, &l, &odd), start + 80);
   assert_int_equal(homes_take(&p, &l, &node), start + 88);
   homes_free(&p);
   l = parsed("spread(1000)");
   homes_init(&p, 6);
   uint64_t spread[6];
   for (uint32_t i = 0; i < 6; i++) spread[i] = homes_take(&p, &l, &node) - node.start;
   for (uint32_t i = 0; i < 6; i++) assert_int_equal(spread[i] % (1 << 21), i * 1000 % 4096);
   homes_give(&p, &l, &node, spread[5] + node.start);
   assert_int_equal((homes_take(&p, &l, &node) - node.start) >> 21, spread[5] >> 21);
   const HousedObject whole = {0x600000, 1 << 21, true};
   for (uint64_t i = 0, end = 0; i < 6; i++) {
      const uint64_t begin = homes_take(&p, &l, &whole);
      assert_true(begin >= end);
      end = begin + whole.size_B;
   }
   homes_free(&p);
   l = parsed("separate-threads");
   homes_init(&p, 7);
   HousedObject of_thread = node;
   const HousedObject variable = {0x5010, 40, false, 1};
   assert_true(homes_leave(&l, &variable) && !homes_leave(&l, &node));
   uint64_t at[3][2];
   for (uint32_t i = 0; i < 6; i++) {
      of_thread.thread = i % 3;
      at[i % 3][i / 3] = homes_take(&p, &l, &of_thread);
   }
   for (uint32_t i = 0; i < 3; i++) {
      assert_int_equal(at[i][1], at[i][0] + 48);
      assert_int_equal(at[i][0], at[0][0] + i * (1ull << 21));
   }
   homes_give(&p, &l, &of_thread, at[1][0]);
   assert_int_equal(homes_take(&p, &l, &of_thread), at[2][1] + 48);
   of_thread.thread = 1;
   assert_int_equal(homes_take(&p, &l, &of_thread), at[1][0]);
   // The thread has more than one piece, and one that is larger than those.
   for (uint32_t i = 0; i < 1000; i++) {
      of_thread.size_B = 4000;
      const uint64_t start_ = homes_take(&p, &l, &of_thread);
      assert_true(i < 900 ? start_ < at[0][0] + (5ull << 21) : true);
   }
   homes_free(&p);
   l = parsed("stride(8: 12)");
   homes_init(&p, 5);
   const uint64_t small = homes_take(&p, &l, &node);
   assert_int_equal(homes_take(&p, &l, &node), small + 80);
   homes_free(&p);
}

// Of what a layout asks for, some does not fit in its memory: it has no start, and what fits has one all the same.
static void test_no_room(void** state)
{
   (void)state;
   LayoutHomes p;
   HousedObject node = {0x5010, 4096, true};
   Layout l = parsed("stride(1: 2147483648)");
   assert_true(layout_size(&l, 4096) == 1ULL << 43);
   homes_init(&p, 8);
   assert_int_equal(homes_take(&p, &l, &node), 0);
   node.size_B = 128;
   const uint64_t start = homes_take(&p, &l, &node);
   assert_true(start % (1 << 21) == 0x5010);
   assert_int_equal(homes_take(&p, &l, &node), 0);
   homes_give(&p, &l, &node, start);
   assert_int_equal(homes_take(&p, &l, &node), start);
   homes_free(&p);
   l = parsed("stride(1: 2147483648)+stride(1: 2147483648)+stride(1: 2147483648)");
   assert_true(layout_size(&l, 1 << 20) >= LAYOUT_SIZE_MAX_B && layout_rest(&l, 1 << 20) == 0);
   homes_init(&p, 9);
   assert_int_equal(homes_take(&p, &l, &node), 0);
   homes_free(&p);
   static const char* const small[] = {"pool(2147483648)", "align(2147483648)",
                                       "pool(2147483648)+separate-threads"};
   node.size_B = 40;
   for (uint32_t i = 0; i < sizeof small / sizeof small[0]; i++) {
      l = parsed(small[i]);
      homes_init(&p, HOMES_MAX - 1);
      for (uint32_t n = 0; n < 512; n++) {
         const uint64_t at = homes_take(&p, &l, &node);
         assert_true(at >= 1ULL << 50 && at < 1ULL << 52);
      }
      assert_int_equal(homes_take(&p, &l, &node), 0);
      homes_free(&p);
   }
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces),  cmocka_unit_test(test_where),
      cmocka_unit_test(groups),       cmocka_unit_test(test_errors),
      cmocka_unit_test(test_homes),   cmocka_unit_test(test_order),
      cmocka_unit_test(test_no_room),
   };
   return UNIT_MAIN(argc, argv, tests);
}
