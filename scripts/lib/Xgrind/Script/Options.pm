# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Options: command lines of the scripts that read profiles.
#
# Usage:
#   my %kinds = (
#      color  => [ qr/^(?:auto|yes|no)\z/, 'auto, yes or no', 'yes' ],    # --color is --color=yes
#      json   => [ undef, undef, 1 ],                                     # takes no value
#      include => [ qr/./s, 'a directory', undef, 'list' ],               # may be there often
#   );
#   my ($opt, @files) = parse_options(\%kinds, "xgrind_x 0.1\n", $HELP, @ARGV);    # or fails
#
# -I DIR, -IDIR and --include DIR are --include=DIR.  --help, -h and --version are
# answered here and end the script.

package Xgrind::Script::Options;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Output;
use Xgrind::Script::Messages;

our @EXPORT = qw(parse_options number_pattern);

# A number from 0 to 100.
sub number_pattern { return qr/^(?:100(?:\.0+)?|\d{1,2}(?:\.\d+)?|\.\d+)\z/; }

sub set_option {
   my ($kinds, $opt, $arg) = @_;
   my ($name, $value) = $arg =~ /^--([a-z][a-z-]*)(?:=(.*))?\z/s;
   my $kind = defined $name ? $kinds->{$name} : undef;
   fail("unknown option '" . printable($arg) . "'; --help lists the options") if !$kind;
   my ($pattern, $wanted, $alone, $is_list) = @$kind;
   if (!defined $pattern) {
      fail("--$name takes no value") if defined $value;
      $value = $alone;
   } else {
      $value //= $alone // fail("--$name needs a value: $wanted");
      fail("--$name takes $wanted, not '" . printable($value) . q(')) if $value !~ $pattern;
   }
   if ($is_list) { push @{ $opt->{$name} }, $value; }
   else          { $opt->{$name} = $value; }
   return;
}

# The options as a hash, and the other arguments.
sub parse_options {
   my ($kinds, $version, $help, @args) = @_;
   my (%opt, @others);
   while (defined(my $arg = shift @args)) {
      if ($arg eq '--') {
         push @others, @args;
         last;
      } elsif ($arg eq '--help' || $arg eq '-h' || $arg eq '--version') {
         print $arg eq '--version' ? $version : $help;
         finish_output();
         exit 0;
      } elsif ($kinds->{include} && ($arg eq '-I' || $arg eq '--include')) {
         set_option($kinds, \%opt, '--include=' . (shift @args // fail("$arg needs a directory")));
      } elsif ($kinds->{include} && $arg =~ /^-I(.+)\z/s) {
         set_option($kinds, \%opt, "--include=$1");
      } elsif ($arg =~ /^-./s) {
         set_option($kinds, \%opt, $arg);
      } else {
         push @others, $arg;
      }
   }
   return (\%opt, @others);
}

1;
