// SPDX-License-Identifier: GPL-3.0-or-later
// Inlined functions at an address; see core_inline_info.h.
//
// The core tells for an address the function names from the inside to the outside, and describes
// each level in one text.  That has directories only if it is XML.
//
// The core does not know where code is called from that the first file of a DWARF 5 unit calls, as
// it takes file 0, which clang numbers that file by, for none.  All such places of a symbol are in
// that one file.  So it is that of an instruction that stands directly in one of the functions that
// call from there, whose file is known by the line table.
#include "callgrind/symbols/core_inline_info.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"

#include "base/arena.h"
#include "base/map.h"
#include "callgrind/core_private.h"
#include "callgrind/core_versions.h"
#include "callgrind/symbols/xml_element.h"

// A file by the line table.
typedef struct {
   const HChar *dir, *file;
} LineFile;

// A function at a level: how many levels are outside it, and a hash of its calls from there on.
typedef struct {
   UInt depth;
   uint64_t hash;
} Level;

enum { DISTANCE_MAX_B = 16384 }; // how far to look for such an instruction

static Arena arena = {.what = "inline_levels"};
static Map first_files; // LineFile by start of the symbol and epoch
static Map searched;    // by start of the symbol and Level.hash

static UInt line_of(const HChar* xml)
{
   HChar line[16];
   xml_element(xml, "<line>", line, sizeof line);
   return (UInt)VG_(strtoull10)(line, NULL);
}

static Bool has_file(const HChar* xml)
{
   return VG_(strstr)(xml, "<file>") && !VG_(strstr)(xml, "<file>???");
}

static UInt count_levels(DiEpoch epoch, Addr address)
{
   UInt n = 0;
   InlIPCursor* cursor = VG_(new_IIPC)(epoch, address);
   if (!cursor) return 1;
   do n++;
   while (VG_(next_IIPC)(cursor));
   VG_(delete_IIPC)(cursor);
   return n;
}

// The function of the level with this number, counted from the innermost.
static Level level_at(DiEpoch epoch, Addr address, UInt number)
{
   Level level = {0, epoch.n};
   InlIPCursor* cursor = VG_(new_IIPC)(epoch, address);
   if (!cursor) return level;
   const HChar* name = NULL; // of the level before
   UInt n = 0;
   do {
      if (name) {
         uint64_t call =
            map_hash_string(name) + line_of(core_describe_as_xml(epoch, address, cursor));
         level.hash = level.hash * 31 + call;
         level.depth++;
      }
      if (n++ >= number) name = core_inlined_name(epoch, address, cursor);
   } while (n < INLINE_LEVELS_MAX && VG_(next_IIPC)(cursor));
   VG_(delete_IIPC)(cursor);
   return level;
}

// The file of the instruction, if it stands directly in the function of the level; else NULL.
static const LineFile* file_of_own(DiEpoch epoch, Addr address, Level level)
{
   const HChar *dir = "", *file;
   UInt line = 0;
   if (count_levels(epoch, address) != level.depth + 1) return NULL;
   if (level_at(epoch, address, 0).hash != level.hash) return NULL;
   // line 0 is of no source, and its file is that of the line before
   if (!VG_(get_filename_linenum)(epoch, address, &file, &dir, &line) || !line) return NULL;
   LineFile* found = arena_alloc(&arena, sizeof *found);
   *found = (LineFile){arena_strdup(&arena, dir), arena_strdup(&arena, file)};
   return found;
}

static Bool in_symbol(DiEpoch epoch, Addr address, Addr start)
{
   PtrdiffT offset;
   return VG_(get_inst_offset_in_function)(epoch, address, &offset)
          && address - (Addr)offset == start;
}

// Looks around the address for an instruction of the level.
static const LineFile* search_own(DiEpoch epoch, Addr address, Addr start, Level level)
{
   Bool below = True, above = True;
   const LineFile* found = NULL;
   for (Addr d = 1; d <= DISTANCE_MAX_B && !found && (below || above); d++) {
      below = below && in_symbol(epoch, address - d, start);
      above = above && in_symbol(epoch, address + d, start);
      if (below) found = file_of_own(epoch, address - d, level);
      if (above && !found) found = file_of_own(epoch, address + d, level);
   }
   return found;
}

// The first file of the unit that the address is in, if code there is called from it.
static const LineFile* first_file(DiEpoch epoch, Addr address)
{
   PtrdiffT offset;
   if (!VG_(get_inst_offset_in_function)(epoch, address, &offset)) return NULL;
   Addr start = address - (Addr)offset;
   const LineFile* found = map_get(&first_files, start, epoch.n);
   InlIPCursor* cursor = found ? NULL : VG_(new_IIPC)(epoch, address);
   if (!cursor) return found;
   for (UInt n = 1; n < INLINE_LEVELS_MAX && !found && VG_(next_IIPC)(cursor); n++) {
      if (has_file(core_describe_as_xml(epoch, address, cursor))) continue;
      Level level = level_at(epoch, address, n);
      if (map_get(&searched, start, level.hash)) continue;
      map_put(&searched, start, level.hash, &searched);
      found = search_own(epoch, address, start, level);
   }
   VG_(delete_IIPC)(cursor);
   if (found) map_put(&first_files, start, epoch.n, (void*)found);
   return found;
}

// A level that the core has described.
static void take_described(DiEpoch epoch, Addr address, const InlIPCursor* cursor,
                           InlineLevel take, void* to)
{
   const HChar* xml = core_describe_as_xml(epoch, address, cursor);
   const HChar* behind_name = VG_(strstr)(xml, "</fn>");
   if (behind_name) xml = behind_name;
   SizeT size = VG_(strlen)(xml) + 1;
   HChar dir[size], file[size];
   LineFile at = {dir, "???"};
   xml_element(xml, "<dir>", dir, size);
   UInt line = line_of(xml);
   if (has_file(xml)) {
      xml_element(xml, "<file>", file, size);
      at.file = file;
   } else {
      const LineFile* first = first_file(epoch, address);
      if (first) at = *first;
   }
   take(to, core_inlined_name(epoch, address, cursor), at.dir, at.file, line);
}

// The level that the address itself is in.
static void take_innermost(DiEpoch epoch, Addr address, const InlIPCursor* cursor,
                           InlineLevel take, void* to)
{
   const HChar *dir = "", *file = "???";
   const HChar* function = core_inlined_name(epoch, address, cursor);
   UInt line = 0;
   if (VG_(get_filename_linenum)(epoch, address, &file, &dir, &line))
      take(to, function, dir, file, line);
   else
      take(to, function, "", "???", 0);
}

UInt core_inline_levels_at(Addr address, InlineLevel take, void* to)
{
   DiEpoch epoch = VG_(current_DiEpoch)();
   InlIPCursor* cursor = VG_(new_IIPC)(epoch, address);
   UInt n = 0;
   if (!cursor) return 0;
   do {
      if (n)
         take_described(epoch, address, cursor, take, to);
      else
         take_innermost(epoch, address, cursor, take, to);
      n++;
   } while (n < INLINE_LEVELS_MAX && VG_(next_IIPC)(cursor));
   VG_(delete_IIPC)(cursor);
   return n;
}
