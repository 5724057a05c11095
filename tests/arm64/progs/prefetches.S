// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prefetch instructions with all forms of addresses but a literal, which Valgrind does not know, of lines that loads then hit; one of code, which is none of them. arm64/run has the
// counts.

// No two are in one page.
#define STEP 4160

    .macro offset register, n
    mov \register, #((\n * STEP) & 0xFFFF)
    movk \register, #((\n * STEP) >> 16), lsl #16
    .endm

    .text
    .globl _start
    .type _start, @function
_start:
    adrp x0, area
    add x0, x0, :lo12:area
    prfm pldl1keep, [x0]                   // 0
    prfm pldl2strm, [x0, #STEP]            // 1
    offset x1, 2
    prfm pstl1keep, [x0, x1]               // 2
    mov x1, #(3 * STEP / 8)
    prfm pldl1keep, [x0, x1, lsl #3]       // 3
    offset x2, 4
    add x2, x2, #8
    add x2, x2, x0
    mov w3, #-1
    prfm pldl1keep, [x2, w3, sxtw #3]      // 4
    offset x4, 5
    movk x4, #0x77, lsl #48
    prfm pldl1keep, [x0, w4, uxtw]         // 5
    offset x5, 6
    add x5, x5, x0
    add x5, x5, #100
    prfum pldl3keep, [x5, #-100]           // 6
    offset x6, 7
    add x6, x6, x0
    orr x6, x6, #0x7000000000000000        // a tag
    prfm pldl1keep, [x6]                   // 7
    offset x7, 8
    prfm plil1keep, [x0, x7]               // of code

    mov x1, #8
1:  ldr x2, [x0]
    add x0, x0, #(STEP & 0xFFF)
    add x0, x0, #(STEP & ~0xFFF)
    subs x1, x1, #1
    b.ne 1b
    mov x0, #0
    mov x8, #93
    svc #0

    .bss
    .balign 4096
area:
    .skip 10 * STEP
