# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgLayoutPairs: programs in C, C++ and Fortran whose data have a layout, in their own declarations or in those that a
# layout of --what-if is to predict.
#
# Usage:
#   my @pairs = layout_pairs('f90');             # c, cc, f90: of each { number, layout, what_if }, patterns for its object, new_object
#   my $text  = pairs_source('f90', 'new');      # own: the data as they are; new: as the layouts have them
#   my $text  = pairs_driver('f90', 'new');      # what calls them, in C: the same for both, but for the room that variables have
#
# Both programs are linked with the driver first and data at a fixed address, so that pages of 2 MiB begin at the same places in variables.
#
# A pair has three functions of its number: make_7 allocates, or says where the variable is; fill_7 writes all of it; use_7 walks
# over it.  The code of the latter two is the same in both programs; a macro for each member, or for the element of a matrix, says
# where it is.  Before use_7 is counted, it has run once, and then all lines and pages are other data's.
#
# Layouts of records, which are structures, and matrices: three of each, as a variable and as an allocation.  Layouts of many allocations:
# nodes of three sizes, linked in the order in which they are made and in another one; arrays in conflict.

package XgLayoutPairs;
use strict;
use warnings;
no warnings 'qw';    # layouts have commas
use Exporter qw(import);
use List::Util qw(sum0);

our @EXPORT = qw(layout_pairs pairs_source pairs_driver $USE_UP_HEAP);

# ------------------------------------------------------------ records

# Member: its size in bytes, that of one piece of it, type in C and in Fortran.
my %MEMBER = (
    a  => [ 8,  8, 'long',   'integer(8)' ], b  => [ 8,  8, 'double', 'real(8)' ], c => [ 4, 4, 'int', 'integer(4)' ], d => [ 4, 4, 'int', 'integer(4)' ],
    e  => [ 4,  4, 'int',    'integer(4)' ], s  => [ 2,  2, 'short',  'integer(2)' ], t => [ 2, 2, 'short', 'integer(2)' ],
    p  => [ 16, 4, 'int',    'integer(4)' ], q  => [ 40, 4, 'int',    'integer(4)' ],
);
my @RECORDS = ([qw(a b c d q)], [qw(c d a b p)], [qw(s t c a b d e)]);    # of 64, 40 and 32 bytes, without padding
my %OF_SIZE = (4 => [ 'int', 'integer(4)' ], 8 => [ 'long', 'integer(8)' ], 2 => [ 'short', 'integer(2)' ]);

sub size_of { return sum0(map { $MEMBER{$_}[0] } @_); }

# Bytes of a member, as a layout names them.
sub bytes_of {
    my ($member, @record) = @_;
    my $from = 0;
    for (@record) {
        last if $_ eq $member;
        $from += $MEMBER{$_}[0];
    }
    return $from . '-' . ($from + $MEMBER{$member}[0] - 1);
}

# Layouts of records: for each record of @RECORDS the text and the parts; a part is a list of members and, last, the size that an element
# has there; a member "a4" is a of 4 bytes.
sub record_layouts {
    my @all;
    my $add = sub { push @all, [@_]; };
    my $named = sub { my ($r, @m) = @_; return join ',', map { bytes_of($_, @$r) } @m; };
    my $others = sub { my ($r, @m) = @_; return grep { my $x = $_; !grep { $_ eq $x } @m } @$r; };
    my ($x, $y, $z) = @RECORDS;
    $add->(split => $x, 'split(64: 16)', [qw(a b)], [qw(c d q)]);
    $add->(split => $y, 'split(40: 8, 24)', [qw(c d)], [qw(a b)], ['p']);
    $add->(split => $z, 'split(32: 8)', [qw(s t c)], [qw(a b d e)]);
    for my $hot ([ $x, qw(b d) ], [ $y, qw(d) ], [ $z, qw(e c s) ]) {
        my ($r, @hot) = @$hot;
        $add->('split-hot' => $r, 'split(' . size_of(@$r) . ': hot=' . $named->($r, @hot) . ')', [@hot], [ $others->($r, @hot) ]);
    }
    $add->(soa => $_, 'soa(' . join(',', map { $MEMBER{$_}[0] } @$_) . ')', map { [$_] } @$_) for @RECORDS;
    for my $first ([ $x, qw(d b) ], [ $y, qw(p) ], [ $z, qw(b s e) ]) {
        my ($r, @first) = @$first;
        $add->(reorder => $r, 'reorder(' . size_of(@$r) . ': ' . $named->($r, @first) . ')', [ @first, $others->($r, @first) ]);
    }
    for my $dropped ([ $x, qw(q) ], [ $y, qw(d b) ], [ $z, qw(a) ]) {
        my ($r, @dropped) = @$dropped;
        $add->(drop => $r, 'drop(' . size_of(@$r) . ': ' . $named->($r, @dropped) . ')', [ $others->($r, @dropped) ]);
    }
    $add->(resize => $x, 'resize(64: 0-7=4)', [qw(a4 b c d q)]);
    $add->(resize => $y, 'resize(40: 0-3=8, 8-15=4)', [qw(c8 d a4 b p)]);
    $add->(resize => $z, 'resize(32: 28-31=2)', [qw(s t c a b d e2)]);
    $add->(stride => $x, 'stride(64: 72)',  [ @$x, 72 ]);
    $add->(stride => $y, 'stride(40: 64)',  [ @$y, 64 ]);
    $add->(stride => $z, 'stride(32: 100)', [ @$z, 100 ]);
    $add->('align-elements' => $x, 'align(64: 128)', [ @$x, 128 ], 128);
    $add->('align-elements' => $y, 'align(40: 64)',  [ @$y, 64 ], 64);
    $add->('align-elements' => $z, 'align(32: 32)',  [ @$z, 32 ], 32);
    $add->(align => $x, 'align(64)',   [ @$x, 64 ], 64);
    $add->(align => $y, 'align(256)',  [ @$y, 40 ], 256);
    $add->(align => $z, 'align(4096)', [ @$z, 32 ], 4096);
    $add->(offset => $x, 'offset(40)',  [ @$x, 64 ], -40);
    $add->(offset => $y, 'offset(64)',  [ @$y, 40 ], -64);
    $add->(offset => $z, 'offset(100)', [ @$z, 32 ], -100);
    $add->('in-sequence' => $x, 'drop(64: 24-63)+stride(24: 40)', [ qw(a b c d), 40 ]);
    $add->('in-sequence' => $y, 'reorder(40: 8-15)+split(40: 8)+offset(24)', ['a'], [qw(c d b p)], -24);
    $add->('in-sequence' => $z, 'split(32: hot=8-15)+align(64)', ['a'], [qw(s t c b d e)], 64);
    return @all;
}

