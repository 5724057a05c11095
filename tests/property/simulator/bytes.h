// SPDX-License-Identifier: GPL-3.0-or-later
//
// bytes.h: who has stored each byte, and whether it was read (docs/stores.md, docs/dependences.md).
#pragma once
#include <map>
#include <ostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "costs.h"

namespace sim {

class Bytes {
public:
    explicit Bytes(Costs& costs) : costs_(costs) {}

    // Units are names; "" stands for code that is of no unit.
    void load(const Access& access, const std::string& unit);
    void store(Address instruction, const Access& access, const std::string& unit);

    // The memory from first up to, and without, end is no longer there.
    void end_of_memory(Address first, Address end);

    void end_of_run();

    // "flow FROM TO BYTES FIRST" for each pair of units
    void print(std::ostream& out) const;

private:
    static constexpr Address PAGE_B = 4096;
    struct Byte {
        Address stored_by = 0;    // the instruction; 0: nobody
        bool    unread = false;
        const std::string* unit = nullptr;
    };
    struct Flow { std::uint64_t bytes = 0, first = 0; };

    Byte& at(Address address);

    Costs& costs_;
    std::map<Address, std::vector<Byte>> pages_;
    std::map<std::pair<std::string, std::string>, Flow> flows_;
};

}    // namespace sim
