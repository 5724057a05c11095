// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which bytes of a line of memory accesses touch, and how often: accesses of one kind, that is, with one first
// byte, one size, and all reads or all writes, are a piece.
//
// Contract: SHARING_PIECES_MAX kinds at most; all further ones are told apart from the others, but not from the last
// of these, which then has all bytes from the lowest to the highest.
// Ownership: lists belong to the pool from which they have grown.
//
//    SharingPiece* p = sharing_pieces_add(&pool, &list, (SharingPiece){.from = 8, .size_B = 4});
//    p->n++;
//    sharing_pieces_free(&pool, &list);
#ifndef XG_ENGINE_SHARING_SHARING_PIECES_H
#define XG_ENGINE_SHARING_SHARING_PIECES_H

#include "base/arena.h"

enum { SHARING_PIECES_MAX = 16, SHARING_PIECES_FEW = 4 };

typedef struct {
   uint64_t n; // accesses
   uint16_t from, size_B;
   bool is_write;
   bool
      is_true; // of an interval: another thread that ran meanwhile has written one of the bytes
} SharingPiece;

typedef struct {
   SharingPiece*
      at; // room for SHARING_PIECES_FEW or, if there are more, for SHARING_PIECES_MAX
   uint32_t n;
   uint32_t last; // that was found; below n, or 0
} SharingPieces;

// Lists to be used again: short ones and long ones.
typedef struct {
   void* free[2];
} SharingPiecesPool;

// The piece of this kind; a new one has no accesses.
SharingPiece* sharing_pieces_add(SharingPiecesPool* pool, Arena* arena, SharingPieces* list,
                                 SharingPiece kind);
// Whether the piece is one of this kind.
XG_INLINE bool sharing_piece_is(const SharingPiece* p, uint32_t from, uint32_t size_B,
                                bool is_write)
{
   return p->from == from && p->size_B == size_B && p->is_write == is_write;
}
// The piece that was found last, or the next one, if it is of this kind: accesses often come in the order in which they
// have come before.  NULL: it is another one.
XG_INLINE SharingPiece* sharing_pieces_next(SharingPieces* list, uint32_t from, uint32_t size_B,
                                            bool is_write)
{
   for (uint32_t at = list->last; at < list->n && at <= list->last + 1; at++) {
      if (!sharing_piece_is(&list->at[at], from, size_B, is_write)) continue;
      list->last = at;
      return &list->at[at];
   }
   return NULL;
}
void sharing_pieces_free(SharingPiecesPool* pool, SharingPieces* list);
// Whether both have the same kinds in the same order, with the same bytes shared.
bool sharing_pieces_are_alike(const SharingPieces* a, const SharingPieces* b);
// Whether a byte of the piece is among those of a mask.
bool sharing_piece_touches(const SharingPiece* p, const uint64_t* mask);

#endif
