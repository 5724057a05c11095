# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Matching: which function of a profile is which of another one.
#
# Usage: functions are given by their names: { key => [module, file, name] } of each side
#   my $match = match_functions($before, $after);
#   $match->{same}        # key of the second side -> key of the first, where they differ
#   $match->{modules}     # modules with another name than before: [before, after]
#   $match->{left}        # names of functions of each side that match none
#   $advice->{functions}  # how many are listed twice as they do not match
#   $advice->{rename}     # [OLD, NEW] of --rename that makes most of them match; undef: none does
# Two programs that share only what each program has, such as main, are different ones: there is no advice.
#
# Functions match if module, file and name are equal.  Of the others, those match whose names and last parts
# of paths are equal, as in a build in another folder, or else module and name, as without debug information; but only
# if there is just one candidate on each side.  Two modules that only one side has are taken for the same if at
# least half of the functions of the smaller one are in the other one, too, and neither fits another one as well: a
# program that was built under a new name.  Loops that are left match by their order in their function.

package Xgrind::Profile::Matching;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(match_functions);

my $ALIKE_MIN      = 0.5;    # of a module's functions
# What each program has, so that it says nothing about two.
my $OF_EACH_PROGRAM = qr/^(?:main|\(below main\)|_start|_init|_fini|frame_dummy|(?:de)?register_tm_clones|__do_global_dtors_aux|0x[0-9a-f]+)(?:'|\z)/;

# The last part of a path; '' if it is not known.
sub last_part {
   my ($path) = @_;
   return $path eq '???' ? '' : $path =~ s{.*/}{}sr;
}

# --- Modules ---------------------------------------------------------------

# module -> names of its functions
sub functions_by_module {
   my ($names) = @_;
   my %of;
   for my $function (values %$names) {
      my $module = last_part($function->[0]);
      $of{$module}{ $function->[2] } = 1 if $module ne '';
   }
   return \%of;
}

# Of each of these modules, the one of the others with most functions of the same names: [module, how many]; none if two have as many.
sub best_of {
   my ($modules, $others) = @_;
   my %best;
   for my $module (keys %$modules) {
      my %common = map { my $other = $others->{$_}; $_ => scalar grep { $other->{$_} } keys %{ $modules->{$module} } } keys %$others;
      my @sorted = sort { $common{$b} <=> $common{$a} } keys %common;
      next if !@sorted || !$common{ $sorted[0] } || @sorted > 1 && $common{ $sorted[1] } == $common{ $sorted[0] };
      $best{$module} = [ $sorted[0], $common{ $sorted[0] } ];
   }
   return \%best;
}

# Modules that were renamed: [before, after].
sub renamed_modules {
   my ($before, $after) = map { functions_by_module($_) } @_;
   my @both = grep { $after->{$_} } keys %$before;
   delete @{$_}{@both} for $before, $after;
   my ($best_after, $best_before) = (best_of($before, $after), best_of($after, $before));
   my @renamed;
   for my $module (sort keys %$best_after) {
      my ($other, $n) = @{ $best_after->{$module} };
      next if ($best_before->{$other} // [''])->[0] ne $module;
      my ($size) = sort { $a <=> $b } map { scalar keys %$_ } $before->{$module}, $after->{$other};
      push @renamed, [ $module, $other ] if $n >= $ALIKE_MIN * $size;
   }
   return \@renamed;
}

# --- Functions -------------------------------------------------------------

# Keys by which functions match, each less strict than the one before; of module, file and name.
my @LIKE = (sub { return join "\0", @_; }, sub { return join "\0", @_[ 0, 2 ]; });

sub match_functions {
   my ($before, $after) = @_;
   my $modules = renamed_modules($before, $after);
   my %was     = map { $_->[1] => $_->[0] } @$modules;
   my @left    = map { { %$_ } } $before, $after;
   my @both    = grep { $left[1]{$_} } keys %{ $left[0] };
   delete @{$_}{@both} for @left;
   my %same;
   for my $like (@LIKE) {
      my @found = ({}, {});
      for my $n (0, 1) {
         for my $key (keys %{ $left[$n] }) {
            my ($module, $file, $name) = @{ $left[$n]{$key} };
            ($module, $file) = map { s{.*/}{}sr } $module, $file;
            $module = $was{$module} // $module if $n;
            push @{ $found[$n]{ $like->($module, $file, $name) } }, $key;
         }
      }
      for my $short (keys %{ $found[1] }) {
         my ($x, $y) = ($found[0]{$short} // next, $found[1]{$short});
         next if @$x > 1 || @$y > 1;
         $same{ $y->[0] } = $x->[0];
         delete $left[0]{ $x->[0] };
         delete $left[1]{ $y->[0] };
      }
   }
   match_loops(\%same, \%was, @left);
   return { same => \%same, modules => $modules, left => \@left };
}

# Loops are named by their lines, which move with each line that is inserted above. Of those of one function that are left, as many on each side,
# the first is the first, and so on; of others, those that have as many lines, if no other one has.
sub match_loops {
   my ($same, $was, @left) = @_;
   my @loops = map { loops_by_function($left[$_], $_ ? $was : {}) } 0, 1;
   for my $function (sort grep { $loops[1]{$_} } keys %{ $loops[0] }) {
      my ($x, $y) = map { $_->{$function} } @loops;
      my @pairs = @$x == @$y ? map { [ $x->[$_], $y->[$_] ] } 0 .. $#$x : alike_in_length($x, $y);
      for (@pairs) {
         my ($before, $after) = map { $_->{key} } @$_;
         $same->{$after} = $before;
         delete $left[0]{$before};
         delete $left[1]{$after};
      }
   }
   return;
}

my $LOOP = qr/ \[(?:irreducible )?loop (?:(\S+):)?(\d+)(?:-(\d+))?(?: \((\d+)\))?\](?='|\z)/a;

# function -> its loops, by file and line: { key, file, line, lines }.
sub loops_by_function {
   my ($names, $was) = @_;
   my %of;
   for my $key (keys %$names) {
      my ($module, undef, $name) = @{ $names->{$key} };
      my ($file, $first, $last, $nth) = $name =~ $LOOP or next;
      $module =~ s{.*/}{}s;
      push @{ $of{ ($was->{$module} // $module) . "\0" . $name =~ s/$LOOP//r } }, { key => $key, file => $file // '', line => $first, nth => $nth // 1, lines => ($last // $first) - $first };
   }
   for my $loops (values %of) { @$loops = sort { $a->{file} cmp $b->{file} || $a->{line} <=> $b->{line} || $b->{lines} <=> $a->{lines} || $a->{nth} <=> $b->{nth} } @$loops; }
   return \%of;
}

sub alike_in_length {
   my (@sides) = @_;
   my @by = map { my %by; push @{ $by{ $_->{lines} } }, $_ for @$_; \%by } @sides;
   return map { [ $by[0]{$_}[0], $by[1]{$_}[0] ] } grep { @{ $by[0]{$_} } == 1 && @{ $by[1]{$_} // [] } == 1 } sort keys %{ $by[0] };
}

1;
