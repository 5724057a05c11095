// SPDX-License-Identifier: GPL-3.0-or-later
// Allocations in a source; see allocation.h.
#include "commands/source/allocation.h"

#include <ctype.h>
#include <string.h>

#include "base/host.h"
#include "commands/source/allocate_statement.h"
#include "commands/source/assignment.h"
#include "commands/source/call_kinds.h"
#include "commands/source/tokens.h"
#include "commands/text/kept.h"

enum { STATEMENT_LINES = 3 };

// Calls of a line by token, and what they say.
typedef struct {
   const Tokens* t;
   int line;
   SourceLanguage language;
   const Callee* callee;
   int* calls;
   int n_calls;
   const char** names; // NULL where one is in doubt
   uint32_t n_names;
} Look;

// --- the calls that could be meant --------------------------------------------------------------------------

// Whether a token is in a statement of which the line has a part.
static bool is_in_statement(const Look* l, int i, int first, int last)
{
   return in_one_statement(l->t, i, first) || in_one_statement(l->t, last, i);
}

// The calls of a kind on the line; if there are none, those of the statements that it is a part of.
static void find_calls_of(Look* l, CallKind kind)
{
   const Tokens* t = l->t;
   int n = 0, first = TOKEN_NONE, last = TOKEN_NONE;
   l->n_calls = 0;
   for (int i = 0; i < t->n; i++) {
      const bool is_here = t->token[i].line == l->line;
      if (is_here && first == TOKEN_NONE) first = i;
      if (is_here) last = i;
      if (begins_name(token(t, i)) && is_call_of_kind(t, i, kind, l->language, l->callee))
         l->calls[n++] = i;
   }
   for (int k = 0; k < n; k++)
      if (t->token[l->calls[k]].line == l->line) l->calls[l->n_calls++] = l->calls[k];
   if (l->n_calls || first == TOKEN_NONE) return;
   for (int k = 0; k < n; k++)
      if (is_in_statement(l, l->calls[k], first, last)) l->calls[l->n_calls++] = l->calls[k];
}

// The calls that the line may mean, of the surest kind that there is.
static void find_calls(Look* l)
{
   for (int kind = CALL_OF_CALLEE; kind < CALL_KINDS; kind++) {
      find_calls_of(l, kind);
      if (l->n_calls) return;
   }
}

// --- what they say --------------------------------------------------------------------------------------------

// Whether a method of the libraries' containers makes them larger.
static bool grows(const char* name)
{
   static const char* const names[] = {
      "push_back", "emplace_back", "push_front",       "emplace_front",
      "emplace",   "insert",       "insert_or_assign", "try_emplace",
      "resize",    "reserve",      "assign",           "append",
      "push",      "push_str",     "extend",           "extend_from_slice",
      NULL};
   return token_is_among(name, names);
}

// The object whose method is called.
static const char* receiver(const Tokens* t, int i)
{
   if (i < 2 || !(token_is(t, i - 1, ".") || token_is(t, i - 1, "->"))) return NULL;
   return place_before(t, i - 2);
}

// "std::vector<double> cells(n)": the variables that are constructed.
static void find_constructed(Look* l)
{
   const Tokens* t = l->t;
   const char* name =
      strcmp(l->callee->class_name, "basic_string") == 0 ? "string" : l->callee->class_name;
   for (int i = 0; i < t->n; i++) {
      if (t->token[i].line != l->line || !token_is(t, i, name)) continue;
      const int next = token_is(t, i + 1, "<") ? after_template(t, i + 1) : i + 1;
      if (next == TOKEN_NONE || !is_name(token(t, next))) continue;
      l->names[l->n_names++] = token_is_of(t, next + 1, "({;=,") ? token(t, next) : NULL;
   }
}

static const char* variable_of_call(const Look* l, int i)
{
   const char* name = token(l->t, i);
   if (puts_address(name)) return address_argument(l->t, i);
   if ((l->callee->is_library || l->language == SOURCE_RUST) && grows(name)
       && strcmp(name, l->callee->name) == 0)
      return receiver(l->t, i);
   return assigned_place(l->t, i, l->language);
}

