// SPDX-License-Identifier: GPL-3.0-or-later
//
// use.h: what becomes of a line from its loading to its eviction (docs/cache-use.md).
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "costs.h"

namespace sim {

// What the program did with the bytes of a line since LL evicted it last, whatever level it found them in (docs/stores.md).
class Stored {
public:
    Stored(Address first_byte, unsigned line_B) : first_byte_(first_byte), stores_(line_B) {}

    void note(char kind, Address address, unsigned size) {
        if (kind != 'S') was_read_ = true;
        for (Address a = std::max(address, first_byte_); a < address + size && a < first_byte_ + stores_.size(); a++) {
            std::uint8_t& n = stores_[a - first_byte_];
            if (n < 2) n++;
        }
    }

    // Each byte was stored once, and none read.
    bool each_byte_once() const {
        return !was_read_ && std::all_of(stores_.begin(), stores_.end(), [](std::uint8_t n) { return n == 1; });
    }

private:
    Address first_byte_;
    bool    was_read_ = false;
    std::vector<std::uint8_t> stores_;    // of each byte; 2: more than one
};

// The use of a line that a cache has loaded.
struct Use {
    Address  loader;              // the instruction that loaded it
    Address  first_byte;          // of the line
    std::vector<bool> bytes;      // which were used
    std::uint64_t accesses = 0;
    bool     ended = false;       // it was evicted
    std::shared_ptr<Use> from;    // the line of the next level that it came from
    bool     for_store = false;    // a store has loaded it

    Use(Address instruction, Address first, unsigned line_B) : loader(instruction), first_byte(first), bytes(line_B) {}

    std::uint64_t unused_B() const {
        std::uint64_t n = 0;
        for (bool used : bytes) n += !used;
        return n;
    }

    // 1 / accesses in parts of so many, rounded; 0 of a line that nobody used
    std::uint64_t cost(std::uint64_t parts) const { return accesses == 0 ? 0 : (2 * parts + accesses) / (2 * accesses); }

    void count_here(Address address, unsigned size) {
        accesses++;
        for (Address a = address; a < address + size; a++)
            if (a >= first_byte && a < first_byte + bytes.size()) bytes[a - first_byte] = true;
    }

    // An access uses the line, and by what it touches of this line those that it came from, as long as these are there.
    void count(Address address, unsigned size) {
        const Address end = std::min<Address>(address + size, first_byte + bytes.size());
        address           = std::max(address, first_byte);
        size              = static_cast<unsigned>(end - address);
        count_here(address, size);
        for (Use* u = from.get(); u != nullptr && !u->ended; u = u->from.get()) u->count_here(address, size);
    }
};

}    // namespace sim
