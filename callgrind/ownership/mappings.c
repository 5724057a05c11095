// SPDX-License-Identifier: GPL-3.0-or-later
// Variables, mappings and stacks; see mappings.h.
#include "callgrind/ownership/mappings.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "base/path_name.h"
#include "callgrind/options/options.h"
#include "callgrind/ownership/allocators.h"
#include "callgrind/ownership/declared.h"
#include "callgrind/ownership/object_calls.h"
#include "callgrind/ownership/tls.h"
#include "callgrind/threads/guest.h"
#include "engine/engine.h"
#include "engine/stores/stores.h"

static ObjectSet* set(void)
{
   return &engine.objects.set;
}

// --- variables ------------------------------------------------------------------------------

// Start of the variable that holds the address, or 0; *name is valid until the next look-up.
static Addr variable_at(Addr address, const HChar** name)
{
   PtrdiffT offset;
   if (!VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), address, name, &offset)) return 0;
   return address - (Addr)offset;
}

// First address behind `from` that is not of the variable that starts at `start`; 0: of none.
static Addr end_of(Addr start, Addr from, Addr limit)
{
   const HChar* name;
   Addr inside = from, outside;
   SizeT step = 1;
   while (step < limit - inside && variable_at(inside + step, &name) == start) {
      inside += step;
      step *= 2;
   }
   outside = step < limit - inside ? inside + step : limit;
   while (outside - inside > 1) {
      Addr middle = inside + (outside - inside) / 2;
      if (variable_at(middle, &name) == start)
         inside = middle;
      else
         outside = middle;
   }
   return outside;
}

// The file that the address was loaded from; variables of zeros lie behind what is in the file.
static const HChar* module_of(Addr address)
{
   const HChar* name = NULL;
   if (VG_(DebugInfo_sect_kind)(&name, address) != Vg_SectUnknown && name) return name;
   const NSegment* seg = VG_(am_find_nsegment)(address);
   name = seg ? VG_(am_get_filename)(seg) : NULL;
   return name ? name : "???";
}

// The static object of this name and module.  Variables of one name are several objects, but one
// without live ranges may have been unloaded and loaded again.
static MemObject* static_object(const HChar* name, const HChar* module, Bool shared)
{
   for (MemObject* o = set()->first; o; o = o->next)
      if (o->kind == OBJECT_STATIC && (shared || !o->n_live) && VG_(strcmp)(o->name, name) == 0
          && VG_(strcmp)(o->module, module) == 0)
         return o;
   return objects_new(set(), OBJECT_STATIC, name, module);
}

// What lies between variables: tables of the linker, constants without a name.
static MemRange* between_variables(Addr address, Addr first, Addr last)
{
   enum { LOOK_MAX_B = 256 };
   const HChar* name;
   Addr start = address, end = address + 1;
   while (start > first && address - start < LOOK_MAX_B && !variable_at(start - 1, &name)
          && !range_map_overlapping(&set()->map, start - 1, 1))
      start--;
   while (end <= last && end - address < LOOK_MAX_B && !variable_at(end, &name)
          && !range_map_overlapping(&set()->map, end, 1))
      end++;
   MemObject* o = static_object(OTHER_DATA, module_of(address), True);
   return objects_allocate(set(), o, start, end - start, guest_now());
}

// Leaves out the ranges around the address that are there: a C library may put thread-local
// variables into a variable of its own.
static void keep_clear(Addr address, Addr* start, Addr* end)
{
   for (MemRange* r;
        *start < address && (r = range_map_overlapping(&set()->map, *start, address - *start));)
      *start = r->start + r->size_B;
   for (MemRange* r; (r = range_map_overlapping(&set()->map, address, *end - address));)
      *end = r->start;
}

static void note_declaration(MemObject* o, Addr start)
{
   HChar* file;
   o->line = declared_at(start, &file);
   if (!o->line) return;
   o->file = arena_strdup(&set()->arena, file);
   VG_(free)(file);
}

static MemRange* static_range(Addr address, const NSegment* seg)
{
   const HChar* name;
   Addr start = variable_at(address, &name);
   if (!start) return between_variables(address, seg->start, seg->end);
   HChar copy[VG_(strlen)(name) + 1]; // the next look-up may overwrite it
   VG_(strcpy)(copy, name);
   MemObject* o = static_object(copy, module_of(address), False);
   if (!o->count) note_declaration(o, start);
   Addr end = end_of(start, address, ~(Addr)0); // it may reach into the next segment
   keep_clear(address, &start, &end);
   return objects_allocate(set(), o, start, end - start, guest_now());
}

// --- mappings -------------------------------------------------------------------------------

static Bool is_of_module(Addr start, Addr end)
{
   for (Addr a = start; a < end; a += VKI_PAGE_SIZE)
      if (VG_(DebugInfo_sect_kind)(NULL, a) != Vg_SectUnknown) return True;
   for (const DebugInfo* di = VG_(next_DebugInfo)(NULL); di; di = VG_(next_DebugInfo)(di)) {
      Addr bss = VG_(DebugInfo_get_bss_avma)(di);
      SizeT size_B = VG_(DebugInfo_get_bss_size)(di);
      if (size_B && bss < end && bss + size_B > start) return True;
   }
   return False;
}

static Bool file_is_module(const HChar* name)
{
   for (const DebugInfo* di = VG_(next_DebugInfo)(NULL); di; di = VG_(next_DebugInfo)(di))
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(di), name) == 0) return True;
   return False;
}

