# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgAnnotate: what the tests of xgrind_annotate and its like share: files in a
# working directory, running the script, cases that pass or fail.
#
# Usage:
#   XgAnnotate::start($script, 2, '--findings');    # chdir to a directory that goes away; 2: exit
#                                              # status for errors, 1 unless it is said; then
#                                              # arguments that every run has before the others
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
use File::Temp qw(tempdir);

our @EXPORT = qw(put get annotate result matches fails);

my ($tool, $name, $error_status, @always);
my ($passed, $failed) = (0, 0);

sub start {
    ($tool, $error_status, @always) = @_;
    $error_status //= 1;
    ($name) = $tool =~ m{([^/]+)\z};
    my $work = tempdir('xgannotate.XXXXXX', TMPDIR => 1, CLEANUP => 1);
    chdir $work or die "$work: $!\n";
    return;
}

# Writes a file; returns its name.
sub put {
    my ($name, $text) = @_;
    open my $out, '>', $name or die "$name: $!\n";
    binmode $out;
    print $out $text;
    close $out or die "$name: $!\n";
    return $name;
}

# The text of a file.
sub get {
    my ($name) = @_;
    local $/;
    open my $in, '<', $name or die "$name: $!\n";
    return <$in> // '';
}

# Runs the tool; returns (exit status, stdout, stderr).
sub annotate {
    my (@args) = @_;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) {
        open STDOUT, '>', '.stdout' or die;
        open STDERR, '>', '.stderr' or die;
        exec $^X, $tool, @always, @args or die;
    }
    waitpid $pid, 0;
    my $status = $? & 127 ? "signal $?" : $? >> 8;
    return ($status, map { get($_) } '.stdout', '.stderr');
}

# Counts one case: it passed if $why is empty.
sub result {
    my ($name, $why) = @_;
    if ($why eq '') { $passed++; print "ok $name\n"; }
    else            { $failed++; print "FAIL $name: $why\n"; }
    return;
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

# Prints the last line; returns the exit status.
sub finish {
    print "$passed passed, $failed failed\n";
    return $failed || !$passed ? 1 : 0;
}

1;
