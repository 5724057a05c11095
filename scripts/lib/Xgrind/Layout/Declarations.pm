# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::Declarations: structures to paste into a source.
#
# Usage:
#   my @lines = declarations($unit, $candidate);    # of Xgrind::Layout; none: only the source knows the types
#   my $words = pieces_text(@pieces);               # "charge, mass"
#   my $one   = structure_of_arrays($name, @units); # for $candidate->{structure}: each array a member; undef: types or names are not known

package Xgrind::Layout::Declarations;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Lists;

our @EXPORT = qw(declarations pieces_text structure_of_arrays);

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

# A member has the last word of its array's name: "x" of "grid->x".
sub structure_of_arrays {
   my ($name, @units) = @_;
   my ($language, @pieces) = ($units[0]{shape}{language} // 'C');
   my %is_there;
   for my $unit (@units) {
      my ($member) = ($unit->{variable} // '') =~ /(\w+)\z/ or return undef;
      return undef if !defined $unit->{type} || $is_there{$member}++;
      push @pieces, { text => $language eq 'Fortran' ? "$unit->{type} :: $member" : $language eq 'Rust' ? "$member: $unit->{type}" : "$unit->{type} $member" };
   }
   return [ $language, $name, @pieces ];
}

sub declarations {
   my ($unit, $candidate) = @_;
   return structure(@{ $candidate->{structure} }) if $candidate->{structure};
   my $members = $unit->{members} // return;
   my @parts = $candidate->{parts} ? @{ $candidate->{parts} } : $candidate->{order} ? $candidate->{order} : ();
   return if grep { !defined $_->{text} } map { @$_ } @parts;
   my $type = $members->{type} =~ s/\W.*//sr;
   my @names = @parts == 1 ? $type : part_names($type eq '' ? 'element' : $type, @parts);
   return map { structure($members->{language}, $names[$_], @{ $parts[$_] }) } grep { @{ $parts[$_] } } 0 .. $#parts;
}

1;
