# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::DependencesText: which code reads what other code has stored, as text (docs/dependences.md).
#
# Usage:
#   print_dependences(dependences_of($data, $profile), 1);     # pairs of 1 % of the bytes or more

package Xgrind::Annotate::DependencesText;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Objects::Labels;
use Xgrind::Run::Dependences;
use Xgrind::Text::Names;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;
use Xgrind::Text::Table;

our @EXPORT = qw(print_dependences);

my $OBJECTS_MAX = 3;
my $LIST_MAX    = 12;

# Texts of units, no two alike.
sub unit_texts {
   my ($d, $width, @units) = @_;
   my @functions = grep { !defined $d->{units}[$_]{region} } @units;
   my $texts = short_functions([ map { $d->{units}[$_]{function} } @functions ], $width);
   my %text = map { $functions[$_] => $texts->[$_] } 0 .. $#functions;
   $text{$_} = cut("region $d->{units}[$_]{region}", $width) for grep { defined $d->{units}[$_]{region} } @units;
   return \%text;
}

# The objects with most bytes.
sub objects_text {
   my ($label, $pair) = @_;
   my %bytes;
   $bytes{ defined $_->[0] ? $label->{ $_->[0]{id} } : 'unknown' } += $_->[1] for @{ $pair->{objects} };
   my @names = sort { $bytes{$b} <=> $bytes{$a} || $a cmp $b } keys %bytes;
   my $more = @names > $OBJECTS_MAX ? ', ' . (@names - $OBJECTS_MAX) . ' more' : '';
   return join(', ', grep { defined } @names[ 0 .. $OBJECTS_MAX - 1 ]) . $more;
}

sub print_pairs {
   my ($d, $text, @pairs) = @_;
   my @objects = uniq map { map { $_->[0] // () } @{ $_->{objects} } } @pairs;
   my @labels  = object_labels(@objects);
   my %label   = map { $objects[$_]{id} => $labels[$_] } 0 .. $#objects;
   my $table = new_table({ columns => [
      { title => 'bytes read', values => [ map { commas($_->{bytes}) . ' ' . percent($_->{bytes}, $d->{total_B}) } @pairs ] },
      { title => 'first time', values => [ map { commas($_->{first_B}) } @pairs ], priority => 1 },
      { title => 'stored by', values => [ map { $text->{ $_->{from} } } @pairs ], align => 'left' },
      { title => 'read by', values => [ map { $text->{ $_->{to} } } @pairs ], align => 'left' },
      { title => 'memory', fit => sub { my ($width) = @_; return [ map { cut(visible(objects_text(\%label, $_)), $width) } @pairs ] } },
   ] });
   print_table($table);
   print_left_out($table);
   return;
}

# A list of lines, of which no more are printed than can be read.
sub print_lines {
   my ($title, $note, @lines) = @_;
   return if !@lines;
   print "\n";
   print_title($title);
   my $more = @lines - $LIST_MAX;
   print "$_\n" for $more > 0 ? @lines[ 0 .. $LIST_MAX - 1 ] : @lines;
   print "and $more more\n" if $more > 0;
   print "$_\n" for @$note;
   return;
}

sub print_dependences {
   my ($d, $percent) = @_;
   my @pairs = main_pairs($d, $percent);
   print_title('Who reads what other code has stored');
   print_field('Of others', commas($d->{total_B}) . ' bytes read');
   print_field('Of its own', commas($d->{own_B}) . ' bytes read');
   print "\n";
   if (!@pairs) {
      print "Nothing was read that other code has stored.\n";
      return;
   }
   my $text = unit_texts($d, 36, sort { $a <=> $b } uniq map { @$_{qw(from to)} } @pairs);
   print_pairs($d, $text, @pairs);
   my $rest = @{ $d->{pairs} } - @pairs;
   print "\n$rest more pair" . ($rest == 1 ? '' : 's') . " with less than $percent% of the bytes; --threshold=100 shows " . ($rest == 1 ? 'it' : 'them') . "\n" if $rest;
   print_lines('Could run at the same time, as tasks', ["Neither reads from memory what the other has stored, nor what others make", "of it; what registers pass on is not known."],
      map { "$text->{ $_->[0] } and $text->{ $_->[1] }" } units_apart($d, @pairs));
   print_lines('Loops that could be fused, if the order of iterations allows', ["If each iteration needs only what the same iteration of the other has stored,", "that need not go through memory; if it needs what later ones store, as where", "one loop runs backwards, they cannot be fused. Which it is, is not known."],
      map { ("$text->{ $_->{pair}{from} } and $text->{ $_->{pair}{to} }",
         '   ' . commas($_->{iterations}) . ' iterations each; the second reads ' . commas($_->{pair}{bytes}) . ' bytes that the first has stored') }
         loops_to_fuse($d, @pairs));
   return;
}

1;
