// SPDX-License-Identifier: GPL-3.0-or-later
// What is in a folder; see folder.h.
#include "callgrind/result_files/folder.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "base/path_name.h"
#include "callgrind/result_files/place.h"
#include "callgrind/result_files/run_id.h"

enum { HEAD_B = 1 << 16, ENTRIES_B = 1 << 15 };

// --- entries ------------------------------------------------------------------------------------

// The path up to the last slash, with it.
static HChar* folder_of(const HChar* file)
{
   HChar* folder = VG_(strdup)("xg.folder", file);
   folder[path_name(file) - file] = '\0';
   return folder;
}

static void visit(const HChar* folder, const HChar* name,
                  void (*action)(const HChar* path, void* argument), void* argument)
{
   HChar* path = VG_(malloc)("xg.folder", VG_(strlen)(folder) + VG_(strlen)(name) + 1);
   VG_(sprintf)(path, "%s%s", folder, name);
   action(path, argument);
   VG_(free)(path);
}

void folder_each(const HChar* file, void (*action)(const HChar* path, void* argument),
                 void* argument)
{
   HChar* folder = folder_of(file);
   const Int fd = place_open_folder(file);
   HChar* entries = VG_(malloc)("xg.folder", ENTRIES_B);
   Int n;
   while (fd >= 0 && (n = VG_(getdents64)(fd, (void*)entries, ENTRIES_B)) > 0)
      for (Int at = 0; at < n;) {
         const struct vki_dirent64* entry = (void*)(entries + at);
         visit(folder, entry->d_name, action, argument);
         at += entry->d_reclen;
      }
   if (fd >= 0) VG_(close)(fd);
   VG_(free)(entries);
   VG_(free)(folder);
}

// --- who has written a file ----------------------------------------------------------------------

// The number behind a text, or 0.
static ULong number_behind(const HChar* head, const HChar* text)
{
   const HChar* at = VG_(strstr)(head, text);
   return at ? VG_(strtoull10)(at + VG_(strlen)(text), NULL) : 0;
}

static Bool starts_with(const HChar* head, const HChar* text)
{
   return VG_(strncmp)(head, text, VG_(strlen)(text)) == 0;
}

static void read_head(WrittenBy* by, const HChar* head)
{
   HChar run[80];
   const Bool is_profile = starts_with(head, "# callgrind format\n");
   if (starts_with(head, "{"))
      by->pid =
         VG_(strstr)(head, "\"xgrind.data\"") ? (Int)number_behind(head, "\"pid\": ") : 0;
   else if (is_profile || starts_with(head, "# xgrind context tree\n"))
      by->pid = (Int)number_behind(head, "\npid: ");
   VG_(snprintf)(run, sizeof run, "\ndesc: Run: %s, program ", run_id_text());
   by->program = (UInt)number_behind(head, run);
   by->is_last = is_profile && VG_(strstr)(head, "\ndesc: Trigger: Program termination\n");
}

Bool folder_written_by(WrittenBy* by, const HChar* path, ULong since_ns)
{
   OutPlace p;
   VG_(memset)(by, 0, sizeof *by);
   if (place_find(&p, path) != 0 || !p.exists || !VKI_S_ISREG(p.st.mode)) return False;
   by->written_ns = p.st.mtime * 1000000000ULL + p.st.mtime_nsec;
   if (by->written_ns < since_ns) return False;
   const Int fd = place_open(&p, VKI_O_RDONLY);
   if (fd < 0) return False;
   HChar* head = VG_(malloc)("xg.folder", HEAD_B + 1);
   const Int n = VG_(read)(fd, head, HEAD_B);
   VG_(close)(fd);
   head[n > 0 ? n : 0] = '\0';
   read_head(by, head);
   VG_(free)(head);
   return by->pid > 0;
}
