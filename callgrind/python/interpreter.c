// SPDX-License-Identifier: GPL-3.0-or-later
// CPython's interpreter; see interpreter.h.
#include "callgrind/python/interpreter.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "callgrind/options/options.h"
#include "callgrind/python/code.h"
#include "callgrind/python/frames.h"
#include "callgrind/symbols/elf_file.h"
#include "callgrind/symbols/symbols.h"
#include "engine/interpreted.h"

// Where the interpreter's file has what it exports; 0: nowhere.
typedef struct {
   Addr version, runtime, code_type;
} Exported;

Interpreter interpreter;
static Bool refused;

static Exported exported_by(const DebugInfo* di)
{
   Exported x = {0};
   const struct {
      const HChar* name;
      Addr* to;
   } wanted[] = {
      {"Py_Version", &x.version}, {"_PyRuntime", &x.runtime}, {"PyCode_Type", &x.code_type}};
   ElfFile f;
   if (!elf_file_open(&f, VG_(DebugInfo_get_filename)(di))) return x;
   ElfTable t = elf_file_symbols(&f, SHT_DYNSYM);
   for (ULong i = 0; i < t.n; i++)
      for (UInt w = 0; w < sizeof wanted / sizeof *wanted; w++)
         if (t.symbol[i].st_shndx != SHN_UNDEF
             && VG_(strcmp)(elf_table_name(&t, i), wanted[w].name) == 0)
            *wanted[w].to = t.symbol[i].st_value + (Addr)VG_(DebugInfo_get_text_bias)(di);
   elf_table_free(&t);
   elf_file_close(&f);
   return x;
}

static void refuse(ULong version)
{
   refused = True;
   if (version) VG_(umsg)
   ("--python=yes: this is CPython %llu.%llu, which this Xgrind does not know; the profile has "
    "no functions of "
    "Python.\n",
    version >> 24, version >> 16 & 0xFF);
   else VG_(umsg)("--python=yes: this CPython is older than 3.11, or does not export "
                  "Py_Version; the profile has no functions of "
                  "Python.\n");
}

static void find(const Block* b)
{
   DebugInfo* di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), b->start);
   if (!di) return;
   const Exported x = exported_by(di);
   const Bool readable =
      x.version && VG_(am_is_valid_for_client)(x.version, sizeof(ULong), VKI_PROT_READ);
   const ULong version = readable ? *(const ULong*)x.version : 0;
   if (!x.code_type || !python_layout_find(version, x.runtime, &interpreter.layout)) {
      refuse(version);
      return;
   }
   interpreter.code_type = x.code_type;
   interpreter.block = interpreted_block(b, b->function);
   python_code_init(&interpreter.layout, interpreter.block, x.code_type);
   python_frames_begin();
}

Bool interpreter_has_address(Addr address)
{
   const HChar* name;
   return options.python && !refused && symbols_name(address, &name)
          && VG_(strcmp)(name, "_PyEval_EvalFrameDefault") == 0;
}

Bool interpreter_has(const Block* b)
{
   if (b->section != SECTION_TEXT || !interpreter_has_address(b->start)) return False;
   if (!interpreter.block) find(b);
   return interpreter.block && interpreter.block->module == b->module;
}

void interpreter_report(void)
{
   if (options.python && !interpreter.block && !refused && VG_(clo_verbosity) > 0) VG_(umsg)
   ("--python=yes: no interpreter of CPython has run, or its symbols are stripped.\n");
}
