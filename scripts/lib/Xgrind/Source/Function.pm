# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Function: does a function of C or C++ hand a variable of its own to its caller?
#
# Usage:
#   my $source = source_lines('grid.c');                     # of Xgrind::Source::SourceLines
#   my $function = returns_local($source, 17, 'p');          # "allocate"; undef: it does not, or is not known
#
# "p" is used at the line, in the function that is returned; the name is '' where the function has none.  A variable
# is its own if the function declares it, or has it as a parameter, and it is not static.

package Xgrind::Source::Function;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::SourceLines;
use Xgrind::Source::Tokens;

our @EXPORT = qw(returns_local);

my $LINES_MAX = 400;               # on either side: a longer function is no wrapper
my @LINES     = (5, 25, 100, $LINES_MAX); # looked at on either side, until there is a function: most are short
my $CONTROL   = qr/^(?:if|for|while|switch|catch)\z/;
my $NO_TYPE   = qr/^(?:return|else|do|goto|case|throw|delete|new|sizeof|using|co_return|co_yield)\z/;

# The parenthesis in front of a function's parameters, for the brace in front of its body; undef: it is none.
sub parameters_of {
   my ($t, $brace) = @_;
   my $i = $brace - 1;
   $i-- while $i >= 0 && $t->{text}[$i] =~ /^(?:\w+|::|->|[*&<>])\z/a;
   return undef if $i < 0 || $t->{text}[$i] ne ')';
   my $open = $t->{match}[$i] // return undef;
   return $open && $t->{text}[ $open - 1 ] =~ $CONTROL ? undef : $open;
}

# The first and last token of the innermost function around a token, with its parameters.
sub function_around {
   my ($t, $at) = @_;
   for my $i (reverse 0 .. $at) {
      next if $t->{text}[$i] ne '{' || ($t->{match}[$i] // -1) < $at;
      my $open = parameters_of($t, $i) // next;
      return ($open, $t->{match}[$i]);
   }
   return;
}

# Is what is declared here, if anything is, a variable that lives in the function only?
sub is_declared_at {
   my ($t, $first, $i) = @_;
   return 0 if ($t->{text}[ $i + 1 ] // '') !~ /^[=;,:(){\[]\z/;
   my $k = $i - 1;
   $k-- while $k > $first && $t->{text}[$k] =~ /^(?:[*&]|&&|const|restrict|__restrict)\z/;
   return 0 if $k < $first || $t->{text}[$k] =~ $NO_TYPE || $t->{text}[$k] !~ /^(?:[A-Za-z_\x80-\xff].*|[>,])\z/s;
   my $start = $i;
   $start-- while $start > $first && $t->{text}[ $start - 1 ] !~ /^[;{}(]\z/;
   my @words = @{ $t->{text} }[ $start .. $i ];
   # "a, *p" alone declares nothing: a type has a name or a star behind it
   return 0 if $words[0] !~ /^[A-Za-z_\x80-\xff]/ || $words[0] =~ $NO_TYPE || $words[1] !~ /^(?:[A-Za-z_\x80-\xff].*|::|[*&<]|&&)\z/s;
   return !grep { $_ eq 'static' || $_ eq 'extern' } @words;
}

# Does the function end with this variable, perhaps with a cast, as its result?
sub is_returned_by {
   my ($name, @texts) = @_;
   my $text = join ' ', @texts;
   my $cast = qr/(?:\( [\w:<>* ]+ \) |(?:\w+ :: )?(?:\w+_cast < [^;()]* >|move) (?=\())?/a;
   return $text =~ /(?<!\w)return $cast(?:\( )*\Q$name\E(?: \))* ;/a;
}

# The last place of a name up to a line, and the function around it: (position, first, last); () if there is none.
sub function_with {
   my ($t, $line, $name) = @_;
   for my $at (reverse 0 .. $#{ $t->{text} }) {
      next if $t->{text}[$at] ne $name || $t->{line}[$at] > $line;
      my @function = function_around($t, $at) or return;
      return ($at, @function);
   }
   return;
}

# The tokens around a line in which that function is found, and what function_with() says of them. Those of the function
# found last serve all its lines.
sub tokens_of_function {
   my ($source, $line, $name) = @_;
   my $last = $source->{function_tokens};
   if ($last && $last->{first} < $line && $line < $last->{last}) {
      my @found = function_with($last->{tokens}, $line, $name);
      my ($from, $to) = @found ? @{ $last->{tokens}{line} }[ @found[ 1, 2 ] ] : ();
      return ($last->{tokens}, @found) if @found && $line - $from <= $LINES_MAX && $to - $line <= $LINES_MAX;
   }
   for my $lines (@LINES) {
      my $t = bracketed(tokens_of($source, $line - $lines, $line + $lines));
      my ($at, $from, $to) = function_with($t, $line, $name) or next;
      $source->{function_tokens} = { tokens => $t, first => $t->{line}[$from], last => $t->{line}[$to] };
      return ($t, $at, $from, $to);
   }
   return;
}

sub find_returned {
   my ($source, $line, $name) = @_;
   my ($t, $at, $first, $last) = tokens_of_function($source, $line, $name) or return undef;
   return undef if !is_returned_by($name, @{ $t->{text} }[ $first .. $last ]);
   return undef if !grep { $t->{text}[$_] eq $name && is_declared_at($t, $first, $_) } $first + 1 .. $at;
   my $function = $first ? $t->{text}[ $first - 1 ] : '';
   return is_name($function) ? $function : '';
}

sub returns_local {
   my ($source, $line, $name) = @_;
   return undef if $source->{language} ne 'c' || !is_name($name) || $name =~ /[^\w\$\x80-\xff]/a;
   my $known = $source->{returns} //= {};
   $known->{"$line $name"} = find_returned($source, $line, $name) if !exists $known->{"$line $name"};
   return $known->{"$line $name"};
}

1;
