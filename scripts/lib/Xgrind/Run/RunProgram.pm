# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::RunProgram: a program that runs under Xgrind, and the files that it has written.
#
# Usage:
#   my $run = Xgrind::Run::RunProgram->new($folder_of_the_commands, @arguments_of_xgrind);
#   $run->{pid}                        # also that in the names of its files
#   my $status = $run->wait;           # as of wait(); not to be mixed with ended()
#   $run->ended($pid, $?)              # whether this process was it, or what it is now
#   my @files = $run->files;           # callgrind.out.1234 or as the options say; of --advise-layout, profile and data of its first run; (): none
#   $run->number                       # in the name of the page: of the process, or of the first run
#   exec { $_ } $_, '--help' for program_beside($folder, 'xgrind_diff');    # another command: in this folder, or where PATH says
#   $run->exit_status                  # as a shell would say it: 128 + N if signal N has ended it
#
# Signals that the terminal sends go to the program, too, which decides what they mean; TERM and HUP are passed on.

package Xgrind::Run::RunProgram;
use strict;
use warnings;
use Exporter qw(import);
use Errno;    # %!
use File::Basename qw(basename dirname);
use POSIX ();
use Time::HiRes ();
use Xgrind::Files::Regular;
use Xgrind::Text::Json;
use Xgrind::Text::Messages;

our @EXPORT = qw(program_beside);

sub program_beside {
   my ($folder, $name) = @_;
   return -x "$folder/$name" ? "$folder/$name" : $name;
}

sub new {
   my ($class, $folder, @arguments) = @_;
   my $xgrind = program_beside($folder, 'xgrind');
   my $self = bless { started => time, arguments => \@arguments }, $class;
   my $pid = fork // fail("no process can be started: $!");
   if (!$pid) {
      { no warnings 'exec'; exec { $xgrind } $xgrind, @arguments; }
      print STDERR program_name(), ": xgrind, which runs the program, cannot be started: $!; install Xgrind again\n";
      POSIX::_exit(127);
   }
   $self->{pid} = $pid;
   $SIG{$_} = 'IGNORE' for qw(INT QUIT);
   for my $signal (qw(TERM HUP)) {
      $SIG{$signal} = sub { kill $signal, $pid if !defined $self->{status}; };
   }
   return $self;
}

sub ended {
   my ($self, $pid, $status) = @_;
   return 0 if $pid != $self->{pid};
   $self->{status} = $status;
   $SIG{$_} = 'DEFAULT' for qw(INT QUIT TERM HUP);
   return 1;
}

sub wait {
   my ($self) = @_;
   1 while waitpid($self->{pid}, 0) < 0 && $!{EINTR};
   $self->ended($self->{pid}, $?);
   return $self->{status};
}

sub exit_status {
   my ($self) = @_;
   my $signal = $self->{status} & 127;
   return $signal ? 128 + $signal : $self->{status} >> 8;
}

# What the options say the profile is called; undef: they do not.
sub name_by_options {
   my ($self) = @_;
   my ($name) = reverse map { /^--(?:callgrind|xgrind)-out-file=(.+)/s ? $1 : () } $self->options;
   return if !defined $name;
   return $name =~ s/%(?:(p)|(%)|q\{(\w+)\})/$1 ? $self->{pid} : $2 ? '%' : $ENV{$3} \/\/ ''/ger;
}

# Whether a file is a profile of this run: its header has the number of the process.
sub is_its_profile {
   my ($self, $file) = @_;
   my $in = open_neighbour($file) // return 0;
   return 0 if (stat $in)[9] < $self->{started};
   read $in, my ($head), 4096;
   return $head =~ /^pid:[ ]?\Q$self->{pid}\E$/m;
}

# The files of a folder whose names match, as the name of another one there would have them.
sub beside {
   my ($name, $pattern) = @_;
   opendir my $dir, dirname($name) or return;
   my @found = sort grep { $_ =~ $pattern } readdir $dir;
   closedir $dir;
   return map { $name =~ m{/} ? dirname($name) . "/$_" : $_ } @found;
}

# The options before the program.
sub options {
   my ($self) = @_;
   my @options;
   for (@{ $self->{arguments} }) {
      last if $_ eq '--' || !/^-/;
      push @options, $_;
   }
   return @options;
}

sub advises { return 0 < grep { $_ eq '--advise-layout' } $_[0]->options; }

# What the file says that --advise-layout leaves when all its runs have ended; undef: there is none.
sub advice {
   my ($self) = @_;
   my ($data) = reverse map { /^--data-out-file=(.+)/s ? $1 : () } $self->options;
   my @found  = map { [ $_, (Time::HiRes::stat($_))[9] ] } grep { -f && (stat _)[9] >= $self->{started} } beside($data // 'xgrind.data', qr/layouts/);
   for my $file (map { $_->[0] } sort { $b->[1] <=> $a->[1] } @found) {
      my $in     = open_neighbour($file) // next;
      my $text   = do { local $/; <$in> };
      my $advice = eval { json_decode($text) };
      return $advice if ref $advice eq 'HASH' && ($advice->{format} // '') eq 'xgrind.layouts' && !grep { !defined $advice->{$_} } qw(profile data pid);
   }
   return undef;
}

sub number {
   my ($self) = @_;
   my $advice = $self->advises && $self->advice;
   return $advice ? $advice->{pid} : $self->{pid};
}

sub files {
   my ($self) = @_;
   return $self->profile // () if !$self->advises;
   my $advice = $self->advice // return;
   my @names = @$advice{qw(profile data)};
   utf8::encode($_) for grep { utf8::is_utf8($_) } @names;
   return grep { -f } @names;
}

sub profile {
   my ($self) = @_;
   my $name = $self->name_by_options // "callgrind.out.$self->{pid}";
   my $base = basename($name);
   return $name if grep { $self->is_its_profile($_) } beside($name, qr/^\Q$base\E(?:\.\d+)?(?:-\d+)?\z/);
   my ($found) = grep { $self->is_its_profile($_) } beside('.', qr/./);    # as a file of options has it
   return $found;
}

1;
