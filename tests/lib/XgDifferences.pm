# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgDifferences: what docs/differences-from-callgrind.md says of Xgrind's default mode, as rules.
#
# Purpose: after reconcile() a part of Callgrind's profile must equal Xgrind's in every value.  A rule
# puts into Callgrind's part what Xgrind has there, and compares what must hold then instead: sums that
# must not change, counts that are known otherwise.  No rule allows a range.
#
# The rules:
#   last block   Xgrind counts the block that ends the program.  With caches Callgrind's summary has it, and
#                only the sum of its lines lacks it: the block's cost is their difference, exactly.
#                Without caches it is instructions alone, of _exit() and of the calls that lead there.
#   resolver     _dl_runtime_resolve has that name, whatever its symbol says (_dl_runtime_resolve_xsavec).
#   stubs        Functions of one jump in no object, the stubs of .plt.sec and .plt.got, are their callers' code:
#                each call costs the same as before, and calls the functions that the stub calls.
#   line use     AcCost is in millionths: each line loaded has the access cost of the record of
#                loads (--xg-record-uses of the tool with checks), of which Callgrind has the thousandths.  Inclusive costs
#                of line use are Xgrind's alone (known/twopass), and so is the summary, which is the totals.
#
# Usage:
#   my $notes = XgDifferences::reconcile($callgrinds_part, $xgrinds_part, \&value, uses => FILE);
# value(NAME, CALLGRIND, XGRIND) compares; notes are sentences on what is not compared.

package XgDifferences;
use strict;
use warnings;
use XgProfile;

my $SEP = $XgProfile::SEP;

