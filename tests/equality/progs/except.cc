/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * except.cc: C++ exceptions through frames with and without destructors.
 * Input of tests/equality/run, which compiles and runs it; takes an optional
 * scale factor as its only argument.
 */
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

static long count;

struct Guard {
    int n;
    explicit Guard(int n) : n(n) { count++; }
    ~Guard() { count += n; }
};

struct Base {
    virtual ~Base() {}
    virtual int run(int n) = 0;
};
struct Thrower : Base {
    int run(int n) override
    {
        if (n % 3 == 0)
            throw std::runtime_error("three");
        if (n % 3 == 1)
            throw n;
        return n;
    }
};
struct Deep : Base {
    Base *to;
    explicit Deep(Base *to) : to(to) {}
    int run(int n) override
    {
        Guard g(n & 7);
        return to->run(n) + 1;
    }
};

__attribute__((noinline)) static int recurse(Base *b, int depth, int n)
{
    Guard g(1);
    if (depth == 0)
        return b->run(n);
    return recurse(b, depth - 1, n) + 1;
}

__attribute__((noinline)) static int rethrow(Base *b, int n)
{
    try {
        return recurse(b, 5, n);
    } catch (int) {
        count += 10;
        throw;
    }
}

int main(int argc, char **argv)
{
    int scale = argc > 1 ? atoi(argv[1]) : 1;
    Thrower t;
    Deep d1(&t), d2(&d1);
    std::map<std::string, std::vector<int>> m;
    for (int i = 0; i < scale * 60; i++) {
        try {
            count += rethrow(i & 1 ? (Base *)&d2 : &t, i);
        } catch (const std::exception &e) {
            m[e.what()].push_back(i);
        } catch (int n) {
            m[std::to_string(n % 7)].push_back(n);
        }
    }
    for (auto &e : m)
        count += (long)e.second.size() + e.first[0];
    std::printf("%ld\n", count);
    return 0;
}
