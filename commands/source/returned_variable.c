// SPDX-License-Identifier: GPL-3.0-or-later
// Variables that functions return; see returned_variable.h.
#include "commands/source/returned_variable.h"

#include <string.h>

#include "base/array.h"
#include "base/begins.h"
#include "commands/profile/strings.h"
#include "commands/source/tokens.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"

// Lines looked at on either side, until there is a function: most are short, and a longer one than the last is no wrapper.
static const int lines_around[] = {5, 25, 100, 400};

// --- the function around a token ------------------------------------------------------------------------------

// The parenthesis in front of a function's parameters, for the brace in front of its body; TOKEN_NONE: it is none.
static int parameters_of(const Tokens* t, int brace)
{
   static const char* const signs[] = {"::", "->", "*", "&", "<", ">", NULL};
   static const char* const control[] = {"if", "for", "while", "switch", "catch", NULL};
   int i = brace - 1;
   while (i >= 0 && (token_is_name(token(t, i)) || token_is_among(token(t, i), signs))) i--;
   if (!token_is(t, i, ")")) return TOKEN_NONE;
   const int open = token_match(t, i);
   return open > 0 && token_is_among(token(t, open - 1), control) ? TOKEN_NONE : open;
}

// Tokens of a function: the parenthesis of its parameters, and the last brace.
typedef struct {
   int first, last; // first: TOKEN_NONE, if there is none
   int at;          // the variable
} Function;

static const Function no_function = {TOKEN_NONE, 0, 0};

static Function function_around(const Tokens* t, int at)
{
   for (int i = at; i >= 0; i--) {
      if (!token_is(t, i, "{") || token_match(t, i) < at) continue;
      const int open = parameters_of(t, i);
      if (open != TOKEN_NONE) return (Function){open, token_match(t, i), at};
   }
   return no_function;
}

// The function around the last place of a name up to a line.
static Function function_with(const Tokens* t, int line, const char* name)
{
   for (int at = t->n - 1; at >= 0; at--)
      if (t->token[at].line <= line && token_is(t, at, name)) return function_around(t, at);
   return no_function;
}

// --- declarations -----------------------------------------------------------------------------------------------

static bool is_no_type(const char* text)
{
   static const char* const words[] = {"return",    "else",     "do",  "goto",   "case",
                                       "throw",     "delete",   "new", "sizeof", "using",
                                       "co_return", "co_yield", NULL};
   return token_is_among(text, words);
}

// Whether what is declared here, if anything is, is a variable that lives in the function only.
static bool is_declared_at(const Tokens* t, int first, int i)
{
   static const char* const behind_type[] = {"*",        "&",          "&&", "const",
                                             "restrict", "__restrict", NULL};
   static const char* const in_type[] = {"::", "*", "&", "<", "&&", NULL};
   if (!token_is_of(t, i + 1, "=;,:(){[")) return false;
   int k = i - 1, start = i;
   while (k > first && token_is_among(token(t, k), behind_type)) k--;
   if (k < first || is_no_type(token(t, k))
       || !(begins_name(token(t, k)) || token_is_of(t, k, ">,")))
      return false;
   while (start > first && !token_is_of(t, start - 1, ";{}(")) start--;
   if (start == i || !begins_name(token(t, start)) || is_no_type(token(t, start))) return false;
   // "a, *p" alone declares nothing: a type has a name or a star behind it
   if (!begins_name(token(t, start + 1)) && !token_is_among(token(t, start + 1), in_type))
      return false;
   for (k = start; k <= i; k++)
      if (token_is(t, k, "static") || token_is(t, k, "extern")) return false;
   return true;
}

// --- results ----------------------------------------------------------------------------------------------------

// Behind "( struct grid * ) ", or NULL.
static const char* behind_cast(const char* at)
{
   if (!begins_with(at, "( ")) return NULL;
   const char* type = at + 2;
   const char* end = type;
   while (token_is_word(*end) || (*end && strchr(":<>* ", *end))) end++;
   return end - type >= 2 && end[-1] == ' ' && begins_with(end, ") ") ? end + 2 : NULL;
}

