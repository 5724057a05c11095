# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgTest: what the test runners share: a working directory, compiling, a pool
# of cases run in parallel, the last line "N passed, N failed".
#
# Usage:
#   use XgTest;
#   my $dir = XgTest::workdir($keep);           # removed at the end, or DIR
#   XgTest::compile("cc -g -o $dir/a a.c");     # dies with the compiler's words
#   my $a = XgTest::program($build, 'a', "cc -g -o OUT '$dir/a.c'");   # the same, once for all suites
#   XgTest::include_dirs($build);               # "-I..." for callgrind.h
#   XgTest::valgrind_source($build);            # directory of Valgrind's source
#   XgTest::wait_for($pid, 60);                 # wait status; kills, dies if late
#   exit XgTest::pool($jobs, [ [ NAME, sub { ... return (1, "text") } ], ... ]);
# A case is run in a process of its own and returns (passed, text); dying is a
# failure.  pool() prints "ok NAME: text" or "FAIL NAME: text" for each.  After all cases it calls its
# third argument, if there is one, for what is to be printed before the last line.
#
# tests/run-all sets XG_JOBS to a named pipe with one byte for each job that may run, over all
# suites; cases and compilers take one and put it back (jobs.sh does the same in shell):
#   XgTest::job(sub { ... });                   # runs it as a job, returns what it returns
#   XgTest::share_jobs(2);                      # makes the pipe unless there is one
#   XgTest::more_jobs(1);                       # so many more may run
#   XgTest::job_environment();                  # (XG_JOBS => its name) for the process of a suite

package XgTest;
use strict;
use warnings;
use File::Basename ();
use File::Temp ();
use Cwd ();
use Digest::SHA ();
use Fcntl ();
use File::Path ();
use FindBin ();
use POSIX ();

$| = 1;

sub workdir {
    my ($keep) = @_;
    if (defined $keep) {
        mkdir $keep;
        -d $keep or die "$keep: $!\n";
        return Cwd::abs_path($keep);
    }
    return Cwd::abs_path(File::Temp::tempdir('xgtest.XXXXXX', TMPDIR => 1, CLEANUP => 1));
}

my $jobs_at = delete $ENV{XG_JOBS};    # programs under test see none of it
my $job_pipe;
our $is_job;                           # this process, or the one that started it, has taken a byte

sub share_jobs {
    my ($n) = @_;
    return if defined $jobs_at;
    $jobs_at = workdir() . '/jobs';
    POSIX::mkfifo($jobs_at, 0600) or die "$jobs_at: $!\n";
    more_jobs($n);
    return;
}

sub more_jobs {
    my ($n) = @_;
    job_end() for 1 .. $n;
    return;
}

sub job_environment { return (XG_JOBS => $jobs_at); }

sub job_pipe {
    # for reading and writing: then neither side ever finds the pipe without the other
    return $job_pipe if defined $job_pipe;
    open $job_pipe, '+<', $jobs_at or die "$jobs_at: $!\n";
    return $job_pipe;
}

sub job_begin {
    return unless defined $jobs_at;
    my $n;
    do { $n = sysread job_pipe(), my $byte, 1 } while !defined $n && $!{EINTR};
    die "$jobs_at: $!\n" unless $n;
    return;
}

sub job_end {
    syswrite job_pipe(), 'x' if defined $jobs_at;
    return;
}

sub job {
    my ($code) = @_;
    return $code->() if $is_job;
    local $is_job = 1;
    job_begin();
    my @r = eval { $code->() };
    my $why = $@;
    job_end();
    die $why if $why ne '';
    return wantarray ? @r : $r[0];
}

sub compile {
    my ($cmd) = @_;
    my $out = job(sub { scalar `$cmd 2>&1` });
    die "$cmd:\n$out" if $?;
}

# The program NAME that a command writes to OUT.  It stays in BUILDDIR/test-programs and is made again
# if the command, the programs' sources or the compilers change; suites that run at once wait for
# each other.
sub program {
    my ($build, $name, $command) = @_;
    my ($all, $digest) = ("$build/test-programs", sources_digest());
    my $dir = "$all/$digest/" . substr Digest::SHA::sha1_hex("$name $command"), 0, 8;
    my $program = "$dir/$name";
    return $program if -e "$dir/.complete";
    # First the job, then the lock: who has it must not have to wait for those who want it.
    job(sub {
        File::Path::remove_tree(grep { -M > 2 } glob "\Q$all\E/*");    # of older sources
        File::Path::make_path($dir);
        open my $lock, '>', "$dir/.lock" or die "$dir/.lock: $!\n";
        flock $lock, Fcntl::LOCK_EX() or die "$dir/.lock: $!\n";
        return if -e "$dir/.complete";
        compile($command =~ s/\bOUT\b/'$program'/gr);
        open my $complete, '>', "$dir/.complete" or die "$dir/.complete: $!\n";
        close $complete;
    });
    return $program;
}

