# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgPrintOptions: makes a script print its options instead of reading its command line.
#
# Usage: perl -Itests/lib -MXgPrintOptions scripts/xgrind_report
#
# Prints a line for each name: the name, and 1 if it takes a value.

package XgPrintOptions;
use strict;
use warnings;

sub print_options {
    my ($options) = @_;
    for my $names (sort keys %$options) {
        print "$_ ", ($options->{$names}->takes_value ? 1 : 0), "\n" for split /\|/, $names;
    }
    print "$_ 0\n" for qw(h help version);
    exit 0;
}

# After all modules of the script are loaded, before it runs.
INIT {
    no warnings qw(redefine once);
    *main::parse_options = *Xgrind::Script::Options::parse_options = \&print_options;
}

1;
