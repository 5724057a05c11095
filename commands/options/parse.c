// SPDX-License-Identifier: GPL-3.0-or-later
//
// Reads a command line; see parse.h.
//
// First each argument is written as "--name=value" where the table says that it is one (spelled_out()), whether or not it is the
// value of the one before; then options are taken off.  So "-o --spread" has an option where a value must be.
#include "commands/options/parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "commands/files/output.h"
#include "commands/options/help.h"
#include "commands/options/names.h"
#include "commands/options/wrong_option.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"

static size_t dashes(const char* text)
{
   return text[0] != '-' ? 0 : text[1] == '-' ? 2 : 1;
}

// The number of the word of a choice that a text is; 0: none.
static int word_number(const Option* o, const char* text)
{
   size_t n;
   const char** words = option_words(o, &n);
   for (size_t i = 0; i < n; i++)
      if (strcmp(words[i], text) == 0) return (int)i + 1;
   return 0;
}

// --- values --------------------------------------------------------------------------------------

static bool is_number(const Option* o, const char* text, uint32_t* number)
{
   if (!text[0] || text[0] == '0' || text[strspn(text, "0123456789")] || strlen(text) > 9)
      return false;
   *number = (uint32_t)strtoul(text, NULL, 10);
   return *number >= o->min && *number <= o->max;
}

static void append(OptionList* list, const char* text)
{
   list->texts = host_realloc("options.list", list->texts, (list->n + 1) * sizeof *list->texts);
   list->texts[list->n++] = text;
}

// Whether a value is one of the option; of a number, sets it.
static bool is_value(const Option* o, const char* value, uint32_t* number)
{
   if (o->kind == OPTION_NUMBER) return is_number(o, value, number);
   if (o->kind == OPTION_CHOICE) return word_number(o, value) != 0;
   if (!*value) return o->alone && !*o->alone;
   return !o->accepts || o->accepts(value);
}

// Puts a value where the table says; false: the option has no such one.
static bool store(const Option* o, const char* value)
{
   uint32_t number = 0;
   if (!is_value(o, value, &number)) return false;
   if (o->does)
      o->does(o, value);
   else if (o->kind == OPTION_NUMBER)
      *(uint32_t*)o->value = number;
   else if (o->kind == OPTION_CHOICE)
      *(int*)o->value = word_number(o, value);
   else if (o->kind == OPTION_LIST)
      append(o->value, value);
   else
      *(const char**)o->value = value;
   return true;
}

static void set_value(const OptionParse* p, const Option* o, const char* value)
{
   const OptionName name = option_first_name(o);
   refuse_option_as_value(p, &name, value);
   if (!store(o, value))
      fail("%s takes %s, not %s", option_dashed(&name), option_wanted(o), quoted(value));
   if (o->is_output) output_refuse_others(value);
}

// An option without a value.
static void act(const OptionParse* p, const Option* o)
{
   if (o->kind == OPTION_FLAG) {
      if (o->does)
         o->does(o, NULL);
      else
         *(bool*)o->value = true;
      return;
   }
   if (o->kind == OPTION_HELP)
      help_print(p->table);
   else
      version_print(p->table);
   output_finish();
   exit(0);
}

// --- forms ---------------------------------------------------------------------------------------

// The value of a letter that follows it at once, as in -oFILE; NULL: it is not so.
static const char* value_of_letter(const OptionTable* t, const char* arg, const Option** o)
{
   if (arg[0] != '-' || !option_name_length(arg + 1) || !arg[2] || arg[2] == '=') return NULL;
   OptionName name = {0};
   while (option_name_next(t, &name))
      if (name.n_B == 1 && *name.text == arg[1] && option_needs_value(name.option)) {
         *o = name.option;
         return arg + 2;
      }
   return NULL;
}

// Whether the next argument is the value, which is then noted.
static bool takes_next(const Option* o, const char* arg, const char* next)
{
   if (!o->or_next || !next || (*next != '_' && !option_name_length(next))) return false;
   OptionsNext* noted = o->or_next;
   noted->pair =
      host_realloc("options.next", noted->pair, (noted->n + 1) * sizeof *noted->pair);
   noted->pair[noted->n].option = arg;
   noted->pair[noted->n++].value = next;
   return true;
}

