# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::TypeMembers: what types of Xgrind::Source::DebugTypes are made of.
#
# Usage:
#   my $entry = entry_of($debug, $type);                    # without typedef, const and the like; undef: void
#   $entry = type_of_expression($debug, $type, '->next[3].b');
#   my $element = pointed_to($debug, $entry);               # of a pointer, a container of the library, an allocatable array; undef: it is none
#   my $members = struct_members($debug, element_of($debug, $entry));    # undef: no struct
#   $members->{type}, $members->{element_B}, $members->{language}          # "C", "C++", "Fortran", "Rust"
#   $members->{list}            # [ offset, bytes, name ]: members of members one by one
#   $members->{declared}        # { name, offset, size_B, align_B, text }: as the program declares them; text: "int tag[10]"

#   my $shape = array_shape($debug, $entry);    # { element_B, dimensions => [ 64, 512 ], language }, those that run slowest first; undef: no array

package Xgrind::Source::TypeMembers;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max min);

our @EXPORT = qw(entry_of element_of pointed_to type_of_expression struct_members array_shape);

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

sub array_shape {
   my ($debug, $entry) = @_;
   my ($language, @dimensions) = ('C');
   while ($entry && $entry->{tag} eq 'array') {
      $language = language_of($entry);
      my @own = dimensions_of($debug, $entry);
      push @dimensions, $language eq 'Fortran' ? reverse @own : @own;
      $entry = entry_of($debug, $entry->{type});
   }
   my $element_B = size_of($debug, $entry);
   return $element_B && !grep({ !defined } @dimensions) ? { element_B => $element_B, dimensions => \@dimensions, language => $language } : undef;
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

# --- Declarations ----------------------------------------------------------

my $ALIGN_MAX_B = 16;

# What a type is aligned to [bytes], as compilers do without being asked for more.
sub align_of {
   my ($debug, $entry, $depth) = @_;
   return 1 if !$entry || $depth > $DEEPEST;
   return align_of($debug, element_of($debug, $entry), $depth + 1) if $entry->{tag} eq 'array';
   return max(1, map { align_of($debug, entry_of($debug, $_->{type}), $depth + 1) } map { $debug->{entries}{$_} } @{ $entry->{children} // [] })
      if $entry->{tag} =~ /^(?:struct|union)\z/;
   return min($ALIGN_MAX_B, size_of($debug, $entry) || 1);
}

sub language_of {
   my ($entry) = @_;
   my ($language) = ($entry->{unit}{language} // '') =~ /(Fortran|Rust|C\+\+)/;
   return $language // 'C';
}

# The name of a type as the source has it; undef: it has none.
sub type_name {
   my ($debug, $type, $language, $depth) = @_;
   my $entry = defined $type ? $debug->{entries}{$type} : undef;
   return $language eq 'C' || $language eq 'C++' ? 'void' : undef if !$entry;
   return undef if $depth > $DEEPEST;
   my ($tag, $name) = @$entry{qw(tag name)};
   return ($language eq 'C' && $tag =~ /^(?:struct|union|enum)\z/ ? "$tag " : $language eq 'C++' ? $entry->{scope} : '') . $name if defined $name;
   return type_name($debug, $entry->{type}, $language, $depth + 1) if $tag eq 'alias';
   return undef if $tag ne 'pointer';
   my $to = type_name($debug, $entry->{type}, $language, $depth + 1) // return undef;
   return $to =~ /\*\z/ ? "$to*" : "$to *";
}

# A member as the source declares it, without what ends it; undef: only the source knows.
sub declaration {
   my ($debug, $member, $language) = @_;
   my $name = $member->{name} // return undef;
   my ($type, @dimensions) = ($member->{type});
   for (my $entry = $debug->{entries}{$type}; $entry && $entry->{tag} eq 'array'; $entry = $debug->{entries}{ $type // '' }) {
      push @dimensions, dimensions_of($debug, $entry);
      $type = $entry->{type};
   }
   return undef if grep { !defined } @dimensions;
   my $of = type_name($debug, $type, $language, 0) // return undef;
   return "$name: " . join('', map { '[' } @dimensions) . $of . join('', map { "; $_]" } reverse @dimensions) if $language eq 'Rust';
   return "$of :: $name" . (@dimensions ? '(' . join(', ', @dimensions) . ')' : '') if $language eq 'Fortran';
   return $of . ($of =~ /\*\z/ ? '' : ' ') . $name . join '', map { "[$_]" } @dimensions;
}

# The members that a struct declares itself; undef: some have no bytes of their own.
sub declared_members {
   my ($debug, $struct) = @_;
   my $language = language_of($struct);
   my @declared;
   for my $member (grep { !$_->{is_declared} } map { $debug->{entries}{$_} } @{ $struct->{children} // [] }) {
      return undef if defined $member->{bits} || defined $member->{bit} || $member->{tag} ne 'member';
      my $entry  = entry_of($debug, $member->{type});
      my $size_B = size_of($debug, $entry) || return undef;
      push @declared, { name => $member->{name} // '', offset => $member->{offset} // 0, size_B => $size_B, align_B => align_of($debug, $entry, 0),
         text => declaration($debug, $member, $language) };
   }
   return [ sort { $a->{offset} <=> $b->{offset} } @declared ];
}

sub struct_members {
   my ($debug, $struct) = @_;
   return undef if !$struct || $struct->{tag} ne 'struct' || !$struct->{size_B};
   my @list;
   add_members($debug, $struct, 0, '', \@list);
   return undef if !@list || @list > $MOST;
   return {
      type => $struct->{name} // $struct->{alias} // '', element_B => $struct->{size_B}, language => language_of($struct),
      list => [ sort { $a->[0] <=> $b->[0] } @list ], declared => declared_members($debug, $struct),
   };
}

1;
