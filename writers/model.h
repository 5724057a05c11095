// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the engine has, to be read: nothing in writers/ changes it.
//
//    for (const MemObject* o = MODEL->objects.set.first; o; o = o->next) ...
#ifndef XG_WRITERS_MODEL_H
#define XG_WRITERS_MODEL_H

#include "engine/engine.h"

#define MODEL ((const Engine*)&engine)

#endif
