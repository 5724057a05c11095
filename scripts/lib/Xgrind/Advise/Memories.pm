# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Advise::Memories: descriptions of memories (docs/advise.md, "Input").
#
# Usage:
#   my $memories = read_memories($file);    # [ { name, latency, size_B, marked, rate, 'write-rate', write }, ... ], fastest first; rate:
#                                           # cycles between two lines that come from it; undef: as simulated; write-rate: between
#                                           # two that go to it; undef: as rate; write: what a store that misses costs; undef: nothing
#   my $main = main_memory($memories, $file, $name);

package Xgrind::Advise::Memories;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Input;
use Xgrind::Text::Messages;

our @EXPORT = qw(parse_size read_memories main_memory $SIZE_MAX_B);

our $SIZE_MAX_B = 1 << 57;    # what x86-64 can address
my $LATENCY_MAX = 1_000_000_000;
my $RATE_MAX    = 1_000_000;
my $FILE_MAX_B  = 1 << 26;

# A size as written: bytes, or what is wrong with it.  $or: what else it may be, for the message.
sub parse_size {
   my ($text, $or) = @_;
   return (undef, 'a size cannot be negative') if $text =~ /^-\d/;
   my ($digits, $unit) = $text =~ /^(\d+)([kKMGT]?)\z/
      or return (undef, quoted($text) . ' is not a size: a whole number, with k, M, G or T' . ($or // ''));
   my %shift = ('' => 0, k => 10, K => 10, M => 20, G => 30, T => 40);
   my $size_B = $digits * (1 << $shift{$unit});
   return (undef, quoted($text) . ' is more than can be addressed (2^57 bytes)')
      if $size_B > $SIZE_MAX_B;
   return ($size_B, undef);
}

# The words of a line and the columns they start at, comments left out.
sub words_of {
   my ($line) = @_;
   $line =~ s/#.*//s;
   my (@words, @columns);
   while ($line =~ /(\S+)/g) {
      push @words,   $1;
      push @columns, $-[1] + 1;
   }
   $line =~ s/\s+\z//;
   return (\@words, [ @columns, length($line) + 1 ]);
}

# One line of a description: a memory, or undef and a column and a sentence.
sub parse_memory {
   my ($words, $columns) = @_;
   my ($name, $latency, $size, @marks) = @$words;
   my $bad = sub { return (undef, $columns->[ $_[0] ], $_[1]) };
   return $bad->(0, quoted($name) . ' is not a name: letters, digits and _ . + - / after a letter or digit')
      if $name !~ m{^[A-Za-z0-9][A-Za-z0-9_.+/-]*\z};
   return $bad->(1, 'the latency is missing') if !defined $latency;
   return $bad->(1, 'a latency cannot be negative') if $latency =~ /^-\d/;
   return $bad->(1, quoted($latency) . ' is not a latency: a whole number of cycles')
      if $latency !~ /^\d+\z/;
   return $bad->(1, quoted($latency) . ' is too large for a latency: the maximum is 10^9 cycles')
      if $latency > $LATENCY_MAX;
   return $bad->(2, 'the size is missing') if !defined $size;
   my ($size_B, $why) = $size eq 'unlimited' ? () : parse_size($size, ', or unlimited');
   return $bad->(2, $why) if $why;
   return $bad->(2, 'a memory of size 0 holds nothing; leave the line out')
      if defined $size_B && $size_B == 0;
   my %memory = (name => $name, latency => $latency + 0, size_B => $size_B, marked => 0);
   for my $i (0 .. $#marks) {
      my ($mark, $column) = ($marks[$i], 3 + $i);
      if ($mark eq 'main') {
         return $bad->($column, quoted($mark) . ' is said twice') if $memory{marked};
         @memory{qw(marked mark_column)} = (1, $column);
         next;
      }
      my ($key, $value) = $mark =~ /^(rate|write-rate|write)=(.*)\z/
         or return $bad->($column, quoted($mark) . ' is not known here: only "main", "rate=CYCLES", "write-rate=CYCLES" and "write=CYCLES" may follow the size');
      return $bad->($column, quoted($mark) . ' is said twice') if defined $memory{$key};
      return $bad->($column, quoted($value) . ' is not a rate: a number of cycles above 0, at most 10^6')
         if $key =~ /rate/ && ($value !~ /^\d{1,7}(?:\.\d{1,3})?\z/ || $value <= 0 || $value > $RATE_MAX);
      return $bad->($column, quoted($value) . ' is not the cost of a store: a whole number of cycles, at most 10^9')
         if $key eq 'write' && ($value !~ /^\d{1,10}\z/ || $value > $LATENCY_MAX);
      $memory{$key} = $value + 0;
   }
   return \%memory;
}

# The memories of a file, the fastest first.
sub read_memories {
   my ($file) = @_;
   my $shown = printable($file);
   my $text  = file_bytes($file, sub {
      my ($bytes, $start) = @_;
      fail("$shown:1:1: this is a binary file, not a description of memories") if index($$bytes, "\0", $start) >= 0;
   }, $FILE_MAX_B);
   my (@memories, %line_of, $main_line);
   my $number = 0;
   for my $line (split /\n/, $text) {
      $number++;
      my ($words, $columns) = words_of($line);
      next if !@$words;
      my ($memory, $column, $why) = parse_memory($words, $columns);
      fail("$shown:$number:$column: $why") if !$memory;
      my $name = $memory->{name};
      fail("$shown:$number:$columns->[0]: the memory '$name' was described before, in line $line_of{$name}")
         if $line_of{$name};
      $line_of{$name} = $number;
      fail("$shown:$number:$columns->[ $memory->{mark_column} ]: a second memory marked main, after the one in line $main_line")
         if $memory->{marked} && $main_line;
      $main_line = $number if $memory->{marked};
      push @memories, $memory;
   }
   fail("$shown:1:1: the file describes no memory") if !@memories;
   return [ sort { $a->{latency} <=> $b->{latency} } @memories ];
}

# The index of the memory where data is without advice.
sub main_memory {
   my ($memories, $file, $name) = @_;
   for my $m (0 .. $#$memories) {
      return $m if defined $name ? $memories->[$m]{name} eq $name : $memories->[$m]{marked};
   }
   fail('--main: there is no memory ' . quoted($name) . ' in ' . printable($file)) if defined $name;
   return $#$memories;
}

1;
