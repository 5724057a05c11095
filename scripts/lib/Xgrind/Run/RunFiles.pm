# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::RunFiles: the files that one run of a program has written.
#
# Usage:
#   my $files = files_of_run(@arguments);    # names of files of one run; none: the newest run in the current directory
#   $files->{profiles}    # callgrind.out.*: all parts and threads
#   $files->{data}        # xgrind.data.*, or undef
#   $files->{trees}       # xgrind.tree.*: all parts and threads; with {found_trees}, they were only found beside what is given
#   $files->{layouts}     # xgrind.layouts.* of xgrind --advise-layout, beside the data file, or undef
#   my ($before, $after) = two_runs(@arguments);    # both; none: the files are of one run, or all runs are given by one file
#   my @desc = descriptions($file);          # [name, text] of the desc: lines of a profile
#   my @tree = tree_of_profile($file);       # the calling-context tree beside a profile or part, if there is one
#   is_context_tree($file), is_profile($file)
#   # for Xgrind::Run::RunProcesses: newest_run(), by_run(@names), collected(@names), fail_of_several(@runs), head_of($name), base_and_prefix($name),
#   # member_of($profile), what a profile says of its run, number_text(@members), "4 processes", costliest(@files), of files that collected() has found
#
# A name without the number of a part or thread means all parts and threads of the run that are beside it:
# callgrind.out.7 also callgrind.out.7.1 and callgrind.out.7-02, if their headers have the same process and
# command.  What is not given is looked for beside what is, by the names that a run gives its files
# (docs/files.md), and by the start of a name that the user gave: before.data and before.tree of before.out, if they
# say the same process and command.

package Xgrind::Run::RunFiles;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(dirname basename);
use List::Util qw(sum0);
use Xgrind::Data::Layouts;
use Xgrind::Files::Input;
use Xgrind::Files::Regular;
use Xgrind::Text::Escapes;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;

our @EXPORT = qw(files_of_run two_runs descriptions tree_of_profile is_context_tree is_profile);
our @EXPORT_OK = qw(newest_run by_run collected fail_of_several head_of base_and_prefix member_of number_text some costliest);

my $HEAD_B = 1 << 16;
my $SHOWN  = 4;          # files that a sentence names
my $PART   = qr/(?:\.\d+)?(?:-\d+)?/a;    # of a name

# The start of a file; '' if it is not one that may be opened unasked and can be read: if the user has named it, its reader says what is wrong.
sub head_of {
   my ($name) = @_;
   my $in = open_neighbour($name) // return '';
   my $n = read $in, my ($head), $HEAD_B;
   return $n ? $head : '';
}

