// SPDX-License-Identifier: GPL-3.0-or-later
// Assignments; see assignment.h.
#include "commands/source/assignment.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "commands/text/kept.h"

enum {
   NAME_MAX_B = 80,
   LINES_MAX = 3
}; // of a name: a longer one explains nothing; of a statement

static bool ends_in(const char* text, const char* end)
{
   const size_t n = strlen(text), n_end = strlen(end);
   return n >= n_end && strcasecmp(text + n - n_end, end) == 0;
}

bool is_macro(const char* text)
{
   if (!isupper((unsigned char)*text)) return false;
   const char* at = text;
   while (isupper((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '_') at++;
   return !*at && at - text >= 3;
}

// Whether a function looks at its first argument and returns it, as far as its name says.
static bool passes(const char* text)
{
   static const char* const starts[] = {
      "check",    "checked", "xcheck",   "xchecked", "ensure",  "must",   "verify", "require",
      "not_null", "notnull", "non_null", "nonnull",  "no_null", "nonull", "likely", "unlikely"};
   for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
      const size_t n = strlen(starts[i]);
      if (strncasecmp(text, starts[i], n) != 0) continue;
      const char* rest = text + n + (text[n] == '_');
      while (isalpha((unsigned char)*rest)) rest++;
      if (!*rest) return true;
   }
   return false;
}

// std::unique_ptr and others that take memory over.
static bool is_pointer(const char* text)
{
   return ends_in(text, "ptr") || ends_in(text, "pointer") || ends_in(text, "array");
}

static bool is_cast(const char* text)
{
   const size_t n = strlen(text);
   return n >= 5 && strcmp(text + n - 5, "_cast") == 0;
}

// --- places -----------------------------------------------------------------------------------------------

typedef struct {
   const char* name; // NULL: there is none
   int first;        // token
} Place;

// Behind a name; NULL: none begins here.
static const char* behind_name(const char* at)
{
   if (!token_is_letter(*at)) return NULL;
   while (token_is_letter(*at) || isdigit((unsigned char)*at)) at++;
   return at;
}

// "*p", "a->b.c"
static bool is_simple_place(const char* text)
{
   const char* at = behind_name(text + strspn(text, "*"));
   while (at && *at) {
      if (strncmp(at, "->", 2) == 0 || strncmp(at, "::", 2) == 0)
         at += 2;
      else if (*at++ != '.')
         return false;
      at = behind_name(at);
   }
   return at;
}

// Parentheses that are a part of a place: "(*p)" in "(*p)->next".
static Place parenthesized(const Tokens* t, int close)
{
   static const Place none = {NULL, 0};
   const int open = token_match(t, close);
   if (open == TOKEN_NONE) return none;
   if (open && (is_name(token(t, open - 1)) || token_is_of(t, open - 1, "])")))
      return none; // a call
   const char* inner = joined(t, open + 1, close);
   return is_simple_place(inner) ? (Place){kept("(%s)", inner), open} : none;
}

static bool is_link(const Tokens* t, int i)
{
   return token_is(t, i, ".") || token_is(t, i, "->") || token_is(t, i, "::");
}

// The place that ends here.
static Place place_from(const Tokens* t, int i)
{
   static const Place none = {NULL, 0};
   const char* name = "";
   while (i >= 0) {
      if (token_is(t, i, "]")) {
         const int open = token_match(t, i);
         if (open == TOKEN_NONE || open + 1 == i) return none;
         name = kept("[%s]%s", joined(t, open + 1, i), name);
         i = open - 1;
         continue;
      }
      if (token_is(t, i, ")")) {
         const Place inner = parenthesized(t, i);
         return inner.name ? (Place){kept("%s%s", inner.name, name), inner.first} : none;
      }
      if (!is_name(token(t, i))) return none;
      name = kept("%s%s", token(t, i), name);
      if (!is_link(t, i - 1)) return (Place){name, i};
      if (token_is(t, i - 1, "::") && (i < 2 || !is_name(token(t, i - 2))))
         return (Place){kept("::%s", name), i - 1};
      name = kept("%s%s", token(t, i - 1), name);
      i -= 2;
   }
   return none;
}

// Whether a statement or expression can begin behind this token.
static bool begins_behind(const char* before)
{
   static const char* const words[] = {";", "{", "}", "(",  ")",    "=",  ":",      "?",
                                       "!", "[", "]", "||", "else", "do", "return", NULL};
   return token_is_among(before, words);
}

// "(p)" without its parentheses.
static const char* without_parentheses(const char* name)
{
   const size_t n = strlen(name);
   if (n < 3 || name[0] != '(' || name[n - 1] != ')') return name;
   for (size_t i = 1; i + 1 < n; i++)
      if (!isalnum((unsigned char)name[i]) && name[i] != '_') return name;
   return kept_copy(name + 1, n - 2);
}

// With what is in front of it: a star belongs to a declaration or is an access.
const char* place_before(const Tokens* t, int end)
{
   static const char* const no_place[] = {"using",  "typedef", "goto", "operator",
                                          "struct", "class",   "\"\"", NULL};
   const Place place = place_from(t, end);
   if (!place.name) return NULL;
   const char* name = place.name;
   int stars = 0, i = place.first - 1;
   for (; token_is(t, i, "*") || token_is(t, i, "&") || token_is(t, i, "&&"); i--)
      stars += token_is(t, i, "*");
   const char* before = i >= 0 ? token(t, i) : ";";
   const bool is_first = begins_behind(before), is_next = strcmp(before, ",") == 0;
   if (token_is_among(before, no_place)) return NULL;
   if (!is_first && !is_next && strcmp(before, ">") != 0 && !begins_name(before)) return NULL;
   if (!is_first && !is_next && (strpbrk(name, ".(") || strstr(name, "->")))
      return NULL; // no declaration has such a name
   for (; is_first && stars; stars--) name = kept("*%s", name);
   name = without_parentheses(name);
   return strlen(name) > NAME_MAX_B ? NULL : name;
}

// --- from the call to the equals sign ---------------------------------------------------------------------

// In front of what a call's name is qualified with: std::, pool->, a.b(); false: that is not known.
static bool before_qualifiers(const Tokens* t, int i, int* before)
{
   while (i >= 0 && is_link(t, i)) {
      i--;
      while (i >= 0 && token_is_of(t, i, ")]")) {
         const int open = token_match(t, i);
         if (open == TOKEN_NONE) return false;
         i = open - 1;
      }
      if (i < 0) break;
      if (token_is(t, i, ">") && !before_template(t, i, &i)) return false;
      if (i >= 0 && (begins_name(token(t, i)) || *token(t, i) == '$')) i--;
   }
   *before = i;
   return true;
}

// Behind the type of "new T(...)"; TOKEN_NONE: it ends elsewhere.
static int after_new_type(const Tokens* t, int end)
{
   const int close = token_match(t, end);
   if (token_is(t, end, "(") && close != TOKEN_NONE && begins_name(token(t, close + 1)))
      end = close + 1;
   while (begins_name(token(t, end)) || token_is(t, end, "::") || token_is(t, end, "*")) {
      end++;
      if (token_is(t, end, "<")) end = after_template(t, end);
      if (end == TOKEN_NONE) return TOKEN_NONE;
   }
   return end;
}

// Behind "new T(...)", "new T[n]", "f<T>(...)", "vec![...]"; TOKEN_NONE: it ends elsewhere.
static int after_call(const Tokens* t, int i, bool is_new)
{
   int end = i + 1;
   if (is_new)
      end = after_new_type(t, end);
   else {
      end += token_is(t, end, "!") || token_is(t, end, "::");
      if (token_is(t, end, "<")) end = after_template(t, end);
   }
   while (end != TOKEN_NONE && token_is_of(t, end, is_new ? "([{" : "([")) {
      end = token_match(t, end);
      if (end == TOKEN_NONE) return TOKEN_NONE;
      end++;
      if (!is_new) break;
   }
   return end;
}

// A closing parenthesis right before the call: a cast.  False: it is none.
static bool before_cast(const Tokens* t, int close, int* before)
{
   const int open = token_match(t, close);
   if (open == TOKEN_NONE || !is_type(t, open + 1, close)) return false;
   const char* text = open ? token(t, open - 1) : ";";
   *before = is_macro(text) ? open - 2 : open - 1;
   if (is_macro(text)) return true;
   const bool is_value = begins_name(text) || strchr("])>", *text);
   return !is_value || strcmp(text, "return") == 0;
}

// How the way back from a call goes on, or ends.
typedef struct {
   bool ends;        // there is nothing to go on to
   int at;           // token; goes on there
   const char* name; // of the variable that the call initialises, or NULL
} Step;

static const Step end_of_way = {true, 0, NULL};

static Step go_on(bool does, int at)
{
   return does ? (Step){false, at, NULL} : end_of_way;
}

// An opening parenthesis around the call.
static Step before_parenthesis(const Tokens* t, int open)
{
   const int i = open - 1;
   int o;
   if (i < 0) return end_of_way;
   const char* text = token(t, i);
   if (strcmp(text, ">") == 0) {
      if (!before_template(t, i, &o) || o < 0
          || !(is_cast(token(t, o)) || is_pointer(token(t, o))))
         return end_of_way;
      int before;
      const bool does = before_qualifiers(t, o - 1, &before);
      return go_on(does, does ? before : 0);
   }
   if (!begins_name(text) || strcmp(text, "return") == 0) return go_on(true, i);
   if (is_macro(text) || passes(text)) return go_on(true, i - 1);
   if (strcmp(text, "reset") == 0 && i >= 2
       && (token_is(t, i - 1, ".") || token_is(t, i - 1, "->")))
      return (Step){true, 0, place_before(t, i - 2)};
   if (i >= 1 && before_template(t, i - 1, &o) && o >= 0 && is_pointer(token(t, o))
       && is_name(text))
      return (Step){true, 0, text};
   return end_of_way;
}

// The equals sign of a conditional expression, one of whose results the call is.
static Step before_condition(const Tokens* t, int i)
{
   int questions = 0;
   for (; i >= 0; i--) {
      if (token_is_of(t, i, ")]")) {
         i = token_match(t, i);
         if (i == TOKEN_NONE) return end_of_way;
      } else if (token_is_of(t, i, ";{}(["))
         return end_of_way;
      else if (token_is(t, i, "?"))
         questions++;
      else if (token_is(t, i, "="))
         return go_on(questions, i);
   }
   return end_of_way;
}

// Of a name that is declared with "T* p{...}".
static Step before_brace(const Tokens* t, int i)
{
   const bool is_declared = i >= 2 && is_name(token(t, i - 1)) && token_is_of(t, i - 2, "*&>");
   return is_declared ? (Step){true, 0, token(t, i - 1)} : end_of_way;
}

// How the way back ends: at an equals sign or "return", or with a name, or nowhere.
typedef struct {
   int at;           // the sign or the word; TOKEN_NONE: it ends otherwise
   int groups;       // parentheses around the call
   const char* name; // or NULL
} Way;

static Way way_back(const Tokens* t, int i)
{
   Way w = {TOKEN_NONE, 0, NULL};
   while (i >= 0) {
      int before = 0;
      Step s = end_of_way;
      if (token_is(t, i, "=") || token_is(t, i, "return")) {
         w.at = i;
         return w;
      }
      if (token_is(t, i, ")")) {
         const bool is = before_cast(t, i, &before);
         s = go_on(is, before);
      } else if (token_is(t, i, "(")) {
         s = before_parenthesis(t, i);
         w.groups += !s.name;
      } else if (token_is(t, i, "{"))
         s = before_brace(t, i);
      else if (token_is(t, i, "*") && i && token_is(t, i - 1, "="))
         s = go_on(true, i - 1);
      else if (token_is(t, i, "?") || token_is(t, i, ":"))
         s = before_condition(t, i);
      w.name = s.name;
      if (s.ends) return w;
      i = s.at;
   }
   return w;
}

// Whether the result goes where it is assigned, and not elsewhere first.
static bool is_result_taken(const Tokens* t, int end, int groups)
{
   for (; groups && token_is(t, end, ")"); groups--) end++;
   return token_is_of(t, end, ";,):+}]");
}

// What "let mut v: Vec<T> =" declares before the equals sign: no place, if nothing is; *is_let: whether there is a "let".
static Place let_name(const Tokens* t, int equals, bool* is_let)
{
   *is_let = false;
   for (int i = equals - 1; i >= 0 && !token_is_of(t, i, ";{}"); i--) {
      if (!token_is(t, i, "let")) continue;
      *is_let = true;
      i += token_is(t, i + 1, "mut");
      const char* name = token(t, i + 1);
      const bool is = is_name(name) && token_is_of(t, i + 2, ":=");
      return (Place){is ? name : NULL, i};
   }
   return (Place){NULL, 0};
}

const char* assigned_place(const Tokens* t, int i, SourceLanguage language)
{
   int end = after_call(t, i, language == SOURCE_C && token_is(t, i, "new")), start;
   if (end == TOKEN_NONE || !before_qualifiers(t, i - 1, &start)) return NULL;
   const Way w = way_back(t, start);
   if (w.at == TOKEN_NONE) return w.name;
   if (token_is(t, w.at, "return")) return NULL;
   end += language == SOURCE_RUST && token_is(t, end, "?");
   if (!is_result_taken(t, end, w.groups)) return NULL;
   Place place = {NULL, 0};
   bool is_let = false;
   if (language == SOURCE_RUST) place = let_name(t, w.at, &is_let);
   if (is_let && !place.name) return NULL;
   if (!is_let) {
      place.name = place_before(t, w.at - 1);
      place.first = place_from(t, w.at - 1).first;
   }
   if (!place.name) return NULL;
   return t->token[end - 1].line - t->token[place.first].line + 1 > LINES_MAX ? NULL
                                                                              : place.name;
}

bool is_returned(const Tokens* t, int i)
{
   int start;
   const int end = after_call(t, i, token_is(t, i, "new"));
   if (end == TOKEN_NONE || !before_qualifiers(t, i - 1, &start)) return false;
   const Way w = way_back(t, start);
   return w.at != TOKEN_NONE && token_is(t, w.at, "return")
          && is_result_taken(t, end, w.groups);
}

bool is_after_equals(const Tokens* t, int i)
{
   int start;
   if (!before_qualifiers(t, i - 1, &start)) return false;
   const Way w = way_back(t, start);
   return w.at != TOKEN_NONE && token_is(t, w.at, "=");
}

// --- memory by way of an argument -------------------------------------------------------------------------

const char* address_argument(const Tokens* t, int i)
{
   const int end = token_match(t, i + 1);
   if (end == TOKEN_NONE) return NULL;
   int behind = i + 2; // the first argument
   for (int k = i + 2; k < end && !token_is(t, k, ","); behind = ++k) {
      if (!token_is_of(t, k, "([{")) continue;
      k = token_match(t, k);
      if (k == TOKEN_NONE) return NULL;
   }
   const Place place = place_from(t, behind - 1);
   if (!place.name || !token_is(t, place.first - 1, "&") || strlen(place.name) > NAME_MAX_B)
      return NULL;
   int before = place.first - 2;
   if (token_is(t, before, ")") && !before_cast(t, before, &before)) return NULL;
   return before == i + 1 ? place.name : NULL;
}
