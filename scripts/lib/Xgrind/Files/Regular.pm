# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Regular: opens regular files whose names the user has not given: those that a profile names, and those beside one that the
# user names. Nothing else is opened: no pipe or device, which may wait for ever, nothing of the kernel, and nothing that a link leads
# to which was put there meanwhile.
#
# Usage:
#   my $path = path_without_links('../src/a.c') // ...;    # where a name leads, also if nothing is there; undef: it leads nowhere
#   is_of_kernel($path)                                    # is a path without links one of the kernel or of devices?
#   my ($in, $why) = open_regular($path);                  # for reading; "missing", "special", "unreadable"
#   is_neighbour('readme')                                 # may a file in a folder of the user's be opened?
#   my $in = open_neighbour('readme') // ...;              # if it may, and can
#   my $in = open_named('callgrind.out.1') // fail_to_open(...);    # what the user has named, pipes and devices, too; a regular file is never waited for
#   my $in = open_object_file('/bin/ls') // ...;           # an ELF file; undef: it is none

package Xgrind::Files::Regular;
use strict;
use warnings;
use Cwd qw(abs_path getcwd);
use Errno;    # %!
use Exporter qw(import);
use Fcntl qw(O_RDONLY O_NONBLOCK O_NOFOLLOW O_NOCTTY);

my $PATH_MAX_B = 4096;    # as the kernel

# Some of these files never end, others wait for ever, and many are secret.
my $OF_KERNEL = qr{^/(?:proc|sys|dev|run)(?:/|\z)};

our @EXPORT = qw(path_without_links is_of_kernel open_regular is_neighbour open_neighbour open_named open_object_file);

# Of what is not there, the name below the innermost folder that is.
sub path_without_links {
   my ($name) = @_;
   return undef if $name eq '' || length $name > $PATH_MAX_B || index($name, "\0") >= 0;
   $name = (getcwd() // return undef) . "/$name" if $name !~ m{^/};
   my $path = abs_path($name);
   return $path if defined $path;
   ($path, my $rest) = innermost_folder($name);
   my @parts = split m{/}, $path;
   for my $part (split m{/+}, $rest) {
      if ($part eq '..') { pop @parts; }
      elsif ($part ne '' && $part ne '.') { push @parts, $part; }
   }
   return '/' . join '/', grep { $_ ne '' } @parts;
}

# Where the longest start of a name leads that leads somewhere, and the rest of the name.  A stranger's names have hundreds of
# folders, of which few are there: they are counted from the first, at twice the number each time, then between the last two.
sub innermost_folder {
   my ($name) = @_;
   my @ends = 0;
   push @ends, $-[0] while $name =~ m{(?<=[^/])/+(?=[^/])}g;
   my ($low, $high, $path) = (0, scalar @ends, '/');
   my $is_near;
   while ($high - $low > 1) {
      my $k = !$is_near && 2 * $low + 1 < $high ? 2 * $low + 1 : int(($low + $high) / 2);
      my $found = abs_path(substr $name, 0, $ends[$k]);
      if (defined $found) { ($low, $path) = ($k, $found); }
      else                { ($high, $is_near) = ($k, 1); }
   }
   return ($path, substr $name, $ends[$low]);
}

sub is_of_kernel { return $_[0] =~ $OF_KERNEL; }

# Opens a regular file that these flags allow; undef: it is none, or cannot be opened.
sub opened {
   my ($name, $flags) = @_;
   sysopen my $in, $name, O_RDONLY | O_NONBLOCK | O_NOCTTY | $flags or return undef;
   binmode $in;
   return -f $in ? $in : undef;
}

sub open_regular {
   my ($path) = @_;
   lstat $path or return (undef, $!{ENOENT} || $!{ENOTDIR} ? 'missing' : 'unreadable');
   return (undef, 'special') if !-f _;
   my $in     = opened($path, O_NOFOLLOW) // return (undef, 'unreadable');
   my $opened = readlink '/proc/self/fd/' . fileno $in;
   return (undef, 'unreadable') if defined $opened && $opened ne $path;    # folders have become links meanwhile
   return $in;
}

# Where a file of a folder leads, if it may be opened; undef: it may not.
sub path_of_neighbour {
   my ($name) = @_;
   no warnings 'newline';    # names may have some
   return undef if !-f $name;
   return $name if !-l $name;
   my $path = path_without_links($name) // return undef;
   return is_of_kernel($path) ? undef : $path;
}

sub is_neighbour { return defined path_of_neighbour($_[0]); }

sub open_neighbour {
   my ($name) = @_;
   my $path = path_of_neighbour($name) // return undef;
   return opened($path, O_NOFOLLOW);
}

sub open_named {
   my ($name) = @_;
   no warnings 'newline';
   return opened($name, 0) if -f $name;
   open my $in, '<:raw', $name or return undef;
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
