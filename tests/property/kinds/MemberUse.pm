# SPDX-License-Identifier: GPL-3.0-or-later
#
# MemberUse: random structures in C, C++ and Fortran, whose members programs load and store, and count it; what xgrind_annotate says of members.
#
# Objects are arrays of structures, variables or allocated. A walk goes over elements and accesses members of each. The program prints, as its
# compiler has them, offset and size of each member, and of what is accessed, and how many elements each walk has met in each object. A member's loads
# are those of its byte with most.

package MemberUse;
use strict;
use warnings;
use Chance;
use JSON::PP;
use List::Util qw(max);
use Storable qw(dclone);

my %COMPILER = (c => 'gcc', cc => 'g++', f90 => 'gfortran');
my %TYPES = (
    c   => [ qw(char short int long float double), 'unsigned char', 'long double', 'char*', '_Bool', 'enum Colour' ],
    cc  => [ qw(char short int long float double bool), 'unsigned long', 'long double', 'char*', 'Colour' ],
    f90 => [ qw(integer(1) integer(2) integer(4) integer(8) real(4) real(8) logical), 'character(len=5)', 'complex(4)' ],
);

# ------------------------------------------------------------ descriptions

# { language, optimize, structs: of { number, base, members: of { name, type or struct, dims } }, objects: of { number, struct, n, where, by, times },
#   walks: of { number, object, step, start, most, ops: of { op, path: names, pick: which element of arrays } } }.
sub describe {
    my $language = one_of(qw(c c cc f90));
    my @structs;
    push @structs, structure($language, \@structs) for 1 .. between(1, 4);
    my %d = (language => $language, optimize => one_of(qw(-O0 -O1 -O2)), structs => \@structs);
    $d{objects} = [ map { object($_, $language, one_of(@structs)) } 1 .. between(2, 4) ];
    my $n = 0;
    $d{walks} = [ map { my $o = $_; map { walk(++$n, $o, \%d) } 1 .. between(1, 2) } @{ $d{objects} } ];
    return \%d;
}

sub structure {
    my ($language, $before) = @_;
    my $number = @$before + 1;
    my @members;
    for my $i (1 .. between(1, 7)) {
        my %m = (name => "m${number}_$i", dims => chance(30) ? [ map { between(1, 5) } 1 .. between(1, 2) ] : []);
        if   (@$before && chance(25)) { $m{struct} = one_of(@$before)->{number}; }
        else                          { $m{type} = one_of(@{ $TYPES{$language} }); }
        push @members, \%m;
    }
    return { number => $number, base => $language eq 'cc' && @$before && chance(30) ? one_of(@$before)->{number} : 0, members => \@members };
}

sub object {
    my ($number, $language, $struct) = @_;
    my $is_heap = chance(50);
    my $by = { c => [ 'malloc(%1$d * sizeof(struct S%2$d))', '(struct S%2$d*)malloc(%1$d * sizeof(struct S%2$d))', 'malloc(sizeof(struct S%2$d) * %1$d)', 'malloc(%1$d * sizeof *h%3$d)' ],
        cc => [ 'new S%2$d[%1$d]', '(S%2$d*)malloc(%1$d * sizeof(S%2$d))', 'static_cast<S%2$d*>(std::malloc(%1$d * sizeof(S%2$d)))' ], f90 => [''] }->{$language};
    return { number => $number, struct => $struct->{number}, n => one_of(1, between(1, 6), between(2, 60)), where => $is_heap ? 'heap' : 'static', by => one_of(@$by), times => $is_heap && chance(30) ? 3 : 1 };
}

sub walk {
    my ($number, $object, $d) = @_;
    my @leaves = leaves($d, $object->{struct});
    return { number => $number, object => $object->{number}, start => between(0, 20), step => one_of(1, 1, 2, 3, 7), most => between(1, 60),
        ops => [ map { { op => one_of(qw(load load store)), path => one_of(@leaves)->{path}, pick => between(0, 30) } } 1 .. between(1, 4) ] };
}

sub with_number { my ($list, $n) = @_; return (grep { $_->{number} == $n } @$list)[0]; }

