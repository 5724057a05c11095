# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Elf: sections of a program or library: ELF with 64 bits, little-endian, as System V's ABI describes it.
#
# Usage:
#   my $sections = elf_sections($file, qr/^\.debug_/, 1 << 24);    # name -> bytes; undef: no such file, or larger sections than that

package Xgrind::Source::Elf;
use strict;
use warnings;
use Compress::Zlib ();
use Exporter qw(import);

our @EXPORT = qw(elf_sections);

my $HEADER_B     = 64;
my $SECTION_B    = 64;
my $COMPRESSED   = 0x800;    # a flag of a section
my $ZLIB         = 1;
my $COMPRESSED_B = 24;       # the header of what is compressed

sub bytes_at {
   my ($in, $at, $size_B) = @_;
   return undef if !seek $in, $at, 0;
   my $got = read($in, my $bytes, $size_B);
   return defined $got && $got == $size_B ? $bytes : undef;
}

sub name_in {
   my ($names, $at) = @_;
   return '' if $at >= length $names;
   return unpack 'Z*', substr $names, $at;
}

# The bytes of a section, inflated; undef: they are cut off, or compressed otherwise.
sub contents {
   my ($in, $section) = @_;
   my $bytes = bytes_at($in, @$section{qw(at size_B)}) // return undef;
   return $bytes if !($section->{flags} & $COMPRESSED);
   return undef if length $bytes < $COMPRESSED_B || unpack('V', $bytes) != $ZLIB;
   return Compress::Zlib::uncompress(substr $bytes, $COMPRESSED_B);
}

sub section_table {
   my ($in) = @_;
   my $header = bytes_at($in, 0, $HEADER_B) // return;
   my ($magic, $class, $order) = unpack 'a4 C C', $header;
   return if $magic ne "\x7fELF" || $class != 2 || $order != 1;
   my $at = unpack 'Q<', substr $header, 40;
   my ($n, $names_at)  = unpack 'v v', substr $header, 60;
   my $table = bytes_at($in, $at, $n * $SECTION_B) // return;
   my @sections = map {
      my ($name, $flags, $from, $size_B) = unpack 'V x4 Q< x8 Q< Q<', substr $table, $_ * $SECTION_B, $SECTION_B;
      +{ name => $name, flags => $flags, at => $from, size_B => $size_B };
   } 0 .. $n - 1;
   my $names = $sections[$names_at] ? bytes_at($in, @{ $sections[$names_at] }{qw(at size_B)}) : undef;
   return if !defined $names;
   $_->{name} = name_in($names, $_->{name}) for @sections;
   return @sections;
}

sub elf_sections {
   my ($file, $wanted, $most_B) = @_;
   open my $in, '<:raw', $file or return undef;
   return undef if !-f $in;
   my %sections;
   for my $section (grep { $_->{name} =~ $wanted } section_table($in)) {
      return undef if $section->{size_B} > $most_B;
      $sections{ $section->{name} } = contents($in, $section) // return undef;
   }
   return \%sections;
}

1;
