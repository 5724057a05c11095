// SPDX-License-Identifier: GPL-3.0-or-later
//
// thread_local: a thread-local array of 512 words, written once and read 10 times: 512 stores, 5120 loads.
// Statically linked; -O1.
static __thread volatile long array[512];

int main(void)
{
   for (int i = 0; i < 512; i++) array[i] = i;
   long sum = 0;
   for (int n = 0; n < 10; n++)
      for (int i = 0; i < 512; i++) sum += array[i];
   return sum != 10 * 511 * 256;
}
