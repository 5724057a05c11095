// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the calling-context tree; see tree_file.h.
#include "callgrind/result_files/tree_file.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "callgrind/clock.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/columns.h"
#include "callgrind/result_files/header_lines.h"
#include "callgrind/result_files/log_file.h"
#include "callgrind/result_files/out_file.h"
#include "callgrind/result_files/reserved_file.h"
#include "callgrind/result_files/result_files.h"
#include "callgrind/result_files/run_id.h"
#include "callgrind/result_files/run_names.h"
#include "callgrind/threads/thread_stacks.h"
#include "engine/engine.h"
#include "writers/tree_text.h"

static HChar* base_name;      // absolute
static ULong part_started_ns; // since 1970

static HChar* expand(void)
{
   return run_names_base(RESULT_TREE, "--context-tree-out-file", options.context_tree_file);
}

// Ends the program if another result file has this name, or if a part of either may have it.
static void require_own_name(const HChar* option, const HChar* pattern)
{
   HChar* other = VG_(expand_file_name)(option, pattern);
   switch (out_file_collision(base_name, True, other)) {
   case OUT_FILES_APART: break;
   case OUT_FILES_ARE_ONE:
      VG_(fmsg)
      ("the files of %s and --context-tree-out-file are both %s; choose another place for one "
       "of them.\n",
       option, base_name);
      VG_(exit)(1);
   case OUT_FILES_SHARE_PARTS:
      VG_(fmsg)
      ("parts of %s %s and of --context-tree-out-file %s may have the same name; choose "
       "another place for one of them.\n",
       option, other, base_name);
      VG_(exit)(1);
   }
   VG_(free)(other);
}

void tree_file_init(void)
{
   base_name = expand();
   part_started_ns = clock_ns(VKI_CLOCK_REALTIME);
   require_own_name("--callgrind-out-file", options.out_file);
   if (options_write_data()) require_own_name("--data-out-file", options.data_file);
   log_file_require_apart("--context-tree-out-file", base_name, True);
   out_file_require("the calling-context tree", base_name, "--context-tree-out-file");
   run_names_move_earlier(base_name);
}

void tree_file_reserve(void)
{
   HChar suffix[64], name[VG_(strlen)(base_name) + sizeof suffix];
   for (UInt t = 1; t < (options.separate_threads ? thread_stacks_end() : 2); t++) {
      if (options.separate_threads && !thread_stacks_has(t)) continue;
      profile_file_suffix(suffix, &(ProfileFileId){.is_last = True, .thread = t});
      VG_(sprintf)(name, "%s%s", base_name, suffix);
      reserved_file_add(name);
   }
}

void tree_file_after_fork(void)
{
   VG_(free)(base_name);
   base_name = expand();
   part_started_ns = clock_ns(VKI_CLOCK_REALTIME);
}

static Bool write_to(Int fd, const ProfileFileId* id, const HChar* trigger)
{
   static Writer w;
   ULong now = clock_ns(VKI_CLOCK_REALTIME);
   writer_init(&w, fd);
   writer_text(&w,
               "# xgrind context tree\nversion: 1\ncreator: xgrind-" XGRIND_VERSION "\npid: ");
   writer_number(&w, (ULong)run_id.process);
   writer_char(&w, '\n');
   header_lines_write_command(&w);
   writer_text(&w, "part: ");
   writer_number(&w, id->part);
   writer_text(&w, "\ntrigger: ");
   writer_line_text(&w, trigger ? trigger : "Program termination");
   writer_text(&w, "\ntime: ");
   writer_number(&w, part_started_ns);
   writer_char(&w, ' ');
   writer_number(&w, now > part_started_ns ? now - part_started_ns : 0);
   writer_char(&w, '\n');
   header_lines_write_event_names(&w);
   tree_text_write(&w, &engine.graph, columns_layout(),
                   options.separate_threads ? id->thread : 0);
   return writer_finish(&w);
}

Bool tree_file_write(const ProfileFileId* id, const HChar* trigger)
{
   static OutFileKind kind = {"calling-context tree"};
   const HChar* more = id->is_last ? "" : "; its costs will be in the next tree";
   HChar suffix[64], name[VG_(strlen)(base_name) + sizeof suffix];
   OutFile f;
   profile_file_suffix(suffix, id);
   VG_(sprintf)(name, "%s%s", base_name, suffix);
   Int error = out_file_open(&f, name);
   if (error) {
      out_file_report(&kind, name, error, True, more);
      return False;
   }
   const Bool complete = write_to(f.fd, id, trigger);
   HChar* final = out_file_final_name(&f, base_name, suffix);
   Bool ok = out_file_close(&f, complete);
   if (ok)
      result_files_add(RESULT_TREE, final, id->is_last);
   else
      out_file_report(&kind, name, 0, f.beside, more);
   VG_(free)(final);
   if (ok && id->is_final) part_started_ns = clock_ns(VKI_CLOCK_REALTIME);
   return ok;
}
