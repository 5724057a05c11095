// SPDX-License-Identifier: GPL-3.0-or-later
// Levels of caches; see levels.h.
#include "commands/text/levels.h"

const Level levels[LEVELS] = {
   {"L1", "D1", "D1", "1"},
   {"L2", "L2", "L2", "L2"},
   {"L3", "L3", "L3", "L3"},
   {"LL", "LL", "DL", "LL"},
};
