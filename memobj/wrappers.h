// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which functions allocate for their callers: functions that return what was allocated in them, its address or
// one in it, each time that something was.
//
// Contract: a function's verdict is of all its calls that are judged.  One of them may be enough to take it
// back, and nothing gives it back then.  Calls that are left without a return are not judged; neither are those in which nothing was
// allocated, as nobody watches them.  A function without a result may leave the address where a result would be; so where it
// returns to is kept, and the caller says whether the code there reads one.
//
// Ownership: functions belong to the set until the program ends; calls are copied.
//
//    Wrapper* w = wrappers_find(&set, "get_memory", "/usr/bin/app");
//    wrappers_await(&calls, &(WrapperCall){.wrapper = w, .sp = sp, .start = start, .size_B = size_B});
//    if (calls.n && calls.call[calls.n - 1].sp == sp) {
//       WrapperCall c = wrappers_take(&calls);
//       if (wrappers_judge(&c, result, is_read)) ... // what called it has the allocation now
//    }
//    if (wrappers_hands_on(w, is_read)) ...
#ifndef XG_MEMOBJ_WRAPPERS_H
#define XG_MEMOBJ_WRAPPERS_H

#include "base/arena.h"
#include "base/map.h"

enum {
   WRAPPER_RETURNS = 16,  // of those that a function returns to, the last ones
   WRAPPERS_AWAITED = 64, // calls of one thread that are watched at a time
   WRAPPER_LEVELS = 8     // functions that hand one allocation on
};

// A function in which something was allocated.
typedef struct Wrapper Wrapper;
struct Wrapper {
   const char *function, *module;
   Wrapper* next;                     // of one hash value
   uint64_t returns[WRAPPER_RETURNS]; // where it returned to with what was allocated
   uint32_t n_returns;                // all so far; the last WRAPPER_RETURNS are kept
   bool is_read; // the code at one of them reads a result, as far as it was asked
   bool keeps;   // it has returned something else, or was given two allocations in one call
};

typedef struct {
   Arena arena;
   Map by_name; // first function of a hash value
} Wrappers;

// A call of such a function that has not returned.
typedef struct {
   Wrapper* wrapper;
   uint64_t sp; // stack pointer when it has returned
   // What tells the call from others: its shadow stack, its frame there, where it returns to, and when it was made.
   const void* stack;
   uint64_t frame, return_to, since;
   uint64_t start, size_B; // of the allocation
   uint32_t level;         // functions that have handed it on so far
} WrapperCall;

// Those of one thread, the outermost first.
typedef struct {
   WrapperCall call[WRAPPERS_AWAITED];
   uint32_t n;
} WrapperCalls;

// The function of this name in this module; both are copied.
Wrapper* wrappers_find(Wrappers* s, const char* function, const char* module);
// Something was allocated in this call, which is the innermost one of those that are watched or is called by it.  Nothing is done if its
// function is known to keep what it allocates, or there are too many.
void wrappers_await(WrapperCalls* calls, const WrapperCall* c);
// The innermost call, which is not watched any longer.
WrapperCall wrappers_take(WrapperCalls* calls);
// The allocation at this address has become another one, as by realloc: nobody can return it.
void wrappers_moved(WrapperCalls* calls, uint64_t start);
// Whether the code at an address that functions return to reads their result.
typedef bool (*ResultIsRead)(uint64_t address);
// A call that was taken has returned this.  True: its caller may hand the allocation on, too.
bool wrappers_judge(const WrapperCall* c, uint64_t result, ResultIsRead is_read);
// Whether the function allocates for its callers.
bool wrappers_hands_on(Wrapper* w, ResultIsRead is_read);

#endif
