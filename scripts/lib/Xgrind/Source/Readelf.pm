# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Source::Readelf: the debug information of an object file as readelf of binutils prints it.
#
# Usage:
#   my $done = each_line_of_readelf($file, '--dwarf-depth=1', sub { my ($line) = @_; ...; return 1 });
#
# Contract: false if there is no such object file, or no readelf, if it is too much, or the function has returned false.  Object files
# come from strangers as profiles do: time, memory and the length of lines are bounded.

package Xgrind::Source::Readelf;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Regular;

our @EXPORT = qw(each_line_of_readelf);

my $MEMORY_KiB = 1 << 21;     # compressed debug information can be of any size
my $MOST_LINES = 10_000_000;  # of a file: reading them takes some ten seconds
my $MOST_B     = 1 << 30;
my $LINE_MAX_B = 1 << 20;     # names of C++ can be long, but not that long
my $CHUNK_B    = 1 << 16;

# Of all files together: a profile can name any number of them.
my $left_lines = 2 * $MOST_LINES;
my $left_s     = 60;    # of processor

# Limits that the user has set lower stay.
my $START = 'ulimit -t "$1"; ulimit -v "$2"; shift 2; exec readelf "$@"';

# readelf reads what was opened here, so that nobody can put another file in its place.
sub start_readelf {
   my ($object, @options) = @_;
   my $pid = open(my $in, '-|') // return undef;
   return $in if $pid;
   $ENV{LC_ALL} = 'C';
   open STDIN,  '<&', $object     or exit 1;
   open STDERR, '>',  '/dev/null' or exit 1;
   { no warnings 'exec'; exec 'sh', '-c', $START, 'sh', int $left_s, $MEMORY_KiB, '--debug-dump=info,no-follow-links', @options, '--', '/dev/stdin'; }
   exit 1;
}

# Hands over the lines; false: they are too many or too long, or the function has had enough.
sub hand_over {
   my ($in, $does) = @_;
   my ($n, $read_B, $rest) = (0, 0, '');
   while (read $in, $rest, $CHUNK_B, length $rest) {
      my $end = rindex $rest, "\n";
      return 0 if $end < 0 && length $rest > $LINE_MAX_B;
      next     if $end < 0;
      my @lines = split /\n/, substr $rest, 0, $end + 1, '';
      return 0 if ($n += @lines) > $MOST_LINES || ($left_lines -= @lines) < 0 || ($read_B += $end) > $MOST_B;
      for my $line (@lines) { $does->($line) or return 0; }
   }
   return 1;
}

sub cpu_of_children { return (times)[2] + (times)[3]; }

sub each_line_of_readelf {
   my ($file, @options) = @_;
   return 0 if $left_s < 1;
   my $does   = pop @options;
   my $object = open_object_file($file)          // return 0;
   my $in     = start_readelf($object, @options) // return 0;
   binmode $in;
   my $before = cpu_of_children();
   my $done   = hand_over($in, $does);
   $done = close($in) && $done;    # ends readelf where too much is left
   $left_s -= cpu_of_children() - $before;
   return $done;
}

1;
