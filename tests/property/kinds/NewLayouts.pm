# SPDX-License-Identifier: GPL-3.0-or-later
#
# NewLayouts: random programs in C, C++ and Fortran whose data have the layouts that a compiler option chooses: those that they
# have, or those of --what-if, in other declarations. What --what-if predicts for the former is what the latter have.
#
# Data are records, arrays of structures without padding, and matrices; variables, and allocations that begin 16 bytes behind the start of
# a page. Walks go over one or two of them. Macros say where a member is: all else is the same code. Before a walk is counted, it has run
# once, and then the caches are other data's.

package NewLayouts;
use strict;
use warnings;
no warnings 'qw';    # layouts have commas
use Chance;
use JSON::PP;
use List::Util qw(max min sum0);
use Storable qw(dclone);
use XgLayoutPairs qw($USE_UP_HEAP);

my %COMPILER = (c => 'gcc', cc => 'g++', f90 => 'gfortran');
# Types in C and in Fortran, by size and kind.
my %TYPE = (1 => [ 'char', 'integer(1)' ], 2 => [ 'short', 'integer(2)' ], 4 => [ 'int', 'integer(4)' ], 8 => [ 'long', 'integer(8)' ], '4f' => [ 'float', 'real(4)' ], '8f' => [ 'double', 'real(8)' ]);

# ------------------------------------------------------------ descriptions

# { language, caches, options, data: of { number, is_matrix, place, ... }, walks }; of a record: B, members: of { name, type, count }, wishes: of what
# its layout is made; of a matrix: rows, columns, B, layout, by.
sub describe {
    my @data = map { chance(25) ? matrix($_) : record($_) } 1 .. between(1, 4);
    my %d = (language => one_of(qw(c c cc f90)), data => \@data, caches => caches(), beside => chance(30) ? 1 : 0, by_name => chance(50) ? 1 : 0, classes => chance(50) ? 1 : 0);
    my $n = 0;
    $d{walks} = [ map { my $x = $_; map { walk(++$n, $x, one_of(@data)) } 1 .. between(1, 2) } @data ];
    return \%d;
}

sub caches {
    my ($D1, $line) = @{ one_of([ '4096,8,64', 64 ], [ '1024,2,32', 32 ], [ '2048,4,64', 64 ], [ '4096,4,32', 32 ]) };
    my $LL = one_of("32768,16,$line", "16384,8,$line");
    return [ "--I1=65536,8,$line", "--D1=$D1", "--LL=$LL", chance(30) ? "--L2=8192,8,$line" : () ];
}

sub member { my ($i) = @_; return { name => "m$i", type => one_of(qw(1 2 4 8 4 8 4f 8f)), count => chance(20) ? between(2, 6) : 1 }; }

sub size_of { return sum0(map { ($_->{type} =~ /(\d)/)[0] * $_->{count} } @_); }

# Of layouts the first two that can be are taken: one that moves members, and one for what comes out.
sub record {
    my ($number) = @_;
    my @members = map { member($_) } 1 .. between(2, 7);
    return { number => $number, is_matrix => 0, place => one_of(qw(static heap)), B => between(9000, 20000), members => \@members,
        first => one_of('', '', qw(reorder drop resize)), chosen => [ map { chance(40) ? 1 : 0 } 1 .. 8 ], to => one_of(qw(split split hot hot soa stride align-elements none)),
        cuts => [ map { chance(40) ? 1 : 0 } 1 .. 8 ], room => one_of(1, 8, 24, 64), start => one_of('', '', '', 'align(64)', 'align(256)', 'offset(8)', 'offset(64)', 'offset(100)'),
        rest => chance(20) ? between(1, 40) : 0 };
}

sub matrix {
    my ($number) = @_;
    my ($layout, $B) = (one_of(qw(rows transpose tile)), one_of(4, 8));
    return { number => $number, is_matrix => 1, place => one_of(qw(static heap)), rows => 8 * between(6, 9), columns => 8 * between(6, 8), B => $B, layout => $layout, by => [ one_of(2, 4, 8), one_of(2, 4, 8) ],
        pad => $B * between(1, 9) };
}

