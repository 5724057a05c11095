// SPDX-License-Identifier: GPL-3.0-or-later
//
// The data model of the call graph, to be read from top to bottom.
//
//    Module > SourceFile > Function         where code comes from, by name
//    CallChain                              a function with 0..n of its callers
//    Context = CallChain x recursion level  what costs are charged to
//    Block > Exit, Instr, Site              a translated block of code and what was compiled in
//    CostCentre = Block x Context           counters of one block in one context
//    Arc = Exit x Context x Block x Context a call (or, if asked for, a jump) and its cost
//    Inlined > InlinedInstance              code of other functions within a context
//    ShadowStack > Frame, ExecState         open calls of one stack: of a thread or coroutine
//    ContextTreeNode                        a function called along one path (context_tree.h)
//    CurrentState                           the shadow stack that runs, at a fixed address
//
// Ownership: everything but shadow stacks lives in arenas of the CallGraph until the program ends.
// What generated code or the fast path touches on every execution comes first in each struct.  The
// assertions at the end of this file state what it relies on.
#ifndef XG_CALLGRAPH_MODEL_H
#define XG_CALLGRAPH_MODEL_H

#include "base/event.h"
#include "base/host.h"

typedef struct Module Module;
typedef struct SourceFile SourceFile;
typedef struct Function Function;
typedef struct CallChain CallChain;
typedef struct Context Context;
typedef struct Block Block;
typedef struct Exit Exit;
typedef struct CostCentre CostCentre;
typedef struct Arc Arc;
typedef struct Inlined Inlined;
typedef struct InlinedInstance InlinedInstance;
typedef struct Jump Jump;
typedef struct Frame Frame;
typedef struct ShadowStack ShadowStack;
typedef struct ContextTreeNode ContextTreeNode;

struct Module {
   const char* name; // path, or "???"
   uint32_t number;  // from 1, in order of creation
};

struct SourceFile {
   const char* name; // with directory if known, or "???"
   Module* module;
   uint32_t number;
};

// What the user asked for by function name; the defaults come from the options.
typedef struct {
   bool skip;        // charge to the caller, hide from the graph
   bool pop_on_jump; // treat jumps out of it as return and call
   bool dump_before, dump_after, zero_before, toggle_collect;
   bool timeline_region;         // its executions are laid over each other
   uint32_t group;               // functions of one group > 0 share an entry of call chains
   uint32_t separate_callers;    // callers kept in its call chains
   uint32_t separate_recursions; // recursion levels told apart, at least 1
} FunctionSettings;

// Identity: module, file of the entry and name.
struct Function {
   const char* name;
   SourceFile* file;
   CallChain* pure; // the call chain without callers
   FunctionSettings settings;
   uint32_t number;  // from 1
   uint32_t line;    // of interpreted code: where it begins; 0: machine code
   bool has_actions; // entering or leaving it triggers an action: see FunctionSettings
   bool has_code;    // code of its own has run: it was not only inlined
};

// Invariants: size >= 1; functions[0]->settings.separate_callers >= size - 1; one record for equal
// functions and thread groups; contexts[n] is NULL or one with chain == this and level == n.
struct CallChain {
   uint32_t thread_group; // thread number with --separate-threads, else 0
   uint32_t size;
   Function** functions; // [size]: the current one, then its callers
   Context** contexts; // [functions[0]->settings.separate_recursions] by level, made on demand
   CallChain* next;    // chain of one hash value
};

// A function of interpreted code has a context for each of its lines: what its interpreter executes for
// the line is charged to it, and it makes the line's calls.  Calls lead to that of its first line.
//
// Invariants: chain->contexts[level] is this context or the one of its first line; each cost centre's and each
// arc's context is this one; function, function_number, levels and has_actions are copies from chain and function.
struct Context {
   Function* function; // that runs in it
   CallChain* chain;
   uint32_t
      level; // 0: first activation, 1: second, ...; the last one stands for all deeper ones
   uint32_t function_number;
   uint32_t levels; // that the function has
   bool has_actions;
   uint32_t line; // of interpreted code; 0: machine code
   CostCentre* cost_centres;
   Arc* arcs; // that start here
   Context*
      first_line;  // that of the function's first line; NULL: it is, or it is of machine code
   Context* lines; // those of its other lines, linked by next_line
   Context* next_line;
   Context* next; // of all contexts, newest first
};