// Behind "std :: move " or "static_cast < T > ", in front of a parenthesis, or NULL.
static const char* behind_named_cast(const char* at)
{
   const char* end = at;
   while (token_is_word(*end)) end++;
   if (end > at && begins_with(end, " :: ")) at = end + 4;
   if (begins_with(at, "move (")) return at + 5;
   end = at;
   while (token_is_word(*end)) end++;
   if (end - at < 6 || !begins_with(end - 5, "_cast < ")) return NULL;
   const char* arguments = end + 3;
   end = arguments + strcspn(arguments, ";()");
   return *end == '(' && end - arguments >= 3 && begins_with(end - 3, " > ") ? end : NULL;
}

// Whether "( ( name ) ) ;" stands here, with any number of parentheses.
static bool is_variable(const char* at, const char* name)
{
   while (begins_with(at, "( ")) at += 2;
   if (!begins_with(at, name)) return false;
   at += strlen(name);
   while (begins_with(at, " )")) at += 2;
   return begins_with(at, " ;");
}

// Whether the function ends with this variable, perhaps with a cast, as its result.
static bool is_returned_by(const Tokens* t, const Function* f, const char* name)
{
   static const char word[] = "return ";
   Built text = {0};
   for (int i = f->first; i <= f->last; i++) {
      if (i > f->first) built_char(&text, ' ');
      built_add(&text, token(t, i));
   }
   bool is = false;
   for (const char* at = text.text; !is && (at = strstr(at, word)); at++) {
      if (at > text.text && token_is_word(at[-1])) continue;
      const char* value = at + sizeof word - 1;
      const char *cast = behind_cast(value), *named = behind_named_cast(value);
      is = is_variable(value, name) || (cast && is_variable(cast, name))
           || (named && is_variable(named, name));
   }
   built_clear(&text);
   return is;
}

static bool is_declared(const Tokens* t, const Function* f, const char* name)
{
   for (int i = f->first + 1; i <= f->at; i++)
      if (token_is(t, i, name) && is_declared_at(t, f->first, i)) return true;
   return false;
}

// ------------------------------------------------------------------------------------------------------------------

static bool is_plain_name(const char* name)
{
   for (const char* c = name; *c; c++)
      if (!token_is_word(*c) && *c != '$' && (unsigned char)*c < 0x80) return false;
   return is_name(name);
}

static const char* find_returned(const SourceLines* source, int line, const char* name)
{
   Tokens t;
   Function f = no_function;
   for (size_t i = 0; i < sizeof lines_around / sizeof *lines_around; i++) {
      tokens_of(&t, source, line - lines_around[i], line + lines_around[i]);
      f = function_with(&t, line, name);
      if (f.first != TOKEN_NONE) break;
      tokens_free(&t);
   }
   if (f.first == TOKEN_NONE) return NULL;
   const char* function = NULL;
   if (is_returned_by(&t, &f, name) && is_declared(&t, &f, name)) {
      function = token(&t, f.first - 1);
      function = is_name(function) ? kept_copy(function, strlen(function)) : "";
   }
   tokens_free(&t);
   return function;
}

const char* returned_from(const SourceLines* source, int line, const char* name)
{
   // many objects may be allocated by one line
   static Strings asked;
   static const char** answers; // by number of the question
   static uint32_t room;
   if (source->language != SOURCE_C || !is_plain_name(name)) return NULL;
   const char* question = kept("%p %d %s", (const void*)source, line, name);
   const uint32_t n = asked.n, i = strings_number(&asked, question, strlen(question));
   if (i < n) return answers[i];
   answers = array_grown("commands.source", answers, n, &room, sizeof *answers);
   return answers[i] = find_returned(source, line, name);
}
