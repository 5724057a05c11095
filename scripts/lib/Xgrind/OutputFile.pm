# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::OutputFile: a file that is written whole or left as it was.
#
# Usage:
#   my $out = output_open('app.pb.gz');      # fails with a sentence; '-' is standard output
#   output_write($out, $bytes);
#   output_close($out);
#
#   same_place('./out', 'out')               # is it one file?
#
# It is written under another name and renamed; what is no file, such as a pipe, is written to.  So
# is what a link leads to.

package Xgrind::OutputFile;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use Xgrind::Common;

our @EXPORT = qw(output_open output_write output_close same_place);

my %temporary;    # names of files that are not complete
END { unlink keys %temporary; }

# Whoever is stopped leaves none behind, either.
sub remove_when_stopped {
   for my $signal (qw(HUP INT TERM)) {
      next if ($SIG{$signal} // 'DEFAULT') ne 'DEFAULT';
      $SIG{$signal} = sub {
         unlink keys %temporary;
         $SIG{$signal} = 'DEFAULT';
         kill $signal, $$;
      };
   }
   return;
}

# Where a name leads to; undef: nowhere.
sub place_of {
   my ($name) = @_;
   return abs_path($name) if -e $name || -l $name;
   my $folder = abs_path(dirname($name)) // return undef;
   return "$folder/" . basename($name);
}

# Whether two names are of one file or will be; devices and pipes take several texts.
sub same_place {
   my ($name, $other) = @_;
   return 1 if $name eq $other;
   my @is = (-e $name && !-f _, -e $other && !-f _);
   return 0 if $name eq '-' || $other eq '-' || $is[0] || $is[1];
   my @stat = map { join ' ', (stat)[ 0, 1 ] } $name, $other;
   return $stat[0] eq $stat[1] if $stat[0] ne '' && $stat[1] ne '';
   my ($place, $other_place) = map { place_of($_) } $name, $other;
   return defined $place && defined $other_place && $place eq $other_place;
}

sub output_open {
   my ($name) = @_;
   if ($name eq '-') {
      binmode STDOUT;
      return { name => $name, handle => \*STDOUT };
   }
   my $renames = !-e $name || -f _;
   my $place   = -l $name && $renames ? abs_path($name) // $name : $name;
   my $file    = $renames ? "$place.tmp.$$" : $name;
   remove_when_stopped() if $renames;
   open my $handle, '>:raw', $file or fail(printable($name) . ": cannot be written: $!");
   $temporary{$file} = 1 if $renames;
   return { name => $name, handle => $handle, place => $place, temporary => $renames ? $file : undef };
}

sub output_write {
   my ($out, $bytes) = @_;
   return if print { $out->{handle} } $bytes;
   my $why = $!;
   close $out->{handle};    # or Perl says more when it ends
   return fail(printable($out->{name}) . ": cannot be written: $why");
}

sub output_close {
   my ($out) = @_;
   return finish_output() if $out->{name} eq '-';
   my $good = close $out->{handle};
   $good &&= rename $out->{temporary}, $out->{place} if defined $out->{temporary};
   fail(printable($out->{name}) . ": cannot be written: $!") if !$good;
   delete $temporary{ $out->{temporary} } if defined $out->{temporary};
   return;
}

1;
