// SPDX-License-Identifier: GPL-3.0-or-later
//
// shadow.h: the fully associative cache beside a level, which tells the class of a miss (docs/miss-classes.md).
#pragma once
#include <cstdint>
#include <list>
#include <unordered_map>
#include <unordered_set>

#include "trace.h"

namespace sim {

class Shadow {
public:
    explicit Shadow(std::size_t lines) : size_(lines) {}

    // What a miss of this line would be now: 0 cold, 1 capacity, 2 conflict.  Then references the line.
    unsigned reference(Address line) {
        const bool known = !seen_.insert(line).second;
        const auto at    = where_.find(line);
        if (at != where_.end()) {
            order_.splice(order_.begin(), order_, at->second);
            return known ? 2 : 0;
        }
        if (where_.size() == size_) {
            where_.erase(order_.back());
            order_.pop_back();
        }
        order_.push_front(line);
        where_[line] = order_.begin();
        return known ? 1 : 0;
    }

private:
    std::size_t size_;
    std::list<Address> order_;    // the line referenced last is the first
    std::unordered_map<Address, std::list<Address>::iterator> where_;
    std::unordered_set<Address> seen_;
};

}    // namespace sim
