// SPDX-License-Identifier: GPL-3.0-or-later
//
// cache.cc: the level of cache.h.
#include "cache.h"

#include <algorithm>

namespace sim {

Cache::Cache(const Geometry& geometry, const LevelEvents& events, const Constants& constants, Costs& costs)
    : geometry_(geometry), events_(events), constants_(constants), costs_(costs),
      shadow_(geometry.size_B / geometry.line_B + constants.more_shadow_lines), sets_(geometry.sets()) {}

Answer Cache::look_up(const Request& request) {
    Answer answer;
    loaded_.clear();
    request_ = request;
    const Address first = request.address / line_B(), last = (request.address + request.size - 1) / line_B();
    for (Address line = first; line <= last; line++) {
        auto& set = set_of(line);
        const unsigned miss_class = shadow_.reference(line);
        const auto at = std::find_if(set.begin(), set.end(), [&](const Line& l) { return l.number == line; });
        if (at != set.end()) {
            at->last = ++now_;
            continue;
        }
        if (!answer.missed) answer.miss_class = miss_class;
        answer.missed = true;
        load(line, request);
    }
    return answer;
}

void Cache::load(Address line, const Request& request) {
    auto& set = set_of(line);
    if (set.size() == geometry_.ways) {
        const auto oldest = std::min_element(set.begin(), set.end(), [](const Line& a, const Line& b) { return a.last < b.last; });
        if (events_.is_last) {
            if (oldest->use->for_store && stored_of(oldest->number).each_byte_once()) costs_.add(oldest->use->loader, SbLoad, line_B());
            stored_.erase(oldest->number);
        }
        end(*oldest->use);
        set.erase(oldest);
    }
    auto use = std::make_shared<Use>(request.instruction, line * line_B(), line_B());
    use->for_store = request.kind == 'S';
    loaded_.push_back(use);
    set.push_back(Line{line, ++now_, use});
}

void Cache::end(Use& use) {
    // A line of level 1 that an access loads and evicts again has been used by it alone.
    if (events_.is_first && std::any_of(loaded_.begin(), loaded_.end(), [&](const auto& u) { return u.get() == &use; }))
        use.count_here(request_.address, request_.size);
    use.ended = true;
    costs_.add(use.loader, events_.access_cost, use.cost(constants_.access_cost_parts));
    costs_.add(use.loader, events_.spatial_loss, use.unused_B());
}

std::shared_ptr<Use> Cache::resident(Address address) const {
    const Address line = address / geometry_.line_B;
    for (const Line& l : sets_[line % sets_.size()])
        if (l.number == line) return l.use;
    return nullptr;
}

void Cache::attach(const Cache& next) {
    for (auto& use : loaded_) use->from = next.resident(use->first_byte);
}

void Cache::count_use(const Request& request) {
    const Address first = request.address / line_B(), last = (request.address + request.size - 1) / line_B();
    for (Address line = first; line <= last; line++)
        if (const auto use = resident(line * line_B())) use->count(request.address, request.size);
    loaded_.clear();
}

Stored& Cache::stored_of(Address line) { return stored_.try_emplace(line, line * line_B(), line_B()).first->second; }

void Cache::note(const Request& request) {
    const Address first = request.address / line_B(), last = (request.address + request.size - 1) / line_B();
    for (Address line = first; line <= last; line++) stored_of(line).note(request.kind, request.address, request.size);
}

void Cache::evict_all() {
    loaded_.clear();
    for (auto& set : sets_) {
        for (auto& line : set) end(*line.use);
        set.clear();
    }
}

}    // namespace sim
