# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::CountedLoops: loops that count, as the source of C, C++ and Fortran has them.
#
# Usage:
#   my @loops = loops_around($t, 'c', 17);    # of Xgrind::Source::Tokens; those around the innermost statement of a line, outermost first
#   $loops[-1]{counter}                       # the variable that it counts with
#   # head, first, last: tokens that it begins with, and that what it repeats begins and ends with

package Xgrind::Source::CountedLoops;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(first);
use Xgrind::Source::Tokens;

our @EXPORT = qw(loops_around);

# The last token of the statement of C that begins at a token; undef: it has no end here.
sub statement_end {
   my ($t, $i) = @_;
   my $text = $t->{text};
   return $t->{match}[$i] if ($text->[$i] // '') eq '{';
   if (($text->[$i] // '') =~ /^(?:for|while|if)\z/ && ($text->[ $i + 1 ] // '') eq '(') {
      my $last = statement_end($t, ($t->{match}[ $i + 1 ] // return undef) + 1) // return undef;
      return ($text->[ $last + 1 ] // '') eq 'else' ? statement_end($t, $last + 2) : $last;
   }
   for (; $i < @$text; $i++) {
      return $i if $text->[$i] eq ';';
      $i = $t->{match}[$i] // $i if $text->[$i] =~ /^[\(\[\{]\z/;
   }
   return undef;
}

# The variable that a loop of C counts with: that which its last part changes.
sub counter_of {
   my ($t, $open) = @_;
   my $close = $t->{match}[$open] // return undef;
   my ($semicolon) = grep { $t->{text}[$_] eq ';' } reverse $open .. $close;
   return undef if !defined $semicolon;
   return first { is_name($_) } @{ $t->{text} }[ $semicolon + 1 .. $close - 1 ];
}

# Loops with first and last token of what they repeat, outermost first.
sub loops_of_c {
   my ($t) = @_;
   my @loops;
   for my $i (grep { $t->{text}[$_] eq 'for' && ($t->{text}[ $_ + 1 ] // '') eq '(' } 0 .. $#{ $t->{text} }) {
      my $counter = counter_of($t, $i + 1) // next;
      my $body = ($t->{match}[ $i + 1 ] // next) + 1;
      my $last = statement_end($t, $body) // next;
      push @loops, { counter => $counter, head => $i, first => $body, last => $last };
   }
   return @loops;
}

sub loops_of_fortran {
   my ($t) = @_;
   my (@open, @loops);
   my $is_first = sub { return !$_[0] || $t->{text}[ $_[0] - 1 ] eq ';' || $t->{text}[ $_[0] - 1 ] eq ':' };
   for my $i (grep { $is_first->($_) } 0 .. $#{ $t->{text} }) {
      my @words = map { lc($t->{text}[ $i + $_ ] // '') } 0 .. 2;
      if ($words[0] eq 'enddo' || $words[0] eq 'end' && $words[1] eq 'do') {
         my $loop = pop @open // next;
         push @loops, { %$loop, last => $i } if defined $loop->{counter};
      } elsif ($words[0] eq 'do') {
         push @open, { head => $i, first => $i + 3, counter => $words[2] eq '=' ? $words[1] : undef };
      }
   }
   return sort { $a->{head} <=> $b->{head} } @loops;
}

# A line can have several loops: that of the innermost statement counts.
sub loops_around {
   my ($t, $language, $line) = @_;
   my @loops = $language eq 'fortran' ? loops_of_fortran($t) : loops_of_c($t);
   my @around;
   for my $i (grep { $t->{line}[$_] == $line } 0 .. $#{ $t->{text} }) {
      my @of = grep { $_->{first} <= $i && $i <= $_->{last} } @loops;
      @around = @of if @of > @around;
   }
   return @around;
}

1;
