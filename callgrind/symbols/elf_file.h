// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parts of an ELF file (System V ABI, "ELF Header", "Sections", "Symbol Table", "Program Header").
//
//    ElfFile f;
//    if (elf_file_open(&f, "/usr/bin/program")) {
//       ElfTable t = elf_file_symbols(&f, SHT_DYNSYM);
//       for (ULong i = 0; i < t.n; i++) ... elf_table_name(&t, i) ... t.symbol[i].st_value ...
//       elf_table_free(&t);
//       elf_file_close(&f);
//    }
#ifndef XG_CALLGRIND_SYMBOLS_ELF_FILE_H
#define XG_CALLGRIND_SYMBOLS_ELF_FILE_H

#include <elf.h>

#include "pub_tool_basics.h"

typedef struct {
   Int fd;
   Elf64_Ehdr* header;
   Elf64_Shdr* section; // [header->e_shnum]; NULL: none
} ElfFile;

typedef struct {
   Elf64_Sym* symbol; // [n]
   ULong n;
   HChar* names;
   ULong names_B;
} ElfTable;

// Opens a 64-bit file; False if it cannot be read or is none.
Bool elf_file_open(ElfFile* f, const HChar* path);
void elf_file_close(ElfFile* f);
// A part of the file, or NULL; the caller frees it.
void* elf_file_part(const ElfFile* f, ULong offset, ULong size_B);
// The section of this name, or NULL.
const Elf64_Shdr* elf_file_section(const ElfFile* f, const HChar* name);
// The first table of symbols of this type, SHT_SYMTAB or SHT_DYNSYM; without symbols if there is none.
ElfTable elf_file_symbols(const ElfFile* f, UInt type);
void elf_table_free(ElfTable* t);
// The name of a symbol; empty if the file is broken.
const HChar* elf_table_name(const ElfTable* t, ULong i);

#endif
