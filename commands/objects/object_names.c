// SPDX-License-Identifier: GPL-3.0-or-later
// Names of memory objects; see object_names.h.
#include "commands/objects/object_names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/allocator_names.h"
#include "base/array.h"
#include "base/code_name.h"
#include "base/library_file.h"
#include "commands/text/kept.h"

// Stacks come from strangers, are long, and of many objects each: none is looked through twice.
typedef struct {
   const uint32_t*
      wanting; // numbers of calls whose functions may have wanted the memory, by their names
   uint32_t n_wanting;
   uint32_t outermost; // that is not start-up code, if there is one
   bool is_known;
} StackUse;

typedef struct {
   DataFile* d;
   ObjectName* names;
   StackUse* stacks;        // by stack
   const char** code_names; // by function; NULL: not known yet
   uint8_t* hands_on;       // by function; UNKNOWN at first
} Naming;

enum { UNKNOWN, NO, YES };

static const DataFunction* function_of(const Naming* n, const DataFrame* f)
{
   return &n->d->functions[f->function];
}

static const char* code_name_of(Naming* n, const DataFrame* f)
{
   const char** name = &n->code_names[f->function];
   if (!*name) {
      char* made = code_name(function_of(n, f)->name);
      *name = arena_strdup(&n->d->arena, made);
      host_free(made);
   }
   return *name;
}

// --- the call that an allocation is named after -----------------------------------------------------

// Whether the function is between the user's and the allocator.
static bool hands_on(Naming* n, const DataFrame* f)
{
   uint8_t* known = &n->hands_on[f->function];
   if (*known == UNKNOWN) {
      const DataFunction* function = function_of(n, f);
      const bool hands = (function->is_inlined && library_file(function->file))
                         || allocator_names_hand_on(code_name_of(n, f));
      *known = hands ? YES : NO;
   }
   return *known == YES;
}

static bool is_start(const Naming* n, const DataFrame* f)
{
   return allocator_names_start(function_of(n, f)->name);
}

// What the names of a stack's functions say.
static const StackUse* stack_use(Naming* n, const DataStack* s)
{
   StackUse* use = &n->stacks[s - n->d->stacks];
   if (use->is_known) return use;
   use->is_known = true;
   use->outermost = s->n;
   for (uint32_t i = 0; i < s->n; i++)
      if (!is_start(n, &s->frames[i])) use->outermost = i;
   const bool has_others = use->outermost < s->n;
   if (!has_others) use->outermost = s->n - 1;
   uint32_t* wanting = arena_alloc(&n->d->arena, s->n * sizeof *wanting);
   for (uint32_t i = 0; i < s->n; i++)
      if (!(has_others && is_start(n, &s->frames[i])) && !hands_on(n, &s->frames[i]))
         wanting[use->n_wanting++] = i;
   use->wanting = wanting;
   return use;
}

// The innermost call that wanted the memory for itself; if none did, the outermost there is.  The tool has seen which functions return
// what they allocate.
static const DataFrame* frame_of_user(Naming* n, const DataObject* o)
{
   const StackUse* use = stack_use(n, o->stack);
   NumberSet handed_on = {0};
   if (o->handed_on)
      for (JsonValue v = json_first(o->handed_on); v != json_next(o->handed_on);
           v = json_next(v))
         (void)number_set_add(&handed_on, json_count(&n->d->json, v));
   uint32_t found = use->outermost;
   for (uint32_t i = 0; i < use->n_wanting; i++)
      if (!number_set_has(&handed_on, use->wanting[i])) {
         found = use->wanting[i];
         break;
      }
   number_set_clear(&handed_on);
   return &o->stack->frames[found];
}

// --- one object's name --------------------------------------------------------------------------------

// A text that lives as long as the data file.
__attribute__((format(printf, 2, 3))) static const char* made(Naming* n, const char* format,
                                                              ...)
{
   va_list arguments, again;
   va_start(arguments, format);
   va_copy(again, arguments);
   const int length = vsnprintf(NULL, 0, format, arguments);
   char* text = arena_alloc(&n->d->arena, (size_t)length + 1);
   (void)vsnprintf(text, (size_t)length + 1, format, again);
   va_end(again);
   va_end(arguments);
   return text;
}

