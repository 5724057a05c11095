// SPDX-License-Identifier: GPL-3.0-or-later
// steps: works in steps, so that a page of the run grows; for tests/view/run.
//
// Usage: steps [STATUS]
// Each step is spin(1000), 2002 instructions; the next one comes with a byte of standard input.  At its end the program
// exits with the status.
#include <stdlib.h>
#include <unistd.h>

#include "../../known/progs/known.h"

SPIN(spin);

int main(int argc, char** argv)
{
   char byte;
   do spin(1000);
   while (read(0, &byte, 1) == 1);
   return argc > 1 ? atoi(argv[1]) : 0;
}
