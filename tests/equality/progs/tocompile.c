/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tocompile.c: what the C compiler proper (cc1) is given as its work, after
 * preprocessing; see tests/equality/run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char name[16];
    int value;
    struct item *next;
};

static struct item *push(struct item *head, const char *name, int value)
{
    struct item *i = malloc(sizeof *i);
    if (!i)
        abort();
    strncpy(i->name, name, sizeof i->name - 1);
    i->name[sizeof i->name - 1] = 0;
    i->value = value;
    i->next = head;
    return i;
}

int main(int argc, char **argv)
{
    struct item *list = NULL;
    for (int i = 0; i < argc; i++)
        list = push(list, argv[i], i * i);
    for (struct item *i = list; i; i = i->next) {
        switch (i->value % 4) {
        case 0: printf("%s\n", i->name); break;
        case 1: printf("%d\n", i->value); break;
        default: puts(i->name); break;
        }
    }
    return 0;
}
