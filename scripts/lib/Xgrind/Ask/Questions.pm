# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::Questions: the questions that one word after xgrind asks, and the options that each stands for.
#
# Usage:
#   for my $q (questions()) { ... }      # verb, program, asks, options, how, answer, takes: how long, undef: not long
#   my $q = question('memory');          # undef: there is none of this verb
#   my @options = options_of($q, $n);    # its options; $n: processors that the program may use
#
# how    what is done: "run", "advise" (several runs, with other layouts), "compare" (two programs), "check" (a run against a
#        baseline); "view" is another command's
# This is the only place that lists them: tools/question-table writes what the launcher, the manual pages and the documents say.

package Xgrind::Ask::Questions;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(questions question options_of);

my $CORES_MAX = 64;    # of --cores
my @MISSES    = qw(--machine=native --cacheuse=yes --miss-classes=yes --collect-objects=yes);
my $LONG      = 'up to 500 times as long as by itself';    # README.md
my @MEMORY    = (@MISSES, qw(--loops=yes --context-tree=yes --collect-work=yes));

my @QUESTIONS = (
   { verb => 'memory', program => './app', asks => 'what is slow, and why', how => 'run', takes => $LONG, options => \@MEMORY,
      answer => 'what most of the estimated cycles go to, in which line, why, and what may help' },
   { verb => 'layout', program => './app', asks => 'which data should lie otherwise', how => 'advise', takes => 'several runs, each up to 500 times as long as by itself', options => [qw(--machine=native)],
      answer => 'the layout of the data that saves most, as simulated, with a declaration to paste' },
   { verb => 'threads', program => './app', asks => q(do threads get into each other's way), how => 'run', takes => $LONG, options => [ '--cores=N', @MISSES ],
      answer => 'the data that threads share, or only lie beside each other in one line of the caches, and loops that wait' },
   { verb => 'phases', program => './app', asks => 'what happens over time', how => 'run', takes => $LONG, options => [ @MISSES, qw(--timeline=yes --timeline-region=auto) ],
      answer => 'the phase of the run that costs most, what is slow in it, and what repeats' },
   { verb => 'compare', program => './before -- ./after', asks => 'did my change help', how => 'compare', takes => $LONG, options => \@MEMORY,
      answer => 'which of two programs, or runs, is faster by the estimate, by how much, in which functions, and why' },
   { verb => 'check', program => './app', asks => 'is it as fast as it was', how => 'check', options => [],
      answer => 'whether the program executes more instructions than a baseline, for continuous integration' },
   { verb => 'view', program => './app', asks => 'all of it, in the browser', how => 'view', options => [],
      answer => 'the page of the run, with the options that you give' },
);

sub questions { return @QUESTIONS; }

sub question {
   my ($verb) = @_;
   my ($found) = grep { $_->{verb} eq $verb } @QUESTIONS;
   return $found;
}

# One core would have nobody to share with.
sub options_of {
   my ($question, $processors) = @_;
   my $n = $processors < 2 ? 2 : $processors > $CORES_MAX ? $CORES_MAX : $processors;
   return map { s/\A--cores=N\z/--cores=$n/r } @{ $question->{options} };
}

1;
