# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgPrograms: random programs as descriptions, their text in C, C++ and Fortran, and smaller descriptions of a failing one.
#
# Usage:
#   my $d = XgPrograms::describe(sub { my ($n) = @_; ... a random number below n ... });
#   my ($text, $ending) = XgPrograms::text($d);      # 'c', 'cc' or 'f90'
#   my $smaller = XgPrograms::reduce($d, sub { my ($d) = @_; ... true if it still fails ... }, $tries);
# Descriptions: { language, optimize, structs, variables, functions }; see the functions that make them.

package XgPrograms;
use strict;
use warnings;
use List::Util qw(max min sum0);
use Storable qw(dclone);

my $random;
sub one_of { my (@all) = @_; return $all[ $random->(scalar @all) ]; }
sub chance { my ($percent) = @_; return $random->(100) < $percent; }
sub between { my ($low, $high) = @_; return $low + $random->($high - $low + 1); }

# ------------------------------------------------------------------ descriptions

my %size_of = (char => 1, short => 2, int => 4, long => 8, float => 4, double => 8, 'long double' => 16);

sub describe {
    ($random) = @_;
    my $language = one_of(qw(c c c cc f90));
    my @structs = map { struct($language) } 1 .. between(1, 3);
    my @variables = map { variable(\@structs, $language) } 1 .. between(2, 5);
    my $n = between(1, 4);
    my %d = (
        language  => $language,
        optimize  => one_of(qw(-O0 -O1 -O1 -O2 -O2 -O3), '-O2 -mavx2'),
        structs   => \@structs,
        variables => \@variables,
    );
    $d{functions} = [ map { { body => [ map { statement(\%d) } 1 .. between(1, 4) ] } } 1 .. $n ];
    for my $caller (1 .. $n - 1) {    # main calls all; some call a later one
        push @{ $d{functions}[ $caller - 1 ]{body} }, { kind => 'call', callee => between($caller, $n - 1) } if chance(40);
    }
    return \%d;
}

# Members: [ type, number of elements ].
sub struct {
    my ($language) = @_;
    my @types = $language eq 'f90' ? qw(char int double float long) : (qw(char short int long float double char int double), 'long double');
    return { packed => $language ne 'f90' && chance(25), members => [ map { [ one_of(@types), chance(25) ? between(2, 9) : 1 ] } 1 .. between(1, 7) ] };
}

# where: static, heap (allocated by main, freed at the end) or stack (of main).
sub variable {
    my ($structs, $language) = @_;
    my $struct = $random->(scalar @$structs);
    my $B = max(1, sum0(map { $size_of{ $_->[0] } * $_->[1] } @{ $structs->[$struct]{members} }));
    return { where => one_of(qw(static static heap stack)), struct => $struct, n => max(2, int(between(100, 12000) / $B)) };
}

sub statement {
    my ($d) = @_;
    return nest($d) if $d->{language} eq 'f90';
    my $kind = one_of(qw(nest nest nest nest memcpy memset chase recurse allocate straddle by_value of_any_size));
    my $v = $random->(scalar @{ $d->{variables} });
    return nest($d) if $kind eq 'nest';
    return { kind => $kind, to => $v, from => $random->(scalar @{ $d->{variables} }), to_off => $random->(100), from_off => $random->(100), B => between(1, 700) } if $kind eq 'memcpy';
    return { kind => $kind, to => $v, to_off => $random->(100), B => between(1, 900) } if $kind eq 'memset';
    return { kind => $kind, of => $v, member => $random->(20), steps => between(5, 400), times => 1 + 2 * $random->(500), plus => $random->(1000) } if $kind eq 'chase';
    return { kind => $kind, depth => between(1, 40), B => between(8, 300), touched => between(1, 8) } if $kind eq 'recurse';
    return { kind => $kind, of => $v, to => $random->(50), from => $random->(50), depth => between(0, 12) } if $kind eq 'by_value';
    return { kind => $kind, B => between(20, 900), step => between(1, 40) } if $kind eq 'of_any_size';
    return { kind => $kind, B => between(1, 3000), step => between(1, 90), n => between(1, 6) } if $kind eq 'allocate';
    return { kind => $kind, of => $v, step => between(1, 90), offset => $random->(64), B => one_of(2, 4, 8, 8, 16), write => chance(50), n => between(2, 200) };
}

