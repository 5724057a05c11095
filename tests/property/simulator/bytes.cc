// SPDX-License-Identifier: GPL-3.0-or-later
//
// bytes.cc: what becomes of bytes, by bytes.h.
#include "bytes.h"

namespace sim {

Bytes::Byte& Bytes::at(Address address) {
    auto& page = pages_[address / PAGE_B];
    if (page.empty()) page.resize(PAGE_B);
    return page[address % PAGE_B];
}

void Bytes::load(const Access& a, const std::string& unit) {
    for (Address address = a.address; address < a.address + a.size; address++) {
        Byte& byte = at(address);
        if (byte.stored_by == 0) continue;
        Flow& flow = flows_[{*byte.unit, unit}];
        flow.bytes++;
        flow.first += byte.unread;
        byte.unread = false;
    }
}

void Bytes::store(Address instruction, const Access& a, const std::string& unit) {
    costs_.add(instruction, Sb, a.size);
    for (Address address = a.address; address < a.address + a.size; address++) {
        Byte& byte = at(address);
        if (byte.unread) costs_.add(byte.stored_by, SbOver, 1);
        byte = {instruction, true, &unit};
    }
}

void Bytes::end_of_memory(Address first, Address end) {
    for (auto page = pages_.lower_bound(first / PAGE_B); page != pages_.end() && page->first * PAGE_B < end; ++page) {
        for (Address i = 0; i < PAGE_B; i++) {
            const Address address = page->first * PAGE_B + i;
            if (address < first || address >= end) continue;
            Byte& byte = page->second[i];
            if (byte.unread) costs_.add(byte.stored_by, SbDead, 1);
            byte = {};
        }
    }
}

void Bytes::end_of_run() { end_of_memory(0, ~Address{0}); }

void Bytes::print(std::ostream& out) const {
    for (const auto& [units, flow] : flows_)
        if (!units.first.empty() && !units.second.empty())
            out << "flow " << units.first << ' ' << units.second << ' ' << flow.bytes << ' ' << flow.first << '\n';
}

}    // namespace sim
