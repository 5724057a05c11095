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
// What generated code or the fast path touches on every execution stands at the front of a struct.
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
   uint32_t number;  // from 1, in order of appearance
};

struct SourceFile {
   const char* name; // with directory if known, or "???"
   Module* module;
   uint32_t number;
};

// What the user asked for by function name; the defaults come from the options.
typedef struct {
   bool skip;        // charge to the caller, hide from the graph
   bool pop_on_jump; // a jump out of it is return plus call
   bool dump_before, dump_after, zero_before, toggle_collect;
   uint32_t group;               // functions of one group > 0 share a context entry
   uint32_t separate_callers;    // callers kept in its contexts
   uint32_t separate_recursions; // recursion levels told apart, at least 1
} FunctionSettings;

// Identity: object, file of the entry and name.
struct Function {
   const char* name;
   SourceFile* file;
   CallChain* pure; // the context without callers
   FunctionSettings set;
   uint32_t number;  // from 1
   bool has_actions; // entering or leaving it does something: see FunctionSettings
   bool has_code;    // of its own that ran: it was not only inlined
};

struct CallChain {
   uint32_t thread_group; // thread number with --separate-threads, else 0
   uint32_t size;         // functions in fn: the current one, then its callers
   Function** functions;
   Context** level; // [fn[0]->set.separate_recursions], created on demand
   CallChain* next; // chain of one hash value
};

