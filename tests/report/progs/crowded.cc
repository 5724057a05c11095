// SPDX-License-Identifier: GPL-3.0-or-later
// answer: look-ups in a hash table
// says: many keys share a bucket
// A grid whose cells have the hash of one coordinate: each bucket has a column.
#include <cstdio>
#include <unordered_map>

struct Cell {
   int x, y;
   bool operator==(const Cell& other) const { return x == other.x && y == other.y; }
};

struct ByColumn {
   size_t operator()(const Cell& cell) const { return (size_t)cell.x; }
};

int main()
{
   std::unordered_map<Cell, int, ByColumn> grid;
   for (int i = 0; i < 10000; i++) grid[Cell{i / 100, i % 100}] = i;
   long sum = 0;
   for (int i = 0; i < 10000; i++) sum += grid.find(Cell{i / 100, i % 100})->second;
   printf("%ld\n", sum);
}
