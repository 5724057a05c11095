/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * shared.c: calls into an own shared library and back, and through dlopen.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int lib_apply(int (*f)(int), int n);
int lib_count(void);

static int own(int x) { return x * 2 + lib_count(); }

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    long r = 0;
    for (int i = 0; i < scale * 200; i++)
        r += lib_apply(own, i) + (long)floor(sqrt(i) + sin(i));
    void *h = dlopen("libz.so.1", RTLD_NOW);
    if (h) {
        const char *(*v)(void) = (const char *(*)(void))dlsym(h, "zlibVersion");
        unsigned long (*crc)(unsigned long, const char *, unsigned) =
            (unsigned long (*)(unsigned long, const char *, unsigned))dlsym(h, "crc32");
        r += v()[0];
        for (int i = 0; i < 50; i++)
            r += (long)(crc(0, "some bytes", 10) & 7);
        dlclose(h);
    }
    printf("%ld\n", r);
    return 0;
}
