# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Escapes: characters that stand as escapes in files and on terminals.
#
# Usage:
#   escaped($name)                   # as a line of a file has it: "a\x1b" is 'a\x1b'
#   escaped_name($name)              # as a profile has the name of a function, file or module: " (7)" is '\x20(7)', "(7)" '\x287)'
#   unescaped($text)                 # the other way
#   $characters =~ /$ACTS/           # is there one that must be an escape?
#   escaped_where($text, qr/[x]/)    # with these characters as escapes, and no others
#
# Texts are bytes, as profiles have them.  A character is \xNN, or \x{N...} beyond 7 bits; a byte that is not UTF-8 is \xNN.  Texts
# that differ do so afterwards, as a backslash that could be mistaken for an escape is escaped, too.  The tool writes names
# so (base/writer.h).

package Xgrind::Text::Escapes;
use strict;
use warnings;
use Encode ();
use Exporter qw(import);

our @EXPORT = qw($ACTS escaped escaped_name unescaped escaped_where characters);

# What a terminal acts on, what ends a line for some reader, or changes the order of others; as in base/utf8.c.
our $ACTS = qr/[\x00-\x1f\x7f-\x9f\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}]/;

# The characters of a text, bytes that are not UTF-8 as \xNN.
sub characters {
   my ($text) = @_;
   return $text if $text !~ /[^\x00-\x7f]/;
   return Encode::decode('UTF-8', $text, sub { join '', map { sprintf '\x%02x', $_ } @_ });
}

sub escape_of {
   my ($character) = @_;
   my $code = ord $character;
   return sprintf $code < 0x80 ? '\x%02x' : '\x{%x}', $code;
}

sub escaped_where {
   my ($text, $which) = @_;
   return $text if $text !~ /[^\x20-\x5b\x5d-\x7e]/;
   $text =~ s/\\(?=x(?:[0-9a-f]{2}|\{))/\\x5c/g;
   my $characters = characters($text);
   $characters =~ s/($which)/escape_of($1)/ge;
   return Encode::encode('UTF-8', $characters);
}

sub escaped { return escaped_where($_[0], $ACTS); }

# What readers skip in front of a name, or take for the number of one, is escaped, too; as in base/writer.c.
sub escaped_name {
   my ($name) = @_;
   my $text = escaped($name);
   $text =~ s/^( |\((?=\d+\)))/escape_of($1)/ae;
   return $text;
}

# What is no escape stays as it is.
sub unescaped {
   my ($text) = @_;
   return $text if index($text, '\\x') < 0;
   $text =~ s{\\x(?:([0-9a-f]{2})|\{([0-9a-f]{1,5}|10[0-9a-f]{4})\})}{ defined $1 ? chr hex $1 : Encode::encode('UTF-8', chr hex $2) }ge;
   return $text;
}

1;
