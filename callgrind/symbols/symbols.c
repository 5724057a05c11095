// SPDX-License-Identifier: GPL-3.0-or-later
// Look-up of code by address; see symbols.h.
#include "callgrind/symbols/symbols.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "callgrind/arch/arch.h"
#include "callgrind/core_versions.h"
#include "callgrind/help/split_dwarf.h"
#include "callgrind/options/function_options.h"
#include "callgrind/options/options.h"
#include "callgrind/symbols/inlined.h"
#include "callgrind/symbols/made_names.h"
#include "callgrind/symbols/resolver.h"
#include "engine/engine.h"

Bool symbols_name(Addr address, const HChar** name)
{
   core_leave_ada_names();
   return VG_(get_fnname)(VG_(current_DiEpoch)(), address, name);
}

static Section section_of(Addr address)
{
   switch (VG_(DebugInfo_sect_kind)(NULL, address)) {
   case Vg_SectText: return SECTION_TEXT;
   case Vg_SectPLT: return SECTION_PLT;
   case Vg_SectData: return SECTION_DATA;
   case Vg_SectBSS: return SECTION_BSS;
   case Vg_SectGOT: return SECTION_GOT;
   default: return SECTION_OTHER;
   }
}

static const HChar* section_suffix(Section s)
{
   switch (s) {
   case SECTION_PLT: return " [PLT]";
   case SECTION_DATA: return " [Data]";
   case SECTION_BSS: return " [BSS]";
   case SECTION_GOT: return " [GOT]";
   default: return "";
   }
}

// Valgrind knows only `.plt`: `.plt.sec` and `.plt.got` belong to no section and, before `.text`, to no
// object.  Their stubs are told by their code, which comes from a file.
static Bool is_plt_stub(Addr address)
{
   const NSegment* segment = VG_(am_find_nsegment)(address);
   if (!segment || segment->kind != SkFileC) return False;
   return VG_(am_is_valid_for_client)(address, PLT_STUB_B, VKI_PROT_READ)
          && code_is_plt_stub((const UChar*)address);
}

// Whether the code belongs to no file, and its runtime may have named it.
static Bool may_be_made(const Block* b)
{
   return !options.compat && VG_(strcmp)(b->module->name, "???") == 0;
}

static Block* new_block(Addr address)
{
   CallGraph* g = &engine.graph;
   DiEpoch epoch = VG_(current_DiEpoch)();
   DebugInfo* di = VG_(find_DebugInfo)(epoch, address);
   const HChar* name;
   Block* b = callgraph_new_block(g, address, false);
   b->epoch = epoch.n;
   const UInt modules = g->n_modules;
   b->module = callgraph_module(g, di ? VG_(DebugInfo_get_filename)(di) : "???");
   if (g->n_modules > modules) split_dwarf_explain(b->module->name);
   b->bias = di ? (ULong)VG_(DebugInfo_get_text_bias)(di) : 0;
   b->section = (UChar)section_of(address);
   Bool has_name = symbols_name(address, &name);
   b->is_entry = has_name && VG_(get_fnname_if_entry)(epoch, address, &name);
   const MadeCode* made = !has_name && may_be_made(b) ? made_names_at(address) : NULL;
   if (made) b->is_entry = made->start == address;
   bool is_code = b->section == SECTION_TEXT || b->section == SECTION_OTHER;
   if (!options.compat && !has_name && is_code && is_plt_stub(address))
      b->section = SECTION_PLT;
   return b;
}

Block* symbols_block(Addr address)
{
   Block* b = callgraph_find_block(&engine.graph, address, false);
   if (!b) return new_block(address);
   UInt epoch = VG_(current_DiEpoch)().n;
   if (b->epoch == epoch || (b->translated && !b->kept)) return b;
   // An object was unloaded since; the address may belong to another one now.
   b->epoch = epoch;
   DebugInfo* di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
   const Bool is_there =
      !di || !b->translated || b->bias == (ULong)VG_(DebugInfo_get_text_bias)(di);
   if (is_there
       && VG_(strcmp)(di ? VG_(DebugInfo_get_filename)(di) : "???", b->module->name) == 0)
      return b;
   engine_retire_block(b);
   return new_block(address);
}

// The name of a function without symbol: its address in the module's file.
static void name_by_address(const Block* b, HChar* buf)
{
   VG_(sprintf)(buf, "%#016lx%s", (UWord)(b->start - b->bias), section_suffix(b->section));
}

SourceFile* symbols_file(Module* module, const HChar* dir, const HChar* file)
{
   SizeT size = VG_(strlen)(dir) + VG_(strlen)(file) + 2;
   HChar path[size];
   VG_(snprintf)(path, (Int)size, "%s%s%s", dir, *dir ? "/" : "", file);
   return callgraph_file(&engine.graph, module, path);
}

Function* symbols_function(Section section, SourceFile* file, const HChar* name)
{
   bool is_new;
   Function* f = callgraph_function(&engine.graph, file, name, &is_new);
   if (is_new) {
      if (section == SECTION_PLT) f->settings.skip = options.skip_plt;
      if (VG_(strncmp)(f->name, "_dl_runtime_resolve", 19) == 0) f->settings.pop_on_jump = true;
      function_options_apply(f);
   }
   return f;
}

static void set_function(Block* b, SourceFile* file, const HChar* name)
{
   b->function = symbols_function(b->section, file, name);
   if (b->function->has_code) return;
   b->function->has_code = true;
   function_options_note_code(b->function);
}

// The function of code made at run time may get its name later.  If that depends on when the code was there, the
// block has one of its own.
static void resolve_made(Block* b, SourceFile* file)
{
   static ULong n_unnamed;
   const MadeCode* made = made_names_at(b->start);
   if (made) {
      if (made->lines) file = symbols_file(b->module, "", made->lines[0].file);
      set_function(b, file, made->name);
   } else {
      HChar address[64], key[96];
      name_by_address(b, address);
      const Bool is_own = made_names_have_times();
      VG_(sprintf)(key, "%s #%llu", address, ++n_unnamed);
      set_function(b, file, is_own ? key : address);
      if (is_own) callgraph_rename(&engine.graph, b->function, address, file);
   }
   made_names_note(b, made);
}

void symbols_resolve(Block* b)
{
   if (b->function) return;
   DiEpoch epoch = VG_(current_DiEpoch)();
   const HChar *dir = "", *file = "???", *name;
   HChar buf[64];
   UInt line;
   if (!VG_(get_filename_linenum)(epoch, b->start, &file, &dir, &line)) {
      dir = "";
      file = "???";
   }
   SourceFile* source = options.inlined ? inlined_outer_file(b, b->start) : NULL;
   if (!source) source = symbols_file(b->module, dir, file);
   if (!symbols_name(b->start, &name)) {
      if (may_be_made(b)) {
         resolve_made(b, source);
         return;
      }
      name_by_address(b, buf);
      name = buf;
   }
   if (resolver_contains(b->start)) name = "_dl_runtime_resolve";
   set_function(b, source, name);
}

bool symbols_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line)
{
   const HChar *dir, *name;
   UInt n;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), address, &name, &dir, &n)) {
      *line = 0;
      return made_names_position(b, address, file, line);
   }
   *file = symbols_file(b->module, dir, name);
   *line = n;
   return true;
}
