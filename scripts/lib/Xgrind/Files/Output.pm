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
#   refuse_others($name);                  # ends the script if output_open() would, as what is there is another user's
#
# All of them end the script with one sentence if the output cannot be written.  A regular file is
# written under another name, which nobody can guess, in the same folder, and then renamed; a link stays, and the file it leads to is replaced.
# What is not a regular file, such as a pipe, is written to directly.  Links, pipes and devices of other users are refused
# (Xgrind::Files::Target).  Until it is complete only this user can read a file, and then nobody who cannot read all that it was made of
# (Xgrind::Files::Privacy) and the file that it replaces.  If the script ends or is stopped before output_close(), nothing is left.
#
# This is the only module that writes files that users name.

package Xgrind::Files::Output;
use strict;
use warnings;
use Cwd qw(abs_path);
use Errno qw(EISDIR);
use Exporter qw(import);
use Fcntl qw(:DEFAULT :mode);
use File::Basename qw(basename dirname);
use IO::Handle ();
use Xgrind::Files::Privacy;
use Xgrind::Files::Random;
use Xgrind::Files::Target;
use Xgrind::Text::Messages;

our @EXPORT = qw(output_open output_write output_write_all output_close finish_output same_file keep_inputs refuse_others);

my $is_finished;     # is standard output closed?
my %temporary;       # files that are not complete: name => [ the process that writes it, their folder, which the name needs ]
END { remove_temporary(); }

# Those of this process: one that it has started may end before it.
sub remove_temporary {
   unlink grep { $temporary{$_}[0] == $$ } keys %temporary;
   return;
}

# Removes temporary files when the script is stopped by a signal.  A file that becomes too large is an error of print
# or close.
sub remove_when_stopped {
   $SIG{XFSZ} = 'IGNORE' if ($SIG{XFSZ} // 'DEFAULT') eq 'DEFAULT';
   for my $signal (qw(HUP INT TERM)) {
      next if ($SIG{$signal} // 'DEFAULT') ne 'DEFAULT';
      $SIG{$signal} = sub {
         remove_temporary();
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

# Opens a file under a name of its own, beside the one that it will have.
sub open_temporary {
   my ($target) = @_;
   my $file = in_folder($target, 'xgrind-tmp.' . random_hex(16));
   remove_when_stopped();
   sysopen my $handle, $file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600 or return;
   $temporary{$file} = [ $$, $target ];
   return ($handle, $file);
}

# Opens what is there, if it is still what was looked at.
sub open_special {
   my ($target) = @_;
   sysopen my $handle, in_folder($target, $target->{name}), O_WRONLY | O_NOFOLLOW | O_NOCTTY or return;
   my @stat = stat $handle;
   return "@stat[0, 1]" eq "@{ $target->{stat} }[0, 1]" ? $handle : ();
}

# A handle to write to, and the file's name until it is complete.
sub open_target {
   my ($target) = @_;
   if (defined $target->{descriptor}) {
      open my $handle, '>&', $target->{descriptor} or return;
      return $handle;
   }
   my $mode = defined $target->{stat} ? $target->{stat}[2] : S_IFREG;
   if (S_ISDIR($mode)) { $! = EISDIR; return; }
   return S_ISREG($mode) ? open_temporary($target) : open_special($target);
}

sub output_open {
   my ($name) = @_;
   if ($name eq '-') {
      binmode STDOUT;
      return { name => $name, handle => \*STDOUT };
   }
   my $target = target_of($name);
   my ($handle, $temporary) = $target ? open_target($target) : ();
   fail(printable($name) . ": cannot be written: $!") if !defined $handle;
   binmode $handle;
   return { name => $name, handle => $handle, target => $target, temporary => $temporary };
}

# An output is named: the user need not wait for what would be refused.
sub refuse_others {
   my ($name) = @_;
   target_of($name) if $name ne '-';
   return;
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

# Who may read it, when it is complete.  The file that it replaces may be more private than others; a file of another user does not
# decide.  Some file systems have no modes: there it stays as it was made.
sub set_mode {
   my ($out) = @_;
   my ($handle, $old) = ($out->{handle}, $out->{target}{stat});
   my $mode = output_mode((stat $handle)[5]);
   $mode &= 0600 | $old->[2] if defined $old && $old->[4] == $>;
   chmod $mode, $handle;
   return;
}

sub output_close {
   my ($out) = @_;
   return finish_output() if $out->{name} eq '-';
   my ($name, $temporary) = @$out{qw(name temporary)};
   output_flush($out);
   set_mode($out) if defined $temporary;
   my $good = close $out->{handle};
   $good &&= rename $temporary, in_folder($out->{target}, $out->{target}{name}) if defined $temporary;
   fail(printable($name) . ": cannot be written: $!") if !$good;
   delete $temporary{$temporary} if defined $temporary;
   return;
}

# Closes standard output: a full disk shows only now.
sub finish_output {
   return if $is_finished++;
   close STDOUT or fail("the output cannot be written: $!");
   return;
}

1;
