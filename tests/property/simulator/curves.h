// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.h: how many accesses would miss caches of other sizes (docs/miss-curves.md).
#pragma once
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace.h"

namespace sim {

class Curves {
public:
    explicit Curves(unsigned line_B) : line_B_(line_B), marks_(1) {}

    void access(const std::string& function, const Access& access);

    // "sizes BYTES...", "curve NAME ACCESSES MISSES...", the program's as "curve . ..."
    void print(std::ostream& out) const;

private:
    static constexpr std::uint64_t COLD = ~std::uint64_t{0};
    using Distances = std::map<std::uint64_t, std::uint64_t>;    // accesses by reuse distance

    std::uint64_t reference(Address line);
    std::uint64_t marks_from(std::uint64_t time) const;
    void mark(std::uint64_t time, int by);

    unsigned line_B_;
    std::unordered_map<Address, std::uint64_t> last_;    // times of the last accesses to lines, from 1 on
    std::vector<std::int64_t> marks_;                    // a Fenwick tree over times: 1 where a line was accessed last
    std::int64_t n_marks_ = 0;
    std::map<std::string, Distances> by_function_;
    Distances all_;
};

// Quarter powers of two, rounded, each once, up to the first that is at least n.
std::vector<std::uint64_t> curve_sizes(std::uint64_t n);

}    // namespace sim
