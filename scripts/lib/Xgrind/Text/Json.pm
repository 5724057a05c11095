# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Json: reads and prints JSON.
#
# Usage:
#   my $data = eval { json_decode($bytes) };    # dies as JSON::PP->decode does
#   is_count($data->{size}, 100) or die 'not ' . shown_value($data->{size});
#   print_json_data({ name => json_text($bytes_of_a_profile), cost => 12 });
#
# json_decode() is five times as fast as JSON::PP.  Profiles consist mostly of short strings and
# lists of figures, which a few regexes match whole.  Text that they do not match, be it rare or
# wrong, is left to JSON::PP, which then reads the whole text and says what is wrong.

package Xgrind::Text::Json;
use strict;
use warnings;
use Exporter qw(import);
use Encode ();
use JSON::PP ();
use Xgrind::Script::Messages;

our @EXPORT = qw(json_decode is_count shown_value json_text print_json_data);

my $DEPTH_MAX = 32;
my $JSON      = JSON::PP->new->utf8->allow_nonref->max_depth($DEPTH_MAX);

my $text;        # what is being read; pos($text) is how far
my $depth;
my $given_up;    # this is for JSON::PP

# A string, its opening quote being read already.
sub string {
   $text =~ /\G([^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*)"/gc or return give_up();
   my $string = $1;
   return eval { $JSON->decode(qq("$string")) } // give_up() if $string =~ /\\/;
   utf8::decode($string) or return give_up() if $string =~ /[^\x00-\x7f]/;
   return $string;
}

sub give_up {
   $given_up = 1;
   return undef;
}

# What follows the opening bracket of a list.
sub list {
   my @list;
   return \@list if $text =~ /\G[ \t\r\n]*\]/gc;
   while (!$given_up) {
      push @list, value();
      next if $text =~ /\G[ \t\r\n]*,/gc;
      return \@list if $text =~ /\G[ \t\r\n]*\]/gc;
      give_up();
   }
   return undef;
}

# What follows the opening brace of an object.
sub object {
   my %object;
   return \%object if $text =~ /\G[ \t\r\n]*\}/gc;
   while (!$given_up) {
      $text =~ /\G[ \t\r\n]*"/gc or return give_up();
      my $key = string() // return undef;
      $text =~ /\G[ \t\r\n]*:/gc or return give_up();
      $object{$key} = value();
      next if $text =~ /\G[ \t\r\n]*,/gc;
      return \%object if $text =~ /\G[ \t\r\n]*\}/gc;
      give_up();
   }
   return undef;
}

sub value {
   # Figures of at most 18 digits are integers for Perl; no zero before others.  A list may be of a million: one
   # regex for its elements would exceed Perl's limits.
   if ($text =~ /\G[ \t\r\n]*\[([0-9n][0-9,nul]*)\]/gca) {
      my $elements = $1;
      return give_up() if $elements =~ /(?:\A|,)(?!(?:null|0|[1-9][0-9]{0,17})(?:,|\z))/a;
      return [ map { $_ + 0 } split /,/, $elements ] if index($elements, 'n') < 0;
      return [ map { $_ eq 'null' ? undef : $_ + 0 } split /,/, $elements ];
   }
   return string() if $text =~ /\G[ \t\r\n]*"/gc;
   return $1 + 0 if $text =~ /\G[ \t\r\n]*(0|[1-9]\d{0,17})(?=[\s,\]\}])/gca;
   return $1 + 0 if $text =~ /\G[ \t\r\n]*((?:0|[1-9]\d{0,11})\.\d{1,9})(?=[\s,\]\}])/gca;
   return undef if $text =~ /\G[ \t\r\n]*null(?=[\s,\]\}])/gc;
   return give_up() if $text !~ /\G[ \t\r\n]*([\[\{])/gc || $depth >= $DEPTH_MAX;
   $depth++;
   my $value = $1 eq '[' ? list() : object();
   $depth--;
   return $value;
}

# The data of a JSON text.
sub json_decode {
   ($text) = @_;
   ($depth, $given_up) = (0, 0);
   pos($text) = 0;
   my $data = value();
   my $is_whole = !$given_up && $text =~ /\G[ \t\r\n]*\z/;
   undef $text;
   return $is_whole ? $data : $JSON->decode($_[0]);
}

# Is this a whole number, not above a maximum if there is one?
sub is_count {
   my ($value, $max) = @_;
   return defined $value && !ref $value && $value =~ /^\d{1,20}\z/a && (!defined $max || $value <= $max);
}

# A value as messages show it.
sub shown_value {
   my ($value) = @_;
   return 'null' if !defined $value;
   return JSON::PP::is_bool($value) ? ($value ? 'true' : 'false') : 'a list or an object' if ref $value;
   my $text = "$value";
   utf8::encode($text);
   return quoted($text);
}

# A text of a profile, which is bytes, for print_json_data(); undef stays undef.
sub json_text {
   my ($bytes) = @_;
   return defined $bytes ? Encode::decode('UTF-8', $bytes) : undef;
}

# Prints data as indented JSON with sorted keys, so that equal data print equally.
sub print_json_data {
   my ($data) = @_;
   print JSON::PP->new->utf8->canonical->indent->space_after->encode($data);
   return;
}

1;
