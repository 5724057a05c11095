// SPDX-License-Identifier: GPL-3.0-or-later
//
// memory.h: when memory ends, and to which unit an instruction belongs: what a trace alone does not say.
#pragma once
#include <set>
#include <string>

#include "bytes.h"
#include "program.h"

namespace sim {

struct MemoryConfig {
    unsigned red_zone_B = 128;        // below the stack pointer
    unsigned not_freed_B = 0;         // at the beginning of a freed block, that remain
    std::set<std::string> own;        // functions whose source is known: units of their own
};

class Memory {
public:
    Memory(const MemoryConfig& config, Program& program, Costs& costs);
    void instruction(const Instruction& instruction);
    void end_of_run() { bytes_.end_of_run(); }
    void print(std::ostream& out) const { bytes_.print(out); }

private:
    void note_unit(const std::string& function);
    void note_blocks(const Instruction& i, const std::string& function);
    void move_stack(const Instruction& i);
    void stack_pointer_is(Address now, bool returns);

    MemoryConfig config_;
    Program&     program_;
    Bytes        bytes_;
    const std::string* unit_;            // of the function that ran last and whose source is known
    bool    main_returns_ = false;
    Address stack_pointer_ = 0;          // 0: not known
    Address lowest_ = ~Address{0};       // of the stack, that was stored to since its end there
    Address block_ = 0, block_end_ = 0;  // that is about to be freed
    std::string last_function_;
};

}    // namespace sim
