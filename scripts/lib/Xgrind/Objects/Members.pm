# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Members: the members of the elements that a memory object is made of, from the debug information of its program.
#
# Usage:
#   my $members = members_of($object, $time);    # of Xgrind::Data::DataFile, named; undef: not known
#   $members->{type}        # 'particle'
#   $members->{element_B}   # 48
#   $members->{list}        # [ offset, bytes, name ], in order: [ 0, 8, 'position.x' ], ..., [ 24, 12, 'id[3]' ]
#
# A variable has its own type; what is allocated, that of the variable that it was assigned to. Nothing is said where the sizes do not
# agree, where several variables of that name have other types, or where the program is newer than the run ($time).

package Xgrind::Objects::Members;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max uniq);
use Xgrind::Objects::Variables;
use Xgrind::Source::DebugTypes;

our @EXPORT = qw(members_of);

my $MOST      = 200;    # members: more are no help
my $DEEPEST   = 30;     # types in types
my $POINTER_B = 8;

my %debug_of;           # by file

sub debug_of {
   my ($file, $time) = @_;
   return $debug_of{$file} if exists $debug_of{$file};
   my $written = (stat $file)[9];
   return $debug_of{$file} = defined $written && (!defined $time || $written <= $time) ? debug_types($file) : undef;
}

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

# How many elements an array has, all dimensions together; undef: it does not say.
sub count_of {
   my ($debug, $array) = @_;
   my $count = 1;
   for my $range (map { $debug->{entries}{$_} } @{ $array->{children} // [] }) {
      my $n = $range->{count} // (defined $range->{last} ? $range->{last} + 1 : return undef);
      $count *= $n;
   }
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

# --- Objects ---------------------------------------------------------------

# The type of "p", "p->next", "a[i].b" in a function, or of all functions' variables; undef: no such variable or member.
sub type_of_expression {
   my ($debug, $type, $text) = @_;
   my $entry = entry_of($debug, $type);
   while ($text ne '') {
      return undef if !$entry;
      if ($text =~ s/^\[[^\]]*\]//) { return undef if $entry->{tag} !~ /^(?:pointer|array)\z/; $entry = entry_of($debug, $entry->{type}); next; }
      return undef if $text !~ s/^(?:->|\.)(\w+)//;
      my $name = $1;
      $entry = entry_of($debug, $entry->{type}) if $entry->{tag} eq 'pointer';
      my ($member) = grep { ($_->{name} // '') eq $name } map { $debug->{entries}{$_} } @{ ($entry // {})->{children} // [] };
      $entry = $member ? entry_of($debug, $member->{type}) : undef;
   }
   return $entry;
}

# A function's name without parameters, namespaces and what compilers add.
sub short_name {
   my ($name) = @_;
   return $name =~ s/\(.*//sr =~ s/<.*//sr =~ s/.*:://sr =~ s/\..*//sr;
}

# The possible elements of an object, as entries.
sub elements {
   my ($debug, $object) = @_;
   my $variables = $debug->{variables};
   if ($object->{kind} eq 'static') {
      return map { element_of($debug, entry_of($debug, $_->[0])) } @{ $variables->{ $object->{symbol} } // [] };
   }
   my $variable = variable_of($object) // return;
   my ($name, $rest) = $variable =~ /^(\w+)((?:(?:->|\.)\w+|\[[^\]]*\])*)\z/ or return;
   my %is_there = map { short_name($_->{name}) => 1 } @{ $object->{stack} // [] };
   my @known = grep { !defined $_->[1] || $is_there{ $_->[1] } } @{ $variables->{$name} // [] };
   my @types = grep { $_ && $_->{tag} eq 'pointer' } map { type_of_expression($debug, $_->[0], $rest) } @known;
   return map { element_of($debug, entry_of($debug, $_->{type})) } @types;
}

sub members_of {
   my ($object, $time) = @_;
   return undef if $object->{kind} !~ /^(?:static|heap)\z/ || ($object->{module} // '') eq '';
   my $debug = debug_of($object->{module}, $time) // return undef;
   my @found;
   for my $element (uniq grep { $_ && $_->{tag} eq 'struct' && $_->{size_B} } elements($debug, $object)) {
      my @list;
      add_members($debug, $element, 0, '', \@list);
      push @found, { type => $element->{name} // '', element_B => $element->{size_B}, list => [ sort { $a->[0] <=> $b->[0] } @list ] };
   }
   my %other = map { join(';', $_->{element_B}, map { "@$_" } @{ $_->{list} }) => $_ } @found;
   my ($members, @more) = values %other;
   return undef if !$members || @more || !@{ $members->{list} } || @{ $members->{list} } > $MOST;
   my $whole_B = $object->{kind} eq 'static' ? $object->{size_B} : $object->{total_B};
   return $whole_B && $whole_B % $members->{element_B} == 0 ? $members : undef;
}

1;
