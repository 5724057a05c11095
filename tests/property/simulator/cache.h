// SPDX-License-Identifier: GPL-3.0-or-later
//
// cache.h: one level, set-associative, which replaces the line used longest ago (docs/cache-model.md).
#pragma once
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "costs.h"
#include "shadow.h"
#include "use.h"

namespace sim {

struct Geometry {
    std::uint64_t size_B = 0;
    unsigned ways = 0, line_B = 0;
    std::uint64_t sets() const { return size_B / ways / line_B; }
};

// What the documents say, so that a test can see what becomes of other numbers.
struct Constants {
    std::uint64_t access_cost_parts = 1000000;    // of the cost of a line that is used once
    std::uint64_t more_shadow_lines = 0;          // than the level has
};

// The events of a level, whether the program itself asks it, and whether it asks memory.
struct LevelEvents {
    unsigned access_cost, spatial_loss;
    bool     is_first, is_last;
};

// What is asked of a level: an access, or the part of it that the level above lacks.
struct Request {
    Address  instruction, address;
    unsigned size;
    char     kind;    // of the access, or 'I': a fetch
};

// What a request found.
struct Answer {
    bool     missed = false;
    unsigned miss_class = 0;    // of the first line that missed: 0 cold, 1 capacity, 2 conflict
};

class Cache {
public:
    Cache(const Geometry& geometry, const LevelEvents& events, const Constants& constants, Costs& costs);

    // Looks up all lines of a request, lowest first, and loads those that are absent.
    Answer look_up(const Request& request);

    // Lines that the last request has loaded come from those that the next level has now.
    void attach(const Cache& next);

    // The access has used its lines.
    void count_use(const Request& request);

    // The program has accessed these bytes, in this level or in one above.
    void note(const Request& request);

    // The end of the run: all lines are evicted.
    void evict_all();

    unsigned line_B() const { return geometry_.line_B; }

private:
    struct Line {
        Address number;
        std::uint64_t last = 0;    // time of the last use
        std::shared_ptr<Use> use;
    };

    std::vector<Line>& set_of(Address line) { return sets_[line % sets_.size()]; }
    std::shared_ptr<Use> resident(Address address) const;
    Stored& stored_of(Address line);
    void load(Address line, const Request& request);
    void end(Use& use);

    Geometry    geometry_;
    LevelEvents events_;
    Constants   constants_;
    Costs&      costs_;
    Shadow      shadow_;
    std::vector<std::vector<Line>> sets_;
    std::uint64_t now_ = 0;
    std::unordered_map<Address, Stored> stored_;    // by line, since it was evicted last
    std::vector<std::shared_ptr<Use>> loaded_;    // by the last request
    Request request_{};
};

}    // namespace sim
