// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts as users write them; see parse.h.
#include "layouts/parse.h"

#include "layouts/fields.h"

// Larger ones would not leave room for products of two.
#define NUMBER_MAX (1ULL << 31)

typedef struct {
   const char* at;
   Layout* layout;
   LayoutError* error;
} Parser;

// --- words and numbers ----------------------------------------------------------------------

static void skip_spaces(Parser* p)
{
   while (*p->at == ' ') p->at++;
}

// Takes a character if it is the next one.
static bool take(Parser* p, char c)
{
   skip_spaces(p);
   if (*p->at != c) return false;
   p->at++;
   return true;
}

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

static bool expected(Parser* p, const char* what)
{
   layout_error_add(p->error, "expected ");
   layout_error_add(p->error, what);
   skip_spaces(p);
   if (*p->at) {
      layout_error_add(p->error, " before '");
      layout_error_add(p->error, p->at);
      layout_error_add(p->error, "'");
   }
   return false;
}

static bool need(Parser* p, char c)
{
   const char what[] = {'\'', c, '\'', '\0'};
   return take(p, c) || expected(p, what);
}

// A number from `min` on.
static bool number(Parser* p, uint64_t min, uint64_t* n)
{
   skip_spaces(p);
   const char* start = p->at;
   for (*n = 0; is_digit(*p->at) && *n <= NUMBER_MAX; p->at++)
      *n = *n * 10 + (uint64_t)(*p->at - '0');
   if (p->at > start && *n >= min && *n <= NUMBER_MAX) return true;
   p->at = start;
   return expected(p, min ? "a number of at least 1" : "a number");
}

// "size:"
static bool element(Parser* p)
{
   return number(p, 1, &p->layout->element_B) && need(p, ':');
}

// --- bytes of an element ----------------------------------------------------------------------

// "first-last", or one byte.
static bool bytes(Parser* p, uint64_t* from, uint64_t* size_B)
{
   uint64_t last;
   if (!number(p, 0, from)) return false;
   last = *from;
   if (take(p, '-') && !number(p, 0, &last)) return false;
   *size_B = last - *from + 1;
   return (last >= *from && last < p->layout->element_B)
          || layout_error_bytes(p->error, *from, last, p->layout->element_B);
}

// Fields named one by one, each as `named` has it; then those between them.
static bool named_fields(Parser* p, LayoutField named)
{
   do {
      LayoutField f = named;
      if (!bytes(p, &f.from, &f.size_B)) return false;
      f.new_B = f.size_B;
      if (named.new_B && !(need(p, '=') && number(p, 1, &f.new_B))) return false;
      if (!fields_add(p->layout, f, p->error)) return false;
   } while (take(p, ','));
   return true;
}

// --- layouts ----------------------------------------------------------------------------------

// split(64: hot=0-7,56-63), split(64: 24,56)
static bool split(Parser* p)
{
   if (!element(p)) return false;
   skip_spaces(p);
   if (p->at[0] == 'h' && p->at[1] == 'o' && p->at[2] == 't') {
      p->at += 3;
      return need(p, '=') && named_fields(p, (LayoutField){.part = 0})
             && fields_fill(p->layout, 1, p->error) && fields_arrange(p->layout, p->error);
   }
   uint64_t from = 0;
   for (uint32_t part = 0;; part++) {
      uint64_t cut = p->layout->element_B;
      const bool is_last = part && !take(p, ',');
      if (!is_last && !number(p, 1, &cut)) return false;
      if (cut <= from || (!is_last && cut >= p->layout->element_B))
         return layout_error_cut(p->error, cut, p->layout->element_B);
      const LayoutField f = {.from = from, .size_B = cut - from, .part = part};
      if (!fields_add(p->layout, f, p->error)) return false;
      if (is_last) return fields_arrange(p->layout, p->error);
      from = cut;
   }
}

// soa(8,8,4,4)
static bool soa(Parser* p)
{
   for (uint32_t part = 0;; part++) {
      LayoutField f = {.from = p->layout->element_B, .part = part};
      if (!number(p, 1, &f.size_B)) return false;
      p->layout->element_B += f.size_B;
      if (!fields_add(p->layout, f, p->error)) return false;
      if (!take(p, ',')) return fields_arrange(p->layout, p->error);
   }
}

// reorder(24: 16-23,0-7)
static bool reorder(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = 0})
          && fields_fill(p->layout, 0, p->error) && fields_arrange(p->layout, p->error);
}

// drop(64: 8-23)
static bool drop(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = LAYOUT_DROPPED})
          && fields_fill(p->layout, 0, p->error) && fields_arrange(p->layout, p->error);
}

// resize(24: 8-15=4)
static bool resize(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = 0, .new_B = 1})
          && fields_fill(p->layout, 0, p->error)
          && fields_arrange_in_order(p->layout, p->error);
}

// The element is one field, and as many bytes as `place_B` are there for it.
static bool whole(Parser* p, uint64_t place_B)
{
   const LayoutField f = {.size_B = p->layout->element_B};
   return fields_add(p->layout, f, p->error) && fields_arrange(p->layout, p->error)
          && fields_widen(p->layout, place_B, p->error);
}

