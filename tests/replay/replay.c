// SPDX-License-Identifier: GPL-3.0-or-later
//
// replay: drives caches and call graph from a text trace, without Valgrind.
//
// Usage: replay [--I1=size,ways,line] [--D1=...] [--L2=...] [--L3=...] [--LL=...] [--wb]
//               [--prefetch] [--profile=FILE] TRACE
//
// Each line of the trace is one of                       (addresses in hexadecimal)
//    I ADDRESS SIZE      one instruction is fetched
//    R ADDRESS SIZE      it reads data
//    W ADDRESS SIZE      it writes data
//    call NAME           the current function calls NAME
//    tail NAME           ... jumps to it: NAME returns to the caller
//    return              and returns
//    jump                ... jumps within itself
//    collect on|off      costs count from here on, or not
//    dump                the part so far is printed (and written), a new one begins
//    # ...               a comment
// Prints the events that are not zero, then each call arc with its count and inclusive Ir and
// D1 misses.  --profile writes the same in Callgrind's format.  What is not understood ends the
// replay with file, line and one sentence.
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/access.h"
#include "engine/entry_points.h"
#include "writers/profile_reset.h"

enum { DEPTH_MAX = 1000, ACCESS_MAX_B = 64, LINE_MAX_CHARS = 300, STACK_TOP = 1 << 20 };
enum { S_FETCH, S_READ, S_WRITE, S_COUNT };
enum { X_JUMP, X_TAIL, X_CALL, X_RETURN, X_COUNT };

static struct {
   Block* current;
   Block* caller[DEPTH_MAX];
   bool tail[DEPTH_MAX];
   int depth, calls, part; // calls: those that a return can leave
   Writer* profile;        // NULL: none
   FILE* print;
} replay;

// The one block of a function, with a site of each kind and an exit of each kind.
static Block* block_of(const char* name)
{
   CallGraph* g = &engine.graph;
   bool is_new;
   SourceFile* file = callgraph_file(g, callgraph_module(g, "trace"), "trace");
   Function* f = callgraph_function(g, file, name, &is_new);
   uint64_t address = (uint64_t)f->number << 12;
   Block* b = callgraph_find_block(g, address, false);
   if (b) return b;
   b = callgraph_new_block(g, address, false);
   b->module = file->module;
   b->function = f;
   b->is_entry = true;
   b->n_counters = SITE_COUNTERS;
   callgraph_shape_block(g, b, 1, S_COUNT, X_COUNT, 1);
   b->instrs[0].size_B = 1;
   static const uint8_t site[S_COUNT] = {SITE_FETCH, SITE_READ_GUARDED, SITE_WRITE_GUARDED};
   static const uint8_t exit[X_COUNT] = {EXIT_JUMP, EXIT_JUMP, EXIT_CALL, EXIT_RETURN};
   for (uint16_t i = 0; i < S_COUNT; i++)
      b->sites[i] = (Site){.block = b, .index = i, .kind = site[i], .is_write = i == S_WRITE};
   for (uint16_t i = 0; i < X_COUNT; i++)
      b->exits[i] = (Exit){.block = b, .after_B = (uint16_t)(8 * i), .kind = exit[i]};
   return b;
}

// A block of a function behind its start, which returns and jumps lead to.
static Block* inside(const Block* b, uint64_t offset)
{
   Block* r = callgraph_find_block(&engine.graph, b->start + offset, false);
   if (r) return r;
   r = callgraph_new_block(&engine.graph, b->start + offset, false);
   r->module = b->module;
   r->function = b->function;
   return r;
}

static void enter(Block* b)
{
   replay.current = b;
   if (b->key != xg_current.key) entry_points.enter(b);
}

static uint64_t stack_pointer(void)
{
   return STACK_TOP - 16 * (uint64_t)replay.calls;
}

// Leaves the current block by one of its exits.
static void leave(int exit, const Block* target)
{
   Exit* x = &replay.current->exits[exit];
   entry_points_transfer(x->kind)(x, target->address, stack_pointer());
}

// --- parts --------------------------------------------------------------------------------

static void print_part(const ShadowStack* s)
{
   FILE* to = replay.print;
   for (int e = 0; e < EV_COUNT; e++)
      if (xg_current.total[e] != s->last_dump[e])
         fprintf(to, "%s %" PRIu64 "\n", event_name(e, false),
                 xg_current.total[e] - s->last_dump[e]);
   for (uint32_t n = 1; n <= engine.graph.n_functions; n++)
      for (const Context* p = engine.graph.contexts; p; p = p->next)
         for (const Arc* a = p->function_number == n ? p->arcs : NULL; a; a = a->next_from)
            if (a->calls || a->cost[EV_IR])
               fprintf(to, "%s -> %s calls %" PRIu64 " Ir %" PRIu64 " D1m %" PRIu64 "\n",
                       p->function->name, a->to->function->name, a->calls, a->cost[EV_IR],
                       a->cost[EV_D1MR] + a->cost[EV_D1MW]);
}

