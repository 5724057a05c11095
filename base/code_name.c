// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions and variables; see code_name.h.
#include "base/code_name.h"

#include "base/begins.h"

enum { HASH_B = 19, REGION_B = 32 };

// In place of the blank of "(anonymous namespace)", behind which no name begins.
#define NO_BLANK "\x01"

// --- characters and texts ---------------------------------------------------------------------

static bool is_digit(char c)
{
   return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
   return is_digit(c) || (c >= 'a' && c <= 'f');
}

static bool is_letter(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c)
{
   return is_letter(c) || is_digit(c) || c == '_';
}

static bool is_blank(char c)
{
   return c == ' ' || (c >= '\t' && c <= '\r');
}

static const char* find(const char* in, const char* text)
{
   for (; *in; in++)
      if (begins_with(in, text)) return in;
   return NULL;
}

// --- names of other languages -------------------------------------------------------------------

// Whether it has a receiver of Go, "(*T[...]).f", or ".(T).f".
static bool has_receiver(const char* name)
{
   for (const char* at = name; (at = find(at, "(")); at++) {
      const char* type = at + 1 + (at[1] == '*');
      if (at > name && at[-1] == '.' && is_word(*type)) return true;
      if (at[1] != '*') continue;
      while (is_word(*type)) type++;
      if (*type == '<' || *type == '(') return true;
   }
   return false;
}

// Names whose brackets mean something else: Go's, methods of Objective-C, Python's "py::f.<locals>.<lambda>".
static bool is_of_other_language(const char* name)
{
   return begins_with(name, "-[") || begins_with(name, "+[") || begins_with(name, "type..")
          || begins_with(name, "py::") || find(name, "'py::") || has_receiver(name);
}

// --- brackets -----------------------------------------------------------------------------------

// How many characters stand here whose brackets are a part of a plain name: "operator()", "(anonymous namespace)", an arrow.
static size_t plain_length(const char* name, size_t i)
{
   static const char* const plain[] = {"(anonymous" NO_BLANK "namespace)", "(below main)",
                                       "->"};
   static const char* const operators[] = {"()",  "[]", "->*", "->", "<=>", "<<=", "<<",
                                           ">>=", ">>", "<=",  ">=", "<",   ">"};
   const char* at = name + i;
   for (uint32_t k = 0; k < sizeof plain / sizeof plain[0]; k++)
      if (begins_with(at, plain[k])) return host_strlen(plain[k]);
   if ((i && is_word(at[-1])) || !begins_with(at, "operator")) return 0;
   const char* sign = at + host_strlen("operator");
   while (is_blank(*sign)) sign++;
   for (uint32_t k = 0; k < sizeof operators / sizeof operators[0]; k++)
      if (begins_with(sign, operators[k]))
         return (size_t)(sign - at) + host_strlen(operators[k]);
   return 0;
}

static char opened_by(char closes)
{
   return closes == '>'   ? '<'
          : closes == ')' ? '('
          : closes == '}' ? '{'
          : closes == ']' ? '['
                          : '\0';
}

// A text outside of brackets, or a group in brackets with all that it holds.
typedef struct {
   char bracket; // that opens it; '\0': it is outside
   size_t from, to;
} Piece;

typedef struct {
   const char* name;
   unsigned keep; // CODE_NAME_*
   Piece* piece;
   size_t n;
} Pieces;

static void end_piece(Pieces* p, Piece* piece, size_t at)
{
   piece->to = at;
   if (piece->to > piece->from) p->piece[p->n++] = *piece;
   piece->bracket = '\0';
   piece->from = at;
}

// Takes the bracket that this one closes from the open ones.  Within other brackets, "<" and ">" may also compare: then
// the bracket closes nothing, or the "<" were none.  False: nothing has opened it.
static bool close_bracket(char* open, size_t* depth, char c, bool* compares)
{
   const char opened = opened_by(c);
   *compares = false;
   if (c != '>')
      while (*depth && open[*depth - 1] == '<') --*depth;
   else if (*depth && open[*depth - 1] != '<')
      return *compares = true;
   return *depth && open[--*depth] == opened;
}

