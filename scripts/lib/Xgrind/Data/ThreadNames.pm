# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Data::ThreadNames: threads in words, with the names that their program has given them.
#
# Usage:
#   my $text = 'thread ' . thread_words($profile, 2);    # of Xgrind::Data::DataFile: "thread 2 (worker)"; without a name "thread 2"
#   my $names = thread_names($profile);                  # { 2 => 'worker' }; of a number that several threads have had "worker, io"

package Xgrind::Data::ThreadNames;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Messages;

our @EXPORT = qw(thread_words thread_names);

my $NAMES_MAX = 3;    # threads of one number, one after the other, whose names are told

sub thread_names {
   my ($profile) = @_;
   return $profile->{names_of_threads} //= do {
      my %names;
      push @{ $names{ $_->[0] + 0 } }, $_->[1] for @{ $profile->{thread_names} // [] };
      +{ map { my @all = @{ $names{$_} }; $_ => join ', ', @all > $NAMES_MAX ? (@all[ 0 .. $NAMES_MAX - 1 ], '...') : @all } keys %names };
   };
}

sub thread_words {
   my ($profile, $thread) = @_;
   my $name = thread_names($profile)->{ $thread + 0 };
   return $thread . (defined $name ? ' (' . printable($name) . ')' : '');
}

1;