typedef enum {
   SECTION_TEXT,
   SECTION_PLT,
   SECTION_DATA,
   SECTION_BSS,
   SECTION_GOT,
   SECTION_OTHER
} Section;

typedef enum {
   EXIT_NEXT, // falls through to the next instruction
   EXIT_JUMP,
   EXIT_CALL,
   EXIT_RETURN,
} ExitKind;

// A way out of a block.
//
// Invariants: last_target and last belong to last_key: a context if the last transfer here that the
// fast path can repeat was a call or tail call, xg_stays_key (engine/fast_path_inl.h) if it was a
// jump within its function, NULL or an old xg_stays_key if there is none.
struct Exit {
   const void* last_key; // CurrentState.key before the transfer
   uint64_t last_target; // address that it led to
   Arc* last;            // of the call; NULL: there was none
   Block* block;
   Block* last_stub; // the skipped function called last, which has jumped to last->target
   uint64_t target;  // constant address that it leads to; 0: a computed one
   uint16_t instr;   // index of the instruction
   uint16_t after_B; // from the block's start to after it: where a call returns to
   uint8_t segment;  // that ends here
   uint8_t kind;     // ExitKind
   bool conditional;
};

// One guest instruction.
typedef struct {
   uint16_t offset_B; // from the block's start
   uint8_t size_B;
   uint8_t segment; // executions of this segment are executions of the instruction
} Instr;

typedef enum {
   SITE_FETCH,         // may miss in I1
   SITE_READ,          // data read, once per execution of its segment
   SITE_WRITE,         // data write or modify, once per execution of its segment
   SITE_READ_GUARDED,  // data read under a condition: counted when it happens
   SITE_WRITE_GUARDED, // data write under a condition
   SITE_BRANCH,        // conditional branch
   SITE_INDIRECT,      // indirect branch
   SITE_BUS,           // global bus event
   SITE_PREFETCH,      // prefetch instruction, which is no access
} SiteKind;

// The counters of a site, by index.
// clang-format off
enum {
#define COUNTER(id) id,
#define COUNTERS(id, n) id, id##_END = id + (n) - 1,
#include "base/events.def"
   SITE_COUNTERS,
   // Branches and bus events, with --compat=callgrind only: executions to add to those of the
   // segment, modulo 2^64 (threads/compat.c).
   EXTRA_EXECUTIONS = MISSES_LL,
   // Prefetch instructions, and those whose line was in L1.
   PREFETCHES_NEEDLESS = MISSES_L1,
   PREFETCHES_EXECUTED = MISSES_LL
};
// clang-format on

// A point of the block with counters of its own besides executions.
//
// Invariants: block->sites[index] is this site; is_write if and only if it is a write, guarded or
// not.
typedef struct {
   Block* block;
   uint16_t size_B; // of the access or the fetch
   uint16_t instr;
   uint16_t segment;
   uint16_t index; // in the block; its miss counters begin at index * Block.n_counters
   uint8_t kind;   // SiteKind
   bool is_write;
   bool is_changed; // a write that reads the same bytes first
   bool at_top;     // of the stack, as calls, returns, pushes and pops are
   // With sampling: the position in its run of accesses, from 1, and the length of the run.
   uint16_t run_position, run_accesses;
   // Of its misses of data in L1, modulo 2^32: the last one's address, and its distance from the one before.
   uint32_t missed, miss_distance;
} Site;

enum { VECTOR_ACCESS_B = 16 }; // an access of at least so many bytes is one to a vector

static inline bool site_is_vector(const Site* s)
{
   return s->size_B >= VECTOR_ACCESS_B;
}

// What a block does with the register in which functions return their result: it is read before it is written, wholly or in
// part, written first, or left as it is.  Only known with memory objects.
typedef enum {
   RESULT_UNKNOWN,
   RESULT_READ,
   RESULT_READ_IN_PART,
   RESULT_WRITTEN,
   RESULT_LEFT
} ResultUse;

