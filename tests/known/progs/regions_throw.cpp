// SPDX-License-Identifier: GPL-3.0-or-later
//
// 20 calls of middle(), which calls thrower(), which throws every second time: to main(), past middle().
static char line[64];

__attribute__((noinline, noclone)) void thrower(int i)
{
   for (int n = 0; n < 100; n++) *(volatile char*)line;
   if (i % 2) throw i;
   for (int n = 0; n < 100; n++) *(volatile char*)line;
}

__attribute__((noinline, noclone)) void middle(int i)
{
   thrower(i);
   for (int n = 0; n < 50; n++) *(volatile char*)line;
}

int main()
{
   int caught = 0;
   for (int i = 0; i < 20; i++) {
      try {
         middle(i);
      } catch (int) {
         caught++;
      }
   }
   return caught != 10;
}
