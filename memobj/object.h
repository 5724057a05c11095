// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory objects: what a program's data belongs to (EVOP thesis, section 3.1).
//
// An object is what a programmer would regard as one: a variable, or all allocations by one call
// stack.  A range is a piece of memory that belongs to an object.
//
// Ownership: objects live until the program ends; ranges belong to their map (range_map.h),
// watchers to those who watch (objects.h).
//
//    objects_watch(&watcher, range);
//    if (address - extent.start < extent.size_B) ... watcher.range->object ...   // extent is watcher.extent's
#ifndef XG_MEMOBJ_OBJECT_H
#define XG_MEMOBJ_OBJECT_H

#include "base/host.h"
#include "memobj/object_streams.h"

typedef enum {
   OBJECT_UNKNOWN, // what no other object is known for
   OBJECT_CODE,    // instructions: lines of I1, and those of the last level behind them
   OBJECT_STATIC,  // a variable of the program or of a library
   OBJECT_HEAP,    // allocations
   OBJECT_MMAP,    // memory mapped by the program itself
   OBJECT_BRK,     // the program break's
   OBJECT_STACK,   // of a thread
   OBJECT_KINDS
} ObjectKind;

// Names as in xgrind.data, by ObjectKind.
extern const char* const object_kind_name[OBJECT_KINDS];

// A call that was open when an object was made, or one that the compiler has inlined.
typedef struct {
   const char* function;
   const char* file; // source, or "???"
   const char* module;
   uint32_t line;
   bool inlined; // the function's code is in that of the next frame
} ObjectFrame;

typedef struct MemObject MemObject;
struct MemObject {
   ObjectKind kind;
   uint32_t number;    // from 0, in order of appearance
   const char* name;   // of a variable or a mapped file; NULL: the stack says it
   const char* module; // path, or NULL
   const char* file;   // where a variable is declared; NULL: not known
   uint32_t line;
   uint32_t thread; // that made it first
   uint32_t n_frames;
   ObjectFrame* frames; // calls that led to it, innermost first
   uint32_t epoch;   // of modules, when it was last asked whether other code is where they were
   bool is_outdated; // the answer
   uint64_t count;   // ranges made so far
   uint64_t live_B, most_B, total_B;
   uint64_t n_live;
   uint64_t born,
      died;     // instructions executed at the first allocation and when the last one was freed
   void* costs; // of the engine: see engine/object_costs.h
   void* layout;      // likewise: see engine/what_if.h; NULL: it has none but the program's
   bool layout_known; // it has been asked for
   ObjectStreams* streams; // of its misses of D1; NULL: there are none, or they are not counted
   MemObject* next;        // all objects, oldest first
};

typedef struct MemRange MemRange;
typedef struct RangeWatcher RangeWatcher;

// 32 bytes, two in a cache line: looking a range up waits for memory most of the time.
//
// Invariants: size_B > 0; a mapping that is cut has no watchers; the extent of a
// watcher of the range has its start and size.
struct MemRange {
   uint64_t start;
   uint64_t size_B : 61;
   uint64_t is_mapping : 1; // other ranges may lie in it
   uint64_t is_cut : 1;     // a mapping in which a range lay at some time
   uint64_t is_checked : 1; // a mapping that is known not to hold variables
   MemObject* object;
   union {
      RangeWatcher* watchers; // linked by `next`
      MemRange* next_free;    // of ranges that are not in use
   };
};

// Where a range is that one watches.  They are apart from their watchers: generated code reads them for each access, and
// the fewer lines of the host's memory it reads, the faster it is.
typedef struct {
   uint64_t start, size_B;
} RangeExtent;

// Remembers where a range is.  While one watches, an address belongs to the range exactly if
// address - start < size_B; it stops when the range ends or another one is put into it.
//
// Invariant: the extent is the range's, unless range is NULL.
struct RangeWatcher {
   RangeExtent* extent;           // the watcher's own, elsewhere
   MemRange* range;               // NULL: none is watched, the extent is up to the watcher
   RangeWatcher *next, *previous; // of the range
};

#endif
