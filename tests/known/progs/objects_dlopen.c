/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_dlopen.c: static objects of a library that is loaded while the
 * program runs (objects.h), the library being objects_dlopen_lib.c.
 *
 * Usage: objects_dlopen LIBRARY
 */
#include "objects.h"
#include <dlfcn.h>

LOADS(walk_zero);
STORES(walk_data);

int main(int argc, char **argv)
{
    void *lib = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    char *zero = lib ? dlsym(lib, "lib_zero") : NULL;
    char *data = lib ? dlsym(lib, "lib_data") : NULL;
    void (*inside)(void) = lib ? (void (*)(void))dlsym(lib, "lib_walk") : NULL;
    if (zero == NULL || data == NULL || inside == NULL) {
        fprintf(stderr, "objects_dlopen: no library, or not the right one\n");
        return 2;
    }
    walk_zero(zero + 4096, 64, 105);
    walk_data(data, 16, 400);
    inside();

    /* the linker's clearing is lib_zero's, too */
    expect_min("lib_zero", "Dr", 105);
    expect_min("lib_zero", "D1mr", 105);
    expect_min("lib_zero", "SpLoss1", 105 * (64 - 8));
    self("walk_zero", "Dr", 105 + 1);
    self("walk_zero", "D1mr", 105);
    expect_stores("lib_data", "walk_data", 400, 400 / 4, 100 * (64 - 32));
    /* by the library's own function, of a symbol that is not exported */
    expect_loads("lib_local", "walk_inside", 95, 95, 95 * (64 - 8));
    return 0;
}
