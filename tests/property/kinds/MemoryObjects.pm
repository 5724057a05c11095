# SPDX-License-Identifier: GPL-3.0-or-later
#
# MemoryObjects: random programs in C, C++ and Fortran that allocate, free and walk, and note it; what --collect-objects=yes says of them.
#
# An owner is a function that calls one that allocates: what it allocates is one memory object. Blocks are allocated by owners,
# may be resized by others, and are freed or not. A walk is a function that goes over a block, a variable or an array on the stack, and
# returns how far it went; each of its accesses is in a line of its own. The program prints, of each object, allocations, bytes in all and at most,
# and whether all is freed; and of each object and line loads and stores.

package MemoryObjects;
use strict;
use warnings;
use Chance;
use JSON::PP;
use List::Util qw(sum0);
use Storable qw(dclone);

my %COMPILER = (c => 'gcc', cc => 'g++', f90 => 'gfortran');
my @BLOCKS = 0 .. 5;

# ------------------------------------------------------------ descriptions

# { language, optimize, makers: of { number, by }, owners: of { number, maker }, variables: of { number, B }, stacks: of { number, B, walk },
#   walks: of { number, B: of an element, step, start, most, stop, ops: of { op } }, body: statements }.
sub describe {
    my $language = one_of(qw(c c cc f90));
    my $n_makers = between(1, 3);
    my @ways = { c => [qw(malloc malloc calloc aligned_alloc posix_memalign realloc)], cc => [qw(new new malloc vector new-aligned)], f90 => ['allocate'] }->{$language};
    my @makers = map { { number => $_, by => one_of(@{ $ways[0] }) } } 1 .. $n_makers;
    my @owners = map { { number => $_, maker => between(1, $n_makers), resizes => $language eq 'c' && chance(30) ? 1 : 0 } } 1 .. between(2, 4);
    my $optimize = one_of(qw(-O0 -O1 -O1 -O2));
    my @walks = map { walk($_) } 1 .. between(2, 5);
    my @variables = map { { number => $_, B => one_of(8, 24, between(1, 100), between(100, 5000)) } } 1 .. between(1, 4);
    my @stacks = $optimize eq '-O0' ? () : map { { number => $_, B => between(8, 3000), walk => between(1, scalar @walks) } } 1 .. between(0, 2);
    my %d = (language => $language, optimize => $optimize, makers => \@makers, owners => \@owners, walks => \@walks, variables => \@variables, stacks => \@stacks);
    $d{body} = [ map { statement(\%d, 1) } 1 .. between(6, 22) ];
    return \%d;
}

sub walk {
    my ($number) = @_;
    return { number => $number, B => one_of(1, 2, 4, 8), is_real => chance(30) ? 1 : 0, start => between(0, 50), step => one_of(1, 1, 1, 2, 3, 8, 17, between(1, 200)), most => between(1, 400),
        stop => chance(25) ? between(3, 200) : 0, ops => [ map { { op => one_of(qw(load store modify load)) } } 1 .. between(1, 3) ] };
}

sub statement {
    my ($d, $depth) = @_;
    my $kind = one_of(qw(allocate allocate allocate free walk walk walk), @{ $d->{stacks} } ? 'stack' : (), $depth < 2 ? 'repeat' : ());
    return { kind => $kind, n => between(2, 6), body => [ map { statement($d, $depth + 1) } 1 .. between(1, 4) ] } if $kind eq 'repeat';
    return { kind => $kind, number => one_of(@{ $d->{stacks} })->{number} } if $kind eq 'stack';
    return { kind => $kind, block => one_of(@BLOCKS), owner => one_of(@{ $d->{owners} })->{number}, B => one_of(between(1, 60), between(8, 600), between(100, 9000)), varies => chance(30) ? 1 : 0 } if $kind eq 'allocate';
    return { kind => $kind, block => one_of(@BLOCKS) } if $kind eq 'free';
    return { kind => $kind, walk => one_of(@{ $d->{walks} })->{number}, chance(40) ? (variable => one_of(@{ $d->{variables} })->{number}) : (block => one_of(@BLOCKS)) };
}

sub with_number { my ($list, $n) = @_; return grep { $_->{number} == $n } @$list; }

# ------------------------------------------------------------ C and C++

my (@lines, @cells, @sites);    # the source; accesses: { walk, line, loads, stores }; lines of calls of owners

