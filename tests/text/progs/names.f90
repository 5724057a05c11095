! SPDX-License-Identifier: GPL-3.0-or-later
!
! A Fortran program: its functions have the names of modules in theirs.
module matrix_operations
contains
   subroutine multiply(a, b, c, n)
      integer :: n, i, j, k
      real(8) :: a(n, n), b(n, n), c(n, n)
      c = 0
      do i = 1, n
         do j = 1, n
            do k = 1, n
               c(i, j) = c(i, j) + a(i, k) * b(k, j)
            end do
         end do
      end do
   end subroutine
   real(8) function trace_of_matrix(a, n)
      integer :: n, i
      real(8) :: a(n, n)
      trace_of_matrix = 0
      do i = 1, n
         trace_of_matrix = trace_of_matrix + a(i, i)
      end do
   end function
end module

program names
   use matrix_operations
   real(8), allocatable :: a(:, :), b(:, :), c(:, :)
   allocate (a(40, 40), b(40, 40), c(40, 40))
   call random_number(a)
   call random_number(b)
   call multiply(a, b, c, 40)
   print *, trace_of_matrix(c, 40)
end program
