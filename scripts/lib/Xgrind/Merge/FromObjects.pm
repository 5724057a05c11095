# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::FromObjects: a data file as a profile, in which memory objects are functions.
#
# Usage:
#   my ($text, $is_estimated) = data_file_text('xgrind.data.7', '0.1') if is_data_file('xgrind.data.7');
#
# The profile is that of xgrind_annotate --objects --callgrind.  Objects of several files are the same if kind, module,
# place and name agree; their names are those that xgrind_annotate prints.

package Xgrind::Merge::FromObjects;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Data::DataFile;
use Xgrind::Files::Regular;
use Xgrind::Objects::ObjectNames;
use Xgrind::Objects::ObjectsProfile;

our @EXPORT = qw(is_data_file data_file_text);

# Only regular files are looked into, as what is read of a pipe is gone.
sub is_data_file {
   my ($file) = @_;
   my $in = open_neighbour($file) // return 0;
   my $n = read $in, my ($start), 64;
   close $in;
   return $n && $start =~ /^\s*\{/ ? 1 : 0;
}

# The text, and whether figures are estimates, from sampling.
sub data_file_text {
   my ($file, $version) = @_;
   my $profile = read_data($file);
   demangle($profile);
   name_objects($profile, undef);
   return (profile_text($version, $profile, $profile->{objects}), $profile->{sampling} ? 1 : 0);
}

1;
