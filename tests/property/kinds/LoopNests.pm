# SPDX-License-Identifier: GPL-3.0-or-later
#
# LoopNests: random nests of loops in C, C++ and Fortran, which count themselves; what --loops=yes says of them.
#
# Each body counts its executions, and what leaves a loop says whether its test has ended it.  So the program knows, of each entry, how often
# the body was executed and how often a test at the top.  Without optimization a `for` or `while` has its test at the top; optimized, it may be
# at the end; all else has none.  docs/loops.md says what of both are iterations.

package LoopNests;
use strict;
use warnings;
use Chance;
use XgTest qw(slurp put);

my %COMPILER = (c => 'gcc', cc => 'g++', f90 => 'gfortran');

# ------------------------------------------------------------ descriptions

my $n_loops;

# { language, optimize, functions: of { number, body, is_open: may be inlined } }.
sub describe {
    $n_loops = 0;
    my $language = one_of(qw(c c cc f90 f90));
    my $n = between(2, 4);
    my @functions = map { { number => $_, is_open => chance(30) ? 1 : 0, body => [] } } 1 .. $n;
    for my $f (@functions) {
        my @callees = grep { $_ > $f->{number} } 1 .. $n;
        $f->{body} = [ map { nest(1, 1500 / $n, \@callees) } 1 .. between(1, 3) ];
    }
    return { language => $language, optimize => one_of(qw(-O0 -O0 -O1 -O2)), inlines => chance(40), functions => \@functions };
}

# A loop: { kind, number, form, bound: { constant, outer: the counter around it, pick }, step, body }.
sub nest {
    my ($depth, $budget, $callees) = @_;
    my $most = $depth == 1 ? 9 : $budget > 40 ? 12 : 7;
    my %loop = (kind => 'loop', number => ++$n_loops, form => one_of(qw(for for for while dowhile forever)), step => one_of(1, 1, 1, 2, 3, -1),
        bound => { constant => between($depth == 1 ? 1 : 0, $most), outer => $depth > 1 && chance(40) ? between(1, $depth - 1) : 0, pick => chance(30) ? between(2, 6) : 0 });
    my @body;
    my $left = $budget / $most;
    for (1 .. between(1, 3)) {
        my $kind = one_of(qw(work work loop loop if leave leave call));
        push @body, { kind => 'work' } if $kind eq 'work';
        push @body, nest($depth + 1, $left, $callees) if $kind eq 'loop' && $depth < 4 && $left > 2;
        push @body, { kind => 'if', pick => between(2, 4), body => [ $depth < 4 && $left > 2 && chance(50) ? nest($depth + 1, $left, $callees) : { kind => 'work' } ] } if $kind eq 'if';
        push @body, leave($depth) if $kind eq 'leave';
        push @body, { kind => 'call', callee => one_of(@$callees) } if $kind eq 'call' && @$callees && $left > 20;
    }
    # what has no end of its own needs one
    unshift @body, { kind => 'leave', how => 'break', levels => 1, pick => between(2, 8) } if $loop{form} eq 'forever';
    $loop{body} = \@body;
    return \%loop;
}

sub leave {
    my ($depth) = @_;
    my $how = one_of(qw(break break continue continue return));
    return { kind => 'leave', how => $how, levels => $how eq 'return' ? $depth : $how eq 'break' && $depth > 1 && chance(35) ? 2 : 1, pick => between(2, $how eq 'return' ? 40 : 9) };
}

# ------------------------------------------------------------ C and C++

my ($d, @lines, @around, %span, @all);    # the description, lines of the source, loops around, [ first, last ] line and loops by number
my $end_of_functions;                     # the line from which on only main() is

sub put_line { my ($text) = @_; push @lines, '    ' x (1 + @around) . $text; return; }

# A value that no compiler knows.
sub value { my ($n) = @_; return $d->{optimize} eq '-O0' ? $n : "same($n)"; }

