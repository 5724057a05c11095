// SPDX-License-Identifier: GPL-3.0-or-later
//
// All that the freestanding layers need from outside.
//
// Layers L0 to L2 know neither libc nor Valgrind.  Whoever links them supplies the functions below,
// all in one file: callgrind/host_valgrind.c in the tool, tests/unit/host_libc.c in programs on libc.
//
// Ownership: memory of host_alloc() belongs to the caller until host_free().
//
//    int64_t* v = host_zalloc("example.v", 8 * sizeof *v);
//    host_free(v);
#ifndef XG_BASE_HOST_H
#define XG_BASE_HOST_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Returns size_B bytes, 16-byte aligned, never NULL: the host ends the program with a clear
// message when memory is exhausted.  `what` names the consumer in memory statistics.
void* host_alloc(const char* what, size_t size_B);
// Returns size_B bytes as host_alloc() does, filled with zeros.
void* host_zalloc(const char* what, size_t size_B);
// Resizes memory of host_alloc(), keeping its contents; p may be NULL.
void* host_realloc(const char* what, void* p, size_t size_B);
// Gives memory back; p may be NULL.
void host_free(void* p);
// Returns size_B > 0 bytes of zeros, aligned to a page, never NULL.  They use no memory until they
// are touched: for large arrays of which a part may never be.
void* host_map_zeroed(size_t size_B);
// Gives back what host_map_zeroed() returned for this size.
void host_unmap(void* p, size_t size_B);

void host_memset(void* to, int byte, size_t size_B);
void host_memcpy(void* to, const void* from, size_t size_B);
int host_strcmp(const char* a, const char* b);
int host_strncmp(const char* a, const char* b, size_t n);
size_t host_strlen(const char* s);
// Sorts n pointers in ascending order by cmp (negative, zero, positive); equal ones in any order.
void host_sort(void** v, size_t n, int (*cmp)(const void*, const void*));

// Writes n bytes to the descriptor; false on any failure.
bool host_write(int fd, const char* bytes, size_t n);

// Ends the program: an invariant of ours is broken.
__attribute__((noreturn)) void host_panic(const char* what, const char* file, int line);

// --- the program being profiled --------------------------------------------------------------
// The types are those of callgraph/model.h and memobj/object.h.

struct Block;
struct Exit;
struct SourceFile;
struct Inlined;
struct MemRange;
struct MemObject;
struct WhatIfLayout;

// Source position of the instruction at `address` in block b: true and *file, *line, or false and
// *line = 0 without touching *file.
bool host_position(const struct Block* b, uint64_t address, struct SourceFile** file,
                   uint32_t* line);
// What the instruction at `address` in block b was inlined from, the innermost function; NULL if it
// was not, or if inlined functions are not asked for.
const struct Inlined* host_inlined(const struct Block* b, uint64_t address);
// Likewise, but whenever the debug information says so: code that the profile has with its function, too.
const struct Inlined* host_known_inlined(const struct Block* b, uint64_t address);
// Fills in the functions of all that host_inlined() has returned.
void host_resolve_inlined(void);
// The range of memory that holds an address which the map of ranges does not know, or knows only by
// a mapping that may hold variables: one that has been added now, the mapping, or NULL.
struct MemRange* host_memory_range(uint64_t address);
// Sets the layouts that the user asks for in place of the one that an object has in the program, by simulation
// (engine/simulation.h); false: there is none.
bool host_layouts(const struct MemObject* o, struct WhatIfLayout** by_simulation);
// Whether the program may read this address, which may be any.
bool host_is_readable(uint64_t address);
// What is in memory now, in the aligned 64 bytes that hold an address; NULL if it cannot be read: an access that is simulated
// may be refused.
const uint64_t* host_line(uint64_t address);

// --- what the engine asks for ----------------------------------------------------------------

// The block at the address that this exit goes to, made if needed; its function is known.
struct Block* host_target(const struct Exit* exit, uint64_t address);
// Write a part of the profile now and start a new one; `option` and `function` name the reason.
void host_dump(const char* option, const char* function);
// Forget all costs of the running thread.
void host_zero(void);
// A signal handler was left by longjmp; `pending` is the block that was pending in the core when
// the signal came, or NULL.
void host_handler_abandoned(struct Block* pending);

#define XG_ASSERT(cond) ((cond) ? (void)0 : host_panic(#cond, __FILE__, __LINE__))
// Invariant checks too dear for production; built in with --enable-debug-checks.
#ifndef XG_DEBUG_CHECKS
#define XG_DEBUG_CHECKS 0
#endif
#define XG_CHECK(cond) (XG_DEBUG_CHECKS ? XG_ASSERT(cond) : (void)0)

#define XG_LIKELY(x) __builtin_expect(!!(x), 1)
#define XG_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define XG_INLINE static inline __attribute__((always_inline))

#endif
