# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgFaults: the faults that unit tests must notice, as the lists in tests/faults/ say them:
#
#   # a comment
#   = test_cores                                   the test that must fail for the faults below
#   cores: who reads a modified line owns it       the name of a fault
#       coherence_note_loaded: shared ? NO_CORE : (uint8_t)core => (uint8_t)core
#
# Where FUNCTION is defined, "FUNCTION: OLD => NEW" replaces what is now OLD; in place of a function, it may
# be a variable, a macro, a type or a constant.  OLD must be there once.  In it, white space is of no
# interest and "..." is anything but ; { }.  A fault may have several such lines.
# "= test_backdate, for ever": the faults below make the test run for ever.
#
# Usage:
#   use XgFaults;
#   my @faults = XgFaults::read(@files);    # { name, test, for_ever, edits => [ [ FUNCTION, OLD, NEW ], ... ] }
#   my ($text, $with) = XgFaults::apply($source, $fault);   # { FILE => its text with the fault }
#   @{ $with->{chunks} }                                    # the XgSource's chunks that have the fault
#   $with->{$chunk}                                         # and their text with it
# apply() dies with a sentence if the fault cannot be put in.

package XgFaults;
use strict;
use warnings;

sub read {
    my @files = @_;
    my (@faults, %seen);
    for my $file (@files) {
        open my $in, '<', $file or die "$file: $!\n";
        my ($test, $for_ever);
        while (<$in>) {
            chomp;
            next if /^#|^\s*$/;
            if (/^= (test_\w+)(, for ever)?$/) { ($test, $for_ever) = ($1, $2 // ''); }
            elsif (/^\s+(\w+): (.*\S) =>(?: (.*))?$/ && @faults) { push @{ $faults[-1]{edits} }, [ $1, $2, $3 // '' ]; }
            elsif (/^\S/ && defined $test && !$seen{$_}++) {
                push @faults, { name => $_, test => $test, for_ever => $for_ever ne '', edits => [] };
            }
            else { die "$file:$.: expected \"= TEST\", a name that no other fault has, or \"    FUNCTION: OLD => NEW\"\n"; }
        }
    }
    return @faults;
}

# What is OLD, as a pattern.
sub pattern {
    my ($old) = @_;
    my $pattern = $old =~ /\A\w/ ? '\b' : '';
    my $before = '';
    while ($old =~ /\G(\s*)(\.\.\.|\w+|[^\w\s])/g) {
        my ($space, $token) = ($1, $2);
        $pattern .= $space ne '' && $before =~ /\w\z/ && $token =~ /\A\w/ ? '\s+' : '\s*' if $before ne '';
        $pattern .= $token eq '...' ? '[^;{}]*?' : quotemeta $token;
        $before = $token;
    }
    return $pattern . ($old =~ /\w\z/ ? '\b' : '');
}

sub apply {
    my ($source, $fault) = @_;
    my (%text, %chunks, %new);
    for my $edit (@{ $fault->{edits} }) {
        my ($name, $old, $by) = @$edit;
        my $pattern = pattern($old);
        my @defined = $source->definitions($name) or die "nothing is named $name\n";
        my ($n, $where) = (0);
        for my $chunk (@defined) {
            my $times = () = ($new{$chunk} // $chunk->{text}) =~ /$pattern/g;
            $where = $chunk if $times;
            $n += $times;
        }
        die "$name has no \"$old\"\n" if !$n;
        die "$name has \"$old\" $n times: say more of it\n" if $n > 1;
        $chunks{$where} = $where;
        $new{$where} //= $where->{text};
        $new{$where} =~ s/$pattern/$by/;
    }
    my @chunks = sort { $b->{start} <=> $a->{start} } values %chunks;
    for my $c (@chunks) {
        $text{ $c->{file} } //= $source->{text}{ $c->{file} };
        substr $text{ $c->{file} }, $c->{start}, length $c->{text}, $new{$c};
    }
    return (\%text, { chunks => \@chunks, map { $_ => $new{$_} } @chunks });
}

1;
