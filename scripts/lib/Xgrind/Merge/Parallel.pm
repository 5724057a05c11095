# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::Parallel: the sum of many files, by several processes.
#
# Usage:
#   my $sum = sum_of_files(\@files, $jobs, $how);    # as Xgrind::Merge::Sum has it; undef: no file could be read
#
# $how is that of Xgrind::Merge::Sum, with broken: error (a file that cannot be read ends the script with one sentence) or
# skip (it is left out with a warning), and version.
#
# Of two halves of the files, another process adds up one and hands on its sum as a profile, by a pipe.  As any grouping has
# the same sum, the result does not depend on the number of processes.  No process keeps more than its sum and one file.

package Xgrind::Merge::Parallel;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Privacy;
use Xgrind::Merge::Sum;
use Xgrind::Text::Messages;

our @EXPORT = qw(sum_of_files);

my $STATUS_NONE = 3;     # exit status of a process whose files are all left out
my %running;             # other processes, by their id; ended if this one ends before them
END {
   my $status = $?;
   kill 'TERM', $_ for keys %running;
   waitpid $_, 0 for keys %running;
   $? = $status;
}

# One file; undef: it is left out.
sub sum_or_none {
   my ($file, $how) = @_;
   my $sum;
   my $sentence = failure_of(sub { $sum = sum_of_file($file, $how); });
   return $sum if !defined $sentence;
   fail($how->{is_alone} ? $sentence : "$sentence; --broken=skip leaves such a file out") if $how->{broken} eq 'error';
   warn_user("$sentence; it is left out");
   return undef;
}

sub sum_in_turn {
   my ($files, $how) = @_;
   my $sum;
   for my $file (@$files) {
      my $more = sum_or_none($file, $how) // next;
      if ($sum) { add_sum($sum, $more, $how); }
      else      { $sum = $more; }
   }
   return $sum;
}

# --- Another process -------------------------------------------------------

# What the other process does: it writes its sum to one pipe, or a sentence to the other.
sub work {
   my ($files, $jobs, $how, $out, $said) = @_;
   %running = ();
   my $status = 0;
   my $sentence = failure_of(sub {
      my $sum = sum_of_files($files, $jobs, $how);
      if   ($sum) { without_warnings(sub { write_sum($sum, '/dev/fd/' . fileno $out, { version => $how->{version}, for_sum => 1 }) }); }
      else        { $status = $STATUS_NONE; }
   });
   if (defined $sentence) {
      print $said $sentence;
      $status = 1;
   }
   close $said;
   exit $status;
}

# Starts one for these files.
sub start {
   my ($files, $jobs, $how) = @_;
   note_input($_) for @$files;    # which this process does not open
   pipe my $in, my $out or fail("no pipe for another process: $!; --jobs=1 needs none");
   pipe my $heard, my $said or fail("no pipe for another process: $!; --jobs=1 needs none");
   my $pid = fork // fail("no other process can be started: $!; --jobs=1 needs none");
   if (!$pid) {
      close $_ for $in, $heard;
      work($files, $jobs, $how, $out, $said);
   }
   $running{$pid} = 1;
   return { pid => $pid, in => $in, heard => $heard, first => $files->[0] };
}

# Its sum; undef: its files are all left out.
sub sum_from {
   my ($process, $how) = @_;
   my $sum;
   my $sentence = failure_of(sub {
      $sum = sum_of_file('/dev/fd/' . fileno $process->{in}, { %$how, name => $process->{first}, missing => 'zero' });
   });
   close $process->{in};
   my $heard = $process->{heard};
   my $said = join '', <$heard>;
   waitpid $process->{pid}, 0;
   delete $running{ $process->{pid} };
   return undef if $? >> 8 == $STATUS_NONE;
   fail($said) if $said ne '';
   fail('a process that adds files up was ended' . ($? & 127 ? ' by signal ' . ($? & 127) : '') . '; --jobs=1 needs less memory') if $?;
   fail($sentence) if defined $sentence;
   return $sum;
}

# A signal that ends this process ends the others, too.
sub end_all {
   my ($signal) = @_;
   kill 'TERM', $_ for keys %running;
   $SIG{$signal} = 'DEFAULT';
   kill $signal, $$;
   return;
}

sub sum_of_files {
   my ($files, $jobs, $how) = @_;
   local @SIG{qw(HUP INT TERM)} = map { ($SIG{$_} // 'DEFAULT') eq 'DEFAULT' ? \&end_all : $SIG{$_} } qw(HUP INT TERM);
   return sum_in_turn($files, $how) if $jobs < 2 || @$files < 2;
   my $here  = int($jobs / 2);
   my $split = int(@$files * $here / $jobs) || 1;
   my $other = start([ @$files[ $split .. $#$files ] ], $jobs - $here, $how);
   my $sum   = sum_of_files([ @$files[ 0 .. $split - 1 ] ], $here, $how);
   my $more  = sum_from($other, $how);
   return $sum // $more if !$sum || !$more;
   add_sum($sum, $more, $how);
   return $sum;
}

1;
