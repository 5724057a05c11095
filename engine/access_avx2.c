// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses for processors with AVX2; see access_fast_inl.h.
#define ACCESS_TARGET XG_AVX2
#define ACCESS_MOVE lru_move_avx2
#define ACCESS_HIT lru_hit_avx2
#include "engine/access_fast_inl.h"

const AccessVariants access_avx2 = ACCESS_VARIANTS;
