/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * long_instr: client requests, which are instructions of 19 bytes to Valgrind, at each offset from a
 * multiple of 16: those at 14 and 15 lie on three lines of 16 bytes.  The last two ask for parts of the
 * profile, which has invariants checked.
 */

/* The request that asks whether the program runs under Valgrind, written out: nothing may be between
 * the filling and its first byte. */
static long request[6] = { 0x1001 };
#define AT(offset)                                                                                 \
    __asm__ volatile(".p2align 4\n .fill " #offset ", 1, 0x90\n"                                   \
                     "rolq $3, %%rdi\n rolq $13, %%rdi\n rolq $61, %%rdi\n rolq $51, %%rdi\n"      \
                     "xchgq %%rbx, %%rbx" : : "a"(request), "d"(0L) : "memory", "cc")

int main(void)
{
    for (volatile int i = 0; i < 20; i++) {
        AT(0); AT(1); AT(2); AT(3); AT(4); AT(5); AT(6); AT(7);
        AT(8); AT(9); AT(10); AT(11); AT(12); AT(13); AT(14); AT(15);
    }
    request[0] = 0x43540000; /* CALLGRIND_DUMP_STATS */
    AT(14);
    AT(15);
    return 0;
}
