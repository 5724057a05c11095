// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an ELF file; see elf_file.h.
#include "callgrind/symbols/elf_file.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

enum { TABLE_MAX_B = 1 << 28 }; // of symbols or names; more is a broken file

void* elf_file_part(const ElfFile* f, ULong offset, ULong size_B)
{
   if (!size_B || size_B > TABLE_MAX_B) return NULL;
   if (VG_(lseek)(f->fd, (Off64T)offset, VKI_SEEK_SET) != (Off64T)offset) return NULL;
   UChar* part = VG_(malloc)("xg.elf_file", size_B + 1);
   ULong got = 0;
   while (got < size_B) {
      Int n = VG_(read)(f->fd, part + got, (Int)(size_B - got));
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

Bool elf_file_open(ElfFile* f, const HChar* path)
{
   *f = (ElfFile){0};
   SysRes r = VG_(open)(path, VKI_O_RDONLY, 0);
   if (sr_isError(r)) return False;
   f->fd = (Int)sr_Res(r);
   f->header = elf_file_part(f, 0, sizeof *f->header);
   if (!f->header || !is_elf_64(f->header)) {
      elf_file_close(f);
      return False;
   }
   f->section =
      elf_file_part(f, f->header->e_shoff, (ULong)f->header->e_shnum * sizeof *f->section);
   return True;
}

void elf_file_close(ElfFile* f)
{
   if (f->section) VG_(free)(f->section);
   if (f->header) VG_(free)(f->header);
   VG_(close)(f->fd);
}

const Elf64_Shdr* elf_file_section(const ElfFile* f, const HChar* name)
{
   const UInt n = f->section ? f->header->e_shnum : 0;
   if (f->header->e_shstrndx >= n) return NULL;
   const Elf64_Shdr* strings = &f->section[f->header->e_shstrndx];
   HChar* names = elf_file_part(f, strings->sh_offset, strings->sh_size);
   const Elf64_Shdr* found = NULL;
   for (UInt i = 0; names && i < n && !found; i++) {
      const Elf64_Shdr* s = &f->section[i];
      if (s->sh_name < strings->sh_size && VG_(strcmp)(names + s->sh_name, name) == 0)
         found = s;
   }
   if (names) VG_(free)(names);
   return found;
}

ElfTable elf_file_symbols(const ElfFile* f, UInt type)
{
   ElfTable t = {0};
   const UInt n = f->section ? f->header->e_shnum : 0;
   for (UInt i = 0; i < n; i++) {
      const Elf64_Shdr* s = &f->section[i];
      if (s->sh_type != type || s->sh_link >= n) continue;
      const Elf64_Shdr* strings = &f->section[s->sh_link];
      t.symbol = elf_file_part(f, s->sh_offset, s->sh_size);
      t.names = elf_file_part(f, strings->sh_offset, strings->sh_size);
      t.names_B = strings->sh_size;
      if (t.symbol && t.names) t.n = s->sh_size / sizeof *t.symbol;
      break;
   }
   return t;
}

void elf_table_free(ElfTable* t)
{
   if (t->symbol) VG_(free)(t->symbol);
   if (t->names) VG_(free)(t->names);
}

const HChar* elf_table_name(const ElfTable* t, ULong i)
{
   return t->symbol[i].st_name < t->names_B ? t->names + t->symbol[i].st_name : "";
}
