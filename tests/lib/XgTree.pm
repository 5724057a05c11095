# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgTree: reads files of the calling-context tree (docs/context-tree.md) for tests; shares no code
# with xgrind_export.
#
# Usage:
#   use XgTree;
#   my $t = XgTree::parse("xgrind.tree.1");    # dies with file:line for what must not be there
#   $t->{head}{cmd}                            # by key; events and totals are lists
#   $t->{at}{FN}                               # [ line, address ] of functions
#   for my $n (@{ $t->{nodes} }) {             # parents first
#      $n->{parent}                            # another one; undef: a root
#      $n->{fn}                                # object SEP file SEP name; '' of deeper calls and roots
#      $n->{thread}, $n->{signal}              # of roots
#      $n->{calls}, $n->{recursions}, $n->{self}[event], $n->{depth}
#   }
#   XgTree::add_inclusive($t);                 # $n->{inclusive}[event]
# SEP is $XgProfile::SEP.

package XgTree;
use strict;
use warnings;
use XgProfile;

sub parse {
    my ($file) = @_;
    open my $in, '<', $file or die "$file: $!\n";
    my $fail = sub { die "$file:$.: $_[0]\n" };
    my (%head, %object, %source, %fn, %at, @node);
    chomp(my $first = <$in> // '');
    $fail->('not a tree') if $first ne '# xgrind context tree';
    while (my $line = <$in>) {
        chomp $line;
        if ($line =~ /^(events|totals): ?(.*)/) { $head{$1} = [ split ' ', $2 ]; }
        elsif ($line =~ /^([a-z]+): ?(.*)/)     { $head{$1} .= $2; }
        elsif ($line =~ /^object (\d+) (.*)/)   { $object{$1} = $2; }
        elsif ($line =~ /^file (\d+) (\d+) (.*)/) {
            $source{$1} = ($object{$2} // $fail->("no object $2")) . $XgProfile::SEP . $3;
        } elsif ($line =~ /^fn (\d+) (\d+) (\d+) 0x([0-9a-f]+) (.*)/) {
            $fail->("function $1 again") if exists $fn{$1};
            $fn{$1} = ($source{$2} // $fail->("no file $2")) . $XgProfile::SEP . $5;
            no warnings 'portable';
            $at{ $fn{$1} } = [ $3, hex $4 ];
        } elsif ($line =~ /^root (\d+) (\d+) (\d+)$/) {
            $fail->("root $1 behind @{[scalar @node]} nodes") if $1 != @node + 1;
            push @node, { thread => $2, signal => $3, fn => '', self => [], depth => 0, calls => 0, recursions => 0 };
        } elsif ($line =~ /^node (\d+) (\d+) (\d+) (\d+) (\d+)((?: \d+)*)$/) {
            my ($n, $parent, $fn, $calls, $recursions, @self) = ($1, $2, $3, $4, $5, split ' ', $6);
            $fail->("node $n behind @{[scalar @node]} nodes") if $n != @node + 1;
            my $above = $parent >= 1 && $parent < $n ? $node[ $parent - 1 ] : $fail->("no node $parent");
            my $name = $fn ? $fn{$fn} // $fail->("no function $fn") : '';
            for (my $p = $above; $name ne '' && $p; $p = $p->{parent}) {
                $fail->("$name is called from below itself") if $p->{fn} eq $name;
            }
            $fail->('more costs than events') if @self > @{ $head{events} };
            $fail->('a negative cost') if grep { $_ >= 2**63 } @self;
            push @node, { parent => $above, fn => $name, calls => $calls, recursions => $recursions,
                self => [ map { $_ // 0 } @self[ 0 .. $#{ $head{events} } ] ], depth => $above->{depth} + 1,
                deeper => !$fn };
        } else { $fail->("not understood: $line"); }
    }
    $fail->('cut off') unless $head{totals};
    return { head => \%head, nodes => \@node, at => \%at };
}

sub add_inclusive {
    my ($t) = @_;
    my $last = $#{ $t->{head}{events} };
    for my $n (@{ $t->{nodes} }) { $n->{inclusive} = [ map { $n->{self}[$_] // 0 } 0 .. $last ]; }
    for my $n (reverse @{ $t->{nodes} }) {
        my $p = $n->{parent} // next;
        $p->{inclusive}[$_] += $n->{inclusive}[$_] for 0 .. $last;
    }
    return;
}

1;
