// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of calls; see call_kinds.h.
#define _GNU_SOURCE
#include "commands/source/call_kinds.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "commands/source/assignment.h"

bool is_called(const Tokens* t, int i)
{
   if (token_is(t, i + 1, "(")) return true;
   const bool is_template = token_is(t, i + 1, "<");
   if (!is_template && !token_is(t, i + 1, "::")) return false;
   const int end = after_template(t, is_template ? i + 1 : i + 2);
   return end != TOKEN_NONE && token_is(t, end, "(");
}

bool puts_address(const char* name)
{
   static const char* const names[] = {"posix_memalign", "asprintf", "vasprintf",
                                       "getline",        "getdelim", NULL};
   return token_is_among(name, names);
}

static bool ends_in(const char* text, size_t n, const char* end)
{
   const size_t length = strlen(end);
   return length <= n && strncasecmp(text + n - length, end, length) == 0;
}

// Functions that give memory away: malloc, xcalloc, g_malloc0, strdup, mmap.
static bool is_allocator(const char* text)
{
   static const char* const verbs[] = {"alloc", "allocate", "memalign", "strdup", "strndup",
                                       "mmap",  "mremap",   "sbrk",     "shmat"};
   static const char* const more[] = {"_",    "z",      "n",     "array",  "aligned",
                                      "zero", "zeroed", "check", "checked"};
   for (size_t n = strlen(text), before = n + 1; n != before;) {
      for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
         if (ends_in(text, n, verbs[i])) return true;
      before = n;
      if (n && isdigit((unsigned char)text[n - 1])) n--;
      for (size_t i = 0; i < sizeof more / sizeof *more && n == before; i++)
         if (ends_in(text, n, more[i])) n -= strlen(more[i]);
   }
   return false;
}

static bool sounds(const char* text)
{
   static const char* const words[] = {"alloc", "new",   "create", "make",
                                       "dup",   "clone", "copy"};
   for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      if (strcasestr(text, words[i])) return true;
   return false;
}

static bool is_no_call(const char* text)
{
   static const char* const words[] = {
      "sizeof",  "alignof",    "_Alignof", "typeof", "decltype", "alloca", "__builtin_alloca",
      "dealloc", "deallocate", "defined",  "if",     "while",    "for",    "switch",
      "return",  NULL};
   return token_is_among(text, words);
}

static bool is_call_of_rust(const Tokens* t, int i, CallKind kind)
{
   static const char* const allocators[] = {"with_capacity",    "to_vec",  "to_owned",
                                            "to_string",        "collect", "clone",
                                            "into_boxed_slice", NULL};
   static const char* const boxes[] = {"Box", "Rc", "Arc", NULL};
   if (kind == CALL_OF_ALLOCATOR) return token_is(t, i, "vec") && token_is(t, i + 1, "!");
   if (kind == CALL_INTO) return token_is_among(token(t, i), allocators) && is_called(t, i);
   return kind == CALL_OF_MACRO && token_is(t, i, "new") && i >= 2 && token_is(t, i - 1, "::")
          && token_is_among(token(t, i - 2), boxes) && is_called(t, i);
}

static bool is_call_of_c(const Tokens* t, int i, CallKind kind)
{
   const char* text = token(t, i);
   switch (kind) {
   case CALL_OF_ALLOCATOR:
      return strcmp(text, "new") == 0
             || (is_allocator(text) && !is_no_call(text) && is_called(t, i));
   case CALL_INTO: return puts_address(text) && is_called(t, i);
   case CALL_OF_MACRO: return is_macro(text) && is_called(t, i) && is_after_equals(t, i);
   default: return sounds(text) && !is_no_call(text) && is_called(t, i);
   }
}

bool is_call_of_kind(const Tokens* t, int i, CallKind kind, SourceLanguage language,
                     const Callee* callee)
{
   if (kind == CALL_OF_CALLEE)
      return *callee->name && token_is(t, i, callee->name)
             && ((language == SOURCE_C && strcmp(callee->name, "new") == 0) || is_called(t, i));
   return language == SOURCE_RUST ? is_call_of_rust(t, i, kind) : is_call_of_c(t, i, kind);
}
