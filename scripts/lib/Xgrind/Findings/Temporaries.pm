# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Findings::Temporaries: does the compiler of Fortran copy an argument in and out in the lines of a finding?
#
# Usage:
#   if (is_argument_copied($data, $finding)) { ... }    # of Xgrind::Data::Misses and ::MissFindings
#
# An array whose elements are not side by side, as a section with a stride or a component of all elements, is no array to a
# routine that declares its argument with a size.  So the compiler makes one, copies it there, calls, and copies it back: in
# loops in the line of the call, or in libgfortran.
#
# Contract: true if at least half of the misses are in such lines.  Of loops in a line, the source has to be there (docs/text-tools.md):
# the line calls something with an array that can need a copy; and memory was allocated there, while the line allocates none itself, or, where the size
# of the copy is known to the compiler, a quarter of the line's accesses are stores to a stack.

package Xgrind::Findings::Temporaries;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(any sum0);
use Xgrind::Objects::Variables;
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(is_argument_copied);

my $FORTRAN = qr/\.f(?:or|tn|90|95|03|08)?\z/i;
my $PACKING = qr/^_gfortrani?_internal_(?:un)?pack/;    # what libgfortran copies with
my $STATEMENT_LINES = 40;    # that a statement has at most

# Functions of the language whose result, not whose argument, is what the compiler makes an array for.
my %MAKES_ARRAY = map { $_ => 1 } qw(matmul transpose reshape spread pack unpack cshift eoshift merge);

# Where memory was allocated, as function, file and line.
sub allocating {
   my ($data) = @_;
   return $data->{allocating_lines} //= { map { join("\0", @{ $_->{stack}[0] }{qw(name file line)}) => 1 } grep { $_->{kind} eq 'heap' && $_->{stack} && @{ $_->{stack} } } @{ $data->{profile}{objects} } };
}

# Stores to stacks, by function, file and line.
sub stored_on_stacks {
   my ($data) = @_;
   return $data->{stored_on_stacks} if $data->{stored_on_stacks};
   my ($profile, %stores) = ($data->{profile});
   for my $line (map { @{ $_->{lines} } } grep { $_->{kind} eq 'stack' } @{ $profile->{objects} }) {
      $stores{ join "\0", @{ $profile->{functions}[ $line->{function} ] }{qw(name file)}, $line->{line} } += $line->{cost}[ $profile->{at}{Dw} ];
   }
   return $data->{stored_on_stacks} = \%stores;
}

# The tokens of the statement that begins in a line.
sub statement_at {
   my ($source, $line) = @_;
   my $t = bracketed(tokens_of($source, $line, $line + $STATEMENT_LINES));
   my ($end) = grep { $t->{text}[$_] eq ';' } 0 .. $#{ $t->{text} };
   return (undef, 0) if !defined $end || !$end || $t->{line}[0] != $line;
   return ($t, $end);
}

# The arguments between parentheses, as lists of tokens.
sub arguments_in {
   my ($t, $open) = @_;
   my @arguments = ([]);
   for (my $i = $open + 1; $i < $t->{match}[$open]; $i++) {
      if ($t->{text}[$i] eq ',') { push @arguments, []; next; }
      my $last = $t->{match}[$i] // $i;
      push @{ $arguments[-1] }, @{ $t->{text} }[ $i .. $last ];
      $i = $last;
   }
   return @arguments;
}

# Is it an array, some of whose elements are meant: a section, or a component of all elements?
sub is_part_of_array {
   my (@texts) = @_;
   return 0 if !@texts || !is_name($texts[0]) || any { m{^[-+*/=]\z} } @texts[ 0 .. (($texts[1] // '') eq '(' ? 0 : $#texts) ];
   return any { $_ eq ':' || $_ eq '%' } @texts;
}

# Does a statement hand something over that may have to be copied?  Names alone can be pointers, or what another routine has got.  Functions
# look like arrays: $is_function says which names may be some.
sub hands_over_part {
   my ($t, $end, $is_function) = @_;
   my @text = map { lc } @{ $t->{text} }[ 0 .. $end - 1 ];
   return 0 if any { /^(?:allocate|deallocate|read|write|print)\z/ } @text;
   for my $i (grep { $text[$_] eq '(' && $_ && is_name($text[ $_ - 1 ]) && defined $t->{match}[$_] } 0 .. $#text) {
      next if $MAKES_ARRAY{ $text[ $i - 1 ] } || $text[ $i - 1 ] eq 'if';
      my @arguments = arguments_in($t, $i);
      my $is_call   = $i > 1 && $text[ $i - 2 ] eq 'call';
      return 1 if ($is_call || $is_function->($text[ $i - 1 ])) && any { is_part_of_array(@$_) } @arguments;
      return 1 if $is_call && !any { @$_ != 1 } @arguments;
   }
   return 0;
}

sub is_copying {
   my ($data, $code) = @_;
   my ($function, $line) = @$code{qw(function line)};
   return 1 if $function->{name} =~ $PACKING;
   return 0 if $function->{file} !~ $FORTRAN;
   my $key = join "\0", @$function{qw(name file)}, $line;
   my $is_allocated = allocating($data)->{$key};
   return 0 if !$is_allocated && 4 * (stored_on_stacks($data)->{$key} // 0) < $code->{accesses};
   my $source = trusted_source({ %$function, line => $line }) // return 0;
   my ($t, $end) = statement_at($source, $line);
   # what is on a stack may be an array of the program's: then only what is known to be a function is one
   my $is_function = sub { my ($name) = @_; return $is_allocated || any { defined && /^[^!]*\bfunction\s+\Q$name\E\b/i } @{ $source->{text} } };
   return $t && hands_over_part($t, $end, $is_function);
}

sub is_argument_copied {
   my ($data, $finding) = @_;
   my $all = sum0(map { $_->{misses} } @{ $finding->{code} });
   return $all && 2 * sum0(map { $_->{misses} } grep { is_copying($data, $_) } @{ $finding->{code} }) >= $all;
}

1;
