// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls at which a program waits for others or tells them something, by the names of functions of MPI and OpenMP: those
// of Fortran are in small letters.  Regions are cut there (Evolution paper, section 3.1).
#ifndef XG_ENGINE_REPEATS_BORDERS_H
#define XG_ENGINE_REPEATS_BORDERS_H

#include "base/host.h"

// MPI but for clocks and ranks; OpenMP's parallel regions and barriers, of gcc and clang.
bool border_is(const char* function);
// All wait there for all.
bool border_is_barrier(const char* function);

#endif