# What is a member to xgrind: of { path: members down to it, name }; members of structures, but not of arrays of them.
sub leaves {
    my ($d, $number) = @_;
    my $s = with_number($d->{structs}, $number) or return;
    my @all = $s->{base} ? leaves($d, $s->{base}) : ();
    for my $m (@{ $s->{members} }) {
        if ($m->{struct} && !@{ $m->{dims} }) {
            push @all, map { { path => [ $m->{name}, @{ $_->{path} } ], name => "$m->{name}.$_->{name}" } } leaves($d, $m->{struct});
            next;
        }
        next if $m->{struct} && !leaves($d, $m->{struct});
        my $n = 1;
        $n *= $_ for @{ $m->{dims} };
        push @all, { path => [ $m->{name} ], name => $m->{name} . (@{ $m->{dims} } ? "[$n]" : '') };
    }
    return @all;
}

# The last member of a path from a structure, or undef if there is none any more; of arrays of structures, the first member of an element is added.
sub resolved {
    my ($d, $number, $path, $pick) = @_;
    my ($m, @text);
    my @path = @$path;
    while (1) {
        my $s = with_number($d->{structs}, $number) or return;
        if (!@path) {
            my ($first) = leaves($d, $number) or return;
            @path = @{ $first->{path} };
        }
        my $name = shift @path;
        $m = member_of($d, $s, $name) or return;
        my @index;
        for my $dim (@{ $m->{dims} }) { push @index, $pick % $dim; $pick = int($pick / $dim); }
        push @text, [ $name, @index ];
        last if !$m->{struct};
        $number = $m->{struct};
    }
    return ($m, @text);
}

sub member_of {
    my ($d, $s, $name) = @_;
    my ($m) = grep { $_->{name} eq $name } @{ $s->{members} };
    return $m if $m || !$s->{base};
    my $base = with_number($d->{structs}, $s->{base}) or return;
    return member_of($d, $base, $name);
}

# Walks over an object that there still is, whose accesses can be made: of { ops: of { is_load, member, text } }.
sub walks_of {
    my ($d, $o) = @_;
    my @walks;
    for my $w (grep { $_->{object} == $o->{number} } @{ $d->{walks} }) {
        my @ops;
        for my $op (@{ $w->{ops} }) {
            my ($m, @text) = resolved($d, $o->{struct}, $op->{path}, $op->{pick});
            push @ops, { is_load => $op->{op} eq 'load' ? 1 : 0, member => $m, text => \@text } if $m;
        }
        push @walks, { %$w, ops => \@ops } if @ops;
    }
    return @walks;
}

# Objects of structures that have members.
sub objects { my ($d) = @_; return grep { leaves($d, $_->{struct}) } @{ $d->{objects} }; }

# ------------------------------------------------------------ C and C++

sub c_path { return join '.', map { my ($name, @index) = @$_; $name . join '', map { "[$_]" } @index } @_; }

sub c_structs {
    my ($d) = @_;
    my @lines;
    for my $s (grep { leaves($d, $_->{number}) } @{ $d->{structs} }) {
        my $base = $s->{base} && leaves($d, $s->{base}) ? " : S$s->{base}" : '';
        push @lines, "struct S$s->{number}$base {";
        for my $m (@{ $s->{members} }) {
            next if $m->{struct} && !leaves($d, $m->{struct});
            push @lines, '    ' . ($m->{struct} ? "struct S$m->{struct}" : $m->{type}) . " $m->{name}" . join('', map { "[$_]" } @{ $m->{dims} }) . ';';
        }
        push @lines, '};';
    }
    return @lines;
}

