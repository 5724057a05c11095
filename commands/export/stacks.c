// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/stacks.h"

#include <string.h>

#include "commands/files/output.h"
#include "commands/text/built.h"
#include "commands/text/escapes.h"
#include "commands/text/kept.h"
#include "commands/text/message.h"
#include "commands/text/utf8_text.h"

// Every node has its whole stack, so that a small tree can become a large text: one of 1 MB can have 20 GB of stacks.
enum { FACTOR_MAX = 300 };                         // of the tree's bytes
static const uint64_t least_B = (uint64_t)1 << 28; // that any tree may become

typedef struct {
   const ContextTree* t;
   const char* name;
   Output* out;
   Built text; // what is written next
   uint64_t left_B, most_B;
} Stacks;

static Stacks begin(const ContextTree* t, const char* name)
{
   const uint64_t most_B = FACTOR_MAX * t->bytes < least_B ? least_B : FACTOR_MAX * t->bytes;
   return (Stacks){
      .t = t, .name = name, .out = output_open(name), .left_B = most_B, .most_B = most_B};
}

static void put(Stacks* s)
{
   if (s->text.n_B > s->left_B)
      fail("%s would have more than %lu MiB of stacks; choose one event, a lower "
           "--context-tree-depth, or --pprof",
           printable(s->name), s->most_B >> 20);
   s->left_B -= s->text.n_B;
   output_write(s->out, s->text.text, s->text.n_B);
   s->text.n_B = 0;
}

static void finish(Stacks* s)
{
   put(s);
   output_close(s->out);
   built_clear(&s->text);
}

// ------------------------------------------------------------------------------------ collapsed stacks

// A name as part of a stack: what separates names and lines, and what a terminal acts on, is written as its code.
static const char* frame_text(const char* name)
{
   const char* text = escaped(name);
   if (!strchr(text, ';')) return *text ? text : "???";
   Built b = {0};
   for (; *text; text++)
      if (*text == ';')
         built_add(&b, "\\x3b");
      else
         built_char(&b, *text);
   return built_kept(&b);
}

// The texts of all functions, then of all threads and handlers.
static const char** frame_texts(const ContextTree* t)
{
   const char** texts =
      kept_room((t->n_functions + t->n_activities + (size_t)1) * sizeof *texts);
   for (uint32_t f = 0; f < t->n_functions; f++) texts[f] = frame_text(t->functions[f].name);
   for (uint32_t a = 0; a < t->n_activities; a++)
      texts[t->n_functions + a] = tree_activity_name(&t->activities[a]);
   return texts;
}

// The number of a frame among both.
static uint64_t frame_number(const ContextTree* t, uint32_t node)
{
   const uint64_t frame = tree_frame(t, node);
   return frame >= TREE_ACTIVITY ? t->n_functions + (frame - TREE_ACTIVITY) : frame;
}

void export_collapsed(const ContextTree* t, const char* name, const TreeEvent* event)
{
   const char** texts = frame_texts(t);
   Stacks s = begin(t, name);
   TreeWalk walk = tree_walk(t);
   while (tree_walk_next(&walk)) {
      const uint64_t weight = tree_cost(t, walk.node, event);
      if (!weight) continue;
      for (uint32_t depth = 0; depth < walk.depth; depth++) {
         if (depth) built_char(&s.text, ';');
         built_add(&s.text, texts[frame_number(t, walk.open[depth])]);
      }
      built_format(&s.text, " %lu\n", weight);
      put(&s);
   }
   tree_walk_end(&walk);
   finish(&s);
}

// ----------------------------------------------------------------------------------------- speedscope

static void add_frames(Stacks* s)
{
   const ContextTree* t = s->t;
   for (uint32_t i = 0; i < t->n_functions; i++) {
      const TreeFunction* f = &t->functions[i];
      built_format(&s->text, "%s{\"name\":%s", i ? ",\n" : "", json_quoted(f->name));
      if (*f->file && strcmp(f->file, "???") != 0)
         built_format(&s->text, ",\"file\":%s", json_quoted(f->file));
      if (f->line) built_format(&s->text, ",\"line\":%lu", f->line);
      built_char(&s->text, '}');
   }
   for (uint32_t a = 0; a < t->n_activities; a++)
      built_format(&s->text, "%s{\"name\":%s}", t->n_functions + a ? ",\n" : "",
                   json_quoted(tree_activity_name(&t->activities[a])));
}

// One event's profile: first the stacks, then their weights.
static void put_profile(Stacks* s, const TreeEvent* event)
{
   const char* title = event->title && strcmp(event->title, event->name) != 0
                          ? kept("%s: %s", event->name, event->title)
                          : event->name;
   built_format(&s->text,
                "{\"type\":\"sampled\",\"name\":%s,\"unit\":\"%s\",\"startValue\":0,"
                "\"endValue\":%lu,\"samples\":[",
                json_quoted(title), event->unit ? event->unit : "none", event->total);
   Built weights = {0};
   TreeWalk walk = tree_walk(s->t);
   while (tree_walk_next(&walk)) {
      const uint64_t weight = tree_cost(s->t, walk.node, event);
      if (!weight) continue;
      built_add(&s->text, weights.n_B ? ",\n[" : "\n[");
      for (uint32_t depth = 0; depth < walk.depth; depth++)
         built_format(&s->text, "%s%lu", depth ? "," : "",
                      frame_number(s->t, walk.open[depth]));
      built_char(&s->text, ']');
      built_format(&weights, "%s%lu", weights.n_B ? "," : "", weight);
      put(s);
   }
   tree_walk_end(&walk);
   built_add(&s->text, "\n],\"weights\":[");
   built_bytes(&s->text, weights.text, weights.n_B);
   built_add(&s->text, "]}");
   built_clear(&weights);
   put(s);
}

void export_speedscope(const ContextTree* t, const char* name, const char* creator,
                       const TreeEvent* const* events, uint32_t n)
{
   Stacks s = begin(t, name);
   Built commands = {0};
   for (uint32_t i = 0; i < t->commands.n; i++)
      built_format(&commands, "%s%s", i ? " + " : "", t->commands.text[i]);
   built_add(&commands, "");
   built_format(&s.text,
                "{\"$schema\":\"https://www.speedscope.app/"
                "file-format-schema.json\",\n\"name\":%s,\"exporter\":%s,"
                "\"activeProfileIndex\":0,\n\"shared\":{\"frames\":[\n",
                json_quoted(built_kept(&commands)), json_quoted(creator));
   add_frames(&s);
   built_add(&s.text, "\n]},\n\"profiles\":[\n");
   for (uint32_t e = 0; e < n; e++) {
      if (e) built_add(&s.text, ",\n");
      put_profile(&s, events[e]);
   }
   built_add(&s.text, "\n]}\n");
   finish(&s);
}
