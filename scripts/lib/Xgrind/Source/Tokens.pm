# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Tokens: tokens of some lines of source, with the brackets that belong together.
#
# Usage:
#   my $t = bracketed(tokens_of($source, 17, 21));    # of Xgrind::Source::SourceLines
#   $t->{text}[$i], $t->{line}[$i]                    # a token, and its line
#   $t->{match}[$i]                                   # the other bracket, or undef
#   after_template($t, $i)                            # behind "<...>", or undef if $i begins none
#   in_one_statement($t, $i, $k)                      # no ; { } between them, nor in place of $i

package Xgrind::Source::Tokens;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(bracketed after_template before_template in_one_statement is_name is_type joined);

my %OPENS = (')' => '(', ']' => '[', '}' => '{');

# Words that are no names of variables.
my %KEYWORD = map { $_ => 1 } qw(if else for while do switch case default return goto break continue sizeof new delete
   const volatile restrict static extern register auto struct union enum class typename template using typedef operator
   throw try catch public private protected virtual inline friend namespace let mut ref match loop fn impl where as in
   unsafe move dyn pub co_await co_return co_yield constexpr mutable true false nullptr
   int char long short unsigned signed float double void bool);

sub bracketed {
   my ($texts, $line_of) = @_;
   my (@match, @open);
   for my $i (0 .. $#$texts) {
      my $text = $texts->[$i];
      if ($text =~ /^[\(\[\{]\z/) {
         push @open, $i;
      } elsif (my $opening = $OPENS{$text}) {
         # lines begin and end anywhere: a bracket may have its other one elsewhere
         if (@open && $texts->[ $open[-1] ] eq $opening) {
            my $o = pop @open;
            @match[ $o, $i ] = ($i, $o);
         } else {
            @open = ();
         }
      }
   }
   return { text => $texts, line => $line_of, match => \@match };
}

sub is_name {
   my ($text) = @_;
   return $text =~ /^[A-Za-z_\$\x80-\xff]/ && !$KEYWORD{$text};
}

# Could these tokens be a type?
sub is_type {
   my (@texts) = @_;
   return @texts > 0 && $texts[0] =~ /^(?:[A-Za-z_\x80-\xff]|::)/ && !grep { !/^(?:[\w\$\x80-\xff]+|::|[*&<>,\[\]]|&&)\z/a } @texts;
}

# Behind the template arguments that begin here.
sub after_template {
   my ($t, $i) = @_;
   return undef if ($t->{text}[$i] // '') ne '<';
   my $depth = 0;
   for (; $i < @{ $t->{text} }; $i++) {
      my $text = $t->{text}[$i];
      if ($text eq '<') { $depth++ }
      elsif ($text eq '>') { return $i + 1 if !--$depth }
      elsif ($text =~ /^[\(\[]\z/) { $i = $t->{match}[$i] // return undef }
      elsif ($text !~ /^(?:[\w\$\x80-\xff]+|::|[*&,]|&&|->)\z/a) { return undef }
   }
   return undef;
}

# Before the template arguments that end here.
sub before_template {
   my ($t, $i) = @_;
   return undef if $i < 0 || $t->{text}[$i] ne '>';
   my $depth = 0;
   for (; $i >= 0; $i--) {
      my $text = $t->{text}[$i];
      if ($text eq '>') { $depth++ }
      elsif ($text eq '<') { return $i - 1 if !--$depth }
      elsif ($text =~ /^[\)\]]\z/) { $i = $t->{match}[$i] // return undef }
      elsif ($text !~ /^(?:[\w\$\x80-\xff]+|::|[*&,]|&&|->)\z/a) { return undef }
   }
   return undef;
}

sub in_one_statement {
   my ($t, $i, $k) = @_;
   return 0 if $i > $k;
   return !grep { /^[;{}]\z/ } @{ $t->{text} }[ $i .. $k ];
}

# Tokens as a text, with blanks between words only.
sub joined {
   my (@texts) = @_;
   my $all = '';
   for my $text (@texts) {
      $all .= ' ' if $all =~ /\w\z/a && $text =~ /^\w/a;
      $all .= $text;
   }
   return $all;
}

1;
