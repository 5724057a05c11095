/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inline2.c: the second file of inline.c.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include "inline.h"

unsigned other_file(const char *s, int n)
{
    unsigned h = 7;
    for (int i = 0; i < n; i++)
        h = step_hash(h, (unsigned char)s[i]);
    return rotl(h, 3);
}
