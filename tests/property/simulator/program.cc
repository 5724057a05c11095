// SPDX-License-Identifier: GPL-3.0-or-later
//
// program.cc: the reader of ELF files, and the few instructions of amd64 that move the stack pointer.
#include "program.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace sim {

template <class T> static T read_at(const std::string& file, std::size_t offset) {
    T value;
    if (offset + sizeof value > file.size()) throw std::runtime_error("the program's file ends too early");
    std::memcpy(&value, file.data() + offset, sizeof value);
    return value;
}

Program::Program(const std::string& name) {
    std::ifstream in(name, std::ios::binary);
    file_.assign(std::istreambuf_iterator<char>(in), {});
    const auto header = read_at<Elf64_Ehdr>(file_, 0);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != EM_X86_64) throw std::runtime_error("no program for amd64: " + name);
    for (unsigned i = 0; i < header.e_phnum; i++) {
        const auto p = read_at<Elf64_Phdr>(file_, header.e_phoff + i * sizeof(Elf64_Phdr));
        if (p.p_type == PT_LOAD) segments_.push_back({p.p_vaddr, p.p_filesz, p.p_offset});
    }
    for (unsigned i = 0; i < header.e_shnum; i++) {
        const auto section = read_at<Elf64_Shdr>(file_, header.e_shoff + i * sizeof(Elf64_Shdr));
        if (section.sh_type != SHT_SYMTAB) continue;
        const auto names = read_at<Elf64_Shdr>(file_, header.e_shoff + section.sh_link * sizeof(Elf64_Shdr));
        for (std::size_t at = 0; at < section.sh_size; at += sizeof(Elf64_Sym)) {
            const auto symbol = read_at<Elf64_Sym>(file_, section.sh_offset + at);
            if (ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_size > 0)
                functions_.insert({symbol.st_value, {symbol.st_value + symbol.st_size, file_.c_str() + names.sh_offset + symbol.st_name}});
        }
    }
}

const std::string& Program::function_at(Address address) {
    static const std::string none;
    const auto [known, is_new] = names_.insert({address, &none});
    if (!is_new) return *known->second;
    auto at = functions_.upper_bound(address);
    if (at != functions_.begin() && address < (--at)->second.end) known->second = &at->second.name;
    return *known->second;
}

// `add` and `sub` of a number, and `lea` of it, with rsp.
static StackEffect effect_of_arithmetic(const unsigned char* code) {
    std::int32_t n32;
    std::memcpy(&n32, code + 3, sizeof n32);
    const std::int64_t n8 = static_cast<signed char>(code[3]);
    if (code[0] != 0x48) return {};
    if (code[1] == 0x83 && code[2] == 0xc4) return {StackEffect::MOVES, n8};
    if (code[1] == 0x83 && code[2] == 0xec) return {StackEffect::MOVES, -n8};
    if (code[1] == 0x81 && code[2] == 0xc4) return {StackEffect::MOVES, n32};
    if (code[1] == 0x81 && code[2] == 0xec) return {StackEffect::MOVES, -std::int64_t{n32}};
    if (code[1] == 0x8d && code[2] == 0x64 && code[3] == 0x24) return {StackEffect::MOVES, static_cast<signed char>(code[4])};
    return {};
}

static StackEffect effect_of(const unsigned char* code) {
    while (*code == 0xf2 || *code == 0xf3 || *code == 0x66) code++;
    const unsigned char* op = (*code & 0xf0) == 0x40 ? code + 1 : code;    // behind a REX prefix
    if ((*op & 0xf8) == 0x50 || *op == 0x68 || *op == 0x6a || *op == 0xe8) return {StackEffect::STORES, 0};
    if (*op == 0xff && ((op[1] >> 3 & 7) == 2 || (op[1] >> 3 & 7) == 6)) return {StackEffect::STORES, 0};
    if ((*op & 0xf8) == 0x58 || *op == 0xc9) return {StackEffect::LOADS, 0};
    if (*op == 0xc3) return {StackEffect::RETURNS, 0};
    return effect_of_arithmetic(code);
}

StackEffect Program::stack_effect(Address address, unsigned size) {
    const auto [known, is_new] = effects_.insert({address, {}});
    if (!is_new) return known->second;
    unsigned char code[24] = {};
    for (const Segment& s : segments_)
        if (address >= s.address && address + size <= s.address + s.size) std::memcpy(code, file_.data() + s.offset + (address - s.address), size);
    known->second = effect_of(code);
    return known->second;
}

}    // namespace sim
