// SPDX-License-Identifier: GPL-3.0-or-later
//
// curves.cc: the reuse distances of curves.h.
#include "curves.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace sim {

static constexpr std::uint64_t MOST_TIMES = std::uint64_t{1} << 22;

void Curves::mark(std::uint64_t time, int by) {
    n_marks_ += by;
    if (marks_.size() < MOST_TIMES) marks_.resize(MOST_TIMES);
    for (; time < marks_.size(); time += time & -time) marks_[time] += by;
}

// Lines that were accessed last after this time.
std::uint64_t Curves::marks_from(std::uint64_t time) const {
    std::int64_t before = 0;
    for (; time > 0; time -= time & -time) before += marks_[time];
    return static_cast<std::uint64_t>(n_marks_ - before);
}

// The line's reuse distance; it is accessed now.
std::uint64_t Curves::reference(Address line) {
    static std::uint64_t now = 0;
    if (++now >= MOST_TIMES) throw std::runtime_error("the trace is too long for curves");
    std::uint64_t distance = COLD;
    std::uint64_t& last = last_[line];
    if (last != 0) {
        distance = marks_from(last);
        mark(last, -1);
    }
    last = now;
    mark(now, 1);
    return distance;
}

void Curves::access(const std::string& function, const Access& a) {
    std::uint64_t largest = 0;
    for (Address line = a.address / line_B_; line <= (a.address + a.size - 1) / line_B_; line++) largest = std::max(largest, reference(line));
    all_[largest]++;
    by_function_[function][largest]++;
}

std::vector<std::uint64_t> curve_sizes(std::uint64_t n) {
    std::vector<std::uint64_t> sizes;
    for (int quarter = 0; sizes.empty() || sizes.back() < n; quarter++) {
        const auto size = static_cast<std::uint64_t>(std::llround(std::exp2(quarter / 4.0)));
        if (sizes.empty() || size != sizes.back()) sizes.push_back(size);
    }
    return sizes;
}

void Curves::print(std::ostream& out) const {
    const auto sizes = curve_sizes(last_.size() + 1);
    out << "sizes";
    for (std::uint64_t size : sizes) out << ' ' << size * line_B_;
    out << '\n';
    const auto print_one = [&](const std::string& name, const Distances& distances) {
        std::uint64_t accesses = 0;
        for (const auto& [distance, n] : distances) accesses += n;
        out << "curve " << name << ' ' << accesses;
        for (std::uint64_t size : sizes) {
            std::uint64_t misses = 0;
            for (auto at = distances.lower_bound(size); at != distances.end(); ++at) misses += at->second;
            out << ' ' << misses;
        }
        out << '\n';
    };
    print_one(".", all_);
    for (const auto& [name, distances] : by_function_)
        if (!name.empty()) print_one(name, distances);
}

}    // namespace sim