static const char* fortran_name(Naming* n, const char* symbol)
{
   char* name = arena_strdup(&n->d->arena, symbol);
   code_name_fortran(name);
   return name;
}

static const char* place_of(Naming* n, const char* file, uint64_t line)
{
   return !*file || !line ? file : made(n, "%s:%" PRIu64, file, line);
}

static void name_object(Naming* n, const DataObject* o, ObjectName* name)
{
   name->module = o->module;
   if (*o->symbol || !o->stack || !o->stack->n) {
      name->name = *o->symbol ? fortran_name(n, o->symbol) : o->kind;
      name->place = o->source;
      return;
   }
   const DataFrame* frame = name->frame = frame_of_user(n, o);
   const DataFunction* f = function_of(n, frame);
   name->name = code_name_of(n, frame);
   if (!*name->name) name->name = *f->name ? f->name : "???";
   name->place = place_of(n, f->file, frame->line);
   name->module = f->module;
}

// --- objects that would have one name -----------------------------------------------------------------

// By which users tell objects apart; those that are alike are in the order of the file.
typedef struct {
   const DataObject* o;
   ObjectName* name;
} Named;

static int compare_labels(const Named* x, const Named* y)
{
   int by = strcmp(x->name->name, y->name->name);
   if (!by) by = strcmp(x->name->place, y->name->place);
   if (!by) by = strcmp(x->o->kind, y->o->kind);
   return by ? by : strcmp(x->name->module, y->name->module);
}

static int by_label(const void* x, const void* y)
{
   const int by = compare_labels(x, y);
   return by ? by
             : compare_numbers((uintptr_t)((const Named*)x)->o,
                               (uintptr_t)((const Named*)y)->o);
}

static int by_frame(const void* x, const void* y)
{
   return compare_numbers((uintptr_t)((const Named*)x)->name->frame,
                          (uintptr_t)((const Named*)y)->name->frame);
}

// Calls the function for all objects with each label that several have.
static void for_alike(Naming* n, Named* all, void (*does)(Naming*, Named*, uint32_t))
{
   const uint32_t count = n->d->n_objects;
   array_sort(all, count, sizeof *all, by_label);
   for (uint32_t i = 0, end; i < count; i = end) {
      for (end = i + 1; end < count && compare_labels(&all[i], &all[end]) == 0; end++) {
      }
      if (end - i > 1) does(n, all + i, end - i);
   }
}

// The call that is so much further out than the one an object is named after; NULL: there is none.
static const DataFrame* outer_frame(const Named* of, uint32_t depth)
{
   const DataStack* s = of->o->stack;
   const size_t i = (size_t)(of->name->frame - s->frames) + 1 + depth;
   return i < s->n ? &s->frames[i] : NULL;
}

// Whether two calls have one text, "new_vectors:100"; that of none is "".
static bool is_same_call(Naming* n, const DataFrame* x, const DataFrame* y)
{
   if (x == y) return true;
   const char *of_x = x ? code_name_of(n, x) : "", *of_y = y ? code_name_of(n, y) : "";
   return (x ? x->line : 0) == (y ? y->line : 0) && strcmp(of_x, of_y) == 0;
}

// How far out is the first call that is not the same in all of these objects; UINT32_MAX: there is none.
static uint32_t depth_that_differs(Naming* n, Named* alike, uint32_t count)
{
   array_sort(alike, count, sizeof *alike, by_frame);
   uint32_t n_frames = 1; // of different stacks
   for (uint32_t i = 1; i < count; i++)
      if (alike[i].name->frame != alike[i - 1].name->frame) {
         const Named other = alike[i];
         alike[i] = alike[n_frames];
         alike[n_frames++] = other;
      }
   for (uint32_t depth = 0;; depth++) {
      bool any = false;
      for (uint32_t i = 0; i < n_frames; i++) {
         const DataFrame* f = outer_frame(&alike[i], depth);
         if (!is_same_call(n, f, outer_frame(&alike[0], depth))) return depth;
         any = any || f;
      }
      if (!any) return UINT32_MAX;
   }
}

