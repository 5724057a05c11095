// SPDX-License-Identifier: GPL-3.0-or-later
// Debug information in files of its own; see split_dwarf.h.
#include "callgrind/help/split_dwarf.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"

#include "base/map.h"
#include "base/path_name.h"
#include "base/short_text.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/elf_file.h"

// DWARF 5, section 7.5, and what gcc and clang write with DWARF 4.
enum { DW_AT_DWO_NAME = 0x76, DW_AT_GNU_DWO_NAME = 0x2130, DW_FORM_IMPLICIT_CONST = 0x21 };

typedef struct {
   const UChar* at;
   const UChar* end;
} Bytes;

static UInt next_byte(Bytes* b)
{
   return b->at < b->end ? *b->at++ : 0;
}

// A number of seven bits in each byte, the lowest first; of one that is longer than 64 bits, these.
static ULong next_number(Bytes* b)
{
   ULong n = 0;
   UInt byte, shift = 0;
   do {
      byte = next_byte(b);
      if (shift < 64) n |= (ULong)(byte & 0x7f) << shift;
      shift += 7;
   } while (byte & 0x80);
   return n;
}

// Whether an entry that the abbreviations describe names a .dwo file.
static Bool names_dwo(Bytes b)
{
   while (b.at < b.end) {
      if (next_number(&b) == 0) continue; // a table ends
      next_number(&b);                    // tag
      next_byte(&b);                      // whether it has children
      ULong attribute, form;
      do {
         attribute = next_number(&b);
         form = next_number(&b);
         if (form == DW_FORM_IMPLICIT_CONST) next_number(&b);
         if (attribute == DW_AT_DWO_NAME || attribute == DW_AT_GNU_DWO_NAME) return True;
      } while (attribute || form);
   }
   return False;
}

static Bool is_split(const HChar* path)
{
   ElfFile f;
   if (!elf_file_open(&f, path)) return False;
   const Elf64_Shdr* s = elf_file_section(&f, ".debug_abbrev");
   // What is compressed is not read.
   const Bool plain = s && !(s->sh_flags & SHF_COMPRESSED);
   UChar* bytes = plain ? elf_file_part(&f, s->sh_offset, s->sh_size) : NULL;
   Bool yes = bytes && names_dwo((Bytes){bytes, bytes + s->sh_size});
   if (bytes) VG_(free)(bytes);
   elf_file_close(&f);
   return yes;
}

static Bool is_known(const HChar* path)
{
   static Map known; // by device and inode
   struct vg_stat s;
   if (sr_isError(VG_(stat)(path, &s))) return True;
   if (map_get(&known, s.dev, s.ino)) return True;
   map_put(&known, s.dev, s.ino, &known);
   return False;
}

void split_dwarf_explain(const HChar* path)
{
   if (options.compat || VG_(clo_verbosity) == 0 || is_known(path) || !is_split(path)) return;
   HChar* name = short_text_printable(path_name(path));
   VG_(umsg)
   ("%s has debug information in .dwo files, which Valgrind does not read: types and inlined "
    "functions have no names. Compile with -gno-split-dwarf.\n",
    name);
   host_free(name);
}
