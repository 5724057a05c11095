# SPDX-License-Identifier: GPL-3.0-or-later
#
# PublicPrograms: programs that every Linux distribution has, which nobody here has written, compiled or tuned the model on, with inputs
# that are made up.
#
# Usage:
#   my ($programs, $missing) = PublicPrograms::all($folder);    # writes the inputs to the folder
# Of a program there are a name, the file, and two commands: the second does several times what the first does. What a
# distribution lacks is in the second list.

package PublicPrograms;
use strict;
use warnings;
use XgTest qw(put);

# Numbers below a bound that follow each other in the same way in each run.
my $state;
sub below { $state = ($state * 1_103_515_245 + 12_345) & 0x7fff_ffff; return ($state >> 8) % $_[0]; }

# Lines of words of a vocabulary, of which a few are frequent, as in a text.
sub text_of {
    my ($lines, $seed) = @_;
    $state = $seed;
    my @vocabulary = map { join '', map { chr 97 + below(26) } 0 .. 2 + below(8) } 1 .. 5000;
    my @lines;
    for (1 .. $lines) { push @lines, join ' ', map { $vocabulary[ below(1 + below(1 + below(5000))) ] } 0 .. 5 + below(8); }
    return join '', map { "$_\n" } @lines;
}

# A C program of so many functions with loops, conditions and calls.
sub c_of {
    my ($functions) = @_;
    $state = 7;
    my $text = "static int a[1000];\nint f0(int n) { return n; }\n";
    for my $i (1 .. $functions) {
        my ($x, $y, $callee) = (1 + below(99), 1 + below(999), below($i));
        $text .= "int f$i(int n)\n{\n   int s = $x;\n   for (int i = 0; i < n % $y; i++) {\n      if (a[(i * $x) % 1000] > s) s += a[i % 1000] * $y;\n"
          . "      else a[i % 1000] = s ^ (n << " . ($x % 7) . ");\n   }\n   return s % 3 ? f$callee(s & 15) + $y : s;\n}\n";
    }
    return $text;
}

# Statements of SQL: rows, an index, a join in groups.
sub sql_of {
    my ($rows) = @_;
    $state = 11;
    return "CREATE TABLE t(a INTEGER, b TEXT, c INTEGER);\nBEGIN;\n"
      . join('', map { 'INSERT INTO t VALUES(' . below(1_000_000) . ",'name" . below(5000) . "'," . below(100) . ");\n" } 1 .. $rows)
      . "COMMIT;\nCREATE INDEX i ON t(b);\nSELECT c, count(*), sum(a) FROM t GROUP BY c ORDER BY 3;\n"
      . "SELECT count(*) FROM t AS x JOIN t AS y ON x.b = y.b WHERE x.a < y.a;\nSELECT b, max(a) FROM t GROUP BY b ORDER BY b LIMIT 20;\n";
}

my $PERL_WORDS = 'my %n; while (<>) { $n{$_}++ for split; } my @w = sort { $n{$b} <=> $n{$a} || $a cmp $b } keys %n; print "$_ $n{$_}\n" for @w[0 .. 9]; ';
my $PYTHON_LIFE = <<'END';
import sys
cells = {(i * 7 % 61, i * 13 % 53) for i in range(700)}
for _ in range(int(sys.argv[1])):
    near = {}
    for x, y in cells:
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                if dx or dy:
                    p = (x + dx, y + dy)
                    near[p] = near.get(p, 0) + 1
    cells = {p for p, n in near.items() if n == 3 or n == 2 and p in cells}
print(len(cells))
END
my $LUA_QUEENS = <<'END';
local n, solutions = tonumber(arg[1]), 0
local column, up, down = {}, {}, {}
local function place(row)
   if row > n then solutions = solutions + 1 return end
   for c = 1, n do
      if not column[c] and not up[row + c] and not down[row - c + n] then
         column[c], up[row + c], down[row - c + n] = true, true, true
         place(row + 1)
         column[c], up[row + c], down[row - c + n] = nil, nil, nil
      end
   end
end
place(1)
print(solutions)
END

sub all {
    my ($folder) = @_;
    my $in = sub { my ($name, $text) = @_; put("$folder/$name", $text); return "$folder/$name"; };
    my @text   = map { $in->("text.$_", text_of($_, 1)) } 4000, 20_000;
    my @short  = map { $in->("text.$_", text_of($_, 1)) } 500, 3000;
    my @source = map { $in->("functions.$_.c", c_of($_)) } 10, 60;
    my @sql    = map { $in->("rows.$_.sql", sql_of($_)) } 2000, 12_000;
    my $life   = $in->('life.py', $PYTHON_LIFE);
    my $queens = $in->('queens.lua', $LUA_QUEENS);
    my ($cc1) = map { chomp; $_ } qx(gcc -print-prog-name=cc1);
    my @assembly = map { my $s = s/\.c\z/.s/r; XgTest::compile("gcc -O1 -S -o '$s' '$_'"); $s } @source;
    my @programs = (
        [ bzip2   => '/usr/bin/bzip2',   map { [ '-c', $_ ] } @text ],
        [ gzip    => '/usr/bin/gzip',    map { [ '-9nc', $_ ] } @text ],
        [ xz      => '/usr/bin/xz',      map { [ '-T1', '-c', $_ ] } @short ],
        [ sort    => '/usr/bin/sort',    map { [ '--parallel=1', $_ ] } @text ],
        [ mawk    => '/usr/bin/mawk',    map { [ '{ for (i = 1; i <= NF; i++) n[$i]++ } END { for (w in n) s += n[w] * length(w); print s }', $_ ] } @text ],
        [ grep    => '/usr/bin/grep',    map { [ '-cE', '(a[b-m]+z|q.*u){2}|^b.*(xy|yx)', $_ ] } @text ],
        [ perl    => '/usr/bin/perl',    map { [ '-e', $PERL_WORDS, $_ ] } @text ],
        [ python3 => '/usr/bin/python3', map { [ '-S', '-E', $life, $_ ] } 4, 24 ],
        [ luajit  => '/usr/bin/luajit',  map { [ '-joff', $queens, $_ ] } 6, 9 ],
        [ sqlite3 => '/usr/bin/sqlite3', map { [ '-batch', ':memory:', ".read $_" ] } @sql ],
        [ cc1     => $cc1,               map { [ '-quiet', '-O1', '-o', '-', $_ ] } @source ],
        [ as      => '/usr/bin/as',      map { [ '-o', "$folder/object.o", $_ ] } @assembly ],
    );
    my @there = grep { -x $_->[1] } @programs;
    my @missing = map { $_->[0] } grep { !-x $_->[1] } @programs;
    return ([ map { my ($name, $file, @commands) = @$_; { name => $name, commands => [ map { [ $file, @$_ ] } @commands ] } } @there ], \@missing);
}

1;
