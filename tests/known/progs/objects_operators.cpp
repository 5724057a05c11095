/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * objects_operators.cpp: all forms of new and delete (objects.h), with any
 * allocator, whether it defines them itself or they call malloc and free.
 */
#include "objects.h"
#include <csetjmp>
#include <new>

extern "C" {
LOADS(walk_new);
STORES(walk_array);
LOADS(walk_nothrow);
STORES(walk_nothrow_array);
LOADS(walk_aligned);
STORES(walk_aligned_array);
LOADS(walk_both);
STORES(walk_both_array);
STORES(walk_after_throw);
STORES(walk_after_jump);
STORES(walk_held);
LOADS(walk_placed);

static const std::align_val_t place = std::align_val_t(1024);

NI static void *new_plain() { return operator new(BLOCK); }
NI static void *new_array() { return operator new[](BLOCK + 1); }
NI static void *new_nothrow() { return operator new(BLOCK + 2, std::nothrow); }
NI static void *new_nothrow_array() { return operator new[](BLOCK + 3, std::nothrow); }
NI static void *new_aligned() { return operator new(BLOCK + 4, place); }
NI static void *new_aligned_array() { return operator new[](BLOCK + 5, place); }
NI static void *new_both() { return operator new(BLOCK + 6, place, std::nothrow); }
NI static void *new_both_array() { return operator new[](BLOCK + 7, place, std::nothrow); }

static void drop(void *p, long) { operator delete(p); }
static void drop_sized(void *p, long size) { operator delete(p, size); }
static void drop_nothrow(void *p, long) { operator delete(p, std::nothrow); }
static void drop_array(void *p, long) { operator delete[](p); }
static void drop_array_sized(void *p, long size) { operator delete[](p, size); }
static void drop_array_nothrow(void *p, long) { operator delete[](p, std::nothrow); }
static void drop_aligned(void *p, long) { operator delete(p, place); }
static void drop_aligned_sized(void *p, long size) { operator delete(p, size, place); }
static void drop_both(void *p, long) { operator delete(p, place, std::nothrow); }
static void drop_aligned_array(void *p, long) { operator delete[](p, place); }
static void drop_aligned_array_sized(void *p, long size) { operator delete[](p, size, place); }
static void drop_both_array(void *p, long) { operator delete[](p, place, std::nothrow); }

struct Case {
    const char *object;
    void *(*make)();
    void (*drop[3])(void *p, long size); /* one for each round */
    void (*walk)(char *p, long stride, long n);
    const char *walk_name;
    long size, n;
    bool is_store;
    void *block;
};

#define SINGLE {drop, drop_sized, drop_nothrow}
#define ARRAY {drop_array, drop_array_sized, drop_array_nothrow}
#define ALIGNED_SINGLE {drop_aligned, drop_aligned_sized, drop_both}
#define ALIGNED_ARRAY {drop_aligned_array, drop_aligned_array_sized, drop_both_array}

static Case cases[] = {
    {"new_plain", new_plain, SINGLE, walk_new, "walk_new", BLOCK, 100, false, nullptr},
    {"new_array", new_array, ARRAY, walk_array, "walk_array", BLOCK + 1, 101, true, nullptr},
    {"new_nothrow", new_nothrow, SINGLE, walk_nothrow, "walk_nothrow", BLOCK + 2, 102, false,
     nullptr},
    {"new_nothrow_array", new_nothrow_array, ARRAY, walk_nothrow_array, "walk_nothrow_array",
     BLOCK + 3, 103, true, nullptr},
    {"new_aligned", new_aligned, ALIGNED_SINGLE, walk_aligned, "walk_aligned", BLOCK + 4, 104,
     false, nullptr},
    {"new_aligned_array", new_aligned_array, ALIGNED_ARRAY, walk_aligned_array,
     "walk_aligned_array", BLOCK + 5, 105, true, nullptr},
    {"new_both", new_both, ALIGNED_SINGLE, walk_both, "walk_both", BLOCK + 6, 106, false,
     nullptr},
    {"new_both_array", new_both_array, ALIGNED_ARRAY, walk_both_array, "walk_both_array",
     BLOCK + 7, 107, true, nullptr},
};
enum { CASES = sizeof cases / sizeof cases[0], ROUNDS = 3 };

/* --- one that fails is left by an exception or a jump: what comes then is not within it --- */

NI static void *new_too_large(size_t size) { return operator new(size); }
NI static void *new_after_throw() { return operator new(BLOCK); }
NI static void *new_held() { return operator new(BLOCK); }
NI static void *new_after_jump() { return operator new(BLOCK); }
NI static void *deeper(int n, void *(*make)())
{
    volatile char room[4096]; /* below the stack of the call that failed */
    room[0] = (char)n;
    return n ? deeper(room[0] - 1, make) : make();
}
}

