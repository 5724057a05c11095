# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgAnnotate: what the tests of xgrind_annotate and its like share: files in a
# working directory, running the script, cases that pass or fail.
#
# Usage:
#   XgAnnotate::start($script, 2, '--findings');    # the script, or the program of its name (XgCommand); chdir to a directory that goes away, unless it is kept; 2: exit
#                                              # status for errors, 1 unless it is said; then
#                                              # arguments that every run has before the others.  The command line is
#                                              # that of a suite without needs, unless XgTest::suite() has read it
#   XgAnnotate::preload();                     # its modules are loaded once, for hundreds of runs
#   my $file = put('name', "text");
#   matches('case', [ '--inclusive=yes', $file ], qr/main/, ...);   # exit status 0
#   fails('case', [ 'nix' ], qr/cannot be opened/);                 # and one sentence
#   is('case', $got, [ 1, { a => 2 } ]);       # data that are equal as JSON; both may be code, as that of result()
#   my ($status, $out, $err) = annotate(@arguments);
#   result('case', $why);                      # '': passed; or code that returns why, which runs only if the case is chosen
#   exit XgAnnotate::finish();                 # "N passed, N failed"

package XgAnnotate;
use strict;
use warnings;
use Exporter qw(import);
use JSON::PP ();
use XgCommand;
use XgPreloaded;
use XgTest qw(slurp result);

our @EXPORT = qw(put get annotate result matches fails is);

my ($tool, $name, $error_status, @always);

sub start {
    ($tool, $error_status, @always) = @_;
    $error_status //= 1;
    ($name) = $tool =~ m{([^/]+)\z};
    my $work = ($XgTest::suite // XgTest::suite(XgCommand::is_compiled($name) ? 'build' : 'build?'))->{work} . '/files';
    $tool = XgCommand::path($name);
    mkdir $work;
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
        exec $tool, @always, @args or die;
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
    result($name, sub {
        my ($status, $out, $err) = annotate(@$args);
        return "exit status $status: $err" if $status ne '0';
        my ($missed) = grep { $out !~ $_ } @regexes;
        return defined $missed ? "the output of @$args does not match $missed, it is:\n$out" : '';
    });
    return;
}

# A run that must fail with one line on stderr that matches.
sub fails {
    my ($case, $args, $regex) = @_;
    result($case, sub {
        my ($status, $out, $err) = annotate(@$args);
        return "@$args: exit status $status, must be $error_status: $err" if $status ne $error_status;
        return "stdout: $out" if $out ne '';
        return $err =~ $regex && $err =~ /\A$name: [^\n]+\n\z/ ? '' : "stderr: $err  must match $regex";
    });
    return;
}

my $json   = JSON::PP->new->utf8->canonical->allow_nonref;
my $pretty = JSON::PP->new->utf8->canonical->allow_nonref->pretty;

# Data that must be equal.
sub is {
    my ($case, $got, $want) = @_;
    result($case, sub {
        my ($is, $must) = map { $json->encode(ref eq 'CODE' ? $_->() : $_) } $got, $want;
        return $is eq $must ? '' : length "$is$must" < 200 ? "is $is, must be $must" : XgTest::difference(map { $pretty->encode($json->decode($_)) } $is, $must);
    });
    return;
}

sub finish { return XgTest::finish(); }

1;
