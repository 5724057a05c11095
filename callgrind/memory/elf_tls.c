// SPDX-License-Identifier: GPL-3.0-or-later
// Thread-local variables of an ELF file; see elf_tls.h.
#include "callgrind/memory/elf_tls.h"

#include <elf.h>

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/arch/amd64/abi.h"

enum { TABLE_MAX_B = 1 << 28 }; // of symbols or names; more is a broken file

// A part of the file, or NULL; the caller frees it.
static void* read_part(Int fd, ULong offset, ULong size_B)
{
   if (!size_B || size_B > TABLE_MAX_B) return NULL;
   if (VG_(lseek)(fd, (Off64T)offset, VKI_SEEK_SET) != (Off64T)offset) return NULL;
   UChar* part = VG_(malloc)("xg.elf_tls", size_B + 1);
   ULong got = 0;
   while (got < size_B) {
      Int n = VG_(read)(fd, part + got, (Int)(size_B - got));
      if (n <= 0) break;
      got += (ULong)n;
   }
   part[size_B] = 0; // ends a name
   if (got == size_B) return part;
   VG_(free)(part);
   return NULL;
}

static Bool is_elf_64(const Elf64_Ehdr* e)
{
   return VG_(memcmp)(e->e_ident, ELFMAG, SELFMAG) == 0 && e->e_ident[EI_CLASS] == ELFCLASS64
          && e->e_phentsize == sizeof(Elf64_Phdr) && e->e_shentsize == sizeof(Elf64_Shdr);
}

// Where the segment begins below the thread pointer, whose alignment is that of the segment; 0:
// there is none.
static ULong begins_below(Int fd, const Elf64_Ehdr* e)
{
   ULong below = 0;
   Elf64_Phdr* p = read_part(fd, e->e_phoff, (ULong)e->e_phnum * sizeof *p);
   for (UInt i = 0; p && i < e->e_phnum; i++) {
      if (p[i].p_type != PT_TLS) continue;
      ULong align = p[i].p_align ? p[i].p_align : 1;
      below = tls_segment_offset(p[i].p_memsz, p[i].p_vaddr, align);
   }
   if (p) VG_(free)(p);
   return below;
}

// Of two names for the same bytes the first is kept.
static Bool is_taken(const TlsSegment* t, const Elf64_Sym* s)
{
   for (UInt i = 0; i < t->n; i++) {
      const TlsVariable* v = &t->variable[i];
      if (s->st_value < v->offset + v->size_B && v->offset < s->st_value + s->st_size)
         return True;
   }
   return False;
}

static void add_variables(TlsSegment* t, const Elf64_Sym* symbol, ULong n, const HChar* names,
                          ULong names_B)
{
   for (ULong i = 0; i < n; i++) {
      const Elf64_Sym* s = &symbol[i];
      if (ELF64_ST_TYPE(s->st_info) != STT_TLS || s->st_shndx == SHN_UNDEF || !s->st_size)
         continue;
      if (s->st_name >= names_B || s->st_value >= t->below
          || s->st_size > t->below - s->st_value)
         continue;
      if (is_taken(t, s)) continue;
      t->variable = VG_(realloc)("xg.elf_tls", t->variable, (t->n + 1) * sizeof *t->variable);
      t->variable[t->n++] = (TlsVariable){.name = VG_(strdup)("xg.elf_tls", names + s->st_name),
                                          .offset = s->st_value,
                                          .size_B = s->st_size};
   }
}

// The symbols of the first table of this type.
static void read_table(TlsSegment* t, Int fd, const Elf64_Shdr* section, UInt n, UInt type)
{
   for (UInt i = 0; i < n; i++) {
      if (section[i].sh_type != type || section[i].sh_link >= n) continue;
      const Elf64_Shdr* strings = &section[section[i].sh_link];
      Elf64_Sym* symbol = read_part(fd, section[i].sh_offset, section[i].sh_size);
      HChar* names = read_part(fd, strings->sh_offset, strings->sh_size);
      if (symbol && names)
         add_variables(t, symbol, section[i].sh_size / sizeof *symbol, names, strings->sh_size);
      if (symbol) VG_(free)(symbol);
      if (names) VG_(free)(names);
      return;
   }
}

TlsSegment elf_tls_read(const HChar* file)
{
   TlsSegment t = {0};
   SysRes r = VG_(open)(file, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return t;
   Int fd = (Int)sr_Res(r);
   Elf64_Ehdr* e = read_part(fd, 0, sizeof *e);
   if (e && is_elf_64(e)) t.below = begins_below(fd, e);
   if (t.below) {
      Elf64_Shdr* section = read_part(fd, e->e_shoff, (ULong)e->e_shnum * sizeof *section);
      if (section) {
         read_table(&t, fd, section, e->e_shnum, SHT_SYMTAB);
         if (!t.n) read_table(&t, fd, section, e->e_shnum, SHT_DYNSYM);
         VG_(free)(section);
      }
   }
   if (e) VG_(free)(e);
   VG_(close)(fd);
   return t;
}
