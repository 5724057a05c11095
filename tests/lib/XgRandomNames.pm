# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgRandomNames: made-up names of functions, files and modules, the same in each run.
#
# Usage:
#   use XgRandomNames qw(random seed triples %columns);
#   seed(17);
#   my @functions = triples();    # [ module, file, name ], as bytes
#   $columns{'x'}                 # the columns of a character of them

package XgRandomNames;
use strict;
use warnings;
use utf8;
use Exporter qw(import);

our @EXPORT_OK = qw(random seed name triples %columns);

sub bytes { my ($text) = @_; utf8::encode($text); return $text; }

# A generator of its own, so that a list is the same everywhere.
my $seed = 1;
sub seed { ($seed) = @_; return; }
sub random { my ($n) = @_; $seed = ($seed * 1_103_515_245 + 12_345) % 2_147_483_648; return int($seed / 65_536) % $n; }
sub one_of { return $_[ random(scalar @_) ]; }

# characters and their columns
our %columns = ((map { $_ => 1 } 'a' .. 'e', '_', '0' .. '2', 'é', 'λ'), '日' => 2, '本' => 2, "\x{301}" => 0, "\x{ff21}" => 2);
sub word { return join '', map { one_of(random(9) ? ('a' .. 'e', '_', 0 .. 2) : sort keys %columns) } 0 .. random(random(40) ? 6 : 400); }
sub type { my ($depth) = @_; return word() . ($depth < 3 && !random(3) ? '<' . join(', ', map { type($depth + 1) } 0 .. random(2)) . '>' : '') . one_of('', '', '&', ' const&', '*'); }

sub name {
   my $kind = random(10);
   return join '::', map { type(1) } 0 .. random(3) if !$kind;
   return (random(2) ? type(1) . ' ' : '') . join('::', map { type(1) } 0 .. random(3)) . '(' . join(', ', map { type(1) } 0 .. random(3)) . ')' . one_of('', ' const') if $kind < 4;
   return 'a::' . one_of('operator<', 'operator->', 'operator()', 'operator bool', '{lambda(int)#' . random(3) . '}::operator()', '(anonymous namespace)::b') . '(' . type(1) . ')' if $kind < 5;
   return '<' . type(1) . ' as ' . type(1) . '>::' . word() . (random(2) ? '::h' . '0123456789abcde' . random(3) : '') if $kind < 6;
   return '__' . word() . '_MOD_' . word() . one_of('', '.constprop.' . random(3)) if $kind < 7;
   return sprintf '0x%016x', random(1000) if $kind < 8;
   return one_of('(((', '>', "a\x01", '\x01', "\x{202e}", '???', '', '::', '/', '...') . word() if $kind < 9;
   return word();
}

sub triples {
   my @modules = map { one_of('/a', '/b', '/c/d') . '/' . one_of('l.so', 'm.so', 'p') } 0 .. random(4);
   my @files   = map { one_of('', '/a/', './a/./a/', '/a/b/../', 'x/') . one_of('a.c', 'b.c', 'c.h') } 0 .. random(6);
   my @names   = map { name() } 0 .. random(12);
   push @names, substr($names[0], 0, -1) . one_of('a' .. 'e') for 0 .. random(3);
   return map { [ map { bytes($_) } one_of(@modules, '???', ''), one_of(@files, '???', ''), one_of(@names) ] } 0 .. random(25);
}

1;
