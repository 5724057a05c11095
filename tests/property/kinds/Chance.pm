# SPDX-License-Identifier: GPL-3.0-or-later
#
# Chance: random numbers that a seed decides, and smaller descriptions of a failing program.
#
# Usage:
#   Chance::begin($seed, $number);                    # the numbers that follow are those of this program
#   one_of(@all); chance($percent); between($low, $high); shuffled(@all)
#   my $smaller = reduce($d, sub { my ($d) = @_; ... true if it still fails ... }, $tries);
#   $FORTRAN_PICK                                     # pick(n) of a program in Fortran
# A description is a hash.  Elements of its lists, at any depth, that are hashes can be left out; a statement, which has a
# `kind`, can be replaced by its `body`.

package Chance;
use strict;
use warnings;
use Exporter qw(import);
use Storable qw(dclone);

our @EXPORT = qw(one_of chance between shuffled reduce $FORTRAN_PICK);

# Random numbers below n for programs in Fortran, from their own variable `seed`.
our $FORTRAN_PICK = <<'END';
   function pick(n) result(r)
      integer(8) :: n, r
      seed = iand(seed * 1103515245_8 + 12345_8, 2147483647_8)
      r = mod(ishft(seed, -16), n)
   end function
END

my $state = 1;

sub begin {
    my ($seed, $number) = @_;
    $state = ($seed * 1_000_003 + $number * 7919 + 977) & 0x7fffffff;
    below(2) for 1 .. 5;
    return;
}

sub below {
    my ($n) = @_;
    $state = ($state * 1_103_515_245 + 12345) & 0x7fffffff;
    return int(($state >> 8) * $n / (1 << 23));
}

sub one_of { my (@all) = @_; return $all[ below(scalar @all) ]; }
sub chance { my ($percent) = @_; return below(100) < $percent; }
sub between { my ($low, $high) = @_; return $low + below($high - $low + 1); }

sub shuffled {
    my (@all) = @_;
    for my $i (reverse 1 .. $#all) {
        my $j = below($i + 1);
        @all[ $i, $j ] = @all[ $j, $i ];
    }
    return @all;
}

# ------------------------------------------------------------ smaller

# Where elements are that can be left out: [ list, index ], outer ones first.
sub places {
    my ($d) = @_;
    my (@all, @inner);
    for my $part (ref $d eq 'HASH' ? map { $d->{$_} } sort keys %$d : @$d) {
        next if ref $part ne 'ARRAY' && ref $part ne 'HASH';
        push @all, map { [ $part, $_ ] } grep { ref $part->[$_] eq 'HASH' } reverse 0 .. $#$part if ref $part eq 'ARRAY';
        push @inner, places($part);
    }
    return (@all, @inner);
}

sub body_of { my ($e) = @_; return defined $e->{kind} ? $e->{body} : undef; }

# Change number $i of the description: an element goes, or is replaced by its body; 0 if there are fewer, -1 if it has none.
sub change {
    my ($d, $i) = @_;
    my ($list, $at) = @{ (places($d))[ int $i / 2 ] // return 0 };
    my $body = $i % 2 ? body_of($list->[$at]) : [];
    splice @$list, $at, 1, @$body if $body;
    return $body ? 1 : -1;
}

# The smallest description that still fails, of those that are reached by leaving out one thing after the other.
sub reduce {
    my ($d, $fails, $tries) = @_;
    my ($i, $since) = (0, 0);
    while ($tries > 0) {
        my $next = dclone($d);
        my $is_changed = change($next, $i);
        if (!$is_changed) {
            last if !$since;
            ($i, $since) = (0, 0);
            next;
        }
        if ($is_changed < 0) { $i++; next; }
        $tries--;
        if   ($fails->($next)) { $d = $next; $since++; }
        else                   { $i++; }
    }
    return $d;
}

1;
