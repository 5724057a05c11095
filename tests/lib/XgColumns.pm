# SPDX-License-Identifier: GPL-3.0-or-later
#
# XgColumns: what the cells of xgrind_annotate's tables must be, by another reader of profiles.
#
# Usage:
#   my $p = XgColumns::profile(@files);
#   $p->{self}{FN}, $p->{inclusive}{FN}, $p->{lines}{FILE}{LINE}, $p->{calls}{FILE}{LINE}{FN}, $p->{totals}
#   my @keys = XgColumns::default_keys($p);           # [key, has it a share?]
#   my $key = XgColumns::usual_key($p);               # what is sorted by
#   XgColumns::figure($p, 'L1m', $costs)              # an exact whole number (Math::BigInt), or a fraction
#   XgColumns::cells($p, \@keys, $costs)              # "1,234 12.3%  .  0.15%"
#   XgColumns::forms($fn)                             # texts that can stand for a function
#   XgColumns::sums_that_tell($p, \@keys)             # keys of sums that keep a row in the list
#
# FN is object SEP file SEP name, with levels of recursion as one; costs are hashes by event.  Nothing here is
# shared with the scripts.

package XgColumns;
use strict;
use warnings;
use Math::BigInt;
use XgProfile;

my $SEP = $XgProfile::SEP;

# --- The profile -----------------------------------------------------------

sub add {
    my ($sum, $events, $cost) = @_;
    my @cost = split ' ', $cost;
    $sum->{ $events->[$_] } += $cost[$_] for 0 .. $#cost;
    return;
}

sub folded {
    my ($key) = @_;
    my ($object, $file, $name) = map { $_ eq '' ? '???' : $_ } split /$SEP/, $key, -1;
    $name =~ s/(?<=.)'\d+(?='|\z)//g;
    return join $SEP, $object, $file, $name;
}

