// SPDX-License-Identifier: GPL-3.0-or-later
// Names of result files of several processes and programs; see run_names.h.
#include "callgrind/result_files/run_names.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "base/grown_text.h"
#include "base/map.h"
#include "base/path_name.h"
#include "base/short_text.h"
#include "callgrind/options/options.h"
#include "callgrind/result_files/folder.h"
#include "callgrind/result_files/out_file.h"
#include "callgrind/result_files/run_id.h"

_Static_assert((int)RESULT_LAYOUTS == (int)RUN_NAMES,
               "files with costs in layouts have the names of these");

static uint64_t own_name[RUN_NAMES]; // hashes, without .pid<pid>

// --- names of several processes -------------------------------------------------------------------

static Bool is_name_of_others(ResultKind kind, const HChar* name)
{
   if (options.compat || run_id.name_of_others[kind] != own_name[kind]) return False;
   if (kind == RESULT_PROFILE && options.combine_dumps) return False; // all are in one file
   return out_file_is_regular_or_new(name);
}

static HChar* with_pid(const HChar* base, const HChar* suffix)
{
   enum { PID_B = 24 };
   HChar* name = VG_(malloc)("xg.run_names", VG_(strlen)(base) + VG_(strlen)(suffix) + PID_B);
   VG_(sprintf)(name, "%s.pid%d%s", base, run_id.process, suffix);
   return name;
}

HChar* run_names_base(ResultKind kind, const HChar* option, const HChar* pattern)
{
   HChar* name = VG_(expand_file_name)(option, pattern);
   own_name[kind] = map_hash_string(name);
   if (!is_name_of_others(kind, name)) return name;
   HChar* own = with_pid(name, "");
   VG_(free)(name);
   return own;
}

void run_names_after_fork(void)
{
   VG_(memcpy)(run_id.name_of_others, own_name, sizeof own_name);
}

HChar* run_names_final(const HChar* base, const HChar* suffix)
{
   WrittenBy by;
   HChar* name = VG_(malloc)("xg.run_names", VG_(strlen)(base) + VG_(strlen)(suffix) + 1);
   VG_(sprintf)(name, "%s%s", base, suffix);
   if (options.compat || !folder_written_by(&by, name, run_id.started_ns)
       || by.pid == run_id.process)
      return name;
   VG_(free)(name);
   return with_pid(base, suffix);
}

// --- earlier programs of this process --------------------------------------------------------------

// How long what tells a file of layouts is, in front of its name: "what-if." or "what-if-<n>."; 0: nothing.
static SizeT layouts_prefix(const HChar* name)
{
   SizeT n = sizeof "what-if" - 1;
   if (VG_(strncmp)(name, "what-if", n) != 0) return 0;
   if (name[n] == '-' && VG_(isdigit)(name[n + 1]))
      for (n++; VG_(isdigit)(name[n]);) n++;
   return name[n] == '.' ? n + 1 : 0;
}

// The path of a file as it is called once another program has the process.
static HChar* before_exec_path(const HChar* path, UInt program)
{
   enum { PREFIX_B = 48 };
   const HChar* name = path_name(path);
   const SizeT folder_n = (SizeT)(name - path);
   const SizeT n = layouts_prefix(name);
   HChar* moved = VG_(malloc)("xg.run_names", VG_(strlen)(path) + PREFIX_B);
   VG_(memcpy)(moved, path, folder_n + n);
   VG_(sprintf)(moved + folder_n + n, "before-exec-%u.%s", program, name + n);
   return moved;
}

// Whether a text is "", ".<n>", "-<n>" or ".<n>-<n>": behind a name, of its parts and threads.
static Bool is_part_suffix(const HChar* text)
{
   static const HChar before[] = ".-";
   for (UInt i = 0; before[i]; i++) {
      if (text[0] != before[i] || !VG_(isdigit)(text[1])) continue;
      text++;
      while (VG_(isdigit)(*text)) text++;
   }
   return *text == '\0';
}

// Whether a file's name is this one, or one of its parts.
static Bool is_part_of(const HChar* name, const HChar* base)
{
   const SizeT n = VG_(strlen)(base);
   return VG_(strncmp)(name, base, n) == 0 && is_part_suffix(name + n);
}

// ... or that of a file with costs in layouts beside it, or one of its parts.
static Bool is_file_of(const HChar* name, const HChar* base)
{
   Bool is = is_part_of(name, base);
   for (UInt i = 1; i <= options.beside && !is; i++) {
      HChar* of_layouts = out_file_of_layouts(base, i);
      is = is_part_of(name, of_layouts);
      VG_(free)(of_layouts);
   }
   return is;
}

static void move_if_earlier(const HChar* path, void* base)
{
   WrittenBy by;
   OutPlace p;
   if (!is_file_of(path_name(path), path_name(base))
       || !folder_written_by(&by, path, run_id.started_ns) || by.pid != run_id.process)
      return;
   HChar* moved = before_exec_path(path, run_id.program - 1);
   if (place_find(&p, path) != 0 || !place_rename(&p, path_name(moved))) VG_(umsg)
   ("Warning: %s has what ran before exec, and cannot be renamed: it will be replaced; "
    "choose another name.\n",
    path);
   VG_(free)(moved);
}

void run_names_move_earlier(const HChar* base)
{
   if (options.compat || run_id.program == 1) return;
   folder_each(base, move_if_earlier, (void*)base);
}

void run_names_describe_earlier(EndLines* l, const HChar* base)
{
   HChar *text = NULL, *first = NULL;
   UInt n = 0;
   WrittenBy by;
   for (UInt p = 1; !options.compat && p < run_id.program; p++) {
      HChar* moved = before_exec_path(base, p);
      const Bool is_there = folder_written_by(&by, moved, run_id.started_ns);
      if (is_there && ++n == 1)
         first = moved;
      else
         VG_(free)(moved);
   }
   if (!n) return;
   HChar shown[SHORT_TEXT_B], more[64] = "";
   if (n > 1) VG_(snprintf)(more, sizeof more, " and %u more", n - 1);
   short_text_end(shown, end_lines_room() - 44, path_name(first));
   grown_text_add(&text, "What ran here before exec is in ");
   grown_text_add(&text, shown);
   grown_text_add(&text, more);
   end_lines_add_text(l, END_NOTE, text);
   host_free(text);
   VG_(free)(first);
}
