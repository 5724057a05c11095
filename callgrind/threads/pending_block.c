// SPDX-License-Identifier: GPL-3.0-or-later
// The pending block; see pending_block.h.
#include "callgrind/threads/pending_block.h"

PendingBlock pending_block;
