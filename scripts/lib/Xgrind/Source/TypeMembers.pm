# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::TypeMembers: what types of Xgrind::Source::DebugTypes are made of.
#
# Usage:
#   my $entry = entry_of($debug, $type);                    # without typedef, const and the like; undef: void
#   $entry = type_of_expression($debug, $type, '->next[3].b');
#   my $element = pointed_to($debug, $entry);               # of a pointer, a container of the library, an allocatable array; undef: it is none
#   my $members = struct_members($debug, element_of($debug, $entry));    # { type, element_B, list => [ [ offset, bytes, name ], ... ] }; undef: no struct

package Xgrind::Source::TypeMembers;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(entry_of element_of pointed_to type_of_expression struct_members dimensions_of size_of);

my $MOST      = 200;    # members: more are no help
my $DEEPEST   = 30;     # types in types
my $POINTER_B = 8;

# Containers whose memory is their elements, one behind the other, and nothing else.
my $CONTAINER = qr/^(?:vector|unique_ptr|Vec|VecDeque|Box)</;

# --- Types -----------------------------------------------------------------

# The entry of a type, behind other names for it, const and the like; undef: void.
sub entry_of {
   my ($debug, $type) = @_;
   for (1 .. $DEEPEST) {
      my $entry = defined $type ? $debug->{entries}{$type} : undef;
      return $entry if !$entry || $entry->{tag} ne 'alias';
      $type = $entry->{type};
   }
   return undef;
}

# How many elements each dimension of an array has, as the language has them; undef: it does not say.
sub dimensions_of {
   my ($debug, $array) = @_;
   return map { $_->{count} // (defined $_->{last} ? $_->{last} + 1 - $_->{lower} : undef) } map { $debug->{entries}{$_} } @{ $array->{children} // [] };
}

# How many elements an array has, all dimensions together; undef: it does not say.
sub count_of {
   my ($debug, $array) = @_;
   my $count = 1;
   $count *= $_ // return undef for dimensions_of($debug, $array);
   return $count;
}

sub size_of {
   my ($debug, $entry) = @_;
   return undef              if !$entry;
   return $entry->{size_B}   if defined $entry->{size_B};
   return $POINTER_B         if $entry->{tag} eq 'pointer';
   return undef              if $entry->{tag} ne 'array';
   my ($n, $each_B) = (count_of($debug, $entry), size_of($debug, entry_of($debug, $entry->{type})));
   return defined $n && defined $each_B ? $n * $each_B : undef;
}

# What an array is made of, else the type itself.
sub element_of {
   my ($debug, $entry) = @_;
   $entry = entry_of($debug, $entry->{type}) while $entry && $entry->{tag} eq 'array';
   return $entry;
}

# --- Members ---------------------------------------------------------------

sub name_of_member {
   my ($debug, $entry, $name) = @_;
   return $name if $entry->{tag} ne 'array';
   my $n = count_of($debug, $entry);
   return defined $n ? "${name}[$n]" : "${name}[]";
}

# Adds a member: those of a struct in it one by one; what shares its bytes, as in a union, is one.
sub add_member {
   my ($debug, $member, $at, $prefix, $list) = @_;
   my $entry = entry_of($debug, $member->{type}) // return;
   my $name  = $prefix . ($member->{name} // '');
   my $from  = $at + ($member->{offset} // int(($member->{bit} // 0) / 8));
   if ($entry->{tag} eq 'struct') {
      add_members($debug, $entry, $from, defined $member->{name} && $member->{tag} eq 'member' ? "$name." : $prefix, $list);
      return;
   }
   if ($entry->{tag} eq 'union' && !defined $member->{name}) {
      $name = join ' or ', map { $prefix . ($debug->{entries}{$_}{name} // '?') } @{ $entry->{children} // [] };
   }
   my $size_B = defined $member->{bit} ? 1 : size_of($debug, $entry) // return;
   my $before = $list->[-1];
   if (defined $member->{bits} && $before && $before->[0] == $from) { $before->[2] .= ", $name"; }
   elsif ($size_B) { push @$list, [ $from, $size_B, name_of_member($debug, $entry, $name) ]; }
   return;
}

sub add_members {
   my ($debug, $struct, $at, $prefix, $list) = @_;
   for my $member (map { $debug->{entries}{$_} } @{ $struct->{children} // [] }) {
      last if @$list > $MOST;
      add_member($debug, $member, $at, $prefix, $list) if !$member->{is_declared};
   }
   return;
}

# --- Expressions -----------------------------------------------------------

# The element of what holds its elements elsewhere, as an entry.
sub pointed_to {
   my ($debug, $entry) = @_;
   return undef                              if !$entry;
   return entry_of($debug, $entry->{type})   if $entry->{tag} eq 'pointer' || $entry->{tag} eq 'array' && defined $entry->{allocated};
   return undef                              if $entry->{tag} ne 'struct' || ($entry->{name} // '') !~ $CONTAINER;
   return entry_of($debug, $entry->{arguments}[0]);
}

# The member of this name, also of a base class; Fortran does not tell capitals.
sub member_of {
   my ($debug, $entry, $name, $depth) = @_;
   my @children = map { $debug->{entries}{$_} } @{ ($entry // {})->{children} // [] };
   my ($member) = grep { $_->{tag} eq 'member' && ($_->{name} // '') eq $name } @children;
   return $member if $member || $depth > $DEEPEST;
   for my $base (grep { $_->{tag} eq 'base class' } @children) {
      $member = member_of($debug, entry_of($debug, $base->{type}), $name, $depth + 1);
      return $member if $member;
   }
   return undef;
}

# The type of "p->next", "a[i].b", "grid%cells", of whose first name this is the type; $text is what follows it.  undef: no such member.
sub type_of_expression {
   my ($debug, $type, $text) = @_;
   my $entry = entry_of($debug, $type);
   while ($text ne '') {
      return undef if !$entry;
      if ($text =~ s/^\[[^\]]*\]//) {
         $entry = $entry->{tag} eq 'array' ? entry_of($debug, $entry->{type}) : pointed_to($debug, $entry);
         next;
      }
      return undef if $text !~ s/^(?:->|\.|%)(\w+)//;
      my $name = $1;
      $entry = entry_of($debug, $entry->{type}) if $entry->{tag} eq 'pointer';
      my $member = member_of($debug, $entry, $name, 0) // member_of($debug, $entry, lc $name, 0);
      $entry = $member ? entry_of($debug, $member->{type}) : undef;
   }
   return $entry;
}

sub struct_members {
   my ($debug, $struct) = @_;
   return undef if !$struct || $struct->{tag} ne 'struct' || !$struct->{size_B};
   my @list;
   add_members($debug, $struct, 0, '', \@list);
   return undef if !@list || @list > $MOST;
   return { type => $struct->{name} // '', element_B => $struct->{size_B}, list => [ sort { $a->[0] <=> $b->[0] } @list ] };
}

1;
