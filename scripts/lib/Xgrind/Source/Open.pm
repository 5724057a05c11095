# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Open: opens regular files whose names come from a profile, and nothing else: no pipe or device, which may wait for
# ever, and nothing that a link leads to which was put there meanwhile.
#
# Usage:
#   my $path = path_without_links('../src/a.c') // ...;    # where a name leads, also if nothing is there; undef: it leads nowhere
#   my ($in, $why) = open_regular($path);                  # for reading; "missing", "special", "unreadable"
#   my $in = open_object_file('/bin/ls') // ...;           # an ELF file; undef: it is none

package Xgrind::Source::Open;
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use Errno;    # %!
use Exporter qw(import);
use Fcntl qw(O_RDONLY O_NONBLOCK O_NOFOLLOW O_NOCTTY);

my $PATH_MAX_B = 4096;    # as the kernel

our @EXPORT = qw(path_without_links open_regular open_object_file);

# Of what is not there, the name below the innermost folder that is.
sub path_without_links {
   my ($name) = @_;
   return undef if $name eq '' || length $name > $PATH_MAX_B || index($name, "\0") >= 0;
   $name = (getcwd() // return undef) . "/$name" if $name !~ m{^/};
   my @rest;
   while (1) {
      my $path = abs_path($name);
      if (defined $path) {
         for my $part (@rest) { $path = $part eq '..' ? $path =~ s{/[^/]*\z}{}r : "$path/$part"; }
         return $path =~ s{//+}{/}gr || '/';
      }
      $name =~ s{/+([^/]*)/*\z}{} or return undef;
      unshift @rest, $1 if $1 ne '.' && $1 ne '';
      $name = '/' if $name eq '';
   }
}

sub open_regular {
   my ($path) = @_;
   lstat $path or return (undef, $!{ENOENT} || $!{ENOTDIR} ? 'missing' : 'unreadable');
   return (undef, 'special') if !-f _;
   sysopen my $in, $path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY or return (undef, 'unreadable');
   return (undef, 'special') if !-f $in;
   my $opened = readlink '/proc/self/fd/' . fileno $in;
   return (undef, 'unreadable') if defined $opened && $opened ne $path;    # folders have become links meanwhile
   binmode $in;
   return $in;
}

sub open_object_file {
   my ($name) = @_;
   my $path = path_without_links($name) // return undef;
   my ($in) = open_regular($path);
   return undef if !$in;
   my $n = sysread $in, my ($start), 4;
   sysseek $in, 0, 0;
   return $n && $start eq "\x7fELF" ? $in : undef;
}

1;
