// SPDX-License-Identifier: GPL-3.0-or-later
//
// The square root: freestanding code has no library of mathematics.
//
//    square_root(2.25);   // 1.5
#ifndef XG_BASE_SQUARE_ROOT_H
#define XG_BASE_SQUARE_ROOT_H

#if defined(__x86_64__)
#include <emmintrin.h>
#else
#include <arm_neon.h>
#endif

#include "base/host.h"

// x: not negative.
XG_INLINE double square_root(double x)
{
#if defined(__x86_64__)
   __m128d v = _mm_set_sd(x);
   return _mm_cvtsd_f64(_mm_sqrt_sd(v, v));
#else
   return vget_lane_f64(vsqrt_f64(vdup_n_f64(x)), 0);
#endif
}

#endif
