// SPDX-License-Identifier: GPL-3.0-or-later
//
// lse: 1000 rounds of atomic instructions of LSE, and of instructions that access more than a word.  What they count:
//    compare and swap, additions and so on: 1 read, 1 write, 1 bus event each;
//    zeroing of a line of cache, vectors of two and four registers.
// Without libraries: gcc -nostdlib -static.

    .arch armv8.1-a
    .global _start
_start:
    mov x19, #1000
    adr x20, word
1:  bl compare
    bl compare_pair
    bl add
    bl swap
    bl zero
    bl four
    bl pair
    subs x19, x19, #1
    b.ne 1b
    mov x0, #0
    mov x8, #93
    svc #0

compare:
    cas x1, x2, [x20]
    ret

compare_pair:
    caspal x2, x3, x4, x5, [x20]
    ret

add:
    ldaddal x1, x2, [x20]
    stset w1, [x20]
    ret

swap:
    swp x1, x2, [x20]
    swpb w1, w2, [x20]
    ret

zero:
    dc zva, x20
    ret

four:
    ld4 {v0.16b-v3.16b}, [x20]
    st4 {v0.16b-v3.16b}, [x20]
    ld1 {v0.16b-v3.16b}, [x20]
    ld3r {v0.4s-v2.4s}, [x20]
    ret

pair:
    ldp q0, q1, [x20]
    stp q0, q1, [x20]
    ldpsw x1, x2, [x20]
    ret

    .data
    .balign 64
word:
    .skip 64
