# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgHostile: names that would act wherever they are printed, programs whose functions and variables have them, and what nothing
# printed may have.
#
# Usage:
#   my @names = XgHostile::names();                 # bytes: of hostile-names.json, some that are no UTF-8, and two of 10,000 characters
#   my $id    = XgHostile::stand_in($i, $name);     # an identifier of C as long as the name
#   XgHostile::rename($from, $to, $id => $name);    # a program whose symbols and debug information have the names; to be run
#   my $why   = XgHostile::acts_in($bytes);         # '' or what a terminal would act on
#
# Compilers take no such names: the program is compiled with stand-ins as long as they are, and their bytes are replaced afterwards.

package XgHostile;
use strict;
use warnings;
use Encode ();
use FindBin;
use JSON::PP ();
use XgTest;

my $SHORT_B = 10;        # a stand-in of fewer bytes could be in the program by chance
my $LONG    = 10_000;

sub names {
    (my $folder = __FILE__) =~ s{[^/]*\z}{};
    my @texts = @{ JSON::PP->new->utf8->decode(XgTest::slurp("${folder}hostile-names.json")) };
    my @names = map { Encode::encode('UTF-8', $_) } @texts;
    push @names, "\xff\xfe no UTF-8 \x9b31m\xc3", "cut \xf0\x9f", 'long_' . 'x' x ($LONG - 5), '<b>' . "\e[5m<i>" x ($LONG / 7);
    return map { length() < $SHORT_B ? $_ . ' ' x ($SHORT_B - length) : $_ } @names;
}

sub stand_in {
    my ($i, $name) = @_;
    my $start = sprintf 'QZ%05dQZ', $i;
    return $start . 'q' x (length($name) - length $start);
}

# Dies if a stand-in is not in the program.
sub rename {
    my ($from, $to, %name) = @_;
    my $bytes = XgTest::slurp($from);
    for my $id (sort { length $b <=> length $a } keys %name) { $bytes =~ s/\Q$id\E/$name{$id}/g or die "$from has no $id\n"; }
    XgTest::put($to, $bytes);
    chmod 0755, $to or die "$to: $!\n";
    return $to;
}

# Bytes below the blank but the end of a line and the tabulator, what they are beyond ASCII, changes of direction, ends of lines of Unicode,
# and bytes that are no UTF-8.
sub acts_in {
    my ($bytes) = @_;
    my $text = eval { Encode::decode('UTF-8', $bytes, Encode::FB_CROAK | Encode::LEAVE_SRC) };
    return 'is not UTF-8: ' . substr $bytes =~ s/^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*//r =~ s/([^\x20-\x7e])/sprintf '\x%02x', ord $1/ger, 0, 60
        if !defined $text;
    return $text =~ /(.{0,20})([\x00-\x08\x0b-\x1f\x7f-\x9f\x{61c}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}])/
        ? sprintf 'has U+%04X behind \'%s\'', ord $2, Encode::encode('UTF-8', $1) : '';
}

1;
