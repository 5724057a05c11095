// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands/export/main.h"

#include <stdlib.h>
#include <string.h>

#include "commands/export/other_names.h"
#include "commands/export/pprof.h"
#include "commands/export/stacks.h"
#include "commands/files/newest.h"
#include "commands/files/output.h"
#include "commands/options/parse.h"
#include "commands/options/values.h"
#include "commands/profile/event_names.h"
#include "commands/text/built.h"
#include "commands/text/kept.h"
#include "commands/text/level_names.h"
#include "commands/text/message.h"
#include "commands/text/spelling.h"
#include "commands/tree/tree_reader.h"

// Words of --threads, by number; 0: not given.
enum { THREADS_NO = 1, THREADS_YES };

static struct {
   const char *pprof, *collapsed, *speedscope, *event, *thread, *root;
   int threads;
} export_options;

enum { THREAD_DIGITS_MAX = 9 };

static bool is_number_list(const char* value)
{
   for (;; value++) {
      const size_t digits = strspn(value, "0123456789");
      if (!digits || digits > THREAD_DIGITS_MAX) return false;
      value += digits;
      if (*value != ',') return !*value;
   }
}

// the macros first
#include "commands/options/rows.h"

static const Option rows[] = {
#include "commands/export/options.def"
};
static const OptionTable table = {"xgrind_export", rows, sizeof rows / sizeof rows[0]};

// The formats and the files that were asked for.
typedef struct {
   const char *format, *file;
} Wanted;

enum { FORMATS = 3 };

static uint32_t wanted_files(Wanted wanted[FORMATS])
{
   const Wanted all[FORMATS] = {{"pprof", export_options.pprof},
                                {"collapsed", export_options.collapsed},
                                {"speedscope", export_options.speedscope}};
   uint32_t n = 0;
   for (int i = 0; i < FORMATS; i++)
      if (all[i].file) wanted[n++] = all[i];
   return n;
}

static void check_options(void)
{
   Wanted wanted[FORMATS];
   const uint32_t n = wanted_files(wanted);
   if (!n) fail("nothing to write: give --pprof=FILE, --collapsed=FILE or --speedscope=FILE");
   for (uint32_t i = 1; i < n; i++)
      for (uint32_t k = 0; k < i; k++)
         if (output_same_file(wanted[k].file, wanted[i].file))
            fail("--%s and --%s are both %s; give each its own file", wanted[k].format,
                 wanted[i].format, quoted(wanted[i].file));
   const char* comma = export_options.event ? strchr(export_options.event, ',') : NULL;
   if (export_options.collapsed && comma)
      fail("--collapsed takes one event: --event=%.*s", (int)(comma - export_options.event),
           printable(export_options.event));
}

// Outputs must not overwrite the trees.
static void check_outputs(const char* const* files, size_t n)
{
   Wanted wanted[FORMATS];
   for (uint32_t i = 0, m = wanted_files(wanted); i < m; i++)
      output_keep_inputs(kept("--%s", wanted[i].format), wanted[i].file, "a tree to be read",
                         files, n);
}

// ------------------------------------------------------------------------------------ what is shown

// The threads that were asked for; their number, 0: all.
static uint32_t* chosen_threads(uint32_t* n)
{
   const char *list = export_options.thread, *number;
   *n = 0;
   if (!list) return NULL;
   uint32_t* threads = kept_room((strlen(list) + 1) * sizeof *threads);
   while ((number = next_of_list(&list))) threads[(*n)++] = (uint32_t)strtoul(number, NULL, 10);
   return threads;
}

static const char** event_names(const ContextTree* t)
{
   const char** names = kept_room((t->n_events + (size_t)1) * sizeof *names);
   for (uint32_t e = 0; e < t->n_events; e++) names[e] = t->events[e].name;
   return names;
}