# The number of the object that the owner called in the next line makes.
sub site { push @sites, @lines + 1; return 9 + @sites; }

my $C_HEAD = <<'END';
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
INCLUDES
#define OWN __attribute__((noipa))
enum { BLOCKS = 6, OBJECTS = 60, WALKS = 10 };    // objects: the stack 0, variables 1 to 9, and from 10 on calls of owners
static struct { char* at; long size_B; int object; ADDED } blocks[BLOCKS];
static struct { long count, total_B, live_B, most_B, live; } objects[OBJECTS];
static long rounds[OBJECTS][WALKS];
static unsigned seed = 4711;
static volatile long sink;    // a load whose value nobody uses is none for Valgrind

OWN static long pick(long n) { seed = seed * 1103515245 + 12345; return (seed >> 16) % n; }
OWN static long same(long n) { __asm__ volatile("" : "+r"(n)); return n; }    // a loop stays one
OWN static void note_freed(int b)
{
    objects[blocks[b].object].live_B -= blocks[b].size_B;
    objects[blocks[b].object].live--;
    blocks[b].at = NULL;
}
OWN static void note_allocated(int b, int object, char* at, long size_B)
{
    blocks[b].at = at;
    blocks[b].size_B = size_B;
    blocks[b].object = object;
    objects[object].count++;
    objects[object].total_B += size_B;
    objects[object].live_B += size_B;
    objects[object].live++;
    if (objects[object].live_B > objects[object].most_B) objects[object].most_B = objects[object].live_B;
}
END

my %C_MAKE = (
    malloc         => 'char* p = (char*)malloc(size_B);',
    calloc         => 'char* p = (char*)calloc(1, size_B);',
    realloc        => 'char* p = (char*)realloc(NULL, size_B);',
    aligned_alloc  => 'char* p = (char*)aligned_alloc(64, size_B);',
    posix_memalign => 'void* q = NULL; posix_memalign(&q, 64, size_B); char* p = (char*)q;',
    new            => 'char* p = new char[size_B];',
    'new-aligned'  => 'char* p = (char*)::operator new(size_B, std::align_val_t(64));',
    vector         => 'blocks[b].vector = std::vector<char>(size_B); char* p = blocks[b].vector.data();',
);
my %C_FREE = (new => 'delete[] blocks[b].at;', 'new-aligned' => '::operator delete(blocks[b].at, std::align_val_t(64));', vector => 'blocks[b].vector = std::vector<char>();');

my %C_TYPE = (1 => 'char', 2 => 'short', 4 => 'int', 8 => 'long');
my %C_REAL = (4 => 'float', 8 => 'double');

sub c_walk {
    my ($w) = @_;
    my $type = $w->{is_real} && $C_REAL{ $w->{B} } || $C_TYPE{ $w->{B} };
    my $stop = $w->{stop} ? " && pick($w->{stop})" : '';
    push @lines, '', "OWN static long walk_$w->{number}(volatile $type* x, long size_B)", '{', "    const long n = size_B / $w->{B};", "    if (n == 0) return 0;", "    long i = 0, k = $w->{start} % n;",
        '    long sum = 0;', "    for (; i < $w->{most}$stop; i++) {";
    for my $s (@{ $w->{ops} }) {
        push @lines, { load => '        sum += (long)x[k];', store => "        x[k] = ($type)(i & 15);", modify => "        x[k] = ($type)((long)x[k] & 7);" }->{ $s->{op} };
        push @cells, { walk => $w->{number}, line => scalar @lines, loads => $s->{op} ne 'store' ? 1 : 0, stores => $s->{op} ne 'load' ? 1 : 0 };
    }
    push @lines, "        k += $w->{step} % n;", '        if (k >= n) k -= n;', '    }', '    sink += sum;', '    return i;', '}';
    return;
}

