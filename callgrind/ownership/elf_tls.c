// SPDX-License-Identifier: GPL-3.0-or-later
// Thread-local variables of an ELF file; see elf_tls.h.
#include "callgrind/ownership/elf_tls.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/arch/arch.h"
#include "callgrind/symbols/elf_file.h"

// The thread pointer's alignment is that of the segment.
static void find_segment(TlsSegment* t, const ElfFile* f)
{
   const Elf64_Ehdr* e = f->header;
   Elf64_Phdr* p = elf_file_part(f, e->e_phoff, (ULong)e->e_phnum * sizeof *p);
   for (UInt i = 0; p && i < e->e_phnum; i++) {
      if (p[i].p_type != PT_TLS) continue;
      ULong align = p[i].p_align ? p[i].p_align : 1;
      t->start = tls_segment_start(p[i].p_memsz, p[i].p_vaddr, align);
      t->size_B = p[i].p_memsz;
   }
   if (p) VG_(free)(p);
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

static void add_variables(TlsSegment* t, const ElfTable* table)
{
   for (ULong i = 0; i < table->n; i++) {
      const Elf64_Sym* s = &table->symbol[i];
      if (ELF64_ST_TYPE(s->st_info) != STT_TLS || s->st_shndx == SHN_UNDEF || !s->st_size)
         continue;
      if (s->st_name >= table->names_B || s->st_value >= t->size_B
          || s->st_size > t->size_B - s->st_value)
         continue;
      if (is_taken(t, s)) continue;
      t->variable = VG_(realloc)("xg.elf_tls", t->variable, (t->n + 1) * sizeof *t->variable);
      t->variable[t->n++] =
         (TlsVariable){.name = VG_(strdup)("xg.elf_tls", elf_table_name(table, i)),
                       .offset = s->st_value,
                       .size_B = s->st_size};
   }
}

static void read_table(TlsSegment* t, const ElfFile* f, UInt type)
{
   ElfTable table = elf_file_symbols(f, type);
   add_variables(t, &table);
   elf_table_free(&table);
}

TlsSegment elf_tls_read(const HChar* file)
{
   TlsSegment t = {0};
   ElfFile f;
   if (!elf_file_open(&f, file)) return t;
   find_segment(&t, &f);
   if (t.size_B) {
      read_table(&t, &f, SHT_SYMTAB);
      if (!t.n) read_table(&t, &f, SHT_DYNSYM);
   }
   elf_file_close(&f);
   return t;
}
