// SPDX-License-Identifier: GPL-3.0-or-later
//
// calls: calls and returns that leave the stack pointer as it is, and others.  main calls middle 100 times; middle calls
// leaf twice, jumps within itself, jumps to tail, and tail returns to main.
// Instructions: leaf 2; tail 3; middle, own: 7; main, own: 2 + 100 * 3 + 3.
// Without libraries: gcc -nostdlib -static.

    .global _start
    .type _start, %function
_start:
    mov x19, #100
    mov x20, #0
1:  bl middle
    subs x19, x19, #1
    b.ne 1b
    mov x0, #0
    mov x8, #93
    svc #0
    .size _start, . - _start

    .type leaf, %function
leaf:
    add x20, x20, #1
    ret
    .size leaf, . - leaf

    .type middle, %function
middle:
    str x30, [sp, #-16]!
    bl leaf
    bl leaf
    b 2f
2:  nop
    ldr x30, [sp], #16
    b tail
    .size middle, . - middle

    .type tail, %function
tail:
    add x20, x20, #1
    nop
    ret
    .size tail, . - tail
