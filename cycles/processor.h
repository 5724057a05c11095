// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the cycle model knows of a processor (docs/cycles.md): one core, out of order.
//
// Times are in thousandths of a cycle throughout, called _mc.
//
//    uint32_t line_mc = processor.rate_mc[AT_MEMORY];
#ifndef XG_CYCLES_PROCESSOR_H
#define XG_CYCLES_PROCESSOR_H

#include <stdbool.h>
#include <stdint.h>

// Who serves a request of L1: a level, from near to far, or the caches of another core.
typedef enum { FROM_L2, FROM_L3, FROM_LL, FROM_MEMORY, FROM_CORE, FROM_LEVELS } ServedFrom;

enum { CYCLE_MC = 1000 }; // thousandths in a cycle

// Kinds of operations whose latency differs from one cycle.
typedef enum {
   OPERATION_LOAD, // of a hit in D1, from its address to its result
   OPERATION_FADD, // also subtractions, comparisons and conversions
   OPERATION_FMUL, // also fused ones
   OPERATION_FDIV,
   OPERATION_FSQRT,
   OPERATION_IMUL,
   OPERATION_IDIV,
   OPERATION_ATOMIC, // read, change and write back
   OPERATION_VECTOR, // any other one on a vector
   // From a store to the result of a load of what it stores: an integer of the round before, of an earlier round, and
   // a vector or floating point.
   OPERATION_FORWARD_NEXT,
   OPERATION_FORWARD,
   OPERATION_FORWARD_VECTOR,
   // From the store to the result of a load that the store buffer cannot serve, as no store has all of its bytes.
   OPERATION_FORWARD_FAILED,
   // Before the first bytes of a fast string instruction: of one of at most STRING_SHORT_B, and of a longer one.
   OPERATION_STRING_SHORT,
   OPERATION_STRING,
   OPERATION_KINDS
} OperationKind;

// Operations of which few can begin at a time.
typedef enum {
   UNIT_LOAD,
   UNIT_VECTOR_LOAD, // also of floating point
   UNIT_STORE,
   UNIT_FADD,
   UNIT_FMUL,
   UNIT_FDIV, // divisions and roots have one unit
   UNIT_FSQRT,
   UNIT_IDIV,
   UNIT_BRANCH, // that is taken
   UNIT_STRING, // STRING_B bytes of a fast string instruction
   UNIT_KINDS
} UnitKind;

// Processors fill and copy so many bytes at a time with one repeated instruction (Intel 64 and IA-32 Architectures
// Optimization Reference Manual, 3.7.6: enhanced REP MOVSB and STOSB); up to STRING_SHORT_B, some begin sooner (3.7.6.1).
enum { STRING_B = 32, STRING_SHORT_B = 128 };

// What it remembers of misses that wait.
enum { WINDOW_MISSES_MAX = 256 };

// As most processors have them in 2026; latency_mc, stlb_mc, walk_mc and those of pages come with the caches.
#define PROCESSOR_DEFAULT                                                                      \
   {                                                                                           \
      .width = 6, .window = 320, .misses = 16, .store_buffer = 64, .predictor = 1 << 16,       \
      .walks = 4, .mispredict_mc = 14 * CYCLE_MC,                                              \
      .rate_mc = {[FROM_L2] = 2 * CYCLE_MC,                                                    \
                  [FROM_L3] = 3 * CYCLE_MC,                                                    \
                  [FROM_LL] = 5 * CYCLE_MC,                                                    \
                  [FROM_MEMORY] = 12 * CYCLE_MC},                                              \
      .operation_mc = {[OPERATION_LOAD] = 4 * CYCLE_MC,                                        \
                       [OPERATION_FADD] = 3 * CYCLE_MC,                                        \
                       [OPERATION_FMUL] = 4 * CYCLE_MC,                                        \
                       [OPERATION_FDIV] = 13 * CYCLE_MC,                                       \
                       [OPERATION_FSQRT] = 20 * CYCLE_MC,                                      \
                       [OPERATION_IMUL] = 3 * CYCLE_MC,                                        \
                       [OPERATION_IDIV] = 12 * CYCLE_MC,                                       \
                       [OPERATION_ATOMIC] = 18 * CYCLE_MC,                                     \
                       [OPERATION_VECTOR] = CYCLE_MC,                                          \
                       [OPERATION_FORWARD_NEXT] = 5 * CYCLE_MC,                                \
                       [OPERATION_FORWARD] = 5 * CYCLE_MC,                                     \
                       [OPERATION_FORWARD_VECTOR] = 6 * CYCLE_MC,                              \
                       [OPERATION_FORWARD_FAILED] = 13 * CYCLE_MC,                             \
                       [OPERATION_STRING_SHORT] = 10 * CYCLE_MC,                               \
                       [OPERATION_STRING] = 35 * CYCLE_MC},                                    \
      .unit_mc = {[UNIT_LOAD] = CYCLE_MC / 2,  [UNIT_VECTOR_LOAD] = CYCLE_MC / 2,              \
                  [UNIT_STORE] = CYCLE_MC,     [UNIT_FADD] = CYCLE_MC / 2,                     \
                  [UNIT_FMUL] = CYCLE_MC / 2,  [UNIT_FDIV] = 5 * CYCLE_MC,                     \
                  [UNIT_FSQRT] = 8 * CYCLE_MC, [UNIT_IDIV] = 5 * CYCLE_MC,                     \
                  [UNIT_BRANCH] = CYCLE_MC,    [UNIT_STRING] = CYCLE_MC},                      \
      .stride = true, .stream = true,                                                          \
   }