sub bound_of {
    my ($loop, $pick) = @_;
    my $b = $loop->{bound};
    my @sum = value($b->{constant});
    push @sum, 'i' . $around[ ($b->{outer} - 1) % @around ]{number} if $b->{outer} && @around;
    push @sum, "$pick($b->{pick})" if $b->{pick};
    return join ' + ', @sum;
}

# Statements that say of the innermost loops that no test has ended them.
sub ended {
    my ($n) = @_;
    my $fortran = $d->{language} eq 'f90';
    my @inner = reverse @around[ -$n .. -1 ];
    return map { my $k = $inner[$_]{number}; ($fortran ? "e($k) = 0" : "e[$k] = 0"), $_ < $#inner ? ($fortran ? "call leave($k)" : "leave($k)") : () } 0 .. $#inner;
}

sub c_statement {
    my ($s) = @_;
    my $kind = $s->{kind};
    return put_line('work++;') if $kind eq 'work';
    return put_line("f$s->{callee}(work);") if $kind eq 'call' && grep { $_->{number} == $s->{callee} } @{ $d->{functions} };
    return c_loop($s) if $kind eq 'loop';
    if ($kind eq 'if') {
        put_line("if (pick($s->{pick}) == 1) {");
        c_statement($_) for @{ $s->{body} };
        put_line('}');
    }
    return if $kind ne 'leave' || !@around;
    return put_line("if (pick($s->{pick}) == 1) continue;") if $s->{how} eq 'continue';
    my $levels = $s->{how} eq 'return' || $s->{levels} > @around ? @around : $s->{levels};
    my $go = $s->{how} eq 'return' ? "leave($around[0]{number}); return;" : $levels == 1 ? 'break;' : "goto out$around[ -$levels ]{number};";
    put_line("if (pick($s->{pick}) == 1) { " . join('', map { "$_; " } ended($levels)) . "$go }");
    return;
}

sub c_loop {
    my ($loop) = @_;
    my $n = $loop->{number};
    my ($i, $step) = ("i$n", abs $loop->{step});
    my $is_down = $loop->{step} < 0;
    put_line("long $i, n$n = " . bound_of($loop, 'pick') . ';');
    put_line("b[$n] = 0, e[$n] = 1;");
    put_line($is_down ? "$i = n$n;" : "$i = 0;") if $loop->{form} ne 'for';
    my ($start, $test, $next) = $is_down ? ("$i = n$n", "$i > 0", "$i--") : ("$i = 0", "$i < n$n", "$i += $step");
    put_line({ for => "for ($start; $test; $next) {", while => "while ($test) {", dowhile => 'do {', forever => 'for (;;) {' }->{ $loop->{form} });
    $span{$n} = [ scalar @lines ];
    push @all, $loop;
    push @around, $loop;
    put_line("b[$n]++;");
    put_line("$next;") if $loop->{form} ne 'for';
    c_statement($_) for @{ $loop->{body} };
    put_line("if (b[$n] > 50) { e[$n] = 0; break; }") if $loop->{form} eq 'forever';
    put_line('work++;');
    pop @around;
    put_line($loop->{form} eq 'dowhile' ? "} while ($test);" : '}');
    $span{$n}[1] = @lines;
    put_line("out$n: __attribute__((unused));");
    put_line("leave($n);");
    return;
}

my $C_HEAD = <<'END';
#include <stdio.h>

#define OWN __attribute__((noipa))
enum { LOOPS = 100 };
static volatile long b[LOOPS], e[LOOPS], work;    // of the entry: executions of the body; 1: the test ends it
static struct Passes { long entries, all, least, most; } bodies[LOOPS], tests[LOOPS];
static unsigned seed = 12345;

OWN static long pick(long n) { seed = seed * 1103515245 + 12345; return (seed >> 16) % n; }
OWN static long same(long n) { __asm__ volatile("" : "+r"(n)); return n; }
static void add(struct Passes* p, long n)
{
    if (n == 0) return;
    p->entries++;
    p->all += n;
    if (p->least == 0 || n < p->least) p->least = n;
    if (n > p->most) p->most = n;
}
OWN static void leave(int k) { add(&bodies[k], b[k]); add(&tests[k], b[k] + e[k]); }
END

my $C_TAIL = <<'END';
    for (int k = 0; k < LOOPS; k++)
        if (tests[k].entries)
            printf("%d %ld %ld %ld %ld %ld %ld %ld %ld\n", k, bodies[k].entries, bodies[k].all, bodies[k].least, bodies[k].most, tests[k].entries, tests[k].all, tests[k].least, tests[k].most);
    return 0;
}
END

