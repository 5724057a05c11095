# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::Files: the files that one run of a program has written.
#
# Usage:
#   my $files = files_of_run(@arguments);    # names of files; none: the newest run in the current directory
#   $files->{profiles}    # callgrind.out.*: all parts and threads
#   $files->{data}        # xgrind.data.*, or undef
#   $files->{trees}       # xgrind.tree.*: all parts and threads
#   my @desc = descriptions($file);          # [name, text] of the desc: lines of a profile
#   my @tree = tree_of_profile($file);       # the calling-context tree beside a profile or part, if there is one
#   is_context_tree($file)
#
# A name without the number of a part or thread means all parts and threads of the run that are beside it:
# callgrind.out.7 also callgrind.out.7.1 and callgrind.out.7-02, if their headers have the same process and
# command.  What is not given is looked for beside what is, by the names that a run gives its files
# (docs/files.md).

package Xgrind::Run::Files;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname basename);
use Xgrind::Files::Input;
use Xgrind::Script::Messages;

our @EXPORT = qw(files_of_run descriptions tree_of_profile is_context_tree);

my $HEAD_B = 1 << 16;
my $PART   = qr/(?:\.\d+)?(?:-\d+)?/a;    # of a name

# The start of a file; '' if it is not a regular file that can be read: its reader says what is wrong.
sub head_of {
   my ($name) = @_;
   return '' if !-f $name;
   open my $in, '<:raw', $name or return '';
   my $n = read $in, my ($head), $HEAD_B;
   return $n ? $head : '';
}

# What a file is: data, tree or profile.
sub kind_of {
   my ($name) = @_;
   my $head = head_of($name);
   return 'data' if $head =~ /\A\s*\{/ || $head eq '' && basename($name) =~ /^xgrind\.data/;
   return $head =~ /\A# xgrind context tree/ ? 'tree' : 'profile';
}

# What tells the run of a profile or tree.
sub run_in_header {
   my ($name) = @_;
   my $head = head_of($name);
   return join "\0", map { $head =~ /^\Q$_\E:[ \t]*(.*)$/m ? $1 : '' } 'pid', 'cmd';
}

# A file and its parts and threads.
sub with_parts {
   my ($name) = @_;
   my ($folder, $base) = (dirname($name), basename($name));
   opendir my $dir, $folder or return $name;
   my @parts = sort grep { /^\Q$base\E$PART\z/ && $_ ne $base } readdir $dir;
   closedir $dir;
   return $name if !@parts;
   my @paths = map { $name =~ m{/} ? "$folder/$_" : $_ } @parts;
   my $run = run_in_header(-e $name ? $name : $paths[0]);
   return ((-e $name ? $name : ()), grep { -f $_ && run_in_header($_) eq $run } @paths);
}

# The file with this name beside another one.
sub beside {
   my ($name, $other) = @_;
   return $name =~ m{/} ? dirname($name) . "/$other" : $other;
}

# What the names of a run's files end with: the number of the process, or another text.
sub suffix_of {
   my ($name) = @_;
   if (basename($name) =~ /^(?:callgrind\.out|xgrind\.data|xgrind\.tree)\.(.+)\z/s) {
      my $suffix = $1;
      return $suffix =~ s/^(\d+)$PART\z/$1/ar;
   }
   return head_of($name) =~ /^pid:[ \t]*(\d+)|"pid":[ ]?(\d+)/m ? $1 // $2 : undef;
}

# Looks for what is not given beside what is.
sub add_missing {
   my ($files, $name, $suffix) = @_;
   my @parts_of = map { my $kind = $_; sub { return grep { -f } with_parts(beside($name, "$kind.$_[0]")) } } 'callgrind.out', 'xgrind.tree';
   $files->{profiles} = [ $parts_of[0]->($suffix) ] if !@{ $files->{profiles} };
   if (!defined $files->{data}) {
      my $data = beside($name, "xgrind.data.$suffix");
      ($files->{data}, $files->{found_data}) = ($data, 1) if -f $data;
   }
   # a part of a profile has a tree of its own
   my ($part) = basename($name) =~ /^callgrind\.out\.(.+)\z/s;
   $files->{trees} = [ $parts_of[1]->($part // $suffix) ] if !@{ $files->{trees} };
   return;
}

sub files_of_run {
   my (@names) = @_;
   if (!@names) {
      my ($newest) = newest_name('run the program with xgrind', 'callgrind.out.', 'xgrind.data.');
      @names = $newest =~ s/^(callgrind\.out\.\d+)$PART\z/$1/ar;
      note("reading the run of $names[0]");
   }
   my $files = { profiles => [], data => undef, trees => [], found_data => 0 };
   for my $name (@names) {
      my $kind = kind_of($name);
      if    ($kind eq 'tree') { push @{ $files->{trees} }, $name; }
      elsif ($kind eq 'data') {
         fail('one file xgrind.data at a time, not ' . printable("$files->{data} and $name")) if defined $files->{data};
         $files->{data} = $name;
      } else {
         my %has = map { $_ => 1 } @{ $files->{profiles} };
         push @{ $files->{profiles} }, grep { !$has{$_} } with_parts($name);
         fail_to_open($name) if !@{ $files->{profiles} };
      }
   }
   my $suffix = suffix_of($names[0]);
   add_missing($files, $names[0], $suffix) if defined $suffix;
   fail('a calling-context tree alone is no report; give the profile of its run, or call xgrind_export')
      if !@{ $files->{profiles} } && !defined $files->{data};
   return $files;
}

sub is_context_tree {
   my ($name) = @_;
   return kind_of($name) eq 'tree';
}

# A part of a profile has a tree of its own.
sub tree_of_profile {
   my ($name) = @_;
   my ($part) = basename($name) =~ /^callgrind\.out\.(.+)\z/s;
   $part //= suffix_of($name) // return;
   return grep { is_context_tree($_) } beside($name, "xgrind.tree.$part");
}

sub descriptions {
   my ($file) = @_;
   my ($head) = split /^events:/m, head_of($file);
   return map { [ split /:[ \t]*/, $_, 2 ] } grep { /:/ } ($head // '') =~ /^desc:[ \t]*(.*?)[ \t]*$/mg;
}

1;