sub c_statement {
    my ($d, $s, $indent) = @_;
    my $kind = $s->{kind};
    if ($kind eq 'repeat') {
        push @lines, "${indent}for (long r = 0, n = same($s->{n}); r < n; r++) {";
        c_statement($d, $_, "$indent    ") for @{ $s->{body} };
        push @lines, "$indent}";
    } elsif ($kind eq 'stack') {
        push @lines, "${indent}hold_$s->{number}();" if with_number($d->{stacks}, $s->{number});
    } elsif ($kind eq 'allocate') {
        push @lines, "${indent}owner_$s->{owner}(" . site() . ", $s->{block}, $s->{B}" . ($s->{varies} ? " + pick(70)" : '') . ');' if with_number($d->{owners}, $s->{owner});
    } elsif ($kind eq 'free') {
        push @lines, "${indent}release($s->{block});";
    } elsif (with_number($d->{walks}, $s->{walk})) {
        my $of = defined $s->{variable} ? $s->{variable} : "blocks[$s->{block}].object";
        my ($guard, $x, $B) = defined $s->{variable} ? ('', "x$s->{variable}", "sizeof x$s->{variable}") : ("if (blocks[$s->{block}].at) ", "blocks[$s->{block}].at", "blocks[$s->{block}].size_B");
        return if defined $s->{variable} && !with_number($d->{variables}, $s->{variable});
        my ($w) = with_number($d->{walks}, $s->{walk});
        my $type = $w->{is_real} && $C_REAL{ $w->{B} } || $C_TYPE{ $w->{B} };
        push @lines, "$indent${guard}rounds[$of][$s->{walk}] += walk_$s->{walk}(($type*)$x, $B);";
    }
    return;
}

sub c_text {
    my ($d) = @_;
    my $is_cc = $d->{language} eq 'cc';
    @lines = split /\n/, $C_HEAD =~ s/INCLUDES\n/$is_cc ? "#include <new>\n#include <vector>\n" : ''/er =~ s/ADDED/$is_cc ? 'std::vector<char> vector; int how;' : 'int how;'/er;
    push @lines, map { "__attribute__((aligned(16))) char x$_->{number}\[$_->{B}];" } @{ $d->{variables} };
    c_walk($_) for @{ $d->{walks} };
    push @lines, '', 'OWN static void release(int b)', '{', '    if (!blocks[b].at) return;', '    char* at = blocks[b].at;', '    switch (blocks[b].how) {';
    push @lines, "    case $_->{number}: $C_FREE{ $_->{by} } break;" for grep { $C_FREE{ $_->{by} } } @{ $d->{makers} };
    push @lines, '    default: free(at);', '    }', '    note_freed(b);', '}';
    push @lines, '', "OWN static char* make_$_->{number}(int b, long size_B)", '{', "    blocks[b].how = $_->{number};", "    $C_MAKE{ $_->{by} }", '    return p;', '}' for @{ $d->{makers} };
    for my $o (@{ $d->{owners} }) {
        my ($maker) = with_number($d->{makers}, $o->{maker}) or next;
        my $size = $maker->{by} =~ /align/ ? '(size_B + 63) / 64 * 64' : 'size_B';
        push @lines, '', "OWN static void owner_$o->{number}(int object, int b, long size_B)", '{', "    size_B = $size;";
        if ($o->{resizes}) { push @lines, '    char* old = blocks[b].at;', '    if (old) note_freed(b);', '    char* p = (char*)realloc(old, size_B);'; }
        else               { push @lines, '    release(b);', "    char* p = make_$o->{maker}(b, size_B);"; }
        push @lines, "    note_allocated(b, object, p, size_B);", '}';
    }
    for my $s (@{ $d->{stacks} }) {
        my ($w) = with_number($d->{walks}, $s->{walk}) or next;
        my $type = $w->{is_real} && $C_REAL{ $w->{B} } || $C_TYPE{ $w->{B} };
        push @lines, '', "OWN static void hold_$s->{number}(void)", '{', "    __attribute__((aligned(16))) char s[$s->{B}];", "    rounds[0][$s->{walk}] += walk_$s->{walk}(($type*)s, sizeof s);", '}';
    }
    push @lines, '', 'int main(void)', '{';
    c_statement({ %$d, stacks => [ grep { with_number($d->{walks}, $_->{walk}) } @{ $d->{stacks} } ], owners => [ grep { with_number($d->{makers}, $_->{maker}) } @{ $d->{owners} } ] }, $_, '    ') for @{ $d->{body} };
    push @lines, '    for (int o = 0; o < OBJECTS; o++)',
        '        if (objects[o].count) printf("object %d %ld %ld %ld %d\n", o, objects[o].count, objects[o].total_B, objects[o].most_B, objects[o].live == 0);',
        '    for (int o = 0; o < OBJECTS; o++)', '        for (int w = 0; w < WALKS; w++)', '            if (rounds[o][w]) printf("rounds %d %d %ld\n", o, w, rounds[o][w]);',
        '    fflush(stdout);', '    _Exit(0);    // destructors would free', '}';
    return;
}

