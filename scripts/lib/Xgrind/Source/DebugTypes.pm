# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::DebugTypes: variables and the types of their values, from the debug information of a program: DWARF 3 to 5
# (https://dwarfstd.org), as gcc and clang write it with -g.
#
# Usage:
#   my $debug = debug_types($file);                       # undef: there is none, or more than can be read soon
#   my @found = $debug->{variables}{'grid'}->@*;          # [type, its function's name without namespaces, or undef]; a type is a place in the debug information
#   my $entry = $debug->{entries}{$type};                 # { tag, name, type, size_B, offset, bits, count, children => [ places ] }

package Xgrind::Source::DebugTypes;
use strict;
use warnings FATAL => qw(all);    # damaged bytes must not be taken for numbers
use Exporter qw(import);
use Xgrind::Source::Elf;

our @EXPORT = qw(debug_types);

my $MOST_B = 1 << 23;    # of a section: reading takes some seconds then

# What is kept of the tags.
my %KEPT = (
   0x01 => 'array', 0x02 => 'struct', 0x04 => 'enum', 0x05 => 'variable', 0x0d => 'member', 0x0f => 'pointer', 0x10 => 'pointer', 0x13 => 'struct', 0x16 => 'alias',
   0x17 => 'union', 0x1c => 'base class', 0x21 => 'range', 0x24 => 'base', 0x26 => 'alias', 0x2e => 'function', 0x34 => 'variable', 0x35 => 'alias', 0x37 => 'alias',
   0x42 => 'pointer', 0x47 => 'alias',
);
my %ATTRIBUTES = (0x03 => 'name', 0x0b => 'size_B', 0x0d => 'bits', 0x2f => 'last', 0x37 => 'count', 0x38 => 'offset', 0x3c => 'is_declared', 0x47 => 'specification', 0x49 => 'type', 0x6e => 'symbol', 0x6b => 'bit');
my $UNIT_COMPILE = 1;
my $UNIT_PARTIAL = 3;

# --- Numbers ---------------------------------------------------------------

# A number of seven bits in each byte; $$at moves behind it.
sub uleb {
   my ($bytes, $at) = @_;
   my ($value, $shift) = (0, 0);
   while (1) {
      my $byte = ord substr $$bytes, $$at++, 1;
      $value |= ($byte & 0x7f) << $shift if $shift < 63;
      return $value if $byte < 0x80;
      $shift += 7;
   }
}

sub sleb {
   my ($bytes, $at) = @_;
   my ($value, $shift, $byte) = (0, 0);
   do {
      $byte = ord substr $$bytes, $$at++, 1;
      $value |= ($byte & 0x7f) << $shift if $shift < 63;
      $shift += 7;
   } while ($byte >= 0x80);
   return $byte & 0x40 && $shift < 63 ? $value - (1 << $shift) : $value;
}

# --- Forms -----------------------------------------------------------------

my %FIXED_B = (0x01 => 8, 0x05 => 2, 0x06 => 4, 0x07 => 8, 0x0b => 1, 0x0c => 1, 0x0e => 4, 0x10 => 4, 0x11 => 1, 0x12 => 2, 0x13 => 4, 0x14 => 8, 0x17 => 4,
   0x1c => 4, 0x1d => 4, 0x1e => 16, 0x1f => 4, 0x20 => 8, 0x25 => 1, 0x26 => 2, 0x28 => 4, 0x29 => 1, 0x2a => 2, 0x2c => 4);
my %NUMBER = (1 => 'C', 2 => 'v', 4 => 'V', 8 => 'Q<');
my %IS_OF_UNIT = map { $_ => 1 } 0x11 .. 0x15;                  # references within the unit
my %LENGTH_B   = (0x03 => 2, 0x04 => 4, 0x0a => 1);             # blocks, behind their length
my %IS_ULEB    = map { $_ => 1 } 0x0f, 0x15, 0x1a, 0x1b, 0x22, 0x23;

sub text_at {
   my ($texts, $at) = @_;
   return undef if !defined $texts || $at >= length $$texts;
   my $end = index $$texts, "\0", $at;
   return $end < 0 ? undef : substr $$texts, $at, $end - $at;
}

# The block of a form with a length, as an offset if it is "plus so many", else undef.
sub block_value {
   my ($info, $at, $size_B) = @_;
   my $from = $$at;
   $$at += $size_B;
   return undef if !$size_B || ord(substr $$info, $from, 1) != 0x23;
   $from++;
   return uleb($info, \$from);
}

# The value of an attribute; undef: it is of no use here.  Dies for a form that nobody knows.
sub value_of {
   my ($unit, $form, $at) = @_;
   my ($info, $form_id, $constant) = ($unit->{info}, @$form);
   if (my $size_B = $FIXED_B{$form_id}) {
      my $value = $NUMBER{$size_B} ? unpack $NUMBER{$size_B}, substr $$info, $$at, $size_B : undef;
      $$at += $size_B;
      return text_at($unit->{texts}{str}, $value) if $form_id == 0x0e;
      return text_at($unit->{texts}{line_str}, $value) if $form_id == 0x1f;
      return $IS_OF_UNIT{$form_id} ? $unit->{start} + $value : $value;
   }
   if ($form_id == 0x08) {
      my $end = index $$info, "\0", $$at;
      die "no end of a text\n" if $end < 0;
      my $text = substr $$info, $$at, $end - $$at;
      $$at = $end + 1;
      return $text;
   }
   return 1         if $form_id == 0x19;
   return $constant if $form_id == 0x21;
   return sleb($info, $at) if $form_id == 0x0d;
   if ($IS_ULEB{$form_id}) { my $value = uleb($info, $at); return $form_id == 0x15 ? $unit->{start} + $value : $form_id == 0x0f ? $value : undef; }
   if (my $size_B = $LENGTH_B{$form_id}) { $$at += $size_B; return block_value($info, $at, unpack $NUMBER{$size_B}, substr $$info, $$at - $size_B, $size_B); }
   return block_value($info, $at, uleb($info, $at)) if $form_id == 0x09 || $form_id == 0x18;
   die "form $form_id\n";
}

