# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Script::Help: --help of a script, from the POD at its end, which is its manual page, too.
#
# Usage:
#   print_help();                       # usage, description and all options
#   print_help('OPTIONS/Functions');    # usage, description and this section's options
#
# Loaded only when somebody asks for help: Pod::Usage takes longer to load than most scripts run.

package Xgrind::Script::Help;
use strict;
use warnings;
use Exporter qw(import);
use FindBin;
use List::Util qw(max min);
use Pod::Usage ();
use Xgrind::Text::Messages;
use Xgrind::Text::Screen;

our @EXPORT = qw(print_help);

my $INDENT     = 2;
my $TAG_WIDTH  = 25;     # of the column with the options
my $WIDTH      = 80;     # where there is no terminal
my $WIDTH_MIN  = 50;     # room for a few words beside the options
my $WIDTH_MAX  = 100;    # longer lines are hard to read

# The width of the terminal, if that makes sense.
sub help_width {
   my $columns = Xgrind::Text::Screen::terminal_width() // $WIDTH;
   return min(max($columns, $WIDTH_MIN), $WIDTH_MAX);
}

# The script's POD, its lists set with the text beside the options.
sub pod_of_script {
   my $file = "$FindBin::RealBin/$FindBin::RealScript";
   open my $in, '<', $file or fail(printable($file) . ": cannot be read: $!");
   my $pod = do { local $/; readline $in };
   $pod =~ s/\A.*^__END__\n//ms;
   $pod =~ s/^=over$/=over $TAG_WIDTH/mg;
   return $pod;
}

sub print_help {
   my (@sections) = @_;
   my $pod = pod_of_script();
   my $help = '';
   open my $in,  '<', \$pod  or fail("the help cannot be read: $!");
   open my $out, '>', \$help or fail("the help cannot be made: $!");
   Pod::Usage::pod2usage(
      -input => $in, -output => $out, -exitval => 'NOEXIT', -verbose => 99, -noperldoc => 1,
      -sections => [ 'SYNOPSIS', 'DESCRIPTION', @sections ? @sections : 'OPTIONS.*' ],
      -indent => $INDENT, -width => help_width(),
   );
   close $out;
   $help =~ s/^((?: {$INDENT}-| {$TAG_WIDTH}).*\n)\n(?= {$INDENT}-)/$1/mg;    # no empty line between two options
   print $help;
   return;
}

1;
