// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of a source; see tokens.h.
#include "commands/source/tokens.h"

#include <ctype.h>
#include <string.h>

#include "base/host.h"
#include "commands/text/built.h"

static bool continues_name(char c)
{
   return token_is_letter(c) || isdigit((unsigned char)c) || c == '$';
}

// --- cutting ----------------------------------------------------------------------------------------------

static size_t sign_length(const char* at)
{
   static const char* const pairs[] = {"\"\"", "->", "::", "==", "!=", "<=", ">=", "&&",
                                       "||",   "-=", "+=", "*=", "/=", "%=", "&=", "|=",
                                       "^=",   "++", "--", "<<", "..", "=>", NULL};
   for (const char* const* pair = pairs; *pair; pair++)
      if (strncmp(at, *pair, 2) == 0) return 2;
   return 1;
}

static size_t token_length(const char* at)
{
   size_t n = 0;
   if (token_is_letter(*at) || *at == '$') {
      while (continues_name(at[n])) n++;
      return n;
   }
   n = *at == '.';
   if (!isdigit((unsigned char)at[n])) return sign_length(at);
   while (token_is_word(at[n]) || at[n] == '.' || at[n] == '\'') n++;
   return n;
}

static void add_token(Tokens* t, char** room, const char* text, size_t n, int line)
{
   memcpy(*room, text, n);
   (*room)[n] = '\0';
   t->token[t->n++] = (Token){*room, line, TOKEN_NONE};
   *room += n + 1;
}

static void cut(Tokens* t, char** room, const char* line, int number)
{
   if (strlen(line) > TOKEN_LINE_MAX_B) {
      add_token(t, room, "\"", 1, number);
      return;
   }
   while (*line) {
      const size_t n = isspace((unsigned char)*line) ? 0 : token_length(line);
      if (n) add_token(t, room, line, n, number);
      line += n ? n : 1;
   }
}

static char opened_by(const char* text)
{
   if (!text[0] || text[1]) return '\0';
   return text[0] == ')' ? '(' : text[0] == ']' ? '[' : text[0] == '}' ? '{' : '\0';
}

// Lines begin and end anywhere: a bracket may have its other one elsewhere.
static void pair_brackets(Tokens* t)
{
   int* open = host_alloc("commands.source", ((size_t)t->n + 1) * sizeof *open);
   int depth = 0;
   for (int i = 0; i < t->n; i++) {
      const char opens = opened_by(t->token[i].text);
      if (token_is_of(t, i, "([{"))
         open[depth++] = i;
      else if (opens && depth && *t->token[open[depth - 1]].text == opens) {
         const int other = open[--depth];
         t->token[i].match = other;
         t->token[other].match = i;
      } else if (opens)
         depth = 0;
   }
   host_free(open);
}

void tokens_of(Tokens* t, const SourceLines* source, int from, int to)
{
   *t = (Tokens){0};
   if (from < 1) from = 1;
   if (to > (int)source->n) to = (int)source->n;
   size_t size_B = 0; // of all lines; a token has one byte at least
   for (int n = from; n <= to; n++) {
      const size_t length = strlen(source->line[n]);
      size_B += length > TOKEN_LINE_MAX_B ? 1 : length;
   }
   t->token = host_alloc("commands.source", (size_B + 1) * sizeof *t->token);
   t->texts = host_alloc("commands.source", 2 * size_B + 1);
   char* room = t->texts;
   for (int n = from; n <= to; n++) cut(t, &room, source->line[n], n);
   pair_brackets(t);
}

void tokens_free(Tokens* t)
{
   host_free(t->token);
   host_free(t->texts);
   *t = (Tokens){0};
}

// --- kinds ------------------------------------------------------------------------------------------------

bool token_is(const Tokens* t, int i, const char* text)
{
   return strcmp(token(t, i), text) == 0;
}

bool token_is_of(const Tokens* t, int i, const char* characters)
{
   const char* text = token(t, i);
   return text[0] && !text[1] && strchr(characters, text[0]);
}

bool token_is_among(const char* text, const char* const* words)
{
   for (; *words; words++)
      if (strcmp(*words, text) == 0) return true;
   return false;
}

