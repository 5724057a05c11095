# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::SourceSums: what two loops add to, once they are exchanged, as the source says it.
#
# Usage:
#   my $sum = sum_after_exchange($function, $line);    # a function of the data file
#   $sum->{name}    # "y[i]": what the inner loop would then add floating-point numbers to; '': to nothing, or to another element each time
#   # undef: the source is not there, or does not say it
#
# An addition to one variable waits for the one before it.  A loop over the elements of y[i] does not have to; if the loop around it
# becomes the inner one, it adds to y[i] only, and takes the time of an addition for each round.
#
# Contract: undef wherever there is a doubt.  C, C++ and Fortran.

package Xgrind::Findings::SourceSums;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(any);
use Xgrind::Objects::Variables;
use Xgrind::Source::CountedLoops;
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(sum_after_exchange);

my ($BEFORE, $BEHIND) = (200, 60);    # lines around
my $ADDS = qr{^[-+*]=\z};

# --- Sums ------------------------------------------------------------------

# Sums in a statement: what is added to, as tokens, and where that begins.
sub sums_between {
   my ($t, $first, $last) = @_;
   my @sums;
   for my $i ($first .. $last) {
      next if $t->{text}[$i] !~ /^(?:=|[-+*]=)\z/;
      my $from = $i;
      # a text, or an index, belongs to the name before it
      while ($from > $first) {
         my $before = $t->{text}[ $from - 1 ];
         if    ($before =~ /^[\]\)]\z/ && defined $t->{match}[ $from - 1 ] && $from < $i + 1) { last if $before eq ')' && ($t->{text}[$from] // '') =~ /^\w/a; $from = $t->{match}[ $from - 1 ]; }
         elsif ($before =~ /^(?:\.|->|%)\z/ || is_name($before) && ($from == $i || $t->{text}[$from] !~ /^\w/a)) { $from--; }
         else  { last; }
      }
      my @place = @{ $t->{text} }[ $from .. $i - 1 ];
      next if !@place || !is_name($place[0]);
      my @behind = @{ $t->{text} }[ $i + 1 .. $i + 1 + @place ];
      my $is_sum = $t->{text}[$i] =~ $ADDS || "@place" eq "@behind[ 0 .. $#place ]" && ($behind[-1] // '') =~ /^[-+*]\z/;
      push @sums, { place => \@place, at => $from } if $is_sum;
   }
   return @sums;
}

# The name of what is added to: of p->y[i], y.
sub variable_in {
   my ($name, $depth) = ('', 0);
   for (@_) {
      $depth += /^[\[\(]\z/ ? 1 : /^[\]\)]\z/ ? -1 : 0;
      $name = $_ if !$depth && is_name($_);
   }
   return $name;
}

# Is it a floating-point variable?  1, 0; undef: its declaration is not there.
sub is_floating {
   my ($source, $name, $line) = @_;
   my $quoted = quotemeta $name;
   for my $n (reverse 1 .. $line) {
      my $text = $source->{text}[$n] // next;
      next if $text !~ /(?<!\w)$quoted(?!\w)/;
      if ($source->{language} eq 'fortran') {
         return 1 if $text =~ /^\s*(?:real|double\s*precision|complex)\b.*(?<!\w)$quoted(?!\w)/i;
         return 0 if $text =~ /^\s*(?:integer|logical)\b.*(?<!\w)$quoted(?!\w)/i;
         next;
      }
      # the nearest type before it
      my ($types) = $text =~ /^(.*?)(?<!\w)$quoted(?!\w)/;
      my ($type) = ($types =~ s/.*[;{}]//sr) =~ /.*\b(float|double|_Complex|int|long|short|char|unsigned|signed|bool|\w+_t)\b/;
      return $type =~ /^(?:float|double|_Complex)\z/ ? 1 : $type =~ /^(?:int|long|short|char|unsigned|signed|bool|u?int\d+_t|size_t|ptrdiff_t|ssize_t)\z/ ? 0 : undef if defined $type;
   }
   return undef;
}

# Does what the outer loop repeats give a variable its first value, outside of the inner one?  Then each round has a variable of its
# own, and exchanged loops keep it in an array.
sub is_begun_there {
   my ($t, $name, $outer, $inner) = @_;
   return any { $t->{text}[$_] eq $name && ($t->{text}[ $_ + 1 ] // '') eq '=' } $outer->{first} .. $inner->{head} - 1;
}

# Does a loop call what may add somewhere?  Functions of Fortran look like arrays, and hardly do.
sub calls_something {
   my ($t, $loop, $is_fortran) = @_;
   my @text = @{ $t->{text} }[ $loop->{first} .. $loop->{last} ];
   return any { $_ eq 'call' } @text if $is_fortran;
   return any { $text[$_] eq '(' && $_ && is_name($text[ $_ - 1 ]) } 0 .. $#text;
}

sub sum_in {
   my ($source, $line) = @_;
   my $is_fortran = $source->{language} eq 'fortran';
   my $t = bracketed(tokens_of($source, $line - $BEFORE, $line + $BEHIND));
   $t->{text} = [ map { lc } @{ $t->{text} } ] if $is_fortran;
   my @around = loops_around($t, $source->{language}, $line);
   return undef if @around < 2;
   my ($outer, $inner) = @around[ -2, -1 ];
   my @sums = sums_between($t, $inner->{first}, $inner->{last});
   return undef if !@sums && calls_something($t, $inner, $is_fortran);
   for my $sum (@sums) {
      my @place = @{ $sum->{place} };
      next if any { $_ eq $outer->{counter} } @place;
      next if @place == 1 && is_begun_there($t, $place[0], $outer, $inner);
      my $is_floating = is_floating($source, variable_in(@place), $t->{line}[ $sum->{at} ]) // return undef;
      return { name => joined(@place) } if $is_floating;
   }
   return { name => '' };
}

sub sum_after_exchange {
   my ($function, $line) = @_;
   my $source = trusted_source({ %$function, line => $line }) // return undef;
   return $source->{language} eq 'rust' ? undef : sum_in($source, $line);
}

1;
