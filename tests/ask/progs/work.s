# SPDX-License-Identifier: GPL-3.0-or-later
#
# work: ten million instructions in work(), without a C library: rounds of two.  More rounds where MORE is defined.
   .globl _start, work
   .type work, @function
   .text
work:
   mov $ROUNDS, %rax
1: dec %rax
   jnz 1b
   ret
   .size work, . - work
   .type _start, @function
_start:
   call work
   mov $60, %eax
   xor %edi, %edi
   syscall
   .size _start, . - _start