# The line of a position; 0: none.
sub line_of {
    my ($part, $at) = @_;
    my @words = split ' ', $at;
    my @kinds = @{ $part->{positions} };
    for (0 .. $#kinds) { return $words[$_] + 0 if $kinds[$_] eq 'line'; }
    return 0;
}

# Events of the levels below the first were counted: 3 was LL, and 2 the level before the last or the last.
sub now_called {
    my ($event, $has_three) = @_;
    my ($what, $number) = $event =~ /\A(AcCost|SpLoss)([23])\z/ or return $event;
    return $what . ($number == 2 && $has_three ? 'L2' : 'LL');
}

sub add_part {
    my ($p, $part) = @_;
    my $has_three = grep { $_ eq 'AcCost3' || $_ eq 'SpLoss3' } @{ $part->{events} };
    my @events = map { now_called($_, $has_three) } @{ $part->{events} };
    for (@events) { push @{ $p->{events} }, $_ if !$p->{has}{$_}++; }
    for my $key (keys %{ $part->{self} }) {
        my $fn = folded($key);
        for my $file (keys %{ $part->{self}{$key} }) {
            my $rows = $part->{self}{$key}{$file};
            for my $at (keys %$rows) {
                add($_, \@events, $rows->{$at}) for $p->{self}{$fn} //= {}, $p->{sum}, $p->{lines}{ $file eq '' ? '???' : $file }{ line_of($part, $at) } //= {};
            }
        }
    }
    for my $key (keys %{ $part->{arcs} }) {
        my $fn = folded($key);
        for my $file (keys %{ $part->{arcs}{$key} }) {
            my $arcs = $part->{arcs}{$key}{$file};
            for my $arc (keys %$arcs) {
                my ($at, @callee) = split /$SEP/, $arc, -1;
                my $callee = folded(join $SEP, @callee[ 0 .. 2 ]);
                push @{ $p->{raw_calls} }, [ $fn, $callee, $file eq '' ? '???' : $file, line_of($part, $at), [ 'calls', @events ], $arcs->{$arc} ];
            }
        }
    }
    add($p->{totals}, \@events, $part->{totals}) if defined $part->{totals};
    $p->{without_totals}++ if !defined $part->{totals};
    for (@{ $part->{desc} }) {
        $p->{line_B}{$1}{$2} = 1 if /^(I1|D1|L\d|LL) cache: \d+ B, (\d+) B/;
        $p->{ended}{$1} += $2 if /^Use of (\w+) lines: (\d+) ended/;
    }
    return;
}

# Calls that lead back to their caller have no cost.
sub add_calls {
    my ($p) = @_;
    my %callees;
    $callees{ $_->[0] }{ $_->[1] } = 1 for @{ $p->{raw_calls} };
    my %reach;
    for my $f (keys %callees) {
        my @next = keys %{ $callees{$f} };
        while (defined(my $g = pop @next)) { push @next, keys %{ $callees{$g} // {} } if !$reach{$f}{$g}++; }
    }
    $p->{inclusive} = { map { my $f = $_; ($f => { %{ $p->{self}{$f} // {} } }) } keys %{ $p->{self} }, keys %callees, map { $_->[1] } @{ $p->{raw_calls} } };
    for my $call (@{ $p->{raw_calls} }) {
        my ($f, $g, $file, $line, $events, $cost) = @$call;
        my $leads_back = $f eq $g || $reach{$g}{$f};
        my %cost;
        add(\%cost, $events, $cost);
        %cost = (calls => $cost{calls}) if $leads_back;
        $p->{in_cycle}{$f} = 1 if $leads_back && $f ne $g;
        $p->{calls}{$file}{$line}{$g}{$_} += $cost{$_} for keys %cost;
        if (!$leads_back) { $p->{inclusive}{$f}{$_} += $cost{$_} for grep { $_ ne 'calls' } keys %cost; }
    }
    return;
}

sub profile {
    my (@files) = @_;
    my $p = { events => [], self => {}, sum => {}, totals => {}, lines => {}, calls => {}, raw_calls => [], ended => {}, formulas => {}, without_totals => 0 };
    for my $file (@files) {
        add_part($p, $_) for @{ XgProfile::parse($file)->{parts} };
        open my $in, '<', $file or die "$file: $!\n";
        while (<$in>) {
            last if /^fn=/;
            $p->{formulas}{$1} = $2 if /^event: (\w+) = ([^:\n]*)/;
        }
    }
    $p->{totals} = $p->{sum} if $p->{without_totals};
    for my $name (sort keys %{ $p->{formulas} }) {
        delete $p->{formulas}{$name} if $p->{has}{$name} || grep { !$p->{has}{$_} } $p->{formulas}{$name} =~ /([A-Za-z_]\w*)/g;
    }
    add_calls($p);
    return $p;
}

# --- Columns ---------------------------------------------------------------

my @BETWEEN = qw(L2 L3);    # levels that there may be between L1 and LL
my %SUM = (
    L1m => [ [qw(I1mr D1mr D1mw)], [qw(D1mr D1mw)] ], map({ ("${_}m" => [ [ "${_}mi", "${_}mr", "${_}mw" ], [ "${_}mr", "${_}mw" ] ]) } @BETWEEN),
    LLm => [ [qw(ILmr DLmr DLmw)], [qw(DLmr DLmw)] ], D1m => [ [qw(D1mr D1mw)] ], DLm => [ [qw(DLmr DLmw)] ],
    Bm => [ [qw(Bcm Bim)] ], DTm => [ [qw(DTmr DTmw)] ],
);
my %RATE = (
    L1rate => [ L1m => [qw(Ir Dr Dw)], ['Ir'] ], map({ ("${_}rate" => [ "${_}m", [qw(Ir Dr Dw)], ['Ir'] ]) } @BETWEEN), LLrate => [ LLm => [qw(Ir Dr Dw)], ['Ir'] ],
    D1rate => [ D1m => [qw(Dr Dw)] ], DLrate => [ DLm => [qw(Dr Dw)] ], Brate => [ Bm => [qw(Bc Bi)] ], DTrate => [ DTm => [qw(Dr Dw)] ],
);
my $CYCLES = 'Ir + 10 I1mr + 10 D1mr + 10 D1mw + 100 ILmr + 100 DLmr + 100 DLmw + 10 Bcm + 10 Bim + 20 Ge';

sub has { my ($p, @events) = @_; return !grep { !$p->{has}{$_} } @events; }

# The level of Unused1, UnusedL2, UnusedL3, UnusedLL.
sub level_of { my ($n) = @_; return $n eq '1' ? 'L1' : $n; }

# The misses of a level of line use, each with the cache whose lines they load.
sub loads {
    my ($level) = @_;
    return $level eq 'L1' ? ([qw(I1mr I1)], [qw(D1mr D1)], [qw(D1mw D1)])
        : $level ne 'LL' ? map({ [ "$level$_", $level ] } qw(mi mr mw)) : ([qw(ILmr LL)], [qw(DLmr LL)], [qw(DLmw LL)]);
}

sub exists_key {
    my ($p, $key) = @_;
    return 1 if $p->{has}{$key} || $p->{formulas}{$key};
    return has($p, 'Ir') && (has($p, qw(D1mr D1mw)) || has($p, qw(Bcm Bim))) if $key eq 'CEst';
    return has($p, @{ $SUM{$key}[1] // $SUM{$key}[0] }) if $SUM{$key};
    return exists_key($p, $RATE{$key}[0]) && has($p, @{ $RATE{$key}[2] // $RATE{$key}[1] }) if $RATE{$key};
    my ($what, $n) = $key =~ /^(Unused|Uses)(1|L\d|LL)\z/ or return 0;
    my $level = level_of($n);
    my %cache = map { $_->[1] => 1 } loads($level);
    return 0 if !has($p, map { $_->[0] } (loads($level))[ 1, 2 ]);
    return has($p, "AcCost$n") if $what eq 'Uses';
    return has($p, "SpLoss$n") && !grep { keys %{ $p->{line_B}{$_} // {} } != 1 } keys %cache;
}

sub big { my ($n) = @_; return Math::BigInt->new(defined $n ? "$n" : 0); }

# A sum of [factor, event]; as Perl's own numbers are exact only so far, beyond it with those of any size.
sub sum_of_terms {
    my ($costs, @terms) = @_;
    my $sum = 0;
    $sum += $_->[0] * ($costs->{ $_->[1] } // 0) for @terms;
    return big($sum) if $sum < 2**52;
    $sum = big(0);
    $sum->badd(big($costs->{ $_->[1] })->bmul($_->[0])) for @terms;
    return $sum;
}

# A sum of terms "10 I1mr".
sub terms_sum {
    my ($costs, $text) = @_;
    return sum_of_terms($costs, map { /^\s*(?:(\d+)\s*\*?\s*)?(\w+)\s*\z/ ? [ $1 // 1, $2 ] : die "term $_\n" } split /\+/, $text);
}

sub sum_of { my ($costs, @events) = @_; return sum_of_terms($costs, map { [ 1, $_ ] } @events); }

# Is a column a sum?
sub is_sum { my ($p, $key) = @_; return $p->{has}{$key} || $p->{formulas}{$key} || $key eq 'CEst' || $SUM{$key} ? 1 : 0; }

sub figure {
    my ($p, $key, $costs) = @_;
    return big($costs->{$key}) if $p->{has}{$key};
    return terms_sum($costs, $p->{formulas}{$key}) if $p->{formulas}{$key};
    return terms_sum($costs, $CYCLES) if $key eq 'CEst';
    return sum_of($costs, @{ $SUM{$key}[0] }) if $SUM{$key};
    if ($RATE{$key}) {
        my $of = sum_of($costs, @{ $RATE{$key}[1] });
        return $of->is_zero ? 0 : 100 * figure($p, $RATE{$key}[0], $costs)->numify / $of->numify;
    }
    my ($what, $n) = $key =~ /^(Unused|Uses)(1|L\d|LL)\z/ or die "no column $key\n";
    my @loads = loads(level_of($n));
    if ($what eq 'Uses') {
        my $cost = $costs->{"AcCost$n"} // 0;
        return $cost ? 1e6 * sum_of($costs, map { $_->[0] } @loads)->numify / $cost : 0;
    }
    my $bytes = 0;
    $bytes += ($costs->{ $_->[0] } // 0) * (keys %{ $p->{line_B}{ $_->[1] } })[0] for @loads;
    my $share = $bytes ? 100 * ($costs->{"SpLoss$n"} // 0) / $bytes : 0;
    return $share > 100 ? 100 : $share;
}

# The events of a column.
sub events_of {
    my ($p, $key) = @_;
    return $key if $p->{has}{$key} || $p->{formulas}{$key};
    return $CYCLES =~ /([A-Za-z]\w*)/g if $key eq 'CEst';
    return @{ $SUM{$key}[0] } if $SUM{$key};
    return (@{ $RATE{$key}[1] }, events_of($p, $RATE{$key}[0])) if $RATE{$key};
    my ($what, $n) = $key =~ /^(Unused|Uses)(1|L\d|LL)\z/ or return;
    return (($what eq 'Uses' ? 'AcCost' : 'SpLoss') . $n, map { $_->[0] } loads(level_of($n)));
}

# The columns shown by default where there is room for all: [key, has a share].
sub default_keys {
    my ($p) = @_;
    my %no_share = map { $_ => 1 } grep { exists_key($p, s/m\z/rate/r) } 'L1m', map({ "${_}m" } @BETWEEN), qw(LLm Bm DTm);
    my @keys = grep { exists_key($p, $_) } $p->{has}{CyBase} ? 'CEst' : (), qw(Ir L1m L1rate), map({ ("${_}m", "${_}rate") } @BETWEEN), qw(LLm LLrate Unused1), map({ "Unused$_" } @BETWEEN), qw(UnusedLL Bm Brate SbOver SbDead SbLoad Uses1),
        map({ "Uses$_" } @BETWEEN), qw(UsesLL DTm DTrate),
        map { my $level = $_; map { "$level$_" } qw(Cold Cap Conf True False) } 'D1', @BETWEEN, 'LL';
    my %used = map { $_ => 1 } map { events_of($p, $_) } @keys;
    push @keys, grep { !$used{$_} } @{ $p->{events} };
    return map { [ $_, is_sum($p, $_) && !$no_share{$_} ] } @keys;
}

# What is sorted by where nobody says by what: cycles of a model, else misses where they matter, of the level where they cost most.
sub usual_key {
    my ($p) = @_;
    return 'CEst' if $p->{has}{CyBase} && exists_key($p, 'CEst');
    return $p->{events}[0] if !$p->{has}{Ir};
    return 'Ir' if !exists_key($p, 'CEst') || figure($p, 'CEst', $p->{totals})->bcmp(figure($p, 'Ir', $p->{totals})->bmul(2)) < 0;
    my ($key, $most) = ('Ir', big(0));
    for ([ LLm => 100 ], [ L3m => 40 ], [ L2m => 20 ], [ L1m => 10 ]) {
        next if !exists_key($p, $_->[0]);
        my $cost = figure($p, $_->[0], $p->{totals})->bmul($_->[1]);
        ($key, $most) = ($_->[0], $cost) if $cost->bcmp($most) > 0;
    }
    return $key;
}

# --- Texts -----------------------------------------------------------------

sub commas { my ($n) = @_; my $text = reverse "$n"; $text =~ s/(\d{3})(?=\d)/$1,/g; return scalar reverse $text; }

sub rate_text { my ($x) = @_; return $x < 0.005 ? '<0.01%' : sprintf($x >= 9.995 ? '%.1f%%' : '%.2f%%', $x); }

sub share_text {
    my ($n, $total) = @_;
    my $percent = $total ? 100 * $n / $total : 0;
    return $percent < 0.05 ? '<0.1%' : sprintf '%.1f%%', $percent;
}

sub text_of {
    my ($p, $key, $value) = @_;
    return '.' if !$value || ref $value && $value->is_zero;
    return commas($value) if is_sum($p, $key);
    return $value >= 1000 ? '>999%' : rate_text($value) if $key !~ /^Uses/;
    return $value > 9999 ? '>9999' : sprintf $value < 99.95 ? '%.1f' : '%.0f', $value;
}

# The cells of costs, with single blanks between them.
sub cells {
    my ($p, $keys, $costs) = @_;
    return join ' ', map {
        my ($key, $has_share) = @$_;
        my $value = figure($p, $key, $costs);
        my $text  = text_of($p, $key, $value);
        $has_share && $text ne '.' ? "$text " . share_text($value->numify, figure($p, $key, $p->{totals})->numify) : $text
    } @$keys;
}

# A function with and without its file and module.
sub forms {
    my ($fn) = @_;
    my ($object, $file, $name) = split /$SEP/, $fn, -1;
    my @forms = ($name, $file eq '???' ? () : "$file:$name");
    return (@forms, $object eq '???' ? () : map { "$_ [$object]" } @forms);
}

# The sums one of which must be at least a thousandth of the highest row's: of a rate or share what it is of.
sub sums_that_tell {
    my ($p, $keys) = @_;
    my %known = map { $_ => 1 } qw(CEst Ir L1m L1rate LLm LLrate Unused1 UnusedLL Bm Brate SbOver SbDead SbLoad Uses1), map { ("${_}m", "${_}rate", "Unused$_") } @BETWEEN;
    my %sums = map { $_ => 1 } map {
        is_sum($p, $_) ? $_ : $RATE{$_} ? $RATE{$_}[0] : /^Unused(\w+)/ ? "SpLoss$1" : /^Uses(\w+)/ ? "AcCost$1" : ()
    } grep { $known{$_} } map { $_->[0] } @$keys;
    return sort keys %sums;
}

1;
