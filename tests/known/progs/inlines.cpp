// SPDX-License-Identifier: GPL-3.0-or-later
//
// inlines N: templates of the standard library, exceptions and virtual functions, inlined.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace shapes {
struct Shape {
    virtual ~Shape() = default;
    virtual double area() const = 0;
};
template <class T> static inline T square(T x)
{
    return x * x;
}
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s) {}
    double area() const override
    {
        if (side < 0) throw std::invalid_argument("side");
        return square(side);
    }
};
} // namespace shapes

static double total(const std::vector<std::unique_ptr<shapes::Shape>>& all)
{
    double sum = 0;
    for (const auto& s : all) {
        try {
            sum += s->area();
        } catch (const std::invalid_argument& e) {
            sum += (double)std::string(e.what()).size();
        }
    }
    return sum;
}

int main(int argc, char** argv)
{
    long n = argc > 1 ? std::atol(argv[1]) : 10;
    std::vector<std::unique_ptr<shapes::Shape>> all;
    std::vector<long> numbers;
    for (long i = 0; i < n; i++) {
        all.push_back(std::make_unique<shapes::Square>((double)(i % 50) - 1));
        numbers.push_back(i * 7919 % 1009);
    }
    std::sort(numbers.begin(), numbers.end(), [](long a, long b) { return a > b; });
    std::map<std::string, long> count;
    for (long x : numbers) count["k" + std::to_string(x % 17)] += x;
    long sum = 0;
    for (const auto& [name, x] : count) sum += x + (long)name.size();
    std::printf("%ld %.1f\n", sum, total(all));
    return 0;
}
