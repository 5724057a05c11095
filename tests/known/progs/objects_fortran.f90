! SPDX-License-Identifier: GPL-3.0-or-later
!
! objects_fortran.f90: allocatable arrays; conventions as in objects.h, except
! that the loops are compiled.  Each element is stored, or added to a sum that is
! used, once and in order, so that scalar code has one access for each.  The code
! makes others too (loop bounds, the arrays' descriptors), which hit: of self
! costs, the misses are given.
module known_objects
   implicit none
   integer, parameter :: elements = 131072      ! of 8 bytes: 1 MB
   integer, parameter :: step = 8               ! one in each line
   real(8), allocatable :: grid(:), field(:)
contains
   subroutine new_grid()
      allocate (grid(elements))
   end subroutine

   subroutine new_field()
      allocate (field(elements))
   end subroutine

   ! the first element that begins a line which has nothing of the allocator's
   function first(address)
      integer(8), intent(in) :: address
      integer :: first
      first = int(modulo(-address, 64_8)/8) + 1
   end function

   subroutine store_grid(from, n)
      integer, intent(in) :: from, n
      integer :: i
      do i = from, from + (n - 1)*step, step
         grid(i) = 1.0d0
      end do
   end subroutine

   function load_field(from, n) result(total)
      integer, intent(in) :: from, n
      integer :: i
      real(8) :: total
      total = 0
      do i = from, from + n - 1
         total = total + field(i)
      end do
   end function
end module

program objects_fortran
   use known_objects
   implicit none
   call new_grid()
   call new_field()
   call store_grid(first(loc(grid)), 90)
   if (load_field(first(loc(field)), 720) /= 0) stop 2   ! fresh memory is zero

   ! one store of 8 bytes in each of 90 lines
   call self('__known_objects_MOD_store_grid', 'D1mw', 90)
   call self('__known_objects_MOD_store_grid', 'DLmw', 90)
   call expect('__known_objects_MOD_new_grid', 'Dr', 0)
   call expect('__known_objects_MOD_new_grid', 'Dw', 90)
   call expect('__known_objects_MOD_new_grid', 'D1mw', 90)
   call expect('__known_objects_MOD_new_grid', 'SpLoss1', 90*(64 - 8))
   ! eight loads in each of 90 lines
   call self('__known_objects_MOD_load_field', 'D1mr', 720/8)
   call self('__known_objects_MOD_load_field', 'DLmr', 720/8)
   call expect('__known_objects_MOD_new_field', 'Dr', 720)
   call expect('__known_objects_MOD_new_field', 'Dw', 0)
   call expect('__known_objects_MOD_new_field', 'D1mr', 720/8)
   call expect('__known_objects_MOD_new_field', 'SpLoss1', 0)
contains
   subroutine expect(object, event, n)
      character(*), intent(in) :: object, event
      integer, intent(in) :: n
      print '(a,1x,a,1x,a,1x,i0)', 'expect', object, event, n
   end subroutine

   subroutine self(function, event, n)
      character(*), intent(in) :: function, event
      integer, intent(in) :: n
      print '(a,1x,a,1x,a,1x,i0)', 'self', function, event, n
   end subroutine
end program
