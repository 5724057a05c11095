// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * loops.c: loops of known numbers of entries and iterations, in assembler (loops.S) and in C, for tests/known/loops.
 * A loop NAME of C is the code between the lines that end in "NAME{" and "}NAME".
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

extern void simple(long n), nest(long n, long m), deep(long n, long m, long k), shared(long n);
extern void rotated(long n), irreducible(long n, long odd), mixed(long n, long odd, long m);
extern void pieces(long n), once(long n), stringy(char *to, long bytes, long n), table(long n);
extern void computed(long n), calls_last(long n), tail(long n), recursive(long n);
extern void tree(long n, long m), twins(long n), exits(long n);
extern void unrolled(long n), vectors(long n), tangle(long n, long m), breaks(long n, long m), triangle(long n);
extern void by_loop(long n), single(long n), thrice(long n), returns(long n), siblings(long n, long m);

#define NOINLINE __attribute__((noinline, noclone))
static volatile long zero, sink;

NOINLINE static void tick(void) { sink++; }

NOINLINE static long counted(long n, long m)
{
    for (long i = 0; i < n; i++) {      // rows{
        tick();
        for (long j = 0; j < m; j++)    // columns{
            sink += j;                  // }columns }rows
    }
    return sink;
}

NOINLINE static void by_goto(long n)
{
again:
    tick();                             // by_goto{
    if (--n > 0) goto again;            // }by_goto
}

NOINLINE static void with_switch(long n)
{
    do {
        switch (n % 6) {                // with_switch{
        case 0: sink += 1; break;
        case 1: sink -= 7; break;
        case 2: sink ^= 3; break;
        case 3: sink *= 5; break;
        case 4: sink |= 9; break;
        default: tick(); continue;
        }
    } while (--n > 0);                  // }with_switch
}

// An interpreter: each operation jumps to the next one.
NOINLINE static void interpreter(const unsigned char *code)
{
    static const void *const operation[] = { &&end, &&add, &&sub, &&call };
    goto *operation[*code];
add:
    sink++;                             // interpreter{
    goto *operation[*++code];
sub:
    sink--;
    goto *operation[*++code];
call:
    tick();
    goto *operation[*++code];           // }interpreter
end:
    tick();
}

static jmp_buf back;

NOINLINE static void thrower(long n)
{
    if (n % 2)
        longjmp(back, 1);
    sink++;
}

NOINLINE static void with_longjmp(volatile long n)
{
    do {
        if (!setjmp(back))              // with_longjmp{
            thrower(n);
    } while (--n > 0);                  // }with_longjmp
}

// Copies of the same loop, by the compiler.
__attribute__((always_inline)) static inline long loop_of_inline(long n)
{
    long s = 0;
    for (long i = 0; i < n; i++)        // inlined{
        s += sink;                      // }inlined
    return s;
}

NOINLINE static long inlined_twice(long n)
{
    long s = loop_of_inline(n);
    return s + loop_of_inline(n + 1);
}

NOINLINE static long inlined_in_loop(long n, long m)
{
    long s = 0;
    for (long i = 0; i < n; i++)        // around_inlined{
        s += loop_of_inline(m);         // }around_inlined
    return s;
}

static void assembler(void)
{
    static char bytes[64];
    simple(7);
    nest(5, 6);
    deep(3, 4, 5);
    shared(9);
    rotated(8);
    irreducible(10, 0);
    irreducible(10, 1);
    mixed(10, 0, 3);
    mixed(10, 1, 3);
    pieces(6);
    once(5);
    stringy(bytes, 64, 4);
    table(21);
    computed(12);
    calls_last(9);
    tail(5);
    recursive(4);
    tree(3, 2);
    twins(6);
    exits(14);
    exits(1005);
    exits(-1);
    unrolled(11);
    vectors(35);
    tangle(4, 10);
    breaks(2, 3);
    triangle(5);
    by_loop(7);
    single(8);
    thrice(12);
    returns(6);
    siblings(3, 4);
}

int main(int argc, char **argv)
{
    static const unsigned char code[] = { 1, 2, 3, 1, 1, 2, 0 };
    if (argc > 1)
        zero = atol(argv[1]);
    for (int i = 0; i < 3; i++)         // main{
        assembler();                    // }main
    long s = counted(4, 11) + counted(1, 3);
    by_goto(6);
    with_switch(13);
    interpreter(code);
    with_longjmp(6);
    s += inlined_twice(5) + inlined_in_loop(3, 4);
    printf("%ld\n", s);
    return 0;
}
