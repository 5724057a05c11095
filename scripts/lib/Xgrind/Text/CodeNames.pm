# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::CodeNames: the name of one function, without what makes it long.
#
# Usage:
#   code_name('void ns::f<int>(char) const')          # "ns::f<>"
#   code_name($name, { templates => 1 })              # "ns::f<int>"
#   code_name($name, { signature => 1 })              # "ns::f<>(char) const"
#   code_name('core::f::h0123456789abcdef')           # "core::f"; { hash => 1 } keeps Rust's hash,
#                                                     # versions of symbols and zeros of addresses
#   code_name('__grid_MOD_setup')                     # "grid::setup"
#   code_name('main._omp_fn.0')                       # "main [parallel region 1]"
#   fortran_name('__grid_MOD_cells')                  # "grid::cells"; other names stay as they are
#   readable_name('__grid_MOD_step._omp_fn.0')        # "grid::step [parallel region 1]": nothing is left out
#   my @forms = code_name_forms($name);               # from the shortest to the whole name, none twice
#
# A name is cut into plain texts and groups in brackets.  At its top level "<...>" are template arguments,
# "(...)" is a signature, and what precedes it is a return type.  What is no name of C++ or Rust, or
# has brackets that do not pair, or more bytes than compilers write, stays as it is.

package Xgrind::Text::CodeNames;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(code_name code_name_forms fortran_name readable_name);

my $NAME_MAX_B = 1 << 15;

# What code_name_forms() tries, each longer than those before.
my @FORMS = (
   {}, { templates => 1 }, { signature => 1 }, { templates => 1, signature => 1 }, { hash => 1 },
   { templates => 1, signature => 1, hash => 1 },
);

# Operators whose names look like brackets; "<<" and ">>" before "<" and ">".
my $OPERATOR = qr/\boperator\s*(?:\(\)|\[\]|->\*?|<=>|<<=?|>>=?|<=|>=|<|>)/;
# Brackets that are part of a plain name.
my $PLAIN = qr/\(anonymous\x01namespace\)|\(below main\)|->/;
my %CLOSES = ('>' => '<', ')' => '(', '}' => '{', ']' => '[');

