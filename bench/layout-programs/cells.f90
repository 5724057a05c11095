! SPDX-License-Identifier: GPL-3.0-or-later
!
! Cells of 96 bytes, visited at random: the state is in front, the flux behind, in another line.
program cells
   implicit none
#ifdef FIXED
   type cell
      real(8) :: state, flux, corners(8), volume, area
   end type
#else
   type cell
      real(8) :: state, corners(8), volume, area, flux
   end type
#endif
   type(cell), allocatable :: c(:)
   integer :: n, visits, i, k
   integer(8) :: x
   real(8) :: s
   character(16) :: word
   n = 20000; visits = 400000
   if (command_argument_count() > 1) then
      call get_command_argument(1, word); read (word, *) n
      call get_command_argument(2, word); read (word, *) visits
   end if
   allocate (c(n))
   do i = 1, n
      c(i)%state = i; c(i)%corners = 1; c(i)%volume = 2; c(i)%area = 3; c(i)%flux = mod(i, 5)
   end do
   x = 7; s = 0
   do k = 1, visits
      x = mod(x * 1103515245_8 + 12345_8, 2147483648_8)
      i = int(mod(x / 64, int(n, 8))) + 1
      s = s + c(i)%state * c(i)%flux
      c(i)%state = c(i)%state + 1
   end do
   print *, s
end program
