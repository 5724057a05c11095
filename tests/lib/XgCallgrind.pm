# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgCallgrind: what Callgrind says of a program, kept.
#
# Purpose: Callgrind, the program, its options and its environment being the same, the profile is the
# same.  A run is kept in BUILDDIR/callgrind-runs under the hash of all of these; the next suite or the next check
# in this build directory that asks for it need not run Callgrind.
#
# Paths are in the memory of a program that Valgrind runs: LD_PRELOAD names the directory of the
# tools.  It has a fixed name here, by the hash of the tools, and so has the directory in which programs run.
#
# Usage:
#   my $runs = XgCallgrind->new($build);               # of the tools of XgTest::paths
#   local $ENV{XG_LINKS} = $runs->lib;              # for run-pair
#   chdir $runs->cwd;
#   my ($dir, $was_there) = $runs->run([ OPTION..., PROGRAM, ARGUMENT... ], [ 'VAR=VALUE'... ],
#       sub { my ($dir) = @_; ...; return '' });     # or why it cannot be kept
# Words that are files count with their contents.

package XgCallgrind;
use strict;
use warnings;
use Cwd ();
use Digest::SHA ();
use Fcntl ();
use File::Path ();
use XgTest;

sub slurp { open my $in, '<', $_[0] or return ''; local $/; return scalar <$in> // ''; }

my %digest_of;
sub file_digest {
    my ($file) = @_;
    return $digest_of{$file} //= Digest::SHA->new(1)->addfile($file)->hexdigest;
}

sub new {
    my ($class, $build) = @_;
    my %p = XgTest::paths($build);
    my $platform = XgTest::platform($build);
    my @tools = ($p{XG_LAUNCHER}, map { Cwd::abs_path($_) } glob "\Q$p{XG_LIB_CALLGRIND}\E/{callgrind-$platform,vgpreload_core-$platform.so}");
    # The processor and the kernel choose code in the C library, installed packages are the programs and libraries.
    my ($flags) = slurp('/proc/cpuinfo') =~ /^flags\s*:\s*(.*)$/m;
    my $host = join "\0", $flags // '', POSIX::uname(), slurp('/var/lib/dpkg/status') =~ s/^(?!Package|Version).*\n//gmr;
    my $id = Digest::SHA::sha1_hex(join "\0", $host =~ s/[^\x00-\x7f]//gr, map({ ($_, file_digest($_)) } @tools), $p{XG_LIB_XGRIND});
    my $dir = Cwd::abs_path($build) . '/callgrind-runs/' . substr $id, 0, 12;
    File::Path::remove_tree(grep { -M > 7 } glob "\Q$build\E/callgrind-runs/*");    # of older tools
    File::Path::make_path("$dir/cwd", "$dir/runs");
    utime undef, undef, $dir;
    return bless { dir => $dir }, $class;
}

sub lib { return "$_[0]{dir}/lib"; }
sub cwd { return "$_[0]{dir}/cwd"; }

# The directory with a run's files, and whether it was there.  Of those who ask at once, one runs it.
sub run {
    my ($self, $words, $environment, $code) = @_;
    my $key = Digest::SHA::sha1_hex(join "\0", (map { ($_, -f $_ ? file_digest($_) : ()) } @$words), '', @$environment);
    my $dir = "$self->{dir}/runs/$key";
    return ($dir, 1) if -d $dir;
    open my $lock, '>', "$dir.lock" or die "$dir.lock: $!\n";
    flock $lock, Fcntl::LOCK_EX() or die "$dir.lock: $!\n";
    return ($dir, 1) if -d $dir;
    File::Path::remove_tree("$dir.new");
    File::Path::make_path("$dir.new");
    my $why = $code->("$dir.new");
    die $why if $why ne '';
    rename "$dir.new", $dir or die "$dir: $!\n";
    unlink "$dir.lock";
    return ($dir, 0);
}

1;