# --- Units -----------------------------------------------------------------

# The abbreviations of a unit: number -> [tag, has children, [attribute, form]...].
sub abbreviations {
   my ($bytes, $at) = @_;
   my %table;
   while (my $number = uleb($bytes, \$at)) {
      my $tag = uleb($bytes, \$at);
      my $has_children = ord substr $$bytes, $at++, 1;
      my @attributes;
      while (1) {
         my ($name, $form) = (uleb($bytes, \$at), uleb($bytes, \$at));
         my $constant = $form == 0x21 ? sleb($bytes, \$at) : undef;
         last if !$name && !$form;
         push @attributes, [ $ATTRIBUTES{$name}, [ $form, $constant ] ];
      }
      $table{$number} = [ $tag, $has_children, @attributes ];
   }
   return \%table;
}

# Adds an entry to those above it; returns what it is to those below.
sub put_entry {
   my ($debug, $place, $entry, $above) = @_;
   my $tag = $entry->{tag};
   $debug->{entries}{$place} = $entry if $tag ne 'variable';
   push @{ $above->{entry}{children} }, $place if $tag =~ /^(?:member|base class|range)\z/ && $above->{entry};
   if ($tag eq 'variable' && defined $entry->{type}) {
      push @{ $debug->{variables}{$_} }, [ $entry->{type}, $above->{function} ] for grep { defined } @$entry{qw(name symbol)};
   }
   my $function = $above->{function};
   $function = $entry->{name} // ($debug->{entries}{ $entry->{specification} // '' } // {})->{name} // '' if $tag eq 'function';
   return { entry => $entry, function => $function };
}

# Reads the entries of a unit, from $at to $end.
sub read_entries {
   my ($debug, $unit, $at, $end) = @_;
   my @above = ({ function => undef });
   while ($at < $end) {
      my $place  = $at;
      my $number = uleb($unit->{info}, \$at);
      if (!$number) { pop @above if @above > 1; next; }
      my ($tag, $has_children, @attributes) = @{ $unit->{abbreviations}{$number} // die "abbreviation $number\n" };
      my %entry = (tag => $KEPT{$tag} // 'other');
      for (@attributes) {
         my ($name, $form) = @$_;
         my $value = value_of($unit, $form, \$at);
         $entry{$name} = $value if defined $name && defined $value;
      }
      my $below = $entry{tag} eq 'other' ? { function => $above[-1]{function} } : put_entry($debug, $place, \%entry, $above[-1]);
      push @above, $below if $has_children;
   }
   return;
}

# Reads a unit; returns where the next one begins.
sub read_unit {
   my ($debug, $sections, $start) = @_;
   my $info = \$sections->{'.debug_info'};
   my ($length_B, $version) = unpack 'V v', substr $$info, $start, 6;
   die "64 bits\n" if $length_B >= 0xfffffff0;
   my $next = $start + 4 + $length_B;
   die "cut off\n" if $next > length $$info;
   my ($kind, $abbreviations_at, $address_B, $at);
   if ($version == 5) { ($kind, $address_B, $abbreviations_at) = unpack 'C C V', substr $$info, $start + 6, 6; $at = $start + 12; }
   else               { ($abbreviations_at, $address_B) = unpack 'V C', substr $$info, $start + 6, 5; ($kind, $at) = ($UNIT_COMPILE, $start + 11); }
   die "version $version\n" if $version < 3 || $version > 5 || $address_B != 8;
   return $next if $kind != $UNIT_COMPILE && $kind != $UNIT_PARTIAL;
   my $unit = {
      info          => $info,
      start         => $start,
      texts         => { map { exists $sections->{".debug_$_"} ? ($_ => \$sections->{".debug_$_"}) : () } qw(str line_str) },
      abbreviations => $debug->{abbreviations}{$abbreviations_at} //= abbreviations(\$sections->{'.debug_abbrev'}, $abbreviations_at),
   };
   read_entries($debug, $unit, $at, $next);
   return $next;
}

sub debug_types {
   my ($file) = @_;
   my $sections = elf_sections($file, qr/^\.debug_(?:info|abbrev|str|line_str)\z/, $MOST_B) // return undef;
   return undef if grep { !defined $sections->{".debug_$_"} } qw(info abbrev);
   my %debug = (entries => {}, variables => {}, abbreviations => {});
   my $read = eval {
      for (my $at = 0; $at < length $sections->{'.debug_info'};) { $at = read_unit(\%debug, $sections, $at); }
      1;
   };
   return $read ? \%debug : undef;
}

1;