bool begins_name(const char* text)
{
   return token_is_letter(*text);
}

bool is_name(const char* text)
{
   static const char* const keywords[] = {
      "if",        "else",      "for",       "while",    "do",       "switch",    "case",
      "default",   "return",    "goto",      "break",    "continue", "sizeof",    "new",
      "delete",    "const",     "volatile",  "restrict", "static",   "extern",    "register",
      "auto",      "struct",    "union",     "enum",     "class",    "typename",  "template",
      "using",     "typedef",   "operator",  "throw",    "try",      "catch",     "public",
      "private",   "protected", "virtual",   "inline",   "friend",   "namespace", "let",
      "mut",       "ref",       "match",     "loop",     "fn",       "impl",      "where",
      "as",        "in",        "unsafe",    "move",     "dyn",      "pub",       "co_await",
      "co_return", "co_yield",  "constexpr", "mutable",  "true",     "false",     "nullptr",
      "int",       "char",      "long",      "short",    "unsigned", "signed",    "float",
      "double",    "void",      "bool",      NULL};
   return (token_is_letter(*text) || *text == '$') && !token_is_among(text, keywords);
}

// Whether all of it could be a part of a name or a number.
static bool is_all_name(const char* text)
{
   if (!*text) return false;
   while (continues_name(*text)) text++;
   return !*text;
}

bool is_type(const Tokens* t, int first, int behind)
{
   static const char* const signs[] = {"::", "*", "&", "<", ">", ",", "[", "]", "&&", NULL};
   if (behind <= first || !(begins_name(token(t, first)) || token_is(t, first, "::")))
      return false;
   for (int i = first; i < behind; i++)
      if (!is_all_name(token(t, i)) && !token_is_among(token(t, i), signs)) return false;
   return true;
}

// --- template arguments -----------------------------------------------------------------------------------

static bool is_of_template(const char* text)
{
   static const char* const signs[] = {"::", "*", "&", ",", "&&", "->", NULL};
   return is_all_name(text) || token_is_among(text, signs);
}

int after_template(const Tokens* t, int i)
{
   int depth = 0;
   if (!token_is(t, i, "<")) return TOKEN_NONE;
   for (; i < t->n; i++) {
      if (token_is(t, i, "<")) {
         depth++;
      } else if (token_is(t, i, ">")) {
         if (!--depth) return i + 1;
      } else if (token_is_of(t, i, "([")) {
         i = token_match(t, i);
         if (i == TOKEN_NONE) return TOKEN_NONE;
      } else if (!is_of_template(token(t, i)))
         return TOKEN_NONE;
   }
   return TOKEN_NONE;
}

bool before_template(const Tokens* t, int i, int* before)
{
   int depth = 0;
   if (i < 0 || !token_is(t, i, ">")) return false;
   for (; i >= 0; i--) {
      if (token_is(t, i, ">")) {
         depth++;
      } else if (token_is(t, i, "<")) {
         *before = i - 1;
         if (!--depth) return true;
      } else if (token_is_of(t, i, ")]")) {
         i = token_match(t, i);
         if (i == TOKEN_NONE) return false;
      } else if (!is_of_template(token(t, i)))
         return false;
   }
   return false;
}

// --- several tokens -----------------------------------------------------------------------------------------

bool in_one_statement(const Tokens* t, int i, int k)
{
   if (i > k) return false;
   for (; i <= k; i++)
      if (token_is_of(t, i, ";{}")) return false;
   return true;
}

const char* joined(const Tokens* t, int first, int behind)
{
   Built all = {0};
   built_add(&all, "");
   for (int i = first; i < behind; i++) {
      const char* text = token(t, i);
      if (all.n_B && token_is_word(all.text[all.n_B - 1]) && token_is_word(*text))
         built_char(&all, ' ');
      built_add(&all, text);
   }
   return built_kept(&all);
}

bool token_is_word(char c)
{
   return isalnum((unsigned char)c) || c == '_';
}

bool token_is_name(const char* text)
{
   if (!*text) return false;
   while (token_is_word(*text)) text++;
   return !*text;
}

bool token_is_letter(char c)
{
   return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}
