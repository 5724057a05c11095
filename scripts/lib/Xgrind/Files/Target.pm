# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Target: where an output goes, without a way that another user has laid.
#
# Usage:
#   my $target = target_of('a/sum');    # undef, with the reason in $!: there is no such folder, or it may not be entered
#      $target->{name}                  # what the file is called in its folder: links are followed
#      $target->{stat}                  # of lstat(); undef: there is nothing of this name
#      $target->{descriptor}            # number of an open file of this process, which a name such as /dev/stdout means
#      in_folder($target, $name)        # a name in this folder, for open() and rename(), while $target is kept
#
# A link, wherever on the way it is, is followed if this user or root owns it.  Any other one ends the script with one sentence:
# its owner could lead the output over any file of this user.  So does a pipe or a device that another user may have put there.
# Each folder is opened from the one before it, so nothing changes between the look at a name and its use.

package Xgrind::Files::Target;
use strict;
use warnings;
use Cwd qw(getcwd);
use Errno qw(ELOOP ENOENT ENOTDIR);
use Exporter qw(import);
use Fcntl qw(:DEFAULT :mode);
use Xgrind::Text::Messages;

our @EXPORT = qw(target_of in_folder);

my $O_PATH    = 010000000;    # of amd64 and arm64: a folder is entered that may not be listed; Fcntl does not have it
my $LINKS_MAX = 40;           # as the kernel

# --- Folders ---------------------------------------------------------------

# A folder to begin with: / or the current one.
sub first_folder {
   my ($path) = @_;
   sysopen my $handle, $path, $O_PATH | O_DIRECTORY or return undef;
   return { handle => $handle, path => $path eq '.' ? getcwd() // '.' : $path };
}

# A name in a folder, by way of its handle: whatever happens to the folder's own name.  Where /proc is not there, by that.
sub in_folder {
   my ($target, $name) = @_;
   my $folder = $target->{folder};
   my $way = '/proc/self/fd/' . fileno $folder->{handle};
   return -d $way ? "$way/$name" : "$folder->{path}/$name";
}

sub next_folder {
   my ($folder, $name) = @_;
   sysopen my $handle, in_folder({ folder => $folder }, $name), $O_PATH | O_DIRECTORY | O_NOFOLLOW or return undef;
   my $path = $name eq '..' ? $folder->{path} =~ s{/[^/]*\z}{}r : $name eq '.' ? $folder->{path} : "$folder->{path}/$name" =~ s{^//}{/}r;
   return { handle => $handle, path => $path eq '' ? '/' : $path };
}

# --- Owners ----------------------------------------------------------------

# This user and root; in a user namespace, where root has another number, whoever owns the root folder.
sub is_trusted {
   my ($owner) = @_;
   return $owner == $> || $owner == 0 || $owner == ((stat '/')[4] // 0);
}

sub refuse {
   my ($shown, $what, $owner, $advice) = @_;
   my $user = getpwuid($owner) // $owner;
   return fail(printable($shown) . ": cannot be written: $what belongs to another user, " . printable($user) . "; $advice");
}

# What is no file, where nobody but its owner can have put it: in a folder in which all users may write, or another one's.
sub check_special {
   my ($shown, $target) = @_;
   my @stat = @{ $target->{stat} };
   return if S_ISREG($stat[2]) || S_ISDIR($stat[2]) || is_trusted($stat[4]);
   my @folder = stat $target->{folder}{handle};
   return if @folder && is_trusted($folder[4]) && !($folder[2] & 022);
   my $what = S_ISFIFO($stat[2]) ? 'this pipe' : S_ISSOCK($stat[2]) ? 'this socket' : 'this device';
   return refuse($shown, $what, $stat[4], 'give another name, or - for standard output');
}

# --- The way ---------------------------------------------------------------

# Where a link leads: the folder that its text begins in, and the names to go on with.
sub follow_link {
   my ($shown, $folder, $part, $owner) = @_;
   my $place = $folder->{path} =~ s{/?\z}{/}r . $part;
   refuse($shown, 'the link ' . printable($place), $owner, 'links of others are not followed: name the file itself, or remove the link') if !is_trusted($owner);
   my $text = readlink in_folder({ folder => $folder }, $part) // return;
   return ($text =~ m{^/} ? first_folder('/') : $folder, parts_of($text));
}

# The last name of "a/b/" is the folder itself.
sub parts_of {
   my ($path) = @_;
   my @parts = grep { $_ ne '' } split m{/}, $path;
   return (@parts, $path =~ m{/\z} || !@parts ? '.' : ());
}

sub target_of {
   my ($shown) = @_;
   if ($shown eq '') { $! = ENOENT; return undef; }
   my $folder = first_folder($shown =~ m{^/} ? '/' : '.');
   my @parts  = parts_of($shown);
   my $n_links = 0;
   while ($folder) {
      my $part = shift @parts;
      my $target = { name => $part, folder => $folder };
      my @stat = lstat in_folder($target, $part);
      return @parts || !$!{ENOENT} ? undef : $target if !@stat;
      if (S_ISLNK($stat[2])) {
         return { %$target, descriptor => $part } if !@parts && $folder->{path} eq "/proc/$$/fd";
         if (++$n_links > $LINKS_MAX) { $! = ELOOP; return undef; }
         ($folder, my @more) = follow_link($shown, $folder, $part, $stat[4]);
         unshift @parts, @more;
         next;
      }
      if (!@parts) {
         $target->{stat} = \@stat;
         check_special($shown, $target);
         return $target;
      }
      if (!S_ISDIR($stat[2])) { $! = ENOTDIR; return undef; }
      $folder = next_folder($folder, $part);
   }
   return undef;
}

1;
