# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::DebugTypes: variables and the types of their values, from the debug information in a program itself, which binutils'
# readelf reads.
#
# Usage:
#   my $debug = debug_types($file);                       # undef: there is none, no readelf, or more than can be read soon
#   my @found = $debug->{variables}{'grid'}->@*;          # [type, its function's name without namespaces, or undef]; a type is a place in the debug information
#   my @types = $debug->{types}{'particle'}->@*;          # the places of types of this name
#   my $entry = $debug->{entries}{$type};                 # { tag, name, type, size_B, offset, bits, bit, count, lower, last, children => [ places ],
#                                                         #   scope => "std::" of a C++ type, arguments => [ types ], allocated, alias: of a struct without a name }
#   my @files = $debug->{sources}->@*;                    # of the units, with folders

package Xgrind::Source::DebugTypes;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::Readelf;

our @EXPORT = qw(debug_types);

my $FORTRAN_MAIN = 'MAIN__';    # the symbol of a Fortran program, whose name the debug information has

# What is kept of the tags and attributes (https://dwarfstd.org); arguments are those of templates.
my %KEPT = (
   (map { $_ => 'struct' } qw(structure_type class_type)),
   (map { $_ => 'pointer' } qw(pointer_type reference_type rvalue_reference_type)),
   (map { $_ => 'alias' } qw(typedef const_type volatile_type restrict_type atomic_type)),
   (map { $_ => 'variable' } qw(variable formal_parameter)),
   array_type => 'array', enumeration_type => 'enum', member => 'member', union_type => 'union', inheritance => 'base class', subrange_type => 'range',
   base_type => 'base', string_type => 'base', namespace => 'namespace', subprogram => 'function', template_type_param => 'argument', compile_unit => 'unit',
);
my %ATTRIBUTES = (
   name => 'name', byte_size => 'size_B', bit_size => 'bits', lower_bound => 'lower', upper_bound => 'last', count => 'count', data_member_location => 'offset',
   declaration => 'is_declared', specification => 'specification', type => 'type', linkage_name => 'symbol', data_bit_offset => 'bit', language => 'language',
   data_location => 'allocated', comp_dir => 'folder', main_subprogram => 'is_main',
);
my %IS_NUMBER = map { $_ => 1 } qw(size_B bits lower last count offset bit);
my %IS_PLACE  = map { $_ => 1 } qw(type specification);

# The value of an attribute as readelf prints it; undef: it is no constant, or elsewhere.
sub value_of {
   my ($name, $text) = @_;
   return $text =~ /^<0x([0-9a-f]+)>/ ? $1 : undef if $IS_PLACE{$name};
   return $text =~ /^(-?\d+)/ && $text !~ /block/ ? $1 + 0 : $text =~ /\(DW_OP_plus_uconst: (\d+)\)/ ? $1 + 0 : undef if $IS_NUMBER{$name};
   return $text =~ s/^\((?:indirect|alt indirect|indexed)[^)]*\): //r;
}

# Adds an entry to those above it.
sub put_entry {
   my ($debug, $place, $entry, $above) = @_;
   my ($tag, $name) = @$entry{qw(tag name)};
   my $type = $entry->{type};
   $entry->{function} = $above->{function};
   $entry->{unit}     = $above->{unit};
   $entry->{scope}    = ($debug->{entries}{ $entry->{specification} // '' } // {})->{scope} // $above->{inside} // '';
   $entry->{inside}   = $tag =~ /^(?:namespace|struct|union)\z/ && defined $name ? "$entry->{scope}${name}::" : $tag eq 'function' ? '' : $entry->{scope};
   if ($tag eq 'variable') {
      push @{ $debug->{variables}{$_} }, [ $type, $above->{function} ] for grep { defined $type && defined } $name, $entry->{symbol};
      return;
   }
   $debug->{entries}{$place} = $entry;
   push @{ $debug->{types}{$name} }, $place if defined $name && $tag =~ /^(?:struct|union|alias)\z/ && !$entry->{is_declared};
   push @{ $above->{children} },  $place if $tag =~ /^(?:member|base class|range)\z/;
   push @{ $above->{arguments} }, $type  if $tag eq 'argument' && defined $type;
   my $is_fortran = ($above->{unit}{language} // '') =~ /Fortran/;
   $entry->{function} = $entry->{is_main} && $is_fortran ? $FORTRAN_MAIN : $name // ($debug->{entries}{ $entry->{specification} // '' } // {})->{name} // '' if $tag eq 'function';
   if ($tag eq 'unit') {
      $entry->{unit} = $entry;
      push @{ $debug->{sources} }, $name =~ m{^/} ? $name : ($entry->{folder} // '.') . "/$name" if defined $name;
   }
   $entry->{lower} //= $is_fortran ? 1 : 0 if $tag eq 'range';
   return;
}

# Reads what readelf prints; false: it is too much.
sub read_entries {
   my ($debug, $file) = @_;
   my ($depth, $place, $entry, @above) = (0);
   my $end_entry = sub {
      put_entry($debug, $place, $entry, $depth ? $above[ $depth - 1 ] // {} : {}) if $entry;
      $above[$depth] = $entry if $entry;
      undef $entry;
   };
   my $read = each_line_of_readelf($file, sub {
      my ($line) = @_;
      if ($line =~ /^ <([0-9a-f]+)><([0-9a-f]+)>: Abbrev Number: \d+(?: \((?:DW_TAG_)?(\w+))?/) {
         $end_entry->();
         ($depth, $place) = (hex $1, $2);
         $above[$depth] = { map { $_ => ($above[ $depth - 1 ] // {})->{$_} } qw(function unit inside) } if $depth;
         $entry = { tag => $KEPT{$3} } if defined $3 && $KEPT{$3};
      }
      elsif ($entry && $line =~ /^    <[0-9a-f]+>   DW_AT_(\w+) *: (.*)/ && $ATTRIBUTES{$1}) {
         my $name  = $ATTRIBUTES{$1};
         my $value = value_of($name, $2 =~ s/\s+\z//r);
         $entry->{$name} = $value if defined $value;
      }
      return 1;
   });
   return 0 if !$read;
   $end_entry->();
   # "typedef struct { ... } particle"
   for my $alias (grep { $_->{tag} eq 'alias' && defined $_->{name} && defined $_->{type} } values %{ $debug->{entries} }) {
      my $entry = $debug->{entries}{ $alias->{type} };
      $entry->{alias} = $alias->{name} if $entry && $entry->{tag} eq 'struct' && !defined $entry->{name} && ($entry->{alias} // '~') gt $alias->{name};
   }
   return 1;
}

sub debug_types {
   my ($file) = @_;
   my %debug = (entries => {}, variables => {}, types => {}, sources => []);
   return read_entries(\%debug, $file) && %{ $debug{entries} } ? \%debug : undef;
}

1;
