// SPDX-License-Identifier: GPL-3.0-or-later
// What compilers and linkers do with more than plain inlining: lambdas and templates within each
// other, functions of one name from two headers, code that is the same for two functions and that
// a linker makes one of, jumps to computed labels, functions of assembly.
//   inlines_more N
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <variant>
#include <vector>

static volatile long total;
#include "inlines_one.h"
#include "inlines_other.h"

#define NOINLINE __attribute__((noinline))

// --- templates ---

template <int N> struct Nest {
   template <class F> static long go(F f, long x) { return Nest<N - 1>::go([=](long y) { return f(y) + N; }, x + 1); }
};
template <> struct Nest<0> {
   template <class F> static long go(F f, long x) { return f(x); }
};

struct Shape {
   virtual ~Shape() = default;
   virtual long area() const = 0;
};
template <long W> struct Box final : Shape {
   long area() const override { return W * total; }
};

NOINLINE static long templates(long n)
{
   long s = 0;
   std::vector<long> v(40);
   std::iota(v.begin(), v.end(), n);
   std::sort(v.begin(), v.end(), [](long a, long b) { return a * 7 % 11 < b * 7 % 11; });
   std::map<std::string, long> m;
   for (long x : v) m["k" + std::to_string(x % 5)] += x;
   for (auto &[k, x] : m) s += (long)k.size() + x;
   std::variant<long, double, std::string> w = n % 2 ? std::variant<long, double, std::string>(n) : std::string("x");
   s += std::visit([](auto &&x) -> long { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::string>) return (long)x.size(); else return (long)x; }, w);
   std::function<long(long)> f = [&](long x) { return x ? f(x - 1) + 1 : s; };
   s += f(5) + Nest<12>::go([](long x) { return x * 3; }, n);
   std::array<std::unique_ptr<Shape>, 2> shapes = {std::make_unique<Box<3>>(), std::make_unique<Box<5>>()};
   for (auto &p : shapes) s += p->area();
   return s;
}

// --- the same name, the same code ---

NOINLINE static void same_names(long n)
{
   one::share(n);
   other::share(n);
   one::share(n + 1);
}

static inline __attribute__((always_inline)) void folded(long n) { total += n * 5 + 1; }
NOINLINE static void first_of_two(long n) { folded(n); total++; folded(n + 2); }
NOINLINE static void second_of_two(long n) { folded(n); total++; folded(n + 2); }

// --- jumps ---

static inline __attribute__((always_inline)) void step(long k) { total += k; }
NOINLINE static void computed(long n)
{
   static const void *const to[] = {&&add, &&twice, &&back, &&end};
   long i = 0;
   goto *to[n % 3];
add:
   step(1);
   goto *to[++i > 9 ? 3 : (i + n) % 3];
twice:
   step(2);
   step(3);
   goto *to[++i > 9 ? 3 : (i + n) % 3];
back:
   step(4);
   if (++i < 9) goto *to[(i * n) % 3];
end:
   total++;
}

// --- assembly ---

extern "C" long by_hand(long n);
asm(".text\n.globl by_hand\n.type by_hand, @function\nby_hand:\n lea (%rdi,%rdi,2), %rax\n1: dec %rdi\n jg 1b\n ret\n.size by_hand, .-by_hand\n");

int main(int argc, char **argv)
{
   long n = argc > 1 ? std::atol(argv[1]) : 10;
   void (*volatile two[])(long) = {first_of_two, second_of_two};
   for (long i = 0; i < n; i++) {
      total += templates(i);
      same_names(i);
      two[0](i);
      two[1](i);
      computed(i);
      total += by_hand(i);
   }
   return 0;
}
