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
//    MemRange* watcher = &range_none;
//    objects_watch(&watcher, range);
//    if (address - watcher->start < watcher->watched_B) ... watcher->object ...
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
   struct Wrapper*
      wrapper; // the function that the symbol names, as one that may allocate for its callers
   bool hands_on; // it does, as far as is known when the objects are written
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
   void**
      layouts; // likewise, by simulation: see engine/what_if.h; NULL: it has none but the program's
   bool layouts_known;     // they have been asked for
   ObjectStreams* streams; // of its misses of D1; NULL: there are none, or they are not counted
   MemObject* next;        // all objects, oldest first
};

typedef struct MemRange MemRange;

// 32 bytes, two in a cache line: looking a range up waits for memory most of the time.
//
// A watcher is a pointer to a range: as long as it watches, an address is the range's exactly if
// address - start < watched_B.  Generated code reads both for each access.  A range that has ended stays until its last
// watcher has turned away, so the end of a range costs the same however many watch it.
//
// Invariants: size_B > 0; watched_B is size_B, or 0 if the mapping is cut or the range has ended; n_watchers counts
// those who watch, or has once reached RANGE_WATCHERS_MAX.
struct MemRange {
   uint64_t start;
   uint64_t watched_B;
   uint64_t size_B : 48;
   uint64_t n_watchers : 13; // RANGE_WATCHERS_MAX: that many or more; it will not be used again
   uint64_t is_mapping : 1;  // other ranges may lie in it
   uint64_t is_cut : 1;      // a mapping in which a range lay at some time
   uint64_t is_checked : 1;  // a mapping that is known not to hold variables
   union {
      MemObject* object;   // NULL: it has ended
      MemRange* next_free; // of ranges that are not in use
   };
};
enum { RANGE_WATCHERS_MAX = (1 << 13) - 1 };

// What those watch who watch no range: no address is in the first one, each is in the second.
extern MemRange range_none, range_all;

// Another range is put into a mapping.
XG_INLINE void range_cut(MemRange* r)
{
   r->is_cut = true;
   r->watched_B = 0;
}

#endif
