// SPDX-License-Identifier: GPL-3.0-or-later
// Names as short texts; see names.h.
#include "commands/text/names.h"

#include <string.h>

#include "base/array.h"
#include "base/code_name.h"
#include "commands/text/distinct.h"
#include "commands/text/kept.h"
#include "commands/text/paths.h"
#include "commands/text/screen.h"
#include "commands/text/utf8_text.h"

enum {
   COLUMN_MAX_B = 16, // of a column: a letter and what is put on it
   DOTS_COLUMNS = 3,
   SCOPE_MIN_B = 8, // a shorter end of a name says nothing
   FORMS_MAX = 7,
   TEXTS_MAX = 5,
};

static bool is_full;

void set_full_names(bool full)
{
   is_full = full;
}

bool full_names(void)
{
   return is_full;
}

const char* fitted(const char* text, int columns)
{
   return is_full ? visible(text) : cut(visible(text), columns, 0);
}

// --- The parts of a function's text ----------------------------------------------------------------

// What a text is made of, and its forms, from the shortest to the whole name.
typedef struct {
   const char *file, *module; // "": not shown
   const char* forms[FORMS_MAX];
   uint32_t n_forms; // 0: not known yet
} Parts;

static bool is_known(const char* text)
{
   return *text && strcmp(text, "???") != 0;
}

static const char* joined(const char* file, const char* name, const char* module)
{
   if (!*file && !*module) return name;
   return kept("%s%s%s%s%s%s", file, *file ? ":" : "", name, *module ? " [" : "", module,
               *module ? "]" : "");
}

// Everything that is known about a function; a file and a module that are not are "".
static const char* whole(const char* module, const char* file, const char* name)
{
   return joined(visible(file), *name ? visible(name) : "???", visible(module));
}

// --- Texts of one function, the best ones first ------------------------------------------------------

static bool pairs(const char* text)
{
   int angle = 0, curly = 0, round = 0;
   for (; *text; text++) {
      angle += (*text == '<') - (*text == '>');
      curly += (*text == '{') - (*text == '}');
      round += (*text == '(') - (*text == ')');
   }
   return !angle && !curly && !round;
}

// The next scope or folder in a name; NULL: there is none.
static const char* scope_in(const char* name)
{
   for (; *name; name++)
      if (*name == '/' || (name[0] == ':' && name[1] == ':')) return name;
   return NULL;
}

// A name without scopes from the left, as many as fit; NULL: there is no such rest.
static const char* without_scopes(const char* name, int columns)
{
   const int room = columns - DOTS_COLUMNS;
   const size_t most_B = (size_t)room * (is_ascii(name) ? 1 : COLUMN_MAX_B),
                length_B = strlen(name);
   if (length_B > most_B) name += length_B - most_B; // what is before cannot fit
   for (const char* at = name; (at = scope_in(at)); at += *at == '/' ? 1 : 2) {
      if (columns_of(at) > room || !pairs(at)) continue;
      return strlen(at) > SCOPE_MIN_B ? kept("...%s", at) : NULL;
   }
   return NULL;
}

// A function's text with this form of its name: the best one that fits.
static const char* fitting(const Parts* parts, const char* name, int columns)
{
   const char* text = joined(parts->file, name, parts->module);
   if (columns_of(text) <= columns) return text;
   text = joined(parts->file, name, "");
   if (columns_of(text) <= columns) return text;
   if (columns_of(name) <= columns) return name;
   text = without_scopes(name, columns);
   return text ? text : cut(name, columns, NAME_END);
}

static bool can_have_forms(const char* name)
{
   return strlen(name) <= CODE_NAME_MAX_B
          && (strpbrk(name, "<([{@") || strstr(name, "::h") || strncmp(name, "0x0", 3) == 0
              || strstr(name, "_MOD_") || strstr(name, "_omp_fn"));
}

