// SPDX-License-Identifier: GPL-3.0-or-later
//
// The columns of the profile: which events and positions it has.
//
//    columns_init();                              // once options are known
//    const ProfileLayout* layout = columns_layout();
#ifndef XG_CALLGRIND_FILES_COLUMNS_H
#define XG_CALLGRIND_FILES_COLUMNS_H

#include "output/profile.h"

void columns_init(void);
const ProfileLayout* columns_layout(void);

#endif
