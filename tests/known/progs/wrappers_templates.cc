// SPDX-License-Identifier: GPL-3.0-or-later
//
// wrappers_templates: templates and members that return what they allocate, and others that look like them, as in wrappers.c.
// For tests/known/names.
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#define NOINLINE __attribute__((noinline, noclone, noipa))

struct Cell {
   long key[64];
   explicit Cell(long k)
   {
      for (long& at : key) at = k;
   }
};

struct Other {
   int values[500];
   explicit Other(long k)
   {
      for (int& at : values) at = (int)k;
   }
};

NOINLINE static void use(volatile void* p)
{
   volatile char* at = static_cast<volatile char*>(p);
   for (int i = 0; i < 256; i++) at[i]++;
}

template <class T> NOINLINE T* make(long k)
{
   return new T(k);
}

template <class T> NOINLINE T* make_all(long n)
{
   T* all = static_cast<T*>(std::malloc(n * sizeof(T)));
   for (long i = 0; i < n; i++) new (all + i) T(i);
   return all;
}

// A base that does not begin where the block does.
struct First {
   long first[8] = {};
   virtual ~First() {}
};
struct Second {
   long second[32] = {};
   virtual ~Second() {}
};
struct Both : First, Second {
};

NOINLINE static Second* make_second()
{
   return new Both;
}

// What it returns is not in a register: the pointer's address is.
template <class T> NOINLINE std::unique_ptr<T> owned(long k)
{
   return std::unique_ptr<T>(new T(k)); // NAME: owned<>
}

class Arena {
   std::vector<char*> blocks;

public:
   NOINLINE void* take(std::size_t n)
   {
      char* block = static_cast<char*>(std::malloc(n));
      blocks.push_back(block); // NAME: Arena::take
      return block;            // the vector's block is another one
   }
   ~Arena()
   {
      for (char* b : blocks) std::free(b);
   }
};

class Plain {
public:
   NOINLINE void* take(std::size_t n)
   {
      return std::calloc(n, 2);
   }
};

NOINLINE static void caller()
{
   Cell* c = make<Cell>(1); // NAME: caller
   use(c);
   delete c;
}

int main()
{
   for (int i = 0; i < 3; i++) caller();
   Cell* cell = make<Cell>(2); // NAME: main
   use(cell);
   Other* other = make<Other>(3); // NAME: main
   use(other);
   Cell* cells = make_all<Cell>(20); // NAME: main
   use(cells);
   Second* second = make_second(); // NAME: main
   use(second->second);
   std::unique_ptr<Other> mine = owned<Other>(4);
   use(mine.get());
   Arena arena;
   use(arena.take(1000)); // NAME: main
   Plain plain;
   void* taken = plain.take(1000); // NAME: main
   use(taken);
   std::vector<Cell> grown;
   for (int i = 0; i < 9; i++) grown.emplace_back(i); // NAME: main
   return (int)grown[0].key[0];
}
