// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts as users write them; see parse.h.
#include "layouts/parse.h"

#include "layouts/fields.h"

// Larger ones would not leave room for products of two.
#define NUMBER_MAX (1ULL << 31)
#define NUMBERS "a number from 1 to 2147483648"
_Static_assert(NUMBER_MAX == 2147483648, "NUMBERS");

typedef struct {
   const char* at;
   Layout* layout;
   LayoutStep* step; // that is being read
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

static bool is_letter(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
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
   return expected(p, min ? NUMBERS : "a number");
}

// "size:"
static bool element(Parser* p)
{
   return number(p, 1, &p->step->element_B) && need(p, ':');
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
   return (last >= *from && last < p->step->element_B)
          || layout_error_bytes(p->error, *from, last, p->step->element_B);
}

// Fields named one by one, each as `named` has it; then those between them.
static bool named_fields(Parser* p, LayoutField named)
{
   do {
      LayoutField f = named;
      if (!bytes(p, &f.from, &f.size_B)) return false;
      f.new_B = f.size_B;
      if (named.new_B && !(need(p, '=') && number(p, 1, &f.new_B))) return false;
      if (!fields_add(p->step, f, p->error)) return false;
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
             && fields_fill(p->step, 1, p->error) && fields_arrange(p->step, p->error);
   }
   uint64_t from = 0;
   for (uint32_t part = 0;; part++) {
      uint64_t cut = p->step->element_B;
      const bool is_last = part && !take(p, ',');
      if (!is_last && !number(p, 1, &cut)) return false;
      if (cut <= from || (!is_last && cut >= p->step->element_B))
         return layout_error_cut(p->error, cut, p->step->element_B);
      const LayoutField f = {.from = from, .size_B = cut - from, .part = part};
      if (!fields_add(p->step, f, p->error)) return false;
      if (is_last) return fields_arrange(p->step, p->error);
      from = cut;
   }
}

// soa(8,8,4,4)
static bool soa(Parser* p)
{
   for (uint32_t part = 0;; part++) {
      LayoutField f = {.from = p->step->element_B, .part = part};
      if (!number(p, 1, &f.size_B)) return false;
      p->step->element_B += f.size_B;
      if (!fields_add(p->step, f, p->error)) return false;
      if (!take(p, ',')) return fields_arrange(p->step, p->error);
   }
}

// reorder(24: 16-23,0-7)
static bool reorder(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = 0})
          && fields_fill(p->step, 0, p->error) && fields_arrange(p->step, p->error);
}

// drop(64: 8-23)
static bool drop(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = LAYOUT_DROPPED})
          && fields_fill(p->step, 0, p->error) && fields_arrange(p->step, p->error);
}

// resize(24: 8-15=4)
static bool resize(Parser* p)
{
   return element(p) && named_fields(p, (LayoutField){.part = 0, .new_B = 1})
          && fields_fill(p->step, 0, p->error) && fields_arrange_in_order(p->step, p->error);
}

