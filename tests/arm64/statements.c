// SPDX-License-Identifier: GPL-3.0-or-later
//
// statements: what shape_of() makes of single statements of VEX's intermediate representation, some of which no
// program of amd64 has.  Prints "KIND sites N", or what unknown_statement_end() has been told.
//
// Usage: statements NAME|NUMBER...
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "callgrind/instrument/emit.h"
#include "callgrind/instrument/emit_fetch.h"
#include "callgrind/instrument/emit_prefetch.h"
#include "callgrind/instrument/shape.h"
#include "callgrind/help/unknown_code.h"
#include "callgrind/options/options.h"
#include "engine/engine.h"

Options options = {.collect_bus = True};
Engine engine;

Bool options_have_branches(void)
{
   return False;
}

CodeCache* emit_code_cache(void)
{
   return NULL;
}

UInt emit_fetched_B(UInt size_B)
{
   return size_B;
}

Bool emit_sets_thread_pointer(const IRStmt* st)
{
   (void)st;
   return False;
}

Bool emit_is_prefetch(const IRStmt* mark, PrefetchCode* p)
{
   (void)mark, (void)p;
   return False;
}

void unknown_statement_end(UInt tag)
{
   printf("unknown %#x\n", tag);
   exit(1);
}

static IRExpr value = {.tag = Iex_RdTmp};

static IRStmt statement(const char* name)
{
   IRStmt st = {.tag = (IRStmtTag)strtoul(name, NULL, 0)};
   if (strcmp(name, "load-linked") == 0) st = (IRStmt){.tag = Ist_LLSC};
   if (strcmp(name, "store-conditional") == 0)
      st = (IRStmt){.tag = Ist_LLSC, .Ist = {.LLSC = {.storedata = &value}}};
   if (strcmp(name, "barrier") == 0) st = (IRStmt){.tag = Ist_MBE};
   return st;
}

int main(int argc, char** argv)
{
   for (int i = 1; i < argc; i++) {
      IRStmt mark = {.tag = Ist_IMark, .Ist = {.IMark = {.addr = 4096, .len = 4}}};
      IRStmt st = statement(argv[i]);
      IRStmt* stmts[] = {&mark, &st};
      const IRSB in = {.stmts = stmts, .stmts_used = 2};
      const Shape s = shape_of(&in);
      printf("%s sites %u\n", argv[i], s.sites);
   }
   return 0;
}