// An argument with its value, as far as they are one; `next` is the argument behind it, or NULL; *has_next becomes true if that is
// the value.
static const char* spelled_out(const OptionTable* t, const char* arg, const char* next,
                               bool* has_next)
{
   const size_t dash = dashes(arg), n_B = option_name_length(arg + dash);
   const Option* o = dash && n_B && !arg[dash + n_B] ? option_meant(t, arg + dash, n_B) : NULL;
   if (!o) {
      const char* value = value_of_letter(t, arg, &o);
      if (!value) return arg;
      const OptionName name = option_first_name(o);
      return kept("--%.*s=%s", (int)name.n_B, name.text, value);
   }
   *has_next = takes_next(o, arg, next);
   if (*has_next) return kept("%s=%s", arg, next);
   if (!o->alone) return arg;
   if (next && o->kind == OPTION_CHOICE && word_number(o, next))
      fail("%s takes its value after '=': %s", arg, printable(kept("%s=%s", arg, next)));
   return kept("%s=%s", arg, o->alone);
}

// What a typed name stands for; fails if it is none.
static OptionName resolved(const OptionParse* p, const char* text, size_t n_B)
{
   size_t n;
   const OptionName* like = option_names_like(p->table, text, n_B, &n);
   for (size_t i = 0; i < n; i++)
      if (like[i].n_B == n_B) return like[i];
   if (!n || !n_B) fail_unknown_option(p, kept_copy(text, n_B));
   for (size_t i = 1; i < n; i++)
      if (like[i].option != like[0].option)
         fail_ambiguous_option(kept_copy(text, n_B), like, n);
   return n == 1 ? like[0] : option_first_name(like[0].option);
}

// Takes the option in args[i] off, with its value; returns where the next argument is.
static size_t take(const OptionParse* p, const char** args, size_t n, size_t i)
{
   const char* text = args[i] + dashes(args[i]);
   const char* equals = *text == '=' ? NULL : strchr(text, '=');
   const OptionName name = resolved(p, text, equals ? (size_t)(equals - text) : strlen(text));
   const char* value = equals ? equals + 1 : NULL;
   if (!option_takes_value(name.option)) {
      if (value) fail("%s takes no value", option_dashed(&name));
      act(p, name.option);
      return i + 1;
   }
   if (!name.option->alone && (value ? !*value : i + 1 == n))
      fail("%s needs a value: %s", option_dashed(&name), option_wanted(name.option));
   if (!value) value = args[++i];
   set_value(p, name.option, value);
   return i + 1;
}

// The arguments of a command line, each option with its value as far as they are one; *n: how many.
static const char** all_spelled_out(const OptionParse* p, size_t* n)
{
   const char** args = kept_room((p->n + 1) * sizeof *args);
   bool ended = false;
   *n = 0;
   for (size_t i = 0; i < p->n; i++) {
      const char *arg = p->typed[i], *next = i + 1 < p->n ? p->typed[i + 1] : NULL;
      bool has_next = false;
      ended |= strcmp(arg, "--") == 0;
      args[(*n)++] = ended ? arg : spelled_out(p->table, arg, next, &has_next);
      i += has_next;
   }
   return args;
}

Arguments options_parse(const OptionTable* t, int argc, char** argv)
{
   const OptionParse p = {t, (const char* const*)argv + 1, argc > 0 ? (size_t)argc - 1 : 0};
   size_t n, i = 0;
   const char** args = all_spelled_out(&p, &n);
   Arguments others = {kept_room((n + 1) * sizeof *others.texts), 0};
   while (i < n && strcmp(args[i], "--") != 0)
      if (args[i][0] == '-' && args[i][1])
         i = take(&p, args, n, i);
      else
         others.texts[others.n++] = args[i++];
   for (i++; i < n; i++) others.texts[others.n++] = args[i];
   return others;
}
