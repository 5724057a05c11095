# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::RunProcesses: the files of a run of several processes, or of several programs in one process: their profiles and
# calling-context trees are added up.
#
# Usage:
#   my $files = files_of_processes('all', @names);    # as files_of_run() has them; or 'one'; undef: all if no file is given, or one of the first process
#   $files->{processes}      # [ { run, pid, program, command, profiles }, ... ], the one first whose data file is read; not there if the files are of one
#   $files->{costliest}      # what the profile of the one that has executed most says, of those with a data file, and data; undef: none has
#   $files->{started}        # the command that the user has given, if its profile is among them
#   $files->{all_by}         # words of a command that lead to these files, if they are all of a run: a file, or an option and a file
#   $files->{left_out}       # how many others of the run are left out, or 0
#   processes_text($files)   # "3 programs of 2 processes, added up: true (2), sh", most often first; undef: of one alone, and none is left out
#   others_text($files)      # "and 3 other processes", behind a command; '': none
#   data_text($files)        # a sentence, of which one the data file is; undef: of the only one
#   say_others(@profiles)    # a note on how many other profiles of the run are beside these, and the command that adds all up
#
# Which belong together, the headers say: "desc: Run:" is the same in all of a run, and in no other one (docs/files.md).

package Xgrind::Run::RunProcesses;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname);
use Xgrind::Run::RunFiles qw(newest_run by_run collected fail_of_several base_and_prefix member_of number_text some costliest);
use Xgrind::Text::Messages;

our @EXPORT = qw(files_of_processes processes_text others_text data_text say_others);

# What tells programs of a run apart.
sub key_of { my ($member) = @_; return "$member->{pid} $member->{program}"; }

# Is it a file of other layouts (--what-if)?
sub has_other_layouts { my (undef, $prefix) = base_and_prefix($_[0]); return $prefix =~ /^what-if/ ? 1 : 0; }

# What the profiles in the folder of a file say of their runs, as far as they say it.
sub members_beside {
   my ($name) = @_;
   my $folder = dirname($name);
   opendir my $dir, $folder or return;
   my @paths = map { $name =~ m{/} ? "$folder/$_" : $_ } sort readdir $dir;
   closedir $dir;
   return map { member_of($_) // () } @paths;
}

# The others of a run that are in the folder of a file, by process and program; each with its first file.
sub others_of {
   my ($member, @beside) = @_;
   @beside = members_beside($member->{name}) if !@beside;
   my $layouts = has_other_layouts($member->{name});
   my %other;
   for my $m (@beside) {
      my $path = $m->{name};
      next if $m->{run} ne $member->{run} || key_of($m) eq key_of($member) || has_other_layouts($path) != $layouts;
      my $known = $other{ key_of($m) };
      $other{ key_of($m) } = $m if !$known || length $path < length $known->{name};
   }
   return map { $other{$_} } sort { $other{$a}{pid} <=> $other{$b}{pid} || $other{$a}{program} <=> $other{$b}{program} } keys %other;
}

# Is it the file of the process that was started, and of the program that it has run last?
sub is_of_first {
   my ($member) = @_;
   my (undef, $prefix) = base_and_prefix($member->{name});
   return $member->{run} =~ /^\Q$member->{pid}\E\./ && $prefix !~ /before-exec/;
}

# Files of several as those of one: costs are added up, data are those of the first.
sub added_up {
   my ($first, @others) = @_;
   my $files = { %$first };
   $files->{costliest} = costliest($first, @others);
   $files->{profiles} = [ map { @{ $_->{profiles} } } $first, @others ];
   # a tree of some of them would have less than the profiles
   $files->{trees} = (grep { !@{ $_->{trees} } } $first, @others) ? [] : [ map { @{ $_->{trees} } } $first, @others ];
   $files->{processes} = [ map { my $m = member_of($_->{profiles}[0]); +{ %$m, profiles => $_->{profiles} } } $first, @others ];
   my ($started) = grep { $_->{program} == 1 && $_->{run} =~ /^\Q$_->{pid}\E\./ } @{ $files->{processes} };
   $files->{started} = $started->{command} if $started;
   return $files;
}

# Files that are named, of several processes: they must be of one run.
sub named {
   my (@groups) = @_;
   my @files = map { collected(@$_) } @groups;
   my %runs = map { my $m = @{ $_->{profiles} } ? member_of($_->{profiles}[0]) : undef; ($m ? $m->{run} : '') => 1 } @files;
   fail_of_several(@groups) if keys %runs > 1 || $runs{''};
   return added_up(@files);
}

# The file of the process that the user has started, of those of a run; undef: it is not there.
sub first_of_run {
   my (@members) = @_;
   my ($first) = grep { is_of_first($_) } @members;
   return $first;
}

# Words of a command that lead to all files of a run, without being asked for or with the option.
sub words_for_all {
   my ($member, @others) = @_;
   my $first = first_of_run($member, @others);
   return shell_word($first->{name}) if $first;
   return '--processes=all ' . shell_word($member->{name});
}

# The newest run; of one of several processes, it is read from the file of the process that was started, if that is there.
sub newest_of_all {
   my $newest = newest_run();
   my $member = member_of($newest) // return $newest;
   my $first  = first_of_run($member, others_of($member));
   return $first ? $first->{name} : $newest;
}

sub files_of_processes {
   my ($which, @names) = @_;
   $which //= 'all' if !@names;
   @names = newest_of_all() if !@names;
   my @groups = by_run(@names);
   return named(@groups) if @groups > 1;
   my $files  = collected(@names);
   my $member = @{ $files->{profiles} } ? member_of($files->{profiles}[0]) : undef;
   my @others = $member ? others_of($member) : () or return $files;
   $which //= is_of_first($member) ? 'all' : 'one';
   return { %$files, left_out => scalar @others } if $which eq 'one';
   my $all = added_up($files, map { collected($_->{name}) } @others);
   $all->{all_by} = words_for_all($member, @others);
   return $all;
}

# --- What is said of them ----------------------------------------------------

sub processes_text {
   my ($files) = @_;
   my @of = @{ $files->{processes} // [] };
   if (@of) {
      my (%times, @programs);
      for my $program (map { $_->{program_name} } @of) { push @programs, $program if !$times{$program}++; }
      @programs = sort { $times{$b} <=> $times{$a} } @programs;
      return number_text(@of) . ', added up: ' . join ', ', map { $times{$_} == 1 ? $_ : "$_ ($times{$_})" } @programs;
   }
   return undef if !$files->{left_out};
   return 'one alone; ' . some($files->{left_out}, 'other one of the run is', 'others of the run are') . ' left out: --processes=all adds them up';
}

sub others_text {
   my ($files) = @_;
   my ($first, @others) = @{ $files->{processes} // [] };
   return @others ? ' and ' . (@others == 1 ? '1 other' : @others . ' others') . ' of the run' : '';
}

sub say_others {
   my (@names) = @_;
   my $member = member_of($names[0]) // return;
   my %given  = map { key_of($_) => 1 } grep { defined } map { member_of($_) } @names;
   my $n      = grep { !$given{ key_of($_) } } others_of($member);
   note('the run has left ' . some($n, 'another profile', 'other profiles') =~ s/^1 //r . '; all together: xgrind_report --processes=all ' . shell_word($names[0])) if $n;
   return;
}

sub data_text {
   my ($files) = @_;
   return undef if !$files->{processes} || !defined $files->{data};
   my $first = $files->{processes}[0];
   return printable("Objects, findings, miss curves and the timeline are of $first->{program_name} alone (process $first->{pid}).");
}

1;
