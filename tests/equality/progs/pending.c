/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pending.c: blocks with branches and bus events that end with a client request or a
 * system call.  An instruction with a lock prefix counts as both; the linear code behind
 * it is one block.
 * Input of tests/equality/run, which compiles and runs it.
 */
#include <callgrind.h>

#define NI __attribute__((noinline, noclone))

/* `lock addl`, then the client request R with no arguments, in one block. */
#define LOCKED_REQUEST(R)                                                      \
    do {                                                                       \
        volatile unsigned long args[6] = { (R) };                              \
        unsigned long result = 0;                                              \
        __asm__ volatile("lock addl $1, %2\n\t" __SPECIAL_INSTRUCTION_PREAMBLE \
                         "xchgq %%rbx,%%rbx"                                   \
                         : "+d"(result)                                        \
                         : "a"(&args[0]), "m"(count)                           \
                         : "cc", "memory");                                    \
    } while (0)

static volatile int count;

NI static void work(int n)
{
    for (int i = 0; i < n; i++)
        __asm__ volatile("lock addl $1, %0" : "+m"(count));
}

/* getpid */
NI static void ask_system(void)
{
    long number = 39;
    __asm__ volatile("lock addl $1, %1\n\tsyscall"
                     : "+a"(number), "+m"(count)
                     :
                     : "rcx", "r11", "memory");
}

NI static void dump(void)
{
    LOCKED_REQUEST(VG_USERREQ__DUMP_STATS);
}

NI static void zero(void)
{
    LOCKED_REQUEST(VG_USERREQ__ZERO_STATS);
}

NI static void toggle(void)
{
    LOCKED_REQUEST(VG_USERREQ__TOGGLE_COLLECT);
}

NI static void stop(void)
{
    LOCKED_REQUEST(VG_USERREQ__STOP_INSTRUMENTATION);
}

NI static void start(void)
{
    LOCKED_REQUEST(VG_USERREQ__START_INSTRUMENTATION);
}

/* With status 0; not again through a library's code, so that this block is the last. */
NI static void leave(void)
{
    __asm__ volatile("lock addl $1, %0\n\tsyscall" : "+m"(count) : "a"(231L), "D"(0L) : "memory");
}

int main(void)
{
    work(3);
    for (int i = 0; i < 3; i++) {
        work(10);
        ask_system();
        dump(); /* its block was not counted before, then it was */
    }
    work(20);
    zero();
    work(30);
    zero();
    work(40);
    toggle(); /* off */
    work(50);
    toggle(); /* on */
    work(60);
    toggle();
    toggle();
    dump();
    work(70);
    stop();
    work(80);
    start();
    work(90);
    leave();
    return 0;
}