// Cuts the name into pieces; false: its brackets do not pair.  `open` has room for all of its characters.
static bool cut_at_brackets(Pieces* p, char* open)
{
   Piece piece = {0};
   size_t depth = 0, i = 0;
   bool compares;
   while (p->name[i]) {
      const char c = p->name[i];
      const size_t plain = plain_length(p->name, i);
      if (plain) {
         i += plain;
      } else if (c == '<' || c == '(' || c == '{' || c == '[') {
         if (!depth) {
            end_piece(p, &piece, i);
            piece.bracket = c;
         }
         open[depth++] = c;
         i++;
      } else if (opened_by(c)) {
         if (!close_bracket(open, &depth, c, &compares)) return false;
         i++;
         if (!compares && !depth) end_piece(p, &piece, i);
      } else
         i++;
   }
   end_piece(p, &piece, i);
   return depth == 0;
}

// --- the parts of a name --------------------------------------------------------------------------

// Whether a piece ends with "decltype", whose parentheses are no parameters.
static bool is_decltype(const Pieces* p, const Piece* piece)
{
   static const char word[] = "decltype";
   size_t end = piece->to;
   if (end > piece->from && p->name[end - 1] == ' ') end--;
   if (end - piece->from < sizeof word - 1) return false;
   const size_t at = end - (sizeof word - 1);
   return begins_with(p->name + at, word) && (at == piece->from || !is_word(p->name[at - 1]));
}

// The group with the parameters; the number of pieces if there is none.
static size_t signature_of(const Pieces* p)
{
   for (size_t i = 1; i < p->n; i++)
      if (p->piece[i].bracket == '(' && !is_decltype(p, &p->piece[i - 1])) return i;
   return p->n;
}

// Where "operator" stands in a piece, as a word; its end if it does not.
static size_t operator_in(const Pieces* p, const Piece* piece)
{
   const size_t n = host_strlen("operator");
   for (size_t i = piece->to; i-- > piece->from;)
      if (begins_with(p->name + i, "operator") && i + n <= piece->to
          && (i == piece->from || !is_word(p->name[i - 1]))
          && (i + n == piece->to || !is_word(p->name[i + n])))
         return i;
   return piece->to;
}

// Whether a blank follows "operator" in a piece, as in "operator bool".
static bool converts(const Pieces* p, const Piece* piece)
{
   const size_t at = operator_in(p, piece), end = at + host_strlen("operator");
   return at < piece->to && end < piece->to && is_blank(p->name[end]);
}

// Where the name begins: behind the type in front of it, the last blank before the parameters that is not in a group.
static size_t start_of_name(const Pieces* p, size_t signature, size_t* first)
{
   size_t operator_at = p->n;
   for (size_t i = 0; i < signature && operator_at == p->n; i++)
      if (!p->piece[i].bracket && converts(p, &p->piece[i])) operator_at = i;
   for (size_t i = signature; i-- > 0;) {
      const Piece* piece = &p->piece[i];
      if (piece->bracket) continue;
      size_t end = operator_in(p, piece);
      if (end == piece->to && operator_at < i) continue;
      while (end > piece->from && !is_blank(p->name[end - 1])) end--;
      if (end == piece->from) continue;
      *first = i;
      return end;
   }
   *first = 0;
   return 0;
}

// Whether the group is a type of Rust, "<T as Trait>", which begins a name.
static bool is_rust_type(const Pieces* p, size_t i)
{
   if (p->piece[i].bracket != '<' || i + 1 >= p->n
       || !begins_with(p->name + p->piece[i + 1].from, "::"))
      return false;
   if (i == 0) return true;
   const char before = p->name[p->piece[i].from - 1];
   return !p->piece[i - 1].bracket && (is_blank(before) || before == '&');
}

// --- writing ----------------------------------------------------------------------------------

typedef struct {
   char* text;
   size_t n;
   size_t first; // where the name begins, behind what demanglers put before it
} Text;

static void add(Text* t, const char* text, size_t n)
{
   host_memcpy(t->text + t->n, text, n);
   t->n += n;
}

// A bracket that is open: where what it holds begins, in the name and in what is written of it.
typedef struct {
   char bracket;
   bool has_comparison; // with < or >
   size_t from, to;
} Opened;

