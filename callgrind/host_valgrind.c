// SPDX-License-Identifier: GPL-3.0-or-later
// What the freestanding layers need from outside, in a Valgrind tool; see base/host.h.
#include "base/host.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/core_versions.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/layouts_asked_for.h"
#include "callgrind/ownership/mappings.h"
#include "callgrind/ownership/readable_pages.h"
#include "callgrind/result_files/dump.h"
#include "callgrind/result_files/own_writes.h"
#include "callgrind/symbols/inlined.h"
#include "callgrind/symbols/resolver.h"
#include "callgrind/symbols/symbols.h"
#include "callgrind/threads/compat.h"

void* host_alloc(const char* what, size_t size_B)
{
   return VG_(malloc)(what, size_B);
}

void* host_zalloc(const char* what, size_t size_B)
{
   return VG_(calloc)(what, 1, size_B);
}

void* host_realloc(const char* what, void* p, size_t size_B)
{
   return VG_(realloc)(what, p, size_B);
}

void host_free(void* p)
{
   VG_(free)(p);
}

void* host_map_zeroed(size_t size_B)
{
   return core_map_zeroed("xgrind.map_zeroed", size_B);
}

void host_unmap(void* p, size_t size_B)
{
   VG_(am_munmap_valgrind)((Addr)p, VG_PGROUNDUP(size_B));
}

void host_memset(void* to, int byte, size_t size_B)
{
   VG_(memset)(to, byte, size_B);
}

void host_memcpy(void* to, const void* from, size_t size_B)
{
   VG_(memcpy)(to, from, size_B);
}

int host_strcmp(const char* a, const char* b)
{
   return VG_(strcmp)(a, b);
}

int host_strncmp(const char* a, const char* b, size_t n)
{
   return VG_(strncmp)(a, b, n);
}

size_t host_strlen(const char* s)
{
   return VG_(strlen)(s);
}

static int (*sort_order)(const void*, const void*);

static Int compare_through(const void* a, const void* b)
{
   return sort_order(*(void* const*)a, *(void* const*)b);
}

void host_sort(void** v, size_t n, int (*cmp)(const void*, const void*))
{
   sort_order = cmp;
   VG_(ssort)(v, n, sizeof *v, compare_through);
}

void host_panic(const char* what, const char* file, int line)
{
   VG_(printf)("\nXgrind: internal error: %s (%s:%d)\n", what, file, line);
   VG_(tool_panic)("an invariant does not hold; please report this");
}

bool host_write(int fd, const char* bytes, size_t n)
{
   return own_write(fd, bytes, n);
}

// --- the program being profiled --------------------------------------------------------------

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