// stride(8: 64)
static bool stride(Parser* p)
{
   uint64_t stride_B;
   return element(p) && number(p, 1, &stride_B) && whole(p, stride_B);
}

// align(64), align(8: 64)
static bool align(Parser* p)
{
   Layout* l = p->layout;
   if (!number(p, 1, &l->align_B)) return false;
   if (take(p, ':')) {
      l->element_B = l->align_B;
      if (!number(p, 1, &l->align_B)) return false;
   }
   if (l->align_B & (l->align_B - 1))
      return layout_error_number(p->error, "an alignment is a power of two, not ", l->align_B);
   if (!l->element_B) return true;
   return whole(p, (l->element_B + l->align_B - 1) / l->align_B * l->align_B);
}

// offset(64)
static bool offset(Parser* p)
{
   return number(p, 1, &p->layout->offset_B);
}

// spread(64)
static bool spread(Parser* p)
{
   return number(p, 1, &p->layout->spread_B);
}

// rows(8192+64)
static bool rows(Parser* p)
{
   uint64_t more_B;
   return number(p, 1, &p->layout->element_B) && need(p, '+') && number(p, 1, &more_B)
          && whole(p, p->layout->element_B + more_B);
}

// "rows,columns,element"
static bool matrix(Parser* p, LayoutOrder order)
{
   Layout* l = p->layout;
   l->order = order;
   return number(p, 1, &l->rows) && need(p, ',') && number(p, 1, &l->columns) && need(p, ',')
          && number(p, 1, &l->element_B) && whole(p, l->element_B);
}

// transpose(100,200,8)
static bool transpose(Parser* p)
{
   return matrix(p, LAYOUT_BY_COLUMNS);
}

// tile(96,64,8,8x8)
static bool tile(Parser* p)
{
   Layout* l = p->layout;
   if (!matrix(p, LAYOUT_BY_TILES) || !need(p, ',') || !number(p, 1, &l->tile_rows)
       || !need(p, 'x') || !number(p, 1, &l->tile_columns))
      return false;
   if (l->rows % l->tile_rows == 0 && l->columns % l->tile_columns == 0) return true;
   return layout_error_tiles(p->error, l);
}

// pool(48)
static bool pool(Parser* p)
{
   p->layout->home = HOME_POOL;
   return number(p, 1, &p->layout->slot_B);
}

// pool-by-use(48)
static bool pool_by_use(Parser* p)
{
   p->layout->by_use = true;
   return pool(p);
}

// compact
static bool compact(Parser* p)
{
   p->layout->home = HOME_POOL;
   return true;
}

static const struct {
   const char* name;
   bool (*parse)(Parser*);
   bool has_arguments;
} layouts[] = {{"split", split, true},         {"soa", soa, true},
               {"reorder", reorder, true},     {"resize", resize, true},
               {"drop", drop, true},           {"stride", stride, true},
               {"align", align, true},         {"offset", offset, true},
               {"spread", spread, true},       {"rows", rows, true},
               {"transpose", transpose, true}, {"tile", tile, true},
               {"pool", pool, true},           {"pool-by-use", pool_by_use, true},
               {"compact", compact, false}};

enum { N_LAYOUTS = sizeof layouts / sizeof layouts[0] };

static bool unknown(Parser* p, const char* name, size_t length)
{
   layout_error_add(p->error, "there is no layout '");
   for (size_t i = 0; i < length; i++) layout_error_add(p->error, (char[]){name[i], '\0'});
   layout_error_add(p->error, "'; there are ");
   for (uint32_t i = 0; i < N_LAYOUTS; i++) {
      if (i) layout_error_add(p->error, i + 1 < N_LAYOUTS ? ", " : " and ");
      layout_error_add(p->error, layouts[i].name);
   }
   return false;
}

static bool parse(Parser* p)
{
   skip_spaces(p);
   const char* name = p->at;
   while ((*p->at >= 'a' && *p->at <= 'z') || *p->at == '-') p->at++;
   const size_t length = (size_t)(p->at - name);
   for (uint32_t i = 0; i < N_LAYOUTS; i++) {
      if (host_strlen(layouts[i].name) != length || host_strncmp(layouts[i].name, name, length))
         continue;
      const bool arguments = layouts[i].has_arguments;
      if (arguments && !need(p, '(')) return false;
      if (!layouts[i].parse(p) || (arguments && !need(p, ')'))) return false;
      skip_spaces(p);
      return !*p->at || expected(p, "nothing more");
   }
   return unknown(p, name, *name && !length ? 1 : length);
}

bool layout_parse(Layout* l, const char* text, char error[LAYOUT_ERROR_B])
{
   LayoutError e = {error, LAYOUT_ERROR_B};
   Parser p = {text, l, &e};
   *l = (Layout){0};
   error[0] = '\0';
   if (!parse(&p)) return false;
   layout_check(l);
   return true;
}