sub c_text {
    @lines = split /\n/, $C_HEAD;
    for my $f (reverse @{ $d->{functions} }) {
        push @lines, '', ($f->{is_open} ? 'static' : 'OWN static') . " void f$f->{number}(long argument)", '{';
        put_line('work += argument & 1;');
        c_statement($_) for @{ $f->{body} };
        push @lines, '}';
    }
    $end_of_functions = @lines;
    push @lines, '', 'int main(void)', '{', (map { "    f$_->{number}(1);" } @{ $d->{functions} }), split /\n/, $C_TAIL;
    return;
}

# ------------------------------------------------------------ Fortran

sub f_statement {
    my ($s) = @_;
    my $kind = $s->{kind};
    return put_line('work = work + 1') if $kind eq 'work';
    return put_line("call f$s->{callee}(1_8)") if $kind eq 'call' && grep { $_->{number} == $s->{callee} } @{ $d->{functions} };
    return f_loop($s) if $kind eq 'loop';
    if ($kind eq 'if') {
        put_line("if (pick($s->{pick}_8) == 1) then");
        f_statement($_) for @{ $s->{body} };
        put_line('end if');
    }
    return if $kind ne 'leave' || !@around;
    return put_line("if (pick($s->{pick}_8) == 1) cycle") if $s->{how} eq 'continue';
    my $levels = $s->{how} eq 'return' || $s->{levels} > @around ? @around : $s->{levels};
    put_line("if (pick($s->{pick}_8) == 1) then");
    put_line("   $_") for ended($levels);
    if ($s->{how} eq 'return') {
        put_line("   call leave($around[0]{number})");
        put_line('   return');
    } else { put_line("   exit l$around[ -$levels ]{number}"); }
    put_line('end if');
    return;
}

