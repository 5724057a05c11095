# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgPassed: the tests of a suite that have passed, each by the hash of all that decides whether it does; such a test need not
# run again until some of that changes.
#
# They are noted in the folder that the environment's XG_PASSED names, such as one that a continuous integration keeps, or else in
# BUILDDIR/passed: never in the repository. Without the folder all tests run.
#
# Usage:
#   use XgPassed;
#   my $passed = XgPassed->new($suite, 'faults/run', XgPassed::versions('gcc'));    # all that decides for each of its tests
#   my $hash = $passed->hash(@texts);                   # with what decides for one test
#   $passed->has($name, $hash);                         # false with --all and with --only
#   $passed->has_any                                    # is anything noted?
#   $passed->add($name, $hash);                         # from any process
#   my @cases = $passed->cases($hash, [ NAME, CODE ], ...);    # those that must run, each of which notes itself where it
                                                                           # passes: returns nothing, or something true at first
#   XgPassed::versions('gcc', 'node')                   # the first line that each prints for --version
#   XgPassed::contents($top, @patterns)                 # names and contents of all files that match or are in a folder that does

package XgPassed;
use strict;
use warnings;
use Digest::SHA ();
use Fcntl ();
use File::Find ();
use File::Path ();
use XgTest;

my $MOST_LINES = 20_000;    # of a suite: the older half goes when there are more

sub new {
    my ($class, $suite, $name, @decides) = @_;
    my $folder = $ENV{XG_PASSED} // (defined $suite->{build} ? "$suite->{build}/passed" : undef);
    my $self = bless { all => $suite->{all} || defined $suite->{pattern}, decides => \@decides, is_known => {} }, $class;
    return $self unless defined $folder;
    File::Path::make_path($folder, { error => \my $errors });
    die "XG_PASSED: the folder $folder cannot be made: ", values %{ $errors->[0] }, "\n" if @$errors;
    $self->{file} = "$folder/" . $name =~ tr{/}{-}r;
    $self->read_file if -e $self->{file};
    return $self;
}

sub read_file {
    my ($self) = @_;
    my @lines = split /\n/, XgTest::slurp($self->{file});
    if (@lines > $MOST_LINES) {
        splice @lines, 0, @lines / 2;
        XgTest::put($self->{file}, join '', map { "$_\n" } @lines);
    }
    $self->{is_known}{$_} = 1 for @lines;
    return;
}

sub hash { my ($self, @texts) = @_; return substr Digest::SHA::sha1_hex(join "\0", @{ $self->{decides} }, map { my $text = $_; utf8::encode($text); $text } @texts), 0, 16; }
sub has  { my ($self, $name, $hash) = @_; return !$self->{all} && $self->{is_known}{"$hash $name"}; }
sub has_any { my ($self) = @_; return scalar %{ $self->{is_known} }; }

sub add {
    my ($self, $name, $hash) = @_;
    return if !defined $self->{file} || $self->{is_known}{"$hash $name"}++;
    open my $to, '>>', $self->{file} or die "$self->{file}: $!\n";
    syswrite $to, "$hash $name\n";    # as one: others may write at the same time
    close $to;
    return;
}

sub cases {
    my ($self, $hash, @cases) = @_;
    return map {
        my ($name, $code) = @$_;
        [ $name, sub {
            my @said = $code->(@_);
            $self->add($name, $hash) if !@said || $said[0];
            return wantarray ? @said : $said[0];
        } ]
    } grep { !$self->has($_->[0], $hash) } @cases;
}

sub versions {
    my @programs = @_;
    return map { my ($line) = qx($_ --version 2>&1) =~ /^(.*)/; "$_: " . ($line // 'none') } @programs;
}

sub contents {
    my ($top, @patterns) = @_;
    my @files;
    for my $pattern (@patterns) {
        my @found = grep { -e } glob "\Q$top\E/$pattern" or die "$top has no $pattern\n";
        File::Find::find({ no_chdir => 1, wanted => sub {
            my $other = m{/(?:node_modules|\.[^/]+)\z};
            $File::Find::prune = $other;
            push @files, $_ if -f && !$other;
        } }, @found);
    }
    my $sum = Digest::SHA->new(1);
    for (sort @files) { $sum->add(substr($_, length $top), "\0", XgTest::slurp($_), "\0"); }
    return $sum->hexdigest;
}

1;
