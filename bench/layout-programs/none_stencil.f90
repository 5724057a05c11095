! SPDX-License-Identifier: GPL-3.0-or-later
!
! A stencil over a matrix whose columns are no power of two.
program stencil
   implicit none
   integer, parameter :: n = 301
   real(8) :: u(n, n), w(n, n)
   integer :: i, j, p
   u = 1; u(:, 1) = 5; w = u
   do p = 1, 10
      do j = 2, n - 1
         do i = 2, n - 1
            w(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
         end do
      end do
      u(2:n-1, 2:n-1) = w(2:n-1, 2:n-1)
   end do
   print *, sum(u)
end program
