# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Json: reads and prints JSON.
#
# Usage:
#   my $data = eval { json_decode($bytes) };    # dies as JSON::PP->decode does
#   is_count($data->{size}, 100) or die 'not ' . shown_value($data->{size});
#   are_counts(\@list, \@another) or die;
#   my $json = counts_json(\@list) // ...;    # "[1,2]", only if it is fast
#   json_escaped($json)                        # nothing in this JSON acts on a terminal; it means the same
#   json_string($bytes)                        # "...": a text of a profile as JSON, in UTF-8
#   print_json_data({ name => json_text($bytes_of_a_profile), cost => 12 });    # json_data_text(...): the same as bytes
#
# Perl brings JSON::PP, which reads a profile of 50 MB in 34 s.  Cpanel::JSON::XS, with the check that it would read the same,
# takes 3 s; it is used where it is installed, unless PERL_JSON_BACKEND is JSON::PP.  What it refuses is left to JSON::PP,
# so that errors do not depend on what is installed.  It writes whole numbers alone, all else JSON::PP.

package Xgrind::Text::Json;
use strict;
use warnings;
no warnings 'nonchar';    # names may have any character
use Exporter qw(import);
use Encode ();
use JSON::PP ();
use Xgrind::Text::Messages;

our @EXPORT = qw(json_decode is_count are_counts counts_json shown_value json_text json_string json_escaped json_data_text print_json_data);

my $DEPTH_MAX = 32;
my $LARGE_B   = 10_000_000;    # takes JSON::PP some seconds
my $BEFORE    = 40;            # characters of a number before its exponent
my $JSON      = JSON::PP->new->utf8->allow_nonref->max_depth($DEPTH_MAX);

# The fast reader; undef: there is none.
sub fast_reader {
   return undef if ($ENV{PERL_JSON_BACKEND} // '') eq 'JSON::PP';
   return undef if !eval { require Cpanel::JSON::XS; Cpanel::JSON::XS->VERSION('4.0'); 1 };
   return Cpanel::JSON::XS->new->utf8->allow_nonref->allow_dupkeys->max_depth($DEPTH_MAX)->allow_unknown->allow_blessed;
}

my $fast;

# Is there something that the two read differently?  A byte order mark, code points of surrogates, whole numbers
# above 64 bits, and large numbers with an exponent; profiles hardly have any.  With one character for all digits,
# Perl finds long numbers at once.
sub is_special {
   my ($text) = @_;
   return 1 if $$text =~ /\A\xef/ || index($$text, "\xed") >= 0 && $$text =~ /\xed[\xa0-\xbf]/;
   my $zeros = $$text =~ tr/0-9E/0000000000e/r;
   return 1 if index($zeros, '0' x 20) >= 0;
   for my $exponent ('e0', 'e+0') {
      for (my $end = 0; ($end = index $zeros, $exponent, $end) >= 0; $end++) {
         my $start = $end < $BEFORE ? 0 : $end - $BEFORE;
         return 1 if substr($zeros, $start, $end - $start) =~ /(?:\A|[\[,:\s-])(?:0+\.)?0+\z/;
      }
   }
   return 0;
}

# The data of a JSON text.
sub json_decode {
   my ($text) = @_;
   $fast //= fast_reader() // 0;
   my $data;
   return $data if $fast && !is_special(\$text) && eval { $data = $fast->decode($text); 1 };
   note(sprintf 'reading %.0f MB; it takes seconds if Cpanel::JSON::XS is installed (Debian: libcpanel-json-xs-perl)', length($text) / 1e6)
      if !$fast && length $text > $LARGE_B;
   return $JSON->decode($text);
}

# Is this a whole number, not above a maximum if there is one?
sub is_count {
   my ($value, $max) = @_;
   return defined $value && !ref $value && $value =~ /^\d{1,20}\z/a && (!defined $max || $value <= $max);
}

# Is this the text of so many lists with so many whole numbers, at least one in each?
sub are_counts_in {
   my ($text, $n_lists, $n) = @_;
   return $text !~ tr/0-9,[]//c && $text =~ tr/,// == $n - 1 && $text =~ tr/[// == $n_lists && $text =~ tr/]// == $n_lists
      && index($text =~ tr/0-9/0/r, '0' x 21) < 0;
}

# Are all numbers of these lists whole?  Looked at all together, as a text: the fast module's, or, as that puts what is
# above 64 bits in quotes, Perl's, made of copies, for Perl keeps the text of each number that it has made one of.
sub are_counts {
   my @lists = grep { @$_ } @_;
   return 1 if !@lists;
   my $n = 0;
   $n += @$_ for @lists;
   return 1 if $fast && are_counts_in(substr($fast->encode(\@lists), 1, -1), scalar @lists, $n);
   no warnings 'uninitialized';
   no overloading;    # true is not 1
   return are_counts_in(join(',', map { '[' . join(',', map { length ? $_ : 'null' } my @copy = @$_) . ']' } @lists), scalar @lists, $n);
}

# The JSON of a list of whole numbers, or of lists of them, if the fast module writes it as such; else undef.
sub counts_json {
   my ($list) = @_;
   $fast //= fast_reader() // 0;
   my $first = ref $list->[0] eq 'ARRAY' ? $list->[0][0] : $list->[0];
   return undef if !$fast || ref $first;
   my $json = $fast->encode($list);
   return $json =~ tr/0-9,[]//c ? undef : $json;
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

# Characters on which a terminal acts, beyond those that every JSON has as escapes.
my $MORE_ACT = qr/\x7f|\xc2[\x80-\x9f]|\xd8\x9c|\xe2(?:\x80[\x8e\x8f\xa8-\xae]|\x81[\xa6-\xa9])|\xef\xbb\xbf/;

# JSON with these as escapes, too, which means the same: they are in strings alone.
sub json_escaped {
   my ($json) = @_;
   return $json =~ s/($MORE_ACT)/sprintf '\\u%04x', ord json_text($1)/ger;
}

# The JSON of a text of a profile; what is not UTF-8 in it is replaced by U+FFFD.  Most texts need no escapes.
sub json_string {
   my ($bytes) = @_;
   return $bytes =~ /[^\x20-\x7e]|["\\]/ ? json_escaped($JSON->encode(json_text($bytes))) : "\"$bytes\"";
}

# Data as indented JSON with sorted keys, so that equal data print equally.
sub json_data_text {
   my ($data) = @_;
   return json_escaped(JSON::PP->new->utf8->canonical->indent->space_after->encode($data));
}

sub print_json_data {
   print json_data_text(@_);
   return;
}

1;
