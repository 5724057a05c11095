// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses to the bytes of a line; see sharing_pieces.h.
#include "engine/sharing/sharing_pieces.h"

#include "cachesim/line_use.h"

static bool is_long(uint32_t n)
{
   return n > SHARING_PIECES_FEW;
}

static SharingPiece* new_list(SharingPiecesPool* pool, Arena* arena, bool as_long)
{
   void* list = pool->free[as_long];
   if (!list)
      return arena_alloc(arena, (as_long ? SHARING_PIECES_MAX : SHARING_PIECES_FEW)
                                   * sizeof(SharingPiece));
   pool->free[as_long] = *(void**)list;
   return list;
}

void sharing_pieces_free(SharingPiecesPool* pool, SharingPieces* list)
{
   if (!list->n) return;
   const bool as_long = is_long(list->n);
   *(void**)(void*)list->at = pool->free[as_long];
   pool->free[as_long] = list->at;
   *list = (SharingPieces){0};
}

// Makes room for one more.
static void grow(SharingPiecesPool* pool, Arena* arena, SharingPieces* list)
{
   if (list->n && is_long(list->n) == is_long(list->n + 1)) return;
   SharingPieces longer = {new_list(pool, arena, is_long(list->n + 1)), list->n, list->last};
   if (list->n) host_memcpy(longer.at, list->at, list->n * sizeof list->at[0]);
   sharing_pieces_free(pool, list);
   *list = longer;
}

static void widen(SharingPiece* p, const SharingPiece* to)
{
   const uint32_t end = (uint32_t)p->from + p->size_B, to_end = (uint32_t)to->from + to->size_B;
   if (to->from < p->from) p->from = to->from;
   p->size_B = (uint16_t)((end > to_end ? end : to_end) - p->from);
}

SharingPiece* sharing_pieces_add(SharingPiecesPool* pool, Arena* arena, SharingPieces* list,
                                 SharingPiece kind)
{
   for (uint32_t i = 0; i < list->n; i++) {
      if (!sharing_piece_is(&list->at[i], kind.from, kind.size_B, kind.is_write)) continue;
      list->last = i;
      return &list->at[i];
   }
   if (list->n == SHARING_PIECES_MAX) {
      SharingPiece* last = &list->at[SHARING_PIECES_MAX - 1];
      widen(last, &kind);
      return last;
   }
   grow(pool, arena, list);
   list->last = list->n;
   SharingPiece* p = &list->at[list->n++];
   *p = kind;
   p->n = 0;
   return p;
}

bool sharing_pieces_are_alike(const SharingPieces* a, const SharingPieces* b)
{
   if (a->n != b->n) return false;
   for (uint32_t i = 0; i < a->n; i++) {
      const SharingPiece *p = &a->at[i], *q = &b->at[i];
      if (p->from != q->from || p->size_B != q->size_B || p->is_write != q->is_write
          || p->is_true != q->is_true)
         return false;
   }
   return true;
}

bool sharing_piece_touches(const SharingPiece* p, const uint64_t* mask)
{
   for (uint32_t b = p->from; b < (uint32_t)p->from + p->size_B; b++)
      if (mask[b / MASK_WORD_B] >> b % MASK_WORD_B & 1) return true;
   return false;
}