# ------------------------------------------------------------ Fortran

# Accesses are at different places: what is accessed twice need not be loaded twice.
sub f_walk {
    my ($w) = @_;
    my $type = $w->{is_real} && $w->{B} >= 4 ? "real($w->{B})" : "integer($w->{B})";
    my $stop = $w->{stop} ? "      if (pick($w->{stop}_8) == 0) exit" : '      continue';
    push @lines, "function walk_$w->{number}(x, size_B) result(i)", '   use notes, only: pick, sink', "   $type :: x(0:*)", '   integer(8) :: size_B, n, i, k, total', "   n = size_B / $w->{B}", '   i = 0', '   if (n == 0) return', "   k = mod($w->{start}_8, n)", '   total = 0',
        "   do while (i < $w->{most})", $stop;
    my @at = ('k', 'n - 1 - k', 'ishft(k, -1)');
    for my $s (@{ $w->{ops} }) {
        my $at = shift @at;
        my $is_load = $s->{op} eq 'load';
        push @lines, $is_load ? "      total = total + int(x($at), 8)" : "      x($at) = iand(i, 15_8)";
        push @cells, { walk => $w->{number}, line => scalar @lines, loads => $is_load ? 1 : 0, stores => $is_load ? 0 : 1 };
    }
    push @lines, "      k = k + mod($w->{step}_8, n)", '      if (k >= n) k = k - n', '      i = i + 1', '   end do', '   sink = total', 'end function', '';
    return;
}

my $F_HEAD = <<'END' . $FORTRAN_PICK . <<'END';
module notes
   type block
      integer(1), pointer :: x(:) => null()
      integer(8) :: size_B = 0
      integer :: object = 0
   end type
   type(block) :: blocks(0:5)
   integer(8) :: counts(0:59) = 0, totals(0:59) = 0, live_B(0:59) = 0, most_B(0:59) = 0, live(0:59) = 0, rounds(0:59, 0:9) = 0
   integer(8) :: seed = 4711
   integer(8), volatile :: sink
VARIABLES
contains
END
   function same(n) result(r)    ! a loop stays one
      integer, volatile :: n
      integer :: r
      r = n
   end function
   subroutine release(b)
      integer :: b, o
      if (.not. associated(blocks(b)%x)) return
      o = blocks(b)%object
      deallocate(blocks(b)%x)
      live_B(o) = live_B(o) - blocks(b)%size_B
      live(o) = live(o) - 1
   end subroutine
   subroutine note_allocated(b, o, size_B)
      integer :: b, o
      integer(8) :: size_B
      blocks(b)%size_B = size_B
      blocks(b)%object = o
      counts(o) = counts(o) + 1
      totals(o) = totals(o) + size_B
      live_B(o) = live_B(o) + size_B
      live(o) = live(o) + 1
      most_B(o) = max(most_B(o), live_B(o))
   end subroutine
END

sub f_statement {
    my ($d, $s, $indent) = @_;
    my $kind = $s->{kind};
    if ($kind eq 'repeat') {
        push @lines, "${indent}do r = 1, same($s->{n})";
        f_statement($d, $_, "$indent   ") for @{ $s->{body} };
        push @lines, "${indent}end do";
    } elsif ($kind eq 'stack') {
        push @lines, "${indent}call hold_$s->{number}()" if with_number($d->{stacks}, $s->{number});
    } elsif ($kind eq 'allocate') {
        push @lines, "${indent}call owner_$s->{owner}(" . site() . ", $s->{block}, $s->{B}_8" . ($s->{varies} ? " + pick(70_8)" : '') . ')' if with_number($d->{owners}, $s->{owner});
    } elsif ($kind eq 'free') {
        push @lines, "${indent}call release($s->{block})";
    } elsif (with_number($d->{walks}, $s->{walk})) {
        return if defined $s->{variable} && !with_number($d->{variables}, $s->{variable});
        my ($guard, $x, $B, $o) = defined $s->{variable} ? ('', "x$s->{variable}", with_number($d->{variables}, $s->{variable}), $s->{variable})
            : ("if (associated(blocks($s->{block})%x)) ", "blocks($s->{block})%x(1)", "blocks($s->{block})%size_B", "blocks($s->{block})%object");
        $B = "$B->{B}_8" if ref $B;
        push @lines, "$indent${guard}rounds($o, $s->{walk}) = rounds($o, $s->{walk}) + walk_$s->{walk}($x, $B)";
    }
    return;
}

