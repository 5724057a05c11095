// SPDX-License-Identifier: GPL-3.0-or-later
// Memory that functions allocate for others, for text/same-names.
#include <cstdio>
#include <vector>
#include <memory>
namespace shop {
template <class T> struct pool { std::vector<T *> all; };
template <class T> __attribute__((noinline)) T *make(int n) { return new T[n]; }
template <class K, class V> class Index {
 public:
   explicit Index(int n) : keys(n), values(n) { for (int i = 0; i < n; i++) { keys[i] = K(i * 7); values[i] = V(i); } }
   __attribute__((noinline)) long find_all(const std::vector<K> &wanted, int times) const {
      long s = 0;
      for (int t = 0; t < times; t++) for (auto k : wanted) s += (long)values[(k * 7919) % values.size()];
      return s;
   }
 private:
   std::vector<K> keys; std::vector<V> values;
};
struct Order { long id; long rest[15]; };
Order orders_by_day[2000];
}
struct Base { virtual long cost() = 0; virtual ~Base() {} };
struct Truck : Base { long w[16]; long cost() override { return w[3]; } };
int main() {
   shop::Index<long, std::pair<double, long>::first_type> index(100000);
   std::vector<long> wanted(20000);
   for (int i = 0; i < 20000; i++) wanted[i] = i;
   shop::Order *o = shop::make<shop::Order>(10000);
   double *d = shop::make<double>(100000);
   std::vector<std::unique_ptr<Base>> trucks;
   for (int i = 0; i < 1000; i++) trucks.push_back(std::make_unique<Truck>());
   long s = index.find_all(wanted, 3);
   for (int k = 0; k < 3; k++) for (int i = 0; i < 10000; i++) s += o[i].id++, s += trucks[i % 1000]->cost();
   for (int k = 0; k < 8; k++) for (int i = k; i < 100000; i += 8) d[i] += s;
   for (int k = 0; k < 20; k++) for (int i = 0; i < 2000; i++) shop::orders_by_day[i].id += i;
   printf("%ld %g\n", s, d[17]);
}