sub walk {
    my ($number, $x, $y) = @_;
    $y = $x if $y->{is_matrix} != $x->{is_matrix};
    my %walk = (number => $number, of => $x->{number}, with => $y->{number}, is_matrix => $x->{is_matrix}, step => one_of(1, 1, 2, 3, 7, 157, -1), start => between(0, 40), most => between(100, 700), order => one_of(qw(ij ji)));
    $walk{ops} = [ map { my $z = one_of($x, $y); { of => $z->{number}, op => one_of(qw(load load store modify)), member => $z->{is_matrix} ? '' : one_of(@{ $z->{members} })->{name}, at => between(0, 5),
        rest => !$z->{is_matrix} && $z->{rest} && chance(30) ? between(1, $z->{rest}) : 0, i => between(-1, 1), j => between(-1, 1) } } 1 .. between(1, 4) ];
    return \%walk;
}

# ------------------------------------------------------------ layouts

# Bytes of members, as a layout names them.
sub bytes_of {
    my ($chosen, @members) = @_;
    my ($at, @ranges) = (0);
    my %from;
    for (@members) { $from{ $_->{name} } = $at; $at += size_of($_); }
    return join ',', map { $from{ $_->{name} } . '-' . ($from{ $_->{name} } + size_of($_) - 1) } @$chosen;
}