// All calls must say the same, or there must be one for each allocation.
static const char* agreed(const Look* l, bool is_one_of_several)
{
   if (!l->n_names) return NULL;
   for (uint32_t i = 0; i < l->n_names; i++)
      if (!l->names[i]) return NULL;
   if (is_one_of_several)
      return l->n_names == l->callee->among ? l->names[l->callee->which] : NULL;
   for (uint32_t i = 1; i < l->n_names; i++)
      if (strcmp(l->names[i], l->names[0]) != 0) return NULL;
   return l->names[0];
}

// Whether the call is on the line, with no macro beside it that may call, too.  Then compilers have copied it.
static bool is_alone(const Look* l, int call)
{
   const Tokens* t = l->t;
   if (t->token[call].line != l->line) return false;
   for (int i = 0; i < t->n; i++)
      if (i != call && t->token[i].line == l->line && is_macro(token(t, i)) && is_called(t, i))
         return false;
   return true;
}

static const char* find_variable(Look* l)
{
   const bool is_one_of_several = l->callee->among;
   if (l->language == SOURCE_FORTRAN) {
      l->n_names = allocate_statement(l->t, l->line, l->names, (uint32_t)l->t->n);
      return agreed(l, is_one_of_several);
   }
   if (*l->callee->class_name) find_constructed(l);
   if (l->n_names) return agreed(l, is_one_of_several);
   find_calls(l);
   const bool is_copied = l->n_calls == 1 && is_alone(l, l->calls[0]);
   for (int k = 0; k < l->n_calls; k++)
      l->names[l->n_names++] = variable_of_call(l, l->calls[k]);
   return agreed(l, is_one_of_several && !is_copied);
}

// ----------------------------------------------------------------------------------------------------------------

static void begin(Look* l, Tokens* t, const SourceLines* source, int line, const Callee* callee)
{
   tokens_of(t, source, line - STATEMENT_LINES - 1, line + STATEMENT_LINES + 1);
   *l = (Look){.t = t, .line = line, .language = source->language, .callee = callee};
   l->calls = host_alloc("commands.source", ((size_t)t->n + 1) * sizeof *l->calls);
   l->names = host_alloc("commands.source", ((size_t)t->n + 1) * sizeof *l->names);
}

static void end(Look* l, Tokens* t)
{
   host_free(l->calls);
   host_free(l->names);
   tokens_free(t);
}

const char* allocated_variable(const SourceLines* source, int line, const Callee* callee)
{
   Tokens t;
   Look l;
   begin(&l, &t, source, line, callee);
   const char* name = find_variable(&l);
   if (name) name = kept_copy(name, strlen(name)); // a name may be a token's
   end(&l, &t);
   return name;
}

// Whether a line begins a function's definition or a call at the left edge: "int f(", and no statement.
static bool begins_function(const char* text)
{
   if (!isalpha((unsigned char)*text) && *text != '_') return false;
   const size_t n = strcspn(text + 1, ";=(") + 1;
   return text[n] == '(' && !strchr(text, ';');
}

// Whether a line has a function's name in front of a parenthesis.
static bool names_function(const char* text, const char* function)
{
   for (const char* at = text; (at = strstr(at, function)); at++) {
      const char* behind = at + strlen(function);
      while (isspace((unsigned char)*behind)) behind++;
      const bool is_part = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
      if (*behind == '(' && !is_part) return true;
   }
   return false;
}

// Whether the line is in the function of this name.  It is not where the compiler has inlined another one.  Only functions whose definition
// begins at the left edge are found.
static bool is_in_function(const SourceLines* source, int line, const char* function)
{
   for (int n = line < (int)source->n ? line : (int)source->n; n >= 1; n--)
      if (begins_function(source->line[n])) return names_function(source->line[n], function);
   return false;
}

bool returned_allocation(const SourceLines* source, int line, const Callee* callee,
                         const char* function)
{
   if (source->language != SOURCE_C || !*function || !is_in_function(source, line, function))
      return false;
   Tokens t;
   Look l;
   begin(&l, &t, source, line, callee);
   find_calls(&l);
   const bool is =
      l.n_calls == 1 && t.token[l.calls[0]].line == line && is_returned(&t, l.calls[0]);
   end(&l, &t);
   return is;
}
