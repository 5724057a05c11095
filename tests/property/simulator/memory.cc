// SPDX-License-Identifier: GPL-3.0-or-later
//
// memory.cc: the stack and the freed blocks of memory.h.
//
// The trace has no values.  The stack pointer follows from where pushes, calls and returns access memory; what is freed,
// from what the function release_block of the programs reads: the first byte of the block, and then the last one.
#include "memory.h"

#include <algorithm>

namespace sim {

static const std::string no_unit;
static constexpr Address STACK_B = Address{1} << 23;    // no stack is larger

Memory::Memory(const MemoryConfig& config, Program& program, Costs& costs) : config_(config), program_(program), bytes_(costs), unit_(&no_unit) {}

// A library's code belongs to the unit that has called it; what runs before and after main to none.
void Memory::note_unit(const std::string& function) {
    if (main_returns_ && function != "main") unit_ = &no_unit;
    main_returns_ = false;
    const auto own = config_.own.find(function);
    if (own != config_.own.end()) unit_ = &*own;
}

void Memory::note_blocks(const Instruction& i, const std::string& function) {
    static const std::set<std::string> free_functions = {"free", "__free", "cfree", "__libc_free", "_ZdaPv", "_ZdlPv"};
    const bool frees = free_functions.count(function) != 0;
    if (frees && last_function_ != function && block_ != 0) {
        bytes_.end_of_memory(block_ + config_.not_freed_B, block_end_);
        block_ = 0;
    }
    if (function.find("release_block") != std::string::npos) {
        if (last_function_ != function) block_ = 0;
        for (const Access& a : i.accesses) {
            if (a.kind != 'L' || a.size != 1) continue;
            if (block_ == 0) block_ = a.address;
            block_end_ = a.address + 1;
        }
    }
    last_function_ = function;
}

void Memory::stack_pointer_is(Address now, bool returns) {
    if (now > stack_pointer_ || returns) {
        const Address end = returns ? now : now - config_.red_zone_B;
        if (lowest_ < end) {
            bytes_.end_of_memory(lowest_, end);
            lowest_ = end;
        }
    }
    stack_pointer_ = now;
}

void Memory::move_stack(const Instruction& i) {
    const StackEffect effect = program_.stack_effect(i.address, i.size);
    if (effect.kind == StackEffect::MOVES && stack_pointer_ != 0)
        stack_pointer_is(stack_pointer_ + static_cast<Address>(effect.by), false);
    if (i.accesses.empty()) return;
    if (effect.kind == StackEffect::STORES) stack_pointer_is(i.accesses.back().address, false);
    if (effect.kind == StackEffect::LOADS) stack_pointer_is(i.accesses.front().address + i.accesses.front().size, false);
    if (effect.kind == StackEffect::RETURNS) stack_pointer_is(i.accesses.front().address + i.accesses.front().size, true);
}

void Memory::instruction(const Instruction& i) {
    const std::string& function = program_.function_at(i.address);
    note_unit(function);
    note_blocks(i, function);
    for (const Access& a : i.accesses) {
        if (a.kind != 'S') bytes_.load(a, *unit_);
        if (a.kind == 'L') continue;
        bytes_.store(i.address, a, *unit_);
        if (stack_pointer_ != 0 && a.address > stack_pointer_ - STACK_B && a.address < stack_pointer_ + STACK_B) lowest_ = std::min(lowest_, a.address);
    }
    move_stack(i);
    if (function == "main" && program_.stack_effect(i.address, i.size).kind == StackEffect::RETURNS) main_returns_ = true;
}

}    // namespace sim