// Closes the innermost bracket that is open: what is between < and > goes, unless these compare in there.  False: nothing has
// opened it.
static bool close_written(Text* t, const char* name, Opened* open, size_t* depth, size_t at)
{
   bool compares = false;
   if (name[at] != '>')
      for (; *depth && open[*depth - 1].bracket == '<'; --*depth) compares = true;
   else if (*depth && open[*depth - 1].bracket != '<') {
      open[*depth - 1].has_comparison = true;
      return true;
   }
   if (!*depth) return false;
   const Opened* o = &open[--*depth];
   if (o->bracket != opened_by(name[at])) return false;
   if (name[at] == '>') {
      t->n = o->to;
      add(t, ">", 1);
   } else if (compares || o->has_comparison) {
      t->n = o->to;
      add(t, name + o->from, at + 1 - o->from);
   }
   return true;
}

// A part of a name without what is between < and > at any depth; as it is if its brackets do not pair.
static void add_without_arguments(Text* t, const char* name, size_t from, size_t to)
{
   Opened* open = host_alloc("base.code_name", (to - from + 1) * sizeof *open);
   const size_t before = t->n;
   size_t depth = 0;
   bool pairs = true;
   for (size_t i = from, n; i < to && pairs; i += n) {
      const size_t plain = plain_length(name, i);
      n = plain ? plain : 1;
      add(t, name + i, n);
      if (plain) continue;
      const char c = name[i];
      if (c == '<' || c == '(' || c == '{' || c == '[')
         open[depth++] = (Opened){c, false, i + 1, t->n};
      else if (opened_by(c))
         pairs = close_written(t, name, open, &depth, i);
   }
   if (!pairs || depth) {
      t->n = before;
      add(t, name + from, to - from);
   }
   host_free(open);
}

// A group whose contents are without arguments.
static void add_inside(Text* t, const char* name, const Piece* piece)
{
   add(t, name + piece->from, 1);
   add_without_arguments(t, name, piece->from + 1, piece->to - 1);
   add(t, name + piece->to - 1, 1);
}

// "{lambda(int)#1}" without its parameters.
static void add_without_parameters(Text* t, const char* name, const Piece* piece)
{
   size_t open = piece->from, close = piece->to;
   while (open < piece->to && name[open] != '(') open++;
   while (close > open && name[close - 1] != ')') close--;
   if (open >= close) open = close = piece->to;
   add(t, name + piece->from, open - piece->from);
   add(t, name + close, piece->to - close);
}

static void add_group(Text* t, const Pieces* p, size_t i)
{
   static const char clone[] = "[clone ";
   const Piece* piece = &p->piece[i];
   const char* text = p->name + piece->from;
   const size_t n = piece->to - piece->from;
   const bool has_signature = p->keep & CODE_NAME_SIGNATURE;
   if (is_rust_type(p, i) || (piece->bracket == '<' && p->keep & CODE_NAME_TEMPLATES))
      add_inside(t, p->name, piece);
   else if (piece->bracket == '<')
      add(t, "<>", 2);
   else if (piece->bracket != '[' && has_signature)
      add_without_arguments(t, p->name, piece->from, piece->to);
   else if (piece->bracket == '{')
      add_without_parameters(t, p->name, piece);
   else if (begins_with(text, clone)) {
      if (t->n > t->first && t->text[t->n - 1] == ' ') t->n--;
      add(t, text + sizeof clone - 1, n - sizeof clone);
   } else if (piece->bracket == '[' && (has_signature || !begins_with(text, "[abi:")))
      add(t, text, n);
}

// Where a piece goes on behind "const", "volatile", "noexcept" and "&", which stand behind a signature.
static size_t behind_qualifiers(const Pieces* p, const Piece* piece, size_t from)
{
   static const char* const words[] = {"const", "volatile", "noexcept", "&"};
   for (uint32_t k = 0; k < sizeof words / sizeof words[0];) {
      size_t at = from;
      while (at < piece->to && is_blank(p->name[at])) at++;
      const size_t end = at + host_strlen(words[k]);
      if (!begins_with(p->name + at, words[k]) || end > piece->to
          || (words[k][0] != '&' && is_word(p->name[end])))
         k++;
      else {
         from = end;
         k = 0;
      }
   }
   return from;
}

// Whether the piece follows a signature that goes.
static bool drops_qualifiers(const Pieces* p, size_t i)
{
   return i && p->piece[i - 1].bracket == '(' && !(p->keep & CODE_NAME_SIGNATURE);
}

