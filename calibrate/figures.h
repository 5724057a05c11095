// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a hierarchy file that are measured, by option and name as Xgrind has them.
//
// Contract: all is measured in FIGURE_ROUNDS_LEAST rounds, and in up to FIGURE_ROUNDS while the best values of a figure are apart.
// What others do on the machine, also on the other half of a core, makes figures worse, for seconds or minutes: one of the best
// values counts.
//
//    figure_set(FIGURE_L2, 10.2);
//    figure_fail(FIGURE_WALK, "the sizes of the TLBs are not known");
//    figures_end_round();
//    ...
//    if (figures_are_stable()) figures_resolve();
#ifndef XG_CALIBRATE_FIGURES_H
#define XG_CALIBRATE_FIGURES_H

#include <stdio.h>

typedef enum {
   FIGURE_L2, // latencies beyond a hit in D1
   FIGURE_LL,
   FIGURE_MEMORY,
   FIGURE_CORE,
   FIGURE_STLB,
   FIGURE_WALK,
   FIGURE_WALK_NEAR, // ... whose entry lies beside the one of the walk before
   FIGURE_PAGE,      // the first access to a page
   FIGURE_HUGE_PAGE,
   FIGURE_WIDTH,
   FIGURE_WINDOW,
   FIGURE_MISSES,
   FIGURE_STORE_BUFFER,
   FIGURE_PREDICTOR,
   FIGURE_WALKS, // page tables that are walked at a time
   FIGURE_MISPREDICT,
   FIGURE_CLOCK,
   FIGURE_LL_STAYS, // how long a line stays in LL that nobody here uses, in thousands of cycles
   FIGURE_RATE_L2,
   FIGURE_RATE_LL,
   FIGURE_RATE_MEMORY,
   FIGURE_RATE_L2_WRITTEN, // of lines that are changed and go back, from and to L2, LL and memory
   FIGURE_RATE_LL_WRITTEN,
   FIGURE_RATE_WRITTEN,
   FIGURE_RATE_FILLED,    // ... that a string instruction fills
   FIGURE_RATE_CODE,      // of lines of code that L2 sends, and the code jumps to
   FIGURE_RATE_CODE_NEXT, // ... that lie behind the line before
   FIGURE_RATE_STRIDE,    // of lines of memory that stride prefetchers bring
   FIGURE_SET,            // of lines that a set of D1 takes
   FIGURE_SET_WRITTEN,    // ... that are written, and loaded and written
   FIGURE_SET_CHANGED,
   FIGURE_CONTENDED, // what a load adds of a line that another core writes; of atomic operations on one
   FIGURE_CONTENDED_ATOMIC,
   FIGURE_LOAD,
   FIGURE_FADD,
   FIGURE_FMUL,
   FIGURE_FDIV,
   FIGURE_FSQRT,
   FIGURE_IMUL,
   FIGURE_IDIV,
   FIGURE_ATOMIC,
   FIGURE_VECTOR,
   FIGURE_FORWARD_NEXT, // from a store to the result of a load of it: in a row, in turn, of floating point
   FIGURE_FORWARD,
   FIGURE_FORWARD_VECTOR,
   FIGURE_FORWARD_FAILED, // ... of a word that two stores have written
   FIGURE_STRING_SHORT, // before the first bytes of a string instruction that copies at most 128, and more
   FIGURE_STRING,
   FIGURE_UNIT_LOAD, // between two that do not wait for each other
   FIGURE_UNIT_VECTOR_LOAD,
   FIGURE_UNIT_STORE,
   FIGURE_UNIT_FADD,
   FIGURE_UNIT_FMUL,
   FIGURE_UNIT_FDIV,
   FIGURE_UNIT_FSQRT,
   FIGURE_UNIT_IDIV,
   FIGURE_UNIT_BRANCH,
   FIGURE_UNIT_STRING, // of each 32 bytes of one
   N_FIGURES
} Figure;

enum { FIGURE_ROUNDS_LEAST = 3, FIGURE_ROUNDS = 9 };

// A figure was measured. One that Xgrind would not take counts as not measured.
void figure_set(Figure f, double value);
// A figure cannot be measured; why is a part of a sentence. The first reason counts.
void figure_fail(Figure f, const char* why);
// What was measured in this round, or a negative number.
double figure_value(Figure f);

// All has been measured once more; nothing is measured in the next round.
void figures_end_round(void);
// Whether another round would change little: of each figure, the value that counts is near the best one.
int figures_are_stable(void);
// Which of the values of n rounds counts, the best one being 0: the second one of three to six, the third one of seven to nine.
// The best one itself may be wrong, as many figures are differences.
int figures_which_counts(int n);
// Takes that value of each figure.
void figures_resolve(void);
// Leaves out what contradicts something nearer: a level, or a TLB, that is not slower.
void figures_check(void);
// Writes lines of a hierarchy file, with those that were measured.
void figures_write(FILE* to);
// Writes a sentence for each one that was not, and for each of which the best rounds have found very different values.
void figures_complain(FILE* to, const char* prefix);

#endif
