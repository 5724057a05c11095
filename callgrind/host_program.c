// SPDX-License-Identifier: GPL-3.0-or-later
// What the freestanding layers need to know of the program, and what they have done to its profile; see base/host.h.
#include "base/host.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"

#include "callgrind/options/options.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/ownership/mappings.h"
#include "callgrind/ownership/readable_pages.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/symbols/inlined.h"
#include "callgrind/symbols/resolver.h"
#include "callgrind/symbols/symbols.h"
#include "callgrind/threads/compat.h"

bool host_position(const Block* b, uint64_t address, SourceFile** file, uint32_t* line)
{
   return symbols_position(b, address, file, line);
}

const Inlined* host_inlined(const Block* b, uint64_t address)
{
   return options.inlined ? inlined_at(b, address) : NULL;
}

const Inlined* host_known_inlined(const Block* b, uint64_t address)
{
   return inlined_is_known() ? inlined_at(b, address) : NULL;
}

void host_resolve_inlined(void)
{
   inlined_resolve();
}

MemRange* host_memory_range(uint64_t address)
{
   return mappings_range_at(address);
}

bool host_layouts(const MemObject* o, WhatIfLayout** by_simulation)
{
   return layouts_for(o, by_simulation);
}

bool host_is_readable(uint64_t address)
{
   return readable_pages_have(address);
}

const uint64_t* host_line(uint64_t address)
{
   return host_is_readable(address) ? (const uint64_t*)(Addr)(address & ~63ULL) : NULL;
}

// --- what the engine asks for ----------------------------------------------------------------

Block* host_target(const Exit* exit, uint64_t address)
{
   Block* b = symbols_block(address);
   if (exit->block->section == SECTION_PLT) resolver_note(exit->block, b);
   symbols_resolve(b);
   return b;
}

void host_dump(const char* option, const char* function)
{
   HChar trigger[VG_(strlen)(option) + VG_(strlen)(function) + 2];
   VG_(sprintf)(trigger, "%s=%s", option, function);
   dump_profile(trigger, True);
}

void host_zero(void)
{
   dump_zero(True);
}

void host_handler_abandoned(Block* pending)
{
   compat_forget_interrupted_block(pending);
}