# What a file is: data, tree, layouts or profile.
sub kind_of {
   my ($name) = @_;
   my $head = head_of($name);
   return 'layouts' if $head =~ /\A\{.*^\s*"format": "xgrind\.layouts"/ms;
   return 'data' if $head =~ /\A\s*\{/ || $head eq '' && basename($name) =~ /^xgrind\.data/;
   return $head =~ /\A# xgrind context tree/ ? 'tree' : 'profile';
}

# What tells the run of a profile or tree.
sub run_in_header {
   my ($name) = @_;
   my $head = head_of($name);
   return join "\0", map { $head =~ /^\Q$_\E:[ \t]*(.*)$/m ? unescaped($1) : '' } 'pid', 'cmd';
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
   return ((-e $name ? $name : ()), grep { is_neighbour($_) && run_in_header($_) eq $run } @paths);
}

# The file with this name beside another one.
sub beside {
   my ($name, $other) = @_;
   return $name =~ m{/} ? dirname($name) . "/$other" : $other;
}

# The name without its folder and what tells the files of other layouts (--what-if), and of what ran before exec; that.
sub base_and_prefix {
   my ($name) = @_;
   my ($prefix, $base) = basename($name) =~ /^((?:what-if(?:-\d+)?\.)?(?:before-exec-\d+\.)?)(.*)\z/as;
   return ($base, $prefix);
}

# What the names of a run's files end with: the number of the process, or another text.
sub suffix_of {
   my ($name) = @_;
   my ($base) = base_and_prefix($name);
   if ($base =~ /^(?:callgrind\.out|xgrind\.data|xgrind\.tree)\.(.+)\z/s) {
      my $suffix = $1;
      return $suffix =~ s/^(\d+)$PART\z/$1/ar;
   }
   return head_of($name) =~ /^pid:[ \t]*(\d+)|"pid":[ ]?(\d+)/m ? $1 // $2 : undef;
}

# --- Names that the user gave ------------------------------------------------

# The process and command that a file of ours says it is of; undef: it is none, or does not say both.
sub run_of {
   my ($name) = @_;
   my $head = head_of($name);
   if ($head =~ /\A\s*\{\s*"format": ?"xgrind\.data"/) {
      my ($command) = $head =~ /^"command": ?"((?:[^"\\]|\\.)*)"/m;
      my ($pid)     = $head =~ /"pid": ?(\d+)/a;
      # other escapes are of characters that the header of a profile has not
      return undef if !defined $pid || !defined $command || $command =~ s{\\["\\/]}{}gr =~ /\\/;
      return "$pid\0" . $command =~ s{\\(.)}{$1}gr;
   }
   return undef if $head !~ /\A(?:# xgrind context tree|# callgrind format|version:)/;
   my $run = run_in_header($name);
   return $run =~ /\A\d+\0./as ? $run : undef;
}

# The files of a kind whose names begin like one that the user gave, and that are of its run: one and its parts.
sub of_own_name {
   my ($kind, $name) = @_;
   my $run  = run_of($name) // return;
   # of a process that is not the first one, ".pid<pid>" is behind the name
   my $stem = basename($name) =~ s/\.pid\d+$PART\z//asr =~ s/(?<=.)\.[^.]*\z//sr;
   opendir my $dir, dirname($name) or return;
   my @paths = map { beside($name, $_) } sort grep { /^\Q$stem\E(?![^\W_])/ && $_ ne basename($name) } readdir $dir;
   closedir $dir;
   my @found = grep { (run_of($_) // '') eq $run && kind_of($_) eq $kind } @paths;
   return @found if @found < 2;
   my ($whole) = sort { length $a <=> length $b } @found;
   my %is_part = map { $_ => 1 } $kind eq 'data' ? $whole : with_parts($whole);
   return @found if !grep { !$is_part{$_} } @found;
   warn_user('more than one file is of the run of ' . printable($name) . ', and left out: ' . printable(join ', ', @found) . '; give the one that is meant');
   return;
}

# Is this file, found by the number of a process, of another run?  What a file does not say is not compared.
sub is_of_other_run {
   my ($found, $name) = @_;
   my ($run, $other) = map { run_of($_) } $found, $name;
   return defined $run && defined $other && $run ne $other;
}

# --- What is not given -------------------------------------------------------

sub has_own_name {
   my ($name) = @_;
   my ($base) = base_and_prefix($name);
   return $base !~ /^(?:callgrind\.out|xgrind\.data|xgrind\.tree)\./;
}

# Looks for what is not given beside what is.
sub add_missing {
   my ($files, $name, $suffix) = @_;
   my $own = has_own_name($name) ? sub { return of_own_name($_[0], $name) } : sub { return };
   my ($base, $prefix) = base_and_prefix($name);
   # a part of a profile has a tree of its own
   my ($part) = $base =~ /^callgrind\.out\.(.+)\z/s;
   my $default = sub {
      my ($kind, $end) = @_;
      return if !defined $end;
      return grep { is_neighbour($_) && !is_of_other_run($_, $name) } with_parts(beside($name, "$prefix$kind.$end"));
   };
   if (!@{ $files->{profiles} }) {
      $files->{profiles} = [ $own->('profile') ];
      $files->{profiles} = [ $default->('callgrind.out', $suffix) ] if !@{ $files->{profiles} };
   }
   if (!defined $files->{data}) {
      my ($data) = $own->('data');
      $data //= beside($name, "${prefix}xgrind.data.$suffix") if defined $suffix;
      ($files->{data}, $files->{found_data}) = ($data, 1) if defined $data && is_neighbour($data);
   }
   if (!@{ $files->{trees} }) {
      $files->{found_trees} = 1;
      $files->{trees} = [ $own->('tree') ];
      $files->{trees} = [ $default->('xgrind.tree', $part // $suffix) ] if !@{ $files->{trees} };
      my %is_given = map { $_ => 1 } @{ $files->{profiles} };
      $files->{trees} = [ grep { !$is_given{$_} } @{ $files->{trees} } ];
   }
   return;
}

# The files of one run.
sub collected {
   my (@names) = @_;
   my $files = { profiles => [], data => undef, trees => [], found_data => 0 };
   for my $name (@names) {
      my $kind = kind_of($name);
      if    ($kind eq 'tree') { push @{ $files->{trees} }, $name; }
      elsif ($kind eq 'layouts') { $files->{layouts} = $name; }
      elsif ($kind eq 'data') {
         fail('one file xgrind.data at a time, not ' . printable("$files->{data} and $name")) if defined $files->{data};
         $files->{data} = $name;
      } else {
         my %has = map { $_ => 1 } @{ $files->{profiles} };
         push @{ $files->{profiles} }, grep { !$has{$_} } with_parts($name);
         fail_to_open($name) if !@{ $files->{profiles} };
      }
   }
   add_missing($files, $names[0], suffix_of($names[0]));
   ($files->{layouts}) = grep { is_neighbour($_) } layouts_name($files->{data}) if defined $files->{data} && !defined $files->{layouts};
   fail('a calling-context tree alone is no report; give the profile of its run, or call xgrind_export')
      if !@{ $files->{profiles} } && !defined $files->{data};
   return $files;
}

# --- Several processes -------------------------------------------------------

# What a profile says of its run: number of the first process and start, process and command, which program of it, and
# the cost of the first event, as a rule instructions; undef: nothing.
sub member_of {
   my ($name) = @_;
   my ($head) = split /^events:/m, head_of($name);
   my ($run, $program) = ($head // '') =~ /^desc: Run: (\d+\.\d+), program (\d+)$/am or return undef;
   my ($pid)     = $head =~ /^pid: (\d+)$/am or return undef;
   my ($command) = $head =~ /^cmd: ?(.*)$/m;
   my ($n)       = head_of($name) =~ /^(?:summary|totals): (\d+)/am;
   my $text = $command // '';
   return { run => $run, pid => $pid, program => $program, command => $text, name => $name, first_cost => $n // 0,
      program_name => ((split ' ', $text)[0] // '???') =~ s{.*/}{}sr };
}

sub some {
   my ($n, $one, $many) = @_;
   return $n == 1 ? "1 $one" : "$n $many";
}

# "4 processes", "3 programs of 2 processes"
sub number_text {
   my (@of) = @_;
   my %pids = map { ($_->{pid} // '') => 1 } @of;
   my $text = some(scalar keys %pids, qw(process processes));
   return keys %pids == @of ? $text : some(scalar @of, qw(program programs)) . " of $text";
}

# Of several processes, or programs of them, the one with most of the first event that has a data file: what its profile says, and data; undef: none
# has.
sub costliest {
   my (@of) = @_;
   my ($most, $cost);
   for my $files (grep { defined $_->{data} } @of) {
      my @members = grep { defined } map { member_of($_) } @{ $files->{profiles} };
      next if !@members;
      my $sum = sum0(map { $_->{first_cost} } @members);
      next if defined $cost && $sum <= $cost;
      $cost = $sum;
      $most = { %{ $members[0] }, data => $files->{data} };
   }
   return $most;
}

# Ends if the files are of processes of one run: what is read of data files is of one of them.
sub fail_of_processes {
   my (@runs) = @_;
   my @files   = map { collected(@$_) } @runs;
   my @members = map { @{ $_->{profiles} } ? member_of($_->{profiles}[0]) // () : () } @files;
   my %run     = map { $_->{run} => 1 } @members;
   return if @members < @runs || keys %run > 1;
   my @shown = map { printable($_->[0]) } @runs[ 0 .. (@runs > $SHOWN ? $SHOWN - 2 : $#runs) ];
   push @shown, @runs - @shown . ' more' if @runs > @shown;
   my $most = costliest(@files);
   fail(all_of(@shown) . ' are of ' . number_text(@members) . ' of one run, and findings and all else of a data file are of one process' . (defined $most
         ? ': give that of one, such as ' . printable("$most->{data} of $most->{program_name}, which has executed most")
         : '; none of these has a data file: run the program with --miss-classes=yes'));
   return;
}

# --- Several runs ------------------------------------------------------------

# Which part and thread of its run a profile is.
sub part_of {
   my ($name) = @_;
   my $head = head_of($name);
   return join ' ', map { $head =~ /^$_:[ \t]*(\d+)/am ? $1 : '' } 'part', 'thread';
}

# What tells the run of a profile: what it says, or its name without the number of a part or thread.
sub run_of_profile {
   my ($name) = @_;
   my ($first) = with_parts($name);
   fail_to_open($name) if !-e $first;
   return run_of($first) // $name =~ s/(?<=\d)$PART\z//ar;
}

# The names by run, in their order.  Runs are those of profiles, or else of data files; what says nothing of its run, or is
# of none of these, is read with the first one, and refused there.  In containers, runs often have the same number and command: what is
# there twice is of two runs.
sub by_run {
   my (@names) = @_;
   my %kind  = map { $_ => kind_of($_) } @names;
   my ($main) = grep { my $kind = $_; grep { $_ eq $kind } values %kind } qw(profile data tree);
   my (@runs, %run, %taken);
   for my $name (grep { $kind{$_} eq $main } @names) {
      next if $taken{$name}++;
      my $run = $main eq 'profile' ? run_of_profile($name) : run_of($name) // $name;
      $run .= "\0" while $taken{ "$run\0" . part_of($name) }++;
      $run{$run} //= do { push @runs, []; $runs[-1] };
      push @{ $run{$run} }, $name;
   }
   for my $name (grep { $kind{$_} ne $main } @names) {
      my $run = run_of($name) // '';
      $run .= "\0" while $kind{$name} eq 'data' && $taken{"$run data"}++ && $run{"$run\0"};
      push @{ $run{$run} // $runs[0] }, $name;
   }
   return @runs;
}

# Ends with what can be done with files of several runs.
sub fail_of_several {
   my (@runs) = @_;
   fail_of_processes(@runs);
   my $n     = @runs;
   my $which = all_of(map { printable($_->[0]) } @runs) . " are of $n runs, and one is read at a time; ";
   return fail($which . 'give files of one, or two to xgrind_report --html, which compares them; xgrind_merge adds up profiles') if $n > 2;
   return fail($which . 'give those of one, or the profiles of both to xgrind_report --html, which compares them') if grep { !is_profile($_->[0]) } @runs;
   my $two = join ' ', map { shell_word($_->[0]) } @runs;
   return fail($which . "compare their profiles with: xgrind_diff $two, or all of both runs with: xgrind_report --html $two");
}

sub newest_run {
   my ($newest) = newest_name('run the program with xgrind, or name a file of its run', 'callgrind.out.', 'xgrind.data.');
   $newest =~ s/^(callgrind\.out\.\d+)$PART\z/$1/a;
   note("reading the run of $newest");
   return $newest;
}

sub files_of_run {
   my (@names) = @_;
   @names = newest_run() if !@names;
   my @runs = by_run(@names);
   fail_of_several(@runs) if @runs > 1;
   return collected(@names);
}

sub two_runs {
   my (@names) = @_;
   my @runs = by_run(@names);
   return @runs == 2 ? map { collected(@$_) } @runs : ();
}

sub is_context_tree {
   my ($name) = @_;
   return kind_of($name) eq 'tree';
}

sub is_profile {
   my ($name) = @_;
   return head_of($name) =~ /\A\s*(?:# callgrind format|(?:version|creator|pid|cmd|part|desc|positions|events):)/;
}

# A part of a profile has a tree of its own; of trees with a name that the user gave, the shortest name is that of the last part.
sub tree_of_profile {
   my ($name) = @_;
   my ($own) = has_own_name($name) ? sort { length $a <=> length $b } of_own_name('tree', $name) : ();
   return $own if defined $own;
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
