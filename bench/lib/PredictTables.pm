# SPDX-License-Identifier: GPL-3.0-or-later
#
# PredictTables: the rows of bench/predict as a file and as tables.
#
# Usage:
#   PredictTables::write_tsv($file, \@rows);       # dies with a sentence
#   my @rows = PredictTables::read_tsv($file);
#   print PredictTables::text(\@rows, $old);       # $old: also what the old formula says
# A row is { name, arguments, threads, measured_ns, spread, cycles, old, Ir, Cy... }: cycles are predicted; old
# and the events Cy*, in cycles, may be missing.  The spread says by how much the median of the rounds is above
# the least, as a fraction.  Of a pair there are two rows, "pair NAME before" and "pair NAME after"; "larger NAME" and
# "public NAME" are programs, and "blind NAME" is a kernel of predict-programs/blind.c, that do not count for the clock if others are
# there.

package PredictTables;
use strict;
use warnings;

my @fixed = qw(name arguments threads measured_ns spread cycles old Ir);

sub write_tsv {
    my ($file, $rows) = @_;
    my %has;
    for my $row (@$rows) { $has{$_}++ for keys %$row; }
    my @columns = ((grep { $has{$_} } @fixed), sort grep { /^Cy/ } keys %has);
    open my $to, '>', $file or die "bench/predict: $file: $!\n";
    print $to join("\t", @$_), "\n" for \@columns, map { my $row = $_; [ map { $row->{$_} // '' } @columns ] } @$rows;
    close $to or die "bench/predict: $file: $!\n";
    return;
}

sub read_tsv {
    my ($file) = @_;
    open my $in, '<', $file or die "bench/predict: $file: $!\n";
    my ($head, @lines) = <$in>;
    chomp($head //= '', @lines);
    my @columns = split /\t/, $head;
    die "bench/predict: $file: not written by bench/predict --tsv\n" if $head !~ /^name\targuments\t/;
    return map { my %row; @row{@columns} = split /\t/, $_, -1; \%row } @lines;
}

# ------------------------------------------------------------------- figures

sub median {
    my @x = sort { $a <=> $b } @_;
    return @x % 2 ? $x[ $#x / 2 ] : ($x[ $#x / 2 ] + $x[ @x / 2 ]) / 2;
}

sub mean {
    my $sum = 0;
    $sum += $_ for @_;
    return $sum / @_;
}

# The place of each number in their order, the mean of their places for equal ones.
sub ranks {
    my @x = @_;
    my @rank;
    for my $i (0 .. $#x) {
        my $less  = grep { $_ < $x[$i] } @x;
        my $equal = grep { $_ == $x[$i] } @x;
        push @rank, $less + ($equal + 1) / 2;
    }
    return @rank;
}

# Spearman's rank correlation of two lists; undef if one has but one value.
sub rank_correlation {
    my ($x, $y) = @_;
    my @x = ranks(@$x);
    my @y = ranks(@$y);
    my ($mx, $my) = (mean(@x), mean(@y));
    my ($xy, $xx, $yy) = (0, 0, 0);
    for my $i (0 .. $#x) {
        my ($dx, $dy) = ($x[$i] - $mx, $y[$i] - $my);
        $xy += $dx * $dy;
        $xx += $dx * $dx;
        $yy += $dy * $dy;
    }
    return $xx && $yy ? $xy / sqrt($xx * $yy) : undef;
}

# A ratio as a factor that is at least 1.
sub factor { return $_[0] < 1 ? 1 / $_[0] : $_[0]; }

# --------------------------------------------------------------------- texts

# A table whose first row is its head: the first column at the left, numbers at the right.
sub layout {
    my ($head, @rows) = @_;
    my @width = map { length } @$head;
    for my $row (@rows) {
        for (0 .. $#$row) { $width[$_] = length $row->[$_] if length $row->[$_] > $width[$_]; }
    }
    my $line = sub {
        my @cells = @_;
        return '| ' . join(' | ', map { sprintf $_ ? '%*s' : '%-*s', $width[$_], $cells[$_] } 0 .. $#cells) . " |\n";
    };
    my @rules = map { '-' x ($width[$_] + 1) . ($_ ? ':' : '-') } 0 .. $#width;
    return join '', $line->(@$head), '|', join('|', @rules), "|\n", map { $line->(@$_) } @rows;
}

# The two causes that most of a row's cycles have, with their shares.
sub causes {
    my ($row) = @_;
    my %share = map { /^Cy/ && $row->{$_} ? ($_ => 100 * $row->{$_} / $row->{cycles}) : () } keys %$row;
    my @causes = sort { $share{$b} <=> $share{$a} || $a cmp $b } grep { $share{$_} >= 1 } keys %share;
    splice @causes, 2 if @causes > 2;
    return join ', ', map { sprintf '%s %.0f %%', s/^Cy//r, $share{$_} } @causes;
}

# Rows of kernels that were written without knowledge of the model.
sub is_blind { return $_[0]{name} =~ /^blind / }

# What a formula is called: cycles are the model's if they have causes.  Blind rows are said to be such.
sub name_of {
    my ($formula, $rows) = @_;
    return $formula eq 'cycles' ? 'Blind' : 'Blind, old formula' if !grep { !is_blind($_) } @$rows;
    return $formula eq 'cycles' && grep({ /^Cy/ } map { keys %$_ } @$rows) ? 'Model' : 'Old formula';
}

# Columns for each formula.
sub columns {
    my ($formulas, @names) = @_;
    return map { my $of = $_ eq 'old' ? 'old ' : ''; map { "$of$_" } @names } @$formulas;
}

# Cycles per nanosecond by each formula, of most programs.
sub clocks {
    my ($rows, $formulas) = @_;
    return { map { my $f = $_; $f => median(map { $_->{$f} / $_->{measured_ns} } @$rows) } @$formulas };
}

# The table of programs, and sentences with the errors, by each formula.
sub programs {
    my ($rows, $formulas, $clock) = @_;
    my %ratio;    # by formula, of each row: predicted / measured
    my @columns = columns($formulas, 'cycles/ns', 'ratio', 'error');
    my @table = [ 'program', 'measured us', 'spread', 'cycles', @columns, 'causes' ];
    for my $row (@$rows) {
        my @cells;
        for my $f (@$formulas) {
            my $per_ns = $row->{$f} / $row->{measured_ns};
            push @{ $ratio{$f} }, my $ratio = $per_ns / $clock->{$f};
            push @cells, sprintf('%.2f', $per_ns), sprintf('%.2f', $ratio), sprintf('%+.0f %%', 100 * ($ratio - 1));
        }
        push @table, [
            $row->{name}, sprintf('%.1f', $row->{measured_ns} / 1000), sprintf('%.0f %%', 100 * $row->{spread}),
            sprintf('%.3g', $row->{cycles}), @cells, causes($row),
        ];
    }
    my $text = layout(@table) . "\n";
    for my $f (@$formulas) {
        my @error = map { abs $_ - 1 } @{ $ratio{$f} };
        my @log   = map { abs log $_ } @{ $ratio{$f} };
        my ($worst) = sort { factor($ratio{$f}[$b]) <=> factor($ratio{$f}[$a]) } 0 .. $#$rows;
        my $many = grep { $_ <= 0.2 } @error;
        my $most = grep { factor($_) <= 2 } @{ $ratio{$f} };
        my $sentence = '%s: %d programs; %.2f cycles per ns; mean |error| %.0f %%, mean |log| %.2f; worst x%.2f (%s); ';
        $text .= sprintf $sentence, name_of($f, $rows), scalar @$rows, $clock->{$f}, 100 * mean(@error), mean(@log),
          factor($ratio{$f}[$worst]), $rows->[$worst]{name};
        $text .= "within 20 %: $many, within x2: $most\n";
    }
    return $text;
}

# Whether two gains say the same: faster, slower, or nearly as fast.
sub same_sign {
    my @sign = map { abs($_ - 1) <= 0.05 ? 0 : $_ <=> 1 } @_;
    return $sign[0] == $sign[1];
}

# The table of pairs [ name, row before, row after ], and sentences.
sub pairs {
    my ($pairs, $formulas) = @_;
    my (%gain, @table);
    my @columns = columns($formulas, 'predicted', 'ratio', 'sign');
    push @table, [ 'pair', 'before us', 'after us', 'gain', @columns ];
    for my $pair (@$pairs) {
        my ($name, $before, $after) = @$pair;
        push @{ $gain{measured} }, my $measured = $before->{measured_ns} / $after->{measured_ns};
        my @cells;
        for my $f (@$formulas) {
            push @{ $gain{$f} }, my $gain = $before->{$f} / $after->{$f};
            push @cells, sprintf('%.2f', $gain), sprintf('%.2f', $gain / $measured);
            push @cells, same_sign($gain, $measured) ? 'right' : 'WRONG';
        }
        my @us = map { sprintf '%.1f', $_->{measured_ns} / 1000 } $before, $after;
        push @table, [ $name, @us, sprintf('%.2f', $measured), @cells ];
    }
    my $text = layout(@table) . "\n";
    for my $f (@$formulas) {
        my @i = 0 .. $#$pairs;
        my $near  = grep { abs($gain{$f}[$_] / $gain{measured}[$_] - 1) <= 0.25 } @i;
        my $right = grep { same_sign($gain{$f}[$_], $gain{measured}[$_]) } @i;
        my $rank  = rank_correlation($gain{measured}, $gain{$f});
        $text .= sprintf "%s: %d pairs; gain within 25 %%: %d; sign right: %d; rank correlation %s\n",
          name_of($f, [ map { @$_[ 1, 2 ] } @$pairs ]), scalar @i, $near, $right,
          defined $rank ? sprintf '%.2f', $rank : 'none';
    }
    return $text;
}

# Kernels that do one thing in two ways: what is slower, what is faster, if natively, with their size.
my @contrasts = (
    [ 'column / row, 1000',             'matrices columns 1000',       'matrices rows 1000' ],
    [ 'column / row, 2048',             'matrices columns 2048',       'matrices rows 2048' ],
    [ 'ijk / ikj, 300',                 'matrices ijk 300',            'matrices ikj 300' ],
    [ 'jki / ikj, 300',                 'matrices jki 300',            'matrices ikj 300' ],
    [ 'ijk / blocked, 300',             'matrices ijk 300',            'matrices blocked 300' ],
    [ 'structures / members, 64M',      'records one-of-structures 64M', 'records one-of-members 64M' ],
    [ 'all of structures / members, 64M', 'records all-of-structures 64M', 'records all-of-members 64M' ],
    [ 'list shuffled / in order, 8M',   'chases shuffled 8M',          'chases in-order 8M' ],
    [ 'list shuffled / in order, 64M',  'chases shuffled 64M',         'chases in-order 64M' ],
    [ 'gather random / sorted, 64M',    'arrays gather 64M',           'arrays sorted-gather 64M' ],
    [ 'branches random / sorted',       'operations branches-random 1M', 'operations branches-sorted 1M' ],
    [ 'one / four sums, 16K',           'arrays numbers 16K',          'arrays four-sums 16K' ],
    [ 'divisions / multiplications',    'operations divisions 1M',     'operations multiplications 1M' ],
    [ 'hash chained / open, 32M',       'chases hash-chained 32M',     'chases hash-open 32M' ],
    [ 'tree padded / packed, 12M',      'chases tree-padded 12M',      'chases tree-packed 12M' ],
    [ 'lines one / own',                'sharing one-line 1M',         'sharing own-lines 1M' ],
);

sub text {
    my ($rows, $old) = @_;
    die "bench/predict: no rows\n" if !@$rows;
    die "bench/predict: --old: these rows were made without it\n" if $old && grep { !defined $_->{old} } @$rows;
    my $formulas = [ 'cycles', $old ? 'old' : () ];
    my %row = map { $_->{name} => $_ } @$rows;
    my @programs = grep { $_->{name} !~ /^(?:pair|larger|public|blind) / } @$rows;
    my @larger   = grep { $_->{name} =~ /^larger / } @$rows;
    my @public   = grep { $_->{name} =~ /^public / } @$rows;
    my @blind    = grep { is_blind($_) } @$rows;
    my $clock    = clocks(@programs ? \@programs : $rows, $formulas);
    my @pairs = map { $_->{name} =~ /^pair (\S+) before$/ ? [ $1, map { "pair $1 $_" } qw(before after) ] : () } @$rows;
    # both rows of each; passes differ by size alone, so that times can be compared
    my $found = sub {
        my @found = map { my ($name, @names) = @$_; [ $name, map { $row{$_} // () } @names ] } @_;
        return [ grep { @$_ == 3 } @found ];
    };
    my @tables = ((map { @$_ ? programs($_, $formulas, $clock) : () } \@programs, \@larger, \@public, \@blind),
        map { @$_ ? pairs($_, $formulas) : () } $found->(@contrasts), $found->(@pairs));
    return join "\n", @tables;
}

1;