# Rows, columns, bytes of an element; what says where it is.
my @MATRICES = ([ 32, 48, 8 ], [ 64, 40, 8 ], [ 48, 72, 4 ]);

sub matrix_layouts {
    my @all;
    my ($x, $y, $z) = @MATRICES;
    push @all, [ rows => $x, 'rows(384+64)', pad => 8 ], [ rows => $y, 'rows(320+8)', pad => 1 ], [ rows => $z, 'rows(288+32)', pad => 8 ];
    push @all, [ transpose => $_, 'transpose(' . join(',', @$_) . ')', 'transpose' ] for @MATRICES;
    push @all, [ tile => $x, 'tile(32,48,8,8x8)', tile => 8, 8 ], [ tile => $y, 'tile(64,40,8,4x8)', tile => 4, 8 ], [ tile => $z, 'tile(48,72,4,16x4)', tile => 16, 4 ];
    return @all;
}

# Many allocations: layout, bytes of a node, how they are linked, and where the arena has them.
sub node_layouts {
    my @all;
    my $up16 = sub { return int(($_[0] + 15) / 16) * 16; };
    for my $links (qw(up jump)) {
        push @all, map { [ pool => $_->[0], $links, "pool($_->[1])", $_->[1] ] } [ 40, 48 ], [ 24, 64 ], [ 104, 104 ];
        push @all, map { [ 'pool-by-use' => $_->[0], $links, "pool-by-use($_->[1])", $_->[1], 'by use' ] } [ 40, 40 ], [ 24, 32 ], [ 200, 256 ];
        push @all, map { [ compact => $_, $links, 'compact', $_ ] } 40, 24, 104;
        push @all, [ 'separate-threads' => 40, $links, 'separate-threads', $up16->(48), 'by thread' ], [ 'separate-threads' => 24, $links, 'pool(64)+separate-threads', 64, 'by thread' ],
            [ 'separate-threads' => 104, $links, 'separate-threads+compact', 104, 'by thread' ];
    }
    return @all;
}

# ------------------------------------------------------------ pairs

my ($NODES, $THREADS, $ARRAYS, $PAGES) = (600, 3, 12, 900);

