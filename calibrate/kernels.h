// SPDX-License-Identifier: GPL-3.0-or-later
//
// Small programs of all kinds, of none of which a figure of the hierarchy file is made: how long they take natively and
// simulated says how good the file is.
//
// Contract: sizes and rounds depend on the hierarchy alone, so that a kernel does the same natively and simulated.
//
//    for (int k = 0; k < N_KERNELS; k++) {
//       Kernel kernel;
//       if (!kernel_open(&kernel, k, &hierarchy)) continue;
//       double cycles = kernel_cycles(&kernel);
//       kernel_close(&kernel);
#ifndef XG_CALIBRATE_KERNELS_H
#define XG_CALIBRATE_KERNELS_H

#include <stdint.h>

#include "calibrate/hierarchy.h"
#include "calibrate/rings.h"
#include "calibrate/sampling.h"

enum { N_KERNELS = 20 };

typedef struct {
   const char* name; // follows "worst ...: "
   Run* run;
   long rounds; // of a run
   Area area;   // what it works on
   long size_B; // of that
   Ring ring;
   long at;        // where in the area it goes on
   uint64_t state; // of random numbers
   double sum;     // of what was computed
} Kernel;

// Sets one up, from 0 to N_KERNELS - 1. Returns 0 where the hierarchy lacks its level, or there is no memory.
int kernel_open(Kernel* kernel, int number, const Hierarchy* h);
void kernel_close(Kernel* kernel);
// Cycles of a run, in which no cache is cold.
double kernel_cycles(Kernel* kernel);
// Runs all of them, each once to warm up and once in kernel_measured().
void kernels_run(const Hierarchy* h);

// The only function whose costs are collected when kernels are simulated. It has a name in a program without symbols, too.
__attribute__((noinline, visibility("default"))) void xgrind_calibrate_kernel(Kernel* kernel);

#endif
