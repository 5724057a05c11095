/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * long_instr: client requests, which are instructions of 19 bytes to Valgrind, at each offset from a
 * multiple of 16: those at 14 and 15 lie on three lines of 16 bytes.
 */
#include "xgrind.h"

#define AT(offset)                                                                                 \
    __asm__ volatile(".p2align 4\n .fill " #offset ", 1, 0x90");                                   \
    XGRIND_LABEL("here")

int main(void)
{
    for (volatile int i = 0; i < 20; i++) {
        AT(0); AT(1); AT(2); AT(3); AT(4); AT(5); AT(6); AT(7);
        AT(8); AT(9); AT(10); AT(11); AT(12); AT(13); AT(14); AT(15);
    }
    return 0;
}
