# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::SourceOptions: the options of scripts about sources: where they are looked for, and which may be shown.
#
# Usage:
#   my %options = (source_options(), ...);    # for parse_options(); -I, --source-root
#   %options = (long_source_options(), ...);  # without -I, for those whose options are also options of others
#   set_source_folders($opt);                 # of Xgrind::Source::Folders, before a source is read

package Xgrind::Script::SourceOptions;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Option;

our @EXPORT = qw(source_options long_source_options);

sub long_source_options {
   return map { $_ => text('a directory')->list } 'include', 'source-root';
}

sub source_options {
   my %options = long_source_options();
   $options{'include|I'} = delete $options{include};
   return %options;
}

1;
