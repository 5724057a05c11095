# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Paths: paths with as few folders as tell them apart.
#
# Usage:
#   plain_path('./elf/./elf/rtld.c')      # "elf/rtld.c"; '/a/b/../c' is "/a/c"
#   my $text = short_paths('/a/x/util.c', '/a/y/util.c', '/a/main.c');   # each path => its text:
#      # ".../x/util.c", ".../y/util.c", "main.c"
#   set_strip('/home/me/src', ...);       # starts of paths that people do not want to see
#   stripped('/home/me/src/a.c')          # "a.c"
#   my $text = stripped_paths(@paths);    # each path => without them, but as it is if another one would be equal
#
# Paths that differ only in how they are written, "/a/b/../c" and "/a/c", stay as they are.

package Xgrind::Text::Paths;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(plain_path short_paths set_strip stripped stripped_paths strip_pattern);

# A profile can name paths of any length, and each of their ends takes as much memory.
my $FOLDERS_MAX = 100;
my $END_MAX_B   = 4096;    # as the kernel

my $strip;    # pattern of what is removed; undef: nothing

# What removes these starts of paths, the longest one that fits.
sub strip_pattern {
   my (@prefixes) = @_;
   my $any = join '|', map { quotemeta } sort { length $b <=> length $a || $a cmp $b } @prefixes;
   return qr{^(?:$any)/?}s;
}

sub set_strip {
   my (@prefixes) = @_;
   $strip = @prefixes ? strip_pattern(@prefixes) : undef;
   return;
}

sub stripped {
   my ($path) = @_;
   $path =~ s/$strip// if defined $strip;
   return $path;
}

# Each path as this function changes it; as it is if others would be equal, or nothing would be left.
sub changed_apart {
   my ($change, @paths) = @_;
   my %text = map { $_ => $change->($_) } @paths;
   my %times;
   $times{$_}++ for values %text;
   for my $path (keys %text) {
      $text{$path} = $path if $times{ $text{$path} } > 1 || $text{$path} eq '';
   }
   return \%text;
}

sub stripped_paths { return changed_apart(\&stripped, @_); }

sub plain_path {
   my ($path) = @_;
   return $path if $path !~ m{//|(?:^|/)\.\.?(?:/|\z)};
   # compiled in "./elf" as "./elf/rtld.c"
   $path =~ s{^(?:\./)?([^/]+(?:/[^/]+)*?)/\./(?=\1/)}{};
   my @parts;
   for my $part (split m{/+}, $path =~ s{^/+}{}r) {
      next if $part eq '.';
      if ($part eq '..' && @parts && $parts[-1] ne '..') { pop @parts; next; }
      next if $part eq '..' && !@parts && $path =~ m{^/};
      push @parts, $part;
   }
   return ($path =~ m{^/} ? '/' : '') . join '/', @parts;
}

# For each path: the fewest last folders that no other path ends in; the whole path if other paths end in it, or in as many folders as
# are compared.
sub short_paths {
   my %plain = %{ changed_apart(sub { plain_path(stripped($_[0])) }, @_) };
   my %ends_so;    # end of a path, from a slash on -> how many paths end in it
   my %ends;
   for my $path (keys %plain) {
      my @parts = split m{/}, $plain{$path}, -1;
      my $end   = pop @parts // '';    # of an empty name
      $ends{$path} = [$end];
      while (@parts) {
         my $part = pop @parts;
         last if !@parts && $part eq '';    # the whole path
         $end = "$part/$end";
         last if @{ $ends{$path} } > $FOLDERS_MAX || length $end > $END_MAX_B;
         push @{ $ends{$path} }, $end;
      }
      $ends_so{$_}++ for @{ $ends{$path} };
   }
   my %text;
   for my $path (keys %plain) {
      my ($end) = grep { $ends_so{$_} == 1 } @{ $ends{$path} };
      $text{$path} = !defined $end || $plain{$path} =~ m{^/?\Q$end\E\z} && $end =~ m{/} ? $plain{$path} : index($end, '/') < 0 ? $end : ".../$end";
   }
   return \%text;
}

1;
