# SPDX-License-Identifier: GPL-3.0-or-later
#
# Instructions whose bytes and operations are known.  widths(times): each round has these accesses, of 1, 2, 4, 8, 16
# and 32 bytes, two under masks, and operations on scalars and vectors.
	.text
	.globl widths
	.type widths, @function
widths:
	vpcmpeqd %ymm7, %ymm7, %ymm7
	vpxor %xmm6, %xmm6, %xmm6
	vpinsrd $0, again(%rip), %xmm6, %xmm6
1:	movb bytes(%rip), %al
	movw %ax, bytes+2(%rip)
	movl bytes+4(%rip), %eax
	movq %rax, bytes+8(%rip)
	addq $1, bytes+16(%rip)
	movaps bytes+32(%rip), %xmm0
	vmovaps bytes+64(%rip), %ymm1
	vmovaps %ymm1, bytes+96(%rip)
	vmovups %xmm0, bytes+33(%rip)
	vmaskmovps bytes+64(%rip), %ymm7, %ymm2
	vmaskmovps bytes+64(%rip), %ymm6, %ymm2
	vmaskmovpd %ymm2, %ymm7, bytes+128(%rip)
	addsd bytes+200(%rip), %xmm0
	mulsd %xmm0, %xmm3
	subps %xmm0, %xmm4
	vaddpd %ymm1, %ymm2, %ymm5
	vmulps bytes+64(%rip), %ymm2, %ymm8
	vdivsd %xmm1, %xmm2, %xmm9
	vsqrtpd %ymm1, %ymm10
	vfmadd231pd %ymm1, %ymm2, %ymm11
	vfmadd231pd bytes+64(%rip), %ymm1, %ymm11
	vfmadd213ss %xmm1, %xmm2, %xmm12
	maxsd %xmm1, %xmm13
	vminps %ymm1, %ymm2, %ymm14
	ucomisd %xmm1, %xmm2
	vxorpd %ymm1, %ymm2, %ymm15
	decl %edi
	jnz 1b
	vzeroupper
	ret
	.size widths, . - widths
	.data
	.balign 64
again:	.long -1
	.balign 64
bytes:	.zero 256
	.section .note.GNU-stack,"",@progbits