// Invariants: if key == CurrentState.key, cost_centre is what executions count in now: that of the
// context with this key, or the sink.  address is start, or 0 once the block has been retired, as
// the code there was replaced.  instrs, sites and exits are filled in if translated.
struct Block {
   const void* key; // of `cost_centre`: a context, or a sink's key
   CostCentre* cost_centre;
   const void* other_key; // the previous pair: recursion alternates between two contexts
   CostCentre* other_cost_centre;
   uint64_t address; // of its first instruction, or 0
   uint32_t epoch;   // of the debug information it was looked up in
   uint32_t
      draft_runs; // that are left of its draft; 0: it has none, or is to be translated again
   uint64_t start;
   Module* module;
   Function* function; // of the first instruction, by debug information
   CostCentre* sink;   // counts executions that are charged to no context; NULL: none so far
   Arc* arrivals;      // that lead here
   Instr* instrs;
   Site* sites;
   void* last_ranges; // of the sites' accesses to memory objects: see engine/object_costs.h
   Exit* exits;       // conditional ones in order, the final one last
   struct BlockCycles* cycles; // with estimated cycles: see cycles/flow.h
   const uint16_t*
      operations;       // of floating point, of each instruction; NULL: they are not counted
   struct Draft* draft; // its first translation: see engine/draft.h; NULL: there was none
   struct BlockLoops* loops; // with loops: see engine/iterations/loop_heads.h
   uint64_t bias;            // start minus bias is the address in the module's file
   uint32_t
      journal; // which of the watched ones it is: see engine/repeats/journal.h; 0: none yet
   uint16_t n_instrs, n_sites, n_exits, n_segments;
   uint8_t n_counters; // of each site: site_counters()
   uint8_t section;    // Section
   bool is_entry;      // first instruction of its function
   bool notes_fetches; // with line use: generated code notes fetches, several at once
   bool asks_loops;    // it has segments that have not run, or ways into loops
   uint8_t result_use; // ResultUse
   bool translated;
   bool
      kept; // the translation has been discarded, but the next one will do for this block, too
};

// Invariants: one per block and context; a sink has no context and is in no list.
struct CostCentre {
   Block* block;
   Context* context;
   CostCentre* next; // of the context
   // [block->n_sites * block->n_counters] of the program, and as many behind them of a simulation beside that counts by site;
   // NULL until one is needed.  For branches MISSES_L1
   // counts mispredictions.
   uint64_t* miss_counters;
   uint64_t* end_cost; // [EV_COUNT] of the block's end: skipped callees, system calls; or NULL
   uint64_t executions[]; // [block->n_segments]
};

typedef enum { ARC_CALL, ARC_JUMP, ARC_CONDITIONAL_JUMP } ArcKind;

// The callee, as frames and arcs describe it.
typedef struct {
   uint32_t number;        // of its function
   bool opened;            // the call has opened an activation of it
   bool has_actions;       // leaving the function may trigger an action
   bool has_backdate_node; // Frame.backdate_node is set
   bool
      complete; // all of Frame.total_at_call is filled in, not only up to EV_WIDTH_COUNTS, and cycles of the code
   bool
      has_loop_trips; // entries of loops wait until it is left: see engine/iterations/loop_trips.h
} Callee;

// Invariants: one per exit, target, both contexts and whether it is a call.  callee, level, levels
// and return_to are copies from `to` and `exit`, so that a call touches one line of the arc.
struct Arc {
   Context* to;
   uint64_t calls;
   Callee callee; // as in the frame of a plain call
   uint16_t level;
   uint16_t levels; // 0: a jump
   uint64_t return_to;
   Context* from;
   Exit* exit;
   Block* target;
   Arc* next_same;    // of the same exit and target
   Arc* next_from;    // of the same context
   Arc* next_arrival; // to the same block
   uint8_t kind;      // ArcKind
   uint64_t cost[];   // inclusive, [width]
};

// A function that the compiler has put in place of a call of it; or a loop (writers/loop_scopes.h).
struct Inlined {
   const Inlined* outer; // what it was inlined into; NULL: the function that the symbol names
   const char* name;
   Function* function;    // known once all code of the part has been looked up
   SourceFile* call_file; // where the outer one calls it
   uint32_t call_line;
   bool is_loop; // of the outer one: it passes for a function that is called where it begins
};

