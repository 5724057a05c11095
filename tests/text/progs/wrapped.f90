! SPDX-License-Identifier: GPL-3.0-or-later
! Memory that procedures allocate for others, and a module, for text/same-names.
module fields
  implicit none
  real(8) :: density(400, 400)
contains
  subroutine new_field(a, n)
    real(8), allocatable, intent(inout) :: a(:)
    integer, intent(in) :: n
    allocate(a(n))
  end subroutine
  subroutine fill_density()
    integer :: i, j
    do i = 1, 400
      do j = 1, 400
        density(i, j) = i * j
      end do
    end do
  end subroutine
  function strided(a, n) result(s)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n)
    real(8) :: s
    integer :: i, k
    s = 0
    do k = 1, 32
      do i = k, n, 32
        s = s + a(i)
      end do
    end do
  end function
end module
program p
  use fields
  implicit none
  real(8), allocatable :: pressure(:), velocity(:)
  real(8), allocatable :: direct(:)
  call new_field(pressure, 100000)
  call new_field(velocity, 60000)
  allocate(direct(80000))
  pressure = 1; velocity = 2; direct = 3
  call fill_density()
  print *, strided(pressure, 100000), strided(velocity, 60000), strided(direct, 80000), sum(density)
end program
