# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::OutputFile: a file that is written whole or left as it was.
#
# Usage:
#   my $out = output_open('app.pb.gz');      # fails with a sentence; '-' is standard output
#   output_write($out, $bytes);
#   output_close($out);
#
# It is written under another name and renamed; what is no file, such as a pipe, is written to.

package Xgrind::OutputFile;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Common;

our @EXPORT = qw(output_open output_write output_close);

my %temporary;    # names of files that are not complete
END { unlink keys %temporary; }

sub output_open {
   my ($name) = @_;
   if ($name eq '-') {
      binmode STDOUT;
      return { name => $name, handle => \*STDOUT };
   }
   my $renames = !-e $name || -f _;
   my $file    = $renames ? "$name.tmp.$$" : $name;
   open my $handle, '>:raw', $file or fail(printable($name) . ": cannot be written: $!");
   $temporary{$file} = 1 if $renames;
   return { name => $name, handle => $handle, temporary => $renames ? $file : undef };
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
   $good &&= rename $out->{temporary}, $out->{name} if defined $out->{temporary};
   fail(printable($out->{name}) . ": cannot be written: $!") if !$good;
   delete $temporary{ $out->{temporary} } if defined $out->{temporary};
   return;
}

1;