sub f_text {
    my ($d) = @_;
    my @variables = map { "   integer(1), target :: x$_->{number}($_->{B})" } @{ $d->{variables} };
    @lines = split /\n/, $F_HEAD =~ s/VARIABLES\n/join '', map { "$_\n" } @variables/er;
    for my $o (@{ $d->{owners} }) {
        with_number($d->{makers}, $o->{maker}) or next;
        push @lines, "   subroutine owner_$o->{number}(o, b, size_B)", '      integer :: o, b', '      integer(8) :: size_B', '      call release(b)', "      call make_$o->{maker}(b, size_B)",
            "      call note_allocated(b, o, size_B)", '   end subroutine';
    }
    push @lines, "   subroutine make_$_->{number}(b, size_B)", '      integer :: b', '      integer(8) :: size_B', '      allocate(blocks(b)%x(size_B))', '   end subroutine' for @{ $d->{makers} };
    push @lines, 'end module', '';
    f_walk($_) for @{ $d->{walks} };    # outside the module: what they are called with has another type
    my @held = grep { with_number($d->{walks}, $_->{walk}) } @{ $d->{stacks} };
    for my $s (@held) {
        push @lines, "subroutine hold_$s->{number}()", '   use notes', "   integer(8), external :: walk_$s->{walk}", "   integer(1) :: s($s->{B})", "   rounds(0, $s->{walk}) = rounds(0, $s->{walk}) + walk_$s->{walk}(s, $s->{B}_8)", 'end subroutine', '';
    }
    push @lines, 'program main', '   use notes', '   integer :: r, o, w', map { "   integer(8), external :: walk_$_->{number}" } @{ $d->{walks} };
    f_statement({ %$d, stacks => \@held, owners => [ grep { with_number($d->{makers}, $_->{maker}) } @{ $d->{owners} } ] }, $_, '   ') for @{ $d->{body} };
    push @lines, '   do o = 0, 59', "      if (counts(o) > 0) print *, 'object', o, counts(o), totals(o), most_B(o), merge(1, 0, live(o) == 0)", '   end do',
        '   do o = 0, 59', '      do w = 0, 9', "         if (rounds(o, w) > 0) print *, 'rounds', o, w, rounds(o, w)", '      end do', '   end do', 'end program';
    return;
}

sub text {
    my ($d) = @_;
    @cells = @sites = ();
    $d->{language} eq 'f90' ? f_text($d) : c_text($d);
    return (join('', map { "$_\n" } @lines), $d->{language});
}

# ------------------------------------------------------------ what is compared

# A JSON text, or what it says.
sub decoded { my ($text) = @_; return ref $text ? $text : JSON::PP->new->utf8->decode($text); }

sub commands {
    my ($d) = @_;
    return "$COMPILER{ $d->{language} } -g -w $d->{optimize} -fno-optimize-sibling-calls" . ($d->{language} eq 'f90' ? ' -fno-inline -fno-ipa-cp -fno-ipa-sra -fallow-argument-mismatch -ffree-line-length-none' : '') . " -static -o own/program program.$d->{language}";
}

sub files { my ($d) = @_; my ($text, $ending) = text($d); return [ "program.$ending", $text ]; }

sub runs { return (own => ['--collect-objects=yes']); }

