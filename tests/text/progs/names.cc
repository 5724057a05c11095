// SPDX-License-Identifier: GPL-3.0-or-later
//
// A C++ program of templates: functions whose names differ only in their arguments, lambdas, operators,
// an anonymous namespace.
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace geometry {
namespace {

template <class T, int N> struct Grid {
   std::vector<T> cells = std::vector<T>(N * N);
   operator std::vector<T>() const { return cells; }
   template <class F> void each(F f) {
      for (auto& cell : cells) f(cell);
   }
};

template <class T> bool operator<(const Grid<T, 8>& a, const Grid<T, 8>& b) { return a.cells < b.cells; }

}    // namespace

template <class T> T total(const std::vector<T>& cells) { return std::accumulate(cells.begin(), cells.end(), T()); }

}    // namespace geometry

int main() {
   std::unordered_map<std::string, std::vector<int>> by_text;
   std::map<int, std::string> texts;
   for (int i = 0; i < 2000; i++) {
      by_text[std::to_string(i % 97)].push_back(i);
      texts[i * 7 % 1000] = std::to_string(i);
   }

   geometry::Grid<double, 64> doubles;
   geometry::Grid<float, 8> floats, others;
   double sum = 0;
   doubles.each([&](double& cell) { cell = sum += 1; });
   floats.each([](float& cell) { cell = 1; });
   std::vector<double> many = doubles;
   std::vector<float> few   = floats;

   std::vector<std::string> words;
   for (auto& pair : texts) {
      if (pair.second.empty()) continue;
      words.push_back(pair.second);
   }
   std::sort(words.begin(), words.end(), [](const std::string& a, const std::string& b) {
      return a.size() < b.size() || (a.size() == b.size() && a > b);
   });
   std::sort(many.begin(), many.end(), std::greater<>());

   std::function<int(int)> count = [&](int i) { return (int)by_text[std::to_string(i)].size(); };
   int n = 0;
   for (int i = 0; i < 97; i++) n += count(i);
   std::cout << geometry::total(many) + geometry::total(few) << ' ' << n << ' ' << (floats < others) << ' ' << words[3] << std::endl;
}