sub c_text {
    my ($d) = @_;
    my @lines = ('#include <stddef.h>', '#include <stdio.h>', $d->{language} eq 'cc' ? ('#include <cstdlib>', 'using std::malloc;') : '#include <stdlib.h>',
        '', '#define OWN __attribute__((noipa))', 'enum Colour { RED, GREEN, BLUE };', c_structs($d), 'static long rounds[100];', 'static volatile long sink;    // a load whose value nobody uses is none for Valgrind');
    my (@main, @print);
    for my $o (objects($d)) {
        my ($k, $type) = ($o->{number}, "struct S$o->{struct}");
        if ($o->{where} eq 'static') { push @lines, "$type v$k\[$o->{n}];"; }
        else {
            push @lines, "static $type* h$k;", "OWN static void create_$k(void)", '{', "    h$k = " . sprintf($o->{by}, $o->{n}, $o->{struct}, $k) . ';', '}';
        }
        my $x = $o->{where} eq 'static' ? "v$k" : "h$k";
        my @walks = walks_of($d, $o);
        for my $w (@walks) {
            push @lines, "OWN static long walk_$w->{number}(volatile $type* x)", '{', "    long sum = 0, i = 0, k = $w->{start} % $o->{n};", "    for (; i < $w->{most}; i++) {";
            push @lines, $_->{is_load} ? '        sum += (long)x[k].' . c_path(@{ $_->{text} }) . ';' : '        x[k].' . c_path(@{ $_->{text} }) . " = ($_->{member}{type})(long)(i & 1);" for @{ $w->{ops} };
            push @lines, "        k = (k + $w->{step}) % $o->{n};", '    }', '    sink += sum;', '    return i;', '}';
            my $i = 0;
            push @print, "    printf(\"access $w->{number} $_->{is_load} %zu %zu %ld\\n\", offsetof($type, " . c_path(@{ $_->{text} }) . "), sizeof(((${type}*)0)->" . c_path(@{ $_->{text} }) . "), rounds[$w->{number}]);" for @{ $w->{ops} };
        }
        for (1 .. $o->{times}) {
            push @main, "    create_$k();" if $o->{where} eq 'heap' && $_ == 1;
            push @main, "    rounds[$_->{number}] += walk_$_->{number}($x);" for @walks;
        }
        push @print, "    printf(\"object $k %zu\\n\", sizeof($type));";
        for my $leaf (leaves($d, $o->{struct})) {
            my $path = join '.', @{ $leaf->{path} };
            push @print, "    printf(\"member $k $leaf->{name} %zu %zu\\n\", offsetof($type, $path), sizeof(((${type}*)0)->$path));";
        }
    }
    return join '', map { "$_\n" } @lines, '', 'int main(void)', '{', @main, @print, '    return 0;', '}';
}

# ------------------------------------------------------------ Fortran

sub f_path { return join '%', map { my ($name, @index) = @$_; $name . (@index ? '(' . join(', ', map { $_ + 1 } @index) . ')' : '') } @_; }

sub f_structs {
    my ($d) = @_;
    my @lines;
    for my $s (grep { leaves($d, $_->{number}) } @{ $d->{structs} }) {
        push @lines, "   type s$s->{number}";
        for my $m (@{ $s->{members} }) {
            next if $m->{struct} && !leaves($d, $m->{struct});
            push @lines, '      ' . ($m->{struct} ? "type(s$m->{struct})" : $m->{type}) . " :: $m->{name}" . (@{ $m->{dims} } ? '(' . join(', ', @{ $m->{dims} }) . ')' : '');
        }
        push @lines, '   end type';
    }
    return @lines;
}

sub f_load {
    my ($type, $at) = @_;
    return "ichar($at(1:1))" if $type =~ /^character/;
    return "merge(1, 0, $at)" if $type eq 'logical';
    return "int($at)";
}

sub f_value { my ($type) = @_; return $type =~ /^character/ ? "'abcde'" : $type eq 'logical' ? '.true.' : 'iand(i, 1_8)'; }

