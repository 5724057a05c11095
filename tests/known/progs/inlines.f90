! SPDX-License-Identifier: GPL-3.0-or-later
!
! Inlined functions of Fortran: contained ones and one of a module.
module shapes
  implicit none
contains
  pure function square(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = x * x
  end function square
end module shapes

program inlines
  use shapes
  implicit none
  integer :: i
  real(8) :: s
  real(8), dimension(100) :: a
  s = 0
  do i = 1, 100
    a(i) = cube(real(i, 8))
  end do
  do i = 1, 1000
    s = s + square(a(mod(i, 100) + 1)) + sin(real(i, 8))
  end do
  print '(f20.3)', s
contains
  function cube(x) result(r)
    real(8), intent(in) :: x
    real(8) :: r
    r = x * square(x)
  end function cube
end program inlines
