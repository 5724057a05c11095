// SPDX-License-Identifier: GPL-3.0-or-later
// What the freestanding layers need of the system, in a Valgrind tool; see base/host.h.  What they need to know of the program
// is in host_program.c.
#include "base/host.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#include "callgrind/core_versions.h"
#include "callgrind/result_files/own_writes.h"

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
