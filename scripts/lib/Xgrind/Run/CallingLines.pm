# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Run::CallingLines: for which line of the program a finding misses in code that is not the program's, such as memcpy.
#
# Usage:
#   add_callers($report, \@profiles, $p);    # of Xgrind::Findings::Ranked; files of the run; the profile, if it was read already, or undef
#   $finding->{caller}    # { function, file, line, calls: what it calls, percent: of what the finding's code misses in D1 }; undef: the code is
#                         # the program's, or nobody is known to call it; file and line are undef where they are not known
#
# The program is the module that main is in, without code of which the file is not known if that of main is: a library that was linked
# into it.

package Xgrind::Run::CallingLines;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0);
use Xgrind::Profile::Model;
use Xgrind::Profile::Reader;
use Xgrind::Profile::WorksFor;
use Xgrind::Text::Numbers;

our @EXPORT = qw(add_callers);

my $UNKNOWN   = qr/^(?:\?\?\?|)\z/;

sub misses_in {
   my ($p, $cost, $offset) = @_;
   return sum0(map { defined $p->{event_index}{$_} ? $cost->[ $p->{event_index}{$_} + $offset ] // 0 : 0 } qw(D1mr D1mw));
}

# The module that main is in, and whether its file is known; (): there is none, or there are several.
sub program_of {
   my ($p) = @_;
   my %main = map { my ($module, $file) = function_names($p, $_); ($module => $file !~ $UNKNOWN) } grep { (function_names($p, $_))[2] =~ /^main(?: \[|\z)/ } 0 .. $#{ $p->{functions} };
   return keys %main == 1 ? %main : ();
}

sub is_of_program {
   my ($program, $module, $file) = @_;
   return $module eq $program->{module} && (!$program->{has_file} || $file !~ $UNKNOWN);
}

# What a finding's code that is not the program's misses in D1, by function of the profile.
sub foreign_misses {
   my ($p, $program, $self, $finding) = @_;
   my %is_foreign = map { $_->{function}{name} => 1 } grep { !is_of_program($program, @{ $_->{function} }{qw(module file)}) } @{ $finding->{code} };
   my ($first) = @{ $finding->{code} };
   return {} if !$first || !$is_foreign{ $first->{function}{name} };
   my %misses;
   for my $f (0 .. $#$self) {
      my ($module, $file, $name) = function_names($p, $f);
      next if !$is_foreign{ without_loop($name) } || is_of_program($program, $module, $file);
      my $n = misses_in($p, $self->[$f], 0);
      $misses{$f} = $n if $n;
   }
   return \%misses;
}

# Could a finding's code be of another module than the program's?  Then the profile, which may be large, is worth reading.
sub may_be_foreign {
   my ($finding) = @_;
   my ($first) = @{ $finding->{code} } or return 0;
   return $first->{function}{module} =~ /\.so(?:\.|\z)/ || $first->{function}{file} =~ $UNKNOWN;
}

sub add_callers {
   my ($report, $profiles, $p) = @_;
   my @findings = grep { may_be_foreign($_) } @{ $report->{findings} };
   return if !@findings || !@$profiles;
   $p //= read_profiles($profiles, detail => 'functions', fold => 1);
   my ($module, $has_file) = program_of($p) or return;
   my $program = { module => $module, has_file => $has_file };
   my $self    = self_costs($p);
   my $cost_of = sub { my ($cost, $offset) = @_; return misses_in($p, $cost, $offset) };
   my $callers = callers_with_costs($p->{arcs}, $cost_of);
   my %lines_of;
   for my $finding (@findings) {
      my $misses = foreign_misses($p, $program, $self, $finding);
      my ($caller, $n, $called) = works_for($callers, sub { return is_of_program($program, (function_names($p, $_[0]))[0, 1]) }, $misses) or next;
      my (undef, $file, $name) = my @names = function_names($p, $caller);
      my @called = function_names($p, $called);
      my $q    = profile_with_lines($profiles, $file, \%lines_of);
      my $line = calling_line($q, same_function($q, @names), \@called, $file, sub { return misses_in($q, @_) });
      $finding->{caller} = { function => without_loop($name), file => defined $line ? $file : undef, line => $line, calls => without_loop($called[2]), percent => share($n, sum0(values %$misses)) };
   }
   return;
}

1;