sub f_text {
    my ($d) = @_;
    my (@head, @functions, @main, @print, @declared);
    for my $o (objects($d)) {
        my ($k, $type) = ($o->{number}, "type(s$o->{struct})");
        push @head, $o->{where} eq 'static' ? "   $type, target :: v$k($o->{n})" : "   $type, allocatable, target :: h$k(:)";
        push @functions, "   subroutine create_$k()", "      allocate(h$k($o->{n}))", '   end subroutine' if $o->{where} eq 'heap';
        my $x = $o->{where} eq 'static' ? "v$k" : "h$k";
        push @declared, "   $type, target :: t$k";
        my @walks = walks_of($d, $o);
        for my $w (@walks) {
            push @functions, "   function walk_$w->{number}(x) result(i)", "      $type, volatile :: x(0:*)", '      integer(8) :: i, k, total', '      total = 0', '      i = 0', "      k = mod($w->{start}, $o->{n})", "      do while (i < $w->{most})";
            for my $op (@{ $w->{ops} }) {
                my $at = 'x(k)%' . f_path(@{ $op->{text} });
                push @functions, $op->{is_load} ? "         total = total + " . f_load($op->{member}{type}, $at) : "         $at = " . f_value($op->{member}{type});
                my $t = "t$k%" . f_path(@{ $op->{text} });
                push @print, "   print *, 'access', $w->{number}, $op->{is_load}, loc($t) - loc(t$k), sizeof($t), rounds($w->{number})";
            }
            push @functions, "         k = mod(k + $w->{step}, $o->{n}_8)", '         i = i + 1', '      end do', '      sink = total', '   end function';
        }
        for (1 .. $o->{times}) {
            push @main, "   call create_$k()" if $o->{where} eq 'heap' && $_ == 1;
            push @main, "   rounds($_->{number}) = rounds($_->{number}) + walk_$_->{number}($x)" for @walks;
        }
        push @print, "   print *, 'object', $k, sizeof(t$k)";
        for my $leaf (leaves($d, $o->{struct})) {
            my $path = join '%', @{ $leaf->{path} };
            push @print, "   print *, 'member', $k, '$leaf->{name}', loc(t$k%$path) - loc(t$k), sizeof(t$k%$path)" =~ s/, '/, ' /r =~ s/' member'/'member'/r;
        }
    }
    return join '', map { "$_\n" } 'module things', f_structs($d), @head, '   integer(8) :: rounds(100) = 0', '   integer(8), volatile :: sink', 'contains', @functions, 'end module', 'program main', '   use things', @declared, @main, @print, 'end program';
}

sub files { my ($d) = @_; return [ "program.$d->{language}", $d->{language} eq 'f90' ? f_text($d) : c_text($d) ]; }

# ------------------------------------------------------------ what is compared

# A JSON text, or what it says.
sub decoded { my ($text) = @_; return ref $text ? $text : JSON::PP->new->utf8->decode($text); }

sub commands { my ($d) = @_; return "$COMPILER{ $d->{language} } -g -w $d->{optimize} -fno-optimize-sibling-calls" . ($d->{language} eq 'f90' ? ' -fno-inline -fno-ipa-cp -ffree-line-length-none' : '') . " -static -o own/program program.$d->{language}"; }

sub runs { return (own => ['--object-bytes=yes']); }

sub wants_tables { return 1; }

# Figures of members, by their names, as the tables have them.
sub reported {
    my ($d, $tables) = @_;
    my %figures;
    my %is_object = map { ($_->{where} eq 'static' ? 'v' : 'h') . $_->{number} => $_ } objects($d);
    for my $o (@{ decoded($tables)->{objects} }) {
        my ($name) = $o->{kind} eq 'static' ? $o->{name} =~ /(?:^|_|MOD_|\W)(v\d+)$/ : $o->{name} =~ /create_(\d+)/ ? "h$1" : ();
        my $own = defined $name ? $is_object{$name} : undef;
        next if !$own;
        $figures{"$name: bytes"} = $o->{size_B};
        $figures{"$name: variable"} = $o->{variable} if $o->{kind} eq 'heap';
        my $m = $o->{members};
        $figures{"$name: members"} = $m ? 'known' : 'unknown';
        next if !$m;
        $figures{"$name: bytes of an element"} = $m->{element_B};
        $figures{"$name: type"} = $m->{type} =~ s/^struct //r;
        for my $member (@{ $m->{list} }) {
            $figures{"$name: $member->{name}: offset, bytes"} = "$member->{offset}, $member->{size_B}";
            $figures{"$name: $member->{name}: loads"} = $member->{loads};
            $figures{"$name: $member->{name}: stores"} = $member->{stores};
        }
    }
    return \%figures;
}

