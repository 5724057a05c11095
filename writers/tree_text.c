// SPDX-License-Identifier: GPL-3.0-or-later
// The calling-context tree as text; see tree_text.h.
//
// Objects, files and functions are written before the first line that needs them.
#include "writers/tree_text.h"

typedef struct {
   Writer* w;
   CallGraph* g;
   const ProfileLayout* layout;
   uint32_t thread;
   uint32_t n_nodes;
   Map modules, files, functions; // written so far
   uint64_t totals[EV_COUNT];
   ShownRest rest;
} Text;

static void write_row(Text* t, const char* key, const uint64_t* numbers, uint32_t n)
{
   writer_text(t->w, key);
   for (uint32_t i = 0; i < n; i++) {
      writer_char(t->w, ' ');
      writer_number(t->w, numbers[i]);
   }
}

static void write_name(Text* t, const char* name)
{
   writer_char(t->w, ' ');
   writer_line_text(t->w, name);
   writer_char(t->w, '\n');
}

// True if the number is new.
static bool is_first(Map* seen, const void* what, uint32_t number)
{
   if (map_get(seen, (uintptr_t)what, number)) return false;
   map_put(seen, (uintptr_t)what, number, seen);
   return true;
}

static void define_file(Text* t, const SourceFile* f)
{
   const Module* o = f->module;
   if (is_first(&t->modules, o, 0)) {
      write_row(t, "object", (uint64_t[]){o->number}, 1);
      write_name(t, o->name);
   }
   if (!is_first(&t->files, f, 0)) return;
   write_row(t, "file", (uint64_t[]){f->number, o->number}, 2);
   write_name(t, f->name);
}

// The function's first line and address, as far as they are known.
static void define_function(Text* t, const ContextTreeNode* n)
{
   const Function* f = n->function;
   const Block* b = n->entry;
   if (!f || !is_first(&t->functions, f, 0)) return;
   define_file(t, f->file);
   SourceFile* ignored = NULL;
   uint32_t line = f->line;
   if (b && !line) host_position(b, b->start, &ignored, &line);
   write_row(t, "fn", (uint64_t[]){f->number, f->file->number, line}, 3);
   writer_char(t->w, ' ');
   writer_hex(t->w, b ? b->start - b->bias : 0);
   write_name(t, f->name);
}

static bool has_something(const ContextTreeNode* n, uint32_t width)
{
   uint64_t any = n->calls | n->recursions;
   for (uint32_t e = 0; e < width; e++) any |= n->self[e];
   return any != 0;
}

// Marks what is to be written with the number 1, the rest with 0.
static void choose(ContextTreeNode* root, uint32_t width)
{
   root->number = 0;
   for (ContextTreeNode* n = root->first; n; n = context_tree_next(n)) {
      n->number = 0;
      if (!has_something(n, width)) continue;
      for (ContextTreeNode* p = n; p && !p->number; p = p->parent) p->number = 1;
   }
}

static void write_costs(Text* t, const ContextTreeNode* n)
{
   const ProfileLayout* l = t->layout;
   uint32_t last = l->n_events;
   while (last > 0
          && (l->event[last - 1] >= t->g->config.width || !n->self[l->event[last - 1]]))
      last--;
   for (uint32_t i = 0; i < last; i++) {
      uint32_t e = l->event[i];
      uint64_t cost = e < t->g->config.width ? n->self[e] : 0;
      writer_char(t->w, ' ');
      writer_number(t->w, event_shown(e, cost, &t->rest));
      t->totals[e] += cost;
   }
   writer_char(t->w, '\n');
}

static void write_nodes(Text* t, ContextTreeNode* root)
{
   root->number = ++t->n_nodes;
   write_row(t, "root", (uint64_t[]){root->number, root->thread, (uint64_t)root->signal}, 3);
   writer_char(t->w, '\n');
   for (ContextTreeNode* n = root->first; n; n = context_tree_next(n)) {
      if (!n->number) continue; // and so are those below it
      n->number = ++t->n_nodes;
      define_function(t, n);
      write_row(t, "node",
                (uint64_t[]){n->number, n->parent->number,
                             n->function ? n->function->number : 0, n->calls, n->recursions},
                5);
      write_costs(t, n);
   }
}

static void write_segment(Text* t, ContextTreeNode* root)
{
   choose(root, t->g->config.width);
   if (!root->number) return;
   context_tree_reverse(root); // the oldest one comes first
   write_nodes(t, root);
   context_tree_reverse(root);
}

static void write_segments(Text* t, ContextTreeNode* list)
{
   for (ContextTreeNode* s = list; s; s = s->next)
      if (!t->thread || s->thread == t->thread) write_segment(t, s);
}

void tree_text_write(Writer* w, CallGraph* g, const ProfileLayout* layout, uint32_t thread)
{
   Text t = {.w = w, .g = g, .layout = layout, .thread = thread};
   writer_text(w, "depth: ");
   writer_number(w, g->tree.depth_max);
   writer_text(w, "\nevents:");
   for (uint32_t i = 0; i < layout->n_events; i++) {
      writer_char(w, ' ');
      writer_text(w, event_name(layout->event[i], false));
   }
   writer_char(w, '\n');
   write_segments(&t, g->tree.ended);
   write_segments(&t, g->tree.running);
   profile_write_cost(w, layout, "totals:", t.totals, NULL);
   map_clear(&t.modules);
   map_clear(&t.files);
   map_clear(&t.functions);
}
