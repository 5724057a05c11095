// SPDX-License-Identifier: GPL-3.0-or-later
// Names of options; see names.h.
#include "commands/options/names.h"

#include <string.h>

#include "base/array.h"
#include "commands/text/kept.h"
#include "commands/text/lists.h"

static OptionName name_at(const Option* o, const char* text)
{
   return (OptionName){o, text, strcspn(text, "|")};
}

bool option_name_next(const OptionTable* t, OptionName* name)
{
   if (name->option && name->text[name->n_B]) {
      *name = name_at(name->option, name->text + name->n_B + 1);
      return true;
   }
   const Option* o = name->option ? name->option + 1 : t->rows;
   while (o < t->rows + t->n && !o->names) o++;
   if (o == t->rows + t->n) return false;
   *name = name_at(o, o->names);
   return true;
}

OptionName option_first_name(const Option* o)
{
   return name_at(o, o->names);
}

const char* option_dashed(const OptionName* name)
{
   return kept("%s%.*s", name->n_B == 1 ? "-" : "--", (int)name->n_B, name->text);
}

static int by_bytes(const void* a, const void* b)
{
   const OptionName *x = a, *y = b;
   const size_t n = x->n_B < y->n_B ? x->n_B : y->n_B;
   const int order = memcmp(x->text, y->text, n);
   return order ? order : compare_numbers(x->n_B, y->n_B);
}

OptionName* option_names_like(const OptionTable* t, const char* text, size_t n_B, size_t* n)
{
   size_t all = 0;
   for (OptionName name = {0}; option_name_next(t, &name);) all++;
   OptionName* names = kept_room(all * sizeof *names);
   *n = 0;
   for (OptionName name = {0}; option_name_next(t, &name);)
      if (name.n_B >= n_B && memcmp(name.text, text, n_B) == 0) names[(*n)++] = name;
   array_sort(names, *n, sizeof *names, by_bytes);
   return names;
}

const Option* option_meant(const OptionTable* t, const char* text, size_t n_B)
{
   size_t n;
   const OptionName* like = option_names_like(t, text, n_B, &n);
   const Option* only = n ? like[0].option : NULL;
   for (size_t i = 0; i < n; i++) {
      if (like[i].n_B == n_B) return like[i].option;
      if (like[i].option != only) only = NULL;
   }
   return only;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

size_t option_name_length(const char* text)
{
   return strspn(text, LETTERS) ? strspn(text, LETTERS "0123456789_-") : 0;
}

bool option_takes_value(const Option* o)
{
   return o->kind == OPTION_TEXT || o->kind == OPTION_LIST || o->kind == OPTION_NUMBER
          || o->kind == OPTION_CHOICE;
}

bool option_needs_value(const Option* o)
{
   return option_takes_value(o) && !o->alone;
}

const char** option_words(const Option* o, size_t* n)
{
   const char* text = o->shown + strspn(o->shown, "[=");
   const char** words = kept_room((strlen(text) + 1) * sizeof *words);
   *n = 0;
   while (*text && *text != ']') {
      const size_t n_B = strcspn(text, "|]");
      words[(*n)++] = kept_copy(text, n_B);
      text += n_B + (text[n_B] == '|');
   }
   return words;
}

const char* option_wanted(const Option* o)
{
   if (o->kind != OPTION_CHOICE) return o->wanted;
   size_t n;
   const char** words = option_words(o, &n);
   return either(words, n);
}
