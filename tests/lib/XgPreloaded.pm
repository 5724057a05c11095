# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgPreloaded: a script for users that runs many times with its modules loaded once (run-preloaded).  In place of a script whose command is
# in C, the program runs.
#
# Usage:
#   my $script = XgPreloaded->new("$top/scripts/xgrind_annotate", 'ulimit -t 30');    # what a shell does before
#   my $status = $script->run('out', 'err', @arguments);     # in this directory, with this environment: its wait
#                                                            # status; dies if it takes longer than $XgPreloaded::LIMIT_s

package XgPreloaded;
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Basename qw(dirname);
use IO::Select ();
use IPC::Open2 qw(open2);
use POSIX ();
use XgCommand;
use XgTest;

our $LIMIT_s = 600;    # for what hangs

sub new {
    my ($class, $script, $before) = @_;
    my ($name) = $script =~ m{([^/]+)\z};
    return bless { program => XgCommand::path($name), before => $before // 'true', owner => 0 }, $class if XgCommand::is_compiled($name);
    my @command = ($^X, dirname(__FILE__) . '/run-preloaded', $script, dirname($script) . '/lib');
    unshift @command, 'sh', '-c', "$before && exec \"\$@\"", 'sh' if defined $before;
    my $pid = open2(my $from, my $to, @command);
    return bless { script => $script, from => $from, to => $to, pid => $pid, owner => $$ }, $class;
}

# It ends with its input; who waits for it has its processor time.
sub DESTROY {
    my ($self) = @_;
    return if $self->{owner} != $$;
    local ($?, $!);
    close $self->{to};
    waitpid $self->{pid}, 0;
    return;
}

sub run_program {
    my ($self, $out, $err, @args) = @_;
    my $pid = fork // die "fork: $!\n";
    return XgTest::wait_for($pid, $LIMIT_s) if $pid;
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', $out or die "$out: $!\n";
    open STDERR, '>', $err or die "$err: $!\n";
    { exec 'sh', '-c', "$self->{before} && exec \"\$@\"", 'sh', $self->{program}, @args; }
    POSIX::_exit(127);
}

sub run {
    my ($self, $out, $err, @args) = @_;
    return run_program(@_) if defined $self->{program};
    my @texts = (getcwd(), $out, $err, scalar @args, @args, map { "$_=$ENV{$_}" } sort keys %ENV);
    utf8::encode($_) for grep { utf8::is_utf8($_) } @texts;
    print { $self->{to} } pack 'N(N/a*)*', scalar @texts, @texts;
    $self->{to}->flush();
    IO::Select->new($self->{from})->can_read($LIMIT_s) or die "$self->{script} is still running after $LIMIT_s s\n";
    read($self->{from}, my $status, 4) == 4 or die "run-preloaded has ended\n";
    return unpack 'N', $status;
}

1;
