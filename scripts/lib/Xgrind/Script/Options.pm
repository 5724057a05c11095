# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Options: reads the command lines of the scripts, with Getopt::Long.
#
# Usage:
#   my %options = (
#      'color'     => one_of(qw(auto yes no))->alone('yes'),      # --color means --color=yes
#      'json'      => no_value(),                                     # takes no value
#      'include|I' => text('a directory')->list,                  # -I DIR, too; may be repeated
#      'threshold' => percentage(),                                  # 90 or 90%
#      'context'   => matching(qr/^\d{1,9}\z/, 'a number of lines'),
#   );
#   my ($opt, @files) = parse_options(\%options, { version => '0.1' }, @ARGV);
#   $opt->{include}[0]                     # undef: not given
#   is_given('objects', \%options, @ARGV)  # is this option among the arguments?
#
# A value follows "=" or is the next argument; one that may be left out follows "=" only.  The beginning of a
# name is enough if no other begins with it.  Options may come after files; "--" ends them.  Of an option
# that is no list, the last value counts.
#
# parse_options() fails with one sentence if an option is wrong, or names an output that would be refused (Xgrind::Files::Output).  It answers --help and -h with the POD of the script
# (Xgrind::Script::Help), and --version, and exits.  In its second argument, "sections" are those of the
# POD, "listed_by" is what lists the options if not --help, and "elsewhere" returns a sentence about an unknown name, with
# its value or undef, or undef.

package Xgrind::Script::Options;
use strict;
use warnings;
use Exporter qw(import);
use Getopt::Long ();
use Xgrind::Files::Output;
use Xgrind::Script::Option;
use Xgrind::Script::Spelling;
use Xgrind::Text::Lists;
use Xgrind::Text::Messages;

our @EXPORT = (qw(parse_options is_given), @Xgrind::Script::Option::EXPORT);

my @CONFIG = qw(auto_abbrev permute no_ignore_case no_bundling getopt_compat no_auto_help no_auto_version prefix_pattern=--|-);

