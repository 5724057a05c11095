# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Members: the members of the elements that a memory object is made of, from the debug information of its program.
#
# Usage:
#   my $members = members_of($object, $time);    # of Xgrind::Data::DataFile, named; undef: not known
#   $members->{type}        # 'particle'
#   $members->{element_B}   # 48
#   $members->{list}        # [ offset, bytes, name ], in order: [ 0, 8, 'position.x' ], ..., [ 24, 12, 'id[3]' ]; more in Xgrind::Source::TypeMembers
#   my $name = element_type($object, $time);    # 'particle', 'double', also where sizes do not agree; undef: not known, or several
#   is_of_numbers($object, $time)            # are these numbers, which have no members?  False where nothing is known
#   my $shape = shape_of($object, $time);    # of an array: { element_B, dimensions, language }; of an allocation that of what its variable points to
#   $members = members_of_type($program, 'particle');
#   $members = members_of_name($program, 'create (particles.c:45: w->particle)');    # or 'particles.c:45', or a variable: before there is a run
#   my $why = why_no_members($program, 'table');    # 'pointer': to what has them; 'no structure'; undef: nothing is known
#   is_other_type($program, 'double')               # a type that is no structure
#   my @places = places_allocating($program, 'table');    # 'particles.c:45', where the sources are there
#   my @names = variables_at($program, 'particles.c:45')  # all that the line allocates for, as far as it says that
#   my $known = known_names($program);                    # { variables, members, names (variables and functions), sources }; undef: nothing is known
#   names_symbol($program, 'table')                       # is it of a variable outside of functions, or static in one, or of a function?  True where nothing is known
#   is_variable($program, 'w->particle')                  # does a variable or member begin so?  True where nothing is known.
#
# A variable has its own type; what is allocated, that of the variable that it was assigned to, or that which the line names, by
# sizeof or new. Nothing is said where the sizes do not
# agree, where several variables of that name have other types, or where the program is newer than the run ($time).

package Xgrind::Objects::Members;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(uniq);
use Xgrind::Objects::Variables;
use Xgrind::Source::DebugTypes;
use Xgrind::Source::TypeMembers;

our @EXPORT = qw(members_of members_of_type members_of_name why_no_members is_other_type places_allocating variables_at is_variable known_names names_symbol element_type is_of_numbers shape_of);

my %debug_of;           # by file

sub debug_of {
   my ($file, $time) = @_;
   return $debug_of{$file} if exists $debug_of{$file};
   my $written = (stat $file)[9];
   return $debug_of{$file} = defined $written && (!defined $time || $written <= $time) ? debug_types($file) : undef;
}

# --- Objects ---------------------------------------------------------------

