// SPDX-License-Identifier: GPL-3.0-or-later
//
// The services that the freestanding layers need from their host.
//
// Layers L0 to L2 know neither libc nor Valgrind.  Whoever links them supplies the functions
// below: callgrind/host/port_valgrind.c inside the tool, tests/unit/port_host.c in host programs.
//
// Ownership: port_alloc() memory belongs to the caller until port_free().
//
//    int64_t* v = port_zalloc("example.v", 8 * sizeof *v);
//    port_free(v);
#ifndef XG_BASE_PORT_H
#define XG_BASE_PORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns size_B bytes, 16-byte aligned, never NULL: the host ends the program with a clear
// message when memory is exhausted.  `what` names the consumer in memory statistics.
void* port_alloc(const char* what, size_t size_B);
// The same, filled with zeros.
void* port_zalloc(const char* what, size_t size_B);
// Resizes a block of port_alloc(), keeping its contents; p may be NULL.
void* port_realloc(const char* what, void* p, size_t size_B);
// Gives a block back; p may be NULL.
void port_free(void* p);

void port_memset(void* to, int byte, size_t size_B);
void port_memcpy(void* to, const void* from, size_t size_B);
int port_strcmp(const char* a, const char* b);
int port_strncmp(const char* a, const char* b, size_t n);
size_t port_strlen(const char* s);
// Sorts n pointers by `less_or_equal` order of cmp (negative, zero, positive).
void port_sort(void** v, size_t n, int (*cmp)(const void*, const void*));

// Ends the program: an invariant of ours is broken.
__attribute__((noreturn)) void port_panic(const char* what, const char* file, int line);

#define XG_ASSERT(cond) ((cond) ? (void)0 : port_panic(#cond, __FILE__, __LINE__))
// Invariant checks too dear for production; built in with --enable-debug-checks.
#ifdef XG_DEBUG_CHECKS
#define XG_CHECK(cond) XG_ASSERT(cond)
#else
#define XG_CHECK(cond) ((void)0)
#endif

#define XG_LIKELY(x) __builtin_expect(!!(x), 1)
#define XG_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define XG_INLINE static inline __attribute__((always_inline))

#endif
