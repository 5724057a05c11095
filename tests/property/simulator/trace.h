// SPDX-License-Identifier: GPL-3.0-or-later
//
// trace.h: the instructions and accesses of a run, as Valgrind's tool Lackey writes them (--trace-mem=yes).
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace sim {

using Address = std::uint64_t;

// A data access: of an instruction that has been fetched before.
struct Access {
    char    kind;       // 'L' load, 'S' store, 'M' modify: a load and a store of the same bytes
    Address address;    // of its first byte
    unsigned size;      // bytes
};

// One execution of an instruction.
struct Instruction {
    Address  address;
    unsigned size;                    // bytes
    std::vector<Access> accesses;     // in the order of the program
};

// Calls the visitor with each instruction of the file, in order.  Throws std::runtime_error if a line has another form.
template <class Visitor> void read_trace(const std::string& file, Visitor visit);

}    // namespace sim

#include "trace_reader.h"
