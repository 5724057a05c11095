// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of regions that nobody has asked for: a loop's are those of its function and its lines, as far as they
// are known, as in the profile (writers/loop_names.h).
//
//    found_region_names_set();    // after found_regions_choose()
#ifndef XG_WRITERS_FOUND_REGION_NAMES_H
#define XG_WRITERS_FOUND_REGION_NAMES_H

void found_region_names_set(void);

#endif
