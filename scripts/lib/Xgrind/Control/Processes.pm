# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Control::Processes: finds the processes that run under Xgrind and sends them
# commands with vgdb, a program of Valgrind.
#
# Usage:
#   use Xgrind::Control::Processes;
#   my $vgdb = find_vgdb($folder_of_the_script) // die;
#   my $runs = Xgrind::Control::Processes->new($vgdb, '--vgdb-prefix=/tmp/mine');
#   for my $run ($runs->all) { ... }     # { pid, tool, command => [...], name }
#   my $why  = $runs->refusal(1234);     # why 1234 cannot be asked, or undef
#   my ($answer, $error) = $runs->ask(1234, 'status');

package Xgrind::Control::Processes;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Commands;

our @EXPORT = qw(find_vgdb);

my $TIMEOUT_S = 60;    # for one command: a part of a big profile takes its time

# vgdb of the Valgrind that Xgrind was installed for, beside the script, or in PATH.
sub find_vgdb {
   my ($folder) = @_;
   return command_file('vgdb', "$folder/../share/xgrind", $folder);
}

# Finds the runs whose gdbserver has this prefix (an option of vgdb, or undef).
sub new {
   my ($class, $vgdb, $prefix) = @_;
   my $self = bless { vgdb => $vgdb, prefix => [ grep { defined } $prefix ], runs => {} }, $class;
   for my $pid (map { /^use --pid=(\d+) for / ? $1 : () } split /\n/, ($self->vgdb('-l'))[0]) {
      my $run = describe($pid) // next;
      $self->{runs}{$pid} = $run if defined $run->{tool};
   }
   return $self;
}

# Calls vgdb; returns what it prints, on both of its outputs, and whether it could.
sub vgdb {
   my ($self, @args) = @_;
   my $pid = open(my $out, '-|') // return ('', 0);
   if (!$pid) {
      open STDERR, '>&', \*STDOUT or exit 127;
      exec { $self->{vgdb} } $self->{vgdb}, @{ $self->{prefix} }, @args or exit 127;
   }
   local $/;
   my $text = <$out> // '';
   close $out;
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
   # one argument: words that begin with - would be options of vgdb
   my ($text, $ok) = $self->vgdb("--pid=$pid", "--cmd-time-out=$TIMEOUT_S", join ' ', split ' ', $command);
   $text =~ s/^sending command .*\n//m;
   return (undef, "process $pid has ended") if !$ok && !-e "/proc/$pid";
   return (undef, "process $pid does not know the command '$command'") if $text =~ /not recognised/;
   return ($text, undef) if $ok;
   my ($last) = reverse grep { /\S/ } split /\n/, $text;
   return (undef, "process $pid cannot be reached: " . ($last // 'vgdb says nothing'));
}

1;
