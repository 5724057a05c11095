# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::Schema: checks JSON against a table that says what must be there.
#
# Usage:
#   my $schema = schema(<<'TABLE');
#   functions[]         object     sets=functions
#   functions[].name    text
#   calls[].function    index=functions
#   calls[].cost[]      count      length=events
#   TABLE
#   my $wrong = $schema->{calls}->($data->{calls}, \%known);    # "calls[3].function must be ...", or undef
#
# A row is a path, a kind and more words.  "[]" is each entry of a list, "[0]" the first of a tuple, which has no
# others than those named.  %known has numbers by name: length=events is a list of $known{events} entries.
#
#   object, list, tuple   what has rows of its own; an object may have other keys, too
#   ROWS                  an object with the rows of paths ROWS.key, besides its own
#   count                 a whole number; max=9, above=0
#   number                one that need not be whole
#   index=name            of an entry of a list with $known{name} entries
#   id                    a key of $known{ids}
#   text                  bytes; null and "???" are ''
#   name                  the same, but never null
#   event                 the name of an event
#   flag                  1 or 0, of whatever is true or not
#   hex                   hexadecimal digits
#   one-of=a|b
#
#   length=12, 3|5, <=64, name    of a list
#   sets=name             $known{name} is from here on the length of this list, or this count
#   optional              it may be missing, or null
#   null                  entries of the list may be null
#   unique                no two entries have the same one
#
# Values become what the kind says: texts bytes, numbers numbers.  Lists of counts stay as they are, as counts may exceed
# 64 bits; they are looked at all together, for a file has millions of them.

package Xgrind::Data::Schema;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Text::Escapes;
use Xgrind::Text::Json;

our @EXPORT = qw(schema);

my $NUMBER = qr/\A\d{1,20}(?:\.\d{1,40})?(?:[eE][-+]?\d{1,3})?\z/a;

# A check is a function of a value and what is known; it changes the value in place, and returns undef or what
# is wrong: [ the rest of its path, sentence ].
sub wrong {
   my ($must, $value) = @_;
   return [ '', "must be $must, not " . shown_value($value) ];
}

# --- Values ----------------------------------------------------------------

# Are they whole numbers, up to a maximum if there is one?
sub are_counts_to {
   my ($max, @values) = @_;
   return are_counts(\@values) && (!defined $max || !@values || max(@values) <= $max);
}

sub count_check {
   my ($word) = @_;
   my ($max, $above) = @$word{qw(max above)};
   my $must = 'a whole number' . (defined $above ? " above $above" : '') . (defined $max ? (defined $above ? ' and' : ' of') . " at most $max" : '')
      . ($word->{null} ? ' or null' : '');
   return sub {
      return wrong($must, $_[0]) if !is_count($_[0], $max) || defined $above && $_[0] <= $above;
      $_[0] += 0;
      $_[1]{ $word->{sets} } = $_[0] if defined $word->{sets};
      return undef;
   };
}

sub index_check {
   my ($word) = @_;
   my $null = $word->{null} ? ' or null' : '';
   return sub {
      my $n = $_[1]{ $word->{index} };
      return wrong("an index from 0 into a list of $n$null", $_[0]) if !is_count($_[0], $n - 1);
      $_[0] += 0;
      return undef;
   };
}

sub id_check {
   my ($word) = @_;
   my $count = count_check({ null => $word->{null} });
   return sub {
      return &$count // ($_[1]{ids}{ $_[0] } ? undef : [ '', "is $_[0], which is no object's id" ]);
   };
}

