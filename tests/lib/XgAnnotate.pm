# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgAnnotate: what the tests of xgrind_annotate and its like share: files in a
# working directory, running the script, cases that pass or fail.
#
# Usage:
#   XgAnnotate::start($script, 2, '--findings');    # chdir to a directory that goes away; 2: exit
#                                              # status for errors, 1 unless it is said; then
#                                              # arguments that every run has before the others
#   XgAnnotate::preload();                     # its modules are loaded once, for hundreds of runs
#   my $file = put('name', "text");
#   matches('case', [ '--inclusive=yes', $file ], qr/main/, ...);   # exit status 0
#   fails('case', [ 'nix' ], qr/cannot be opened/);                 # and one sentence
#   my ($status, $out, $err) = annotate(@arguments);
#   result('case', $why);                      # '': passed
#   exit XgAnnotate::finish();                 # "N passed, N failed"

package XgAnnotate;
use strict;
use warnings;
use Exporter qw(import);
use XgPreloaded;
use XgTest qw(slurp result);

our @EXPORT = qw(put get annotate result matches fails);

my ($tool, $name, $error_status, @always);

sub start {
    ($tool, $error_status, @always) = @_;
    $error_status //= 1;
    ($name) = $tool =~ m{([^/]+)\z};
    my $work = XgTest::workdir();
    chdir $work or die "$work: $!\n";
    return;
}

sub get { return slurp(@_); }
sub put { return XgTest::put(@_); }

# The tool with its modules loaded once.
my $preloaded;
sub preload { $preloaded = XgPreloaded->new($tool); return; }

# Runs the tool so, or in a new process; returns its wait status.
sub run_tool {
    my (@args) = @_;
    return $preloaded->run('.stdout', '.stderr', @always, @args) if defined $preloaded;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '.stdout' or die;
        open STDERR, '>', '.stderr' or die;
        exec $^X, $tool, @always, @args or die;
    }
    waitpid $pid, 0;
    return $?;
}

# Runs the tool; returns (exit status, stdout, stderr).
sub annotate {
    my $status = run_tool(@_);
    $status = $status & 127 ? "signal $status" : $status >> 8;
    return ($status, map { get($_) } '.stdout', '.stderr');
}

# A run whose standard output must match.
sub matches {
    my ($name, $args, @regexes) = @_;
    my ($status, $out, $err) = annotate(@$args);
    my $why = $status ne '0' ? "exit status $status: $err" : '';
    for my $r (@regexes) {
        $why ||= "output does not match $r" if $out !~ $r;
    }
    result($name, $why);
    return;
}

# A run that must fail with one line on stderr that matches.
sub fails {
    my ($case, $args, $regex) = @_;
    my ($status, $out, $err) = annotate(@$args);
    my $why = '';
    $why = "exit status $status" if $status ne $error_status;
    $why ||= "stdout: $out"      if $out ne '';
    $why ||= "stderr: $err"      if $err !~ $regex || $err !~ /\A$name: [^\n]+\n\z/;
    result($case, $why);
    return;
}

sub finish { return XgTest::finish(); }

1;
