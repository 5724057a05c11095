// SPDX-License-Identifier: GPL-3.0-or-later
//
// The command line of a program of unit tests:
//
//    test_fold                    all cases
//    test_fold NAME...            these cases, in this order; * and ? stand for any characters and for one
//    test_fold --list             names of the cases
//    test_curves --program=17     of made-up programs, the 17th alone; --each=11: each 11th; --first=3: from the 3rd on
//
// Each case that fails is followed by the command that runs it again.  A case that runs for ten seconds, and then for twenty, and
// so on, says where it is: one that would run for ever does not seem to think.
//
// What cmocka takes from the environment, it takes: CMOCKA_TEST_ABORT, CMOCKA_MESSAGE_OUTPUT=xml.
#ifndef XG_TESTS_UNIT_UNIT_MAIN_H
#define XG_TESTS_UNIT_UNIT_MAIN_H

#include <stdint.h>

#include "failure.h"

struct CMUnitTest;

// Of the programs that a test makes up, by number from 1: which ones it runs.
typedef struct {
   uint32_t first, step;
   uint32_t only; // 0: as the two others say; otherwise it says nothing of what many of them do
} MadeUpPrograms;
extern MadeUpPrograms made_up_programs;

// Runs those of the programs 1 to n; returns how many.
uint32_t run_made_up_programs(void (*run)(uint32_t number), uint32_t n);

// Runs the cases that the command line names; returns the status to exit with: 0 if all passed, 2 if the command line is wrong.
int unit_main(int argc, char** argv, const struct CMUnitTest* cases, unsigned n);
// The main function of a test, with the array `tests` of its cases.
#define UNIT_MAIN(argc, argv, tests)                                                           \
   unit_main(argc, argv, tests, sizeof(tests) / sizeof(tests)[0])

#endif