struct Context {
   Function* function; // that runs in it: chain->functions[0]
   CallChain* chain;
   uint32_t
      level; // 0: not recursive, 1: second activation, ...; the last one collects the rest
   uint32_t number, levels; // of the function: copies for the call path
   bool has_actions;        // likewise
   CostCentre* cost_centres;
   Arc* arcs;     // arcs that start here
   Context* next; // all places, newest first
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
struct Exit {
   const void* last_key; // the call made last, with which the next one is compared: from the
   uint64_t last_target; // place with this key to this address
   Arc* last;            // ... was this arc; NULL: none
   Block* block;
   Block* last_stub; // a skipped function called last, through which `last` was made
   uint16_t instr;   // index of the instruction
   uint16_t after_B; // from the block's start to behind it: where a call returns to
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
   SITE_WRITE,         // data write or modify, likewise
   SITE_READ_GUARDED,  // data read under a condition: counted when it happens
   SITE_WRITE_GUARDED, // data write under a condition
   SITE_BRANCH,        // conditional branch
   SITE_INDIRECT,      // indirect branch
   SITE_BUS,           // global bus event
} SiteKind;

// LINE_USE is the first of EV_USE_COUNT.
enum {
   MISSES_L1,
   MISSES_LL,
   MISSES_LL_DIRTY,
   ACCESSES,
   LINE_USE,
   // Of branches and bus events: those counted besides the executions of the segment.
   EXTRA_EXECUTIONS = MISSES_LL
};

// A point of the block with counters of its own besides executions.
typedef struct {
   Block* block;
   uint16_t size_B; // of the access or the fetch
   uint16_t instr;
   uint16_t segment;
   uint16_t index; // of its Tally in a centre
   uint8_t kind;   // SiteKind
   bool is_write;
   uint16_t run_position,
      run_accesses; // with sampling: number of the access in its run of accesses, from 1, and
                    // of all of them: see engine/sampling.h
} Site;

// How many counters the sites of a block have: most need two.
enum {
   COUNTERS_PLAIN = MISSES_LL + 1,
   COUNTERS_FULL = ACCESSES + 1,
   COUNTERS_LINE_USE = LINE_USE + EV_USE_COUNT
};

struct Block {
   const void* key; // the Place (or sink) whose centre is in `centre`
   CostCentre* cost_centre;
   const void* other_key; // the ones before these: recursion alternates between two places
   CostCentre* other_cost_centre;
   uint64_t address; // of its first instruction now; 0 once the code there is gone
   uint64_t bias;    // address minus bias is the address in the object file
   uint64_t start;   // as `address`, but kept
   Module* module;
   Function* function; // of the first instruction, by debug information
   CostCentre* sink;   // takes the counts that nobody wants
   Arc* arrivals;      // arcs that lead here
   Instr* instrs;
   Site* sites;
   void* last_ranges; // of the sites' accesses to memory objects: see engine/object_costs.h
   Exit* exits;       // conditional ones in order, the final one last
   uint32_t epoch;    // of the debug information it was looked up in
   uint16_t n_instrs, n_sites, n_exits, n_segments;
   uint8_t n_counters; // TALLY_WIDTH_*
   uint8_t section;    // Section
   bool is_entry;      // first instruction of its function
   bool translated;    // instrs, sites and exits are filled in
};

struct CostCentre {
   Block* block;
   Context* context; // NULL for sinks
   CostCentre* next; // of the same place
   // Misses and the like: [block->n_sites * block->n_counters] by TALLY_*, NULL until something
   // missed.  For branches MISSES_L1 counts mispredictions.
   uint64_t* miss_counters;
   uint64_t* end_cost; // [EV_COUNT] charged to the block's end: skipped callees, system calls
   uint64_t executions[]; // [block->n_segments]
};

typedef enum { ARC_CALL, ARC_JUMP, ARC_CONDITIONAL_JUMP } ArcKind;

// What a frame and an arc say about the callee.
typedef struct {
   uint32_t number;        // of its function
   bool opened;            // the call has opened an activation of it
   bool has_actions;       // leaving the function may do something
   bool has_backdate_node; // Frame.node is set
   bool complete;          // all of Frame.enter is filled in: see there
} Callee;

struct Arc {
   Context* to;
   uint64_t calls;
   Callee callee; // as in the frame of a plain call; this and the next two are copies, so that
   uint16_t level, levels; // a call touches one line of the arc
   uint64_t return_to;
   Context* from;
   Exit* exit;
   Block* target;
   Arc* next_same;  // same exit and target, other places
   Arc* next_from;  // of the same place
   Arc* next_to;    // to the same block
   uint8_t kind;    // ArcKind
   uint64_t cost[]; // inclusive, [width]
};

// A function that the compiler has put in place of a call of it.
struct Inlined {
   const Inlined* outer; // what it was inlined into; NULL: the function that the symbol names
   const char* name;
   Function* function;    // known once all code of the part has been looked up
   SourceFile* call_file; // where the outer one calls it
   uint32_t call_line;
};

// The code of one Inlined in one place, which has counted it as its own: the profile gives its
// costs to the inlined function.
struct InlinedInstance {
   const Inlined* inlined;
   InlinedInstance* outer; // NULL: in code of the place's own function
   Context* context;       // of the inlined function: where the costs go
   // Of the part being written; see output/inlines.h.
   bool listed;
   InlinedInstance* next;
   uint64_t calls, doubtful_calls;
   uint64_t entry; // its most frequent one, or lowest address: that in the object file
   uint64_t entry_calls;
   uint32_t entry_line;
   uint64_t cost[EV_COUNT]; // inclusive
};

// A way out of a block that is known beforehand: a jump, to the next instruction, back from a call.
struct Jump {
   const Block* from;
   uint32_t instr;
   Jump* next; // to the same address
};

// A call that has not returned.
//
// Invariants: the frames of a shadow stack have falling stack pointers, from the outside to the
// inside, but for those that jumps have opened, which may have their caller's.  If a frame is
// complete, so are all outer ones.  A frame whose callee is skipped has no arc.
struct Frame {
   uint64_t sp;          // stack pointer behind the call, at the callee's first instruction
   uint64_t return_to;   // return address, 0 for jumps taken as calls
   Arc* arc;             // NULL: callee is skipped
   Context* caller;      // context to return to
   CostCentre* skipping; // the caller's ExecState.skipping
   Callee callee;
   // CurrentState.total at the call.  The misses are filled in before the first miss thereafter, in
   // this and all outer frames: most calls return without any.
   uint64_t enter[EV_COUNT];
   void* backdate_node; // of the back-dating tree: see engine/line_costs.h
} __attribute__((aligned(64)));

// A frame's call in the calling-context tree; without a meaning where Frame.arc is NULL.
typedef struct {
   ContextTreeNode *own, *caller;
} ContextTreeFrame;

// What one activity on a shadow stack needs: the thread's own code, or a signal handler that runs on
// top of it and has totals and trees of its own.
typedef struct {
   Context* context;     // where costs go; NULL before the first block
   CostCentre* skipping; // not NULL: a skipped function runs, costs go to this one's `end_cost`
   bool collect;
   int signal;                 // whose handler it is; 0: none
   void* backdate_root;        // of its back-dating tree; NULL: nothing in it yet
   ContextTreeNode* tree_root; // of its calling-context tree; NULL: none yet
   ContextTreeNode* tree_node; // of what runs in it: a function, but not a skipped one
   uint64_t total[EV_COUNT];   // its costs, while it does not run; else see CurrentState.total
   uint64_t skip_since[EV_COUNT]; // total when `skipping` began
   uint64_t frozen[EV_COUNT];     // total when collection was switched off
   uint64_t part_start[EV_COUNT]; // total at the last dump or zeroing
} ExecState;

// A signal handler that runs.
typedef struct {
   ExecState interrupted;      // what ran when the signal came
   uint32_t interrupted_floor; // index of its first frame
   bool on_alternate_stack;    // the handler runs on a stack of its own
   uint64_t sp;                // at delivery
   Block* pending;             // block that was pending in the core then, or NULL
} SignalHandler;

enum { HANDLERS_MAX = 64 }; // nesting depth of signal handlers

// The calls that are open on one stack of a thread or of a coroutine.
//
// Invariants: frames < floor <= top < limit; frames[0] is a sentinel that never returns; the frames
// from `floor` on are those of `exec`, the ones below belong to what the handlers have interrupted.
// active[n] is the number of open activations of function n, the outermost function's included.
struct ShadowStack {
   Frame* top;       // first free frame; top[-1] is the innermost call
   Frame* floor;     // first frame of the running handler, or of all
   Frame* limit;     // end of the allocated frames
   uint32_t* active; // activations of each function on this stack, by number
   ExecState exec;   // what runs: the innermost handler, or the thread's own code
   uint32_t active_size;
   uint32_t thread;
   Frame* frames;
   void* frames_memory;           // what they were allocated as
   ContextTreeFrame* tree_frames; // of each frame; NULL: there is no calling-context tree
   SignalHandler* handlers;       // [HANDLERS_MAX], allocated on the first signal
   uint32_t n_handlers;
   bool suspended;                   // a coroutine, or its thread's own stack, that waits
   uint64_t base_sp;                 // stack pointer at the start of a coroutine, 0: thread
   uint64_t handler_total[EV_COUNT]; // costs of handlers that have ended
   uint64_t line_use_total[EV_USE_COUNT];     // cache line use charged to loads on this stack
   uint64_t last_dump[EV_COUNT];              // total of the thread's own code at the last dump
   uint64_t handler_last_dump[EV_COUNT];      // handlers' total at the last dump
   uint64_t line_use_last_dump[EV_USE_COUNT]; // line_use_total at the last dump
   ShadowStack* next;                         // all shadow stacks, newest first
};

// What generated code touches besides blocks; there is one, at a fixed address.
typedef struct {
   const void* key;          // what Block.key is compared with: the context, or a sink
   uint64_t total[EV_COUNT]; // costs of the running ExecState so far
   ShadowStack* stack;       // that runs; NULL: none
} CurrentState;

#endif