static void expect_later(const char *object, const char *function, long n)
{
    expect(object, "objects", 1);
    expect(object, "count", 1);
    expect(object, "size_B", BLOCK);
    expect(object, "freed", 1);
    expect(object, "Dr", 0);
    expect(object, "Dw", n);
    self(function, "Dr", 1);
    self(function, "Dw", n);
}

static std::jmp_buf out;
static void jump_out() { std::longjmp(out, 1); }

static void jumps()
{
    volatile size_t too_much = PTRDIFF_MAX;
    std::set_new_handler(jump_out);
    if (setjmp(out) == 0) {
        new_too_large(too_much);
        exit(2);
    }
    /* no function returns in between */
    void *p = deeper(3, new_after_jump);
    std::set_new_handler(nullptr);
    walk_after_jump(own_line(p), 64, 91);
    operator delete(p);
    expect_later("new_after_jump", "walk_after_jump", 91);
}

static void throws()
{
    volatile size_t too_much = PTRDIFF_MAX;
    bool thrown = false;
    try {
        new_too_large(too_much);
    } catch (const std::bad_alloc &) {
        thrown = true;
    }
    if (!thrown)
        exit(2);
    void *p = deeper(3, new_after_throw);
    walk_after_throw(own_line(p), 64, 90);
    operator delete(p);
    expect("new_too_large", "objects", 0);
    expect_later("new_after_throw", "walk_after_throw", 90);
}

/* --- new and delete that are given a place neither allocate nor free --- */

static ALIGNED char pool[64 * 64];

static void placed()
{
    void *(*volatile make)(size_t, void *) = operator new; /* a call, not in line */
    void (*volatile drop)(void *, void *) = operator delete;
    void *p = make(sizeof pool, pool), *held = new_held();
    walk_placed((char *)p, 64, 64);
    drop(held, pool);
    walk_held(own_line(held), 64, 92);
    operator delete(held);
    expect_later("new_held", "walk_held", 92);
    expect("pool", "Dr", 64);
    expect("pool", "Dw", 0);
    self("walk_placed", "Dr", 64 + 1);
    self("walk_placed", "Dw", 0);
}

int main()
{
    for (int round = 0; round < ROUNDS; round++) {
        for (Case &c : cases)
            c.block = c.make();
        for (Case &c : cases) /* the first time, when it is fresh from the system */
            if (round == 0)
                c.walk(own_line(c.block), 64, c.n);
        for (Case &c : cases)
            c.drop[round](c.block, c.size);
    }
    for (const Case &c : cases) {
        expect(c.object, "objects", 1);
        expect(c.object, "count", ROUNDS);
        expect(c.object, "size_B", c.size);
        expect(c.object, "total_B", ROUNDS * c.size);
        expect(c.object, "freed", 1);
        expect(c.object, "Dr", c.is_store ? 0 : c.n);
        expect(c.object, "Dw", c.is_store ? c.n : 0);
        expect(c.object, c.is_store ? "D1mw" : "D1mr", c.n);
        self(c.walk_name, "Dr", c.is_store ? 1 : c.n + 1);
        self(c.walk_name, "Dw", c.is_store ? c.n : 0);
        self(c.walk_name, c.is_store ? "D1mw" : "D1mr", c.n);
    }
    throws();
    jumps();
    placed();
    return 0;
}
