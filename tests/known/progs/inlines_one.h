// SPDX-License-Identifier: GPL-3.0-or-later
// One of two functions of the same name; the other one is in inlines_other.h.
namespace one {
static inline __attribute__((always_inline)) void share(long n)
{
   for (long i = 0; i < n; i++) total += i ^ n;
}
} // namespace one
