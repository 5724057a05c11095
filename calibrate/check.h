// SPDX-License-Identifier: GPL-3.0-or-later
//
// How well a hierarchy file predicts: kernels that no figure is made from run natively and simulated with it.
//
//    Check check;
//    if (check_file(&check, &h, write, data)) check_tell(&check, stderr);
//    else fprintf(stderr, "%s\n", check.why);
#ifndef XG_CALIBRATE_CHECK_H
#define XG_CALIBRATE_CHECK_H

#include <stdio.h>

#include "calibrate/hierarchy.h"
#include "calibrate/kernels.h"

typedef struct {
   const char* names[N_KERNELS];
   double measured[N_KERNELS], predicted[N_KERNELS]; // cycles; 0: could not be had
   int n_kernels;
   int n;             // kernels that were compared
   double mean_error; // of predicted / measured, of 1: 0.12
   double worst;      // the ratio that is farthest from 1
   const char* where; // its kernel
   char why[256];     // a sentence, where nothing could be compared
} Check;

// Compares kernels. `write` writes the hierarchy file. Returns 0 if xgrind cannot simulate them; `why` says it.
int check_file(Check* check, const Hierarchy* h, void (*write)(FILE* to, void* data),
               void* data);
// Sums up what was measured and predicted.
void check_compare(Check* check);
// Writes the sentence.
void check_tell(const Check* check, FILE* to);
// Writes a line for each kernel that is compared.
void check_list(const Check* check, FILE* to);
// The cycles of each part of a profile with costs in it, in their order: up to n of them. Returns how many there are; -1: it is
// no profile.
int check_parts(FILE* profile, double* cycles, int n);

#endif
