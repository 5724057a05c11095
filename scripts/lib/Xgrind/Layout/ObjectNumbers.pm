# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Layout::ObjectNumbers: layouts for objects that have a number in a data file, for the tool, which knows names only
# (docs/layouts.md).
#
# Usage:
#   my @options = options_with_names(@options);    # '--what-if=#3:split(64: 56)' becomes '--what-if=particles.c:45:split(64: 56)'
#
# "#3" is in the newest xgrind.data.* of the current directory, "other.data#3" in other.data.  A number that is not there ends the script with one
# sentence.

package Xgrind::Layout::ObjectNumbers;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::DataFile;
use Xgrind::Files::Input;
use Xgrind::Objects::ObjectNames;
use Xgrind::Text::Messages;

our @EXPORT = qw(options_with_names);

my %profile;    # by file

sub profile_of {
   my ($file) = @_;
   $file = newest_file('xgrind.data.', 'run the program with --collect-objects=yes first, or name a file: other.data#3') if $file eq '';
   return $profile{$file} //= do {
      my $profile = read_data($file);
      name_objects($profile, undef);
      $profile;
   };
}

# What --what-if calls an object; undef: nothing.
sub name_in_pattern {
   my ($object) = @_;
   return $object->{symbol} if $object->{kind} !~ /^(?:code|unknown)\z/ && $object->{symbol} ne '';
   my $frame = $object->{frame} // return undef;
   return $frame->{line} ? base_name($frame->{file}) . ":$frame->{line}" : $frame->{name};
}

sub name_of_number {
   my ($file, $number) = @_;
   my $profile  = profile_of($file);
   my $in       = printable($profile->{file});
   my ($object) = grep { $_->{id} == $number } @{ $profile->{objects} };
   fail("there is no object #$number in $in; xgrind_annotate --objects --json has the numbers, as \"id\"") if !$object;
   my $name = name_in_pattern($object) // fail("#$number in $in is $object->{kind}, which has no layout");
   my $n = grep { (name_in_pattern($_) // '') eq $name } @{ $profile->{objects} };
   note("#$number is $name, and so " . ($n == 2 ? 'is 1 other object, which gets' : 'are ' . ($n - 1) . ' other objects, which get') . ' the layout, too') if $n > 1;
   return $name;
}

sub options_with_names {
   my (@options) = @_;
   return map { /^--what-if=\s*((?:[^#:()]*[^#:()\s])?)#(\d+)\s*:(.*)\z/s ? '--what-if=' . name_of_number($1, $2) . ":$3" : $_ } @options;
}

1;