# What the layout of a record is: its text, with bytes and, in the first layout, with names of members for them, the parts that each element is divided into, of { members, B }, and where the object begins.
sub layout_of {
    my ($x) = @_;
    my @members = @{ $x->{members} };
    my ($B, @texts) = (size_of(@members));
    my $named;    # of the first layout
    my $names_of = sub { return "RECORD: " . join ',', map { $_->{name} } @_; };
    my @chosen = grep { $x->{chosen}[ ($_->{name} =~ /(\d+)/)[0] - 1 ] } @members;
    my %is_chosen = map { $_->{name} => 1 } @chosen;
    my @others = grep { !$is_chosen{ $_->{name} } } @members;
    my $is_larger = 0;
    if ($x->{first} eq 'resize') {
        my @to = map { +{ %$_, type => { 8 => 4, 4 => 8, 2 => 4, 1 => 2 }->{ $_->{type} } } } my @from = grep { $_->{count} == 1 && $_->{type} =~ /^[1248]$/ } @chosen;
        my %to = map { $_->{name} => $_ } @to;
        if (@to) {
            push @texts, "resize($B: " . join(',', map { bytes_of([$_], @members) . '=' . size_of($to{ $_->{name} }) } @from) . ')';
            $named = 'resize(RECORD: ' . join(',', map { "$_->{name}=" . size_of($to{ $_->{name} }) } @from) . ')';
            $is_larger = grep { size_of($to{ $_->{name} }) > size_of($_) } @from;
            @members = map { $to{ $_->{name} } // $_ } @members;
        }
    } elsif ($x->{first} && @chosen && @others) {
        push @texts, "$x->{first}($B: " . bytes_of(\@chosen, @members) . ')';
        $named = "$x->{first}(" . $names_of->(@chosen) . ')';
        @members = $x->{first} eq 'drop' ? @others : (@chosen, @others);
    }
    $B = size_of(@members);
    my @parts = ({ members => [@members], B => $B });
    my ($start, $is_whole) = ('', 0);
    my $to = $is_larger ? 'none' : $x->{to};
    if ($to eq 'split' && (my @cuts = grep { $x->{cuts}[ $_ - 1 ] } 1 .. $#members)) {
        my @from = (0, @cuts);
        push @texts, "split($B: " . join(',', map { size_of(@members[ 0 .. $_ - 1 ]) } @cuts) . ')';
        @parts = map { { members => [ @members[ $from[$_] .. ($from[ $_ + 1 ] // @members) - 1 ] ] } } 0 .. $#from;
    } elsif ($to eq 'hot' && (my @hot = reverse grep { $x->{cuts}[ ($_->{name} =~ /(\d+)/)[0] - 1 ] } @members)) {
        my %is_hot = map { $_->{name} => 1 } @hot;
        my @cold = grep { !$is_hot{ $_->{name} } } @members;
        if (@cold) {
            $named = 'split(' . $names_of->(@hot) =~ s/: /: hot=/r . ')' if !@texts;
            push @texts, "split($B: hot=" . bytes_of(\@hot, @members) . ')';
            @parts = ({ members => \@hot }, { members => \@cold });
        }
    } elsif ($to eq 'soa') {
        $named = 'soa(RECORD)' if !@texts;
        push @texts, 'soa(' . join(',', map { size_of($_) } @members) . ')';
        @parts = map { { members => [$_] } } @members;
    } elsif ($to eq 'stride') {
        push @texts, "stride($B: " . ($B + $x->{room}) . ')';
        $parts[0]{B} = $B + $x->{room};
    } elsif ($to eq 'align-elements') {
        my $by = { 1 => 16, 24 => 32 }->{ $x->{room} } // $x->{room};
        push @texts, "align($B: $by)";
        $parts[0]{B} = int(($B + $by - 1) / $by) * $by;
        $start = "align($by)";
    }
    $_->{B} //= size_of(@{ $_->{members} }) for @parts;
    if ($x->{start} && !$start) { push @texts, $start = $x->{start}; }
    push @texts, 'stride(1: 1)' if !@texts;    # it changes nothing
    my $name = "Record$x->{number}";
    return { text => join('+', @texts), named => defined $named ? join('+', $named =~ s/RECORD/$name/r, @texts[ 1 .. $#texts ]) : undef, parts => \@parts, start => $start };
}

my $OWN_AT = 16;    # where in its page an object begins

sub start_of {
    my ($start) = @_;
    my ($how, $n) = $start =~ /^(\w+)\((\d+)\)$/ or return $OWN_AT;
    return $how eq 'offset' ? $OWN_AT + $n : int(($OWN_AT + $n - 1) / $n) * $n;
}

# A rest is what is no whole element; where elements grow or are the result of two layouts it has no place that is told.
sub rest_of {
    my ($d, $x) = @_;
    my $layout = layout_of($x);
    my $is_simple = $layout->{text} =~ /^(?:split|soa|reorder|drop)\([^+]*$/;
    return $is_simple && $x->{rest} < size_of(@{ $x->{members} }) && $d->{language} ne 'f90' ? $x->{rest} : 0;
}

sub matrix_layout {
    my ($x) = @_;
    my ($rows, $columns, $B) = @$x{qw(rows columns B)};
    return 'rows(' . $columns * $B . "+$x->{pad})" if $x->{layout} eq 'rows';
    return "transpose($rows,$columns,$B)" if $x->{layout} eq 'transpose';
    return "tile($rows,$columns,$B,$x->{by}[0]x$x->{by}[1])";
}

# Bytes of the object and where in its page it begins, as it is and with the layout.
sub room {
    my ($d, $x, $is_new) = @_;
    return ($x->{rows} * ($x->{columns} * $x->{B} + ($is_new && $x->{layout} eq 'rows' ? $x->{pad} : 0)), $OWN_AT) if $x->{is_matrix};
    my $layout = layout_of($x);
    return (n_of($x) * size_of(@{ $x->{members} }) + rest_of($d, $x), $OWN_AT) if !$is_new;
    return (n_of($x) * sum0(map { $_->{B} } @{ $layout->{parts} }) + rest_of($d, $x), start_of($layout->{start}));
}

# Where it is: smaller allocations than these have other places, and so have those that shrink to one.
sub place_of { my ($d, $x) = @_; return $x->{place} eq 'heap' && (room($d, $x, 1))[0] >= 8192 ? 'heap' : 'static'; }

# ------------------------------------------------------------ sources

sub index_of {
    my ($x, $is_new, $is_fortran) = @_;
    my ($rows, $columns) = @$x{qw(rows columns)};
    my ($a, $b) = @{ $x->{by} };
    my $wide = $columns + ($is_new && $x->{layout} eq 'rows' ? $x->{pad} / $x->{B} : 0);
    return "(i) * $wide + (j)" if !$is_new || $x->{layout} eq 'rows';
    return "(j) * $rows + (i)" if $x->{layout} eq 'transpose';
    my $rest = $is_fortran ? sub { "mod(($_[0]), $_[1]_8)" } : sub { "($_[0]) % $_[1]" };
    my ($tiles, $tile) = ($columns / $b, $a * $b);
    return "((i) / $a * $tiles + (j) / $b) * $tile + " . $rest->('i', $a) . " * $b + " . $rest->('j', $b);
}

sub c_fields { return join ' ', map { "$TYPE{ $_->{type} }[0] $_->{name}" . ($_->{count} > 1 ? "[$_->{count}]" : '') . ';' } @_; }

# Declarations of one version: the type, and macros for its members, sizes and places.
sub c_version {
    my ($d, $x, $is_new) = @_;
    my $k = $x->{number};
    my ($B, $at) = room($d, $x, $is_new);
    my @lines = ("#define SIZE_$k $B", "#define PLACE_$k $at");
    if ($x->{is_matrix}) {
        my $type = $x->{B} == 8 ? 'double' : 'int';
        return (@lines, "typedef volatile $type* X$k;", "#define R$k(i, j) x$k\[" . index_of($x, $is_new, 0) . ']');
    }
    push @lines, "#define REST_$k(j) ((volatile char*)x$k)[" . ($B - rest_of($d, $x)) . ' + (j)]' if rest_of($d, $x);
    if (!$is_new) {
        return (@lines, "struct Record$k { " . c_fields(@{ $x->{members} }) . ' } __attribute__((packed));', "typedef volatile struct Record$k* X$k;",
            map { "#define R${k}_$_->{name}(i) x$k\[i].$_->{name}" } @{ $x->{members} });
    }
    my @parts = @{ layout_of($x)->{parts} };
    for my $p (0 .. $#parts) {
        my $more = $parts[$p]{B} - size_of(@{ $parts[$p]{members} });
        push @lines, "struct Part${k}_$p { " . c_fields(@{ $parts[$p]{members} }) . ($more ? " char more[$more];" : '') . ' } __attribute__((packed));';
    }
    return (@lines, "struct Record$k { " . join(' ', map { "struct Part${k}_$_ p$_\[${\ n_of($x)}];" } 0 .. $#parts) . ' };', "typedef volatile struct Record$k* X$k;",
        map { my $p = $_; map { "#define R${k}_$_->{name}(i) x$k->p$p\[i].$_->{name}" } @{ $parts[$p]{members} } } 0 .. $#parts);
}

sub f_fields { return map { "      $TYPE{ $_->{type} }[1] :: $_->{name}" . ($_->{count} > 1 ? '(0:' . ($_->{count} - 1) . ')' : '') } @_; }

# In Fortran types are declared where they are used: a macro has them.
sub f_version {
    my ($d, $x, $is_new) = @_;
    my $k = $x->{number};
    my ($B, $at) = room($d, $x, $is_new);
    my @lines = ("#define SIZE_$k $B", "#define PLACE_$k $at");
    if ($x->{is_matrix}) {
        my $last = $B / $x->{B} - 1;
        return (\@lines, [ '   ' . ($x->{B} == 8 ? 'real(8)' : 'integer(4)') . ", volatile :: x$k(0:$last)" ], [ "#define R$k(i, j) x$k(" . index_of($x, $is_new, 1) . ')' ]);
    }
    my $last = n_of($x) - 1;
    if (!$is_new) {
        return (\@lines, [ "   type record$k", '      sequence', f_fields(@{ $x->{members} }), '   end type', "   type(record$k), volatile :: x$k(0:$last)" ], [ map { "#define R${k}_$_->{name}(i) x$k(i)%$_->{name}" } @{ $x->{members} } ]);
    }
    my @parts = @{ layout_of($x)->{parts} };
    my @declared;
    for my $p (0 .. $#parts) {
        my $more = $parts[$p]{B} - size_of(@{ $parts[$p]{members} });
        push @declared, "   type part${k}_$p", '      sequence', f_fields(@{ $parts[$p]{members} }), $more ? "      integer(1) :: more($more)" : (), '   end type';
    }
    return (\@lines, [ @declared, "   type record$k", '      sequence', (map { "      type(part${k}_$_) :: p$_(0:$last)" } 0 .. $#parts), '   end type', "   type(record$k), volatile :: x$k" ],
        [ map { my $p = $_; map { "#define R${k}_$_->{name}(i) x$k%p$p(i)%$_->{name}" } @{ $parts[$p]{members} } } 0 .. $#parts ]);
}

# What a walk does that can still be done: of { at: the place, op, type, is_gone: with the layout }.
sub operations {
    my ($d, $w, $is_fortran) = @_;
    my @all;
    for my $op (@{ $w->{ops} }) {
        my ($x) = grep { $_->{number} == $op->{of} } @{ $d->{data} };
        next if !$x;
        my $k = $op->{of};
        if ($x->{is_matrix}) {
            my ($i, $j) = map { my ($n, $by) = @$_; $by ? "$n " . ($by < 0 ? '-' : '+') . ' ' . abs $by : $n } [ i => $op->{i} ], [ j => $op->{j} ];
            push @all, { at => "R$k($i, $j)", op => $op->{op}, type => $x->{B} == 8 ? '8f' : 4, is_gone => 0 };
            next;
        }
        if ($op->{rest} && rest_of($d, $x) >= $op->{rest}) {
            push @all, { at => "REST_$k(" . ($op->{rest} - 1) . ')', op => $op->{op}, type => 1, is_gone => 0 };
            next;
        }
        my ($m) = grep { $_->{name} eq $op->{member} } @{ $x->{members} } or next;
        my ($new) = grep { $_->{name} eq $op->{member} } map { @{ $_->{members} } } @{ layout_of($x)->{parts} };
        my $index = $op->{at} % $m->{count};
        push @all, { at => "R${k}_$m->{name}(i)" . ($m->{count} < 2 ? '' : $is_fortran ? "($index)" : "[$index]"), op => $op->{op}, type => $m->{type}, is_gone => $new ? 0 : 1 };
    }
    return @all;
}

# Those that have members.
sub all_data { my ($d) = @_; return grep { $_->{is_matrix} || @{ $_->{members} } } @{ $d->{data} }; }

# Of a walk: the numbers of its data, in order; none if one of them is no more.
sub data_of {
    my ($d, $w) = @_;
    my %all = map { $_ => 1 } $w->{of}, $w->{with};
    my @x = grep { $all{ $_->{number} } } all_data($d);
    return @x == keys %all ? @x : ();
}

# Elements of a record, of the shortest of several. All are larger than what an allocator does not map.
sub n_of { my (@x) = @_; return min(map { int $_->{B} / size_of(@{ $_->{members} }) } @x); }

sub c_text {
    my ($d) = @_;
    my $is_cc = $d->{language} eq 'cc';
    my @lines = ($is_cc ? ('#include <cstdlib>', '#define EXPORT extern "C" __attribute__((noinline))', '#define ALLOCATE(size) new char[size]') : ('#include <stdlib.h>', '#define EXPORT __attribute__((noinline))', '#define ALLOCATE(size) malloc(size)'), '#define AGAIN(i) ({ unsigned long i_ = i; __asm__ volatile("" : "+r"(i_)); i_; })');
    my @data = all_data($d);
    push @lines, '#ifdef NEW', (map { c_version($d, $_, 1) } @data), '#else', (map { c_version($d, $_, 0) } @data), '#endif';
    push @lines, "EXPORT void* make_$_->{number}(void)", '{', "    char* p = (char*)ALLOCATE(SIZE_$_->{number} + PLACE_$_->{number} - $OWN_AT);", '    __asm__ volatile("" : "+r"(p));', "    return p + PLACE_$_->{number} - $OWN_AT;", '}' for grep { place_of($d, $_) eq 'heap' } @data;
    for my $w (@{ $d->{walks} }) {
        my @x = data_of($d, $w) or next;
        push @lines, "EXPORT long walk_$w->{number}(" . join(', ', map { "X$_->{number} x$_->{number}" } @x) . ')', '{', '    long sum = 0;';
        if ($w->{is_matrix}) {
            my %loop = (i => 'for (unsigned long i = 1; i < ' . (min(map { $_->{rows} } @x) - 1) . '; i++)', j => 'for (unsigned long j = 1; j < ' . (min(map { $_->{columns} } @x) - 1) . '; j++)');
            push @lines, "    $loop{ substr $w->{order}, 0, 1 }", "    $loop{ substr $w->{order}, 1, 1 } {";
        } else {
            my $n = n_of(@x);
            my ($from, $step) = ($w->{start} % $n, abs($w->{step}) % $n);
            push @lines, "    for (unsigned long t = 0, i = $from; t < $w->{most}; t++, " . ($w->{step} < 0 ? "i = i ? i - 1 : $n - 1" : "i = i + $step < $n ? i + $step : i + $step - $n") . ') {';
        }
        for my $op (operations($d, $w, 0)) {
            push @lines, '#ifndef NEW' if $op->{is_gone};
            # where a place is, is computed anew for each access: what is kept for later would be on the stack
            my $at = $op->{at} =~ s/\b([ij])\b/AGAIN($1)/gr;
            push @lines, '        ' . { load => "sum += (long)$at;", store => "$at = 3;", modify => "$at = $at + 1;" }->{ $op->{op} };
            push @lines, '#endif' if $op->{is_gone};
        }
        push @lines, '    }', '    return sum;', '}';
    }
    return join '', map { "$_\n" } @lines;
}

sub f_text {
    my ($d) = @_;
    my @data = all_data($d);
    my @new = map { [ f_version($d, $_, 1) ] } @data;
    my @own = map { [ f_version($d, $_, 0) ] } @data;
    my @lines = ('#ifdef NEW', (map { @{ $_->[0] }, @{ $_->[2] } } @new), '#else', (map { @{ $_->[0] }, @{ $_->[2] } } @own), '#endif');
    push @lines, "integer(8) function make_$_->{number}()", '   integer(1), pointer :: x(:)', "   allocate(x(SIZE_$_->{number} + PLACE_$_->{number} - $OWN_AT))", "   make_$_->{number} = loc(x) + PLACE_$_->{number} - $OWN_AT", 'end function' for grep { place_of($d, $_) eq 'heap' } @data;
    for my $w (@{ $d->{walks} }) {
        my @x = data_of($d, $w) or next;
        my %is = map { $_->{number} => 1 } @x;
        my @at = grep { $is{ $data[$_]{number} } } 0 .. $#data;
        push @lines, "integer(8) function walk_$w->{number}(" . join(', ', map { "x$_->{number}" } @x) . ') result(total)', '#ifdef NEW', (map { @{ $new[$_][1] } } @at), '#else', (map { @{ $own[$_][1] } } @at), '#endif', '   integer(8) :: t, i, j', '   total = 0';
        if ($w->{is_matrix}) {
            my %loop = (i => '   do i = 1, ' . (min(map { $_->{rows} } @x) - 2), j => '   do j = 1, ' . (min(map { $_->{columns} } @x) - 2));
            push @lines, map { $loop{$_} } split //, $w->{order};
        } else {
            my $n = n_of(@x);
            push @lines, '   i = ' . $w->{start} % $n, "   do t = 0, $w->{most} - 1";
        }
        # Each access loads where its array is from the stack; what the layout drops would do so, too.
        for my $op (grep { !$_->{is_gone} } operations($d, $w, 1)) {
            my $plus = $op->{type} =~ /f/ ? '1' : "1_$op->{type}";
            push @lines, '      ' . { load => "total = total + int($op->{at}, 8)", store => "$op->{at} = 3", modify => "$op->{at} = $op->{at} + $plus" }->{ $op->{op} };
        }
        if ($w->{is_matrix}) { push @lines, '   end do'; }
        else {
            my $n = n_of(@x);
            my $step = abs($w->{step}) % $n;
            push @lines, $w->{step} < 0 ? ('      i = i - 1', "      if (i < 0) i = $n - 1") : ("      i = i + $step", "      if (i >= $n) i = i - $n");
        }
        push @lines, '   end do', 'end function';
    }
    return join '', map { "$_\n" } @lines;
}

my $DRIVER = <<'END' . $USE_UP_HEAP . <<'END';
#define _GNU_SOURCE
#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

enum { FLUSH_B = 1 << 18, LINE_B = 32 };
static char flushed[FLUSH_B] __attribute__((aligned(4096)));

END

__attribute__((noinline)) static void flush(void)
{
    for (int r = 0; r < 2; r++)
        for (long i = 0; i < FLUSH_B; i += LINE_B) ((volatile char*)flushed)[i]++;
}

// What is called keeps no register, so that none is saved on the stack: the versions may need another number of them.
__attribute__((noinline)) long counted(long (*walk)(void*, void*), void* x, void* y)
{
    const long n = walk(x, y);
    __asm__ volatile("" : : : "rbx", "rbp", "r12", "r13", "r14", "r15");
    return n;
}

__attribute__((noinline)) static long called(long (*walk)(void*, void*), void* x, void* y)
{
    const long n = walk(x, y);
    __asm__ volatile("" : : : "rbx", "rbp", "r12", "r13", "r14", "r15");
    return n;
}

static long sum;
static void run(long (*walk)(void*, void*), void* x, void* y)
{
    sum += called(walk, x, y);
    flush();
    sum += counted(walk, x, y);
    flush();    // nothing is left of what was counted when the code of another walk is loaded, which has another length
}

END

sub driver_text {
    my ($d) = @_;
    my $end = $d->{language} eq 'f90' ? '_' : '';
    my @data = all_data($d);
    my @lines;
    for my $is_new (1, 0) {
        push @lines, $is_new ? '#ifdef NEW' : '#else', '__asm__(".bss\n"';
        for my $x (grep { place_of($d, $_) eq 'static' } @data) {
            my ($B, $at) = room($d, $x, $is_new);
            push @lines, "    \".balign 4096\\n.zero $at\\n.globl x$x->{number}\\n.type x$x->{number},\@object\\n.size x$x->{number},$B\\nx$x->{number}: .zero $B\\n.balign 4096\\n\"";
        }
        push @lines, '    ".text\n");';
    }
    push @lines, '#endif', (map { place_of($d, $_) eq 'static' ? "extern char x$_->{number}\[];" : "void* make_$_->{number}$end(void);" } @data);
    my @walks = grep { data_of($d, $_) } @{ $d->{walks} };
    push @lines, map { "long walk_$_->{number}$end(void*, void*);" } @walks;
    push @lines, '', 'int main(void)', '{', '    use_up_heap();', (map { "    void* p$_->{number} = " . (place_of($d, $_) eq 'static' ? "x$_->{number};" : "(void*)called(make_$_->{number}$end, NULL, NULL);") } @data),
        (map { my @p = map { "p$_->{number}" } data_of($d, $_); "    run(walk_$_->{number}$end, $p[0], " . ($p[1] // 'NULL') . ');' } @walks), '    _exit(sum == 1);', '}';
    return $DRIVER . join '', map { "$_\n" } @lines;
}

sub files {
    my ($d) = @_;
    return ([ 'driver.c', driver_text($d) ], [ $d->{language} eq 'f90' ? 'program.F90' : "program.$d->{language}", $d->{language} eq 'f90' ? f_text($d) : c_text($d) ]);
}

# ------------------------------------------------------------ what is compared

# A JSON text, or what it says.
sub decoded { my ($text) = @_; return ref $text ? $text : JSON::PP->new->utf8->decode($text); }

my $FLAGS = '-O1 -g -w -fno-jump-tables';
my $KEEPS_NONE = join ' ', "-ffixed-rbp", map { "-fcall-used-$_" } qw(rbx r12 r13 r14 r15);

# The command for one version, in its folder.
sub commands {
    my ($d) = @_;
    my $compiler = $COMPILER{ $d->{language} };
    my ($source) = map { $_->[0] } grep { $_->[0] =~ /^program/ } files($d);
    my $more = $d->{language} eq 'f90' ? ' -fno-inline -cpp -ffree-line-length-none -fpack-derived' : '';
    return map {
        my $define = $_ eq 'new' ? '-DNEW ' : '';
        "gcc $FLAGS $define-c -o driver.o driver.c && $compiler $FLAGS $define$KEEPS_NONE$more -c -o program.o $source && $compiler -static -Wl,-Tdata=0x2000000 -o $_/program driver.o program.o"
    } qw(own new);
}

# Options with names of members where they can have them, and the options that these are for the tool.
sub named_options {
    my ($d) = @_;
    my @x = grep { !$_->{is_matrix} && $d->{by_name} && defined layout_of($_)->{named} } all_data($d);
    return map { my ($k, $layout) = ($_->{number}, layout_of($_)); [ "--what-if=x$k:$layout->{named}", "--what-if=x$k:$layout->{text}" ] } @x;
}

sub what_if {
    my ($d) = @_;
    my $end = $d->{language} eq 'f90' ? '_' : '';
    return map { '--what-if=' . (place_of($d, $_) eq 'static' ? "x$_->{number}" : "make_$_->{number}$end") . ':' . ($_->{is_matrix} ? matrix_layout($_) : layout_of($_)->{text}) } all_data($d);
}

sub options {
    my ($d) = @_;
    return (@{ $d->{caches} }, qw(--cacheuse=yes --collect-objects=yes --toggle-collect=counted), $d->{classes} ? '--miss-classes=yes' : ());
}

# Options of each run, by the folder of its program.
sub runs {
    my ($d) = @_;
    return (own => [ options($d), $d->{beside} ? () : '--what-if-only=yes', what_if($d) ], new => [ options($d) ]);
}

# Costs of each object by its number and event; what is of the program's own accesses and allocations is left out.
sub costs {
    my ($d, $text) = @_;
    my $data = decoded($text);
    my @events = grep { $data->{events}[$_] !~ /^(?:Dr|Dw|Cy.*|D1ConfOther)\z/ } 0 .. $#{ $data->{events} };
    my %sum;
    for my $o (@{ $data->{objects} }) {
        my @names = $o->{kind} eq 'heap' ? map { $data->{functions}[ $_->[0] ]{name} } @{ $data->{stacks}[ $o->{stack} ] } : $o->{name} // '';
        my ($k) = map { /^(?:x|make_)(\d+)_?\z/ ? $1 : () } @names;
        next if !defined $k;
        $sum{$k}{ $data->{events}[$_] } += $o->{cost}[$_] for @events;
    }
    return \%sum;
}

# Loads and stores of the stack. What a compiler keeps there is the rewritten program's own, and pushes other data out of the caches.
sub stack_accesses {
    my ($text) = @_;
    my $data = decoded($text);
    my @at = grep { $data->{events}[$_] =~ /^D[rw]\z/ } 0 .. $#{ $data->{events} };
    return sum0(map { @{ $_->{cost} }[@at] } grep { $_->{kind} eq 'stack' } @{ $data->{objects} });
}

sub differences {
    my ($d, $run) = @_;
    my @on_stack = map { stack_accesses($run->{$_}{data}) } qw(own new);
    return ([], 0, "not compared: the versions access the stack $on_stack[0] and $on_stack[1] times") if $on_stack[0] != $on_stack[1];
    my $predicted = costs($d, $run->{own}{ $d->{beside} ? 'what-if.data' : 'data' });
    my $found = costs($d, $run->{new}{data});
    my ($n, @wrong) = (0);
    my @named = named_options($d);
    for my $i (0 .. $#named) {
        my ($text, $bytes) = @{ $named[$i] };
        my $got = $run->{named}[$i] // 'nothing';
        push @wrong, "$text is $got for the tool, must be $bytes" if $got ne $bytes;
        $n++;
    }
    for my $x (all_data($d)) {
        my $k = $x->{number};
        my ($what_if) = grep { /=(?:x|make_)$k\b|_${k}_:/ } what_if($d);
        for my $event (sort keys %{ { %{ $predicted->{$k} // {} }, %{ $found->{$k} // {} } } }) {
            $n++;
            my ($p, $f) = ($predicted->{$k}{$event} // 0, $found->{$k}{$event} // 0);
            push @wrong, "$what_if: $event: $p predicted, $f found" if $p != $f;
        }
    }
    return (\@wrong, $n);
}

# Runs with one changed figure each, which must be noticed: [ what is changed, run ].
sub damaged {
    my ($d, $run) = @_;
    my $file = $d->{beside} ? 'what-if.data' : 'data';
    my $said = decoded($run->{own}{$file});
    my $found = decoded($run->{new}{data});
    my ($k) = map { $_->{number} } all_data($d);
    my @all;
    for my $event (sort keys %{ costs($d, $said)->{$k} // {} }) {
        my $data = dclone($said);
        my ($at) = grep { $data->{events}[$_] eq $event } 0 .. $#{ $data->{events} };
        my ($o) = grep { my $one = { %$data, objects => [$_] }; costs($d, $one)->{$k} } @{ $data->{objects} };
        $o->{cost}[$at]++;
        push @all, [ $event, { new => { %{ $run->{new} }, data => $found }, own => { %{ $run->{own} }, $file => $data } } ];
    }
    return @all;
}

1;