sub f_loop {
    my ($loop) = @_;
    my $n = $loop->{number};
    my ($i, $step) = ("i$n", abs $loop->{step});
    my $is_down = $loop->{step} < 0;
    put_line("n$n = " . bound_of($loop, 'pick') =~ s/\b(\d+)\b/${1}_8/gr);
    put_line("b($n) = 0");
    put_line("e($n) = 1");
    put_line($is_down ? "$i = n$n" : "$i = 0") if $loop->{form} ne 'for';
    my ($test, $next) = $is_down ? ("$i > 0", "$i = $i - 1") : ("$i < n$n", "$i = $i + $step");
    my $range = $is_down ? "n$n, 1, -1" : "0, n$n - 1" . ($step > 1 ? ", $step" : '');
    put_line({ for => "l$n: do $i = $range", while => "l$n: do while ($test)" }->{ $loop->{form} } // "l$n: do");
    $span{$n} = [ scalar @lines ];
    push @all, $loop;
    push @around, $loop;
    put_line("b($n) = b($n) + 1");
    put_line($next) if $loop->{form} ne 'for';
    f_statement($_) for @{ $loop->{body} };
    put_line("if (b($n) > 50) exit l$n") if $loop->{form} eq 'forever';
    put_line('work = work + 1');
    put_line("if (.not. ($test)) exit l$n") if $loop->{form} eq 'dowhile';
    pop @around;
    put_line("end do l$n");
    $span{$n}[1] = @lines;
    put_line("call leave($n)");
    return;
}

my $F_HEAD = <<'END' . $FORTRAN_PICK . <<'END';
module counts
   integer(8), volatile :: b(0:99), e(0:99), work = 0
   integer(8) :: bodies(4, 0:99) = 0, tests(4, 0:99) = 0, seed = 12345
contains
END
   function same(n) result(r)
      integer(8), volatile :: n
      integer(8) :: r
      r = n
   end function
   subroutine add(p, n)
      integer(8) :: p(4), n
      if (n == 0) return
      p(1) = p(1) + 1
      p(2) = p(2) + n
      if (p(3) == 0 .or. n < p(3)) p(3) = n
      if (n > p(4)) p(4) = n
   end subroutine
   subroutine leave(k)
      integer :: k
      call add(bodies(:, k), b(k))
      call add(tests(:, k), b(k) + e(k))
   end subroutine
END

sub f_text {
    @lines = split /\n/, $F_HEAD;
    for my $f (@{ $d->{functions} }) {
        my $at = @lines + 2;
        push @lines, "   subroutine f$f->{number}(argument)", '      integer(8) :: argument', '';
        put_line('work = work + iand(argument, 1_8)');
        my $before = @all;
        f_statement($_) for @{ $f->{body} };
        $lines[$at] = '      integer(8) :: ' . join ', ', 'unused', map { ("i$_->{number}", "n$_->{number}") } @all[ $before .. $#all ];
        push @lines, '   end subroutine';
    }
    $end_of_functions = @lines;
    push @lines, 'end module', 'program main', '   use counts', '   integer :: k', (map { "   call f$_->{number}(1_8)" } @{ $d->{functions} }),
        '   do k = 0, 99', '      if (tests(1, k) > 0) print *, k, bodies(:, k), tests(:, k)', '   end do', 'end program';
    return;
}

# The source and its ending; also sets %span and @all.
sub text {
    ($d) = @_;
    (@lines, @around, %span, @all) = ();
    $d->{language} eq 'f90' ? f_text() : c_text();
    return (join('', map { "$_\n" } @lines), $d->{language});
}

# ------------------------------------------------------------ what is compared

sub commands { my ($d) = @_; return "$COMPILER{ $d->{language} } -g -w $d->{optimize}" . ($d->{language} eq 'f90' ? ' -fno-inline -ffree-line-length-none' : '') . " -static -o own/program program.$d->{language}"; }

sub files { my ($d) = @_; my ($text, $ending) = text($d); return [ "program.$ending", $text ]; }

sub runs { my ($d) = @_; return (own => [ '--loops=yes', $d->{inlines} ? '--read-inline-info=yes' : () ]); }

# What the profile says: of each loop, by its first and last line, [ entries, iterations, least, most ].
sub reported {
    my ($profile) = @_;
    my (%name, %loop, $fn, $callee);
    my $of = sub {
        my ($name) = @_;
        my ($function, $first, $last) = $name =~ /(\S+) \[(?:irreducible )?loop (\d+)(?:-(\d+))?(?: \(\d+\))?\](?:'\d+)?\z/ or return;
        return $function =~ /\b(?:f\d+_?|main)\b|MOD_f\d+|MAIN__/ && $first < $end_of_functions ? $loop{ join '-', $first, $last // $first } //= [ 0, 0 ] : undef;
    };
    for (split /\n/, $profile) {
        if    (/^(c?)fn=\((\d+)\)(?: (.*))?/) { $name{$2} = $3 if defined $3; ($1 ? $callee : $fn) = $name{$2}; }
        elsif (/^calls=(\d+)/)                { my $l = $of->($callee); $l->[0] += $1 if $l; }
        elsif (/^# loop: (\d+)(?: (\d+) (\d+))?$/ && (my $l = $of->($fn))) {
            $l->[1] += $1;
            $l->[2] = $2 if defined $2 && (!defined $l->[2] || $2 < $l->[2]);
            $l->[3] = $3 if defined $3 && (!defined $l->[3] || $3 > $l->[3]);
        }
    }
    return \%loop;
}

# The innermost loop of the source that has these lines.
sub loop_at {
    my ($first, $last) = @_;
    my ($found) = sort { $span{$b}[0] <=> $span{$a}[0] } grep { $span{$_}[0] <= $first && $last <= $span{$_}[1] } keys %span;
    return $found;
}

my @WHAT = qw(entries iterations least most);

# The text of the loop's first line, for messages.
sub named { my ($n) = @_; return "loop $n, line $span{$n}[0] (" . $lines[ $span{$n}[0] - 1 ] =~ s/^\s+|\s+\z//gr . ')'; }

# What its iterations are: executions of the body or of a test at the top, or one of both.
sub counted_by {
    my ($d, $loop) = @_;
    return 'bodies' if $loop->{form} !~ /^(?:for|while)$/;
    return qw(bodies tests) if $d->{optimize} ne '-O0';
    # of steps other than 1, gfortran counts rounds, and tests that at the end
    return $d->{language} eq 'f90' && $loop->{form} eq 'for' && $loop->{step} > 1 ? 'bodies' : 'tests';
}

# Differences between what the program has counted and what the profile says, as sentences.
sub differences {
    my ($d, $run) = @_;
    text($d);
    my (%bodies, %tests, @wrong, %got);
    for (split /\n/, $run->{stdout}) {
        my ($n, @counts) = split;
        ($bodies{$n}, $tests{$n}) = ([ @counts[ 0 .. 3 ] ], [ @counts[ 4 .. 7 ] ]);
    }
    my $reported = reported($run->{out});
    for my $lines (sort keys %$reported) {
        my $n = loop_at(split /-/, $lines);
        if (!defined $n) { push @wrong, "there is a loop of lines $lines, where the source has none"; next; }
        push @wrong, named($n) . ": there are two, of lines $lines and $got{$n}[4]" if $got{$n};
        $got{$n} = [ @{ $reported->{$lines} }[ 0 .. 3 ], $lines ];
    }
    for my $loop (@all) {
        my $n = $loop->{number};
        my @may = grep { defined $_ && $_->[1] > $_->[0] } map { $_ eq 'bodies' ? $bodies{$n} : $tests{$n} } counted_by($d, $loop);
        my $is_surely = defined $bodies{$n} && $bodies{$n}[1] > $bodies{$n}[0];
        if (!$got{$n}) {
            push @wrong, named($n) . ': there is none, must have entries, iterations, least, most ' . join(' or ', map { "@$_" } @may) if @may && ($is_surely || $d->{optimize} eq '-O0');
            next;
        }
        my $got = join ' ', map { $_ // '-' } @{ $got{$n} }[ 0 .. 3 ];
        push @wrong, named($n) . ": entries, iterations, least, most $got, must be " . (join(' or ', map { "@$_" } @may) || 'no loop') if !grep { "@$_" eq $got } @may;
    }
    return (\@wrong, 4 * @all);
}

# Runs with one changed figure each, which must be noticed: [ what is changed, run ].
sub damaged {
    my ($d, $run) = @_;
    text($d);
    my @at = grep { $run->{out} =~ /\[loop $_(?: |\])/ } map { "$span{$_}[0]-" . ($span{$_}[1] - 1), "$span{$_}[0]-$span{$_}[1]" } sort { $a <=> $b } keys %span;
    my @all;
    for my $lines (@at) {
        my ($id) = $run->{out} =~ /^c?fn=\((\d+)\) .*\[loop $lines\]$/m or next;
        push @all, map { my ($what, $from) = @$_; my $out = $run->{out}; $out =~ s/$from/$1 . ($2 + 1)/me ? [ "$what of the loop $lines", { %$run, out => $out } ] : () }
            [ entries => qr/^(cfn=\($id\)(?: .*)?\ncalls=)(\d+)/ ], [ iterations => qr/^(fn=\($id\)(?: .*)?\n# loop: )(\d+)/ ],
            [ least => qr/^(fn=\($id\)(?: .*)?\n# loop: \d+ )(\d+)/ ], [ most => qr/^(fn=\($id\)(?: .*)?\n# loop: \d+ \d+ )(\d+)/ ];
        push @all, [ "the place of the loop $lines", { %$run, out => $run->{out} =~ s/\[loop $lines\]/[loop 1-2]/gr } ];
    }
    return @all;
}

1;