// An event by its name, or one that counts levels as older files do.
static const TreeEvent* event_called(const ContextTree* t, const char* name)
{
   const TreeEvent* event = context_tree_event(t, name, strlen(name));
   if (!event) {
      const char* by_level =
         level_name(name, context_tree_event(t, "AcCostL2", strlen("AcCostL2")) != NULL);
      event = context_tree_event(t, by_level, strlen(by_level));
   }
   if (!event)
      fail("--event: there is no event %s",
           unknown_name(name, event_names(t), t->n_events, NULL));
   return event;
}

// The events that were asked for; their number, 0: none was.
static uint32_t chosen_events(const ContextTree* t, const TreeEvent** events)
{
   const char *list = export_options.event, *word;
   uint32_t n = 0;
   while ((word = next_of_list(&list))) {
      const TreeEvent* event = event_called(t, word);
      for (uint32_t i = 0; i < n; i++)
         if (events[i] == event) fail("--event has %s twice", quoted(word));
      events[n++] = event;
   }
   return n;
}

// Those of n events that are not 0: speedscope refuses profiles without any weight.
static uint32_t events_with_costs(const TreeEvent* const* events, uint32_t n,
                                  const TreeEvent** with)
{
   uint32_t m = 0;
   Built names = {0};
   for (uint32_t i = 0; i < n; i++) {
      if (events[i]->total) with[m++] = events[i];
      built_format(&names, "%s%s", i ? ", " : "", events[i]->name);
   }
   built_add(&names, "");
   if (!m)
      fail("there is nothing to show: %s %s 0", printable(built_kept(&names)),
           n > 1 ? "are" : "is");
   built_clear(&names);
   return m;
}

static void write_stacks(ContextTree* t, const char* creator, const TreeEvent* first,
                         const TreeEvent* const* chosen, uint32_t n)
{
   const TreeEvent** with = kept_room((t->n_events + (size_t)1) * sizeof *with);
   if (export_options.threads != THREADS_YES) context_tree_join_activities(t);
   if (export_options.collapsed) {
      events_with_costs(&first, 1, with);
      export_collapsed(t, export_options.collapsed, with[0]);
   }
   if (!export_options.speedscope) return;
   const TreeEvent** all = kept_room((t->n_events + (size_t)1) * sizeof *all);
   for (uint32_t e = 0; e < t->n_events; e++) all[e] = &t->events[e];
   const uint32_t m =
      n ? events_with_costs(chosen, n, with) : events_with_costs(all, t->n_events, with);
   export_speedscope(t, export_options.speedscope, creator, with, m);
}

int export_main(int argc, char** argv)
{
   message_program("xgrind_export", 1);
   refuse_other_names(argc, argv);
   Arguments files = options_parse(&table, argc, argv);
   check_options();
   if (!files.n) {
      files.texts = kept_room(sizeof *files.texts);
      files.texts[files.n++] = newest_file(
         "xgrind.tree.", "run the program with xgrind --context-tree=yes, or name the file");
   }
   check_outputs(files.texts, files.n);
   uint32_t n_threads;
   const uint32_t* threads = chosen_threads(&n_threads);
   ContextTree* t = context_tree_new();
   tree_read(t, files.texts, (uint32_t)files.n, threads, n_threads);
   context_tree_add_sums(t);
   if (n_threads && !t->n_activities) fail("--thread: the trees have no such thread");
   if (export_options.root && !context_tree_root_at(t, export_options.root))
      fail("--root: no function is called %s", quoted(export_options.root));
   const TreeEvent** chosen = kept_room((t->n_events + (size_t)1) * sizeof *chosen);
   const uint32_t n = chosen_events(t, chosen);
   const char* usual = n ? NULL : usual_event(event_names(t), t->n_events);
   if (!n && !usual) fail("the trees have no events");
   const TreeEvent* first = n ? chosen[0] : context_tree_event(t, usual, strlen(usual));
   const char* creator = "xgrind_export-" XG_VERSION;
   if (export_options.pprof) export_pprof(t, export_options.pprof, creator, first);
   if (export_options.collapsed || export_options.speedscope)
      write_stacks(t, creator, first, chosen, n);
   context_tree_free(t);
   output_finish();
   return 0;
}
