# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Files::Output: writes a file whole or leaves it as it was.
#
# Usage:
#   my $out = output_open('app.pb.gz');    # '-' is standard output
#   output_write($out, $bytes);            # or: print { $out->{handle} } $bytes;
#   output_close($out);
#   output_write_all({ 'a.gnuplot' => $script, 'a.dat' => $data });
#   finish_output();                       # at the end of a script that prints to standard output
#   same_file('./out', 'out')              # do two names mean one file?
#   keep_inputs('--html', $name, 'a file to be read', @inputs);    # ends the script if one of them would be overwritten
#
# All of them end the script with one sentence if the output cannot be written.  A regular file is
# written under another name and then renamed; a link stays, and the file it leads to is replaced.
# What is not a regular file, such as a pipe, is written to directly.  If the script ends or is
# stopped before output_close(), nothing is left.

package Xgrind::Files::Output;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use IO::Handle ();
use Xgrind::Text::Messages;

our @EXPORT = qw(output_open output_write output_write_all output_close finish_output same_file keep_inputs);

my $is_finished;     # is standard output closed?
my %temporary;       # names of files that are not complete
END { unlink keys %temporary; }

# Removes temporary files when the script is stopped by a signal.  A file that becomes too large is an error of print
# or close.
sub remove_when_stopped {
   $SIG{XFSZ} = 'IGNORE' if ($SIG{XFSZ} // 'DEFAULT') eq 'DEFAULT';
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

# The absolute path that a name leads to; undef if its folder does not exist.
sub path_of {
   my ($name) = @_;
   return abs_path($name) if -e $name || -l $name;
   my $folder = abs_path(dirname($name)) // return undef;
   return "$folder/" . basename($name);
}

# Only regular files count: a device or a pipe can take several outputs.
sub same_file {
   my ($name, $other) = @_;
   return 1 if $name eq $other;
   my @is_special = (-e $name && !-f _, -e $other && !-f _);
   return 0 if $name eq '-' || $other eq '-' || $is_special[0] || $is_special[1];
   my @stat = map { join ' ', (stat)[ 0, 1 ] } $name, $other;
   return $stat[0] eq $stat[1] if $stat[0] ne '' && $stat[1] ne '';
   my ($path, $other_path) = map { path_of($_) } $name, $other;
   return defined $path && defined $other_path && $path eq $other_path;
}

# An output must not be one of the files that are read for it.
sub keep_inputs {
   my ($output, $name, $what, @inputs) = @_;
   for my $input (grep { same_file($name, $_) } @inputs) {
      fail("$output would overwrite $what, " . quoted($input));
   }
   return;
}

# Writes files that belong together, by name: all of them or, as far as disks tell beforehand, none.
sub output_write_all {
   my ($bytes) = @_;
   my @outs = map { output_open($_) } sort keys %$bytes;
   for my $out (@outs) {
      output_write($out, $bytes->{ $out->{name} });
      output_flush($out);
   }
   output_close($_) for @outs;
   return;
}

sub output_open {
   my ($name) = @_;
   if ($name eq '-') {
      binmode STDOUT;
      return { name => $name, handle => \*STDOUT };
   }
   my $renames = !-e $name || -f _;
   my $path    = -l $name && $renames ? abs_path($name) // $name : $name;
   my $file    = $renames ? "$path.tmp.$$" : $name;
   remove_when_stopped() if $renames;
   open my $handle, '>:raw', $file or fail(printable($name) . ": cannot be written: $!");
   $temporary{$file} = 1 if $renames;
   return { name => $name, handle => $handle, path => $path, temporary => $renames ? $file : undef };
}

sub output_write {
   my ($out, $bytes) = @_;
   return if print { $out->{handle} } $bytes;
   return give_up($out);
}

# What is buffered is written, or cannot be.
sub output_flush {
   my ($out) = @_;
   return $out->{handle}->flush || give_up($out);
}

sub give_up {
   my ($out) = @_;
   my $why = $!;
   close $out->{handle};    # or Perl prints a message when it ends
   return fail(printable($out->{name}) . ": cannot be written: $why");
}

sub output_close {
   my ($out) = @_;
   return finish_output() if $out->{name} eq '-';
   my $good = close $out->{handle};
   $good &&= rename $out->{temporary}, $out->{path} if defined $out->{temporary};
   fail(printable($out->{name}) . ": cannot be written: $!") if !$good;
   delete $temporary{ $out->{temporary} } if defined $out->{temporary};
   return;
}

# Closes standard output: a full disk shows only now.
sub finish_output {
   return if $is_finished++;
   close STDOUT or fail("the output cannot be written: $!");
   return;
}

1;
