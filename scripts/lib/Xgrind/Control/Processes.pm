# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Control::Processes: finds the processes that run under Xgrind and sends them
# commands with vgdb, a program of Valgrind.
#
# Usage:
#   use Xgrind::Control::Processes;
#   my $vgdb = find_vgdb($folder_of_the_script) // die;
#   my $runs = Xgrind::Control::Processes->new($vgdb, '--vgdb-prefix=/tmp/mine', 60);   # seconds for a command
#   for my $run ($runs->all) { ... }     # { pid, tool, command => [...], name }
#   my $why  = $runs->refusal(1234);     # why 1234 cannot be asked, or undef
#   my ($answer, $error) = $runs->ask(1234, 'status');
#
# vgdb waits for ever for a process that is stopped, or blocked in the kernel: each command has its time here.

package Xgrind::Control::Processes;
use strict;
use warnings;
use Errno;    # %!
use Exporter qw(import);
use File::Glob qw(bsd_glob);
use IO::Select;
use POSIX ();
use Time::HiRes qw(sleep time);
use Fcntl qw(:mode);
use Xgrind::Files::Commands;

our @EXPORT = qw(find_vgdb);

my $LOOK_S = 0.5;    # between looks at the process that is to answer
my $END_S  = 3;      # that vgdb has to leave a process as it was

# vgdb of the Valgrind that Xgrind was installed for, beside the script, or in PATH.
sub find_vgdb {
   my ($folder) = @_;
   return command_file('vgdb', "$folder/../share/xgrind", $folder);
}

# Finds the runs whose gdbserver has this prefix (an option of vgdb, or undef).
sub new {
   my ($class, $vgdb, $prefix, $seconds) = @_;
   my $self = bless { vgdb => $vgdb, prefix => [ grep { defined } $prefix ], seconds => $seconds, runs => {} }, $class;
   my ($list) = $self->vgdb(undef, '-l');
   for my $pid (map { /^use --pid=(\d+) for / ? $1 : () } split /\n/, $list) {
      my $run = describe($pid) // next;
      $self->{runs}{$pid} = $run if defined $run->{tool};
   }
   return $self;
}

# The state of a process, a letter as /proc has it; undef: there is none.
sub state_of {
   my ($pid) = @_;
   open my $in, '<', "/proc/$pid/stat" or return;
   local $/;    # the program's name, in this, may have anything
   my $line = <$in> // return;
   return $line =~ /\)\s+(\w)[^)]*\z/ ? $1 : undef;
}

# Why a process will not answer, as long as nobody does anything; undef: it may.
sub why_silent {
   my ($pid) = @_;
   my $state = state_of($pid) // return "process $pid has ended";
   return "process $pid has ended" if $state =~ /[ZX]/;
   return "process $pid is stopped; continue it with kill -CONT $pid" if $state eq 'T';
   return;
}

# Ends vgdb.  It may have stopped the process, and undoes that when it is asked to end; killed, it would leave it stopped.  One
# that waits in the kernel itself ends when it can.
sub end_vgdb {
   my ($vgdb) = @_;
   kill 'TERM', $vgdb;
   my $end = time + $END_S;
   while (time < $end) {
      return if waitpid($vgdb, POSIX::WNOHANG()) != 0;
      sleep 0.05;
   }
   return;
}

