# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::CompilationFolders: the folders in which an object file was compiled, as its debug information says.
#
# Usage:
#   my @folders = compilation_folders('/home/me/app/a.out');    # '/home/me/app'; whole names, each once

package Xgrind::Source::CompilationFolders;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Source::Readelf;

our @EXPORT = qw(compilation_folders);

my $MOST_FOLDERS = 100;

sub compilation_folders {
   my ($file) = @_;
   my %found;
   each_line_of_readelf($file, '--dwarf-depth=1', sub {
      my ($line) = @_;
      $found{$1} = 1 if $line =~ m{^    <[0-9a-f]+>   DW_AT_comp_dir *: (?:\((?:indirect|alt indirect|indexed)[^)]*\): )?(/.*?)\s*\z};
      return keys %found < $MOST_FOLDERS;
   });
   return sort keys %found;
}

1;
