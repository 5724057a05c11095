// SPDX-License-Identifier: GPL-3.0-or-later
// Interning of modules, files and functions; see callgraph.h.
#include "callgraph/callgraph.h"

void callgraph_init(CallGraph* g, const CallGraphConfig* config)
{
   host_memset(g, 0, sizeof *g);
   g->config = *config;
   g->total_width = callgraph_total_width(config);
   g->arena_names.what = "callgraph.names";
   g->arena_contexts.what = "callgraph.contexts";
   g->arena_blocks.what = "callgraph.blocks";
   g->arena_arcs.what = "callgraph.arcs";
   g->arena_cost_centres.what = "callgraph.cost_centres";
   if (config->tree_depth) context_tree_init(&g->tree, config->width, config->tree_depth);
}

// Names of equal hash are told apart by probing with the next hash value.
Module* callgraph_module(CallGraph* g, const char* name)
{
   uint64_t h = map_hash_string(name);
   Module* o;
   while ((o = map_get(&g->modules, h, 0)) && host_strcmp(o->name, name)) h++;
   if (o) return o;
   o = arena_alloc(&g->arena_names, sizeof *o);
   *o = (Module){arena_strdup(&g->arena_names, name), ++g->n_modules};
   map_put(&g->modules, h, 0, o);
   return o;
}

SourceFile* callgraph_file(CallGraph* g, Module* module, const char* name)
{
   uint64_t h = map_hash_string(name);
   SourceFile* f;
   while ((f = map_get(&g->files, h, module->number)) && host_strcmp(f->name, name)) h++;
   if (f) return f;
   f = arena_alloc(&g->arena_names, sizeof *f);
   *f = (SourceFile){arena_strdup(&g->arena_names, name), module, ++g->n_files};
   map_put(&g->files, h, module->number, f);
   return f;
}

Function* callgraph_function(CallGraph* g, SourceFile* file, const char* name, bool* is_new)
{
   uint64_t h = map_hash_string(name);
   Function* f;
   while ((f = map_get(&g->functions, h, file->number)) && host_strcmp(f->name, name)) h++;
   *is_new = !f;
   if (f) return f;
   f = arena_alloc(&g->arena_names, sizeof *f);
   f->name = arena_strdup(&g->arena_names, name);
   f->file = file;
   f->settings = g->config.defaults;
   f->number = ++g->n_functions;
   map_put(&g->functions, h, file->number, f);
   return f;
}

void callgraph_rename(CallGraph* g, Function* f, const char* name, SourceFile* file)
{
   f->file = file;
   f->name = arena_strdup(&g->arena_names, name);
}

static bool starts_with(const char* text, const char* start)
{
   return host_strncmp(text, start, host_strlen(start)) == 0;
}

bool callgraph_is_known_source(const Function* f)
{
   const char* file = f->file->name;
   return host_strcmp(file, "???") != 0 && !starts_with(file, "./")
          && !starts_with(file, "/usr/src/debug/");
}
