/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unload_lib.c: a library of unload.c; build with -shared.
 */
#include <stdlib.h>

void *allocate(void) { return calloc(125, 8); }
