# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::SourceOptions: the options of scripts about sources: where they are looked for, and which may be shown.
#
# Usage:
#   my %options = (source_options(), ...);    # for parse_options(); -I, --source-root
#   set_source_folders($opt);                 # of Xgrind::Source::Folders, before a source is read

package Xgrind::Script::SourceOptions;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Script::Option;

our @EXPORT = qw(source_options);

sub source_options {
   return map { $_ => text('a directory')->list } 'include|I', 'source-root';
}

1;
