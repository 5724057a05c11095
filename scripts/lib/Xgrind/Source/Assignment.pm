# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Assignment: what a statement assigns the result of a call to.
#
# Usage: ($t of Xgrind::Source::Tokens, $i the token that names the function, or "new")
#   assigned_place($t, $i, 'c')     # "p->cells[i]" for "p->cells[i] = (double *)malloc(n);", or undef
#   place_before($t, $end)          # the place whose last token is at $end
#   address_argument($t, $i)        # "p" for "posix_memalign((void **)&p, 64, n)"
#   allocate_statement($t, $line)   # ("u", "grid%v") for "allocate(u(n), grid%v(n))" of Fortran
#   is_returned($t, $i, 'c')        # "return (double *)malloc(n);"
#   is_after_equals($t, $i)         # the call comes right behind an equals sign, perhaps with a cast between

package Xgrind::Source::Assignment;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::Tokens;

our @EXPORT = qw(assigned_place place_before address_argument allocate_statement is_after_equals is_returned);

my $NAME_MAX  = 80;    # characters of a name; a longer one explains nothing
my $LINES_MAX = 3;     # of a statement
my $MACRO     = qr/^[A-Z][A-Z\d_]{2,}\z/a;
# Functions that look at their first argument and return it, as far as their names say.
my $PASSES    = qr/^(?:x?check(?:ed)?|ensure|must|verify|require|not_?null|non_?null|no_?null|likely|unlikely)(?:_?[a-z]*)\z/i;
my $POINTER   = qr/(?:ptr|pointer|array)\z/i;    # std::unique_ptr and others that take memory over

# --- Places ----------------------------------------------------------------

# Parentheses that are a part of a place: "(*p)" in "(*p)->next".
sub parenthesized {
   my ($t, $close) = @_;
   my $open = $t->{match}[$close] // return undef;
   my $before = $open ? $t->{text}[ $open - 1 ] : ';';
   return undef if is_name($before) || $before =~ /^[\]\)]\z/;    # a call
   my $inner = joined(@{ $t->{text} }[ $open + 1 .. $close - 1 ]);
   return $inner =~ /^\**[A-Za-z_\x80-\xff][\w\x80-\xff]*(?:(?:->|\.|::)[A-Za-z_\x80-\xff][\w\x80-\xff]*)*\z/a ? ("($inner)", $open) : ();
}

# The place that ends here, and its first token.
sub place_from {
   my ($t, $i) = @_;
   my $name = '';
   while ($i >= 0) {
      my $text = $t->{text}[$i];
      if ($text eq ']') {
         my $open = $t->{match}[$i] // return;
         return if $open + 1 == $i;
         $name = '[' . joined(@{ $t->{text} }[ $open + 1 .. $i - 1 ]) . ']' . $name;
         $i = $open - 1;
         next;
      }
      if ($text eq ')') {
         my ($inner, $open) = parenthesized($t, $i) or return;
         return defined $inner ? ($inner . $name, $open) : ();
      }
      return if !is_name($text);
      $name = $text . $name;
      my $link = $i ? $t->{text}[ $i - 1 ] : '';
      return ($name, $i) if $link !~ /^(?:\.|->|::)\z/;
      return ("::$name", $i - 1) if $link eq '::' && ($i < 2 || !is_name($t->{text}[ $i - 2 ]));
      $name = $link . $name;
      $i -= 2;
   }
   return;
}