sub layout_pairs {
    my ($language) = @_;
    my @pairs;
    for my $place (qw(static heap)) {
        for my $layout (record_layouts()) {
            my ($name, $record, $text, @parts) = @$layout;
            my $start = ref $parts[-1] ? 0 : pop @parts;
            push @pairs, { kind => 'record', layout => $name, text => $text, place => $place, record => $record, parts => \@parts, start => $start, n => 4096 * 3 / 32 };
        }
        for my $layout (matrix_layouts()) {
            my ($name, $matrix, $text, @how) = @$layout;
            push @pairs, { kind => 'matrix', layout => $name, text => $text, place => $place, matrix => $matrix, how => \@how };
        }
        push @pairs, map { { kind => 'pages', layout => 'huge-pages', text => 'huge-pages', place => $place, step => $_ } } 1, 37, 101;
    }
    for my $layout (node_layouts()) {
        my ($name, $size, $links, $text, $slot, $order) = @$layout;
        push @pairs, { kind => 'node', layout => $name, text => $text, place => 'heap', size => $size, links => $links, slot => $slot, order => $order // '' };
    }
    push @pairs, map { { kind => 'arrays', layout => 'spread', text => "spread($_->[0])", place => 'heap', spread => $_->[0], n => $_->[1] } } [ 64, 1024 ], [ 64, 1000 ], [ 128, 1024 ], [ 192, 700 ], [ 8, 512 ], [ 1000, 900 ];
    for my $i (0 .. $#pairs) {
        my $p = $pairs[$i];
        $p->{number}  = $i + 1;
        $p->{make}    = "make_$p->{number}" . ($language eq 'f90' ? '_' : '');
        $p->{object}  = $p->{place} eq 'static' ? qr/^x$p->{number}\z/ : qr/^heap .*\b$p->{make}\b/;
        $p->{new_object} = $p->{kind} eq 'node' ? qr/^arena_$p->{number}\z/ : $p->{object};
        $p->{what_if} = ($p->{place} eq 'static' ? "x$p->{number}" : $p->{make}) . ":$p->{text}";
    }
    return @pairs;
}

# Bytes that the object of a pair has, and where in its page it begins.
sub room {
    my ($p, $version) = @_;
    my $own_at = $p->{place} eq 'heap' ? 16 : 24;    # as a mapped allocation begins
    my $at = $version eq 'own' ? $own_at : $p->{start} && $p->{start} > 0 ? int(($own_at + $p->{start} - 1) / $p->{start}) * $p->{start} : $own_at - ($p->{start} // 0);
    return ($p->{n} * size_of(@{ $p->{record} }), $at) if $p->{kind} eq 'record' && $version eq 'own';
    return (sum0(map { $p->{n} * element_size($_) } @{ $p->{parts} }), $at) if $p->{kind} eq 'record';
    return (3 << 20, $own_at) if $p->{kind} eq 'pages';
    my ($rows, $columns, $element_B) = @{ $p->{matrix} };
    return ($rows * ($columns + ($version eq 'new' && $p->{how}[0] eq 'pad' ? $p->{how}[1] : 0)) * $element_B, $at);
}

sub element_size {
    my ($part) = @_;
    return $part->[-1] if $part->[-1] =~ /^\d+\z/;
    return sum0(map { /^([a-z])(\d+)\z/ ? $2 : $MEMBER{$_}[0] } @$part);
}

# ------------------------------------------------------------ what they do

# Walks over records: how i goes on, and what is done with members: read, "m=" written, "m+" both.  "lo": half of a, as another type.
my @WALKS = ([ up => qw(a c+) ], [ jump => qw(b= d) ], [ down => qw(a= p2 q3= e+ s) ], [ jump => qw(c q9 p1+ t=) ], [ up => qw(d= lo b) ]);

# What is done on one element with the members that the new layout has.
sub done_with {
    my ($p, @operations) = @_;
    my %has = map { my ($m) = /^([a-z])/; $m => 1 } map { grep { /[a-z]/ } @$_ } @{ $p->{parts} };
    my %whole = map { $_ => 1 } map { @$_ } @{ $p->{parts} };
    return grep { my ($m) = /^([a-z])/; $m eq 'l' ? $whole{a} : $has{$m} } @operations;
}

# All members are written.
sub writes_of_all {
    my ($p) = @_;
    return done_with($p, map { my ($bytes, $one, $m) = (@{ $MEMBER{$_} }[ 0, 1 ], $_); $bytes == $one ? "$m=" : map { "$m$_=" } 0 .. $bytes / $one - 1 } @{ $p->{record} });
}

my $STEP = 157;    # of jumps: a prime

# ------------------------------------------------------------ C and C++

sub c_member {
    my ($m) = @_;
    my ($name, $size) = $m =~ /^([a-z])(\d*)\z/;
    return "$OF_SIZE{$size}[0] $name;" if $size ne '';
    return "union { long a; int lo; };" if $name eq 'a';
    my ($bytes, $one, $type) = @{ $MEMBER{$name} };
    return $bytes == $one ? "$type $name;" : "$type $name\[" . $bytes / $one . '];';
}

sub c_part {
    my ($part) = @_;
    my @members = grep { /[a-z]/ } @$part;
    my $more = element_size($part) - element_size([@members]);
    return 'struct __attribute__((packed)) { ' . join(' ', map { c_member($_) } @members) . ($more ? " char more[$more];" : '') . ' }';
}

# The type that use_7 has a pointer to, and macros for members.
sub c_record {
    my ($p, $version) = @_;
    my $n = $p->{number};
    return ("struct Own$n { " . join(' ', map { c_member($_) } @{ $p->{record} }) . " };\ntypedef volatile struct Own$n* T$n;\n") if $version eq 'own';
    my @parts = @{ $p->{parts} };
    my $text = "struct New$n { " . join(' ', map { c_part($parts[$_]) . " p$_\[$p->{n}];" } 0 .. $#parts) . " };\ntypedef volatile struct New$n* T$n;\n";
    for my $k (0 .. $#parts) {
        for (grep { /[a-z]/ } @{ $parts[$k] }) {
            my ($m) = /^([a-z])/;
            $text .= "#define X${n}_$m p$k\n";
            $text .= "#define X${n}_lo p$k\n" if $m eq 'a';
        }
    }
    return $text;
}

sub c_access {
    my ($p, $version, $m) = @_;
    my $n = $p->{number};
    my ($name, $j) = $m =~ /^(lo|[a-z])(\d*)/;
    my $of = $version eq 'own' ? 'x[i]' : "x->X${n}_$name\[i]";
    return "$of.$name" . ($j ne '' ? "[$j]" : '');
}

sub c_operation {
    my ($p, $version, $operation) = @_;
    my $at = c_access($p, $version, $operation =~ s/[=+]\z//r);
    return $operation =~ /=\z/ ? "$at = t;" : $operation =~ /\+\z/ ? "$at = $at + 1;" : "sum += (long)$at;";
}

my %C_LOOP = (
    up   => 'for (unsigned long t = 0, i = 0; t < %1$d; t++, i++)',
    down => 'for (unsigned long t = 0, i = %1$d - 1; t < %1$d; t++, i--)',
    jump => "for (unsigned long t = 0, i = 0; t < %1\$d; t++, i = i + $STEP < %1\$d ? i + $STEP : i + $STEP - %1\$d)",
);

sub c_record_functions {
    my ($p, $version) = @_;
    my $n = $p->{number};
    my $fill = join "\n", map { '      ' . c_operation($p, $version, $_) } writes_of_all($p);
    my $text = c_record($p, $version) . "EXPORT void fill_$n(T$n x)\n{\n   " . sprintf($C_LOOP{up}, $p->{n}) . " {\n$fill\n   }\n}\n";
    my $loops = '';
    for my $walk (@WALKS) {
        my ($how, @operations) = @$walk;
        my @done = done_with($p, @operations) or next;
        $loops .= '   ' . sprintf($C_LOOP{$how}, $p->{n}) . " {\n" . join('', map { '      ' . c_operation($p, $version, $_) . "\n" } @done) . "   }\n";
    }
    return $text . "EXPORT long use_$n(T$n x)\n{\n   long sum = 0;\n$loops   return sum;\n}\n" . c_make($p, $version);
}

# A new allocation; of variables the driver knows where they are.
sub c_make {
    my ($p, $version) = @_;
    my $n = $p->{number};
    my ($size_B, $at) = room($p, $version);
    return '' if $p->{place} eq 'static';
    my $more = $at - 16;
    return "EXPORT void* make_$n(void)\n{\n   return KEPT(ALLOCATE($size_B + $more)) + $more;\n}\n";
}

sub c_matrix_functions {
    my ($p, $version) = @_;
    my ($n, $rows, $columns, $element_B) = ($p->{number}, @{ $p->{matrix} });
    my $type = $element_B == 8 ? 'double' : 'int';
    my ($how, @by) = $version eq 'own' ? 'pad' : @{ $p->{how} };
    my ($declared, $at) =
          $how eq 'pad'       ? ('(*x)[' . ($columns + ($by[0] // 0)) . ']', 'x[i][j]')
        : $how eq 'transpose' ? ("(*x)[$rows]", 'x[j][i]')
        :                       ('(*x)[' . $columns / $by[1] . "][$by[0]][$by[1]]", "x[(i) / $by[0]][(j) / $by[1]][(i) % $by[0]][(j) % $by[1]]");
    my $over = "for (unsigned long i = 1; i < $rows - 1; i++)\n      for (unsigned long j = 1; j < $columns - 1; j++)";
    my $down = "for (unsigned long j = 0; j < $columns; j += 3)\n      for (unsigned long i = 0; i < $rows; i++)";
    return <<"END";
#define AT$n(i, j) ${\ ($at =~ s/\bi\b(?!\))/(i)/gr =~ s/\[j\]/[(j)]/gr)}
EXPORT void fill_$n(void* memory)
{
   volatile $type $declared = (volatile $type(*)${\ ($declared =~ s/^\(\*x\)//r)})memory;
   for (unsigned long i = 0; i < $rows; i++)
      for (unsigned long j = 0; j < $columns; j++) AT$n(i, j) = i + j;
}
EXPORT long use_$n(void* memory)
{
   volatile $type $declared = (volatile $type(*)${\ ($declared =~ s/^\(\*x\)//r)})memory;
   long sum = 0;
   $down sum += (long)AT$n(i, j);
   $over AT$n(i, j) = AT$n(i - 1, j) + AT$n(i, j + 1);
   $down AT$n(i, j) = i;
   return sum;
}
END
}

my $C_PAGES = <<'END';
EXPORT void fill_N(volatile char* x)
{
   for (unsigned long i = 0; i < 3 << 20; i += 4096) x[i] = 1;
}
EXPORT long use_N(volatile char* x)
{
   long sum = 0;
   for (unsigned long t = 0, i = 0; t < PAGES; t++, i = (i + STEP * 4160) % (3 << 20)) sum += x[i];
   for (unsigned long i = 0; i < 3 << 20; i += 4096 * 3) x[i] = 2;
   return sum;
}
END

my $C_ARRAYS = <<'END';
EXPORT void fill_N(long** x)
{
   for (unsigned long a = 0; a < ARRAYS; a++)
      for (unsigned long i = 0; i < LENGTH; i++) x[a][i] = i;
}
EXPORT long use_N(long** x)
{
   long sum = 0;
   for (unsigned long i = 0; i < LENGTH; i++)
      for (unsigned long a = 0; a < ARRAYS; a++) sum += x[a][i]++;
   return sum;
}
EXPORT void* make_N(void)
{
   return KEPT(ALLOCATE(8 * LENGTH + MORE));
}
END

my $C_NODES = <<'END';
struct NodeN {
   struct NodeN* next;
   long value, more[MORE];
};
EXPORT void* make_N(void)
{
   return KEPT(ALLOCATE(sizeof(struct NodeN)));
}
EXPORT void fill_N(void* memory, void* next)
{
   struct NodeN* x = (struct NodeN*)memory;
   x->next = (struct NodeN*)next;
   x->value = (long)memory & 7;
   x->more[MORE - 1] = 1;
}
EXPORT long use_N(struct NodeN* x)
{
   long sum = 0;
   for (struct NodeN* n = x; n; n = n->next) sum += n->value++;
   for (struct NodeN* n = x; n; n = n->next) n->more[n->value & 1 ? MORE - 1 : 0] += 3;
   return sum;
}
END

sub filled_in {
    my ($text, %values) = @_;
    my $words = join '|', map { quotemeta } sort { length $b <=> length $a } keys %values;
    return $text =~ s/\b($words)\b/$values{$1}/gr;
}

sub c_functions {
    my ($p, $version) = @_;
    my $n = $p->{number};
    return c_record_functions($p, $version) if $p->{kind} eq 'record';
    return c_matrix_functions($p, $version) . c_make($p, $version) if $p->{kind} eq 'matrix';
    return filled_in($C_PAGES =~ s/_N\b/_$n/gr, STEP => $p->{step}, PAGES => $PAGES) if $p->{kind} eq 'pages';
    return filled_in($C_ARRAYS =~ s/_N\b/_$n/gr, LENGTH => $p->{n}, ARRAYS => $ARRAYS, MORE => 4096) if $p->{kind} eq 'arrays';
    return filled_in($C_NODES =~ s/_N\b/_$n/gr =~ s/NodeN/Node$n/gr, MORE => ($p->{size} - 16) / 8);
}

# ------------------------------------------------------------ Fortran

sub f_member {
    my ($m) = @_;
    my ($name, $size) = $m =~ /^([a-z])(\d*)\z/;
    return "$OF_SIZE{$size}[1] :: $name" if $size ne '';
    my ($bytes, $one, undef, $type) = @{ $MEMBER{$name} };
    return "$type :: $name" . ($bytes == $one ? '' : '(0:' . ($bytes / $one - 1) . ')');
}

sub f_type {
    my ($name, @lines) = @_;
    return "   type $name\n      sequence\n" . join('', map { "      $_\n" } @lines) . "   end type\n";
}

# The types, and the argument x.
sub f_record {
    my ($p, $version) = @_;
    my $last = $p->{n} - 1;
    return f_type('own', map { f_member($_) } @{ $p->{record} }) . "   type(own), volatile :: x(0:$last)\n" if $version eq 'own';
    my @parts = @{ $p->{parts} };
    my $text = '';
    for my $k (0 .. $#parts) {
        my @members = grep { /[a-z]/ } @{ $parts[$k] };
        my $more = element_size($parts[$k]) - element_size([@members]);
        $text .= f_type("part_$k", (map { f_member($_) } @members), $more ? "integer(1) :: more($more)" : ());
    }
    return $text . f_type('new', map { "type(part_$_) :: p$_(0:$last)" } 0 .. $#parts) . "   type(new), volatile :: x\n";
}

sub f_access {
    my ($p, $version, $m) = @_;
    my ($name, $j) = $m =~ /^([a-z])(\d*)/;
    my ($part) = grep { grep { /^$name\d*\z/ } @{ $p->{parts}[$_] } } 0 .. $#{ $p->{parts} };
    return ($version eq 'own' ? 'x(i)' : "x%p$part(i)") . "%$name" . ($j ne '' ? "($j)" : '');
}

sub f_operation {
    my ($p, $version, $operation) = @_;
    my $at = f_access($p, $version, $operation =~ s/[=+]\z//r);
    return $operation =~ /=\z/ ? "$at = t" : $operation =~ /\+\z/ ? "$at = $at + 1" : "total = total + int($at, 8)";
}

sub f_loop {
    my ($p, $version, $how, @operations) = @_;
    my $n = $p->{n};
    my ($first, $next) = @{ { up => [ 0, 'i = i + 1' ], down => [ $n - 1, 'i = i - 1' ], jump => [ 0, "i = i + $STEP\n      if (i >= $n) i = i - $n" ] }->{$how} };
    return "   i = $first\n   do t = 0, $n - 1\n" . join('', map { '      ' . f_operation($p, $version, $_) . "\n" } @operations) . "      $next\n   end do\n";
}

sub f_record_functions {
    my ($p, $version) = @_;
    my $n = $p->{number};
    my $declared = f_record($p, $version) . "   integer(8) :: t, i\n";
    my $loops = join '', map { my ($how, @all) = @$_; my @done = done_with($p, grep { $_ ne 'lo' } @all); @done ? f_loop($p, $version, $how, @done) : '' } @WALKS;
    return "subroutine fill_$n(x)\n$declared" . f_loop($p, $version, 'up', writes_of_all($p)) . "end subroutine\n"
        . "integer(8) function use_$n(x) result(total)\n$declared   total = 0\n${loops}end function\n" . f_make($p, $version);
}

sub log2 {
    my ($n) = @_;
    return $n > 1 ? 1 + log2($n / 2) : 0;
}

sub f_make {
    my ($p, $version) = @_;
    return '' if $p->{place} eq 'static';
    my ($size_B, $at) = room($p, $version);
    my $more = $at - 16;
    return "integer(8) function make_$p->{number}()\n   integer(1), pointer :: x(:)\n   allocate(x($size_B + $more))\n   make_$p->{number} = loc(x) + $more\nend function\n";
}

sub f_matrix_functions {
    my ($p, $version) = @_;
    my ($n, $rows, $columns, $element_B) = ($p->{number}, @{ $p->{matrix} });
    my ($type, $how, @by) = ($element_B == 8 ? 'real(8)' : 'integer(4)', $version eq 'own' ? 'pad' : @{ $p->{how} });
    my ($declared, $at) =
          $how eq 'pad'       ? ('(0:' . ($columns + ($by[0] // 0) - 1) . ", 0:$rows - 1)", 'x(j, i)')
        : $how eq 'transpose' ? ("(0:$rows - 1, 0:$columns - 1)", 'x(i, j)')
        :                       ("(0:$by[1] - 1, 0:$by[0] - 1, 0:" . $columns / $by[1] . " - 1, 0:" . $rows / $by[0] . ' - 1)', "x(iand(j, $by[1]_8 - 1), iand(i, $by[0]_8 - 1), ishft(j, -" . log2($by[1]) . '), ishft(i, -' . log2($by[0]) . '))');
    my $here = "   $type :: x$declared\n   integer(8) :: i, j\n";
    return <<"END" . f_make($p, $version);
#undef AT
#define AT(i, j) $at
subroutine fill_$n(x)
$here   do i = 0, $rows - 1
      do j = 0, $columns - 1
         AT(i, j) = i + j
      end do
   end do
end subroutine
integer(8) function down_$n(x) result(total)
$here   total = 0
   do j = 0, $columns - 1
      do i = 0, $rows - 1
         total = total + int(AT(i, j), 8)
      end do
   end do
end function
subroutine over_$n(x)
$here   do i = 1, $rows - 2
      do j = 1, $columns - 2
         AT(i, j) = AT(i - 1, j) + 1
      end do
   end do
end subroutine
subroutine written_$n(x)
$here   do j = 0, $columns - 1
      do i = 0, $rows - 1
         AT(i, j) = i
      end do
   end do
end subroutine
END
}

my $F_PAGES = <<'END';
subroutine fill_N(x)
   integer(1), volatile :: x(0:3 * 2**20 - 1)
   integer(8) :: i
   do i = 0, 3 * 2**20 - 1, 4096
      x(i) = 1
   end do
end subroutine
integer(8) function use_N(x) result(total)
   integer(1), volatile :: x(0:3 * 2**20 - 1)
   integer(8) :: t, i
   total = 0
   i = 0
   do t = 1, PAGES
      total = total + x(i)
      i = mod(i + STEP * 4160, 3_8 * 2**20)
   end do
   do i = 0, 3 * 2**20 - 1, 4096 * 3
      x(i) = 2
   end do
end function
END

my $F_ARRAYS = <<'END';
integer(8) function make_N()
   integer(8), pointer :: x(:)
   allocate(x(LENGTH + MORE / 8))
   make_N = loc(x)
end function
subroutine fill_N(x)
   use iso_c_binding
   type(c_ptr) :: x(0:ARRAYS - 1)
   integer(8), pointer :: y(:)
   integer(8) :: i, a
   do a = 0, ARRAYS - 1
      call c_f_pointer(x(a), y, [LENGTH])
      do i = 1, LENGTH
         y(i) = i
      end do
   end do
end subroutine
integer(8) function use_N(x) result(total)
   use iso_c_binding
   type(c_ptr) :: x(0:ARRAYS - 1)
   integer(8), pointer :: y(:)
   integer(8) :: i, a
   total = 0
   do i = 1, LENGTH
      do a = 0, ARRAYS - 1
         call c_f_pointer(x(a), y, [LENGTH])
         total = total + y(i)
         y(i) = y(i) + 1
      end do
   end do
end function
END

my $F_NODES = <<'END';
integer(8) function make_N()
   NODE
   type(node), pointer :: n
   allocate(n)
   make_N = loc(n)
end function
subroutine fill_N(x, next)
   use iso_c_binding
   NODE
   type(node), target :: x
   type(c_ptr), value :: next
   call c_f_pointer(next, x%next)
   x%number = iand(loc(x), 7_8)
   x%more(MORE) = 1
end subroutine
integer(8) function use_N(x) result(total)
   NODE
   type(node), target :: x
   type(node), pointer :: n
   total = 0
   n => x
   do while (associated(n))
      total = total + n%number
      n%number = n%number + 1
      n => n%next
   end do
   n => x
   do while (associated(n))
      n%more(merge(MORE, 1, btest(n%number, 0))) = 3
      n => n%next
   end do
end function
END

sub f_functions {
    my ($p, $version) = @_;
    my $n = $p->{number};
    return f_record_functions($p, $version) if $p->{kind} eq 'record';
    return f_matrix_functions($p, $version) if $p->{kind} eq 'matrix';
    return filled_in($F_PAGES =~ s/_N\b/_$n/gr, STEP => $p->{step}, PAGES => $PAGES) if $p->{kind} eq 'pages';
    return filled_in($F_ARRAYS =~ s/_N\b/_$n/gr, LENGTH => $p->{n}, ARRAYS => $ARRAYS, MORE => 4096) if $p->{kind} eq 'arrays';
    my $more = ($p->{size} - 16) / 8;
    return filled_in($F_NODES =~ s/_N\b/_$n/gr, MORE => $more, NODE => "type node\n      type(node), pointer :: next\n      integer(8) :: number, more($more)\n   end type");
}

# ------------------------------------------------------------ programs

my %C_HEAD = (
    c  => "#include <stdlib.h>\n#define EXPORT __attribute__((noinline))\n#define ALLOCATE(size) malloc(size)\n",
    cc => "#include <cstdlib>\n#define EXPORT extern \"C\" __attribute__((noinline))\n#define ALLOCATE(size) new char[size]\n",
);

sub pairs_source {
    my ($language, $version) = @_;
    my @pairs = layout_pairs($language);
    return join "\n", map { f_functions($_, $version) } @pairs if $language eq 'f90';
    return "$C_HEAD{$language}#define KEPT(p) ((char*)kept(p))\nstatic void* kept(void* p)\n{\n   __asm__ volatile(\"\" : \"+r\"(p));\n   return p;\n}\n"
        . join "\n", map { c_functions($_, $version) } @pairs;
}

# The variable of a pair.
sub variable {
    my ($p, $version) = @_;
    my ($size_B, $at) = $p->{kind} eq 'node' ? () : room($p, $version);
    my $name = "x$p->{number}";
    ($size_B, $at, $name) = (1 << 18, 0, "arena_$p->{number}") if $p->{kind} eq 'node';
    return "        \".balign 4096\\n.zero $at\\n.globl $name\\n.type $name,\@object\\n.size $name,$size_B\\n$name: .zero $size_B\\n.balign 4096\\n\"\n";
}

# In C: what makes room for mapped allocations alone.
our $USE_UP_HEAP = <<'END';
// From here on, allocations of 8 KiB and more are mapped, at 16 bytes behind the start of a page.
static void use_up_heap(void)
{
   mallopt(M_MMAP_THRESHOLD, 4096);
   mallopt(M_TOP_PAD, 0);
   for (char* end = sbrk(0); sbrk(0) == end;) {
      void* p = malloc(2000);
      __asm__ volatile("" : : "r"(p));
   }
}
END

my $DRIVER = <<'END' . $USE_UP_HEAP . <<'END';
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NODES = @NODES@, THREADS = @THREADS@, ARRAYS = @ARRAYS@, FLUSH_B = 1 << 18, ARENA_B = 1 << 18, STEP = @STEP@, LINE_B = 32 };
enum { IS_NEW = @IS_NEW@, PLAIN = 0, IN_THREADS = 1, BY_USE = 2 };

static char flushed[FLUSH_B] __attribute__((aligned(4096)));
END

static void* array[4096 / sizeof(void*)] __attribute__((aligned(4096)));

__attribute__((noinline)) static void flush(void)
{
   for (int r = 0; r < 2; r++)
      for (long i = 0; i < FLUSH_B; i += LINE_B) ((volatile char*)flushed)[i]++;
}

__attribute__((noinline)) long counted(long (*use)(void*), void* x)
{
   const long n = use(x);
   __asm__ volatile("" : : "r"(n));
   return n;
}

static long sum;

__attribute__((noinline)) static void run(long (*use)(void*), void* x)
{
   sum += use(x);
   flush();
   sum += counted(use, x);
}

static void run_plain(void* x, void (*fill)(void*), long (*use)(void*))
{
   fill(x);
   run(use, x);
}

static void run_pages(void* x, size_t size_B, void (*fill)(void*), long (*use)(void*))
{
   const uintptr_t huge_B = 1 << 21, first = (uintptr_t)x / huge_B * huge_B, end = ((uintptr_t)x + size_B + huge_B - 1) / huge_B * huge_B;
   if (IS_NEW) madvise((void*)first, end - first, MADV_HUGEPAGE);
   run_plain(x, fill, use);
}

static void run_arrays(void* (*make)(void), void (*fill)(void*), long (*use)(void*), long spread_B)
{
   for (long a = 0; a < ARRAYS; a++) array[a] = (char*)make() + (IS_NEW ? a * spread_B % 4096 : 0);
   run_plain(array, fill, use);
}

// --- nodes ------------------------------------------------------------------------------------

static void* node[NODES];
static void* others[NODES];
static sem_t turn[THREADS + 1];
static void* (*make_node)(void);

static void make_one(long i)
{
   node[i] = make_node();
   others[i] = malloc(8 + i % 200);
}

static void* make_in_thread(void* number)
{
   const long t = (long)number;
   sem_wait(&turn[t]);
   for (long i = t; i < NODES; i += THREADS) make_one(i);
   sem_post(&turn[t + 1]);
   return NULL;
}

static void make_in_threads(void)
{
   pthread_t thread[THREADS];
   for (long t = 0; t <= THREADS; t++) sem_init(&turn[t], 0, 0);
   for (long t = 0; t < THREADS; t++) pthread_create(&thread[t], NULL, make_in_thread, (void*)t);
   sem_post(&turn[0]);
   for (long t = 0; t < THREADS; t++) pthread_join(thread[t], NULL);
}

static void run_nodes(void* (*make)(void), void (*fill)(void*, void*), long (*use)(void*), char* arena, int order, long slot_B, int jumps)
{
   make_node = make;
   if (order == IN_THREADS)
      make_in_threads();
   else
      for (long i = 0; i < NODES; i++) make_one(i);
   const long piece_B = ARENA_B / 4;
   for (long i = 0; IS_NEW && i < NODES; i++)
      node[i] = order == IN_THREADS ? arena + i % THREADS * piece_B + i / THREADS * slot_B : arena + i * slot_B;
   void* next = NULL;
   for (long t = NODES - 1; t >= 0; t--) {
      const long i = jumps ? t * STEP % NODES : t;
      if (IS_NEW && order == BY_USE) node[i] = arena + (NODES - 1 - t) * slot_B;
      fill(node[i], next);
      next = node[i];
   }
   run(use, next);
}

END

sub driver_call {
    my ($p, $language, $version) = @_;
    my ($n, $end) = ($p->{number}, $language eq 'f90' ? '_' : '');
    my ($make, $fill, $use) = map { "${_}_$n$end" } qw(make fill use);
    my $declared = "void ${fill}(" . ($p->{kind} eq 'node' ? 'void*, void*' : 'void*') . "); long $use(void*);";
    my $x = $p->{place} eq 'static' ? "x$n" : "$make()";
    my ($size_B) = room($p, $version) if $p->{kind} eq 'pages';
    $size_B = 4 << 20 if $p->{kind} eq 'pages' && $p->{place} eq 'heap';
    my $call = { record => "run_plain($x, $fill, $use)", matrix => "run_plain($x, $fill, $use)", pages => "run_pages($x, " . ($size_B // 0) . ", $fill, $use)",
        arrays => "run_arrays($make, $fill, $use, " . ($p->{spread} // 0) . ')',
        node => "run_nodes($make, $fill, $use, arena_$n, " . { '' => 'PLAIN', 'by thread' => 'IN_THREADS', 'by use' => 'BY_USE' }->{ $p->{order} // '' } . ', ' . ($p->{slot} // 0) . ', ' . (($p->{links} // '') eq 'jump' ? 1 : 0) . ')' }->{ $p->{kind} };
    my $made = $p->{place} eq 'static' ? "extern char x$n\[];" : $p->{kind} eq 'pages'
        ? "__attribute__((noinline)) void* $make(void)\n{\n   void* p = aligned_alloc(1 << 21, 4 << 20);\n   __asm__ volatile(\"\" : \"+r\"(p));\n   return p;\n}" : "void* $make(void);";
    $made .= "\nlong down_${n}_(void*);\nvoid over_${n}_(void*);\nvoid written_${n}_(void*);\n__attribute__((noinline)) long $use(void* x)\n{\n   long n = down_${n}_(x);\n   over_${n}_(x);\n   written_${n}_(x);\n   return n;\n}"
        if $p->{kind} eq 'matrix' && $language eq 'f90';    # in three functions: in one, the compiler would keep more on the stack
    $made .= "\nextern char arena_$n\[];" if $p->{kind} eq 'node';
    return ("$made\n$declared\n", "   $call;\n");
}

sub pairs_driver {
    my ($language, $version) = @_;
    my @pairs = layout_pairs($language);
    my %values = (NODES => $NODES, THREADS => $THREADS, ARRAYS => $ARRAYS, STEP => $STEP, IS_NEW => $version eq 'new' ? 1 : 0);
    my @calls = map { [ driver_call($_, $language, $version) ] } @pairs;
    return $DRIVER =~ s/\@([A-Z_]+)\@/$values{$1}/gr
        . "__asm__(\".bss\\n.zero 2097152\\n\"\n" . join('', map { variable($_, $version) } grep { $_->{place} eq 'static' && $_->{kind} eq 'pages' } @pairs)
        . "        \".zero 2097152\\n\"\n" . join('', map { variable($_, $version) } grep { $_->{place} eq 'static' && $_->{kind} ne 'pages' || $_->{kind} eq 'node' } @pairs) . "        \".text\\n\");\n"
        . join('', map { $_->[0] } @calls) . "int main(void)\n{\n   use_up_heap();\n" . join('', map { $_->[1] } @calls) . "   _exit(sum == 1);    // what Fortran does at its end needs more than a static program has\n}\n";
}

1;
