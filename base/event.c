// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the events; see event.h.
#include "base/event.h"

const char* event_name[EV_COUNT] = {
   [EV_IR] = "Ir",
   [EV_DR] = "Dr",
   [EV_DW] = "Dw",
   [EV_I1MR] = "I1mr",
   [EV_D1MR] = "D1mr",
   [EV_D1MW] = "D1mw",
   [EV_ILMR] = "ILmr",
   [EV_DLMR] = "DLmr",
   [EV_DLMW] = "DLmw",
   [EV_L2MI] = "L2mi",
   [EV_L2MR] = "L2mr",
   [EV_L2MW] = "L2mw",
   [EV_ITM] = "ITm",
   [EV_DTMR] = "DTmr",
   [EV_DTMW] = "DTmw",
   [EV_STM] = "STm",
   [EV_PFUSED] = "PfUsed",
   [EV_D1COLD] = "D1Cold",
   [EV_D1CAP] = "D1Cap",
   [EV_D1CONF] = "D1Conf",
   [EV_D1TRUE] = "D1True",
   [EV_D1FALSE] = "D1False",
   [EV_L2COLD] = "L2Cold",
   [EV_L2CAP] = "L2Cap",
   [EV_L2CONF] = "L2Conf",
   [EV_L2TRUE] = "L2True",
   [EV_L2FALSE] = "L2False",
   [EV_LLCOLD] = "LLCold",
   [EV_LLCAP] = "LLCap",
   [EV_LLCONF] = "LLConf",
   [EV_LLTRUE] = "LLTrue",
   [EV_LLFALSE] = "LLFalse",
   [EV_ACCOST_L1] = "AcCost1",
   [EV_SPLOSS_L1] = "SpLoss1",
   [EV_ACCOST_LL] = "AcCost2",
   [EV_SPLOSS_LL] = "SpLoss2",
   [EV_PFUNUSED] = "PfUnused",
   [EV_ACCOST_L2] = "",
   [EV_SPLOSS_L2] = "",
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

void event_names_for_three_levels(void)
{
   event_name[EV_ACCOST_L2] = "AcCost2";
   event_name[EV_SPLOSS_L2] = "SpLoss2";
   event_name[EV_ACCOST_LL] = "AcCost3";
   event_name[EV_SPLOSS_LL] = "SpLoss3";
}