// The code of an inlined function in one context.  Counting charges it to that context; the profile
// moves its costs to the inlined function.
//
// Invariants: there is one for each context and Inlined; outer is NULL if and only if
// inlined->outer is.
struct InlinedInstance {
   const Inlined* inlined;
   InlinedInstance* outer; // NULL: in code of the context's own function
   Context* context;       // of the inlined function, which is charged
   // Of the part being written; see writers/inlined_costs.h.
   bool listed;
   InlinedInstance* next;
   uint64_t calls, doubtful_calls;
   uint64_t entry; // its most frequent one, or lowest address: that in the module's file
   uint64_t entry_calls;
   uint32_t entry_line;
   uint64_t cost[EV_COUNT]; // inclusive
};

// A constant address that the execution may go on at: of a jump, of the next instruction, or after
// a call.
struct Jump {
   const Block* from;
   uint32_t instr;
   bool is_known; // to engine/iterations/loop_heads.h: has been taken
   Jump* next;    // to the same address
};

// In Frame.return_to: the callee is a function of interpreted code, and the other bits are the address of
// its frame in the interpreter's memory.  No return leads to such an address.
#define FRAME_INTERPRETED (1ULL << 63)

// A call that has not returned.
//
// Invariants: the stack pointers of a shadow stack's frames fall from the outermost to the
// innermost; only a frame that a jump or an interpreter has opened may have its caller's.  If a frame is complete, so
// are all outer ones.  A frame whose callee is skipped has no arc.
struct Frame {
   uint64_t sp; // stack pointer after the call, at the callee's first instruction
   uint64_t
      return_to;    // return address, 0 for jumps taken as calls; or FRAME_INTERPRETED and more
   Arc* arc;        // NULL: callee is skipped
   Context* caller; // context to return to
   CostCentre* skip_cost_centre; // ExecState's, of the caller
   Callee callee;
   // CurrentState.total at the call.  Misses are filled in before the first miss after the call, in
   // this and all outer frames: most calls return without a miss.
   uint64_t total_at_call[EV_COUNT];
   void* backdate_node; // of the back-dating tree: see engine/line_costs.h
} __attribute__((aligned(64)));

// A frame's call in the calling-context tree; undefined where Frame.arc is NULL.
typedef struct {
   ContextTreeNode *own, *caller;
} ContextTreeFrame;

// The state of what runs on a shadow stack: the thread's own code, or a signal handler on top of
// it, which has totals and trees of its own.
typedef struct {
   Context* context;             // that is charged; NULL before the first block
   CostCentre* skip_cost_centre; // to whose end_cost a skipped function adds; NULL: none runs
   bool collect;
   int signal;                 // that the handler is for; 0: the thread's own code
   void* backdate_root;        // of its back-dating tree; NULL: none yet
   ContextTreeNode* tree_root; // of its calling-context tree; NULL: none yet
   ContextTreeNode* tree_node; // of the function that runs in it; a skipped one has none
   uint64_t
      total[EV_COUNT]; // its costs, while it does not run; else CurrentState.total has them
   uint64_t skip_since[EV_COUNT]; // total when skip_cost_centre was set or charged last
   uint64_t frozen[EV_COUNT];     // total when collection was switched off
   uint64_t part_start[EV_COUNT]; // total at the last dump or zeroing
} ExecState;

// A signal handler that has not ended.
typedef struct {
   ExecState interrupted;      // state of what ran when the signal came
   uint32_t interrupted_floor; // index of its first frame
   bool on_alternate_stack;    // the handler runs on a stack of its own
   uint64_t sp;                // of the interrupted code
   Block* pending;             // block that was pending in the core then, or NULL
} SignalHandler;

enum { HANDLERS_MAX = 64 }; // nesting depth of signal handlers

