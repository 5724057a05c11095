# SPDX-License-Identifier: GPL-3.0-or-later
#
# noline2.s: the part without line information of the function partly() of
# noline.c; assembled without -g.
        .text
        nop
        call    other
        nop
        call    partly_callee
        jmp     partly+32
        .org    64, 0x90
# another function without line information
        .globl  partly_callee
        .type   partly_callee,@function
partly_callee:
        nop
        ret
        .size   partly_callee,.-partly_callee
        .section .note.GNU-stack,"",@progbits