# What vgdb prints, and why not all of it came, or undef.
sub read_answer {
   my ($self, $pid, $out, $vgdb) = @_;
   my ($text, $end, $select) = ('', time + $self->{seconds}, IO::Select->new($out));
   while (1) {
      if ($select->can_read($LOOK_S)) {
         my $n = sysread $out, $text, 65536, length $text;
         return ($text, undef) if defined $n && $n == 0;
         next if defined $n || $!{EINTR};
         return ($text, "vgdb cannot be read: $!");
      }
      my $why = defined $pid ? why_silent($pid) : undef;
      $why = undef if defined $why && $why =~ /has ended/ && waitpid($vgdb, POSIX::WNOHANG()) == 0 && time < $end;    # vgdb says it, too
      return ($text, $why) if defined $why;
      next if time < $end;
      my $blocked = defined $pid && (state_of($pid) // '') eq 'D' ? ': it is blocked in a system call that nothing interrupts' : '';
      return ($text, (defined $pid ? "process $pid" : 'vgdb') . " has not answered in $self->{seconds} seconds$blocked");
   }
}

# The pipes have the names of the user and the computer that the variables gave where the run was started, and vgdb takes its own:
# those of root are others, who may ask any process.
# In a folder where all may write, others can put pipes there under names of their own, which would have vgdb stop the process and go on
# elsewhere: only those of root and of the process's user count.  False: there are none.
sub take_names {
   my ($self, $pid) = @_;
   my ($prefix) = map { s/^--vgdb-prefix=//r } @{ $self->{prefix} };
   $prefix //= ($ENV{TMPDIR} // '/tmp') . '/vgdb-pipe';
   my %is_trusted = map { $_ => 1 } 0, users_of($pid);
   for my $pipe (bsd_glob("\Q$prefix\E-from-vgdb-to-$pid-by-*-on-*")) {
      my ($by, $on) = $pipe =~ /-from-vgdb-to-\d+-by-(.*)-on-(.*)\z/s or next;
      my @stats = map { [ lstat "$prefix-$_-$pid-by-$by-on-$on" ] } qw(from-vgdb-to to-vgdb-from shared-mem-vgdb);
      next if grep { !@$_ || !$is_trusted{ $_->[4] } } @stats;
      next if !S_ISFIFO($stats[0][2]) || !S_ISFIFO($stats[1][2]) || !S_ISREG($stats[2][2]) || $stats[2][3] != 1;
      @ENV{qw(LOGNAME HOST)} = ($by, $on);
      return 1;
   }
   return 0;
}

# The users that a process is, by number: real, effective, saved.
sub users_of {
   my ($pid) = @_;
   open my $in, '<', "/proc/$pid/status" or return;
   my ($users) = map { /^Uid:\s+(\d+)\s+(\d+)\s+(\d+)/ ? [ $1, $2, $3 ] : () } <$in>;
   return @{ $users // [] };
}

# Calls vgdb, which is to ask this process (undef: none); returns what it prints, on both of its outputs, whether it could, and why it was
# not waited for (undef: it was).
sub vgdb {
   my ($self, $pid, @args) = @_;
   pipe my $out, my $in or return ('', 0);    # no open, which waits for its process when the handle goes
   my $vgdb = fork // return ('', 0);
   if (!$vgdb) {
      open STDOUT, '>&', $in or POSIX::_exit(127);
      open STDERR, '>&', $in or POSIX::_exit(127);
      if (defined $pid && !$self->take_names($pid)) {
         syswrite STDOUT, "its pipes are gone, or belong to another user\n";
         POSIX::_exit(1);
      }
      exec { $self->{vgdb} } $self->{vgdb}, @{ $self->{prefix} }, @args or POSIX::_exit(127);
   }
   close $in;
   my ($text, $why) = $self->read_answer($pid, $out, $vgdb);
   if (defined $why) {
      end_vgdb($vgdb);
      return ($text, 0, $why);
   }
   waitpid $vgdb, 0;
   return ($text, $? == 0);
}

# What a process is, as /proc has it: its tool is that of its executable,
# <tool>-amd64-linux or -arm64-linux; undef if it does not run under Valgrind.  undef: no such process.
sub describe {
   my ($pid) = @_;
   open my $in, '<', "/proc/$pid/cmdline" or return;
   local $/;
   my @words = split /\0/, <$in> // '';
   close $in;
   my $exe = readlink "/proc/$pid/exe";
   my ($tool) = ($exe // '') =~ m{/([^/]+)-(?:amd64|arm64|x86)-linux(?: \(deleted\))?$};
   shift @words;
   while (@words && $words[0] =~ /^-/) {
      last if shift @words eq '--';
   }
   my $name = $words[0] // '';
   $name =~ s{.*/}{};
   return { pid => $pid, tool => $tool, command => [@words], name => $name, readable => defined $exe };
}

sub is_ours { return $_[0]{tool} =~ /^(?:xgrind|callgrind)/; }

# Those under Xgrind, or under Callgrind, which understands the same, by number.
sub all {
   my ($self) = @_;
   return grep { is_ours($_) } map { $self->{runs}{$_} } sort { $a <=> $b } keys %{ $self->{runs} };
}

sub run { return $_[0]{runs}{ $_[1] }; }

# Why this process cannot be asked, as one sentence; undef if it can.
sub refusal {
   my ($self, $pid) = @_;
   my $run = $self->{runs}{$pid} // describe($pid) // return "there is no process $pid";
   return "process $pid belongs to another user" if !$run->{readable} && !-o "/proc/$pid";
   return "process $pid does not run under Valgrind" if !defined $run->{tool};
   return "process $pid runs under Valgrind's tool $run->{tool}, not under Xgrind" if !is_ours($run);
   return if $self->{runs}{$pid};
   return "process $pid was started with --vgdb=no, or with a --vgdb-prefix that you must pass here, too";
}

# Sends a monitor command; returns (the answer, undef) or (undef, what went wrong).
sub ask {
   my ($self, $pid, $command) = @_;
   my $silent = why_silent($pid);
   return (undef, $silent) if defined $silent;
   # one argument: words that begin with - would be options of vgdb
   my ($text, $ok, $why) = $self->vgdb($pid, "--pid=$pid", "--cmd-time-out=$self->{seconds}", join ' ', split ' ', $command);
   return (undef, $why) if defined $why;
   $text =~ s/^sending command .*\n//m;
   return (undef, "process $pid has ended") if !$ok && !-e "/proc/$pid";
   return (undef, "process $pid does not know the command '$command'") if $text =~ /not recognised/;
   return ($text, undef) if $ok;
   my ($last) = reverse grep { /\S/ } split /\n/, $text;
   return (undef, "process $pid cannot be reached: " . ($last // 'vgdb says nothing'));
}

1;
