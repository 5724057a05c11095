// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a line takes from one core to another one.
//
//    cores_look();               // before sampling_start(), which leaves one processor
//    cores_measure();
#ifndef XG_CALIBRATE_CORES_H
#define XG_CALIBRATE_CORES_H

// Looks which processors there are.
void cores_look(void);
// Sets FIGURE_CORE: how long a line is away that another core takes to change it.
void cores_measure(void);

#endif