sub text_check {
   my ($word, $may_be_null) = @_;
   return sub {
      return wrong('a text', $_[0]) if ref $_[0] || !$may_be_null && !defined $_[0];
      utf8::encode(my $text = $_[0] // '');
      $_[0] = $may_be_null && $text eq '???' ? '' : unescaped($text);
      return undef;
   };
}

sub pattern_check {
   my ($must, $pattern, $is_number) = @_;
   return sub {
      return wrong($must, $_[0]) if !defined $_[0] || ref $_[0] || $_[0] !~ $pattern;
      $_[0] += 0 if $is_number;
      return undef;
   };
}

sub one_of_check {
   my ($word) = @_;
   my @values = split /\|/, $word->{'one-of'};
   my %is = map { $_ => 1 } @values;
   my $must = join(', ', map { "\"$_\"" } @values) =~ s/.*\K,/ or/r;
   return sub { return defined $_[0] && !ref $_[0] && $is{ $_[0] } ? undef : wrong($must, $_[0]); };
}

my %CHECK = (
   count    => \&count_check,
   index    => \&index_check,
   id       => \&id_check,
   number   => sub { return pattern_check('a number' . ($_[0]{null} ? ' or null' : ''), $NUMBER, 1) },
   text     => sub { return text_check($_[0], 1) },
   name     => sub { return text_check($_[0], 0) },
   event    => sub { return pattern_check('the name of an event', qr/\A[A-Za-z_]\w*\z/a) },
   hex      => sub { return pattern_check('a text of hexadecimal digits', qr/\A[0-9a-fA-F]{1,1024}\z/) },
   flag     => sub { return sub { $_[0] = $_[0] ? 1 : 0; return undef } },
   'one-of' => \&one_of_check,
);

# No two of a list have the same value.
sub unique_check {
   my ($check) = @_;
   return sub {
      return &$check // ($_[1]{seen}{$check}{ $_[0] }++ ? [ '', 'is ' . shown_value($_[0]) . ', which another one has' ] : undef);
   };
}

# --- Lists and objects -----------------------------------------------------

# A function of a list and what is known that tells what is wrong with its length; undef: any will do.
sub length_check {
   my ($length) = @_;
   return undef if !defined $length;
   my ($most)  = $length =~ /^<=(\d+)\z/;
   my @lengths = $length =~ /^\d+(?:\|\d+)*\z/ ? split /\|/, $length : ();
   return sub {
      my ($list, $known) = @_;
      my $n = @$list;
      return $n <= $most ? undef : [ '', "must have at most $most elements, not $n" ] if defined $most;
      my @must = @lengths ? @lengths : $known->{$length};
      return (grep { $n == $_ } @must) ? undef : [ '', 'must have ' . join(' or ', @must) . " elements, not $n" ];
   };
}

# Is this a count or an index about which nothing else is said?
sub is_plain {
   my ($node) = @_;
   my $kind = $node->{kind} // '';
   return ($kind eq 'count' || $kind eq 'index') && !grep { $_ ne 'index' } keys %{ $node->{word} };
}

# Looks at all entries of a list at once, if they are counts, indices, or objects or tuples of such; says only whether it
# has found them good.
sub all_at_once {
   my ($node, $rows) = @_;
   my ($kind, $word) = @$node{qw(kind word)};
   if (@{ $node->{keys} } && !$rows->{ $kind // '' } && !%{$word}) {
      my @quick = quick_keys($node->{key}, @{ $node->{keys} });
      return quick_check(@quick) if @{ $node->{keys} } == map { @$_ } @quick;
   }
   return tuples_check(@{ $node->{tuple} }) if $node->{tuple} && !grep { !is_plain($_) } @{ $node->{tuple} };
   return undef if ($kind // '') !~ /^(?:count|index)\z/ || grep { defined $word->{$_} } qw(above sets unique);
   return sub {
      my ($list, $known) = @_;
      my $max = $kind eq 'index' ? $known->{ $word->{index} } - 1 : $word->{max};
      return are_counts_to($max, $word->{null} ? grep { defined } @$list : @$list);
   };
}

# Whether all tuples of a list are good.
sub tuples_check {
   my (@nodes) = @_;
   my @indices = map { [ $_, $nodes[$_]{word}{index} ] } grep { $nodes[$_]{kind} eq 'index' } 0 .. $#nodes;
   return sub {
      my ($list, $known) = @_;
      return 0 if grep { ref ne 'ARRAY' || @$_ != @nodes } @$list;
      return 0 if !are_counts([ map { @$_ } @$list ]);
      for my $of (@indices) {
         my ($i, $n) = ($of->[0], $known->{ $of->[1] });
         return 0 if grep { $_->[$i] >= $n } @$list;
      }
      for my $tuple (@$list) {
         $_ += 0 for @$tuple;
      }
      return 1;
   };
}

sub list_check {
   my ($node, $rows) = @_;
   my $each   = check_of($node->{item}, $rows);
   my $length = length_check($node->{word}{length});
   my $sets   = $node->{word}{sets};
   my $all    = all_at_once($node->{item}, $rows);
   return sub {
      my ($list, $known) = @_;
      return wrong('a list', $list) if ref $list ne 'ARRAY';
      if ($length && (my $wrong = $length->($list, $known))) { return $wrong; }
      $known->{$sets} = @$list if defined $sets;
      return undef if $all && $all->($list, $known);
      for my $i (0 .. $#$list) {
         my $wrong = $each->($list->[$i], $known) // next;
         return [ "[$i]$wrong->[0]", $wrong->[1] ];
      }
      return undef;
   };
}

sub tuple_check {
   my ($node, $rows) = @_;
   my @each = map { check_of($_, $rows) } @{ $node->{tuple} };
   my $length = length_check(scalar @each);
   return sub {
      my ($list, $known) = @_;
      return wrong('a list', $list) if ref $list ne 'ARRAY';
      if (my $wrong = $length->($list)) { return $wrong; }
      for my $i (0 .. $#each) {
         my $wrong = $each[$i]->($list->[$i], $known) // next;
         return [ "[$i]$wrong->[0]", $wrong->[1] ];
      }
      return undef;
   };
}

# What of an object can be looked at together: counts, indices, and lists of counts whose length does not depend on
# another key of it.
sub quick_keys {
   my ($key, @keys) = @_;
   my %is_set = map { $_ => 1 } map { $key->{$_}{word}{sets} // () } @keys;
   my (@counts, @indices, @lists);
   for my $name (@keys) {
      my ($word, $item) = @{ $key->{$name} }{qw(word item)};
      if    (is_plain($key->{$name})) { push @{ defined $word->{index} ? \@indices : \@counts }, defined $word->{index} ? [ $name, $word->{index} ] : $name; }
      elsif ($item && is_plain($item) && !%{ $item->{word} } && "@{[ keys %$word ]}" eq 'length' && $word->{length} =~ /^[a-z]/ && !$is_set{ $word->{length} }) {
         push @lists, [ $name, $word->{length} ];
      }
   }
   return (\@counts, \@indices, \@lists);
}

# Whether they are good in all of these objects; one text of all figures, as most of a file is lines of code with their costs.
sub quick_check {
   my ($counts, $indices, $lists) = @_;
   my @numbers = (@$counts, map { $_->[0] } @$indices);
   return sub {
      my ($objects, $known) = @_;
      return 0 if grep { ref ne 'HASH' } @$objects;
      my @lists;
      for my $of (@$lists) {
         my ($name, $n) = ($of->[0], $known->{ $of->[1] });
         return 0 if grep { ref $_->{$name} ne 'ARRAY' || @{ $_->{$name} } != $n } @$objects;
         push @lists, map { $_->{$name} } @$objects;
      }
      return 0 if !are_counts([ map { @$_{@numbers} } @$objects ], @lists);
      for my $of (@$indices) {
         my ($name, $n) = ($of->[0], $known->{ $of->[1] });
         return 0 if grep { $_->{$name} >= $n } @$objects;
      }
      for my $object (@$objects) {
         $_ += 0 for @$object{@numbers};
      }
      return 1;
   };
}

sub object_check {
   my ($node, $rows) = @_;
   my $more = $rows->{ $node->{kind} // '' };
   my %key  = ($more ? %{ $more->{key} } : (), %{ $node->{key} });
   my @keys = (@{ $node->{keys} }, $more ? @{ $more->{keys} } : ());
   my @quick = quick_keys(\%key, @keys);
   my $quick = quick_check(@quick);
   my %is_quick = map { (ref $_ ? $_->[0] : $_) => 1 } map { @$_ } @quick;
   my @others = map { [ $_, check_of($key{$_}, $rows) ] } grep { !$is_quick{$_} } @keys;
   my @slow   = map { [ $_, check_of($key{$_}, $rows) ] } @keys;
   return sub {
      my ($object, $known) = @_;
      return wrong('an object', $object) if ref $object ne 'HASH';
      for my $check ($quick->([$object], $known) ? @others : @slow) {
         my $wrong = $check->[1]->($object->{ $check->[0] }, $known) // next;
         return [ ".$check->[0]$wrong->[0]", $wrong->[1] ];
      }
      return undef;
   };
}

# The check of a value that a node of the table describes.
sub check_of {
   my ($node, $rows) = @_;
   my $kind  = $node->{kind} // '';
   my $check = $node->{item}  ? list_check($node, $rows)
      : $node->{tuple}        ? tuple_check($node, $rows)
      : $CHECK{$kind}         ? $CHECK{$kind}->($node->{word})
      :                         object_check($node, $rows);
   $check = unique_check($check) if $node->{word}{unique};
   return $check if !$node->{word}{optional} && !$node->{word}{null};
   return sub { return defined $_[0] ? &$check : undef };
}

# --- The table -------------------------------------------------------------

sub new_node { return { word => {}, key => {}, keys => [] }; }

# The node below another one that a part of a path leads to.
sub step {
   my ($node, $part) = @_;
   return $node->{item} //= new_node() if $part eq '[]';
   return $node->{tuple}[$1] //= new_node() if $part =~ /^\[(\d+)\]\z/;
   push @{ $node->{keys} }, $part if !$node->{key}{$part};
   return $node->{key}{$part} //= new_node();
}

sub add_row {
   my ($root, $path, $kind, @words) = @_;
   my @parts = $path =~ /(\w+|\[\d*\])/g;
   my ($list, $node) = (undef, $root);
   ($list, $node) = ($_ eq '[]' ? $node : undef, step($node, $_)) for @parts;
   my %word = map { /^([\w-]+)=(.*)\z/ ? ($1 => $2) : ($_ => 1) } $kind, @words;
   delete $word{$kind};
   $node->{kind} = $kind =~ s/=.*//r;
   # what is said of "a[]" is about the list, or about each of its entries
   for my $about (keys %word) {
      my $of = $list && $about =~ /^(?:length|sets|optional)\z/ ? $list : $node;
      $of->{word}{$about} = $word{$about};
   }
   return;
}

# The checks by the first name of the paths.
sub schema {
   my ($table) = @_;
   my $root = new_node();
   add_row($root, split) for grep { !/^\s*(?:#|\z)/ } split /\n/, $table;
   my %check;
   for my $name (grep { !/^[A-Z]+\z/ } @{ $root->{keys} }) {
      my $check = check_of($root->{key}{$name}, $root->{key});
      $check{$name} = sub {
         my (undef, $known) = @_;
         delete $known->{seen};
         my $wrong = &$check // return undef;
         return $name . join ' ', @$wrong;
      };
   }
   return \%check;
}

1;
