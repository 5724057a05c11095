# SPDX-License-Identifier: GPL-3.0-or-later
#
# noline1.s: the part with line information of the function partly() of
# noline.c; assembled with -g.  Its symbol reaches over noline2.s, which is
# linked right behind, at partly+64.
        .text
        .balign 64
        .globl  partly
        .type   partly,@function
partly:
        sub     $8,%rsp
        call    leaf
        jmp     partly+64
        .org    32, 0x90
        nop
        call    other
        nop
        add     $8,%rsp
        ret
        .org    64, 0x90
        .size   partly,128
        .section .note.GNU-stack,"",@progbits
