// SPDX-License-Identifier: GPL-3.0-or-later
// Programs without symbols; see no_symbols.h.
#include "callgrind/help/no_symbols.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/symbols/elf_file.h"

static const HChar* base_name(const HChar* path)
{
   const HChar* slash = VG_(strrchr)(path, '/');
   return slash ? slash + 1 : path;
}

static Bool is_same_file(const HChar* path, const struct vg_stat* file)
{
   struct vg_stat s;
   return !sr_isError(VG_(stat)(path, &s)) && s.dev == file->dev && s.ino == file->ino;
}

// What the core knows of the file that the program is, by whatever link it was started; NULL: nothing.
static const DebugInfo* program_info(void)
{
   struct vg_stat program;
   if (sr_isError(VG_(stat)(VG_(args_the_exename), &program))) return NULL;
   for (const DebugInfo* di = VG_(next_DebugInfo)(NULL); di; di = VG_(next_DebugInfo)(di))
      if (is_same_file(VG_(DebugInfo_get_filename)(di), &program)) return di;
   return NULL;
}

// Whether the code that the program begins with has a name: a file of debug information may have it.
static Bool start_has_name(const DebugInfo* di, Addr entry)
{
   const HChar* name;
   const Addr at = entry + (Addr)VG_(DebugInfo_get_text_bias)(di);
   return VG_(get_fnname)(VG_(current_DiEpoch)(), at, &name);
}

static Bool has_no_symbols(const DebugInfo* di)
{
   ElfFile f;
   if (!elf_file_open(&f, VG_(DebugInfo_get_filename)(di))) return False;
   ElfTable t = elf_file_symbols(&f, SHT_SYMTAB);
   const Bool none = t.n == 0 && !start_has_name(di, f.header->e_entry);
   elf_table_free(&t);
   elf_file_close(&f);
   return none;
}

HChar* no_symbols_explained(void)
{
   const DebugInfo* di = program_info();
   if (!di || !has_no_symbols(di)) return NULL;
   const HChar* name = base_name(VG_(args_the_exename));
   HChar* text = VG_(malloc)("xg.no_symbols", VG_(strlen)(name) + 128);
   VG_(sprintf)
   (text, ": %s has no symbols, and so no names; link it without -s, and do not strip it",
    name);
   return text;
}
