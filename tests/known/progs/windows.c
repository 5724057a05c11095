// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program with three phases, for known/windows: set_up() misses at the start alone, again() in the first and in the
// last phase, 6 and 18 times, finish() in the last one alone.  In between nothing accesses data.
enum { LINE = 8, LINES = 1 << 14 }; // a line of 64 bytes is 8 doubles; 1 MiB each
static volatile double at_start[LINE * LINES], both[LINE * LINES], at_end[LINE * LINES];

#define ALONE __attribute__((noinline, noclone))

static ALONE void set_up(void)
{
   for (int i = 0; i < LINE * LINES; i += LINE) at_start[i]; // SET_UP
}

static ALONE void again(void)
{
   for (int i = 0; i < LINE * LINES; i += LINE) both[i]; // AGAIN
}

static ALONE void finish(void)
{
   for (int i = 0; i < LINE * LINES; i += LINE) at_end[i]; // FINISH
}

static ALONE void think(long n)
{
   for (long i = 0; i < n; i++) __asm__ volatile("" ::: "memory");
}

int main(void)
{
   for (int i = 0; i < 6; i++) set_up(), again();
   think(3000000);
   for (int i = 0; i < 18; i++) finish(), again();
   return 0;
}
