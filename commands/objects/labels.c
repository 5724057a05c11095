// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of memory objects; see labels.h.
#include "commands/objects/labels.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/array.h"
#include "base/code_name.h"
#include "base/path_name.h"
#include "commands/objects/variables.h"
#include "commands/profile/strings.h"
#include "commands/text/kept.h"

static const char* label_of(const DataFile* d, const DataObject* o, const ObjectName* name)
{
   const char* place = path_name(name->place);
   if (strcmp(o->kind, "static") == 0 && *o->symbol) {
      char* label = kept_copy(o->symbol, strlen(o->symbol));
      code_name_fortran(label);
      return label;
   }
   const char* variable = variable_of(d, o, name);
   if (variable && *variable) return *name->place ? kept("%s (%s)", variable, place) : variable;
   // of code without a symbol an address says nothing without its module
   if (!*name->place && !*o->symbol && strncmp(name->name, "0x", 2) == 0)
      return kept("%s (%s)", name->name, path_name(name->module));
   return *o->symbol || !*name->place ? name->name : kept("%s (%s)", name->name, place);
}

// --- objects that would have one label ----------------------------------------------------------------

typedef struct {
   const char* label;
   const DataObject* o;
   const ObjectName* name;
} Labelled;

static int by_label(const void* a, const void* b)
{
   const Labelled *x = a, *y = b;
   const int by = strcmp(x->label, y->label);
   return by ? by : compare_numbers((uintptr_t)x->o, (uintptr_t)y->o);
}

static const char* place_of(const Labelled* l)
{
   return path_name(l->name->place);
}

// Without the number behind it.
static const char* name_of(const Labelled* l)
{
   const char* name = l->name->name;
   size_t n = strlen(name), digits = n;
   while (digits && isdigit((unsigned char)name[digits - 1])) digits--;
   const bool has_number =
      digits < n && digits >= 2 && name[digits - 1] == '#' && name[digits - 2] == ' ';
   return has_number ? kept_copy(name, digits - 2) : name;
}

static const char* module_of(const Labelled* l)
{
   return path_name(l->name->module);
}

// Whether all have what tells them apart.
static bool are_apart(const Labelled* alike, uint32_t n, const char* (*more)(const Labelled*))
{
   Strings seen = {0};
   bool apart = true;
   for (uint32_t i = 0; i < n && apart; i++) {
      const char* text = more(&alike[i]);
      apart = *text && strings_number(&seen, text, strlen(text)) == i;
   }
   strings_clear(&seen);
   return apart;
}

static void number_by_place(Labelled* alike, uint32_t n)
{
   Strings places = {0};
   uint32_t* numbers = host_zalloc("commands.labels", (n + 1) * sizeof *numbers);
   for (uint32_t i = 0; i < n; i++) {
      const char *place = place_of(&alike[i]), *label = alike[i].label;
      const uint32_t number = ++numbers[strings_number(&places, place, strlen(place))];
      alike[i].label = strstr(label, place) ? kept("%s #%u", label, number)
                                            : kept("%s (%s) #%u", label, place, number);
   }
   host_free(numbers);
   strings_clear(&places);
}

// With the place, or the calls that allocated, or the module, whichever tells all apart; else with the place and a number.
static void tell_apart(Labelled* alike, uint32_t n)
{
   static const char* (*const ways[])(const Labelled*) = {place_of, name_of, module_of};
   for (uint32_t w = 0; w < sizeof ways / sizeof ways[0]; w++)
      if (are_apart(alike, n, ways[w])) {
         for (uint32_t i = 0; i < n; i++)
            alike[i].label = kept("%s (%s)", alike[i].label, ways[w](&alike[i]));
         return;
      }
   number_by_place(alike, n);
}

// A name of the program's may look like what is made here.
static const char* not_taken(Strings* taken, const Labelled* l)
{
   const char* label = l->label;
   while (strings_find(taken, label, strlen(label)) != STRINGS_NONE)
      label = kept("%s #%" PRIu64, label, l->o->id);
   return label;
}

static uint32_t end_of_alike(const Labelled* all, uint32_t i, uint32_t n)
{
   uint32_t end = i + 1;
   while (end < n && strcmp(all[i].label, all[end].label) == 0) end++;
   return end;
}

const char** object_labels(const DataFile* d, const ObjectName* names)
{
   const uint32_t n = d->n_objects;
   Labelled* all = host_alloc("commands.labels", (n + 1) * sizeof *all);
   for (uint32_t i = 0; i < n; i++)
      all[i] = (Labelled){label_of(d, &d->objects[i], &names[i]), &d->objects[i], &names[i]};
   array_sort(all, n, sizeof *all, by_label);
   Strings taken = {0};
   for (uint32_t i = 0, end; i < n; i = end) {
      end = end_of_alike(all, i, n);
      if (end == i + 1) (void)strings_number(&taken, all[i].label, strlen(all[i].label));
   }
   const char** labels = kept_room((n + 1) * sizeof *labels);
   for (uint32_t i = 0, end; i < n; i = end) {
      end = end_of_alike(all, i, n);
      if (end > i + 1) tell_apart(all + i, end - i);
      for (uint32_t k = i; k < end; k++) {
         if (end > i + 1) {
            all[k].label = not_taken(&taken, &all[k]);
            (void)strings_number(&taken, all[k].label, strlen(all[k].label));
         }
         labels[all[k].o - d->objects] = all[k].label;
      }
   }
   strings_clear(&taken);
   host_free(all);
   return labels;
}
