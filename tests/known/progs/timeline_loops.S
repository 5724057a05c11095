# SPDX-License-Identifier: GPL-3.0-or-later
#
# timeline_loops.S: loops of a known number of instructions and accesses, behind the first instruction
# of their function: a jump to that would be a call.  For tests/known/timeline, which has the arithmetic.

    .text
    .macro LOOP name
    .globl \name
    .type \name, @function
\name:
    nop
    .endm
    .macro END name
    ret
    .size \name, . - \name
    .endm

# (array, n): n loads, each 8 bytes behind the one before
LOOP ascending
1:  movq (%rdi), %rax
    addq $8, %rdi
    decq %rsi
    jnz 1b
    END ascending

# (behind array, n): n loads, each 8 bytes before the one before
LOOP descending
1:  subq $8, %rdi
    movq (%rdi), %rax
    decq %rsi
    jnz 1b
    END descending

# (array, n, stride): n loads
LOOP strided
1:  movq (%rdi), %rax
    addq %rdx, %rdi
    decq %rsi
    jnz 1b
    END strided

# (array, n, factor, state): n loads of elements that a linear congruential generator chooses, of 2^16
LOOP chosen
1:  imulq %rdx, %rcx
    addq $1, %rcx
    movq %rcx, %rax
    shrq $48, %rax
    movq (%rdi,%rax,8), %rax
    decq %rsi
    jnz 1b
    END chosen

# (n): calls itself, n activations in all; no jump leads back
LOOP recursive
    decq %rdi
    jz 2f
    call recursive
2:  ret
    END recursive

# (n): n rounds, from one to the next by an address
LOOP by_address
    leaq 1f(%rip), %rax
1:  decq %rdi
    jz 2f
    jmp *%rax
2:  ret
    END by_address

# (from, to, n): n times a load from each and a store to the second, four bytes wide
LOOP two_streams
1:  movl (%rdi), %eax
    addl (%rsi), %eax
    movl %eax, 8(%rsi)
    addq $8, %rdi
    addq $16, %rsi
    decq %rdx
    jnz 1b
    END two_streams

# (n): no access at all
LOOP idle
1:  imulq %rdi, %rax
    decq %rdi
    jnz 1b
    END idle

    .section .note.GNU-stack, "", @progbits