// Adds a form, unless it is there.
static void add_form(Parts* parts, const char* form)
{
   for (uint32_t i = 0; i < parts->n_forms; i++)
      if (strcmp(parts->forms[i], form) == 0) return;
   parts->forms[parts->n_forms++] = form;
}

// Each form of a name is longer than those before.
static void set_all_forms(Parts* parts, const char* name)
{
   static const unsigned keeps[FORMS_MAX - 1] = {
      0,
      CODE_NAME_TEMPLATES,
      CODE_NAME_SIGNATURE,
      CODE_NAME_TEMPLATES | CODE_NAME_SIGNATURE,
      CODE_NAME_HASH,
      CODE_NAME_TEMPLATES | CODE_NAME_SIGNATURE | CODE_NAME_HASH,
   };
   for (uint32_t i = 0; can_have_forms(name) && i < FORMS_MAX - 1; i++) {
      char* form = code_name_keeping(name, keeps[i]);
      add_form(parts, kept_copy(form, strlen(form)));
      host_free(form);
   }
   add_form(parts, name);
}

// The forms of a name.  Of one with templates, only those that fit: what is left of a longer one when it is cut is not its
// name, but a part of its arguments.
static void set_forms(Parts* parts, const DistinctItem* item, int columns)
{
   if (parts->n_forms) return;
   if (!item->is_code) {
      add_form(parts, item->name);
      return;
   }
   set_all_forms(parts, item->name);
   if (!strstr(parts->forms[0], "<>")) return;
   uint32_t n = 1;
   for (uint32_t i = 1; i < parts->n_forms; i++)
      if (columns_of(parts->forms[i]) <= columns) parts->forms[n++] = parts->forms[i];
   parts->n_forms = n;
}

static uint32_t add_some(const char** texts, uint32_t n, const char* text)
{
   if (text && *text) texts[n++] = text;
   return n;
}

// Texts with the file or the module, if need be cut.
static const char* with_place(const Parts* parts, uint32_t n, int columns)
{
   const char* texts[TEXTS_MAX];
   const char* name = parts->forms[0];
   uint32_t n_texts = 0;
   if (strchr(parts->file, '/')) {
      // the folder tells it from others: the name whole, or cut, too
      const int room = (int)(columns * (1 - NAME_END));
      n_texts =
         add_some(texts, n_texts, cut_between("", parts->file, kept(":%s", name), columns));
      n_texts = add_some(
         texts, n_texts,
         kept("%s:%s", cut(parts->file, room, 0), cut(name, columns - room - 1, NAME_END)));
   }
   if (*parts->module)
      n_texts =
         add_some(texts, n_texts, cut_between(kept("%s [", name), parts->module, "]", columns));
   n_texts = add_some(texts, n_texts, joined(parts->file, name, parts->module));
   n_texts = add_some(texts, n_texts,
                      joined(parts->file, parts->forms[parts->n_forms - 1], parts->module));
   return n < n_texts ? cut(texts[n], columns, NAME_END) : NULL;
}

// What a function may be called, while there is more than cutting to try.
static const char* function_text(DistinctItem* item, uint32_t n, int columns)
{
   Parts* parts = item->with;
   if (!n) return fitting(parts, item->is_code ? item->brief : item->name, columns);
   set_forms(parts, item, columns);
   return n < parts->n_forms ? fitting(parts, parts->forms[n], columns)
                             : with_place(parts, n - parts->n_forms, columns);
}

// --- Functions, and others ---------------------------------------------------------------------------

static int by_names(const void* x, const void* y)
{
   const FunctionNames *a = *(const FunctionNames*const*)x, *b = *(const FunctionNames*const*)y;
   int sign = strcmp(a->module, b->module);
   if (!sign) sign = strcmp(a->file, b->file);
   return sign ? sign : strcmp(a->name, b->name);
}