# The place as it is called, with what is in front of it: a star belongs to a declaration or is an access.
sub place_before {
   my ($t, $end) = @_;
   my ($name, $first) = place_from($t, $end) or return undef;
   my $stars = 0;
   my $i     = $first - 1;
   for (; $i >= 0 && $t->{text}[$i] =~ /^(?:\*|&&?)\z/; $i--) { $stars++ if $t->{text}[$i] eq '*' }
   my $before = $i >= 0 ? $t->{text}[$i] : ';';
   my $is_first = $before =~ /^(?:[;{}(\)=:?!\[\]]|\|\||else|do|return)\z/;
   return undef if $before =~ /^(?:using|typedef|goto|operator|struct|class|"")\z/;
   return undef if !$is_first && $before ne ',' && $before ne '>' && $before !~ /^[A-Za-z_\x80-\xff]/;
   return undef if !$is_first && $before ne ',' && $name =~ /[.(]|->/;    # no declaration has such a name
   $name = ('*' x $stars) . $name if $is_first;
   $name =~ s/^\((\w+)\)\z/$1/;
   return length $name > $NAME_MAX ? undef : $name;
}

# --- From the call to the equals sign --------------------------------------

# In front of what a call's name is qualified with: std::, pool->, a.b().
sub before_qualifiers {
   my ($t, $i) = @_;
   while ($i >= 0 && $t->{text}[$i] =~ /^(?:::|\.|->)\z/) {
      $i--;
      while ($i >= 0 && $t->{text}[$i] =~ /^[\)\]]\z/) {
         $i = ($t->{match}[$i] // return undef) - 1;
      }
      return $i if $i < 0;
      $i = before_template($t, $i) // return undef if $t->{text}[$i] eq '>';
      $i-- if $i >= 0 && $t->{text}[$i] =~ /^[A-Za-z_\$\x80-\xff]/;
   }
   return $i;
}

