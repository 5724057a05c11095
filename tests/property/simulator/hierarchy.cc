// SPDX-License-Identifier: GPL-3.0-or-later
//
// hierarchy.cc: who asks whom.
#include "hierarchy.h"

#include <algorithm>

namespace sim {

Hierarchy::Hierarchy(const HierarchyConfig& config, Costs& costs)
    : costs_(costs), I1_(config.I1, {AcCost1, SpLoss1, true, false}, config.constants, costs), D1_(config.D1, {AcCost1, SpLoss1, true, false}, config.constants, costs),
      LL_(config.LL, {AcCostLL, SpLossLL, false, true}, config.constants, costs), smallest_line_B_(std::min({config.I1.line_B, config.D1.line_B, config.LL.line_B})) {
    if (config.L2.size_B != 0) {
        L2_.emplace(config.L2, LevelEvents{AcCostL2, SpLossL2, false, false}, config.constants, costs);
        smallest_line_B_ = std::min(smallest_line_B_, config.L2.line_B);
    }
}

void Hierarchy::fetch(const Instruction& i) {
    costs_.add(i.address, Ir, 1);
    request(I1_, Request{i.address, i.address, i.size, 'I'}, I1mr, L2mi, ILmr);
}

void Hierarchy::access(Address instruction, const Access& a) {
    const bool is_read = a.kind == 'L';
    costs_.add(instruction, is_read ? Dr : Dw, 1);
    const Request what{instruction, a.address, cut(a.size), a.kind};
    if (is_read) request(D1_, what, D1mr, L2mr, DLmr);
    else         request(D1_, what, D1mw, L2mw, DLmw);
}

// Each level that misses asks the next one for the whole access; then the lines have been used.
void Hierarchy::request(Cache& first, const Request& what, unsigned miss_of_1, unsigned miss_of_2, unsigned miss_of_last) {
    const Answer at_1 = first.look_up(what);
    if (at_1.missed) {
        costs_.add(what.instruction, miss_of_1, 1);
        if (what.kind != 'I') costs_.add(what.instruction, D1Cold + at_1.miss_class, 1);
        bool ask_last = true;
        if (L2_) {
            const Answer at_2 = L2_->look_up(what);
            ask_last = at_2.missed;
            if (at_2.missed) {
                costs_.add(what.instruction, miss_of_2, 1);
                costs_.add(what.instruction, L2Cold + at_2.miss_class, 1);
            }
        }
        if (ask_last) {
            const Answer at_last = LL_.look_up(what);
            if (at_last.missed) {
                costs_.add(what.instruction, miss_of_last, 1);
                costs_.add(what.instruction, LLCold + at_last.miss_class, 1);
            }
            if (L2_) L2_->attach(LL_);
        }
        first.attach(L2_ ? *L2_ : LL_);
    }
    first.count_use(what);
    if (what.kind != 'I') LL_.note(what);
}

// Uses are complete at each access, so that the order of levels does not matter.
void Hierarchy::end_of_run() {
    I1_.evict_all();
    D1_.evict_all();
    if (L2_) L2_->evict_all();
    LL_.evict_all();
}

}    // namespace sim