// Of each path, a short text; "" if it is not known.  Returns whether two differ, so that they are worth to be shown.
static bool set_paths(const char* const* paths, uint32_t n, const char** texts)
{
   const char** known = kept_room((n + (size_t)1) * sizeof *known);
   uint32_t n_known = 0;
   bool differ = false;
   for (uint32_t i = 0; i < n; i++) {
      if (!is_known(paths[i])) continue;
      differ |= n_known && strcmp(known[0], paths[i]) != 0;
      known[n_known++] = paths[i];
   }
   if (!is_full) known = short_paths(known, n_known);
   for (uint32_t i = 0, k = 0; i < n; i++) texts[i] = is_known(paths[i]) ? known[k++] : "";
   return differ && !is_full;
}

static DistinctItem item_of(const FunctionNames* f, const char* module, const char* file,
                            bool is_code)
{
   return (DistinctItem){.key = {f->module, f->file, f->name},
                         .whole = whole(module, file, f->name),
                         .name = *f->name ? visible(f->name) : "???",
                         .is_code = is_code,
                         .suggests = function_text,
                         .with = kept_room(sizeof(Parts))};
}

// The items of n different functions.
static DistinctItem* items_of(const FunctionNames* const* functions, uint32_t n, bool is_code)
{
   DistinctItem* items = kept_room((n + (size_t)1) * sizeof *items);
   const char** names = kept_room((n + (size_t)1) * sizeof *names);
   const char** modules = kept_room((n + (size_t)1) * sizeof *modules);
   const char** files = kept_room((n + (size_t)1) * sizeof *files);
   for (uint32_t i = 0; i < n; i++) names[i] = functions[i]->module;
   const bool modules_tell = set_paths(names, n, modules);
   for (uint32_t i = 0; i < n; i++) names[i] = functions[i]->file;
   const bool files_tell = set_paths(names, n, files);
   for (uint32_t i = 0; i < n; i++) {
      items[i] = item_of(functions[i], modules[i], files[i], is_code);
      Parts* parts = items[i].with;
      parts->module = modules_tell ? visible(modules[i]) : "";
      parts->file = files_tell ? visible(files[i]) : "";
   }
   return items;
}

static const char** texts_of(const FunctionNames* functions, uint32_t n, int columns,
                             bool is_code)
{
   const char** texts = kept_room((n + (size_t)1) * sizeof *texts);
   const FunctionNames** sorted = kept_room((n + (size_t)1) * sizeof *sorted);
   const FunctionNames** once = kept_room((n + (size_t)1) * sizeof *once);
   uint32_t n_once = 0;
   for (uint32_t i = 0; i < n; i++) sorted[i] = &functions[i];
   array_sort(sorted, n, sizeof *sorted, by_names);
   for (uint32_t i = 0; i < n; i++)
      if (!i || by_names(&sorted[i - 1], &sorted[i]) != 0) once[n_once++] = sorted[i];
   DistinctItem* items = items_of(once, n_once, is_code);
   distinct_texts(items, n_once, columns, is_full);
   for (uint32_t i = 0, k = 0; i < n; i++) {
      if (by_names(&once[k], &sorted[i]) != 0) k++;
      texts[sorted[i] - functions] = items[k].text;
   }
   return texts;
}

const char** short_functions(const FunctionNames* functions, uint32_t n, int columns)
{
   return texts_of(functions, n, columns, true);
}

static const char** texts_without_place(const char* const* names, uint32_t n, int columns,
                                        bool is_code)
{
   FunctionNames* functions = kept_room((n + (size_t)1) * sizeof *functions);
   for (uint32_t i = 0; i < n; i++) functions[i] = (FunctionNames){"", "", names[i]};
   return texts_of(functions, n, columns, is_code);
}

const char** short_names(const char* const* names, uint32_t n, int columns)
{
   return texts_without_place(names, n, columns, true);
}

const char** short_texts(const char* const* texts, uint32_t n, int columns)
{
   return texts_without_place(texts, n, columns, false);
}

const char** short_file_names(const char* const* paths, uint32_t n, int columns)
{
   return short_texts(is_full ? paths : short_paths(paths, n), n, columns);
}
