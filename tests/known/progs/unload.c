/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unload.c: loads and unloads libraries built from unload_lib.c in turn, so that each comes to where
 * the one before was, and has each allocate memory; for tests/known/objects.
 *
 * Usage: unload LIBRARY...
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    void *at = NULL;
    for (int i = 0; i < 3 * (argc - 1); i++) {
        void *library = dlopen(argv[1 + i % (argc - 1)], RTLD_NOW);
        void *(*allocate)(void) = library ? (void *(*)(void))dlsym(library, "allocate") : NULL;
        if (!allocate || (at && at != (void *)allocate)) {
            fprintf(stderr, "unload: no library, or it is elsewhere\n");
            return 2;
        }
        at = (void *)allocate;
        free(allocate());
        free(allocate());
        dlclose(library);
    }
    return 0;
}