# Of what programs are made from: sources, headers, and the compilers' versions.  Suites that compile in
# their cases ask for it before, once.
my $sources_digest;
sub sources_digest { return $sources_digest //= substr Digest::SHA::sha1_hex(sources_text()), 0, 8; }

sub sources_text {
    my $top = "$FindBin::RealBin/../..";
    local $/;
    my $text = '';
    for my $file (sort map { glob "\Q$top\E/$_" } qw(tests/*/progs/* bench/*.[ch] bench/*.list include/*.h)) {
        open my $in, '<', $file or die "$file: $!\n";
        $text .= substr($file, length $top) . "\n" . <$in>;
    }
    $text .= `$_ --version 2>/dev/null` for qw(gcc g++ clang gfortran rustc);
    return $text;
}

# The directories for <callgrind.h>, which includes "valgrind.h", and for "xgrind.h", which includes
# <valgrind/valgrind.h>.
sub include_dirs {
    my ($build) = @_;
    my %p = paths($build);
    my @try = ($ENV{XG_INCLUDE} // $p{XG_INCLUDE} // ());
    for ($p{XG_LIB_CALLGRIND}, $p{XG_LIB_XGRIND}) {
        push @try, "$_/../../include/valgrind" if $_;
    }
    push @try, map { "$_/callgrind" } glob("\Q$build\E/valgrind-*"), glob("\Q$build\E/*/valgrind-*");
    my $ours = '-I' . Cwd::abs_path("$FindBin::RealBin/../../include");
    for my $d (@try) {
        next unless -r "$d/callgrind.h";
        my ($valgrind_h) = grep { -r } "$d/valgrind.h", "$d/../include/valgrind.h" or next;
        my $named = "$build/test-include";
        File::Path::make_path("$named/valgrind");
        for ("$d/callgrind.h", $valgrind_h) {    # suites that run at once make them at once
            my ($name) = m{([^/]+)\z};
            symlink $_, "$named/valgrind/$name" or -e "$named/valgrind/$name" or die "$named/valgrind/$name: $!\n";
        }
        return "-I$d -I" . Cwd::abs_path(File::Basename::dirname($valgrind_h)) . " -I$named $ours";
    }
    die "callgrind.h is not found; set XG_INCLUDE to its directory\n";
}

# the variables of BUILDDIR/oracle/paths.sh; the environment goes first
sub paths {
    my ($build) = @_;
    my %p;
    my $file = "$build/oracle/paths.sh";
    for my $v (qw(XG_LAUNCHER XG_LIB_CALLGRIND XG_LIB_XGRIND XG_INCLUDE XG_VALGRIND_SOURCE)) {
        if (defined $ENV{$v}) { $p{$v} = $ENV{$v}; next; }
        next unless -r $file;
        my $x = `. '$file' >/dev/null 2>&1; printf %s "\${$v-}"`;
        $p{$v} = $x if $x ne '';
    }
    return %p;
}

# the Valgrind source that BUILDDIR was built from, configured
sub valgrind_source {
    my ($build) = @_;
    my %p = paths($build);
    my @try = ($p{XG_VALGRIND_SOURCE} // (), "$build/valgrind-src");
    for (@try) { return Cwd::abs_path($_) if -e "$_/tests/filter_stderr_basic" && -d "$_/callgrind"; }
    die "no configured source of Valgrind is in @try; set XG_VALGRIND_SOURCE to its directory\n";
}

# One directory with links to the core's files and to the tools, made in DIR.
# Returns (launcher, directory); dies with a sentence if something is missing.
sub tools {
    my ($build, $dir, $tool) = @_;
    my %p = paths($build);
    for (qw(XG_LAUNCHER XG_LIB_CALLGRIND XG_LIB_XGRIND)) {
        die "$_ is not set and $build/oracle/paths.sh does not set it\n" unless $p{$_};
    }
    mkdir $dir;
    for my $f (glob("\Q$p{XG_LIB_CALLGRIND}\E/*"), glob("\Q$p{XG_LIB_XGRIND}\E/xgrind{,_checked}-*-linux"),
        grep { -e } "$p{XG_LIB_XGRIND}/xgrind-machines") {
        (my $n = $f) =~ s{.*/}{};
        unlink "$dir/$n";
        symlink Cwd::abs_path($f), "$dir/$n" or die "$dir/$n: $!\n";
    }
    -e "$dir/$tool-amd64-linux" or die "no tool $tool-amd64-linux in $p{XG_LIB_XGRIND}\n";
    return ($p{XG_LAUNCHER}, $dir);
}

# waits for a process, kills it after so many seconds; returns its wait status
sub wait_for {
    my ($pid, $limit) = @_;
    my $end = time + $limit;
    while (waitpid($pid, POSIX::WNOHANG()) == 0) {
        if (time > $end) {
            kill 'KILL', $pid;
            waitpid $pid, 0;
            die "still running after $limit s\n";
        }
        select undef, undef, undef, 0.01;
    }
    return $?;
}

# a wait status in words
sub status_text {
    my ($status) = @_;
    return $status & 127 ? 'signal ' . ($status & 127) : $status >> 8;
}

sub processors {
    my $n = `getconf _NPROCESSORS_ONLN 2>/dev/null`;
    return $n && $n =~ /^(\d+)/ && $1 > 0 ? $1 : 1;
}

sub pool {
    my ($jobs, $cases, $at_end) = @_;
    my ($passed, $failed, %running) = (0, 0);
    my $reap = sub {
        my $pid = wait;
        return if $pid < 0;
        return unless delete $running{$pid};
        $? == 0 ? $passed++ : $failed++;
        job_end() if $? & 127;    # it did not come to that itself
    };
    for my $c (@$cases) {
        $reap->() while keys %running >= $jobs;
        my $pid = fork;
        die "fork: $!\n" unless defined $pid;
        if (!$pid) {
            job_begin();
            $is_job = 1;
            my ($ok, $text) = eval { $c->[1]->() };
            if ($@) { ($ok, $text) = (0, $@); }
            $text //= '';
            $text =~ s/\s+$//;
            $text =~ s/\n/\n    /g;
            syswrite STDOUT, ($ok ? 'ok ' : 'FAIL ') . "$c->[0]: $text\n";
            job_end();
            POSIX::_exit($ok ? 0 : 1);
        }
        $running{$pid} = 1;
    }
    $reap->() while %running;
    $at_end->() if $at_end;
    print "$passed passed, $failed failed\n";
    return $failed || !$passed ? 1 : 0;
}

1;
