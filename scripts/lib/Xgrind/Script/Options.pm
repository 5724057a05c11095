# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Options: reads the command lines of the scripts.
#
# Usage:
#   my %kinds = (
#      color   => [ qr/^(?:auto|yes|no)\z/, 'auto, yes or no', 'yes' ],    # --color means --color=yes
#      json    => [ undef, undef, 1 ],                                     # takes no value
#      include => [ qr/./s, 'a directory', undef, 'list' ],                # may be repeated
#   );
#   my ($opt, @files) = parse_options(\%kinds, { version => "xgrind_x 0.1\n", help => $HELP }, @ARGV);
#   my $kind = yes_no();                # the kind of an option that takes yes or no
#   my $pattern = percent_pattern();    # a number from 0 to 100
#
# A kind is: the pattern of values, what they are in words for messages, the value if none is
# given, and whether it is a list.  parse_options() fails with one sentence if an option is wrong;
# it answers --help, -h and --version itself and exits.  If "include" is an option, -I DIR, -IDIR
# and --include DIR mean --include=DIR.  "listed_by" says what lists the options if it is not
# --help.

package Xgrind::Script::Options;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Script::Messages;

our @EXPORT = qw(parse_options yes_no percent_pattern);

sub yes_no { return [ qr/^(?:yes|no)\z/, 'yes or no', 'yes' ]; }

sub percent_pattern { return qr/^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?|\.\d+)\z/; }

sub set_option {
   my ($kinds, $about, $opt, $arg) = @_;
   my ($name, $value) = $arg =~ /^--([a-z][a-z0-9-]*)(?:=(.*))?\z/s;
   my $kind = defined $name ? $kinds->{$name} : undef;
   fail('unknown option ' . quoted($arg) . '; ' . ($about->{listed_by} // '--help') . ' lists the options') if !$kind;
   my ($pattern, $wanted, $alone, $is_list) = @$kind;
   if (!defined $pattern) {
      fail("--$name takes no value") if defined $value;
      $value = $alone;
   } else {
      $value //= $alone // fail("--$name needs a value: $wanted");
      fail("--$name takes $wanted, not " . quoted($value)) if $value !~ $pattern;
   }
   if ($is_list) { push @{ $opt->{$name} }, $value; }
   else          { $opt->{$name} = $value; }
   return;
}

# The options as a hash, and the other arguments.
sub parse_options {
   my ($kinds, $about, @args) = @_;
   my (%opt, @others);
   while (defined(my $arg = shift @args)) {
      if ($arg eq '--') {
         push @others, @args;
         last;
      } elsif ($arg eq '--help' || $arg eq '-h' || $arg eq '--version') {
         print $about->{ $arg eq '--version' ? 'version' : 'help' };
         finish_output();
         exit 0;
      } elsif ($kinds->{include} && ($arg eq '-I' || $arg eq '--include')) {
         set_option($kinds, $about, \%opt, '--include=' . (shift @args // fail("$arg needs a directory")));
      } elsif ($kinds->{include} && $arg =~ /^-I(.+)\z/s) {
         set_option($kinds, $about, \%opt, "--include=$1");
      } elsif ($arg =~ /^-./s) {
         set_option($kinds, $about, \%opt, $arg);
      } else {
         push @others, $arg;
      }
   }
   return (\%opt, @others);
}

1;