static void add_pieces(Text* t, const Pieces* p)
{
   size_t first = 0, from = 0;
   const size_t signature = signature_of(p);
   t->first = t->n;
   if (signature < p->n) from = start_of_name(p, signature, &first);
   for (size_t i = first; i < p->n; i++) {
      const Piece* piece = &p->piece[i];
      if (piece->bracket) {
         add_group(t, p, i);
         continue;
      }
      size_t at = i == first && from > piece->from ? from : piece->from;
      if (drops_qualifiers(p, i)) at = behind_qualifiers(p, piece, at);
      add(t, p->name + at, piece->to - at);
   }
   if (t->n == t->first) add(t, p->name, host_strlen(p->name));
}

// --- what is left out before that -----------------------------------------------------------------

// The length of what demanglers put before names.
static size_t prefix_length(const char* name)
{
   static const char* const prefixes[] = {"non-virtual thunk to ",
                                          "virtual thunk to ",
                                          "covariant return thunk to ",
                                          "construction vtable for ",
                                          "vtable for ",
                                          "VTT for ",
                                          "typeinfo name for ",
                                          "typeinfo for ",
                                          "guard variable for ",
                                          "TLS init function for ",
                                          "TLS wrapper function for "};
   for (uint32_t k = 0; k < sizeof prefixes / sizeof prefixes[0]; k++)
      if (begins_with(name, prefixes[k])) return host_strlen(prefixes[k]);
   static const char numbered[] = "reference temporary #";
   if (!begins_with(name, numbered)) return 0;
   const char* end = name + sizeof numbered - 1;
   while (is_digit(*end)) end++;
   return end > name + sizeof numbered - 1 && begins_with(end, " for ")
             ? (size_t)(end - name) + 5
             : 0;
}

// "memcpy@@GLIBC_2.14" without its version.
static void drop_version(char* name)
{
   char* at = name + host_strlen(name);
   while (at > name && (is_word(at[-1]) || at[-1] == '.')) at--;
   if (at < name + 2 || at[-1] != '@' || !is_letter(*at)) return;
   const char* number = at;
   while (is_word(*number)) number++;
   while (is_digit(*number) || *number == '.') number++;
   if (*number) return;
   at -= at[-2] == '@' && at > name + 2 ? 2 : 1;
   *at = '\0';
}

// "core::f::h0123456789abcdef" without its hash.
static void drop_hash(char* name)
{
   const size_t n = host_strlen(name);
   if (n < HASH_B || !begins_with(name + n - HASH_B, "::h")) return;
   for (size_t i = n - HASH_B + 3; i < n; i++)
      if (!is_hex(name[i])) return;
   name[n - HASH_B] = '\0';
}

static void drop_zeros(char* name)
{
   if (!begins_with(name, "0x0")) return;
   char* from = name + 2;
   while (*from == '0' && is_hex(from[1])) from++;
   for (char* to = name + 2; (*to++ = *from++);) {
   }
}

static void replace(char* in, const char* text, const char* by)
{
   for (char* at = in; (at = (char*)find(at, text));) host_memcpy(at, by, host_strlen(by));
}

// "__grid_MOD_setup" as "grid::setup".
static void name_of_module(char* name)
{
   if (!begins_with(name, "__") || name[2] < 'a' || name[2] > 'z') return;
   const char* at = find(name + 3, "_MOD_");
   if (!at || !is_word(at[5])) return;
   for (const char* c = name + 2; c < at; c++)
      if (!is_word(*c)) return;
   char* to = name;
   for (const char* c = name + 2; c < at;) *to++ = *c++;
   *to++ = ':';
   *to++ = ':';
   for (at += 5; (*to++ = *at++);) {
   }
}

// Where "._omp_fn.N" stands in a name, and its end; NULL: it does not.
static const char* region_in(const char* name, const char** end, uint64_t* number)
{
   static const char head[] = "._omp_fn.";
   for (const char* at = name; (at = find(at, head)); at++) {
      const char* digit = at + sizeof head - 1;
      const char* first = digit;
      *number = 0;
      while (is_digit(*digit) && digit - first < 7)
         *number = 10 * *number + (uint64_t)(*digit++ - '0');
      *end = digit;
      if (digit > first && digit - first < 7 && (!*digit || *digit == '.' || *digit == '\''))
         return at;
   }
   return NULL;
}

