// SPDX-License-Identifier: GPL-3.0-or-later
//
// replay: drives caches and call graph from a text trace, without Valgrind.
//
// Usage: replay [--I1=size,ways,line] [--D1=...] [--LL=...] [--wb] [--prefetch] TRACE
//
// Each line of the trace is one of
//    I ADDRESS SIZE     one instruction is fetched        (addresses in hexadecimal)
//    R ADDRESS SIZE     it reads data
//    W ADDRESS SIZE     it writes data
//    call NAME          the current function calls NAME
//    return             and returns
//    # ...              a comment
// Prints the events that are not zero, then each call arc with its count and inclusive Ir and
// D1 misses.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"

enum { DEPTH_MAX = 1000, SIZE_MAX_B = 64 };

static const char* file_name;
static int line_number;
static Block* callers[DEPTH_MAX];
static int depth;

static void refuse(const char* why)
{
   fprintf(stderr, "%s:%d: %s\n", file_name, line_number, why);
   exit(1);
}

// The one block of a function, with a site of each kind, a call and a return.
static Block* block_of(const char* name)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   SourceFile* file = callgraph_file(g, callgraph_object(g, "trace"), "trace");
   Function* f = callgraph_function(g, file, name, &is_new);
   uint64_t address = (uint64_t)f->number << 12;
   Block* b = callgraph_find_block(g, address, false);
   if (b) return b;
   b = callgraph_new_block(g, address, false);
   b->object = file->object;
   b->function = f;
   b->is_entry = true;
   b->tally_width = TALLY_WIDTH_FULL;
   callgraph_shape_block(g, b, 1, 3, 2, 1);
   b->instrs[0].size_B = 1;
   for (uint16_t i = 0; i < 3; i++)
      b->sites[i] =
         (Site){.block = b, .index = i, .kind = (uint8_t)(SITE_FETCH + i), .is_write = i == 2};
   b->exits[0] = (Exit){.block = b, .after_B = 8, .kind = EXIT_CALL};
   b->exits[1] = (Exit){.block = b, .after_B = 16, .kind = EXIT_RETURN};
   return b;
}

// The block behind the call, where a return goes to.
static Block* after_call(Block* b)
{
   Block* r = callgraph_find_block(&engine.graph, b->start + 8, false);
   if (r) return r;
   r = callgraph_new_block(&engine.graph, b->start + 8, false);
   r->object = b->object;
   r->function = b->function;
   return r;
}

static void count(Event e)
{
   xg_now.total[e]++;
}

static void access_line(Block* b, char kind, uint64_t address, unsigned size_B)
{
   if (b->key != xg_now.key) engine_enter_block(b);
   Site* s = &b->sites[kind == 'I' ? 0 : kind == 'R' ? 1 : 2];
   s->size_B = (uint16_t)size_B;
   count(kind == 'I' ? EV_IR : kind == 'R' ? EV_DR : EV_DW);
   if (kind == 'I')
      engine_fetch(s, address);
   else
      engine_data(s, address);
}

static uint64_t stack_pointer(void)
{
   return (1 << 20) - 16 * (uint64_t)depth;
}

static void line(char* text, Block** current)
{
   char name[256], kind;
   uint64_t address;
   unsigned size_B;
   text[strcspn(text, "\n")] = '\0';
   if (!*text || *text == '#') return;
   if (sscanf(text, "%c %" SCNx64 " %u", &kind, &address, &size_B) == 3
       && strchr("IRW", kind)) {
      if (size_B < 1 || size_B > SIZE_MAX_B) refuse("the size must be 1 to 64 bytes");
      access_line(*current, kind, address, size_B);
   } else if (sscanf(text, "call %255s", name) == 1) {
      if (depth == DEPTH_MAX) refuse("calls are nested too deeply");
      Block* callee = block_of(name);
      callers[depth++] = *current;
      engine_transfer(&(*current)->exits[0], callee, stack_pointer());
      *current = callee;
   } else if (strcmp(text, "return") == 0) {
      if (depth == 0) refuse("there is no call to return from");
      Block* caller = callers[--depth];
      engine_transfer(&(*current)->exits[1], after_call(caller), stack_pointer());
      *current = caller;
   } else {
      refuse("expected I, R, W, call, return or a comment");
   }
}

static void print_results(void)
{
   for (int e = 0; e < EV_COUNT; e++)
      if (xg_now.total[e]) printf("%s %" PRIu64 "\n", event_name[e], xg_now.total[e]);
   engine_unwind_all();
   for (uint32_t n = 1; n <= engine.graph.n_functions; n++)
      for (const Place* p = engine.graph.places; p; p = p->next)
         for (const Arc* a = p->number == n ? p->arcs : NULL; a; a = a->next_from)
            printf("%s -> %s calls %" PRIu64 " Ir %" PRIu64 " D1m %" PRIu64 "\n",
                   p->context->fn[0]->name, a->to->context->fn[0]->name, a->calls,
                   a->cost[EV_IR], a->cost[EV_D1MR] + a->cost[EV_D1MW]);
}

static void option(const char* arg, EngineConfig* c)
{
   static const char* const name[] = {"--I1=", "--D1=", "--LL="};
   Geometry* geometry[] = {&c->caches.i1, &c->caches.d1, &c->caches.ll};
   for (int i = 0; i < 3; i++) {
      if (strncmp(arg, name[i], 5)) continue;
      const char* error = geometry_parse(arg + 5, geometry[i]);
      if (!error) return;
      fprintf(stderr, "replay: %s: %s\n", arg, error);
      exit(1);
   }
   if (!strcmp(arg, "--wb"))
      c->caches.write_back = true;
   else if (!strcmp(arg, "--prefetch"))
      c->caches.prefetch = true;
   else {
      fprintf(stderr, "replay: unknown option %s\n", arg);
      exit(1);
   }
}

int main(int argc, char** argv)
{
   EngineConfig c = {
      .cache_sim = true,
      .graph = {.width = EV_WIDTH_ALL,
                .uniform_contexts = true,
                .collect_at_start = true,
                .defaults = {.separate_recursions = 2}},
      .caches = {.i1 = {32768, 8, 64}, .d1 = {32768, 8, 64}, .ll = {8388608, 16, 64}}};
   for (int i = 1; i < argc; i++) {
      if (argv[i][0] == '-')
         option(argv[i], &c);
      else
         file_name = argv[i];
   }
   FILE* f = file_name ? fopen(file_name, "r") : NULL;
   if (!f) {
      fprintf(stderr, "replay: cannot read the trace %s\n",
              file_name ? file_name : "(none given)");
      return 1;
   }
   engine_init(&c);
   strand_switch(&engine.graph, &xg_now, strand_new(&engine.graph, 1));
   Block* current = block_of("main");
   engine_enter_block(current);
   char text[1024];
   for (line_number = 1; fgets(text, sizeof text, f); line_number++) line(text, &current);
   fclose(f);
   print_results();
   return 0;
}