# Loops, outermost first: { n, step, triangle (the bound is the outer counter), down }; bodies of accesses.
sub nest {
    my ($d) = @_;
    my @loops;
    my $left = between(10, 1500);
    for my $depth (1 .. between(1, 3)) {
        my $n = $depth == 3 ? $left : between(1, max(1, min($left, 60)));
        $left = max(1, int($left / $n));
        push @loops, { n => $n, triangle => $depth > 1 && chance(30) ? 1 : 0, down => chance(20) ? 1 : 0 };
        last if $left < 2;
    }
    return { kind => 'nest', loops => \@loops, body => [ map { access($d) } 1 .. between(1, 3) ] };
}

# An element's index is an affine function of the counters, modulo the number of elements.
sub access {
    my ($d) = @_;
    my $copy = $d->{language} ne 'f90' && chance(10);
    return { op => $copy ? 'copy' : one_of(qw(read read write modify byte)), of => $random->(scalar @{ $d->{variables} }), member => $random->(20),
        at => [ $random->(50), map { one_of(0, 1, 1, 1, 2, 3, 7, 8, 16, 31, 64, $random->(200)) } 1 .. 3 ] };
}

# ------------------------------------------------------------------ C and C++

sub text {
    my ($d) = @_;
    return ($d->{language} eq 'f90' ? fortran($d) : c_text($d), $d->{language});
}

sub member_of { my ($d, $v, $i) = @_; my @m = @{ $d->{structs}[ $d->{variables}[$v]{struct} ]{members} }; return ($i % @m, $m[ $i % @m ]); }

