// SPDX-License-Identifier: GPL-3.0-or-later
// Calls widths() of work.S so many times.
#include <stdlib.h>

void widths(int times);

int main(int argc, char** argv)
{
   (void)argc;
   widths(atoi(argv[1]));
   return 0;
}
