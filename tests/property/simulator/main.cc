// SPDX-License-Identifier: GPL-3.0-or-later
//
// simulator: computes from a trace of Lackey what the documents of Xgrind say that its profile has.  It is written from
// docs/ alone, and shares nothing with Xgrind.
//
// Usage: simulator TRACE NAME=VALUE...
//   I1=, D1=, L2=, LL=SIZE,WAYS,LINE    the caches; L2 may be missing
//   program=FILE                        the program, for what follows
//   curves=LINE                         miss curves with lines of so many bytes
//   stores=RED_ZONE                     stores and dependences; bytes below the stack pointer that may be used
//   own=NAME,NAME...                    functions whose source is known
//   access-cost-parts=N, more-shadow-lines=N, not-freed=BYTES   other constants than those of the documents (cache.h, memory.h)
// Prints what costs.h, curves.h and bytes.h say.
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>

#include "curves.h"
#include "hierarchy.h"
#include "memory.h"

using namespace sim;

static Geometry geometry(const std::map<std::string, std::string>& options, const char* name) {
    Geometry g;
    const auto at = options.find(name);
    if (at == options.end()) return g;
    unsigned long long size_B = 0;
    if (std::sscanf(at->second.c_str(), "%llu,%u,%u", &size_B, &g.ways, &g.line_B) != 3)
        throw std::runtime_error(std::string(name) + " has no form SIZE,WAYS,LINE");
    g.size_B = size_B;
    return g;
}

static MemoryConfig memory_config(const std::map<std::string, std::string>& options) {
    MemoryConfig config;
    config.red_zone_B = static_cast<unsigned>(std::stoul(options.at("stores")));
    if (options.count("not-freed")) config.not_freed_B = static_cast<unsigned>(std::stoul(options.at("not-freed")));
    std::istringstream names(options.at("own"));
    for (std::string name; std::getline(names, name, ',');) config.own.insert(name);
    return config;
}

static Constants constants(const std::map<std::string, std::string>& options) {
    Constants c;
    if (options.count("access-cost-parts")) c.access_cost_parts = std::stoull(options.at("access-cost-parts"));
    if (options.count("more-shadow-lines")) c.more_shadow_lines = std::stoull(options.at("more-shadow-lines"));
    return c;
}

static void run(const std::string& trace, const std::map<std::string, std::string>& options) {
    Costs costs;
    Hierarchy caches({geometry(options, "I1"), geometry(options, "D1"), geometry(options, "L2"), geometry(options, "LL"), constants(options)}, costs);
    std::optional<Program> program;
    std::optional<Curves>  curves;
    std::optional<Memory>  memory;
    if (options.count("program")) program.emplace(options.at("program"));
    if (options.count("curves")) curves.emplace(std::stoul(options.at("curves")));
    if (options.count("stores")) memory.emplace(memory_config(options), program.value(), costs);
    read_trace(trace, [&](const Instruction& i) {
        caches.fetch(i);
        for (const Access& a : i.accesses) {
            caches.access(i.address, a);
            if (curves) curves->access(program.value().function_at(i.address), a);
        }
        if (memory) memory->instruction(i);
    });
    caches.end_of_run();
    if (memory) memory->end_of_run();
    costs.print(std::cout);
    if (curves) curves->print(std::cout);
    if (memory) memory->print(std::cout);
}

int main(int argc, char** argv) {
    std::ios::sync_with_stdio(false);
    try {
        if (argc < 2) throw std::runtime_error("usage: simulator TRACE NAME=VALUE...");
        std::map<std::string, std::string> options;
        for (int i = 2; i < argc; i++) {
            const std::string word = argv[i];
            const auto at = word.find('=');
            if (at == std::string::npos) throw std::runtime_error("no NAME=VALUE: " + word);
            options[word.substr(0, at)] = word.substr(at + 1);
        }
        run(argv[1], options);
    } catch (const std::exception& e) {
        std::cerr << "simulator: " << e.what() << '\n';
        return 1;
    }
    return 0;
}
