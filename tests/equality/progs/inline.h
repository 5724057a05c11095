/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inline.h: functions that inline.c and inline2.c inline across files.
 * Included by these only; see tests/equality/run.
 */
#ifndef INLINE_H
#define INLINE_H

static inline __attribute__((always_inline)) unsigned rotl(unsigned x, int n)
{
    return (x << n) | (x >> (32 - n));
}

static inline __attribute__((always_inline)) unsigned step_hash(unsigned h,
                                                                unsigned c)
{
    h ^= c;
    h *= 16777619u;
    if (h & 0x100)
        h = rotl(h, 5);
    return h;
}

unsigned other_file(const char *s, int n);

static inline __attribute__((always_inline)) unsigned with_call(const char *s,
                                                                int n)
{
    unsigned h = 0;
    for (int i = 0; i < n; i++)
        h += other_file(s + i % 3, 7) ^ rotl(h, i & 15);
    return h;
}

#endif
