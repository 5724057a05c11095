# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgTest: what the test runners share: a working directory, compiling, a pool
# of cases run in parallel, the last line "N passed, N failed".
#
# Usage:
#   use XgTest qw(slurp tail put same holds $case $checks);
#   my $s = XgTest::suite(qw(build quick jobs tool));     # command line, place, tool: see there
#   XgTest::compile("cc -g -o $s->{work}/a a.c");                   # dies with the compiler's words
#   my $a = XgTest::program($build, 'a', "cc -g -o OUT '$dir/a.c'");   # the same, once for all suites
#   XgTest::include_dirs($build);               # "-I..." for callgrind.h
#   XgTest::valgrind_source($build);            # directory of Valgrind's source
#   XgTest::run_in($dir, 60, XgTest::xgrind($s), '--cacheuse=yes', $a);   # wait status; output in DIR
#   XgTest::wait_for($pid, 60);                 # wait status; kills, dies if late
#   exit XgTest::run_cases($s, \%cases);        # code by name, which calls same() and holds()
#   exit XgTest::pool($jobs, [ [ NAME, sub { ... return (1, "text") } ], ... ]);
#   result('name', sub { ... return $why });    # a case of a suite that runs them one after the other, where it stands
#   exit XgTest::finish();                      # behind the last of them
# A case is run in a process of its own; dying is a failure.  pool() prints "ok NAME: text" or "FAIL NAME:
# text" for each.  After all cases it calls its third argument, if there is one, for what is to be
# printed before the last line.
#
# Of the host's environment a suite and what it starts see only what own_environment() keeps.
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
use Exporter qw(import);
use Fcntl ();
use File::Find ();
use File::Path ();
use FindBin ();
use POSIX ();

our @EXPORT_OK = qw(slurp tail put same holds result $case $checks $dir);

$| = 1;

# ------------------------------------------------------------------ environment

# What a suite finds is the same on every machine and for every user: the system's commands, the locale C.UTF-8,
# a home without settings.  Kept are what names the build (XG_*), where temporary files go, if that has a plain name, and
# the way to the net; XG_HOST_* say where the user's home and commands are, for npm. XG_PAD makes all that as long everywhere, in pages:
# a program has it on its stack, whose place decides which variables share a line.
my $host_home = $ENV{XG_HOST_HOME} //= $ENV{HOME} // (getpwuid $<)[7];
my $host_path = $ENV{XG_HOST_PATH} //= $ENV{PATH} // '';
my $jobs_at   = $ENV{XG_JOBS};         # programs under test see none of it
own_environment();

