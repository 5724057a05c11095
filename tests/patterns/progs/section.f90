! SPDX-License-Identifier: GPL-3.0-or-later
!
! section.f90: rows of a matrix that are handed to a routine which takes an array of a given size.
!
! Problem:   The elements of a row are a column apart.  The routine declares its argument with a size, so that the compiler
!            copies the row into memory of its own, and back, for each call; the routine uses four elements of it.
! Geometry:  400 columns of 401 elements are 1253 KiB, more than LL, and are gone when they come again in the second round: capacity.
!            In D1, the 400 lines of a row are needed by the next seven rows, too; with the 50 of the copy they are nearly all of D1, and
!            3208 bytes from one to the next put more of them into some sets than these hold: conflict.
! Fix:       The routine declares its argument v(:), and gets where the row is: four accesses.
! Finding:   capacity, LL, and D1, application, MAIN__, on the matrix that MAIN__ allocates; assumed-shape.  Fixed, there is none.
module routines
contains
    subroutine scale_head(v, n, f)
        integer, intent(in) :: n
        real(8), intent(in) :: f
#ifdef FIXED
        real(8), intent(inout) :: v(:)
#else
        real(8), intent(inout) :: v(n)
#endif
        if (n > 3) v(1:4) = v(1:4) * f
    end subroutine
end module

program section
    use routines
    integer, parameter :: n = 400
    real(8), allocatable :: matrix(:, :)
    integer :: i, round
    allocate (matrix(n + 1, n))
    matrix = 1
    do round = 1, 2
        do i = 1, n
            call scale_head(matrix(i, :), n, 1.5d0)
        end do
    end do
    print *, matrix(5, 2)
end program
