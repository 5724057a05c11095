// SPDX-License-Identifier: GPL-3.0-or-later
// base/port.h inside a Valgrind tool.
#include "base/port.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"

void* port_alloc(const char* what, size_t size_B)
{
   return VG_(malloc)(what, size_B);
}

void* port_zalloc(const char* what, size_t size_B)
{
   return VG_(calloc)(what, 1, size_B);
}

void* port_realloc(const char* what, void* p, size_t size_B)
{
   return VG_(realloc)(what, p, size_B);
}

void port_free(void* p)
{
   VG_(free)(p);
}

void port_memset(void* to, int byte, size_t size_B)
{
   VG_(memset)(to, byte, size_B);
}

void port_memcpy(void* to, const void* from, size_t size_B)
{
   VG_(memcpy)(to, from, size_B);
}

int port_strcmp(const char* a, const char* b)
{
   return VG_(strcmp)(a, b);
}

int port_strncmp(const char* a, const char* b, size_t n)
{
   return VG_(strncmp)(a, b, n);
}

size_t port_strlen(const char* s)
{
   return VG_(strlen)(s);
}

static int (*sort_order)(const void*, const void*);

static Int compare_through(const void* a, const void* b)
{
   return sort_order(*(void* const*)a, *(void* const*)b);
}

void port_sort(void** v, size_t n, int (*cmp)(const void*, const void*))
{
   sort_order = cmp;
   VG_(ssort)(v, n, sizeof *v, compare_through);
}

void port_panic(const char* what, const char* file, int line)
{
   VG_(printf)("\nXgrind: internal error: %s (%s:%d)\n", what, file, line);
   VG_(tool_panic)("an invariant does not hold; please report this");
}
