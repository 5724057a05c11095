// SPDX-License-Identifier: GPL-3.0-or-later
//
// names_spaces: objects with all kinds of names in C++: variables in namespaces, of a template, static in a function, and
// allocations for members and by containers.  For tests/known/names.
#include <vector>

struct cell {
   double a, b, c;
   int d;
};

namespace ns {
cell table[1000];
template <class T> struct Grid {
   static T cells[100];
   T* p;
   __attribute__((noinline)) explicit Grid(int n) : p(nullptr)
   {
      p = new T[n]();
   }
};
template <class T> T Grid<T>::cells[100];
} // namespace ns

namespace {
int anonymous[100];
struct Maker {
   int* made;
   __attribute__((noinline)) void make(int n)
   {
      made = new int[n]();
   }
};
} // namespace

__attribute__((noinline)) static int& cached(int i)
{
   static int cache[100];
   return cache[i % 100];
}

int main()
{
   double sum = 0;
   ns::Grid<cell> g(1000);
   Maker m;
   m.make(1000);
   std::vector<int> v(1000);
   for (int i = 0; i < 1000; i++) {
      ns::table[i].a += i;
      ns::Grid<cell>::cells[i % 100].b += i;
      anonymous[i % 100] += i;
      cached(i)++;
      sum += g.p[i].d + m.made[i] + v[i];
   }
   return sum == 1;
}
