/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * switch.c: jump tables, computed goto, unpredictable branches.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>

static int classify(int c)
{
    switch (c) {
    case 0: return 3;
    case 1: return 7;
    case 2: return c * 2;
    case 3: return c ^ 9;
    case 4: return 11;
    case 5: return c - 1;
    case 6: return 77;
    case 7: return 1;
    case 8: return c << 3;
    case 9: return 5;
    case 100: return 1000;
    case 1000: return 100;
    default: return 0;
    }
}

static long vm(const unsigned char *code, long n)
{
    static void *lab[] = { &&add, &&sub, &&dup, &&loop, &&halt };
    long acc = 1, count = n;
    const unsigned char *pc = code;
#define NEXT goto *lab[*pc++]
    NEXT;
add:
    acc += count;
    NEXT;
sub:
    acc -= 3;
    NEXT;
dup:
    acc ^= acc << 1;
    acc &= 0xffffff;
    NEXT;
loop:
    if (--count > 0)
        pc = code;
    NEXT;
halt:
    return acc;
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    static const unsigned char code[] = { 0, 2, 1, 0, 0, 2, 3, 4 };
    long r = 0;
    unsigned x = 4711;
    for (int s = 0; s < scale; s++) {
        for (int i = 0; i < 50000; i++) {
            x = x * 1664525u + 1013904223u;
            r += classify((int)(x >> 28));
            if (x & 0x10000)
                r ^= i;
            if ((x >> 20) % 3 == 0)
                r++;
        }
        r += classify(100) + classify(1000);
        r += vm(code, 10000);
    }
    printf("%ld\n", r);
    return 0;
}
