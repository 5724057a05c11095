// SPDX-License-Identifier: GPL-3.0-or-later
// The profiles of a run's processes; see run_profiles.h.
#include "callgrind/result_files/run_profiles.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcprint.h"

#include "base/grown_text.h"
#include "base/map.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/folder.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/run_id.h"

typedef struct {
   Map seen; // (process, program) and (process, 0)
   UInt processes, programs;
} Count;

static Bool is_new(Map* seen, uint64_t pid, uint64_t program)
{
   static Bool yes;
   if (map_get(seen, pid, program)) return False;
   map_put(seen, pid, program, &yes);
   return True;
}

static void count(const HChar* path, void* to)
{
   Count* c = to;
   WrittenBy by;
   if (!folder_written_by(&by, path, run_id.started_ns) || !by.program) return;
   if (is_new(&c->seen, (uint64_t)by.pid, by.program)) c->programs++;
   if (is_new(&c->seen, (uint64_t)by.pid, 0)) c->processes++;
}

void run_profiles_describe(EndLines* l, const HChar* base)
{
   if (options.compat || !run_id.has_others || !run_id_is_first()) return;
   Count c = {.processes = 0};
   folder_each(base, count, &c);
   map_clear(&c.seen);
   if (c.programs < 2) return;
   HChar number[96];
   VG_(snprintf)
   (number, sizeof number, "%u profiles of %u process%s", c.programs, c.processes,
    c.processes == 1 ? "" : "es");
   HChar* text = NULL;
   grown_text_add(&text, number);
   grown_text_add(&text, "; all together: xgrind_report");
   result_files_add_word(&text, base);
   end_lines_add_text(l, END_COMMAND, text);
   host_free(text);
}