sub c_text {
    my ($d) = @_;
    my $cc = $d->{language} eq 'cc';
    my $text = "#include <stdlib.h>\n#include <string.h>\n\n#define OWN __attribute__((noipa))\n\n";
    for my $i (0 .. $#{ $d->{structs} }) {
        my $s = $d->{structs}[$i];
        $text .= "struct S$i {" . join('', map { " $s->{members}[$_][0] m$_" . ($s->{members}[$_][1] > 1 ? "[$s->{members}[$_][1]]" : '') . ';' } 0 .. $#{ $s->{members} })
          . ' }' . ($s->{packed} ? ' __attribute__((packed))' : '') . ";\n";
    }
    my @v = @{ $d->{variables} };
    for my $i (0 .. $#v) {
        $text .= $v[$i]{where} eq 'static' ? "static struct S$v[$i]{struct} v$i\[$v[$i]{n}];\n" : "static struct S$v[$i]{struct}* v$i;\n";
    }
    $text .= "unsigned long sink;\n\n";
    $text .= "// The first byte and the last one are read, so that a trace tells what is freed.\n"
      . 'OWN static void release_block(volatile char* p, unsigned long n) { sink += p[0] + p[n - 1]; ' . ($cc ? 'delete[] p' : 'free((void*)p)') . "; }\n\n";
    $text .= "struct Unit { virtual void run() = 0; };\n" if $cc;
    my @functions = @{ $d->{functions} };
    for my $f (reverse 0 .. $#functions) {
        my $n = 0;
        for my $s (grep { $_->{kind} =~ /^(?:recurse|by_value|of_any_size)$/ } @{ $functions[$f]{body} }) {
            $s->{name} = "r${f}_" . $n++;
            $text .= c_recursion($d, $s);
        }
        my @body = map { c_statement($d, $_) } @{ $functions[$f]{body} };
        $text .= ($cc ? "struct Unit$f : Unit { OWN void run() override; };\nvoid Unit$f\::run() {\n" : "OWN static void f$f(void) {\n") . join('', map { s/^(?=.)/    /gmr } @body) . "}\n";
        $text .= "static Unit$f unit$f;\nOWN static void f$f() { Unit* volatile u = &unit$f; u->run(); }\n" if $cc;
        $text .= "\n";
    }
    $text .= "int main(void) {\n";
    for my $i (0 .. $#v) {
        my $type = "struct S$v[$i]{struct}";
        $text .= "    v$i = ($type*)" . ($cc ? "new char[$v[$i]{n} * sizeof($type)]" : "malloc($v[$i]{n} * sizeof($type))") . ";\n" if $v[$i]{where} eq 'heap';
        $text .= "    $type s$i\[$v[$i]{n}];\n    v$i = s$i;\n" if $v[$i]{where} eq 'stack';
    }
    for my $i (grep { $v[$_]{where} ne 'static' } 0 .. $#v) { $text .= "    memset(v$i, $i, $v[$i]{n} * sizeof *v$i);\n"; }
    $text .= "    f$_();\n" for 0 .. $#functions;
    for my $i (grep { $v[$_]{where} eq 'heap' } 0 .. $#v) {
        $text .= "    release_block((char*)v$i, $v[$i]{n} * sizeof *v$i);\n";
    }
    return "$text    return 0;\n}\n";
}

# Functions that call themselves: with an array of their own, of fixed size or not, or passing on a structure.
sub c_recursion {
    my ($d, $s) = @_;
    my $name = $s->{name};
    if ($s->{kind} eq 'by_value') {
        my $type = "struct S$d->{variables}[$s->{of}]{struct}";
        return "OWN static $type $name($type s, int n) {\n    ((char*)&s)[n % (int)sizeof s] += (char)n;\n    return n > 0 ? $name(s, n - 1) : s;\n}\n\n";
    }
    if ($s->{kind} eq 'of_any_size') {
        return "OWN static void $name(int n) {\n    volatile char local[n];\n    for (int i = 0; i < n; i += $s->{step}) local[i] = (char)i;\n    sink += local[0];\n"
          . "    if (n > 30) $name(n / 2);\n}\n\n";
    }
    return "OWN static void $s->{name}(int n) {\n    volatile char local[$s->{B}];\n    for (int i = 0; i < $s->{touched}; i++) local[(i * 37) % $s->{B}] = (char)n;\n"
      . "    if (n > 0) $s->{name}(n - 1);\n    sink += local[0];\n}\n\n";
}

sub c_statement {
    my ($d, $s) = @_;
    my $bytes = sub { my ($i) = @_; return "($d->{variables}[$i]{n} * sizeof *v$i)"; };
    my $kind = $s->{kind};
    return "f$s->{callee}();\n" if $kind eq 'call';
    return c_nest($d, $s) if $kind eq 'nest';
    return "$s->{name}($s->{depth});\n" if $kind eq 'recurse';
    return "$s->{name}($s->{B});\n" if $kind eq 'of_any_size';
    return "v$s->{of}\[$s->{to} % $d->{variables}[$s->{of}]{n}] = $s->{name}(v$s->{of}\[$s->{from} % $d->{variables}[$s->{of}]{n}], $s->{depth});\n" if $kind eq 'by_value';
    if ($kind eq 'memcpy' || $kind eq 'memset') {
        my @v = $kind eq 'memcpy' ? @$s{qw(to from)} : $s->{to};
        my $room = join ' && ', map { "n + 100 <= sizeof(char) * $_" } map { $bytes->($_) } @v;
        my $do = $kind eq 'memset' ? "memset((char*)v$s->{to} + $s->{to_off}, 7, n);" : "memmove((char*)v$s->{to} + $s->{to_off}, (char*)v$s->{from} + $s->{from_off}, n);";
        return "{\n    volatile unsigned long m = $s->{B};\n    unsigned long n = m;\n    if ($room) $do\n}\n";
    }
    if ($kind eq 'chase') {
        my ($m, $member) = member_of($d, $s->{of}, $s->{member});
        my $element = "v$s->{of}\[at].m$m" . ($member->[1] > 1 ? '[0]' : '');
        return "for (unsigned i = 0, at = 1 % $d->{variables}[$s->{of}]{n}u; i < $s->{steps}; i++, at = (at * $s->{times}u + $s->{plus}u) % $d->{variables}[$s->{of}]{n}u) sink += (unsigned long)(long)$element;\n";
    }
    if ($kind eq 'allocate') {
        return "for (int k = 0; k < $s->{n}; k++) {\n    unsigned long n = $s->{B} + k * 8;\n    volatile char* p = " . ($d->{language} eq 'cc' ? 'new char[n]' : '(volatile char*)malloc(n)') . ";\n"
          . "    for (unsigned long i = 0; i < n; i += $s->{step}) p[i] = (char)i;\n    for (unsigned long i = 0; i < n; i += $s->{step} * 2) sink += p[i];\n    release_block(p, n);\n}\n";
    }
    # straddle: accesses at any address
    my $B = $bytes->($s->{of});
    my $type = $s->{B} == 16 ? 'struct { long a, b; }' : { 2 => 'short', 4 => 'int', 8 => 'long' }->{ $s->{B} };
    my $do = $s->{write} ? "memcpy(p, &x, sizeof x);" : "memcpy(&x, p, sizeof x); sink += " . ($s->{B} == 16 ? 'x.a + x.b;' : 'x;');
    my $start = $s->{write} ? ($s->{B} == 16 ? 'x.a = x.b = i;' : "x = ($type)i;") : '';
    return "for (unsigned i = 0; i < $s->{n}; i++) {\n    $type x;\n    char* p = (char*)v$s->{of} + ($s->{offset} + i * $s->{step}u) % (unsigned)($B - 15);\n"
      . "    if ($B > 15) { $start $do }\n}\n";
}

my @counters = qw(i j k);

sub c_nest {
    my ($d, $s) = @_;
    my ($text, $indent) = ('', '');
    for my $depth (0 .. $#{ $s->{loops} }) {
        my ($l, $c) = ($s->{loops}[$depth], $counters[$depth]);
        my $n = $l->{triangle} && $depth ? "$counters[$depth - 1] % $l->{n}u + 1" : "$l->{n}u";
        $text .= $indent . ($l->{down} ? "for (unsigned $c = $n; $c-- > 0;) {\n" : "for (unsigned $c = 0; $c < $n; $c++) {\n");
        $indent .= '    ';
    }
    $text .= $indent . c_access($d, $_, scalar @{ $s->{loops} }) . "\n" for @{ $s->{body} };
    for (@{ $s->{loops} }) { $indent =~ s/    //; $text .= "$indent}\n"; }
    return $text;
}

# An index between 0 and $n - 1.
sub index_text {
    my ($a, $depth, $n) = @_;
    return '(' . join(' + ', "$a->{at}[0]u", map { "$a->{at}[$_]u * $counters[$_ - 1]" } grep { $a->{at}[$_] } 1 .. $depth) . ") % ${n}u";
}

sub c_access {
    my ($d, $a, $depth) = @_;
    my $n = $d->{variables}[ $a->{of} ]{n};
    my $at = index_text($a, $depth, $n);
    my ($m, $member) = member_of($d, $a->{of}, $a->{member});
    my $element = "v$a->{of}\[$at].m$m" . ($member->[1] > 1 ? "[i % $member->[1]u]" : '');
    return "v$a->{of}\[$at] = v$a->{of}\[($at + 1) % ${n}u];" if $a->{op} eq 'copy';
    return "((char*)v$a->{of})[$at] = (char)i;" if $a->{op} eq 'byte';
    return "sink += (unsigned long)(long)$element;" if $a->{op} eq 'read';
    return "$element " . ($a->{op} eq 'write' ? '=' : '+=') . " ($member->[0])(i + 1);";
}

# ------------------------------------------------------------------ Fortran

my %fortran_type = (char => 'integer(1)', int => 'integer(4)', long => 'integer(8)', float => 'real(4)', double => 'real(8)');

sub fortran {
    my ($d) = @_;
    my $text = "module data\n  implicit none\n";
    for my $i (0 .. $#{ $d->{structs} }) {
        my @m = @{ $d->{structs}[$i]{members} };
        $text .= "  type s$i\n    sequence\n" . join('', map { "    $fortran_type{ $m[$_][0] } :: m$_" . ($m[$_][1] > 1 ? "($m[$_][1])" : '') . "\n" } 0 .. $#m) . "  end type\n";
    }
    my @v = @{ $d->{variables} };
    for my $i (0 .. $#v) {
        $text .= $v[$i]{where} eq 'static' ? "  type(s$v[$i]{struct}), save :: v$i(0:" . ($v[$i]{n} - 1) . ")\n" : "  type(s$v[$i]{struct}), allocatable, save :: v$i(:)\n";
    }
    $text .= "  integer(8), save :: sink = 0\ncontains\n";
    for my $f (0 .. $#{ $d->{functions} }) {
        $text .= "  subroutine f$f()\n    integer(4) :: i, j, k\n"
          . join('', map { s/^(?=.)/    /gmr } map { fortran_statement($d, $_) } @{ $d->{functions}[$f]{body} }) . "  end subroutine\n";
    }
    $text .= "end module\n\nprogram main\n  use data\n  implicit none\n";
    for my $i (grep { $v[$_]{where} ne 'static' } 0 .. $#v) { $text .= "  allocate(v$i(0:" . ($v[$i]{n} - 1) . "))\n"; }
    $text .= "  call f$_()\n" for 0 .. $#{ $d->{functions} };
    # Lines longer than 132 characters are continued.
    return "${text}end program\n" =~ s/^(.{100,})$/ $1 =~ s{(.{60,90}?)(?= )}{$1 &\n}gr /gemr;
}

sub fortran_statement {
    my ($d, $s) = @_;
    return "call f$s->{callee}()\n" if $s->{kind} eq 'call';
    my ($text, $indent) = ('', '');
    for my $depth (0 .. $#{ $s->{loops} }) {
        my ($l, $c) = ($s->{loops}[$depth], $counters[$depth]);
        my $n = $l->{triangle} && $depth ? "mod($counters[$depth - 1], $l->{n})" : $l->{n} - 1;
        $text .= $indent . ($l->{down} ? "do $c = $n, 0, -1\n" : "do $c = 0, $n\n");
        $indent .= '  ';
    }
    for my $a (@{ $s->{body} }) {
        my $at = 'mod(' . join(' + ', $a->{at}[0], map { "$a->{at}[$_] * $counters[$_ - 1]" } grep { $a->{at}[$_] } 1 .. @{ $s->{loops} }) . ", $d->{variables}[ $a->{of} ]{n})";
        my ($m, $member) = member_of($d, $a->{of}, $a->{member});
        my $element = "v$a->{of}($at)%m$m" . ($member->[1] > 1 ? "(1 + mod(i, $member->[1]))" : '');
        my $value = $member->[0] eq 'char' ? '1_1' : $member->[0] =~ /float|double/ ? 'real(i)' : 'i';
        $text .= $indent . ($a->{op} eq 'read' ? "sink = sink + int($element, 8)" : $a->{op} eq 'modify' ? "$element = $element + $value" : "$element = $value") . "\n";
    }
    for (@{ $s->{loops} }) { $indent =~ s/  //; $text .= "${indent}end do\n"; }
    return $text;
}

# ------------------------------------------------------------------ reduction

# Descriptions that are a little smaller, the smallest first.
sub smaller {
    my ($d) = @_;
    my @all;
    my $edit = sub { my ($code) = @_; my $copy = dclone($d); $code->($copy); push @all, $copy; };
    my @f = @{ $d->{functions} };
    for my $f (0 .. $#f) {
        $edit->(sub { $_[0]{functions}[$f]{body} = []; }) if @{ $f[$f]{body} } > 1;
        for my $i (0 .. $#{ $f[$f]{body} }) {
            $edit->(sub { splice @{ $_[0]{functions}[$f]{body} }, $i, 1; });
        }
    }
    if (@f > 1 && !@{ $f[-1]{body} } && !grep { $_->{kind} eq 'call' && $_->{callee} == $#f } map { @{ $_->{body} } } @f) {
        $edit->(sub { pop @{ $_[0]{functions} }; });
    }
    for my $f (0 .. $#f) {
        for my $i (0 .. $#{ $f[$f]{body} }) {
            my $s = $f[$f]{body}[$i];
            for my $key (grep { ($s->{$_} // 0) > 1 } qw(n depth steps B)) {
                $edit->(sub { $_[0]{functions}[$f]{body}[$i]{$key} >>= 1; }) unless $s->{kind} eq 'straddle' && $key eq 'B';
            }
            next if $s->{kind} ne 'nest';
            for my $k (0 .. $#{ $s->{body} }) { $edit->(sub { splice @{ $_[0]{functions}[$f]{body}[$i]{body} }, $k, 1; }) if @{ $s->{body} } > 1; }
            for my $k (0 .. $#{ $s->{loops} }) {
                $edit->(sub { splice @{ $_[0]{functions}[$f]{body}[$i]{loops} }, $k, 1; }) if @{ $s->{loops} } > 1;
                $edit->(sub { $_[0]{functions}[$f]{body}[$i]{loops}[$k]{n} >>= 1; }) if $s->{loops}[$k]{n} > 1;
            }
        }
    }
    for my $v (0 .. $#{ $d->{variables} }) {
        $edit->(sub { $_[0]{variables}[$v]{where} = 'static'; }) if $d->{variables}[$v]{where} ne 'static';
        $edit->(sub { $_[0]{variables}[$v]{n} >>= 1; }) if $d->{variables}[$v]{n} > 3;
    }
    return @all;
}

# The smallest description found within so many tries for which the condition holds; it holds for the one given.
sub reduce {
    my ($d, $fails, $tries) = @_;
    my $again = 1;
    while ($again) {
        $again = 0;
        for my $candidate (smaller($d)) {
            return $d if $tries-- <= 0;
            next unless $fails->($candidate);
            ($d, $again) = ($candidate, 1);
            last;
        }
    }
    return $d;
}

1;
