// SPDX-License-Identifier: GPL-3.0-or-later
//
// hierarchy.h: I1 and D1 in front of LL, with or without an L2 between them (docs/cache-model.md).
#pragma once
#include <optional>

#include "cache.h"

namespace sim {

struct HierarchyConfig {
    Geometry  I1, D1, L2, LL;    // L2: none if its size is 0
    Constants constants;
};

class Hierarchy {
public:
    Hierarchy(const HierarchyConfig& config, Costs& costs);
    void fetch(const Instruction& instruction);
    void access(Address instruction, const Access& access);
    void end_of_run();

private:
    void request(Cache& first, const Request& what, unsigned miss_of_1, unsigned miss_of_2, unsigned miss_of_last);
    // What is larger than a vector moves in a helper of Valgrind, such as the one for fxsave.
    unsigned cut(unsigned size) const { return size <= 32 || size < smallest_line_B_ ? size : smallest_line_B_; }

    Costs& costs_;
    Cache  I1_, D1_;
    std::optional<Cache> L2_;
    Cache  LL_;
    unsigned smallest_line_B_;
};

}    // namespace sim
