// SPDX-License-Identifier: GPL-3.0-or-later
// One of two functions of the same name; the other one is in inlines_one.h.
namespace other {
static inline __attribute__((always_inline)) void share(long n)
{
   total -= n;
   total += n * 3;
}
} // namespace other