# The number of the object as the program has it; undef for others.
sub number_of {
    my ($data, $o) = @_;
    return 0 if $o->{kind} eq 'stack';
    return ($o->{name} // '') =~ /(?:^|\W|_|MOD_)x(\d+)$/ ? $1 : undef if $o->{kind} eq 'static';
    return if !defined $o->{stack};
    my ($main) = grep { $data->{functions}[ $_->[0] ]{name} =~ /^(?:main|MAIN__)$/ } @{ $data->{stacks}[ $o->{stack} ] };
    return if !$main;
    my ($site) = grep { $sites[$_] == $main->[1] } 0 .. $#sites;
    return defined $site ? 10 + $site : undef;
}

sub name_of { my ($n) = @_; return $n == 0 ? 'the stack' : $n < 10 ? "x$n" : 'what is allocated for line ' . $sites[ $n - 10 ]; }

# Figures of an object, by their names: what the profile says.
sub reported {
    my ($d, $text) = @_;
    my $data = decoded($text);
    my %at = map { $data->{events}[$_] => $_ } 0 .. $#{ $data->{events} };
    my %figures;
    for my $o (@{ $data->{objects} }) {
        my $n = number_of($data, $o) // next;
        next if $n == 0 && $d->{optimize} eq '-O0';    # counters are on the stack, too
        my $name = name_of($n);
        if ($o->{kind} eq 'heap') {
            $figures{"$name: $_->[0]"} += $_->[1] for [ allocations => $o->{count} ], [ 'bytes in all' => $o->{total_B} ], [ 'bytes at most' => $o->{size_B} ];
            $figures{"$name: all is freed"} = defined $o->{died} ? 1 : 0;
            $figures{"$name: objects"}++;
        } elsif ($o->{kind} eq 'static') {
            $figures{"$name: bytes"} = $o->{size_B};
        }
        for my $line (@{ $o->{lines} }) {
            my $f = $data->{functions}[ $line->{function} ];
            next if $f->{file} !~ /program\.\w+$/ || $f->{name} =~ /make_/;    # a vector fills what it allocates
            next if $n == 0 && !grep { $_->{line} == $line->{line} } @cells;
            $figures{"$name: line $line->{line}: loads"}  += $line->{cost}[ $at{Dr} ];
            $figures{"$name: line $line->{line}: stores"} += $line->{cost}[ $at{Dw} ];
        }
    }
    return \%figures;
}

# What the program has printed.
sub expected {
    my ($d, $printed) = @_;
    my %figures;
    for (split /\n/, $printed) {
        my ($what, $n, @rest) = split;
        my $name = name_of($n);
        if ($what eq 'object') {
            @figures{ map { "$name: $_" } 'allocations', 'bytes in all', 'bytes at most', 'all is freed' } = @rest;
            $figures{"$name: objects"} = 1;
            next;
        }
        for my $cell (grep { $_->{walk} == $rest[0] } @cells) {
            $figures{"$name: line $cell->{line}: loads"}  += $rest[1] * $cell->{loads};
            $figures{"$name: line $cell->{line}: stores"} += $rest[1] * $cell->{stores};
        }
        $figures{"$name: bytes"} = (with_number($d->{variables}, $n))[0]{B} if $n > 0 && $n < 10;
    }
    return \%figures;
}

sub differences {
    my ($d, $run) = @_;
    text($d);
    my ($got, $want) = (reported($d, $run->{data}), expected($d, $run->{stdout}));
    # of a variable that nothing walked over, the bytes alone may be said
    delete @$got{ grep { /: bytes$/ && !defined $want->{$_} } keys %$got };
    my %all = (%$got, %$want);
    my @wrong = map { "$_: " . ($got->{$_} // 'nothing') . ', must be ' . ($want->{$_} // 'none') } grep { ($got->{$_} // 0) != ($want->{$_} // 0) } sort keys %all;
    return (\@wrong, scalar keys %all);
}

# Runs with one changed figure each, which must be noticed: [ what is changed, run ].
sub damaged {
    my ($d, $run) = @_;
    text($d);
    my $said = decoded($run->{data});
    my $want = expected($d, $run->{stdout});
    my $changed = sub {
        my ($what, $kind, $change) = @_;
        my $data = dclone($said);
        my %at = map { $data->{events}[$_] => $_ } 0 .. $#{ $data->{events} };
        for my $o (grep { $_->{kind} eq $kind } @{ $data->{objects} }) {
            my $n = number_of($data, $o) // next;
            my ($line) = grep { my $l = $_->{line}; defined $want->{ name_of($n) . ": line $l: loads" } } @{ $o->{lines} };
            next if !$line || $kind eq 'stack' && $d->{optimize} eq '-O0';
            $change->($o, $line->{cost}, \%at);
            return [ "$what of an object of the kind $kind", { %$run, data => $data } ];
        }
        return;
    };
    return (
        (map { my $kind = $_; map { my $event = $_; $changed->($event, $kind, sub { $_[1][ $_[2]{$event} ]++ }) } qw(Dr Dw) } qw(heap static stack)),
        (map { my $key = $_; $changed->($key, 'heap', sub { $_[0]{$key}++ }) } qw(count total_B size_B)),
        $changed->('died', 'heap', sub { $_[0]{died} = defined $_[0]{died} ? undef : 1 }),
        $changed->('size_B', 'static', sub { $_[0]{size_B}++ }),
    );
}

1;
