! SPDX-License-Identifier: GPL-3.0-or-later
!
! layouts_grid: a matrix that is used along its rows, though columns are contiguous; with -DOTHER=1 it is declared with its
! dimensions exchanged, with -DOTHER=2 its columns are 64 bytes longer.  For tests/known/layouts, which counts in
! use_grid alone.
#ifndef OTHER
#define OTHER 0
#endif
#if OTHER == 1
#define AT(i, j) grid(j, i)
#else
#define AT(i, j) grid(i, j)
#endif
module grids
   implicit none
   integer, parameter :: rows = 64, columns = 96
#if OTHER == 1
   real(8) :: grid(columns, rows)
#elif OTHER == 2
   real(8) :: grid(rows + 8, columns)
#else
   real(8) :: grid(rows, columns)
#endif
   integer(8), volatile :: flushed(131072)
contains
   subroutine fill()
      integer :: i, j
      do j = 1, columns
         do i = 1, rows
            AT(i, j) = i + j
         end do
      end do
      do i = 1, 131072, 2
         flushed(i) = flushed(i) + 1
      end do
   end subroutine
   function use_grid() result(sum)
      real(8) :: sum
      integer :: i, j, pass
      sum = 0
      do pass = 1, 3
         do i = 1, rows - pass
            do j = 1, columns
               sum = sum + AT(i, j)
            end do
            AT(i, 1 + pass) = 1
         end do
      end do
   end function
end module

program layouts_grid
   use grids
   implicit none
   call fill()
   print *, use_grid()
end program