// The events up to misses with write-back, without those of TLBs and line use, which are not simulated.
static ProfileLayout layout_of_part(void)
{
   ProfileLayout layout = {.by_line = true};
   for (uint8_t e = 0; e <= EV_DLDMW; e++)
      if (e < EV_ITM || e >= EV_WIDTH_BESIDE_USE) layout.event[layout.n_events++] = e;
   return layout;
}

static void write_part(void)
{
   static Writer nothing;
   ProfileLayout layout = layout_of_part();
   uint64_t totals[EV_COUNT];
   ProfilePart part = {.totals = totals};
   Writer* w = replay.profile;
   if (!w) {
      writer_init(w = &nothing, -1);
      w->failed = true; // what is written only resets the graph
   } else {
      if (replay.part == 0) writer_text(w, "# callgrind format\nversion: 1\ncreator: replay\n");
      writer_text(w, "\npart: ");
      writer_number(w, (uint64_t)replay.part + 1);
      writer_text(w, "\npositions: line\nevents:");
      for (uint32_t e = 0; e < layout.n_events; e++) {
         writer_char(w, ' ');
         writer_text(w, event_name(layout.event[e], false));
      }
      writer_char(w, '\n');
   }
   profile_begin_part(&engine.graph, &part);
   profile_write_body(w, &engine.graph, &layout, &part, NULL);
   profile_end_part(&engine.graph, &part, true);
   writer_char(w, '\n');
   profile_write_cost(w, &layout, "totals:", totals, NULL);
   replay.part++;
   ShadowStack* s = xg_current.stack;
   for (int e = 0; e < EV_COUNT; e++) {
      XG_ASSERT(totals[e] == xg_current.total[e] - s->last_dump[e]); // conservation
      s->last_dump[e] = xg_current.total[e];
   }
   for (const Context* p = engine.graph.contexts; p; p = p->next)
      for (Arc* a = p->arcs; a; a = a->next_from) a->calls = 0;
}

static void finish_part(void)
{
   shadow_stack_flush_frames(&engine.graph, &xg_current);
   print_part(xg_current.stack);
   write_part();
   callgraph_check(&engine.graph);
   hierarchy_check(&PROGRAM->caches);
}

// --- lines --------------------------------------------------------------------------------

static bool read_number(const char* text, int base, uint64_t* n)
{
   size_t digits = strspn(text, base == 10 ? "0123456789" : "0123456789abcdefABCDEF");
   if (digits == 0 || digits > 16 || text[digits]) return false;
   *n = strtoull(text, NULL, base);
   return true;
}

static const char* access_line(char kind, const char* address_text, const char* size_text)
{
   uint64_t address, size_B;
   if (!read_number(address_text, 16, &address))
      return "the address must be a hexadecimal number";
   if (!read_number(size_text, 10, &size_B) || size_B < 1 || size_B > ACCESS_MAX_B)
      return "the size must be 1 to 64 bytes";
   Block* b = replay.current;
   Site* s = &b->sites[kind == 'I' ? S_FETCH : kind == 'R' ? S_READ : S_WRITE];
   s->size_B = (uint16_t)size_B;
   if (kind == 'I') {
      b->cost_centre->executions[0]++;
      xg_current.total[EV_IR]++;
      access_fetch_at(s, address);
   } else {
      entry_points.data_guarded(s, address);
   }
   return NULL;
}

static const char* call_line(const char* name, bool tail)
{
   if (replay.depth == DEPTH_MAX) return "calls are nested too deeply";
   if (tail && replay.calls == 0) return "the outermost function cannot be left";
   Block* from = replay.current;
   Block* callee = block_of(name);
   replay.tail[replay.depth] = tail;
   replay.caller[replay.depth++] = from;
   replay.calls += !tail;
   leave(tail ? X_TAIL : X_CALL, callee);
   enter(callee);
   return NULL;
}

static const char* return_line(void)
{
   if (replay.calls == 0) return "there is no call to return from";
   while (replay.tail[replay.depth - 1]) replay.depth--;
   Block* caller = replay.caller[--replay.depth];
   replay.calls--;
   leave(X_RETURN, inside(caller, 8 * X_CALL));
   enter(caller);
   return NULL;
}

static const char* collect_line(const char* how)
{
   bool on = !strcmp(how, "on");
   if (!on && strcmp(how, "off")) return "expected collect on or collect off";
   shadow_stack_collect(&engine.graph, &xg_current, on);
   enter(replay.current);
   return NULL;
}

