/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_fields.c: arrays of structures of which one field is used
 * (objects.h), and the same field in an array of its own.
 */
#define _GNU_SOURCE
#include "objects.h"

struct particle {
    double mass; /* the field used */
    double position[3], velocity[3];
    long id;
};
struct record {
    int key; /* the field used */
    int rest[5];
};
_Static_assert(sizeof(struct particle) == 64 && sizeof(struct record) == 24, "sizes");

static ALIGNED struct particle particles[130];
static ALIGNED double masses[130 + 6];

LOADS(walk_particles);
LOADS4(walk_records);
LOADS(walk_masses);

NI static char *new_records(void)
{
    void *p;
    return own_line(posix_memalign(&p, 64, BLOCK) == 0 ? p : NULL);
}

int main(void)
{
    char *records = new_records();
    walk_particles((char *)particles, sizeof(struct particle), 130);
    walk_records(records, sizeof(struct record), 400);
    walk_masses((char *)masses, sizeof(double), 136);

    /* a structure fills a line */
    expect_loads("particles", "walk_particles", 130, 130, 130 * (64 - 8));
    /* 136 of 8 bytes are 17 lines, entirely used */
    expect_loads("masses", "walk_masses", 136, 17, 0);

    /* 8 structures are 3 lines, with keys at 0, 24, 48; 8, 32, 56; 16, 40 in
       them: no line is left out, none is straddled.  400 structures are 150
       lines, of which 400 times 4 bytes are used. */
    const long lines = 400 / 8 * 3, unused = lines * 64 - 400 * 4;
    expect("new_records", "Dr", 400);
    expect("new_records", "Dw", 0);
    expect("new_records", "D1mr", lines);
    expect("new_records", "SpLoss1", unused);
    self("walk_records", "Dr", 400 + 1);
    self("walk_records", "D1mr", lines);
    self("walk_records", "SpLoss1", unused);
    return 0;
}
