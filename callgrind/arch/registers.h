// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of registers for cycles/flow.h, which only the model of cycles needs: see the architecture's header.
#ifndef XG_CALLGRIND_ARCH_REGISTERS_H
#define XG_CALLGRIND_ARCH_REGISTERS_H

#if defined(VGA_amd64)
#include "callgrind/arch/amd64/registers.h"
#elif defined(VGA_arm64)
#include "callgrind/arch/arm64/registers.h"
#endif

#endif