// The element is one field, and as many bytes as `place_B` are there for it.
static bool whole(Parser* p, uint64_t place_B)
{
   const LayoutField f = {.size_B = p->step->element_B};
   return fields_add(p->step, f, p->error) && fields_arrange(p->step, p->error)
          && fields_widen(p->step, place_B, p->error);
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
   uint64_t align_B;
   if (!number(p, 1, &align_B)) return false;
   if (take(p, ':')) {
      p->step->element_B = align_B;
      if (!number(p, 1, &align_B)) return false;
   }
   if (align_B & (align_B - 1))
      return layout_error_number(p->error, "an alignment is a power of two, not ", align_B);
   p->layout->align_B = align_B;
   if (!p->step->element_B) return true;
   return whole(p, (p->step->element_B + align_B - 1) / align_B * align_B);
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

// A name, of letters, digits, '_' and "::"; its hash, or 0: there is none.
static uint64_t name_of_type(Parser* p)
{
   skip_spaces(p);
   uint64_t hash = 0;
   while (is_letter(*p->at) || (hash && is_digit(*p->at))
          || (hash && p->at[0] == ':' && (p->at[1] == ':' || p->at[-1] == ':')))
      hash = (hash ^ (uint8_t)*p->at++) * 1099511628211ULL | 1;
   return hash;
}

// group(24: 0-7), group(point 24: 0-7)
static bool group(Parser* p)
{
   uint64_t from, size_B;
   p->layout->group_name = name_of_type(p);
   if (!element(p) || !bytes(p, &from, &size_B)) return false;
   p->layout->group_B = p->step->element_B;
   p->layout->offset_B = from;
   p->step->element_B = size_B;
   return whole(p, p->layout->group_B);
}

// rows(8192+64)
static bool rows(Parser* p)
{
   uint64_t more_B;
   return number(p, 1, &p->step->element_B) && need(p, '+') && number(p, 1, &more_B)
          && whole(p, p->step->element_B + more_B);
}

static bool fits_in_memory(Parser* p)
{
   if (p->step->rows * p->step->columns <= LAYOUT_SIZE_MAX_B / p->step->element_B) return true;
   layout_error_add(p->error, "no memory has room for such a matrix");
   return false;
}

// "rows,columns,element"
static bool matrix(Parser* p, LayoutOrder order)
{
   LayoutStep* s = p->step;
   s->order = order;
   return number(p, 1, &s->rows) && need(p, ',') && number(p, 1, &s->columns) && need(p, ',')
          && number(p, 1, &s->element_B) && fits_in_memory(p) && whole(p, s->element_B);
}

// transpose(100,200,8)
static bool transpose(Parser* p)
{
   return matrix(p, LAYOUT_BY_COLUMNS);
}

// tile(96,64,8,8x8)
static bool tile(Parser* p)
{
   LayoutStep* s = p->step;
   if (!matrix(p, LAYOUT_BY_TILES) || !need(p, ',') || !number(p, 1, &s->tile_rows)
       || !need(p, 'x') || !number(p, 1, &s->tile_columns))
      return false;
   if (s->rows % s->tile_rows == 0 && s->columns % s->tile_columns == 0) return true;
   return layout_error_tiles(p->error, s);
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

// separate-threads
static bool separate_threads(Parser* p)
{
   p->layout->by_thread = true;
   return true;
}

// huge-pages
static bool huge_pages(Parser* p)
{
   p->layout->huge_pages = true;
   return true;
}

// What a layout says: where the bytes of an object are in it, or where the object is.
typedef enum {
   SAYS_BYTES,
   SAYS_START,  // by what the program has
   SAYS_PLACE,  // in memory of the layout's own, so that nothing else says where
   SAYS_MEMORY, // which memory that is
   SAYS_ALL     // all of this
} Says;

static const struct LayoutName {
   const char* name;
   bool (*parse)(Parser*);
   bool has_arguments;
   Says says;
} layouts[] = {{"split", split, true, SAYS_BYTES},
               {"soa", soa, true, SAYS_BYTES},
               {"reorder", reorder, true, SAYS_BYTES},
               {"resize", resize, true, SAYS_BYTES},
               {"drop", drop, true, SAYS_BYTES},
               {"stride", stride, true, SAYS_BYTES},
               {"align", align, true, SAYS_START},
               {"offset", offset, true, SAYS_START},
               {"spread", spread, true, SAYS_PLACE},
               {"rows", rows, true, SAYS_BYTES},
               {"transpose", transpose, true, SAYS_BYTES},
               {"tile", tile, true, SAYS_BYTES},
               {"group", group, true, SAYS_ALL},
               {"pool", pool, true, SAYS_PLACE},
               {"pool-by-use", pool_by_use, true, SAYS_PLACE},
               {"compact", compact, false, SAYS_PLACE},
               {"separate-threads", separate_threads, false, SAYS_MEMORY},
               {"huge-pages", huge_pages, false, SAYS_MEMORY}};

enum { N_LAYOUTS = sizeof layouts / sizeof layouts[0] };

static bool is_named(const char* name, const char* text, size_t length)
{
   return host_strlen(name) == length && !host_strncmp(name, text, length);
}

static bool unknown(Parser* p, const char* name, size_t length)
{
   if (is_named("interleave", name, length)) {
      layout_error_add(p->error,
                       "simulated memory has no nodes that pages could be interleaved on");
      return false;
   }
   layout_error_add(p->error, "there is no layout '");
   for (size_t i = 0; i < length; i++) layout_error_add(p->error, (char[]){name[i], '\0'});
   layout_error_add(p->error, "'; there are ");
   for (uint32_t i = 0; i < N_LAYOUTS; i++) {
      if (i) layout_error_add(p->error, i + 1 < N_LAYOUTS ? ", " : " and ");
      layout_error_add(p->error, layouts[i].name);
   }
   return false;
}

// --- one after the other ------------------------------------------------------------------------

// One layout; *number: which one of `layouts`.
static bool one(Parser* p, uint32_t* number)
{
   skip_spaces(p);
   const char* name = p->at;
   while ((*p->at >= 'a' && *p->at <= 'z') || *p->at == '-') p->at++;
   const size_t length = (size_t)(p->at - name);
   for (uint32_t i = 0; i < N_LAYOUTS; i++) {
      if (!is_named(layouts[i].name, name, length)) continue;
      const bool arguments = layouts[i].has_arguments;
      *number = i;
      return (!arguments || need(p, '(')) && layouts[i].parse(p)
             && (!arguments || need(p, ')'));
   }
   return unknown(p, name, *name && !length ? 1 : length);
}

static bool not_together(Parser* p, uint32_t a, uint32_t b)
{
   layout_error_add(p->error, layouts[a].name);
   layout_error_add(p->error, a == b ? " is there twice" : " and ");
   if (a == b) return false;
   layout_error_add(p->error, layouts[b].name);
   layout_error_add(p->error, " both say where the object is");
   return false;
}

// Whether a layout goes with the n before it.
static bool goes_with(Parser* p, uint32_t number, const uint32_t* before, uint32_t n)
{
   const Says says = layouts[number].says;
   for (uint32_t i = 0; i < n; i++) {
      const Says other = layouts[before[i]].says;
      const bool is_again =
         before[i] == number && (says != SAYS_BYTES || layouts[number].parse == resize);
      const bool both = says == SAYS_ALL || other == SAYS_ALL
                        || (says == SAYS_PLACE && (other == SAYS_PLACE || other == SAYS_START))
                        || (says == SAYS_START && other == SAYS_PLACE);
      if (is_again || both) return not_together(p, before[i], number);
   }
   return true;
}

// What the step before makes larger, the next one would have to take apart.
static bool next_step(Parser* p)
{
   Layout* l = p->layout;
   if (l->n_steps) {
      const LayoutStep* last = &l->step[l->n_steps - 1];
      for (uint32_t i = 0; i < last->n_fields; i++)
         if (last->field[i].new_B > last->field[i].size_B) {
            layout_error_add(
               p->error, "a member can only become larger in the last layout that moves bytes");
            return false;
         }
   }
   if (l->n_steps == LAYOUT_STEPS_MAX)
      return layout_error_number(
         p->error,
         "bytes are moved by at most so many layouts, one after the other: ", LAYOUT_STEPS_MAX);
   l->step[l->n_steps++] = *p->step;
   return true;
}

static bool parse(Parser* p)
{
   // Of those that move bytes there are LAYOUT_STEPS_MAX at most, of the others one each.
   uint32_t before[LAYOUT_STEPS_MAX + N_LAYOUTS + 1], n = 0;
   do {
      LayoutStep step = {0};
      p->step = &step;
      if (!one(p, &before[n]) || !goes_with(p, before[n], before, n)) return false;
      if (step.element_B && !next_step(p)) return false;
      n++;
   } while (take(p, '+'));
   skip_spaces(p);
   return !*p->at || expected(p, "nothing more");
}

bool layout_parse(Layout* l, const char* text, char error[LAYOUT_ERROR_B])
{
   LayoutError e = {error, LAYOUT_ERROR_B};
   Parser p = {.at = text, .layout = l, .error = &e};
   *l = (Layout){0};
   error[0] = '\0';
   if (!parse(&p)) return false;
   layout_check(l);
   return true;
}
