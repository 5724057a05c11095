// SPDX-License-Identifier: GPL-3.0-or-later
//
// program.h: the program that was run: its functions, and what its instructions do to the stack pointer.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "trace.h"

namespace sim {

// What an instruction does to the stack pointer.
struct StackEffect {
    enum Kind { NONE, STORES, LOADS, RETURNS, MOVES } kind = NONE;    // STORES: it points to what was stored; LOADS: behind what was loaded
    std::int64_t by = 0;                                               // of MOVES, bytes
};

// An ELF file for amd64, linked statically, so that addresses are those of the file.
class Program {
public:
    explicit Program(const std::string& file);    // throws std::runtime_error if it is none

    // The name of the function that has this address, "" if none has.
    const std::string& function_at(Address address);

    StackEffect stack_effect(Address address, unsigned size);

private:
    struct Function {
        Address     end;
        std::string name;
    };
    struct Segment {
        Address     address, size;
        std::size_t offset;    // in the file
    };

    std::string file_;
    std::vector<Segment> segments_;
    std::map<Address, Function> functions_;
    std::map<Address, StackEffect> effects_;
    std::map<Address, const std::string*> names_;
};

}    // namespace sim