// Invariants: width, window, misses and walks are at least 1; misses is at most WINDOW_MISSES_MAX.
typedef struct {
   uint32_t width;  // instructions that begin in a cycle
   uint32_t window; // instructions between the oldest one that has not ended and the youngest
   uint32_t misses; // of L1 that wait at a time
   uint32_t store_buffer; // stores that have retired and wait for their lines
   // Random outcomes of one branch that it knows by heart if they are repeated: half of what it mispredicts of new ones.
   uint32_t predictor;
   uint32_t walks;                   // of page tables at a time
   uint32_t mispredict_mc;           // from a branch's result to the instructions after it
   uint32_t latency_mc[FROM_LEVELS]; // beyond that of a hit in L1
   uint32_t rate_mc[FROM_LEVELS];    // between two lines that arrive
   // ... of lines that are changed: what L2, L3 and LL take for one that comes and goes back, 0: as rate_mc; and memory, 0: half
   // as much again.
   uint32_t l2_written_mc, l3_written_mc, ll_written_mc, written_mc;
   // ... of lines that a fast string instruction stores as a whole, and nobody loads; 0: as memory sends them
   uint32_t filled_mc;
   // ... of code that I1 lacks, and L2 sends; 0: twice rate_mc of L2. Of the line behind the one before; 0: as code_mc.
   uint32_t code_mc, code_next_mc;
   // Of a translation that the first TLB lacks: the second one has it; a walk finds it in page tables, of which the line was read
   // lately, 0: as any other, or was not.
   uint32_t stlb_mc, walk_near_mc, walk_mc;
   // What the kernel takes for the first access to a page since it was mapped, of 4 KiB and of 2 MiB.
   uint64_t page_mc, huge_page_mc;
   // Between two lines of memory that stride prefetchers bring, beyond those that a stream is; 0: they bring none.
   uint32_t strided_mc;
   // Between two lines that a set of L1 takes; and of very many in turn, between two that are written, and two that are
   // loaded and written.  0: 1.2 and 2.5 times the latency of L2, and as what is written.
   uint32_t set_mc, set_written_mc, set_changed_mc;
   // Of a line that two cores use at a time and one writes: what a load takes longer, and what is between two atomic
   // operations.  0: the 20th and the 6th part of how long it is away.
   uint32_t contended_mc, contended_atomic_mc;
   // How long a line stays in LL which nobody here uses, as others on the computer displace it, in thousands of cycles; 0: LL is
   // the program's own.
   uint32_t ll_stays_kc;
   uint32_t ways; // of a set of L1
   uint32_t operation_mc[OPERATION_KINDS];
   uint32_t unit_mc[UNIT_KINDS];  // between two that begin
   uint32_t clock_MHz;            // 0: not known; for times only
   bool stride, stream, adjacent; // prefetchers: docs/cycles.md
} Processor;

#endif
