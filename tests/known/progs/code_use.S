/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * code_use.S: code whose lines leave L2 and LL while it runs, as its data takes their place, and lines
 * that L2 and LL load again while L1 has them.  Without the C library: nothing else runs.
 *
 * What is PLACE apart is of one set of all levels: sets repeat after PLACE bytes at most.
 * Run by tests/known/run, which has the arithmetic.
 */
        .set    PLACE, 0x20000

        .macro  function name
        .globl  \name
        .type   \name, @function
\name:
        .endm

        .section .text
        .p2align 17
place0: function _start
        leaq    stack_end(%rip), %rsp
        movl    $ROUNDS, %ebx
1:      call    first
        call    second
        call    third
        decl    %ebx
        jnz     1b
        call    straddle_data
        call    straddle_code
        movl    $60, %eax
        xorl    %edi, %edi
        syscall
        .size   _start, . - _start

/* The sixth of twelve instructions, of 17 bytes, loads from the set of their line: 11 bytes are
 * fetched until LL loses it. A set of D1 has two of the three lines that they load. */
        .macro  loses_its_line from
        .fill   5, 1, 0x90
        movl    \from(%rip), %eax
        .fill   5, 1, 0x90
        ret
        .endm

        .org    0x1000
        function first
        loses_its_line place3 + 0x1000
        .size   first, . - first

/* Registers differ: Valgrind leaves loads out that nobody uses.
 * Data in D1 that L2 and LL have lost, and a load of its end and of the line behind. */
        .org    0x3000
        function straddle_data
        movl    place4 + 0x5000(%rip), %eax
        movl    place3 + 0x5000(%rip), %ecx
        movq    place4 + 0x503c(%rip), %rdx
        ret
        .size   straddle_data, . - straddle_data

/* The same with code: the instruction at byte 61 begins in a line that L2 and LL have lost. */
        .org    0x7000
        function straddle_code
        movl    place3 + 0x7000(%rip), %eax
        .rept   6
        .byte   0x0f, 0x1f, 0x84, 0, 0, 0, 0, 0
        .endr
        .byte   0x0f, 0x1f, 0x80, 0, 0, 0, 0
        movl    place3 + 0x7000(%rip), %ecx
        ret
        .size   straddle_code, . - straddle_code

        .org    PLACE + 0x1000
        function second
        loses_its_line place4 + 0x1000
        .size   second, . - second

        .org    2 * PLACE + 0x1000
        function third
        loses_its_line place5 + 0x1000
        .size   third, . - third

        .org    3 * PLACE
place3: .org    4 * PLACE
place4: .org    5 * PLACE
place5: .org    6 * PLACE

        .section .data
        .p2align 17
        .type   stack, @object
        .size   stack, 0x900
stack:  .fill   0x900, 1, 0
stack_end:
        .section .note.GNU-stack, "", @progbits