# What the program has printed. An object that is not accessed need not be listed.
sub expected {
    my ($d, $printed) = @_;
    my (%figures, %size_B, %bytes, %members);
    for (split /\n/, $printed) {
        my ($what, $n, @rest) = split;
        if    ($what eq 'object') { $size_B{$n} = $rest[0]; }
        elsif ($what eq 'member') { push @{ $members{$n} }, \@rest; }
        else {
            my ($w) = grep { $_->{number} == $n } @{ $d->{walks} };
            my ($is_load, $offset, $B, $rounds) = @rest;
            $bytes{ $w->{object} }{$is_load}{$_} += $rounds for $offset .. $offset + $B - 1;
        }
    }
    for my $o (grep { $bytes{ $_->{number} } } objects($d)) {
        my $k = $o->{number};
        my $name = ($o->{where} eq 'static' ? 'v' : 'h') . $k;
        $figures{"$name: bytes"} = $o->{n} * $size_B{$k};
        $figures{"$name: variable"} = "h$k" if $o->{where} eq 'heap';
        $figures{"$name: members"} = 'known';
        $figures{"$name: bytes of an element"} = $size_B{$k};
        $figures{"$name: type"} = ($d->{language} eq 'f90' ? 's' : 'S') . $o->{struct};
        my $is_counted = $o->{n} * $size_B{$k} <= 4096;
        for my $m (@{ $members{$k} }) {
            my ($member, $offset, $B) = @$m;
            $figures{"$name: $member: offset, bytes"} = "$offset, $B";
            next if !$is_counted;
            $figures{"$name: $member: loads"}  = max(map { $bytes{$k}{1}{$_} // 0 } $offset .. $offset + $B - 1);
            $figures{"$name: $member: stores"} = max(map { $bytes{$k}{0}{$_} // 0 } $offset .. $offset + $B - 1);
        }
    }
    return \%figures;
}

sub differences {
    my ($d, $run) = @_;
    my ($got, $want) = (reported($d, $run->{tables}), expected($d, $run->{stdout}));
    my %accessed = map { s/:.*//r => 1 } keys %$want;
    my @wrong;
    for my $what (sort keys %{ { %$got, %$want } }) {
        next if !$accessed{ $what =~ s/:.*//r };
        next if $what =~ /: (?:loads|stores)$/ && !exists $want->{$what};    # of large objects
        push @wrong, "$what: " . ($got->{$what} // 'nothing') . ', must be ' . ($want->{$what} // 'nothing') if !defined $got->{$what} || !defined $want->{$what} || $got->{$what} ne $want->{$what};
    }
    return (\@wrong, scalar keys %$want);
}

# Runs with one changed figure each, which must be noticed: [ what is changed, run ].
sub damaged {
    my ($d, $run) = @_;
    my $want = expected($d, $run->{stdout});
    my $said = decoded($run->{tables});
    my $changed = sub {
        my ($what, $change) = @_;
        my $tables = dclone($said);
        for my $o (@{ $tables->{objects} }) {
            my $figures = reported($d, { objects => [$o] });
            next if !grep { /: loads$/ && defined $want->{$_} } keys %$figures;
            $change->($o);
            return [ $what, { %$run, tables => $tables } ];
        }
        return;
    };
    return (
        (map { my $key = $_; $changed->("$key of a member", sub { $_[0]{members}{list}[0]{$key}++ }) } qw(offset size_B loads stores)),
        $changed->('the name of a member', sub { $_[0]{members}{list}[-1]{name} .= 'x' }),
        $changed->('a member',             sub { pop @{ $_[0]{members}{list} } }),
        $changed->('the type',             sub { $_[0]{members}{type} = 'other' }),
        $changed->('bytes of an element',  sub { $_[0]{members}{element_B}++ }),
        $changed->('bytes',                sub { $_[0]{size_B}++ }),
        $changed->('members',              sub { $_[0]{members} = undef }),
    );
}

1;
