// SPDX-License-Identifier: GPL-3.0-or-later
// What differs in the versions of Valgrind's core; see core_versions.h.
#include "callgrind/core_versions.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vki.h"

#include "base/arena.h"
#include "base/map.h"
#include "callgrind/symbols/xml_element.h"

// --- memory -------------------------------------------------------------------------------

static void no_memory(const HChar* what, SizeT size_B, UWord error)
{
#ifdef XG_HAVE_OUT_OF_MEMORY_ERROR
   VG_(out_of_memory_NORETURN)(what, size_B, error);
#else
   (void)error;
   VG_(out_of_memory_NORETURN)(what, size_B);
#endif
}

void* core_map_zeroed(const HChar* what, SizeT size_B)
{
#ifdef XG_HAVE_SHADOW_ALLOC_SYSRES
   SysRes r = VG_(am_shadow_alloc)(size_B);
   if (sr_isError(r)) no_memory(what, size_B, sr_Err(r));
   return (void*)sr_Res(r);
#else
   void* p = VG_(am_shadow_alloc)(size_B);
   if (!p) no_memory(what, size_B, VKI_ENOMEM);
   return p;
#endif
}

// --- names --------------------------------------------------------------------------------

const HChar* core_describe_as_xml(DiEpoch epoch, Addr address, const InlIPCursor* cursor)
{
   Bool xml = VG_(clo_xml);
   VG_(clo_xml) = True;
   const HChar* text = VG_(describe_IP)(epoch, address, cursor);
   VG_(clo_xml) = xml;
   return text;
}

#ifdef XG_HAVE_GET_FNNAME_INL
const HChar* core_inlined_name(DiEpoch epoch, Addr address, const InlIPCursor* cursor)
{
   const HChar* name = NULL;
   VG_(get_fnname_inl)(epoch, address, &name, cursor);
   return name;
}
#else
// Names are kept as the newer core keeps them, each once.
static const HChar* keep(const HChar* name)
{
   static Arena arena = {.what = "core_versions"};
   static Map kept; // by hash
   const HChar* found;
   uint64_t h = map_hash_string(name);
   for (; (found = map_get(&kept, h, 0)); h++)
      if (VG_(strcmp)(found, name) == 0) return found;
   found = arena_strdup(&arena, name);
   map_put(&kept, h, 0, (void*)found);
   return found;
}

const HChar* core_inlined_name(DiEpoch epoch, Addr address, const InlIPCursor* cursor)
{
   const HChar* xml = core_describe_as_xml(epoch, address, cursor);
   SizeT size = VG_(strlen)(xml) + 1;
   HChar name[size];
   return keep(xml_element(xml, "<fn>", name, size) ? name : "???");
}
#endif

#ifdef XG_HAVE_LANG_IS_ADA
extern Bool VG_(lang_is_ada); // the program has Ada code

void core_leave_ada_names(void)
{
   VG_(lang_is_ada) = False;
}
#else
void core_leave_ada_names(void)
{
}
#endif

// --- scheduling ---------------------------------------------------------------------------

#ifdef XG_HAVE_SCHEDULING_QUANTUM
extern Word VG_(clo_scheduling_quantum);

Word core_quantum(void)
{
   return VG_(clo_scheduling_quantum);
}

void core_set_quantum(Word blocks)
{
   VG_(clo_scheduling_quantum) = blocks;
}
#else
static Word quantum = 100000; // the core's; others are up to threads/turns.c

Word core_quantum(void)
{
   return quantum;
}

void core_set_quantum(Word blocks)
{
   quantum = blocks;
}
#endif
