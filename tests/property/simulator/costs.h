// SPDX-License-Identifier: GPL-3.0-or-later
//
// costs.h: the costs of each instruction, by event.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <ostream>

#include "trace.h"

namespace sim {

enum Event : unsigned {
    Ir, Dr, Dw,
    I1mr, D1mr, D1mw,
    L2mi, L2mr, L2mw,
    ILmr, DLmr, DLmw,
    AcCost1, SpLoss1, AcCostL2, SpLossL2, AcCostLL, SpLossLL,
    D1Cold, D1Cap, D1Conf, L2Cold, L2Cap, L2Conf, LLCold, LLCap, LLConf,
    Sb, SbOver, SbDead, SbLoad,
    N_EVENTS
};

inline const char* const event_names[N_EVENTS] = {
    "Ir", "Dr", "Dw", "I1mr", "D1mr", "D1mw", "L2mi", "L2mr", "L2mw", "ILmr", "DLmr", "DLmw",
    "AcCost1", "SpLoss1", "AcCostL2", "SpLossL2", "AcCostLL", "SpLossLL",
    "D1Cold", "D1Cap", "D1Conf", "L2Cold", "L2Cap", "L2Conf", "LLCold", "LLCap", "LLConf",
    "Sb", "SbOver", "SbDead", "SbLoad"};

class Costs {
public:
    void add(Address instruction, unsigned event, std::uint64_t n) { all_[instruction][event] += n; }

    // "events NAME...", then a line "ADDRESS COST..." for each instruction
    void print(std::ostream& out) const {
        out << "events";
        for (const char* name : event_names) out << ' ' << name;
        out << '\n';
        for (const auto& [address, costs] : all_) {
            out << "0x" << std::hex << address << std::dec;
            for (std::uint64_t cost : costs) out << ' ' << cost;
            out << '\n';
        }
    }

private:
    std::map<Address, std::array<std::uint64_t, N_EVENTS>> all_;
};

}    // namespace sim
