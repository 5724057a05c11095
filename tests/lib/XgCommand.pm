# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgCommand: where the commands are that users run: those in C are programs of a build, the others scripts.
#
# Usage:
#   XgCommand::path('xgrind_merge')         # a file that can be executed; of a suite that has a build, if the command is in C
#   XgCommand::is_compiled('xgrind_merge')
#   XgCommand::folder()                     # a folder of the suite with all of them, by their names
#   XgCommand::compiled()                   # the names of those in C
#   XgCommand::place($folder, @names)       # puts commands into a folder, beside which each then finds others

package XgCommand;
use strict;
use warnings;
use Cwd qw(abs_path);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use XgTest;

my $top = abs_path(dirname(__FILE__) . '/../..');

# A command in C has a folder of its own, with its main function.
sub is_compiled { my ($name) = @_; return $name =~ /\Axgrind_(\w+)\z/ && -e "$top/commands/$1/main.c"; }
sub compiled { return map { m{commands/(\w+)/main\.c\z} ? "xgrind_$1" : () } sort glob "\Q$top\E/commands/*/main.c"; }

sub path {
    my ($name) = @_;
    return "$top/scripts/$name" if !is_compiled($name);
    my $build = $XgTest::suite->{build} // die "$name is a program of a build: give BUILDDIR\n";
    -x "$build/$name" or die "$build has no $name: make it there\n";
    return "$build/$name";
}

# Programs look where they are, whatever link leads there: they are copied.
sub place {
    my ($into, @names) = @_;
    for my $name (@names) {
        my $to = "$into/$name";
        (is_compiled($name) ? copy(path($name), $to) && chmod 0755, $to : symlink path($name), $to) or die "$to: $!\n";
    }
    return;
}

my $folder;

sub folder {
    return $folder if defined $folder;
    $folder = "$XgTest::suite->{work}/commands";
    mkdir $folder;
    for my $name (compiled(), map { m{(xgrind_\w+)\z} ? $1 : () } glob "\Q$top\E/scripts/xgrind_*") {
        -l "$folder/$name" or symlink path($name), "$folder/$name" or die "$folder/$name: $!\n";
    }
    return $folder;
}

1;