static MemRange* main_stack(Addr address)
{
   Addr top = VG_(thread_get_stack_max)(1);
   SizeT size_B = VG_(thread_get_stack_size)(1);
   if (!top || address > top || top - address >= size_B) return NULL;
   MemObject* o = objects_new(set(), OBJECT_STACK, "stack of thread 1", NULL);
   o->thread = 1;
   return objects_map(set(), o, top - size_B + 1, size_B, guest_now());
}

static MemRange* mapping(const NSegment* seg)
{
   const HChar* file = VG_(am_get_filename)(seg);
   MemObject* o = objects_new(set(), OBJECT_MMAP, file ? file : "(mapped at start)", NULL);
   return objects_map(set(), o, seg->start, seg->end - seg->start + 1, guest_now());
}

MemRange* mappings_range_at(uint64_t address)
{
   MemRange* mapping_ = range_map_mapping(&set()->map, address, 1);
   if (mapping_ && !is_of_module(mapping_->start, mapping_->start + mapping_->size_B)) {
      mapping_->is_checked = true;
      return mapping_;
   }
   // Else it is the part of a data segment that is not in the file.
   if (mapping_) objects_unmap(set(), mapping_->start, mapping_->size_B, guest_now());
   const NSegment* seg = VG_(am_find_nsegment)(address);
   if (!seg || (seg->kind != SkFileC && seg->kind != SkAnonC && seg->kind != SkShmC))
      return NULL;
   const HChar* file = VG_(am_get_filename)(seg);
   // Behind the variables of zeros, too: the rest of their last page must not become a mapping
   // that they are in.
   if ((file && file_is_module(file)) || is_of_module(seg->start, seg->end + 1))
      return static_range(address, seg);
   MemRange* r = main_stack(address);
   if (!r) r = mapping(seg);
   r->is_checked = true;
   return r;
}

// --- events of the core --------------------------------------------------------------------

static Bool linker_runs(void)
{
   const HChar* name;
   Addr ip = VG_(get_IP)(xg_current.stack->thread);
   if (!VG_(get_objname)(VG_(current_DiEpoch)(), ip, &name)) return False;
   name = path_name(name);
   return VG_(strncmp)(name, "ld-linux", 8) == 0 || VG_(strncmp)(name, "ld-musl", 7) == 0
          || VG_(strncmp)(name, "ld.so", 5) == 0;
}

static MemObject* of_allocators(void)
{
   if (!set()->of_allocators) {
      set()->of_allocators = objects_new(set(), OBJECT_MMAP, "(allocators' own)", NULL);
      set()->allocating = allocators_object;
   }
   return set()->of_allocators;
}

// Memory that the program asks the system for now.
static MemRange* map_now(ObjectKind kind, Addr start, SizeT size_B)
{
   if (!allocators_running())
      return objects_map(set(), object_calls_now(kind), start, size_B, guest_now());
   MemRange* r = objects_map(set(), of_allocators(), start, size_B, guest_now());
   range_cut(
      r); // sites look again at each access: whose it is depends on the allocation that runs
   return r;
}

static void mapped(Addr start, SizeT size_B, Bool r, Bool w, Bool x, ULong di_handle)
{
   (void)r, (void)w, (void)x;
   if (!size_B) return;
   const NSegment* seg = VG_(am_find_nsegment)(start);
   if (options.stores) stores_unmap(start, size_B);
   objects_unmap(set(), start, size_B, guest_now());
   if (di_handle || !seg || !xg_current.stack) return;
   const HChar* file = seg->kind == SkFileC ? VG_(am_get_filename)(seg) : NULL;
   // The linker maps modules; their debug information describes them later.
   if (file && linker_runs()) return;
   MemObject* o = map_now(OBJECT_MMAP, start, size_B)->object;
   if (file && !o->name) o->name = arena_strdup(&set()->arena, file);
}

static void unmapped(Addr start, SizeT size_B)
{
   if (!size_B) return;
   if (options.stores) stores_unmap(start, size_B);
   objects_unmap(set(), start, size_B, guest_now());
}

static void moved(Addr from, Addr to, SizeT size_B)
{
   if (options.stores) stores_move(from, to, size_B);
   objects_move(set(), from, to, size_B, guest_now());
}

static void break_raised(Addr start, SizeT size_B, ThreadId tid)
{
   (void)tid;
   if (size_B) map_now(OBJECT_BRK, start, size_B);
}

void mappings_thread_starts(ThreadId tid)
{
   Addr sp = VG_(get_SP)(tid);
   const NSegment* seg = VG_(am_find_nsegment)(sp);
   if (tid == 1 || !seg) return;
   HChar name[40];
   VG_(sprintf)(name, "stack of thread %u", tid);
   MemObject* o = objects_new(set(), OBJECT_STACK, name, NULL);
   o->thread = tid;
   objects_map(set(), o, seg->start, seg->end - seg->start + 1, guest_now())->is_checked = true;
   tls_thread_starts(tid); // variables may lie in the same mapping
}

void mappings_init(void)
{
   VG_(track_new_mem_mmap)(mapped);
   VG_(track_die_mem_munmap)(unmapped);
   VG_(track_copy_mem_remap)(moved);
   VG_(track_new_mem_brk)(break_raised);
   VG_(track_die_mem_brk)(unmapped);
}
