# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Common: what xgrind_annotate and its like use: messages, files, numbers
# and tables.
#
# Usage:
#   use Xgrind::Common;
#   set_program('xgrind_diff', 2);          # xgrind_annotate and 1, unless it is said
#   fail('sorry') if ...;                   # "xgrind_annotate: sorry", exit status 1
#   set_paint($use_colours);
#   print_title('Profile');
#   print cell(1234, 10_000), "\n";         # "1,234 (12.3%)"

package Xgrind::Common;
use strict;
use warnings;
use Exporter qw(import);

our @EXPORT = qw(fail warn_user printable quoted newest_file commas bytes_text share percent cell
   widest set_paint paint print_title print_field print_row finish_output set_program);

my $painting;    # are there colours?
my ($program, $status) = ('xgrind_annotate', 1);    # who says what is wrong; exit status for that

# For other scripts than xgrind_annotate.
sub set_program {
   ($program, $status) = @_;
   return;
}

# Ends with one sentence.
sub fail {
   my ($text) = @_;
   print STDERR "$program: $text\n";
   exit $status;
}

# Something the user should know, but no reason to stop.
sub warn_user {
   my ($text) = @_;
   print STDERR "$program: warning: $text\n";
   return;
}

# A text without control characters.
sub printable {
   my ($text) = @_;
   $text =~ tr/\x00-\x1f\x7f/?/;
   return $text;
}

# A text quoted in a message: printable and not too long.
sub quoted {
   my ($text) = @_;
   $text = printable($text);
   $text = substr($text, 0, 40) . '...' if length $text > 43;
   return "'$text'";
}

# The newest file in the current directory whose name begins so.
sub newest_file {
   my ($prefix) = @_;
   my %time;
   opendir my $dir, '.' or fail("the current directory cannot be read: $!");
   for my $name (grep { /^\Q$prefix\E/ } readdir $dir) {
      $time{$name} = (stat _)[9] if -f $name;
   }
   closedir $dir;
   my ($newest) = sort { $time{$b} <=> $time{$a} || $a cmp $b } keys %time;
   fail("no FILE given, and no $prefix* in the current directory") if !defined $newest;
   my ($run) = $newest =~ /^(\Q$prefix\E\d+)/;
   my $others = defined $run ? grep { $_ ne $newest && /^\Q$run\E(?:[.-]\d+)*\z/ } keys %time : 0;
   print STDERR "$program: reading ", printable($newest),
      $others ? ", without the $others other " . ($others > 1 ? 'files' : 'file') . ' of this run' : '', "\n";
   return $newest;
}

# A number with thousands separators; sums above 2^64 are floating point.
sub commas {
   my ($n) = @_;
   $n = sprintf '%.0f', $n if $n !~ /^-?\d+\z/;
   my $sign_length = $n < 0 ? 1 : 0;
   for (my $i = length($n) - 3; $i > $sign_length; $i -= 3) {
      substr $n, $i, 0, ',';
   }
   return $n;
}

# A number of bytes in the largest unit that leaves at least 1: "1.5 MiB".
sub bytes_text {
   my ($n) = @_;
   my @units = qw(B KiB MiB GiB TiB PiB);
   while ($n >= 1024 && @units > 1) {
      $n /= 1024;
      shift @units;
   }
   return ($n == int $n ? $n : sprintf '%.1f', $n) . " $units[0]";
}

# A cost as percentage of the total.
sub share {
   my ($cost, $total) = @_;
   return $total ? 100 * $cost / $total : 0;
}

# The same as text: "12.3%".
sub percent {
   my ($cost, $total) = @_;
   return sprintf '%.1f%%', $total ? 100 * $cost / $total : 0;
}

# A cost and its share of the total: "1,234 (12.3%)".
sub cell {
   my ($cost, $total) = @_;
   return commas($cost) . ' (' . percent($cost, $total) . ')';
}

# The length of the longest text.
sub widest {
   my $width = 0;
   for my $text (@_) {
      $width = length $text if length $text > $width;
   }
   return $width;
}

# Switches colours on or off.
sub set_paint {
   ($painting) = @_;
   return;
}

# A text in a colour, if colours are on.
sub paint {
   my ($code, $text) = @_;
   return $painting ? "\e[${code}m$text\e[0m" : $text;
}

# A title with a line below it.
sub print_title {
   my ($title) = @_;
   print paint(1, $title), "\n", '-' x 78, "\n";
   return;
}

# One line of the header.
sub print_field {
   my ($name, $value) = @_;
   printf "%-10s %s\n", "$name:", printable($value);
   return;
}

# A row of comma-separated values as RFC 4180 has it, but with a plain end of line.
sub print_row {
   my (@cells) = @_;
   for my $cell (@cells) {
      $cell =~ s/"/""/g;
      $cell = qq("$cell") if $cell =~ /[",\r\n]/;
   }
   print join(',', @cells), "\n";
   return;
}

# The end of the output; a full disk shows only here.
sub finish_output {
   close STDOUT or fail("the output cannot be written: $!");
   return;
}

1;