// The calls that are open on one stack of a thread or of a coroutine.
//
// Invariants: frames < floor <= top < limit; frames[0] is a sentinel that never returns.  The
// frames from `floor` on are those of `exec`; the frames below belong to what signal handlers have
// interrupted, handlers[n].interrupted_floor being the first of its state.  active[n] is the number
// of open activations of function n, including the outermost function's.  tree_frames and frames
// have the same size.
struct ShadowStack {
   Frame* top;       // first free frame; top[-1] is the innermost call
   Frame* floor;     // first frame of the running handler, or of all
   Frame* limit;     // end of the allocated frames
   uint32_t* active; // activations of each function on this stack, by number
   ExecState exec;   // of the innermost handler, or of the thread's own code
   uint32_t active_size;
   uint32_t thread;
   Frame* frames;
   void* frames_memory;           // what they were allocated as
   ContextTreeFrame* tree_frames; // of each frame; NULL: there is no calling-context tree
   SignalHandler* handlers;       // [HANDLERS_MAX], allocated on the first signal
   uint32_t n_handlers;
   bool miss_classes, cycles;        // are counted
   bool suspended;                   // another stack of the thread has been switched to
   uint64_t base_sp;                 // stack pointer at the start of a coroutine, 0: thread
   uint64_t handler_total[EV_COUNT]; // costs of handlers that have ended
   uint64_t
      line_use_total[EV_LATE_COUNT_BESIDE]; // late events charged to what ran on this stack
   uint64_t last_dump[EV_COUNT];            // total of the thread's own code at the last dump
   uint64_t handler_last_dump[EV_COUNT];    // handlers' total at the last dump
   uint64_t line_use_last_dump[EV_LATE_COUNT_BESIDE]; // line_use_total at the last dump
   ShadowStack* next;                                 // all shadow stacks, newest first
};

// What generated code touches besides blocks; there is one, at a fixed address.
//
// Invariants, while a stack runs: key is stack->exec.context, or the key of a sink while collection
// is off or a skipped function runs, or KEY_NO_CONTEXT before the first block.  elsewhere and total make
// up all that was counted so far, cache line use left out; while collection is off, elsewhere and
// stack->exec.frozen do.
typedef struct {
   const void* key;          // what Block.key is compared with
   uint64_t total[EV_COUNT]; // running totals: costs of stack->exec so far
   ShadowStack* stack;       // that runs; NULL: none
   // With a timeline: total[EV_IR] from which on the next block that asks calls timeline_due().  0: at once,
   // as something else runs, or collection was switched.
   uint64_t due_at;
   uint64_t elsewhere[EV_COUNT]; // costs of all other execution states, ended or not
} CurrentState;

// What generated code relies on.
_Static_assert(EV_DW == EV_DR + 1 && offsetof(CurrentState, total[EV_DR]) % 16 == 0,
               "Dr and Dw are added as one vector");
_Static_assert(offsetof(CostCentre, executions) == sizeof(CostCentre),
               "counters of segments follow the cost centre");
_Static_assert(offsetof(ShadowStack, top) == 0 && offsetof(Frame, sp) == 0,
               "the innermost frame's stack pointer is found by two loads");
_Static_assert(offsetof(Block, key) == 0 && offsetof(Block, cost_centre) == 8,
               "key and cost centre of a block are in one cache line");
_Static_assert(EV_CYDEP == EV_CYBASE + 1 && offsetof(CurrentState, total[EV_CYBASE]) % 16 == 0,
               "CyBase and CyDep are added as one vector");
// What the fast path relies on.
_Static_assert(sizeof(Frame) % 64 == 0
                  && offsetof(Frame, total_at_call[EV_WIDTH_COUNTS]) <= 128,
               "a call without misses touches two cache lines of a frame");
_Static_assert(offsetof(Exit, last_key) == 0 && offsetof(Exit, last) == 16,
               "what a call is compared with is in one cache line");
_Static_assert((int)EV_WIDTH_PLAIN < (int)EV_WIDTH_COUNTS
                  && (int)EV_WIDTH_COUNTS < (int)EV_WIDTH_CACHE
                  && (int)EV_WIDTH_CACHE < (int)EV_WIDTH_HIERARCHY
                  && (int)EV_WIDTH_HIERARCHY < (int)EV_WIDTH_CLASSES
                  && (int)EV_WIDTH_CLASSES < (int)EV_WIDTH_USE
                  && (int)EV_WIDTH_USE < (int)EV_WIDTH_STORES,
               "no two widths are the same");

#endif
