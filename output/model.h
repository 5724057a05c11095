// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the engine has, to be read: nothing in output/ changes it.
//
//    for (const MemObject* o = MODEL->objects.set.first; o; o = o->next) ...
#ifndef XG_OUTPUT_MODEL_H
#define XG_OUTPUT_MODEL_H

#include "engine/engine.h"

#define MODEL ((const Engine*)&engine)

#endif
