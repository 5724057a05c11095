! SPDX-License-Identifier: GPL-3.0-or-later
!
! Bodies of 88 bytes of which most loops need velocity and mass.
module bodies
   implicit none
#ifdef FIXED
   type body
      real(8) :: pos(3), force(3), charge
   end type
   type hot
      real(8) :: vel(3), mass
   end type
#else
   type body
      real(8) :: pos(3), vel(3), force(3), mass, charge
   end type
#endif
end module
program kinetic
   use bodies
   implicit none
   type(body), allocatable :: b(:)
#ifdef FIXED
   type(hot), allocatable :: h(:)
#define H h
#else
#define H b
#endif
   integer :: n, steps, i, s
   real(8) :: e
   character(16) :: word
   n = 30000; steps = 20
   if (command_argument_count() > 1) then
      call get_command_argument(1, word); read (word, *) n
      call get_command_argument(2, word); read (word, *) steps
   end if
   allocate (b(n))
#ifdef FIXED
   allocate (h(n))
#endif
   do i = 1, n
      b(i)%pos = i; H(i)%vel = mod(i, 13); b(i)%force = 1; H(i)%mass = 2; b(i)%charge = mod(i, 3)
   end do
   e = 0
   do s = 1, steps
      do i = 1, n
         e = e + 0.5d0 * H(i)%mass * (H(i)%vel(1)**2 + H(i)%vel(2)**2 + H(i)%vel(3)**2)
      end do
   end do
   do i = 1, n
      b(i)%pos = b(i)%pos + H(i)%vel + b(i)%force * b(i)%charge
   end do
   print *, e, b(n)%pos(1)
end program