# Names of other languages, whose brackets mean something else: Go's receivers, methods of Objective-C, "py::f.<locals>.<lambda>".
my @OTHER = (qr/\.\(\*?\w/, qr/^(?:[-+]\[|type\.\.|py::)/, qr/\(\*\w*[<(]/, qr/'py::/);    # much sooner than one pattern for all

# What the demanglers put before names.
my $PREFIX = qr/^(?:(?:non-virtual|virtual|covariant return) thunk to |(?:construction vtable|vtable|VTT|typeinfo name|typeinfo|guard variable|reference temporary \#\d+) for |TLS (?:init|wrapper) function for )/;

my $HASH    = qr/::h[0-9a-f]{16}\z/;         # of Rust
my $VERSION = qr/\@\@?[A-Za-z]\w*[\d.]*\z/;    # of a symbol: "memcpy@@GLIBC_2.14"

my $FORTRAN = qr/^__([a-z]\w*?)_MOD_(?=\w)/;                # gfortran: a procedure or variable of a module
my $OPENMP  = qr/\._omp_fn\.(\d{1,6})(?=\.|'|\z)/;         # gcc: the body of a parallel region

my $QUALIFIERS = qr/^(?:\s*(?:\bconst\b|\bvolatile\b|\bnoexcept\b|&&?))+/;

# Cuts a name into pieces: [ bracket or '', text ].  undef if brackets do not pair.  All forms of one name are of the same pieces.
my ($last_name, $last_pieces) = ('', []);

sub pieces {
   my ($name) = @_;
   ($last_name, $last_pieces) = ($name, cut_at_brackets($name)) if $name ne $last_name;
   return $last_pieces;
}

sub cut_at_brackets {
   my ($name) = @_;
   my (@pieces, @open);
   my $piece = [ '', '' ];
   while ($name =~ /\G(?:($OPERATOR|$PLAIN)|([<(\{\[])|([>)\}\]])|([^<>(){}\[\]o-]+|.))/gcs) {
      my ($text, $opens, $closes) = ($1 // $2 // $3 // $4, $2, $3);
      if (defined $opens) {
         if (!@open) {
            push @pieces, $piece if $piece->[1] ne '';
            $piece = [ $opens, '' ];
         }
         push @open, $opens;
      }
      $piece->[1] .= $text;
      next if !defined $closes;
      my $opened = $CLOSES{$closes};
      # within other brackets, "<" and ">" may also compare
      if ($closes ne '>') { pop @open while @open && $open[-1] eq '<' && $opened ne '<'; }
      elsif (@open && $open[-1] ne '<') { next; }
      return undef if !@open || pop @open ne $opened;
      next if @open;
      push @pieces, $piece;
      $piece = [ '', '' ];
   }
   return undef if @open;
   push @pieces, $piece if $piece->[1] ne '';
   return \@pieces;
}

# What is between < and > at any depth goes: "f<g<int>>" is "f<>".  A text whose brackets do not pair stays as it is, also
# within other brackets: "f(a<b>, c < d)".  One pass for all depths, as compilers' names have no end to them.
sub without_templates {
   my ($text) = @_;
   my $short = '';
   my @open;    # [ bracket, where what it holds begins in $text, where it does in $short, do "<" and ">" compare in it? ]
   while ($text =~ /\G(?:$OPERATOR|$PLAIN|([<(\{\[])|([>)\}\]])|[^<>(){}\[\]o-]+|.)/gcs) {
      my ($opens, $closes) = ($1, $2);
      $short .= substr $text, $-[0], $+[0] - $-[0];
      if (defined $opens) { push @open, [ $opens, $+[0], length $short, 0 ]; next; }
      next if !defined $closes;
      my $opened   = $CLOSES{$closes};
      my $compares = 0;
      if ($closes ne '>') {
         while (@open && $open[-1][0] eq '<') { pop @open; $compares = 1; }
      }
      elsif (@open && $open[-1][0] ne '<') { $open[-1][3] = 1; next; }
      return $text if !@open;
      my ($bracket, $from, $to, $compared) = @{ pop @open };
      return $text if $bracket ne $opened;
      if    ($closes eq '>')         { substr $short, $to, length($short) - $to, '>'; }
      elsif ($compares || $compared) { substr $short, $to, length($short) - $to, substr $text, $from, $+[0] - $from; }
   }
   return @open ? $text : $short;
}

# A group whose contents are without templates.
sub inside {
   my ($piece) = @_;
   my ($open, $inner, $close) = $piece->[1] =~ /^(.)(.*)(.)\z/s;
   return $open . without_templates($inner) . $close;
}

# Is the group at this index a type of Rust, "<T as Trait>", which begins a name?
sub is_rust_type {
   my ($pieces, $i) = @_;
   return $pieces->[$i][0] eq '<' && $i < $#$pieces && $pieces->[ $i + 1 ][1] =~ /^::/
      && ($i == 0 || $pieces->[ $i - 1 ][0] eq '' && $pieces->[ $i - 1 ][1] =~ /(?:^|[\s&])\z/);
}

# The index of the piece in which the name begins, and where in it: after a return type.
sub start_of_name {
   my ($pieces, $signature) = @_;
   my ($operator) = grep { $pieces->[$_][0] eq '' && $pieces->[$_][1] =~ /\boperator\s/ } 0 .. $signature - 1;
   for my $i (reverse 0 .. $signature - 1) {
      next if $pieces->[$i][0] ne '';
      my $text = $pieces->[$i][1];
      # a conversion: blanks after "operator" are part of the name
      if ($text =~ /^(.*)\boperator\b/s) { $text = $1; }
      elsif (defined $operator && $operator < $i) { next; }
      return ($i, length $1) if $text =~ /^(.*\s)/s;
   }
   return (0, 0);
}

# A group as it is printed.
sub group_text {
   my ($pieces, $i, $keep) = @_;
   my $piece = $pieces->[$i];
   my $kind  = $piece->[0];
   return inside($piece) if is_rust_type($pieces, $i);
   return $keep->{templates} ? inside($piece) : '<>' if $kind eq '<';
   return $keep->{signature} ? without_templates($piece->[1]) : '' if $kind eq '(';
   return $keep->{signature} ? without_templates($piece->[1]) : $piece->[1] =~ s/\(.*\)//sr if $kind eq '{';
   return $keep->{signature} ? $piece->[1] : '' if $piece->[1] =~ /^\[abi:/;
   return $1 if $piece->[1] =~ /^\[clone (.*)\]\z/s;
   return $piece->[1];
}

# One name, without callers that follow it after "'".
sub one_name {
   my ($name, $keep) = @_;
   my ($prefix) = $name =~ /($PREFIX)/;
   $prefix //= '';
   $name = substr $name, length $prefix;
   $name =~ s/$HASH// if !$keep->{hash};
   my $pieces = pieces($name) // return "$prefix$name";
   my ($signature) = grep { $pieces->[$_][0] eq '(' && $pieces->[ $_ - 1 ][1] !~ /\bdecltype ?\z/ } 1 .. $#$pieces;
   my ($first, $from) = defined $signature ? start_of_name($pieces, $signature) : (0, 0);
   my $text = '';
   for my $i ($first .. $#$pieces) {
      my ($kind, $piece) = @{ $pieces->[$i] };
      if ($kind ne '') {
         $text =~ s/ \z// if $piece =~ /^\[clone /;
         $text .= group_text($pieces, $i, $keep);
         next;
      }
      $piece = substr $piece, $from if $i == $first;
      $piece =~ s/$QUALIFIERS// if $i && $pieces->[ $i - 1 ][0] eq '(' && !$keep->{signature};
      $text .= $piece;
   }
   return $prefix . ($text eq '' ? $name : $text);
}

sub code_name {
   my ($name, $keep) = @_;
   my $text = short_name(@_);
   return !$keep || !$keep->{hash} ? openmp_name($text) : $text;
}

sub short_name {
   my ($name, $keep) = @_;
   return $name if length $name > $NAME_MAX_B;
   $keep //= {};
   if (!$keep->{hash}) {
      $name =~ s/(?<=.)$VERSION//;
      $name =~ s/^0x0+(?=[0-9a-f])/0x/;
      $name = fortran_name($name);
   }
   # nothing else to leave out
   return $name if $name !~ /[<(\[]|::h[0-9a-f]{16}/ || is_of_other_language($name);
   $name =~ s/\(anonymous namespace\)/(anonymous\x01namespace)/g;
   my $text = join "'", map { $_ eq '' ? '' : one_name($_, $keep) } index($name, "'") < 0 ? $name : split /'(?!lambda|unnamed|\()/, $name, -1;
   return $text =~ tr/\x01/ /r;
}

sub is_of_other_language {
   my ($name) = @_;
   return grep { $name =~ $_ } @OTHER;
}

sub fortran_name { return $_[0] =~ s/$FORTRAN/$1::/r; }

sub openmp_name { return $_[0] =~ s/$OPENMP/' [parallel region ' . ($1 + 1) . ']'/er; }

sub readable_name { return openmp_name(fortran_name($_[0])); }

sub code_name_forms {
   my ($name) = @_;
   return $name if length $name > $NAME_MAX_B || $name !~ /[<(\[{\@]|::h|^0x0|_MOD_|_omp_fn/;
   my %seen;
   return grep { !$seen{$_}++ } (map { code_name($name, $_) } @FORMS), $name;
}

1;