// Adds the first call that tells the objects apart: "zeros < new_vectors:100".
static void add_caller(Naming* n, Named* alike, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      if (!alike[i].name->frame) return;
   const uint32_t depth = depth_that_differs(n, alike, count);
   if (depth == UINT32_MAX) return;
   for (uint32_t i = 0; i < count; i++) {
      const DataFrame* f = outer_frame(&alike[i], depth);
      if (!f || (!f->line && !*code_name_of(n, f))) continue;
      const char* line = f->line ? made(n, ":%" PRIu64, f->line) : "";
      alike[i].name->name = made(n, "%s < %s%s", alike[i].name->name, code_name_of(n, f), line);
   }
}

// --- several allocations of one line --------------------------------------------------------------------

static _Thread_local const DataFile* sorted_file;

static int compare_frames(const DataFrame* x, const DataFrame* y)
{
   const DataFunction *f = &sorted_file->functions[x->function],
                      *g = &sorted_file->functions[y->function];
   int by = f == g ? 0 : strcmp(f->name, g->name);
   if (!by && f != g) by = strcmp(f->file, g->file);
   return by ? by : compare_numbers(x->line, y->line);
}

static int compare_stacks(const DataStack* x, const DataStack* y)
{
   if (x == y) return 0;
   for (uint32_t i = 0; i < x->n && i < y->n; i++) {
      const int by = compare_frames(&x->frames[i], &y->frames[i]);
      if (by) return by;
   }
   return compare_numbers(x->n, y->n);
}

static int by_stack_and_birth(const void* a, const void* b)
{
   const DataObject *x = ((const Named*)a)->o, *y = ((const Named*)b)->o;
   int by = compare_stacks(x->stack, y->stack);
   if (!by) by = compare_numbers(x->born, y->born);
   return by ? by : compare_numbers(x->id, y->id);
}

// Says which of the allocations of one line each is.
static void number_allocations(Naming* n, Named* alike, uint32_t count)
{
   uint32_t with_frame = 0;
   for (uint32_t i = 0; i < count; i++)
      if (alike[i].name->frame) {
         const Named other = alike[with_frame];
         alike[with_frame++] = alike[i];
         alike[i] = other;
      }
   sorted_file = n->d;
   array_sort(alike, with_frame, sizeof *alike, by_stack_and_birth);
   for (uint32_t i = 0, end; i < with_frame; i = end) {
      for (end = i + 1;
           end < with_frame && compare_stacks(alike[i].o->stack, alike[end].o->stack) == 0;
           end++) {
      }
      for (uint32_t k = i; end - i > 1 && k < end; k++) {
         alike[k].name->which = k - i;
         alike[k].name->among = end - i;
      }
   }
}

static void add_numbers(Naming* n, Named* alike, uint32_t count)
{
   number_allocations(n, alike, count);
   for (uint32_t i = 0; i < count; i++)
      alike[i].name->name = made(n, "%s #%" PRIu64, alike[i].name->name, alike[i].o->id);
}

// --------------------------------------------------------------------------------------------------------

ObjectName* object_names(DataFile* d)
{
   Naming n = {.d = d};
   n.names = arena_alloc(&d->arena, d->n_objects * sizeof *n.names);
   n.stacks = arena_alloc(&d->arena, d->n_stacks * sizeof *n.stacks);
   n.code_names = arena_alloc(&d->arena, d->n_functions * sizeof *n.code_names);
   n.hands_on = arena_alloc(&d->arena, d->n_functions);
   Named* all = arena_alloc(&d->arena, d->n_objects * sizeof *all);
   for (uint32_t i = 0; i < d->n_objects; i++) {
      name_object(&n, &d->objects[i], &n.names[i]);
      all[i] = (Named){&d->objects[i], &n.names[i]};
   }
   for_alike(&n, all, add_caller);
   for_alike(&n, all, add_numbers);
   return n.names;
}
