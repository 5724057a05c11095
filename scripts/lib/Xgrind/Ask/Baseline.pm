# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Ask::Baseline: a profile that later runs of the program are compared with.
#
# Usage:
#   my $name = baseline_name('./build/app');     # xgrind.baseline.app
#   check_new_baseline($name);                   # before the run; ends with one sentence if it cannot be written
#   check_baseline($name, './app', 'x');         # likewise, if it cannot be compared with this program
#   my @sentences = differing_arguments($name, './app', 'y');    # it is of other arguments
#   write_baseline($name, $profile);             # whole, or as it was

package Xgrind::Ask::Baseline;
use strict;
use warnings;
use Exporter qw(import);
use File::Basename qw(basename dirname);
use Xgrind::Files::Input;
use Xgrind::Files::Output;
use Xgrind::Files::Regular;
use Xgrind::Run::RunFiles qw(is_profile head_of);
use Xgrind::Text::Escapes;
use Xgrind::Text::Messages;

our @EXPORT = qw(baseline_name check_new_baseline check_baseline differing_arguments write_baseline);

sub baseline_name { return 'xgrind.baseline.' . basename($_[0]); }

# The program and its arguments, as the profile has them: with blanks between them; of several processes those of all, the first one before " + ".
sub command_of {
   my ($file) = @_;
   return head_of($file) =~ /^cmd:[ \t]*(.*)$/m ? unescaped($1) : '';
}

# A path may differ: the program is built elsewhere in continuous integration.
sub program_of { return basename((split / /, $_[0])[0] // ''); }

sub fail_if_folder {
   my ($name) = @_;
   fail(printable($name) . ': this is a folder; --baseline takes the name of a file') if -d $name;
   return;
}

sub check_new_baseline {
   my ($name) = @_;
   my ($shown, $folder) = (printable($name), dirname($name));
   fail_if_folder($name);
   fail("$shown: there is no folder " . printable($folder) . ' for the baseline') if !-d $folder;
   fail("$shown: the baseline cannot be written there") if !-w $folder;
   refuse_others($name);
   return;
}

sub check_baseline {
   my ($name, @program) = @_;
   my $shown = printable($name);
   my $other = 'give another file with --baseline=FILE, or remove this one: the next run then writes it';
   fail_if_folder($name);
   open_named($name) // fail("$shown: the baseline cannot be read: $!");
   fail("$shown: this is no profile, so nothing can be compared with it; $other") if !is_profile($name);
   my $of = program_of(command_of($name));
   fail("$shown: this is the baseline of " . printable($of) . ', not of ' . printable(basename($program[0])) . "; $other") if $of ne basename($program[0]);
   return;
}

sub differing_arguments {
   my ($name, @program) = @_;
   my ($before, $now) = map { s/\A\S+ ?//r } command_of($name), join ' ', @program;
   return $before eq $now || index($before, "$now + ") == 0 ? () : 'The baseline is of other arguments, ' . quoted($before) . ', so the program may have done other work.';
}

sub write_baseline {
   my ($name, $profile) = @_;
   my $bytes = file_bytes($profile, sub { });
   my $out   = output_open($name);
   output_write($out, $bytes);
   output_close($out);
   return;
}

1;
