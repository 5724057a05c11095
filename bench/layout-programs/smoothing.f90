! SPDX-License-Identifier: GPL-3.0-or-later
!
! Rows of a matrix are smoothed along the second index: 512 doubles apart, in few sets.
program smoothing
   implicit none
   integer, parameter :: n = 512
#ifdef FIXED
   integer, parameter :: ld = n + 8
#else
   integer, parameter :: ld = n
#endif
   real(8), allocatable :: a(:,:)
   integer :: i, j, p, passes
   character(16) :: word
   passes = 4
   if (command_argument_count() > 0) then
      call get_command_argument(1, word); read (word, *) passes
   end if
   allocate (a(ld, n))
   do j = 1, n
      do i = 1, n
         a(i, j) = mod(i * 7 + j * 3, 11)
      end do
   end do
   do p = 1, passes
      do i = 1, n
         do j = 2, n
            a(i, j) = 0.5d0 * a(i, j) + 0.5d0 * a(i, j - 1)
         end do
      end do
   end do
   print *, sum(a(1:n, :))
end program