# A function's name without parameters, namespaces and what compilers add.
sub short_name {
   my ($name) = @_;
   return $name =~ s/\(.*//sr =~ s/<.*//sr =~ s/.*:://sr =~ s/\..*//sr;
}

# Variables of a name that are known where the object is allocated, as types.  Without calls, of all functions.
sub variables_there {
   my ($debug, $object, $name) = @_;
   my %is_there = map { short_name($_->{name}) => 1 } @{ $object->{stack} // [] };
   my @known = map { @{ $debug->{variables}{$_} // [] } } uniq $name, lc $name;
   return map { $_->[0] } grep { !defined $_->[1] || !%is_there || $is_there{ $_->[1] } } @known;
}

# What the variable that an allocation is assigned to points to.  A method need not say whose member it is.
sub elements_of_variable {
   my ($debug, $object) = @_;
   my ($name, $rest) = (variable_of($object) // '') =~ /^(\w+)((?:(?:->|\.|%)\w+|\[[^\]]*\])*)\z/ or return;
   my @types = map { type_of_expression($debug, $_, $rest) } variables_there($debug, $object, $name);
   @types = map { type_of_expression($debug, $_, "->$name$rest") } variables_there($debug, $object, 'this') if !@types;
   return grep { defined } map { pointed_to($debug, $_) } @types;
}

sub types_of_variable {
   my ($debug, $object) = @_;
   my $symbol = $object->{symbol} =~ s/\.\d+\z//r;    # static in a function: "table.0"
   return map { entry_of($debug, $_->[0]) } @{ $debug->{variables}{$symbol} // $debug->{variables}{ $symbol =~ s/.*:://sr } // [] };
}

# The possible elements of an object, as entries.  What is allocated for a pointer to anything has the type that the line names.
sub elements {
   my ($debug, $object) = @_;
   return map { element_of($debug, $_) } types_of_variable($debug, $object) if $object->{kind} eq 'static';
   my @of_variable = map { element_of($debug, $_) } elements_of_variable($debug, $object);
   return @of_variable if @of_variable;
   my $name = named_type_of($object) // return;
   return map { element_of($debug, entry_of($debug, $_)) } @{ $debug->{types}{$name} // [] };
}

# What all of these elements have; undef: they differ, or are no structs.
sub agreed_members {
   my ($debug, @elements) = @_;
   my %other = map { join(';', $_->{element_B}, map { "@$_" } @{ $_->{list} }) => $_ } grep { defined } map { struct_members($debug, $_) } uniq grep { defined } @elements;
   my ($members, @more) = values %other;
   return @more ? undef : $members;
}

sub members_of {
   my ($object, $time) = @_;
   return undef if $object->{kind} !~ /^(?:static|heap)\z/ || ($object->{module} // '') eq '';
   my $debug   = debug_of($object->{module}, $time) // return undef;
   my $members = agreed_members($debug, elements($debug, $object)) // return undef;
   my $whole_B = $object->{kind} eq 'static' ? $object->{size_B} : $object->{total_B};
   return $whole_B && $whole_B % $members->{element_B} == 0 ? $members : undef;
}

sub element_type {
   my ($object, $time) = @_;
   return undef if $object->{kind} !~ /^(?:static|heap)\z/ || ($object->{module} // '') eq '';
   my $debug = debug_of($object->{module}, $time) // return undef;
   my ($name, @others) = uniq map { $_->{name} // $_->{alias} // $_->{tag} } grep { defined } elements($debug, $object);
   return @others ? undef : $name;
}

sub is_of_numbers {
   my ($object, $time) = @_;
   return 0 if $object->{kind} !~ /^(?:static|heap)\z/ || ($object->{module} // '') eq '';
   my $debug = debug_of($object->{module}, $time) // return 0;
   my @elements = grep { defined } elements($debug, $object);
   return scalar @elements && !grep({ $_->{tag} !~ /^(?:base|enum)\z/ } @elements);
}

sub shape_of {
   my ($object, $time) = @_;
   return undef if $object->{kind} !~ /^(?:static|heap)\z/ || ($object->{module} // '') eq '';
   my $debug  = debug_of($object->{module}, $time) // return undef;
   my @shapes = map { array_shape($debug, $_) // () } uniq grep { defined } $object->{kind} eq 'static' ? types_of_variable($debug, $object) : elements_of_variable($debug, $object);
   my %other  = map { join(' ', $_->{element_B}, @{ $_->{dimensions} }) => $_ } @shapes;
   my ($shape, @more) = values %other;
   return @more ? undef : $shape;
}

sub members_of_type {
   my ($program, $type) = @_;
   my $debug = debug_of($program) // return undef;
   my $name  = $type =~ s/.*:://sr;
   my $types = $debug->{types}{$name} // $debug->{types}{ lc $name } // [];    # Fortran does not tell capitals
   return agreed_members($debug, map { element_of($debug, entry_of($debug, $_)) } @$types);
}

sub paths_of {
   my ($debug, $file) = @_;
   return uniq grep { /(?:^|\/)\Q$file\E\z/ } @{ $debug->{sources} };
}

# An allocation as its name describes it, for each source that may be meant; without a variable, one for each that the line allocates for.
sub allocations_named {
   my ($debug, $program, $text) = @_;
   my ($function, $file, $line, $variable) = $text =~ /^(?:(\S+) \()?([^\s():]+):(\d+)(?:: (.+?))?\)?\z/ or return;
   return map {
      my $path = $_;
      my $call = { name => $function // '', file => $path, line => $line, module => $program };
      my @variables = defined $variable ? $variable : variables_of_line($program, $path, $line);
      map { { kind => 'heap', symbol => '', source => "$path:$line", stack => defined $function ? [$call] : undef, @variables > 1 || defined $variable ? (variable => $_) : () } } @variables ? @variables : undef
   } paths_of($debug, $file);
}

# What a name may mean.
sub objects_named {
   my ($debug, $program, $text) = @_;
   return ({ kind => 'static', symbol => $text }, allocations_named($debug, $program, $text));
}

sub members_of_name {
   my ($program, $text) = @_;
   my $debug   = debug_of($program) // return undef;
   return agreed_members($debug, map { elements($debug, $_) } objects_named($debug, $program, $text));
}

sub variables_at {
   my ($program, $place) = @_;
   my ($file, $line) = $place =~ /^(.+):(\d+)\z/ or return;
   my $debug = debug_of($program) // return;
   return uniq map { variables_of_line($program, $_, $line) } paths_of($debug, $file);
}

sub is_variable {
   my ($program, $expression) = @_;
   my $debug = debug_of($program) // return 1;
   my ($name) = $expression =~ /(\w+)/ or return 1;
   my %is_this = map { $_ => 1 } $name, lc $name;
   return grep({ $debug->{variables}{$_} } keys %is_this) || grep { $is_this{ $_->{name} // '' } } values %{ $debug->{entries} };
}

sub known_names {
   my ($program) = @_;
   my $debug = debug_of($program) // return undef;
   return $debug->{known} //= do {
      my @variables = grep { /^[A-Za-z]\w*\z/ } keys %{ $debug->{variables} };
      my @functions = map { $_->{name} // () } grep { $_->{tag} eq 'function' } values %{ $debug->{entries} };
      my @members = map { $_->{name} // () } grep { $_->{tag} eq 'member' } values %{ $debug->{entries} };
      { variables => [ sort @variables ], members => [ sort(uniq(@members)) ], names => [ sort(uniq(@variables, @functions)) ], sources => $debug->{sources} };
   };
}

# A local variable has no symbol that is its name, and a variable of a Fortran module has the module in front.
sub names_symbol {
   my ($program, $name) = @_;
   my $debug = debug_of($program) // return 1;
   my @variables = map { @{ $debug->{variables}{$_} // [] } } uniq $name, lc $name;
   return 1 if grep { $_->{tag} eq 'function' && ($_->{name} // '') eq $name } values %{ $debug->{entries} };
   return 0 if grep { /^__\w+_MOD_\Q$name\E\z/i } keys %{ $debug->{variables} };
   return scalar grep { !defined $_->[1] } @variables;
}

# --- Names without members -------------------------------------------------

sub why_no_members {
   my ($program, $text) = @_;
   my $debug = debug_of($program) // return undef;
   my @all   = map { elements($debug, $_) } objects_named($debug, $program, $text);
   return undef if !@all || grep({ defined $_->[1] } @{ $debug->{variables}{$text} // [] }) || grep { !$_ || $_->{tag} =~ /^(?:struct|union)\z/ } @all;
   my $pointers = grep { $_->{tag} eq 'pointer' } map { types_of_variable($debug, $_) } { kind => 'static', symbol => $text };
   return $pointers == @all ? 'pointer' : $pointers ? undef : 'no structure';
}

sub is_other_type {
   my ($program, $type) = @_;
   my $debug = debug_of($program) // return 0;
   my @those = grep { ($_->{name} // '') eq $type && $_->{tag} =~ /^(?:base|enum|alias|union)\z/ } values %{ $debug->{entries} };
   return @those && !grep { !$_ || $_->{tag} eq 'struct' } map { element_of($debug, $_->{tag} eq 'alias' ? entry_of($debug, $_->{type}) : $_) } @those;
}

sub places_allocating {
   my ($program, $name) = @_;
   my $debug = debug_of($program) // return;
   return uniq map { my $file = $_; map { $file =~ s{.*/}{}sr . ":$_" } lines_allocating($program, $file, $name) } uniq @{ $debug->{sources} };
}

1;