// "main._omp_fn.0" as "main [parallel region 1]"; `t` has room for it.
static void name_region(Text* t)
{
   static const char words[] = " [parallel region ";
   t->text[t->n] = '\0';
   const char* end;
   uint64_t number;
   const char* at = region_in(t->text, &end, &number);
   if (!at) return;
   char digits[8];
   int n = 0;
   for (number++; number; number /= 10) digits[n++] = (char)('0' + number % 10);
   const size_t rest_B = host_strlen(end);
   char* rest = host_alloc("base.code_name", rest_B + 1);
   host_memcpy(rest, end, rest_B + 1);
   t->n = (size_t)(at - t->text);
   add(t, words, sizeof words - 1);
   while (n) add(t, &digits[--n], 1);
   add(t, "]", 1);
   add(t, rest, rest_B);
   host_free(rest);
}

// --------------------------------------------------------------------------------------------------

// Adds one name, without callers that follow it.
static void add_one(Text* t, char* name, unsigned keep)
{
   const size_t prefix = prefix_length(name);
   add(t, name, prefix);
   name += prefix;
   if (!(keep & CODE_NAME_HASH)) drop_hash(name);
   const size_t n = host_strlen(name);
   char* open = host_alloc("base.code_name", n + 1);
   Pieces p = {.name = name,
               .keep = keep,
               .piece = host_alloc("base.code_name", (n + 1) * sizeof(Piece))};
   if (cut_at_brackets(&p, open))
      add_pieces(t, &p);
   else
      add(t, name, n);
   host_free(open);
   host_free(p.piece);
}

// Where the callers of a function follow, "f'g'2": behind a quote that is not that of a name in the source, such as 'lambda'.
static char* callers_of(char* name)
{
   for (; *name; name++)
      if (*name == '\'' && !begins_with(name + 1, "lambda") && !begins_with(name + 1, "unnamed")
          && name[1] != '(')
         return name;
   return NULL;
}

// Adds the name and those of callers, of which all that is not in brackets has been left out.
static void add_name(Text* t, char* name, unsigned keep)
{
   const bool is_plain =
      !find(name, "<") && !find(name, "(") && !find(name, "[") && !find(name, "::h");
   if (is_plain || is_of_other_language(name)) {
      add(t, name, host_strlen(name));
      return;
   }
   replace(name, "(anonymous namespace)", "(anonymous" NO_BLANK "namespace)");
   for (char* next; name; name = next) {
      next = callers_of(name);
      if (next) *next++ = '\0';
      if (*name) add_one(t, name, keep);
      if (next) add(t, "'", 1);
   }
}

char* code_name_keeping(const char* name, unsigned keep)
{
   const size_t n = host_strlen(name);
   Text t = {.text = host_alloc("base.code_name", 2 * n + REGION_B)};
   char* whole = host_alloc("base.code_name", n + 1);
   host_memcpy(whole, name, n + 1);
   if (n > CODE_NAME_MAX_B) {
      add(&t, whole, n);
   } else {
      if (!(keep & CODE_NAME_HASH)) {
         drop_version(whole);
         drop_zeros(whole);
         name_of_module(whole);
      }
      add_name(&t, whole, keep);
   }
   if (!(keep & CODE_NAME_HASH)) name_region(&t);
   t.text[t.n] = '\0';
   replace(t.text, NO_BLANK, " ");
   host_free(whole);
   return t.text;
}

char* code_name(const char* name)
{
   return code_name_keeping(name, 0);
}

void code_name_short(char to[SHORT_TEXT_B], int room, const char* name)
{
   char* text = code_name(name);
   short_text_function(to, room, text);
   host_free(text);
}

void code_name_fortran(char* name)
{
   name_of_module(name);
}

char* code_name_readable(const char* name)
{
   const size_t n = host_strlen(name);
   Text t = {.text = host_alloc("base.code_name", n + REGION_B)};
   host_memcpy(t.text, name, n + 1);
   name_of_module(t.text);
   t.n = host_strlen(t.text);
   name_region(&t);
   t.text[t.n] = '\0';
   return t.text;
}
