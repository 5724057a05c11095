/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tail.c: tail calls (compile with -O2): chains, loops of states, to libraries.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NI __attribute__((noinline, noclone))

struct state {
    unsigned long n, sum;
};
typedef void (*step)(struct state *);
static step next_of[4];

NI static void s0(struct state *s) { s->sum += 1; next_of[s->n & 3](s); }
NI static void s1(struct state *s) { s->sum ^= s->n; s->n -= 1; s0(s); }
NI static void s2(struct state *s) { s->sum += s->n << 1; s->n -= 1; s0(s); }
NI static void s3(struct state *s) { s->n -= 1; s->sum += 3; s0(s); }
NI static void end(struct state *s)
{
    if (s->n) {
        s->n -= 1;
        s0(s);
    }
}

NI static size_t length(const char *s) { return strlen(s + 1); }
NI static char *copy(char *d, const char *s) { return strcpy(d, s); }
NI static long deep3(long x) { return x * 3 + 1; }
NI static long deep2(long x) { return deep3(x ^ 5); }
NI static long deep1(long x) { return x & 1 ? deep2(x + 7) : deep3(x); }
NI static long not_tail(long x) { return deep1(x) + deep2(x); }
NI static long self_tail(long x, long acc)
{
    return x == 0 ? not_tail(acc & 7) : self_tail(x - 1, acc + deep1(x));
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    next_of[0] = end;
    next_of[1] = s1;
    next_of[2] = s2;
    next_of[3] = s3;
    struct state s = { 0, 0 };
    char buf[64];
    long r = 0;
    for (int i = 0; i < scale * 200; i++) {
        s.n = 100;
        s0(&s);
        r += (long)length("hello, world") + self_tail(30, i);
        r += copy(buf, "a tail call into a library")[3];
    }
    printf("%lu %ld\n", s.sum, r);
    return 0;
}
