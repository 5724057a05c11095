# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Summary::WaitLoops: is a loop one in which a thread waits for another one, as its counts and its source tell?
#
# Usage:
#   my $wait = waits_for_thread($run, $loop);     # undef: it does not, or nobody can tell
#   # $loop: file and line of the program, name (of the profile), f, iterations and entries
#   $wait->{iterations}
#
# With one simulated core, the run does not know which reads have waited for which writes, as runs with --cores do
# (Xgrind::Findings::Waiting).  So all of this has to hold: the program has several threads; the loop goes round very often for each
# entry, stays in its lines of memory, and stores nothing but what a lock that is tried does; and in the source it is a while without
# a body, or with one that pauses, whose condition changes no variable.

package Xgrind::Summary::WaitLoops;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::SourceLines;

our @EXPORT = qw(waits_for_thread);

my $ROUNDS_MIN = 1000;    # for each entry: a thread that waits goes round until the end of its turn
my $MISSES_MAX = 0.01;    # of the loads
my $LINES      = 2;       # below the loop's, which its empty body may take

my $BALANCED = qr/(\((?:[^()]++|(?-1))*+\))/;
my $PAUSE    = qr/(?:(?:[\w:.]*(?:pause|relax|yield|spin_loop|nop)\w*\s*\([^()]*\)|(?:__)?asm(?:__)?\b[^;{}]*)\s*;?\s*)/a;
my $WHILE_C    = qr/(?<![}\w])\s*\bwhile\s*(?<condition>$BALANCED)\s*(?:;|\{\s*$PAUSE*\}|$PAUSE)/a;
my $WHILE_RUST = qr/\bwhile\s+(?<condition>[^{};]+?)\s*\{\s*$PAUSE*\}/a;

my $CHANGES   = qr/\+\+|--|(?<![=!<>])=(?!=)/;
my $TRIES     = qr/test_and_set|exchange|swap|xchg|try_?lock/i;

# The condition of the while that a loop is; undef: it is none that does nothing but wait.
sub condition_of {
   my ($loop) = @_;
   return undef if !defined $loop->{line};
   my $source = source_lines($loop->{file}) // return undef;
   my ($from, $to) = $loop->{name} =~ / \[loop (?:[^:\]]*:)?(\d+)(?:-(\d+))?\]\z/a ? ($1, $2 // $1) : return undef;
   my $text = join "\n", map { $source->{text}[$_] // '' } $from .. $to + $LINES;
   return undef if $text !~ ($source->{language} eq 'rust' ? $WHILE_RUST : $WHILE_C);
   my $condition = $+{condition};
   return $condition =~ $CHANGES ? undef : $condition;
}

sub waits_for_thread {
   my ($run, $loop) = @_;
   return undef if !$run->{data} || $run->{data}{n_threads} < 2;
   return undef if !$loop->{entries} || $loop->{iterations} < $ROUNDS_MIN * $loop->{entries};
   my $at = $run->{profile}{event_index};
   my ($loads, $stores, @misses) = map { defined $at->{$_} ? $run->{self}[ $loop->{f} ][ $at->{$_} ] // 0 : undef } qw(Dr Dw D1mr);
   return undef if !$loads || !defined $stores || ($misses[0] // 0) > $MISSES_MAX * $loads;
   my $condition = condition_of($loop) // return undef;
   return undef if $stores && $condition !~ $TRIES;
   return { iterations => $loop->{iterations} };
}

1;
