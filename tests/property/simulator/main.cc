// SPDX-License-Identifier: GPL-3.0-or-later
//
// simulator: computes from a trace of Lackey what the documents of Xgrind say that its profile has.  It is written from
// docs/ alone, and shares nothing with Xgrind.
//
// Usage: simulator TRACE NAME=VALUE...
//   I1=, D1=, L2=, LL=SIZE,WAYS,LINE    the caches; L2 may be missing
// Prints what costs.h says.
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>

#include "hierarchy.h"

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

static void run(const std::string& trace, const std::map<std::string, std::string>& options) {
    Costs costs;
    Hierarchy caches({geometry(options, "I1"), geometry(options, "D1"), geometry(options, "L2"), geometry(options, "LL")}, costs);
    read_trace(trace, [&](const Instruction& i) {
        caches.fetch(i);
        for (const Access& a : i.accesses) caches.access(i.address, a);
    });
    caches.end_of_run();
    costs.print(std::cout);
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
