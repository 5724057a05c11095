# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Tree::Walk: goes through the paths that are to be shown, and knows how they are drawn.
#
# Usage:
#   my ($n_left, $left) = walk($paths, { percent => 1, depth => 10, callers => 0, to_main => 0, root => undef }, sub {
#      my ($node, $at) = @_;         # a node of Xgrind::Tree::CallPaths or ::Estimate
#      $at->{depth}                  # 1: a root
#      $at->{n_below}                # nodes below it that are shown
#      $at->{n_left}, $at->{left}    # those that are not: how many, and what they cost
#      $at->{begins}                 # what of its cost is of paths that begin here, bottom-up
#      $at->{level}                  # indentation
#      $at->{is_branch}              # is it one of several below its parent?
#      $at->{more}[$level]           # does another branch of this level follow further down?
#   });                              # and what is left out at the top
#   my $percent = least_percent($paths, 1);    # what is really asked for
#
# Nodes that cost less than a share of the total in percent are left out, and those deeper than "depth".  With
# "callers", those below a root are shown if they have a quarter of its cost, too.
# With "root", the roots are only those whose names match it; the share is then of their cost, and below a root of the
# root's.
# With "to_main", nothing is below main or, in a program without symbols, what calls it: from the bottom, that is
# always what starts programs.  Nodes that cost nothing are neither shown nor counted.  The highest cost comes
# first; of equal ones, the name decides.
#
# A node alone below its parent has its parent's level.  Nothing here is recursive: paths may be 100,000 calls long.

package Xgrind::Tree::Walk;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);

our @EXPORT = qw(walk least_percent);

my $START         = qr/\A(?:main|\(below main\))\z/;
my $CALLERS_SHARE = 0.25;    # of a root's cost: callers that are shown in any case

sub least_percent {
   my ($paths, $percent) = @_;
   my $least = 100 * ($paths->{least_share} // 0);
   return $percent < $least ? $least : $percent;
}

sub sorted {
   my ($paths, $nodes) = @_;
   return $nodes if @$nodes < 2;
   my %text;
   my $text = sub { return $text{ $_[0] } //= join "\0", reverse $paths->{names}->($_[0]) };
   return [ sort { $b->[0] <=> $a->[0] || $text->($a->[1]) cmp $text->($b->[1]) } @$nodes ];
}

# The roots that are wanted, and what is left out of them.
sub roots_of {
   my ($paths, $how, $least) = @_;
   return $paths->{roots}->($least) if !defined $how->{root};
   my ($all) = $paths->{roots}->(0);
   my @wanted = grep { ($paths->{names}->($_->[1]))[2] =~ $how->{root} } @$all;
   my $sum = sum0(map { $_->[0] } @wanted);
   $least = least_percent($paths, $how->{percent}) * $sum / 100;
   my @small = grep { $_->[0] < $least } @wanted;
   return ([ grep { $_->[0] >= $least } @wanted ], scalar @small, sum0(map { $_->[0] } @small));
}

# What nodes below this root must cost.
sub least_below {
   my ($paths, $how, $root, $least) = @_;
   return least_percent($paths, $how->{percent}) * $root->[0] / 100 if defined $how->{root};
   return $least if !$how->{callers};
   my $much = $CALLERS_SHARE * $root->[0];
   return $least if $much >= $least;
   my $lowest = least_percent($paths, 0) * $paths->{total} / 100;
   return $much >= $lowest ? $much : $lowest;
}

sub walk {
   my ($paths, $how, $visit) = @_;
   my $least = my $least_below = least_percent($paths, $how->{percent}) * $paths->{total} / 100;
   my ($roots, $n_left, $left) = roots_of($paths, $how, $least);
   my (@open, @more);    # of each depth the nodes still to be visited, their level, are they branches?
   push @open, [ sorted($paths, $roots), 0, 0 ] if @$roots;
   while (@open) {
      my ($nodes, $level, $is_branch) = @{ $open[-1] };
      my $node = shift @$nodes;
      if (!defined $node) { pop @open; next; }
      $least_below  = least_below($paths, $how, $node, $least) if @open == 1;
      $more[$level] = @$nodes > 0 if $is_branch;
      my $is_last = defined $how->{depth} && @open >= $how->{depth};
      my ($below, @rest) = $how->{to_main} && ($paths->{names}->($node->[1]))[2] =~ $START ? ([], 0, 0, 0)
         : $paths->{below}->($node, $is_last ? 9**9**9 : $least_below);
      $visit->($node, { depth => scalar @open, n_below => scalar @$below, n_left => $rest[0], left => $rest[1], begins => $rest[2],
            level => $level, is_branch => $is_branch, more => \@more });
      push @open, [ sorted($paths, $below), @$below > 1 ? ($level + 1, 1) : ($level, 0) ] if @$below;
   }
   return ($n_left, $left);
}

1;
