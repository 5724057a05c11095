! SPDX-License-Identifier: GPL-3.0-or-later
!
! names_modules: objects with all kinds of names in Fortran: variables of a module, one that is allocated, a common block.
! For tests/known/names.
module grid
  real(8) :: cells(1000)
  real(8), allocatable :: values(:)
contains
  subroutine setup()
    allocate(values(1000))
    values = 0
    cells = 1
  end subroutine
end module

program names_modules
  use grid
  real(8) :: shared(1000), s
  integer :: i
  common /blk/ shared
  call setup()
  s = 0
  shared = 0
  do i = 1, 1000
    s = s + cells(i) + values(i) + shared(i)
  end do
  if (s < 0) print *, s
end program
