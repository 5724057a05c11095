# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Declarations: structures to paste into a source.
#
# Usage:
#   my @lines = declarations($unit, $candidate);    # of Xgrind::Layout; none: only the source knows the types
#   my $words = pieces_text(@pieces);               # "charge, mass"

package Xgrind::Layout::Declarations;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Lists;

our @EXPORT = qw(declarations pieces_text);

my $FEW = 8;

sub pieces_text {
   my (@pieces) = @_;
   return some_of($FEW, map { $_->{name} } @pieces);
}

# One structure.
sub structure {
   my ($language, $name, @pieces) = @_;
   my @texts = map { $_->{text} } @pieces;
   return ("type $name", (map { "   $_" } @texts), 'end type') if $language eq 'Fortran';
   return ("struct $name {", (map { "   $_," } @texts), '}') if $language eq 'Rust';
   return ("struct $name {", (map { "   $_;" } @texts), '};');
}

# Names of the parts: hot and cold, or after their first member.
sub part_names {
   my ($type, @parts) = @_;
   return ("${type}_hot", "${type}_cold") if @parts == 2;
   return map { "${type}_$_->[0]{name}" } @parts;
}

sub declarations {
   my ($unit, $candidate) = @_;
   my $members = $unit->{members} // return;
   my @parts = $candidate->{parts} ? @{ $candidate->{parts} } : $candidate->{order} ? $candidate->{order} : ();
   return if grep { !defined $_->{text} } map { @$_ } @parts;
   my $type = $members->{type} =~ s/\W.*//sr;
   my @names = @parts == 1 ? $type : part_names($type eq '' ? 'element' : $type, @parts);
   return map { structure($members->{language}, $names[$_], @{ $parts[$_] }) } grep { @{ $parts[$_] } } 0 .. $#parts;
}

1;
