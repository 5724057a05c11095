// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the events; see event.h.
#include "base/event.h"

const char* const event_name[EV_COUNT] = {
   "Ir",    "Dr",       "Dw",      "I1mr",       "D1mr",    "D1mw",    "ILmr",
   "DLmr",  "DLmw",     "AcCost1", "SpLoss1",    "AcCost2", "SpLoss2", "PfUnused",
   "ILdmr", "DLdmr",    "DLdmw",   "Bc",         "Bcm",     "Bi",      "Bim",
   "Ge",    "sysCount", "sysTime", "sysCpuTime",
};
