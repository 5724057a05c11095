// SPDX-License-Identifier: GPL-3.0-or-later
// Names of functions as Xgrind prints them; expected values by hand.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/plain_name.h"
#include "unit_main.h"

static void same(const char* name, const char* expected)
{
   char* text = plain_name(name);
   assert_string_equal(text, expected);
   host_free(text);
}

static void plain(void** state)
{
   (void)state;
   same("create", "create");
   same("", "");
   same("(below main)", "(below main)");
   same("memcpy@@GLIBC_2.14", "memcpy");
}

static void cpp(void** state)
{
   (void)state;
   same("ns::f(int, char const*)", "ns::f");
   same("void ns::f<int>(char) const", "ns::f<>");
   same("std::vector<a<b>, c>::at(unsigned long)", "std::vector<>::at");
   same("unsigned long const& g <x>(y)", "g<>");
   same("operator new(unsigned long)", "operator new");
   same("operator delete[](void*)", "operator delete[]");
   same("bool ns::operator< <int>(x<int>, y)", "ns::operator<<>");
   same("bool ns::operator<<int>(x)", "bool ns::operator<<int>(x)"); // no demangler writes that
   same("a::operator()(int) const", "a::operator()");
   same("p<int>::operator->() const", "p<>::operator->");
   same("(anonymous namespace)::make(int)", "{anonymous}::make");
   same("main::{lambda(int)#1}::operator()(int) const", "main::{lambda}::operator()");
   same("myoperator()", "myoperator");
   same("broken>(int)", "broken>(int)");
   same("broken<(int)", "broken<(int)");
}

static void rust_and_fortran(void** state)
{
   (void)state;
   same("<alloc::vec::Vec<T> as core::ops::Drop>::drop", "<>::drop");
   same("app::main::{closure#0}", "app::main::{closure#0}");
   same("__grid_MOD_cells", "grid::cells");
   same("__grid_2_MOD_set_up", "grid_2::set_up");
   same("__GRID_MOD_cells", "__GRID_MOD_cells");
   same("__grid_MOD_", "__grid_MOD_");
}

int main(int argc, char** argv)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(plain), cmocka_unit_test(cpp),
                                      cmocka_unit_test(rust_and_fortran)};
   return UNIT_MAIN(argc, argv, tests);
}
