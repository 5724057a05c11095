# SPDX-License-Identifier: GPL-3.0-or-later
#
# loops.S: loops of a known number of instructions and iterations, for tests/known/loops, which has the arithmetic.
# A loop NAME is the code between the lines that end in "NAME{" and "}NAME".  None begins at the first
# instruction of its function, as a jump to that is a call.

    .text
    .macro F name
    .globl \name
    .type \name, @function
\name:
    nop
    .endm
    .macro END name
    ret
    .size \name, . - \name
    .endm

# (n): one block that jumps back to its start
    F simple
1:  nop                         # simple{
    decq %rdi
    jnz 1b                      # }simple
    END simple

# (n, m): n times m times
    F nest
1:  movq %rsi, %rax             # outer{
2:  nop                         # inner{
    decq %rax
    jnz 2b                      # }inner
    decq %rdi
    jnz 1b                      # }outer
    END nest

# (n, m, k): three levels, tested at the top
    F deep
1:  testq %rdi, %rdi            # top{
    jz 9f
    decq %rdi
    movq %rsi, %rax
2:  testq %rax, %rax            # middle{
    jz 1b
    decq %rax
    movq %rdx, %rcx
3:  testq %rcx, %rcx            # deepest{
    jz 2b
    decq %rcx
    jmp 3b                      # }deepest }middle }top
9:  END deep

# (n): n is odd in each other iteration; two jumps to one header are one loop
    F shared
1:  testq $1, %rdi              # shared{
    jz 2f
    decq %rdi
    jmp 1b
2:  decq %rdi
    jg 1b                       # }shared
    END shared

# (n): entered in the middle, as compilers do with a test at the end; its header is the test
    F rotated
    jmp 2f
1:  nop                         # rotated{
    nop
2:  decq %rdi
    jns 1b                      # }rotated
    END rotated

# (n, odd): entered at either of two places
    F irreducible
    testq %rsi, %rsi
    jnz 2f
1:  decq %rdi                   # irreducible{
    js 3f
2:  decq %rdi
    jns 1b                      # }irreducible
3:  END irreducible

# (n, odd, m): in an irreducible loop a natural one
    F mixed
    testq %rsi, %rsi
    jnz 2f
1:  decq %rdi                   # around{
    js 3f
2:  movq %rdx, %rax
4:  decq %rax                   # within{
    jnz 4b                      # }within
    decq %rdi
    jns 1b                      # }around
3:  END mixed

# (n): the loop's code lies in two pieces, and other code between them is not of it
    F pieces
    jmp 1f
2:  decq %rdi                   # pieces{
    jz 3f
    jmp 1f
    nop
3:  ret
    nop
1:  nop
    jmp 2b                      # }pieces
    END pieces

# (n): no loop: the jump back is never taken
    F once
1:  decq %rdi
    testq %rdi, %rdi
    js 1b
    END once

# (to, bytes, n): an instruction that repeats itself is no loop, and one iteration of one
    F stringy
    movq %rdx, %r8
    movq %rsi, %r9
    movq %rdi, %r10
1:  movq %r10, %rdi             # stringy{
    movq %r9, %rcx
    rep stosb
    decq %r8
    jnz 1b                      # }stringy
    END stringy

# (n): by a table of addresses, three cases and the end: n, n - 1, ... 0 select n & 3
    F table
1:  movq %rdi, %rax             # table{
    andq $3, %rax
    leaq 9f(%rip), %rcx
    movslq (%rcx,%rax,4), %rax
    addq %rcx, %rax
    jmp *%rax
2:  nop
    jmp 6f
3:  nop
    nop
    jmp 6f
4:  nop
    nop
    nop
    jmp 6f
5:  nop
6:  decq %rdi
    jns 1b                      # }table
    END table
    .section .rodata
    .align 4
9:  .long 2b - 9b, 3b - 9b, 4b - 9b, 5b - 9b
    .text

# (n): back by a computed jump alone
    F computed
    leaq 1f(%rip), %rdx
1:  decq %rdi                   # computed{
    js 2f
    jmp *%rdx                   # }computed
2:  END computed

# (n): a call in a loop, which ends with the return of it
    F calls_last
    jmp 2f
1:  call leaf                   # calls_last{
2:  decq %rdi
    jns 1b                      # }calls_last
    END calls_last

    F leaf
    nop
    END leaf

