# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Files: where a source is, and its lines.
#
# Usage:
#   my $path  = find_source('a.c', ['src']);    # undef: nowhere
#   my $lines = read_source($path);             # undef: it cannot be read
#
# A source is looked for under its name as it is in the profile; then in each directory given, under its name, then
# without its first directory, and so on to its last part alone.

package Xgrind::Source::Files;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Privacy;

our @EXPORT = qw(find_source read_source);

my $SOURCE_MAX_B = 1 << 26;    # generated sources can be large, but not that large

# Where a source is; undef: nowhere.
sub find_source {
   my ($name, $include) = @_;
   return $name if -f $name;
   for my $directory (@$include) {
      my $rest = $name =~ s{^/+}{}r;
      while (1) {
         return "$directory/$rest" if -f "$directory/$rest";
         last if $rest !~ s{^[^/]*/+}{};
      }
   }
   return undef;
}

# The lines of a source; undef: it cannot be read, or is no source by its size.
sub read_source {
   my ($path) = @_;
   open my $in, '<:raw', $path or return undef;
   return undef if -s $in > $SOURCE_MAX_B;
   note_input($in);
   my @lines = <$in>;
   s/\r?\n\z//, tr/\x00-\x08\x0a-\x1f\x7f/?/ for @lines;
   return \@lines;
}

1;
