// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses for all processors; see access_fast_inl.h.
#define ACCESS_TARGET
#define ACCESS_MOVE lru_move
#define ACCESS_HIT lru_hit
#include "engine/access_fast_inl.h"

const AccessVariants access_portable = ACCESS_VARIANTS;
