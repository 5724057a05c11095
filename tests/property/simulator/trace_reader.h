// SPDX-License-Identifier: GPL-3.0-or-later
//
// trace_reader.h: the reader of trace.h.
#pragma once
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace sim {

// "04001ab0,8" behind the three characters that say what the line is
inline void read_place(const std::string& line, Address& address, unsigned& size) {
    char* end = nullptr;
    address   = std::strtoull(line.c_str() + 3, &end, 16);
    if (*end != ',') throw std::runtime_error("not a line of a trace: " + line);
    size = static_cast<unsigned>(std::strtoul(end + 1, nullptr, 10));
}

// A store to what the access before has loaded, with the same size, makes one modify of the two.
inline void add_access(std::vector<Access>& all, const Access& next) {
    if (next.kind == 'S' && !all.empty() && all.back().kind == 'L' && all.back().address == next.address && all.back().size == next.size)
        all.back().kind = 'M';
    else
        all.push_back(next);
}

template <class Visitor> void read_trace(const std::string& file, Visitor visit) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error("cannot read " + file);
    Instruction current{};
    bool begun = false;
    for (std::string line; std::getline(in, line);) {
        if (line.size() < 5 || line[0] == '=') continue;
        if (line[0] == 'I') {
            if (begun) visit(current);
            begun = true;
            current.accesses.clear();
            read_place(line, current.address, current.size);
        } else {
            Access next{};
            next.kind = line[1];
            read_place(line, next.address, next.size);
            add_access(current.accesses, next);
        }
    }
    if (begun) visit(current);
}

}    // namespace sim
