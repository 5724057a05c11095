// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions as Xgrind prints them; see plain_name.h.  scripts/lib/Xgrind/Objects/ObjectNames.pm has the same rule.
#include "base/plain_name.h"

static bool starts(const char* text, const char* with)
{
   return host_strncmp(text, with, host_strlen(with)) == 0;
}

static bool is_word(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
          || c == '_';
}

static char* copy_of(const char* text)
{
   const size_t n = host_strlen(text);
   char* copy = host_alloc("base.plain_name", n + 1);
   host_memcpy(copy, text, n + 1);
   return copy;
}

// --- Fortran ----------------------------------------------------------------------------------

// Of "__grid_MOD_cells", what gfortran makes of a module's name, where "_MOD_" is; NULL: it is another name.
static const char* end_of_module(const char* name)
{
   if (!starts(name, "__") || name[2] < 'a' || name[2] > 'z') return NULL;
   for (const char* at = name + 3; is_word(*at); at++)
      if (starts(at, "_MOD_") && is_word(at[5])) return at;
   return NULL;
}

static char* fortran_name(const char* name, const char* end)
{
   char* text = copy_of(name + 2);
   char* at = text + (end - name - 2);
   host_memcpy(at, "::", 2);
   const char* from = end + 5;
   for (at += 2; (*at = *from); at++, from++) {
   }
   return text;
}

// --- C++ and Rust -----------------------------------------------------------------------------

// How long an operator's name is that begins here, with the brackets that are part of it; 0: there is none.
static size_t operator_length(const char* name, const char* at)
{
   static const char* const symbols[] = {
      "()", "[]", "->*", "->", "<=>", "<<=", ">>=", "<<", ">>", "<=", ">=", "<", ">"};
   if (!starts(at, "operator") || (at > name && is_word(at[-1])) || is_word(at[8])) return 0;
   for (uint32_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++)
      if (starts(at + 8, symbols[i])) return 8 + host_strlen(symbols[i]);
   return 8;
}

// Of "{lambda(int)#1}" how long it is; 0: it is something else.  *word_B: up to the parameters.
static size_t lambda_length(const char* at, size_t* word_B)
{
   size_t n = 1;
   while (is_word(at[n])) n++;
   *word_B = n;
   if (at[0] != '{' || at[n] != '(') return 0;
   while (at[n] && at[n] != '}') n++;
   return at[n] ? n + 1 : 0;
}

// What is left of the name, which *to gets.  False: its brackets do not pair.
static bool write_plain(const char* name, char* to)
{
   static const char anonymous[] = "(anonymous namespace)", shown[] = "{anonymous}";
   char* start = to;
   bool keeps_type = false;
   uint32_t depth = 0;
   for (const char* at = name; *at;) {
      size_t word_B, n = operator_length(name, at);
      if (n) {
         keeps_type |= at[n] == ' ' && at[n + 1] != '<';
         if (!depth) host_memcpy(to, at, n), to += n;
         at += n;
      } else if (starts(at, anonymous)) {
         if (!depth) host_memcpy(to, shown, sizeof shown - 1), to += sizeof shown - 1;
         at += sizeof anonymous - 1;
      } else if ((n = lambda_length(at, &word_B))) {
         if (!depth) host_memcpy(to, at, word_B), to += word_B, *to++ = '}';
         at += n;
      } else if (*at == '<') {
         if (!depth++) host_memcpy(to, "<>", 2), to += 2;
         at++;
      } else if (*at == '>') {
         if (!depth--) return false;
         at++;
      } else if (!depth && *at == '(' && at > name) {
         break;
      } else if (!depth && *at == ' ' && !keeps_type) {
         // what precedes is a type, or the blank is in front of arguments
         to = at[1] == '<' ? to : start;
         at++;
      } else {
         if (!depth) *to++ = *at;
         at++;
      }
   }
   *to = '\0';
   return depth == 0 && to > start;
}

char* plain_name(const char* name)
{
   const char* module = end_of_module(name);
   if (module) return fortran_name(name, module);
   if (starts(name, "(below main)")) return copy_of(name);
   bool has_brackets = false;
   char* text = copy_of(name);
   for (char* at = text; *at; at++) {
      has_brackets |= *at == '<' || *at == '(';
      if (*at == '@' && at > text) *at = '\0';
      if (!*at) break;
   }
   if (!has_brackets) return text;
   char* plain = host_alloc("base.plain_name", host_strlen(text) + 1);
   const bool is_plain = write_plain(text, plain);
   host_free(is_plain ? text : plain);
   return is_plain ? plain : text;
}
