// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the events; see event.h.
#include "base/event.h"

const char* const event_name[EV_COUNT] = {
   [EV_IR] = "Ir",
   [EV_DR] = "Dr",
   [EV_DW] = "Dw",
   [EV_I1MR] = "I1mr",
   [EV_D1MR] = "D1mr",
   [EV_D1MW] = "D1mw",
   [EV_ILMR] = "ILmr",
   [EV_DLMR] = "DLmr",
   [EV_DLMW] = "DLmw",
   [EV_ACCOST1] = "AcCost1",
   [EV_SPLOSS1] = "SpLoss1",
   [EV_ACCOST2] = "AcCost2",
   [EV_SPLOSS2] = "SpLoss2",
   [EV_PFUNUSED] = "PfUnused",
   [EV_ILDMR] = "ILdmr",
   [EV_DLDMR] = "DLdmr",
   [EV_DLDMW] = "DLdmw",
   [EV_BC] = "Bc",
   [EV_BCM] = "Bcm",
   [EV_BI] = "Bi",
   [EV_BIM] = "Bim",
   [EV_GE] = "Ge",
   [EV_SYSCOUNT] = "sysCount",
   [EV_SYSTIME] = "sysTime",
   [EV_SYSCPU] = "sysCpuTime",
};
