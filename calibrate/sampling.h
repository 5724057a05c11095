// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long an operation takes, in cycles of the core, on a machine that does other things, too.
//
// Contract: a run is short, and repeated many times with a run of known length beside it, which tells
// what a cycle takes at that time. What others do on the machine makes runs longer: the fastest tenth
// counts, or the fastest run of what nothing but others can change.
//
//    sampling_start(10);
//    double cycles = sampling_least(run_additions, &data);
#ifndef XG_CALIBRATE_SAMPLING_H
#define XG_CALIBRATE_SAMPLING_H

// Does something n times; n is a multiple of SAMPLING_STEP.
typedef void Run(void* data, long n);

enum { SAMPLING_STEP = 256 };

// Keeps what follows on the processor that it runs on now. A measurement will take 1/79 of so many
// seconds.
void sampling_start(double seconds);

// Cycles of one of the n operations of a run: that which a tenth of the runs does not exceed.
double sampling_cycles(Run* run, void* data);
// That of the fastest run.
double sampling_least(Run* run, void* data);
// As sampling_cycles(), of runs of n operations before each of which something is prepared, which is not
// measured.
double sampling_cycles_prepared(void (*prepare)(void* data), Run* run, void* data, long n);
// How many times as long a run takes with some data as with other data: the median of pairs of runs of as many
// operations, one directly after the other, so that what lasts longer than a run changes nothing.
double sampling_ratio(Run* run, void* data, void* other);

// The time, from some moment on.
double sampling_now_ns(void);

// Puts numbers in order, the least first.
void sampling_sort(double* x, int n);

// The clock in MHz, as all measurements so far have found it; 0 before the first.
double sampling_clock_MHz(void);

// Keeps the compiler from computing a value, or from leaving it out.
#define OPAQUE(x) __asm__ volatile("" : "+r"(x))

#endif
