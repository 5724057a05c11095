// SPDX-License-Identifier: GPL-3.0-or-later
//
// atomics: 1000 rounds of all kinds of accesses.  What they count follows from the instructions:
//    load-linked 1 read; store-conditional 1 write, 1 bus event; pairs 1 access of 16 bytes each way;
//    structures of vectors, tagged pointers.
// Without libraries: gcc -nostdlib -static.

    .arch armv8.1-a
    .global _start
_start:
    mov x19, #1000
    adr x20, word
    mov x21, #0x5a
    orr x21, x20, x21, lsl #56      // the same address, tagged
1:  bl link
    bl pair
    bl structure
    bl tagged
    subs x19, x19, #1
    b.ne 1b
    mov x0, #0
    mov x8, #93
    svc #0

link:                               // 5 instructions, 1 read, 1 write, 1 bus event
    ldaxr w1, [x20]
    add w1, w1, #1
    stlxr w2, w1, [x20]
    cbnz w2, link
    ret

pair:                               // 3 instructions
    stp x1, x2, [x20, #16]
    ldp x3, x4, [x20, #16]
    ret

structure:                          // 3 instructions
    ld1 {v0.16b}, [x20]
    st1 {v0.16b}, [x20]
    ret

tagged:                             // 4 instructions, 2 reads, 1 write
    ldr x1, [x21]
    str x1, [x20]
    ldr x1, [x21]
    ret

    .data
    .balign 64
word:
    .skip 64
