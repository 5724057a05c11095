/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * vector.c: vectorised loops (compile with -O3), strides, large and odd arrays.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 40000
#define NI __attribute__((noinline, noclone))

static float a[N], b[N], c[N];
static double d[4096];
static unsigned char bytes[N + 64];

NI static void saxpy(float k, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = k * b[i] + c[i];
}

NI static double dot(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (double)a[i] * b[i];
    return s;
}

NI static void bump(unsigned char *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = (unsigned char)(p[i] + 3);
}

NI static double columns(int stride)
{
    double s = 0;
    for (int j = 0; j < stride; j++)
        for (int i = j; i < 4096; i += stride)
            s += d[i] += 0.5;
    return s;
}

NI static void shift(int n) { memmove(c + 1, c, (size_t)n * sizeof c[0]); }

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    double r = 0;
    for (int i = 0; i < N; i++) {
        b[i] = (float)(i % 17);
        c[i] = (float)(i % 5);
    }
    for (int s = 0; s < scale; s++) {
        saxpy(0.5f, N - s % 7);
        r += dot(N);
        bump(bytes + 1 + s % 63, N - 1); /* not aligned */
        for (int k = 1; k <= 512; k *= 4)
            r += columns(k);
        shift(N - 2);
    }
    printf("%.3f %d\n", r, bytes[5]);
    return 0;
}
