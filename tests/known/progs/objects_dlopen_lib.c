/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_dlopen_lib.c: the library of objects_dlopen.c; build with -shared.
 */
#include "objects.h"

/* The linker clears the rest of the page in which initialised data end: the first
   page of what is not initialised is left out.  The whole is so large that it does
   not fit where the linker has had files mapped before. */
ALIGNED char lib_zero[BLOCK];
ALIGNED char lib_data[100 * 64] = {1};
static ALIGNED char lib_local[BLOCK];

LOADS(walk_inside);

void lib_walk(void) { walk_inside(lib_local + 4096, 64, 95); }
