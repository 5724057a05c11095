/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_containers.cpp: what C++ allocates (objects.h).  The object has the
 * name of the program's innermost function that is not of the library's.
 */
#include "objects.h"
#include <map>
#include <new>
#include <vector>

/* has a constructor that leaves it alone, so that a vector does too */
struct Cell {
    double value;
    Cell() {}
};
struct alignas(256) Tile {
    char byte[256];
    Tile() {}
};

extern "C" {
LOADS(walk_vector);
STORES(walk_array);
LOADS(walk_tiles);
LOADS(walk_single);
/* void walk_nodes(char *pointers, long stride, long n): follows each pointer */
WALK(walk_nodes, LOAD_FROM_LOADED);

static ALIGNED long *value_of[96];

struct Large {
    char byte[BLOCK];
};

NI static std::vector<Cell> *new_vector()
{
    return new std::vector<Cell>(BLOCK / sizeof(Cell));
}
NI static char *new_array() { return (char *)new Cell[BLOCK / sizeof(Cell)]; }
NI static char *new_tiles() { return (char *)new Tile[BLOCK / sizeof(Tile)]; }
NI static char *new_single() { return (char *)new (std::nothrow) Large; }
NI static void fill_map(std::map<long, long> &m)
{
    for (long i = 0; i < 96; i++)
        value_of[i] = &m[i];
}
}

int main()
{
    std::vector<Cell> *v = new_vector();
    char *array = new_array(), *tiles = new_tiles(), *single = new_single();
    std::map<long, long> m;
    fill_map(m);
    walk_vector(own_line(v->data()), 8, 1200);
    walk_array(own_line(array), 64, 98);
    walk_tiles(own_line(tiles), 256, 30);
    walk_single(own_line(single), 64, 99);
    walk_nodes((char *)value_of, 8, 96);
    delete[] (Cell *)array;
    delete[] (Tile *)tiles;
    delete (Large *)single;

    /* The vector itself, three pointers, comes from new_vector as well: its
       elements only are counted here, so "at least". */
    expect_min("new_vector", "Dr", 1200);
    expect_min("new_vector", "D1mr", 1200 / 8);
    self("walk_vector", "Dr", 1200 + 1);
    self("walk_vector", "D1mr", 1200 / 8);
    self("walk_vector", "SpLoss1", 0);
    expect_stores("new_array", "walk_array", 98, 98, 98 * (64 - 8));
    expect_loads("new_tiles", "walk_tiles", 30, 30, 30 * (64 - 8));
    expect_loads("new_single", "walk_single", 99, 99, 99 * (64 - 8));
    /* Building the map loads and stores in its nodes; the walk does so once for
       each, and once for each of the pointers, which were stored before. */
    expect_min("fill_map", "Dr", 96);
    expect("value_of", "Dr", 96);
    expect("value_of", "SpLoss1", 0);
    self("walk_nodes", "Dr", 96 + 96 + 1);
    return 0;
}