# (n): the last iteration ends in a tail call
    F tail
1:  nop                         # tail{
    decq %rdi
    jnz 1b                      # }tail
    jmp leaf
    .size tail, . - tail

# (n): activations n, n - 1, ... 1, each with a loop of as many iterations as its n
    F recursive
    movq %rdi, %rax
1:  nop                         # recursive{
    decq %rax
    jnz 1b                      # }recursive
    decq %rdi
    jz 2f
    call recursive
2:  END recursive

# (n, m): a loop around a call of the function itself
    F tree
    testq %rdi, %rdi
    jz 2f
    pushq %rbx
    pushq %r12
    movq %rdi, %r12
    movq %rsi, %rbx
1:  leaq -1(%r12), %rdi         # tree{
    call tree
    decq %rbx
    jnz 1b                      # }tree
    popq %r12
    popq %rbx
2:  END tree

# (n): two loops on lines of a macro: each has a name of its own
    .macro TWICE
1:  nop
    decq %rax
    jnz 1b
    .endm
    F twins
    movq %rdi, %rax
    movq %rdi, %rcx
2:  decq %rax; jnz 2b; 3: decq %rcx; jnz 3b     # twins{ }twins
    END twins

# (n): left at three places
    F exits
1:  decq %rdi                   # exits{
    js 2f
    testq $15, %rdi
    jz 2f
    cmpq $1000, %rdi
    je 2f
    jmp 1b                      # }exits
2:  END exits

# (n): four at a time, and what is left over
    F unrolled
    movq %rdi, %rax
    shrq $2, %rax
    jz 2f
1:  nop                         # by_four{
    nop
    nop
    nop
    decq %rax
    jnz 1b                      # }by_four
2:  andq $3, %rdi
    jz 4f
3:  nop                         # left_over{
    decq %rdi
    jnz 3b                      # }left_over
4:  END unrolled

# (n): vectors of 16, and single ones
    F vectors
1:  paddb %xmm0, %xmm1          # vectors{
    subq $16, %rdi
    cmpq $16, %rdi
    jae 1b                      # }vectors
    testq %rdi, %rdi
    jz 3f
2:  nop                         # scalars{
    decq %rdi
    jnz 2b                      # }scalars
3:  END vectors

# (n, m): in a natural loop an irreducible one, which even rounds enter at the first, odd ones at the second place
    F tangle
1:  movq %rsi, %rax             # untangled{
    testq $1, %rdi
    jnz 3f
2:  decq %rax                   # tangled{
    js 4f
3:  decq %rax
    jns 2b                      # }tangled
4:  decq %rdi
    jnz 1b                      # }untangled
    END tangle

# (n, m): the inner loop leaves both, when n is 0
    F breaks
1:  movq %rsi, %rax             # breaks{
2:  decq %rax                   # broken{
    jz 3f
    testq %rdi, %rdi
    jz 4f
    jmp 2b                      # }broken
3:  decq %rdi
    jmp 1b                      # }breaks
4:  END breaks

# (n): n, n - 1, ... 1 times
    F triangle
1:  movq %rdi, %rax             # corner{
2:  nop                         # triangle{
    decq %rax
    jnz 2b                      # }triangle
    decq %rdi
    jnz 1b                      # }corner
    END triangle

# (n): by the instruction for it
    F by_loop
    movq %rdi, %rcx
1:  nop                         # by_loop{
    loop 1b                     # }by_loop
    END by_loop

# (n): no loop, but an instruction that repeats itself
    F single
    movq %rdi, %rcx
1:  loop 1b
    END single

# (n): three ways back to one header
    F thrice
1:  decq %rdi                   # thrice{
    js 2f
    testq $1, %rdi
    jnz 1b
    testq $2, %rdi
    jnz 1b
    jmp 1b                      # }thrice
2:  END thrice

# (n): the function returns from within
    F returns
1:  decq %rdi                   # returns{
    jnz 2f
    ret
2:  jmp 1b                      # }returns
    END returns

# (n, m): two loops in one, one after the other
    F siblings
1:  movq %rsi, %rax             # siblings{
2:  decq %rax                   # former{
    jnz 2b                      # }former
    movq %rsi, %rax
3:  nop                         # latter{
    decq %rax
    jnz 3b                      # }latter
    decq %rdi
    jnz 1b                      # }siblings
    END siblings

    .section .note.GNU-stack, "", @progbits
