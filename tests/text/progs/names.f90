! SPDX-License-Identifier: GPL-3.0-or-later
!
! A program whose functions have the names of modules in theirs, for tests of what fits in a line.
module matrix_operations
contains
subroutine multiply(a,b,c,n)
 integer::n; real(8)::a(n,n),b(n,n),c(n,n)
 integer::i,j,k
 c=0
 do i=1,n
  do j=1,n
   do k=1,n
    c(i,j)=c(i,j)+a(i,k)*b(k,j)
   end do
  end do
 end do
end subroutine
real(8) function trace(a,n)
 integer::n; real(8)::a(n,n); integer::i
 trace=0
 do i=1,n
  trace=trace+a(i,i)
 end do
end function
end module
program p
 use matrix_operations
 real(8),allocatable::a(:,:),b(:,:),c(:,:)
 allocate(a(40,40),b(40,40),c(40,40))
 call random_number(a); call random_number(b)
 call multiply(a,b,c,40)
 print *,trace(c,40)
end program
