// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts of data that a program does not have yet: where each byte of an object would be.
//
// An object is an array of elements of `element_B` bytes, and a rest that is no whole element.  A step of a layout
// takes elements apart: each of its fields, a piece of the bytes of an element, goes to a part.  A part has a
// place for each element, of so many bytes; the parts lie one behind the other, and behind the last one
// the rest.  The elements of a matrix may change their order first.  The next step takes apart what this one has made.
//
// Contract: pure; nothing here knows addresses.  Offsets count from the start of the object, in the
// program and in the layout.  An access to bytes that are apart in the layout is several pieces; one to
// bytes that the layout drops is none.
//
// Invariants: of each step, the fields are in order of `from`, without gaps, and make up the element; no two that are
// kept overlap in their part.  Unless a field is resized, each byte that is kept has a byte of its own.  One step
// at most resizes; only the last one makes a field larger.
//
//    Layout l;
//    const char* error = layout_parse(&l, "split(64: 56)", &text);       // parse.h
//    uint32_t n = layout_pieces(&l, object_B, offset, access_B, piece);  // piece[0 .. n - 1]
#ifndef XG_LAYOUTS_LAYOUT_H
#define XG_LAYOUTS_LAYOUT_H

#include "base/host.h"

enum { LAYOUT_FIELDS_MAX = 64, LAYOUT_STEPS_MAX = 4, LAYOUT_ACCESS_MAX_B = 512 };
// Of an access: a byte of it has a share in two of a resized field at most, unless that is larger, and then they are together.
enum { LAYOUT_PIECES_MAX = 2 * LAYOUT_ACCESS_MAX_B };
// More than any memory has: objects and matrices are smaller.
#define LAYOUT_SIZE_MAX_B (1ULL << 52)
// A field's part: its bytes are in no part.
enum { LAYOUT_DROPPED = LAYOUT_FIELDS_MAX };

typedef struct {
   uint64_t from, size_B; // in the element
   uint32_t part;
   uint64_t at,
      new_B; // in the place of the element in the part; new_B is size_B unless it is resized
} LayoutField;

// The order of the elements of each matrix that an object contains, row by row in the program.
typedef enum {
   LAYOUT_BY_ROWS,
   LAYOUT_BY_COLUMNS, // column by column
   LAYOUT_BY_TILES,   // tile by tile, each row by row
} LayoutOrder;

// Where the object is.
typedef enum {
   HOME_OWN, // where it is in the program, unless it needs more room or another alignment
   HOME_POOL, // in memory of the layout's own, one behind the other: each in slots of slot_B bytes
} LayoutHome;

typedef struct {
   uint64_t element_B;
   LayoutField field[LAYOUT_FIELDS_MAX];
   uint32_t n_fields;
   uint64_t part_B[LAYOUT_FIELDS_MAX]; // place of an element in a part
   uint32_t n_parts;
   // Parts begin at multiples of it from the first one on; 0: directly behind the one before.
   uint64_t part_grain_B;
   LayoutOrder order;
   uint64_t rows, columns, tile_rows, tile_columns;
} LayoutStep;

typedef struct {
   LayoutStep step[LAYOUT_STEPS_MAX];
   uint32_t n_steps; // 0: all of the object stays together
   LayoutHome home;
   // HOME_POOL; 0: as many bytes as the object has, aligned as its size demands.
   uint64_t slot_B;
   // Elements are offset_B bytes behind the starts of those, of so many bytes, of an array that they are in with other
   // objects; 0: in none.
   uint64_t group_B;
   uint64_t group_name; // of that array's structure, as a hash; 0: it has none
   bool by_use;         // HOME_POOL: a slot is taken when the object is accessed first
   bool by_thread;      // allocations of each thread are in memory of its own
   bool huge_pages;     // pages that it is in have 2 MiB
   // The object begins at a multiple of it, a power of two; 0: as in the program.
   uint64_t align_B;
   uint64_t offset_B; // the object begins so far behind its place
   // ... and each one so far behind the one before, in its page; 0: they do not.
   uint64_t spread_B;
} Layout;

// Bytes of an object in its layout, one behind the other.
typedef struct {
   uint64_t offset;
   uint64_t size_B;
} LayoutPiece;

// Bytes that an object of object_B bytes has in its layout; if it has more than LAYOUT_SIZE_MAX_B, some number of at least that.
uint64_t layout_size(const Layout* l, uint64_t object_B);
// Bytes at the end of such an object that are no whole element or, with another order, no whole matrix, of the first step
// that has such a rest.
uint64_t layout_rest(const Layout* l, uint64_t object_B);
// Where access_B bytes from `offset` on are, all of them in the object, if they are in one field of each step: true, and one piece.
bool layout_piece(const Layout* l, uint64_t object_B, uint64_t offset, uint32_t access_B,
                  LayoutPiece* piece);
// ... in any case: pieces in ascending order, none next to another; returns how many.  `piece` has room for LAYOUT_PIECES_MAX of
// them; access_B is LAYOUT_ACCESS_MAX_B at most.
uint32_t layout_pieces(const Layout* l, uint64_t object_B, uint64_t offset, uint32_t access_B,
                       LayoutPiece* piece);
// Whether the object stays where it is in the program, unless it is an allocation that a thread has in its own memory.
bool layout_is_in_place(const Layout* l, uint64_t object_B);
// Panics if an invariant is broken.
void layout_check(const Layout* l);

#endif