# Behind "new T(...)", "new T[n]", "f<T>(...)", "vec![...]"; undef: it ends elsewhere.
sub after_call {
   my ($t, $i, $is_new) = @_;
   my ($text, $match) = @$t{qw(text match)};
   my $end = $i + 1;
   if ($is_new) {
      $end = $match->[$end] + 1 if ($text->[$end] // '') eq '(' && defined $match->[$end] && ($text->[ $match->[$end] + 1 ] // '') =~ /^[A-Za-z_\x80-\xff]/;
      while (($text->[$end] // '') =~ /^(?:[A-Za-z_\x80-\xff]|::|\*)/) {
         $end++;
         $end = after_template($t, $end) // return undef if ($text->[$end] // '') eq '<';
      }
   } else {
      $end++ if ($text->[$end] // '') eq '!' || ($text->[$end] // '') eq '::';
      $end = after_template($t, $end) // return undef if ($text->[$end] // '') eq '<';
   }
   while (($text->[$end] // '') =~ ($is_new ? qr/^[\(\[\{]\z/ : qr/^[\(\[]\z/)) {
      $end = ($match->[$end] // return undef) + 1;
      last if !$is_new;
   }
   return $end;
}

# A closing parenthesis right before the call: a cast.  Returns what is in front of it, or undef.
sub before_cast {
   my ($t, $close) = @_;
   my $open = $t->{match}[$close] // return undef;
   return undef if !is_type(@{ $t->{text} }[ $open + 1 .. $close - 1 ]);
   my $before = $open ? $t->{text}[ $open - 1 ] : ';';
   return $open - 2 if $before =~ $MACRO;
   return undef if $before =~ /^[A-Za-z_\x80-\xff\]\)>]/ && $before ne 'return';
   return $open - 1;
}

# An opening parenthesis around the call.  Returns what is in front of it, or the variable that it initialises.
sub before_parenthesis {
   my ($t, $open) = @_;
   my $text = $t->{text};
   my $i    = $open - 1;
   return (undef, undef) if $i < 0;
   if ($text->[$i] eq '>') {
      my $o = before_template($t, $i) // return (undef, undef);
      return (undef, undef) if $o < 0 || $text->[$o] !~ /_cast\z|$POINTER/;
      return (before_qualifiers($t, $o - 1), undef);
   }
   return ($i, undef) if $text->[$i] !~ /^[A-Za-z_\x80-\xff]/ || $text->[$i] eq 'return';
   return ($i - 1, undef) if $text->[$i] =~ $MACRO || $text->[$i] =~ $PASSES;
   if ($text->[$i] eq 'reset' && $i >= 2 && $text->[ $i - 1 ] =~ /^(?:\.|->)\z/) {
      return (undef, place_before($t, $i - 2));
   }
   my $o = $i >= 1 ? before_template($t, $i - 1) : undef;
   return (undef, $text->[$i]) if defined $o && $o >= 0 && $text->[$o] =~ $POINTER && is_name($text->[$i]);
   return (undef, undef);
}

# The equals sign of a conditional expression, one of whose results the call is.
sub before_condition {
   my ($t, $i) = @_;
   my $questions = 0;
   for (; $i >= 0; $i--) {
      my $text = $t->{text}[$i];
      if ($text =~ /^[\)\]]\z/) { $i = $t->{match}[$i] // return undef }
      elsif ($text =~ /^[;{}(\[]\z/) { return undef }
      elsif ($text eq '?') { $questions++ }
      elsif ($text eq '=') { return $questions ? $i : undef }
   }
   return undef;
}

# How the way back from the call ends: at an equals sign, at "return", or with a name.
sub way_back {
   my ($t, $i) = @_;
   my $groups = 0;    # parentheses around the call
   while (defined $i && $i >= 0) {
      my $text = $t->{text}[$i];
      return ($i, $groups, undef) if $text eq '=' || $text eq 'return';
      if ($text eq ')') { $i = before_cast($t, $i) }
      elsif ($text eq '(') {
         ($i, my $name) = before_parenthesis($t, $i);
         return (undef, $groups, $name) if defined $name;
         $groups++;
      } elsif ($text eq '{') {
         my $is_declared = $i >= 2 && is_name($t->{text}[ $i - 1 ]) && $t->{text}[ $i - 2 ] =~ /^[*&>]\z/;
         return $is_declared ? (undef, $groups, $t->{text}[ $i - 1 ]) : ();
      } elsif ($text eq '*' && $i && $t->{text}[ $i - 1 ] eq '=') { $i-- }
      elsif ($text eq '?' || $text eq ':') { $i = before_condition($t, $i) }
      else { return }
   }
   return;
}

# Does the result go where it is assigned, and not elsewhere first?
sub is_result_taken {
   my ($t, $end, $groups) = @_;
   my $next = $t->{text}[$end] // return 0;
   while ($groups && $next eq ')') {
      $groups--;
      $next = $t->{text}[ ++$end ] // return 0;
   }
   return $next =~ /^(?:[;,):+}]|\])\z/;
}

# "let mut v: Vec<T> =": what is declared before the equals sign; '' if nothing is.
sub let_name {
   my ($t, $equals) = @_;
   for (my $i = $equals - 1; $i >= 0 && $t->{text}[$i] !~ /^[;{}]\z/; $i--) {
      next if $t->{text}[$i] ne 'let';
      $i++ if $t->{text}[ $i + 1 ] eq 'mut';
      my ($name, $next) = @{ $t->{text} }[ $i + 1, $i + 2 ];
      return is_name($name) && $next =~ /^[:=]\z/ ? ($name, $i) : (undef, $i);
   }
   return ('', 0);
}

sub assigned_place {
   my ($t, $i, $language) = @_;
   my $is_new = $language eq 'c' && $t->{text}[$i] eq 'new';
   my $end = after_call($t, $i, $is_new) // return undef;
   my $start = before_qualifiers($t, $i - 1) // return undef;
   my ($equals, $groups, $name) = way_back($t, $start) or return undef;
   return $name if !defined $equals;
   return undef if $t->{text}[$equals] eq 'return';
   $end++ if $language eq 'rust' && ($t->{text}[$end] // '') eq '?';
   return undef if !is_result_taken($t, $end, $groups);
   my $first = $equals;
   ($name, $first) = let_name($t, $equals) if $language eq 'rust';
   return undef if !defined $name && $language eq 'rust';
   if (($name // '') eq '') {
      $name = place_before($t, $equals - 1) // return undef;
      (undef, $first) = place_from($t, $equals - 1);
   }
   my $lines = $t->{line}[ $end - 1 ] - $t->{line}[$first] + 1;
   return $lines > $LINES_MAX ? undef : $name;
}

sub is_returned {
   my ($t, $i, $language) = @_;
   my $end   = after_call($t, $i, $language eq 'c' && $t->{text}[$i] eq 'new') // return 0;
   my $start = before_qualifiers($t, $i - 1) // return 0;
   my ($return, $groups) = way_back($t, $start) or return 0;
   return defined $return && $t->{text}[$return] eq 'return' && is_result_taken($t, $end, $groups);
}

sub is_after_equals {
   my ($t, $i) = @_;
   my $start = before_qualifiers($t, $i - 1) // return 0;
   my ($equals) = way_back($t, $start);
   return defined $equals && $t->{text}[$equals] eq '=';
}

# --- Memory by way of an argument, and Fortran -----------------------------

sub address_argument {
   my ($t, $i) = @_;
   my $end = $t->{match}[ $i + 1 ] // return undef;
   my $depth_end = $i + 2;
   for (my $k = $i + 2; $k < $end; $k++) {
      $k = $t->{match}[$k] // return undef if $t->{text}[$k] =~ /^[\(\[\{]\z/;
      $depth_end = $k + 1;
      last if $t->{text}[$k] eq ',' && ($depth_end = $k);
   }
   my ($name, $first) = place_from($t, $depth_end - 1) or return undef;
   return undef if $t->{text}[ $first - 1 ] ne '&' || length $name > $NAME_MAX;
   my $before = $first - 2;
   $before = before_cast($t, $before) // return undef if $t->{text}[$before] eq ')';
   return $before == $i + 1 ? $name : undef;
}

# The arguments between two parentheses, as lists of token numbers.
sub arguments {
   my ($t, $open) = @_;
   my $close = $t->{match}[$open] // return;
   my @all = ([]);
   for (my $i = $open + 1; $i < $close; $i++) {
      if ($t->{text}[$i] eq ',') { push @all, []; next }
      my $last = $t->{text}[$i] =~ /^[\(\[]\z/ ? $t->{match}[$i] // return : $i;
      push @{ $all[-1] }, $i .. $last;
      $i = $last;
   }
   return @all;
}

# What an argument of allocate() allocates, or undef: it is an option.
sub allocated {
   my ($t, @tokens) = @_;
   my @texts = @{ $t->{text} }[@tokens];
   for my $n (reverse 0 .. $#texts) { splice @texts, 0, $n + 1 and last if $texts[$n] eq '::' }
   return undef if @texts >= 2 && $texts[1] eq '=';
   my $name = joined(@texts);
   1 while $name =~ s/\[[^\[\]]*\]\z//;
   if ($name =~ /\)\z/) {
      my $depth = 0;
      for (my $n = length($name) - 1; $n > 0; $n--) {
         my $c = substr $name, $n, 1;
         $depth += $c eq ')' ? 1 : $c eq '(' ? -1 : 0;
         if (!$depth) { $name = substr $name, 0, $n; last }
      }
   }
   return $name;
}

sub allocate_statement {
   my ($t, $line) = @_;
   my @names;
   for my $i (grep { lc $t->{text}[$_] eq 'allocate' && ($t->{text}[ $_ + 1 ] // '') eq '(' } 0 .. $#{ $t->{text} } - 1) {
      my $end = $t->{match}[ $i + 1 ] // next;
      next if $line < $t->{line}[$i] || $line > $t->{line}[$end];
      return () if $t->{line}[$end] - $t->{line}[$i] >= $LINES_MAX;
      push @names, grep { defined } map { allocated($t, @$_) } arguments($t, $i + 1);
   }
   return map { /^[A-Za-z]\w*/a && length $_ <= $NAME_MAX ? $_ : undef } @names;
}

1;
