// SPDX-License-Identifier: GPL-3.0-or-later
// The data file; see data_file.h.
#include "callgrind/result_files/data_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "callgrind/options/options.h"
#include "callgrind/ownership/handed_on.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/header_lines.h"
#include "callgrind/result_files/log_file.h"
#include "callgrind/result_files/out_file.h"
#include "callgrind/result_files/reserved_file.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/run_names.h"
#include "callgrind/threads/core_placement.h"
#include "callgrind/threads/thread_names.h"
#include "engine/probes.h"
#include "writers/data.h"

static HChar* file_name;
static uint64_t at_zero[EV_COUNT]; // what was collected when costs were zeroed

static HChar* expand(void)
{
   return run_names_base(RESULT_DATA, "--data-out-file", options.data_file);
}

void data_file_init(void)
{
   file_name = expand();
   HChar* profile = VG_(expand_file_name)("--callgrind-out-file", options.out_file);
   switch (out_file_collision(file_name, False, profile)) {
   case OUT_FILES_APART: break;
   case OUT_FILES_ARE_ONE:
      VG_(fmsg)
      ("the profile and the data file are both %s; choose another place for one of them "
       "with --data-out-file=<file>.\n",
       file_name);
      VG_(exit)(1);
   case OUT_FILES_SHARE_PARTS:
      VG_(fmsg)
      ("the data file %s may be a part of the profile %s; choose another place for one of "
       "them with --data-out-file=<file>.\n",
       file_name, profile);
      VG_(exit)(1);
   }
   VG_(free)(profile);
   log_file_require_apart("--data-out-file", file_name, False);
   out_file_require("the data file", file_name, "--data-out-file");
   for (UInt i = 1; i <= options.beside; i++)
      out_file_require_layouts("the data file of layouts", file_name, "--data-out-file", i);
   run_names_move_earlier(file_name);
}

void data_file_reserve(void)
{
   reserved_file_add(file_name);
   for (UInt i = 1; i <= options.beside && out_file_is_regular_or_new(file_name); i++) {
      HChar* of_layouts = out_file_of_layouts(file_name, i);
      reserved_file_add(of_layouts);
      VG_(free)(of_layouts);
   }
}

static void zero(void)
{
   if (options.collect_objects) object_costs_zero();
   if (probes.zero) probes.zero();
   if (options.what_if_apart) simulations_zero();
}

void data_file_zeroed(const uint64_t others[EV_COUNT])
{
   VG_(memcpy)(at_zero, others, sizeof at_zero);
   zero();
}

void data_file_after_fork(void)
{
   VG_(free)(file_name);
   file_name = expand();
   VG_(memset)(at_zero, 0, sizeof at_zero);
   zero();
}

void data_file_totals(uint64_t totals[EV_COUNT])
{
   dump_collected(totals);
   for (Int e = 0; e < EV_COUNT; e++) totals[e] -= at_zero[e];
}

static Bool write_to(Int fd, UInt simulation)
{
   static Writer w;
   uint64_t totals[EV_COUNT];
   data_file_totals(totals);
   if (simulation && options.what_if_apart)
      simulation_totals(&engine.simulation[simulation], totals);
   DataHeader h = {.creator = "xgrind-" XGRIND_VERSION,
                   .command = header_lines_command(),
                   .pid = (ULong)run_id.process,
                   .instructions = totals[EV_IR],
                   .totals = totals,
                   .simulation = simulation};
   if (options_choose_hierarchy() || options.cycles) {
      h.ll_latency = options.latencies.cycles[LATENCY_LL];
      h.memory_latency = options.latencies.cycles[LATENCY_MEMORY];
      for (UInt i = 0; i < LEVELS_BETWEEN; i++)
         if (options.between[i].size_B)
            h.between_latency[i] = options.latencies.cycles[LATENCY_L2 + i];
   }
   object_costs_flush();
   if (options.track_objects) handed_on_note();
   if (probes.close) probes.close();
   writer_init(&w, fd);
   PlacementData placement = core_placement_data();
   h.placement = &placement;
   h.layout = columns_layout();
   thread_names_note();
   h.thread_names = thread_names_list();
   h.n_thread_names = thread_names_count();
   data_write(&w, &h);
   return writer_finish(&w);
}

static Bool write_file(const HChar* name, UInt simulation)
{
   static OutFileKind kind = {"data file"};
   OutFile f;
   Int error = out_file_open(&f, name);
   if (error) {
      out_file_report(&kind, name, error, True, "");
      return False;
   }
   const Bool complete = write_to(f.fd, simulation);
   HChar* final = out_file_final_name(&f, name, "");
   Bool ok = out_file_close(&f, complete);
   if (ok)
      result_files_add(simulation ? RESULT_LAYOUTS : RESULT_DATA, final, True);
   else
      out_file_report(&kind, name, 0, f.beside, "");
   VG_(free)(final);
   return ok;
}

static Bool write_layouts(UInt simulation)
{
   HChar* name = out_file_of_layouts(file_name, simulation);
   const Bool ok = write_file(name, simulation);
   VG_(free)(name);
   return ok;
}

Bool data_file_write(void)
{
   Bool layouts_ok = True;
   for (UInt i = 1; i <= options.beside && out_file_is_regular_or_new(file_name); i++)
      layouts_ok &= write_layouts(i);
   return write_file(file_name, PROGRAM->number) && layouts_ok;
}
