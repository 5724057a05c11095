# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Knees: miss curves of functions and memory objects, and where the program's falls (docs/miss-curves.md).
#
# Usage:
#   my $data  = json_decode($bytes);     # the file xgrind.data.<pid>, with "miss_curves"
#   my @knees = knees($data, {});        # hashes, see below
#   my $words = knee_words($data, {});   # sentences about them
#   my @functions = functions_of($data);    # with their curves, each with its name
#   my @objects   = objects_of($data, {});  # hashes with self (the curve), name, source
#   misses($curve, $i)                   # at a size, by its index
#
# Options, all of them optional:
#   knee_percent  a knee is where so many percent of all accesses less miss within an octave (5)
#   object_name   function that gives an object of $data a name
#
# A knee has these keys: from_B, the size where the fall begins; size_B, where nine tenths of it are over; below and above,
# the shares of the accesses that miss, in percent, at from_B and at size_B; misses, by how many
# they fall within the octave; function and object, hashes with name and misses, or undef.

package Xgrind::Findings::Knees;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(min);
use Xgrind::Text::Messages;
use Xgrind::Text::Numbers;

our @EXPORT = qw(knees knee_words functions_of objects_of misses);

my $OCTAVE = 4;     # sizes

sub object_label {
   my ($object, $options) = @_;
   return $options->{object_name}->($object) if $options->{object_name};
   return $object->{name} if defined $object->{name};
   return "$object->{kind} from $object->{source}" if defined $object->{source};
   return "$object->{kind} object $object->{id}";
}

# The functions with their curves, each with its name.
sub functions_of {
   my ($data) = @_;
   return map { { %$_, name => printable($data->{functions}[ $_->{function} ]{name}) } } @{ $data->{miss_curves}{functions} };
}

sub objects_of {
   my ($data, $options) = @_;
   my %by_id = map { $_->{id} => $_ } @{ $data->{objects} };
   return map {
      my $object = $by_id{ $_->{object} };
      { self => $_, name => printable(object_label($object, $options)), source => $object->{source} };
   } @{ $data->{miss_curves}{objects} };
}

# Misses of a curve at a size, by its index; beyond the last one only cold misses are left.
sub misses {
   my ($curve, $i) = @_;
   my $all = $curve->{misses};
   return $all->[ min($i, $#$all) ];
}

# By how much misses fall within the octave that begins at this index.
sub fall {
   my ($curve, $i) = @_;
   return misses($curve, $i) - misses($curve, $i + $OCTAVE);
}

# The index of the first size whose curve can be told: with sampling, four sampled lines' worth.
sub first_size {
   my ($curves) = @_;
   return 0 if $curves->{exact};
   my $least_B = 4 * $curves->{line_B} / $curves->{rate};
   my @sizes   = @{ $curves->{sizes_B} };
   my ($first) = grep { $sizes[$_] >= $least_B } 0 .. $#sizes;
   return $first // $#sizes;
}

# The one among these whose misses fall most within an octave, if that is a half of the fall or more.
sub mover {
   my ($i, $fall, @candidates) = @_;
   my ($most) = sort { $b->{misses} <=> $a->{misses} || $a->{name} cmp $b->{name} }
      map { { name => $_->{name}, misses => fall($_->{self}, $i) } } @candidates;
   return $most && 2 * $most->{misses} >= $fall ? $most : undef;
}

sub knees {
   my ($data, $options) = @_;
   my $curves  = $data->{miss_curves};
   my $program = $curves->{program};
   return if !$program->{accesses};
   my $least = ($options->{knee_percent} // 5) / 100 * $program->{accesses};
   my @steep = sort { fall($program, $b) <=> fall($program, $a) || $a <=> $b }
      grep { fall($program, $_) > 0 && fall($program, $_) >= $least } first_size($curves) .. $#{ $curves->{sizes_B} } - 1;
   my @functions = functions_of($data);
   my @objects   = objects_of($data, $options);
   my (@knees, @taken);
   for my $i (@steep) {
      next if grep { abs($_ - $i) <= $OCTAVE } @taken;
      push @taken, $i;
      my $fall = fall($program, $i);
      my ($end) = grep { misses($program, $i) - misses($program, $_) >= 0.9 * $fall } $i + 1 .. $i + $OCTAVE;
      push @knees,
         {
         from_B   => $curves->{sizes_B}[$i],
         size_B   => $curves->{sizes_B}[ min($end, $#{ $curves->{sizes_B} }) ],
         below    => share(misses($program, $i),   $program->{accesses}),
         above    => share(misses($program, $end), $program->{accesses}),
         misses   => $fall,
         function => mover($i, $fall, @functions),
         object   => mover($i, $fall, @objects),
         };
   }
   return sort { $a->{size_B} <=> $b->{size_B} } @knees;
}

# Knees of one object and function that follow each other are one fall over several octaves, as random accesses make it.
sub falls_of {
   my (@knees) = @_;
   my @falls;
   for my $knee (@knees) {
      my $whose = join "\0", map { $_ ? $_->{name} : '' } @$knee{qw(function object)};
      if (@falls && $falls[-1]{whose} eq $whose) { @{ $falls[-1] }{qw(size_B above)} = @$knee{qw(size_B above)}; }
      else                                       { push @falls, { %$knee, whose => $whose }; }
   }
   return @falls;
}

sub fall_text {
   my ($fall) = @_;
   my ($function, $object) = @$fall{qw(function object)};
   my $what = $object ? $object->{name} . ($function ? " in $function->{name}" : '') : $function ? "what $function->{name} uses" : 'what the program uses';
   return sprintf '%s fits a cache of %s: with %s, %.1f%% of all data accesses miss, with that much %.1f%%.',
      $what, bytes_text($fall->{size_B}), bytes_text($fall->{from_B}), $fall->{below}, $fall->{above};
}

# The program's knees as sentences.
sub knee_words {
   my ($data, $options) = @_;
   return [ map { fall_text($_) } falls_of(knees($data, $options)) ];
}

1;
