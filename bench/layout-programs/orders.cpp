// SPDX-License-Identifier: GPL-3.0-or-later
//
// Orders of 80 bytes: the report sums price * quantity of one region.
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cstring>
#ifdef FIXED
struct Order { long id; char customer[40]; long created; long shipped; };
struct Hot { double price; int quantity; int region; };
#else
struct Order { long id; char customer[40]; double price; long created; int quantity; int region; long shipped; };
#endif
int main(int c, char** v)
{
   int n = c > 1 ? atoi(v[1]) : 40000, passes = c > 2 ? atoi(v[2]) : 20;
   std::vector<Order> orders(n);
#ifdef FIXED
   std::vector<Hot> hot(n);
#define H(i) hot[i]
#else
#define H(i) orders[i]
#endif
   for (int i = 0; i < n; i++) {
      orders[i].id = i;
      std::memset(orders[i].customer, 'a' + i % 26, 40);
      H(i).price = i % 97; H(i).quantity = i % 7; H(i).region = i % 5;
      orders[i].created = i; orders[i].shipped = i + 3;
   }
   double sum = 0;
   for (int p = 0; p < passes; p++)
      for (int i = 0; i < n; i++)
         if (H(i).region == p % 5) sum += H(i).price * H(i).quantity;
   long late = 0;
   for (int i = 0; i < n; i++) late += orders[i].shipped - orders[i].created + orders[i].id % 2 + orders[i].customer[3];
   std::printf("%.1f %ld\n", sum, late);
}