sub name { return (split /$SEP/, $_[0])[2] // ''; }

# a - b, with signs
sub minus {
    my ($a, $b) = @_;
    my @a = split / /, $a // '';
    my @b = split / /, $b // '';
    return XgProfile::trim(join ' ', map { ($a[$_] // 0) - ($b[$_] // 0) } 0 .. ($#a > $#b ? $#a : $#b));
}

sub reconcile {
    my ($a, $b, $value, %opt) = @_;
    my @notes;
    resolver($a);
    stubs($a, $b, $value);
    push @notes, line_use($a, $b, $value, $opt{uses}) if defined $opt{uses};
    last_block($a, $b, $value);
    return @notes;
}

# All costs by event under one name: the names of values as compare-profiles writes them.
sub compare_costs {
    my ($value, $what, $part, $a, $b, @before) = @_;
    my @a = split / /, $a // '';
    my @b = split / /, $b // '';
    my @names = (@before, @{ $part->{events} });
    $value->("$what: $names[$_]", $a[$_] // 0, $b[$_] // 0) for 0 .. $#names;
    return;
}

# --------------------------------------------------------------- last block

sub last_block {
    my ($a, $b, $value) = @_;
    my %at = map { $a->{events}[$_] => $_ } 0 .. $#{ $a->{events} };
    my $has_caches = exists $at{D1mr};
    my (%end, $found);    # the functions that end the program, and what Xgrind has more there
    $found = '';
    for my $fn (grep { name($_) =~ /^_[Ee]xit\b/ } keys %{ $b->{self} }) {
        for my $file (keys %{ $b->{self}{$fn} }) {
            my ($of_a, $of_b) = ($a->{self}{$fn}{$file} //= {}, $b->{self}{$fn}{$file});
            for my $pos (keys %$of_b) {
                my $more = minus($of_b->{$pos}, $of_a->{$pos});
                next if $more eq '' || $more !~ /^[1-9]/;
                $found = XgProfile::add($found, $more);
                $of_a->{$pos} = $of_b->{$pos};
                $end{$fn} = 1;
            }
        }
    }
    my $use_from = $at{AcCost1} // @{ $a->{events} };
    if ($has_caches) {
        my $expected = first(minus($a->{summary}, $a->{totals}), $use_from);
        compare_costs($value, 'last block', $a, $expected, first($found, $use_from));
        $a->{totals} = XgProfile::add($a->{totals}, first($found, $use_from));    # line_use() has done the rest
        return;
    }
    # Instructions alone; a block has few.
    return unless $found =~ /^[1-9]$/ && $at{Ir} == 0;
    $a->{$_} = XgProfile::add($a->{$_}, $found) for qw(summary totals);
    along_calls($a, $b, $found, keys %end);
    return;
}

sub first { my ($cost, $n) = @_; my @c = split / /, $cost; return XgProfile::trim(join ' ', grep { defined } @c[ 0 .. $n - 1 ]); }

# Adds a cost to the calls that were open when a function ran for the last time: one after the other,
# each from the caller of the one before, those that Xgrind has so much more for.
sub along_calls {
    my ($a, $b, $cost, @fns) = @_;
    my %more;    # callee => list of [ caller, hash of costs, key ]
    for my $fn (keys %{ $b->{arcs} }) {
        for my $file (keys %{ $b->{arcs}{$fn} }) {
            my ($of_a, $of_b) = ($a->{arcs}{$fn}{$file}, $b->{arcs}{$fn}{$file});
            next unless $of_a;
            for my $key (keys %$of_b) {
                next if !defined $of_a->{$key} || $of_a->{$key} eq $of_b->{$key};
                next if minus($of_b->{$key}, $of_a->{$key}) ne "0 $cost";
                my (undef, @callee) = split /$SEP/, $key;
                push @{ $more{ join $SEP, @callee[ 0 .. 2 ] } }, [ $fn, $of_a, $key ];
            }
        }
    }
    return unless @fns == 1;
    my ($fn) = @fns;
    # Calls by itself come first: from a caller nothing leads back.
    while (@{ $more{$fn} // [] }) {
        my ($arc) = ((grep { $_->[0] eq $fn } @{ $more{$fn} }), @{ $more{$fn} });
        @{ $more{$fn} } = grep { $_ != $arc } @{ $more{$fn} };
        my ($caller, $costs, $key) = @$arc;
        $costs->{$key} = XgProfile::add($costs->{$key}, "0 $cost");
        $fn = $caller;
    }
    return;
}

# ----------------------------------------------------------------- resolver

sub resolver {
    my ($a) = @_;
    my $rename = sub { return $_[0] =~ s/(?<=$SEP)_dl_runtime_resolve_\w+/_dl_runtime_resolve/gr; };
    for my $kind (qw(self arcs jumps)) {
        my $map = $a->{$kind};
        for my $fn (keys %$map) {
            for my $costs ($kind eq 'self' ? () : values %{ $map->{$fn} }) {
                for my $key (grep { /_dl_runtime_resolve_/ } keys %$costs) {
                    $costs->{ $rename->($key) } = delete $costs->{$key};
                }
            }
            my $new = $rename->($fn);
            $map->{$new} = delete $map->{$fn} if $new ne $fn;
        }
    }
    return;
}

# -------------------------------------------------------------------- stubs

sub is_stub {
    my ($fn) = @_;
    my ($object, undef, $name) = split /$SEP/, $fn;
    return $object eq '???' && $name =~ /^0x[0-9a-f]{16}(?:'\d+)?$/;
}

# The stubs that only Callgrind has as functions, in groups that no place calls two of.
sub stubs {
    my ($a, $b, $value) = @_;
    my %stub = map { $_ => 1 } grep { is_stub($_) && !$b->{self}{$_} } keys %{ $a->{self} };
    return unless %stub;
    my (%group, %places);    # stub => group; group => { place => [ caller, file, position ] }
    for my $fn (keys %{ $a->{arcs} }) {
        for my $file (keys %{ $a->{arcs}{$fn} }) {
            for my $key (keys %{ $a->{arcs}{$fn}{$file} }) {
                my ($pos, @callee) = split /$SEP/, $key;
                my $callee = join $SEP, @callee[ 0 .. 2 ];
                next unless $stub{$callee};
                my $place = join "\n", $fn, $file, $pos;
                my ($with) = grep { $places{$_}{$place} } keys %places;
                my $g = $group{$callee} // $with // $callee;
                if (defined $with && $with ne $g) {
                    $places{$g} = { %{ $places{$g} // {} }, %{ delete $places{$with} } };
                    $_ eq $with and $_ = $g for values %group;
                }
                $group{$callee} = $g;
                $places{$g}{$place} = [ $fn, $file, $pos ];
            }
        }
    }
    for my $g (sort keys %places) { stub_group($a, $b, $value, [ grep { ($group{$_} // '') eq $g } keys %stub ], [ values %{ $places{$g} } ]); }
    return;
}

# What a place calls: { key without position => cost }
sub calls_at {
    my ($part, $place) = @_;
    my ($fn, $file, $pos) = @$place;
    my $costs = $part->{arcs}{$fn}{$file} // {};
    return { map { $_ => $costs->{$_} } grep { index($_, "$pos$SEP") == 0 } keys %$costs };
}

sub without_position { return $_[0] =~ s/^[^$SEP]*$SEP//r; }

sub stub_group {
    my ($a, $b, $value, $stubs, $places) = @_;
    my $what = 'stub ' . join ' ', sort map { name($_) } @$stubs;
    my ($self, $self_more) = ('', '');
    my (%called, %called_more);    # callee => "calls cost" of the stubs, and what the places have more
    for my $s (@$stubs) {
        $self = XgProfile::add($self, $_) for map { values %$_ } values %{ delete $a->{self}{$s} };
        for my $costs (values %{ delete $a->{arcs}{$s} // {} }) {
            for my $key (keys %$costs) { my $k = without_position($key); $called{$k} = XgProfile::add($called{$k} // '', $costs->{$key}); }
        }
    }
    my %is_stub = map { $_ => 1 } @$stubs;
    for my $place (@$places) {
        my ($fn, $file, $pos) = @$place;
        my ($of_a, $of_b) = (calls_at($a, $place), calls_at($b, $place));
        my ($into, $now, $calls, $calls_now) = ('', '', 0, 0);
        for my $key (keys %$of_a) {
            my (undef, @callee) = split /$SEP/, $key;
            next unless $is_stub{ join $SEP, @callee[ 0 .. 2 ] };
            my ($n, $cost) = split / /, $of_a->{$key}, 2;
            $calls += $n;
            $into = XgProfile::add($into, $cost // '');
            delete $a->{arcs}{$fn}{$file}{$key};
            delete $of_a->{$key};
        }
        for my $key (grep { $called{ without_position($_) } } keys %$of_b) {
            my $more = minus($of_b->{$key}, $of_a->{$key});
            next if $more eq '';
            my ($n, $cost) = split / /, $more, 2;
            $calls_now += $n unless $key =~ /${SEP}_dl_runtime_resolve\b/;
            $now = XgProfile::add($now, $cost // '');
            my $k = without_position($key);
            $called_more{$k} = XgProfile::add($called_more{$k} // '', $more);
            $a->{arcs}{$fn}{$file}{$key} = $of_b->{$key};
        }
        my $self_b = $b->{self}{$fn}{$file}{$pos} // '';
        my $extra = minus($self_b, $a->{self}{$fn}{$file}{$pos});
        $a->{self}{$fn}{$file}{$pos} = $self_b;
        $self_more = XgProfile::add($self_more, $extra);
        $now = XgProfile::add($now, $extra);
        compare_costs($value, "$what at " . join($SEP, @$place), $a, "$calls $into", "$calls_now $now", 'calls');
    }
    compare_costs($value, "self of $what", $a, $self, $self_more);
    for my $k (sort keys %{ { %called, %called_more } }) {
        compare_costs($value, "arc of $what to $k", $a, $called{$k}, $called_more{$k}, 'calls');
    }
    return;
}

# ----------------------------------------------------------------- line use

# Sums by instruction of a cost of line use, and the functions that it is in.
sub by_address {
    my ($part, $e) = @_;
    my (%sum, %fns);
    for my $fn (keys %{ $part->{self} }) {
        for my $costs (values %{ $part->{self}{$fn} }) {
            for my $pos (keys %$costs) {
                my $n = (split / /, $costs->{$pos})[$e] or next;
                my ($address) = $pos =~ /^(0x[0-9a-f]+)/;
                $sum{$address} += $n;
                $fns{$address}{$fn} = 1;
            }
        }
    }
    return (\%sum, \%fns);
}

sub line_use {
    my ($a, $b, $value, $file) = @_;
    my @use = grep { $a->{events}[$_] =~ /^(?:AcCost|SpLoss)/ } 0 .. $#{ $a->{events} };
    my (%callgrind, %xgrind);    # address => one sum for each metric
    open my $in, '<', $file or die "$file: $!\n";
    while (<$in>) {
        my ($address, undef, @metric) = split ' ';
        $address = sprintf '0x%x', $address;
        for my $m (0 .. $#use) {
            $xgrind{$address}[$m] += $metric[$m];
            $callgrind{$address}[$m] += $a->{events}[ $use[$m] ] =~ /^AcCost/ ? int $metric[$m] / 1000 : $metric[$m];
        }
    }
    my $left_out = 0;
    for my $m (0 .. $#use) {
        my ($e, $event) = ($use[$m], $a->{events}[ $use[$m] ]);
        my ($of_a, $in_a) = by_address($a, $e);
        my ($of_b, $in_b) = by_address($b, $e);
        for my $address (sort keys %{ { %$of_a, %$of_b, map { $xgrind{$_}[$m] ? ($_ => 1) : () } keys %xgrind } }) {
            # Callgrind has lost the use of lines that the last block loads.
            my $lost = !defined $of_a->{$address} && !grep { name($_) !~ /^_[Ee]xit\b/ } keys %{ $in_b->{$address} // { '' => 1 } };
            $value->("lines loaded at $address: $event", $callgrind{$address}[$m] // 0, $of_a->{$address} // 0) unless $lost;
            $value->("lines loaded at $address by Xgrind: $event", $xgrind{$address}[$m] // 0, $of_b->{$address} // 0);
            my %fns = (%{ $in_a->{$address} // {} }, %{ $in_b->{$address} // {} });
            $left_out += keys %fns if keys %fns > 1 && $event =~ /^AcCost/;
        }
        my ($sum_a, $sum_b) = (0, 0);
        $sum_a += $_ for values %$of_a;
        $sum_b += $_ for values %$of_b;
        $value->("totals as sum: $event", $sum_a, (split / /, $a->{totals})[$e] // 0);
        $value->("totals as Xgrind's sum: $event", $sum_b, (split / /, $b->{totals})[$e] // 0);
        $value->("summary: $event", 0, (split / /, $a->{summary})[$e] // 0);
        $value->("summary as Xgrind's totals: $event", $sum_b, (split / /, $b->{summary})[$e] // 0);
    }
    my $inclusive = 0;
    my $take = sub {    # Xgrind's use in place of Callgrind's, of a cost that begins with `before` other counts
        my ($x, $y, $before) = @_;
        my @x = split / /, $x // '';
        my @y = split / /, $y // '';
        $_ //= 0 for @x[ 0 .. $before + $use[0] - 1 ];
        $x[ $before + $_ ] = $y[ $before + $_ ] // 0 for @use;
        return XgProfile::trim("@x");
    };
    $a->{summary} = $take->($a->{summary}, $b->{summary}, 0);
    $a->{totals}  = $take->($a->{totals}, $b->{totals}, 0);
    for my $fn (keys %{ $a->{self} }) {
        for my $f (keys %{ $a->{self}{$fn} }) {
            my $costs = $a->{self}{$fn}{$f};
            for my $pos (keys %$costs) {
                my @x = split / /, $costs->{$pos};
                my @y = split / /, $b->{self}{$fn}{$f}{$pos} // next;
                next if @x <= $use[0] && @y <= $use[0];
                # SpLoss is compared as it is.
                for my $e (grep { $a->{events}[$_] =~ /^AcCost/ } @use) { $x[$_] //= 0 for 0 .. $e; $x[$e] = $y[$e] // 0; }
                $costs->{$pos} = XgProfile::trim("@x");
            }
        }
    }
    for my $fn (keys %{ $a->{arcs} }) {
        for my $f (keys %{ $a->{arcs}{$fn} }) {
            my $costs = $a->{arcs}{$fn}{$f};
            for my $key (keys %$costs) {
                my @x = split / /, $costs->{$key};
                $value->("arc [$fn] at $f:$key: " . $a->{events}[$_], 0, $x[ 1 + $_ ]) for grep { $x[ 1 + $_ ] } @use;
                $costs->{$key} = $take->($costs->{$key}, $b->{arcs}{$fn}{$f}{$key}, 1);
                $inclusive += @use;
            }
        }
    }
    return ("$inclusive inclusive costs of line use, which Callgrind does not have",
        $left_out ? "$left_out access costs of instructions in several contexts, whose sums are compared" : ());
}

1;