# --help and --version as options like others.
sub with_help {
   my ($options, $about) = @_;
   return {
      %$options,
      'help|h'  => no_value()->does(sub {
         require Xgrind::Script::Help;
         Xgrind::Script::Help::print_help(@{ $about->{sections} // [] });
         finish_output();
         exit 0;
      }),
      'version' => no_value()->does(sub {
         print program_name(), " $about->{version}\n";
         finish_output();
         exit 0;
      }),
   };
}

# name => [ its first name, the option ], for all names.
sub all_names {
   my ($options) = @_;
   my %by_name;
   for my $names (keys %$options) {
      my @names = split /\|/, $names;
      $by_name{$_} = [ $names[0], $options->{$names} ] for @names;
   }
   return \%by_name;
}

# The entry that a name or its beginning means; undef: none or several.
sub meant_by {
   my ($by_name, $typed) = @_;
   return $by_name->{$typed} if $by_name->{$typed};
   my %fits = map { $_->[0] => $_ } map { $by_name->{$_} } grep { index($_, $typed) == 0 } keys %$by_name;
   return keys %fits == 1 ? (values %fits)[0] : undef;
}

# An option as the user writes it.
sub dashed {
   my ($name) = @_;
   return (length $name == 1 ? '-' : '--') . $name;
}

# What Getopt::Long cannot be told: "--color FILE" has no value, "-d HINT" may have one, "-IDIR" has one.
sub spelled_out {
   my ($by_name, @args) = @_;
   my @out;
   while (defined(my $arg = shift @args)) {
      return (@out, $arg, @args) if $arg eq '--';
      my ($dashes, $typed) = $arg =~ /^(--?)([a-zA-Z][\w-]*)\z/a;
      my ($name, $option)  = defined $typed ? @{ meant_by($by_name, $typed) // [] } : ();
      if (!defined $name && $arg =~ /^-([a-zA-Z])([^=].*)\z/sa && $by_name->{$1} && $by_name->{$1}[1]->needs_value) {
         push @out, "--$by_name->{$1}[0]=$2";
      } elsif ($option && $option->may_take($args[0])) {
         $option->note_taken($arg, $args[0]);
         push @out, "$arg=" . shift @args;
      } elsif ($option && $option->misses($args[0])) {
         fail("$arg takes its value after '=': " . printable("$arg=$args[0]"));
      } elsif ($option && defined $option->value_alone) {
         push @out, "$arg=" . $option->value_alone;
      } else {
         push @out, $arg;
      }
   }
   return @out;
}

# Fails with what Getopt::Long says, in our words.
sub complain {
   my ($by_name, $about, $said, @args) = @_;
   my $lists = ($about->{listed_by} // '--help') . ' lists the options';
   if (my ($unknown) = $said =~ /^Unknown option: (.*)$/m) {
      my ($arg) = grep { /^--?\Q$unknown\E/ } @args;
      my ($name, $value) = split /=/, $arg // $unknown, 2;
      $name =~ s/^-+//;
      my $else = $about->{elsewhere} ? $about->{elsewhere}->($name, $value) : undef;
      fail($else) if defined $else;
      my @alike = alike($name, grep { length > 1 } keys %$by_name);
      fail('unknown option ' . quoted($arg // "--$unknown") . '; '
         . (@alike ? 'did you mean ' . either(map { "--$_" } @alike) . '?' : $lists));
   }
   if (my ($typed, $names) = $said =~ /^Option (\S+) is ambiguous \((.*)\)/) {
      fail(quoted("--$typed") . ' can be ' . either(map { "--$_" } split /, /, $names) . '; write more of it');
   }
   if (my ($name) = $said =~ /^Option (\S+) requires an argument/) {
      fail(dashed($name) . ' needs a value: ' . ($by_name->{$name} ? $by_name->{$name}[1]->wanted : 'see --help'));
   }
   fail(dashed($1) . ' takes no value') if $said =~ /^Option (\S+) does not take an argument/;
   chomp $said;
   return fail(printable($said) . "; $lists");
}

# Puts a value into the options.
sub set_value {
   my ($by_name, $opt, $name, $value, @args) = @_;
   my $option = $by_name->{$name}[1];
   if ($option->takes_value) {
      my ($other) = $value =~ /^--?([a-zA-Z][\w-]*|\z)/a;
      my $is_next = defined $other && !grep { /=\Q$value\E\z/ } @args;
      fail(dashed($name) . ' needs a value: ' . $option->wanted . ($other eq '' ? '' : '; ' . quoted($value) . ' is an option'))
         if $is_next && $value ne '-' && ($other eq '' || meant_by($by_name, $other));
      $value = $option->checked($value) // fail(dashed($name) . ' takes ' . $option->wanted . ', not ' . quoted($value));
      refuse_others($_) for $option->outputs($value);
   }
   if    ($option->action)  { $option->action->($value); }
   elsif ($option->is_list) { push @{ $opt->{$name} }, $value; }
   else                     { $opt->{$name} = $value; }
   return;
}

# The options as a hash, and the other arguments.
sub parse_options {
   my ($options, $about, @args) = @_;
   my %all     = %{ with_help($options, $about) };
   my $by_name = all_names(\%all);
   my %opt;
   my @typed = @args;
   my %sinks = map {
      my $names = $_;
      my ($name) = split /\|/, $names;
      ($names . $all{$names}->getopt_type => sub { set_value($by_name, \%opt, $name, $_[1], @typed); });
   } keys %all;
   @args = spelled_out($by_name, @args);
   my $parser = Getopt::Long::Parser->new(config => \@CONFIG);
   local $SIG{__WARN__} = sub { complain($by_name, $about, $_[0], @typed); };
   $parser->getoptionsfromarray(\@args, %sinks);
   return (\%opt, @args);
}

# Is an option given?
sub is_given {
   my ($name, $options, @args) = @_;
   my $by_name = all_names(with_help($options, {}));
   for my $arg (@args) {
      return 0 if $arg eq '--';
      my ($typed) = $arg =~ /^--?([a-zA-Z][\w-]*)\z/a or next;
      my $entry = meant_by($by_name, $typed);
      return 1 if $entry && $entry->[0] eq $name;
   }
   return 0;
}

1;
