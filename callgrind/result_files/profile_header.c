// SPDX-License-Identifier: GPL-3.0-or-later
// Headers of profiles; see profile_header.h.
#include "callgrind/result_files/profile_header.h"
#include "callgrind/processor/hierarchy_file.h"
#include "callgrind/processor/levels.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"

#include "callgrind/control/regions.h"
#include "callgrind/options/given_options.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/header_lines.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/sampled_error.h"
#include "callgrind/threads/thread_names.h"
#include "engine/engine.h"

static void write_line(Writer* w, const HChar* key, ULong n)
{
   writer_text(w, key);
   writer_number(w, n);
   writer_char(w, '\n');
}

static void write_cache(Writer* w, const HChar* name, const Geometry* g)
{
   writer_text(w, "desc: ");
   writer_text(w, name);
   writer_text(w, " cache: ");
   writer_number(w, g->size_B);
   writer_text(w, " B, ");
   writer_number(w, g->line_B);
   writer_text(w, " B, ");
   if (g->ways == 1) {
      writer_text(w, "direct-mapped\n");
   } else {
      writer_number(w, g->ways);
      writer_text(w, "-way associative\n");
   }
}

// All that is needed to run it again, and what the report compares cycles with: as options, without the dashes.
static void write_hierarchy(Writer* w)
{
   HChar value[HIERARCHY_VALUE_B];
   writer_text(w, "desc: Hierarchy:");
   for (Int n = 0;; n++) {
      const HChar* name = options_hierarchy_value(n, value);
      if (!name) break;
      if (!hierarchy_file_says(name, value) || VG_(strcmp)(name, "description") == 0) continue;
      writer_char(w, ' ');
      writer_text(w, name);
      writer_char(w, '=');
      writer_text(w, value);
   }
   writer_char(w, '\n');
}

static void write_caches(Writer* w)
{
   if (!options.cache_sim) return;
   write_cache(w, "I1", &options.i1);
   write_cache(w, "D1", &options.d1);
   for (UInt i = 0; i < levels_between(); i++)
      write_cache(w, level_between[i].name, &options.between[i]);
   write_cache(w, "LL", &options.ll);
   if (options_choose_hierarchy() || options.cycles) write_hierarchy(w);
}

static void write_thread_name(Writer* w, UInt thread)
{
   if (options.compat || !options.separate_threads) return; // Callgrind has no such line
   thread_names_note();
   const HChar* name = thread_names_of(thread);
   if (!name) return;
   writer_text(w, "desc: Thread: ");
   writer_line_text(w, name);
   writer_char(w, '\n');
}

static void write_extent(Writer* w, const ProfileHeader* h)
{
   writer_text(w, "desc: Timerange: Basic block ");
   writer_number(w, h->first_block);
   writer_text(w, " - ");
   writer_number(w, h->last_block);
   writer_text(w, "\ndesc: Trigger: ");
   writer_line_text(w, h->trigger ? h->trigger : "Program termination");
   writer_char(w, '\n');
}

// Shares can only be said in words: a derived event of the format is a sum.
static void write_unused_share(Writer* w, const HChar* level, ULong lines, ULong bytes,
                               ULong unused_B)
{
   if (!lines) return;
   ULong permille = (ULong)(1000.0 * (Double)unused_B / (Double)bytes + 0.5);
   writer_text(w, "desc: Use of ");
   writer_text(w, level);
   writer_text(w, " lines: ");
   writer_number(w, lines);
   writer_text(w, " ended, ");
   writer_number(w, permille / 10);
   writer_char(w, '.');
   writer_number(w, permille % 10);
   writer_text(w, " % of their bytes never used\n");
}

static void write_line_use(Writer* w, const ProfileHeader* h)
{
   const Simulation* sim = &engine.simulation[h->layout->simulation];
   const EvictedLines* evicted = &sim->evicted;
   // Evicted lines are not counted by thread.
   if (!options.line_use || options.compat || options.separate_threads) return;
   static const struct {
      const HChar* name;
      Event lost;
   } level[LEVEL_LL] = {
      {"L1", EV_SPLOSS_L1}, {"L2", EV_SPLOSS_L2}, {"L3", EV_SPLOSS_L3}, {"LL", EV_SPLOSS_LL}};
   for (UInt i = 0; i < LEVEL_LL; i++)
      write_unused_share(w, level[i].name, evicted->lines[i], evicted->bytes[i],
                         h->summary[event_in(level[i].lost, sim->number)]);
}

static void write_columns(Writer* w)
{
   const ProfileLayout* layout = columns_layout();
   writer_text(w, "\npositions:");
   if (layout->by_instr) writer_text(w, " instr");
   if (layout->by_line) writer_text(w, " line");
   writer_char(w, '\n');
   header_lines_write_event_names(w);
   writer_text(w, "events:");
   for (UInt i = 0; i < layout->n_events; i++) {
      writer_char(w, ' ');
      writer_text(w, event_name(layout->event[i], options.compat));
   }
   writer_char(w, '\n');
}

// So that the run can be repeated, and another option be added.
static void write_options(Writer* w)
{
   if (options.compat) return; // Callgrind has no such line
   HChar* text = given_options_text();
   if (!text) return;
   writer_text(w, "desc: Options: ");
   writer_text(w, text); // words for a shell, which have nothing that ends a line
   writer_char(w, '\n');
   host_free(text);
}

void profile_header_write_file(Writer* w)
{
   writer_text(w, "# callgrind format\nversion: 1\ncreator: xgrind-" XGRIND_VERSION "\n");
   write_line(w, "pid: ", (ULong)run_id.process);
   header_lines_write_command(w);
}

void profile_header_write(Writer* w, const ProfileHeader* h)
{
   if (!options.combine_dumps) profile_header_write_file(w);
   write_line(w, "part: ", h->part);
   if (options.separate_threads) write_line(w, "thread: ", h->thread);
   writer_char(w, '\n');
   run_id_write(w);
   if (h->has_machine) {
      write_options(w);
      write_caches(w);
   }
   write_thread_name(w, h->thread);
   write_extent(w, h);
   regions_write(w, h->layout, options.separate_threads ? h->thread : 0);
   write_line_use(w, h);
   sampled_error_write_header(w, h->summary);
   write_columns(w);
   profile_write_cost(w, h->layout, "summary:", h->summary, NULL);
   writer_char(w, '\n');
}