sub own_environment {
    my @kept = grep { /^(?:XG_\w+|TMPDIR|(?:https?|no)_proxy|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS)$/i } keys %ENV;
    %ENV = (
        (map { $_ => $ENV{$_} } @kept),
        PATH   => '/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin',
        HOME   => '/proc/nonexistent',    # which nobody can make; suite() makes one
        LC_ALL => 'C.UTF-8',
        TZ     => 'UTC',
        TERM   => 'dumb',
    );
    # Commands that tests hand to a shell have its names in them.
    delete $ENV{TMPDIR} if ($ENV{TMPDIR} // '') =~ m{[^\w./+-]};
    delete @ENV{qw(XG_JOBS XG_PAD)};
    my $length = 0;
    $length += length("$_=$ENV{$_}") + 1 for keys %ENV;
    $ENV{XG_PAD} = 'x' x (4096 - $length % 4096);
    umask 022;
    return;
}

# The path of a command that may be installed beside the system's; dies with a sentence without it.
sub command_path {
    my ($name, $package) = @_;
    for (split /:/, "$ENV{PATH}:$host_path") { return "$_/$name" if m{^/} && -x "$_/$name"; }
    die "$name is not installed; on Debian: apt-get install $package\n";
}

# The packages of a package.json, in a directory where they stay until it changes; returns where they are.
# npm finds its registry and its cache where the user has them.
sub npm_packages {
    my ($dir, $file) = @_;
    my $npm    = command_path('npm', 'npm');
    my $wanted = slurp($file);
    my $into   = "$dir/node_modules";
    mkdir $dir;
    return $into if -e "$dir/complete" && slurp("$dir/complete") eq $wanted;
    put("$dir/package.json", $wanted);
    local @ENV{qw(npm_config_userconfig npm_config_cache)} = ("$host_home/.npmrc", "$host_home/.npm");
    my $said = qx(cd '$dir' && '$npm' install --no-package-lock --no-audit --no-fund 2>&1);
    die "npm cannot install the packages of $file in $dir: $said\n" if $?;
    put("$dir/complete", $wanted);
    return $into;
}

# ------------------------------------------------------------------ a suite

sub workdir {
    my ($keep) = @_;
    if (defined $keep) {
        mkdir $keep;
        -d $keep or die "$keep: $!\n";
        return Cwd::abs_path($keep);
    }
    return Cwd::abs_path(File::Temp::tempdir('xgtest.XXXXXX', TMPDIR => 1, CLEANUP => 1));
}

our $verbose;    # of each case, how long it took
our $suite;      # the suite of this process
END { chdir '/'; }    # for who has gone into the working directory, which goes away

my @valued = qw(only jobs keep);

# What a suite needs, by name.  Its command line: `only` (a regex, any name without --only; `pattern`: as it was given), `list` (prints
# the names of the cases), `verbose` (says how long each took) and `keep` are taken by each; and of what it names: `build` (the build directory; ends the
# program if it is missing; `build?`: may be missing), `jobs`, `count` (a number as an argument), `ordered` (its cases follow each other, and what leads to a chosen one runs, too: with --only it first looks
# whether there is one), and other names, whose options are true or false.  Its place: `here`, `progs`, `top`; `work`, a directory that goes away
# unless it is kept.  With `tool`: `tool`, `launcher` and `lib`, as tools() has them.
sub suite {
    my (@takes) = @_;
    my $may_lack_build = grep { $_ eq 'build?' } @takes;
    my @given = (@takes, qw(only list verbose keep));
    my %takes = map { s/\?\z//r => 1 } @given;
    my ($name) = "$FindBin::RealBin/$FindBin::RealScript" =~ m{/tests/(.+)\z};
    my %s = (name => $name, here => $FindBin::RealBin, progs => "$FindBin::RealBin/progs", only => qr/./, jobs => processors());
    for (@ARGV) {
        if    (/^--only=(.*)$/)                         { @s{qw(only pattern)} = (qr/$1/, $1); }
        elsif ($takes{jobs} && /^--jobs=([1-9]\d*)$/)   { $s{jobs} = $1; }
        elsif (/^--keep=(.+)$/)                         { $s{keep} = $1; }
        elsif (/^--([a-z-]+)$/ && is_flag($1, \%takes)) { $s{$1} = 1; }
        elsif ($takes{count} && /^[1-9]\d*$/)           { $s{count} = $_; }
        elsif (/^-/ || !$takes{build} || $s{build})     { usage($name, @given); }
        else                                            { $s{build} = $_; }
    }
    usage($name, @given) if defined $s{build} ? !-d $s{build} : $takes{build} && !$may_lack_build;
    $s{build} = Cwd::abs_path($s{build}) if defined $s{build};
    $s{is_ordered} = $takes{ordered};
    $verbose = $s{verbose};
    if ($takes{ordered} && defined $s{pattern} && !$s{list}) { system("'$0' @{[ map { s/'/'\\''/gr =~ s/(.*)/'$1'/sr } @ARGV ]} --list >/dev/null") == 0 or exit 2; }
    $s{top} = Cwd::abs_path("$FindBin::RealBin/" . '../' x (1 + $name =~ tr{/}{}));
    $s{work} = workdir($s{keep});
    mkdir($ENV{HOME} = "$s{work}/home");
    if ($takes{tool}) {
        $s{tool} = $ENV{XG_TEST_TOOL} // 'xgrind';
        @s{qw(launcher lib)} = tools($s{build}, "$s{work}/lib", $s{tool});
    }
    return $suite = \%s;
}

sub is_flag { my ($name, $takes) = @_; return $takes->{$name} && !grep { $_ eq $name } @valued, qw(build build? tool count ordered); }

sub usage {
    my ($name, @takes) = @_;
    my %shown = (only => '[--only=REGEX]', jobs => '[--jobs=N]', keep => '[--keep=DIR]', build => 'BUILDDIR', 'build?' => '[BUILDDIR]', count => '[N]', tool => '', ordered => '');
    print STDERR join(' ', "usage: $name", grep { $_ ne '' } map { $shown{$_} // "[--$_]" } @takes), "\n";
    exit 2;
}

# The start of a command line that runs a program under the tool; addresses are the same in every run.
sub xgrind {
    my ($s) = @_;
    return ('env', "VALGRIND_LIB=$s->{lib}", 'setarch', '-R', $s->{launcher}, "--tool=$s->{tool}", '--vgdb=no');
}

# Starts a command in a directory, with its output in "stdout" and "stderr" there; returns its process.  A
# hash may come first: variables beside those that all have.  They are in one order in every run, as the
# stack depends on it.
sub start_in {
    my %more = ref $_[0] ? %{ shift() } : ();
    my ($dir, @command) = @_;
    File::Path::make_path($dir);
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    chdir $dir or die "$dir: $!\n";
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', "$dir/stdout";
    open STDERR, '>', "$dir/stderr";
    my %env = (PATH => '/usr/bin:/bin', LC_ALL => 'C', %more);
    { exec 'env', '-i', (map { "$_=$env{$_}" } sort keys %env), @command; }
    POSIX::_exit(127);
}

# Runs a command so; returns its wait status.
sub run_in {
    my @env = ref $_[0] ? shift : ();
    my ($dir, $limit_s, @command) = @_;
    return wait_for(start_in(@env, $dir, @command), $limit_s);
}

# The text of a file.
sub slurp {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    local $/;
    return scalar <$in> // '';
}

# The last line of a file, '' if there is none.
sub tail {
    my ($file) = @_;
    open my $in, '<', $file or return '';
    chomp(my @lines = <$in>);
    return $lines[-1] // '';
}

# Writes a file; returns its name.
sub put {
    my ($file, $text) = @_;
    open my $out, '>:raw', $file or die "$file: $!\n";
    print $out $text;
    close $out or die "$file: $!\n";
    return $file;
}

# In the process of a case: its name, how much was checked, a directory of its own.
our ($case, $checks, $dir) = ('', 0);

# Checks fail with what was checked, the line of the check, and what there is and must be: of texts of several lines the difference.
sub same {
    my ($what, $got, $want) = @_;
    $checks++;
    return if defined $got && "$got" eq "$want";
    fail("$what: " . (defined $got && "$got$want" =~ /\n./ ? difference($got, $want) : ($got // 'nothing') . ", must be $want"));
}

# From what must be to what there is, as diff -u has it.
sub difference {
    my ($got, $want) = @_;
    my $folder = File::Temp::tempdir('xgtest.XXXXXX', TMPDIR => 1, CLEANUP => 1);
    put("$folder/got", $got);
    put("$folder/expected", $want);
    return "\n" . qx(cd '$folder' && diff -u --label expected --label got expected got);
}

sub lines_differ { my ($got, $want) = @_; return difference(map { join "\n", @$_, '' } $got, $want); }

sub fail {
    my ($text) = @_;
    my $depth = 0;
    $depth++ while (caller $depth)[0] eq __PACKAGE__ && caller $depth + 1;
    die $text =~ s/\n\z//r . "\n(" . place((caller $depth)[ 1, 2 ]) . ")\n";
}

my $ROW_MAX = 300;    # characters

# Where a check is, with its row of source: that is what was expected.
sub place {
    my ($file, $line) = @_;
    my $is_suite = $suite && $file eq $0;
    my $name = $is_suite ? "tests/$suite->{name}" : $file =~ s{.*/(?=tests/)}{}r =~ s{[^/]+/\.\./}{}gr;
    open my $in, '<', $is_suite ? "$suite->{top}/$name" : $file or return "$name, line $line";
    my $row = (<$in>)[ $line - 1 ] // '';
    close $in;
    $row =~ s/^\s+|\s+\z//g;
    return "$name, line $line: " . (length $row > $ROW_MAX ? substr($row, 0, $ROW_MAX) . '...' : $row);
}

# Dies with a text unless a condition holds.  The text comes first: in its place a condition would always be true.
sub holds ($$) {
    my ($what, $ok) = @_;
    die "holds() takes the text first, then the condition\n" if $what !~ /[a-z]/i;
    $checks++;
    fail($what) unless $ok;
    return;
}

my ($passed, $failed, $listed, $n_code, $n_left, $last_s) = (0, 0, 0, 0, 0, 0);

# Whether a case is to be run: it is chosen, and not only listed.
sub is_run { my ($name) = @_; return !$suite->{list} && $name =~ $suite->{only}; }

# A case of a suite that runs its cases itself, one by one: it passed if $why is empty, or what it returns, where it is code, which
# runs only if the case is chosen.
sub result {
    my ($name, $why) = @_;
    return if $name !~ $suite->{only};
    if ($suite->{list}) { $listed++; print "$name\n"; return; }
    my $code = ref $why ? $why : undef;
    if ($code && turns() > 1 && !has_turn($n_code++, turns())) { $n_left++; return; }
    $why = eval { $code->() } // $@ if $code;
    my ($used_s, $time) = (processor_time_s($$), '');
    $time = sprintf ' [%.1f s of processors]', $used_s - $last_s if $verbose;
    $last_s = $used_s;
    if ($why eq '') { $passed++; print "ok $name$time\n"; return; }
    $failed++;
    $why = $why =~ s/\s+\z//r . "\n(" . place_of_case($code) . ")\n" . again($suite, $name);
    print "FAIL $name:$time ", $why =~ s/\n+(?=.)/\n    /gr =~ s/\s+\z//r, "\n";
    return;
}

# Where the suite itself, not a function of it, says what to check: the call, or the code that it gives result().
sub place_of_case {
    my ($code) = @_;
    my @calls = ([ caller 1 ]);
    while (my @call = caller 1 + @calls) { push @calls, \@call; }
    return place(@{ $calls[-1] }[ 1, 2 ]) if @calls > 1 || !$code;
    require B;
    return place($calls[0][1], B::svref_2object($code)->START->line);
}

# Behind the last case: prints their numbers; returns the exit status.
sub finish {
    return 0 if $listed;
    no_case($suite) if !$passed && !$failed;
    print_left($n_left, $passed + $failed + $n_left);
    print "$passed passed, $failed failed\n";
    return $failed ? 1 : 0;
}

sub no_case {
    my ($s) = @_;
    print STDERR "$s->{name}: no case is selected", (defined $s->{pattern} ? ": none matches $s->{pattern}; --list prints their names" : ''), "\n";
    exit 2;
}

# Those of the cases that are chosen, in their order: { NAME => sub } or [ [ NAME, sub ], ... ].  With
# --quick without those whose names match the third argument; of these a share_of().  With --list prints their names, and ends
# the program.
sub chosen {
    my ($s, $cases, $not_quick) = @_;
    my @chosen = ref $cases eq 'HASH' ? map { [ $_, $cases->{$_} ] } sort keys %$cases : @$cases;
    @chosen = grep { $_->[0] =~ $s->{only} && !($s->{quick} && defined $not_quick && $_->[0] =~ $not_quick) } @chosen;
    no_case($s) unless @chosen;
    return share_of(@chosen) if !$s->{list};
    print "$_->[0]\n" for @chosen;
    exit 0;
}

# With XG_TURNS=N (run-all --quick) each N-th case runs, others with the next commits; not where --only names them, and not where
# they follow each other.
sub turns { return $suite && (defined $suite->{pattern} || $suite->{is_ordered}) ? 1 : $ENV{XG_TURNS} // 1; }

sub share_of {
    my @cases = @_;
    return @cases if turns() == 1 || @cases < turns();
    my @now = map { $cases[$_] } grep { has_turn($_, turns()) } 0 .. $#cases;
    print_left(@cases - @now, scalar @cases);
    return @now;
}

sub print_left { my ($left, $all) = @_; print "$left of $all cases are left to other commits\n" if $left; return; }

# Runs them.  Each gets its directory and must check something, or return a text that says what it has done.
sub run_cases {
    my ($s, $cases, $not_quick) = @_;
    my $run = sub {
        my ($name, $code) = @_;
        ($case, $checks, $dir) = ($name =~ tr{/}{.}r, 0, "$s->{work}/case." . $name =~ tr{/}{.}r);
        mkdir $dir or die "$dir: $!\n";
        my $text = $code->($dir) // '';
        return (1, "$checks checks") if $checks;
        return $text =~ /[a-z]/i ? (1, $text) : (0, 'it has checked nothing');
    };
    return pool($s->{jobs}, [ map { my $c = $_; [ $c->[0], sub { $run->(@$c) } ] } chosen($s, $cases, $not_quick) ]);
}

# How one case is run once more.
sub again {
    my ($s, $name) = @_;
    my $build = !defined $s->{build} ? '' : $s->{build} =~ /[^\w.\/+-]/ ? " '$s->{build}'" : " $s->{build}";
    return "again: tests/$s->{name}$build" . ($s->{quick} ? ' --quick' : '') . ($s->{more} ? " $s->{more}" : '') . " --only='^" . $name =~ s/([()\[\]{}.*+?|^\$\\])/\\$1/gr =~ s/'/./gr . "\$'\n";
}

# ------------------------------------------------------------------ jobs

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

# ------------------------------------------------------------------ programs

sub compile {
    my ($cmd) = @_;
    my $out = job(sub { scalar `$cmd 2>&1` });
    die "$cmd:\n$out" if $?;
}

# Characters that the path of a program has, wherever BUILDDIR is: a program linked statically copies its path to where its heap
# begins, and every program has it on its stack; so the path's length decides how both lie in lines.
use constant PROGRAM_PATH => 256;

# The program NAME that a command writes to OUT.  It stays in BUILDDIR/test-programs and is made again
# if the command, the programs' sources or the compilers change; suites that run at once wait for
# each other.
sub program {
    my ($build, $name, $command) = @_;
    my ($all, $digest) = ("$build/test-programs", sources_digest());
    my $dir = "$all/$digest/" . substr Digest::SHA::sha1_hex("$name $command"), 0, 8;
    my $missing = PROGRAM_PATH - length "$dir/$name";
    $dir .= '-' x $missing if $missing > 0;
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
    for my $file (sort grep { -f } map { glob "\Q$top\E/$_" } qw(tests/*/progs/* bench/*.[ch] bench/*.list include/*.h)) {
        open my $in, '<', $file or die "$file: $!\n";
        $text .= substr($file, length $top) . "\n" . (<$in> // die "$file: $!\n");
    }
    $text .= `$_ --version 2>/dev/null` for qw(gcc g++ clang gfortran rustc);
    return $text;
}

# A program of 32 or 64 bits for a processor, by its number in <elf.h>: an ELF header, a program header, and no code of use.
sub elf {
    my ($bits, $machine) = @_;
    my ($base, $code) = (0x08048000, "\0" x 16);
    my ($header_B, $table_B, $address) = $bits == 64 ? (64, 56, 'Q') : (52, 32, 'L');
    my $size_B = $header_B + $table_B + length $code;
    my @segment = $bits == 64 ? (1, 5, 0, $base, $base, $size_B, $size_B, 4096) : (1, 0, $base, $base, $size_B, $size_B, 5, 4096);
    return "\x7fELF" . pack('CCCx9', $bits / 32, 1, 1)
      . pack("SSL${address}3LS6", 2, $machine, 1, $base + $size_B - length $code, $header_B, 0, 0, $header_B, $table_B, 1, 0, 0, 0)
      . pack($bits == 64 ? 'LLQ6' : 'L8', @segment) . $code;
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
    for my $v (qw(XG_LAUNCHER XG_LIB_CALLGRIND XG_LIB_XGRIND XG_INCLUDE XG_VALGRIND_SOURCE XG_PLATFORM XG_EMULATOR)) {
        if (defined $ENV{$v}) { $p{$v} = $ENV{$v}; next; }
        next unless -r $file;
        my $x = `. '$file' >/dev/null 2>&1; printf %s "\${$v-}"`;
        $p{$v} = $x if $x ne '';
    }
    # Compilers for another architecture, where the build is for one, have the names of this one's.
    my $compilers = "$build/oracle/bin";
    $ENV{PATH} = "$compilers:$ENV{PATH}" if -d $compilers && $ENV{PATH} !~ /^\Q$compilers\E:/;
    return %p;
}

# amd64-linux or arm64-linux
sub platform {
    my ($build) = @_;
    my %p = paths($build);
    return $p{XG_PLATFORM} // 'amd64-linux';
}

# What runs a program of that architecture here, as words of a command line; nothing where it runs by itself.
sub emulator {
    my ($build) = @_;
    my %p = paths($build);
    return split ' ', $p{XG_EMULATOR} // '';
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
    my $platform = platform($build);
    -e "$dir/$tool-$platform" or die "no tool $tool-$platform in $p{XG_LIB_XGRIND}\n";
    return ($p{XG_LAUNCHER}, $dir);
}

# Seconds of processor time that a process and the children it has waited for have used.
sub processor_time_s {
    my ($pid) = @_;
    open my $in, '<', "/proc/$pid/stat" or return 0;
    my $text = <$in> // '';
    my @used = (split ' ', $text =~ s/.*\)//sr)[ 11 .. 14 ];    # behind the name: utime, stime, cutime, cstime
    my $sum  = 0;
    $sum += $_ // 0 for @used;
    return $sum / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

# Waits for a process; returns its wait status.  Kills it, and dies, after so many seconds of processor time,
# which do not depend on what else the machine does, or ten times as many seconds if it waits for something.
sub wait_for {
    my ($pid, $limit_s) = @_;
    my ($end, $next) = (time + 10 * $limit_s, time + 1);
    while (waitpid($pid, POSIX::WNOHANG()) == 0) {
        select undef, undef, undef, 0.01;
        next if time < $next;
        $next = time + 1;
        next if time <= $end && processor_time_s($pid) <= $limit_s;
        kill 'KILL', $pid;
        waitpid $pid, 0;
        die "still running after $limit_s s of processor time\n";
    }
    return $?;
}

# a wait status in words
sub status_text {
    my ($status) = @_;
    return $status & 127 ? 'signal ' . ($status & 127) : $status >> 8;
}

sub processors {
    my $n = `nproc 2>/dev/null`;    # those that this process may use
    return $n && $n =~ /^(\d+)/ && $1 > 0 ? $1 : 1;
}

# Is it the turn of the n-th of a list of which a check runs a sixth (or another part), the next sixth with the next commit?  Always with
# XG_WHOLE (run-all --whole).  All of them together take an hour; without git it is always the first sixth.
my ($TURNS, $commits) = (6);
sub has_turn {
    my ($n, $turns) = @_;
    return 1 if $ENV{XG_WHOLE};
    $turns //= $TURNS;
    return $n % $turns == commits() % $turns;
}

# All suites of a run have that of run-all, so that a commit meanwhile changes no turn.
sub commits { return $commits //= $ENV{XG_COMMITS} // (qx(git -C '$FindBin::RealBin' rev-list --count HEAD 2>/dev/null) || 0) + 0; }

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
            $text .= "\n" . again($suite, $c->[0]) =~ s/\n\z//r if !$ok && $suite && $text !~ /^again: /m;
            if ($verbose) {
                my ($user, $system, $users, $systems) = times;
                $text .= sprintf ' [%.1f s of processors]', $user + $system + $users + $systems;
            }
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
