/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_inlined.cpp: allocations by inlined functions, at -O2; the lines are known to
 * tests/known/objects.
 */
#include <cstdlib>
#include <new>
#include <vector>

template <class T> struct Grid {
    T *cells;
    __attribute__((always_inline)) explicit Grid(long n) { reserve(n); }
    __attribute__((always_inline)) void reserve(long n) { cells = new T[n]; } /* cells */
    ~Grid() { delete[] cells; }
};

__attribute__((noinline)) static void use(void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

int main(int argc, char **)
{
    Grid<long> pressure(1000 * argc); /* pressure */
    Grid<long> velocity(2000 * argc); /* velocity */
    std::vector<double> density(3000 * argc); /* density */
    use(pressure.cells);
    use(velocity.cells);
    use(density.data());
    return 0;
}