// NULL, or what is wrong with the line.
static const char* replay_line(char* text)
{
   char* word[4];
   int n = 0;
   for (char* t = strtok(text, " \t\r\n"); t; t = strtok(NULL, " \t\r\n")) {
      if (n == 0 && *t == '#') return NULL;
      if (n == 4) return "there are too many words";
      word[n++] = t;
   }
   if (n == 0) return NULL;
   if (n == 3 && strlen(word[0]) == 1 && strchr("IRW", *word[0]))
      return access_line(*word[0], word[1], word[2]);
   if (n == 2 && !strcmp(word[0], "call")) return call_line(word[1], false);
   if (n == 2 && !strcmp(word[0], "tail")) return call_line(word[1], true);
   if (n == 1 && !strcmp(word[0], "return")) return return_line();
   if (n == 2 && !strcmp(word[0], "collect")) return collect_line(word[1]);
   if (n == 1 && !strcmp(word[0], "dump")) {
      finish_part();
      return NULL;
   }
   if (n == 1 && !strcmp(word[0], "jump")) {
      leave(X_JUMP, inside(replay.current, 4));
      return NULL;
   }
   return "expected I, R, W, call, tail, return, jump, collect, dump or a comment";
}

// Replays a trace; NULL or what is wrong with line *number.
static const char* replay_file(FILE* f, const EngineConfig* c, int* number)
{
   char text[LINE_MAX_CHARS];
   engine_init(c);
   shadow_stack_switch(&engine.graph, &xg_current, shadow_stack_new(&engine.graph, 1));
   enter(block_of("main"));
   for (*number = 1; fgets(text, sizeof text, f); ++*number) {
      if (strlen(text) == sizeof text - 1 && text[sizeof text - 2] != '\n')
         return "the line is too long";
      const char* error = replay_line(text);
      if (error) return error;
   }
   finish_part();
   return NULL;
}

static const EngineConfig replay_defaults = {
   .cache_sim = true,
   .graph = {.width = EV_WIDTH_ALL,
             .uniform_contexts = true,
             .collect_at_start = true,
             .defaults = {.separate_recursions = 2}},
   .caches = {.i1 = {32768, 8, 64}, .d1 = {32768, 8, 64}, .ll = {8388608, 16, 64}}};

static const char* option(const char* arg, EngineConfig* c, const char** profile)
{
   static const char* const name[] = {"--I1=", "--D1=", "--L2=", "--L3=", "--LL="};
   Geometry* geometry[] = {&c->caches.i1, &c->caches.d1, &c->caches.between[0],
                           &c->caches.between[1], &c->caches.ll};
   for (int i = 0; i < 5; i++)
      if (!strncmp(arg, name[i], 5)) return geometry_parse(arg + 5, geometry[i]);
   if (!strcmp(arg, "--wb"))
      c->caches.write_back = true;
   else if (!strcmp(arg, "--prefetch"))
      c->caches.prefetch = true;
   else if (!strncmp(arg, "--profile=", 10))
      *profile = arg + 10;
   else
      return "unknown option";
   return NULL;
}

static int complain(const char* what, const char* why)
{
   fprintf(stderr, "replay: %s: %s\n", what, why);
   return 1;
}

int main(int argc, char** argv)
{
   static Writer w;
   EngineConfig c = replay_defaults;
   const char *trace = NULL, *profile = NULL, *error;
   for (int i = 1; i < argc; i++) {
      if (argv[i][0] != '-')
         trace = argv[i];
      else if ((error = option(argv[i], &c, &profile)))
         return complain(argv[i], error);
   }
   error = geometry_hierarchy_error(&c.caches.i1, &c.caches.d1, c.caches.between, &c.caches.ll);
   c.graph.hierarchy = hierarchy_has_l2(&c.caches);
   if (error) return complain("caches", error);
   if (!trace) return complain("usage", "replay [options] TRACE");
   FILE* f = fopen(trace, "r");
   if (!f) return complain(trace, "cannot be read");
   if (profile) {
      int fd = open(profile, O_WRONLY | O_CREAT | O_TRUNC, 0666);
      if (fd < 0) return complain(profile, "cannot be written");
      writer_init(&w, fd);
      replay.profile = &w;
   }
   replay.print = stdout;
   int number;
   error = replay_file(f, &c, &number);
   fclose(f);
   if (error) {
      fprintf(stderr, "%s:%d: %s\n", trace, number, error);
      return 1;
   }
   if (replay.profile && (!writer_finish(&w) || close(w.fd)))
      return complain(profile, "cannot be written");
   return 0;
}
