# SPDX-License-Identifier: GPL-3.0-or-later
#
# StudyTables: what bench/study writes: its rows as CSV and, summed up, as
# tables in Markdown.
#
# Usage:
#   write_csv("$out/placement.csv", \@rows);
#   my $text = tables(\@programs, \@scenarios, \@rows);
#
# A program has a name, full (its profile without sampling), points (lists of
# periods that are summed up together) and SCENARIO-places (the full profile's,
# by method and key of object).  A row has the columns of the CSV file, and
# object_errors: a list of errors in standard errors.

package StudyTables;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(sum0 max);

our @EXPORT_OK = qw(write_csv tables);

# A placement is the same if objects elsewhere have less of the misses than this.
my $SAME_PERCENT = 99.9;
# It is as good if the improvement is within so many percentage points.
my $CLOSE_POINTS = 1;
# Objects with less than this share of the misses are not listed.
my $LISTED = 0.001;

my @METHODS = ('greedy', 'exact');
my @COLUMNS = qw(program scenario period method recorded_misses objects_seen predicted_percent
  achieved_percent agreement_percent change_error object_errors_rms);

sub rms {
    return @_ ? sqrt(sum0(map { $_**2 } @_) / @_) : undef;
}

sub number {
    my ($x) = @_;
    return !defined $x ? '' : $x =~ /^-?\d+$|^[a-z]/ ? $x : sprintf '%.4f', $x;
}

sub write_csv {
    my ($file, $rows) = @_;
    open my $csv, '>', $file or die "$file: $!\n";
    print $csv join(',', @COLUMNS), "\n";
    for my $r (@$rows) {
        my %shown = (%$r, object_errors_rms => rms(@{ $r->{object_errors} }));
        print $csv join(',', map { number($shown{$_}) } @COLUMNS), "\n";
    }
    close $csv or die "$file: $!\n";
    return;
}

sub commas {
    my ($format, $x) = @_;
    my $n = sprintf $format, $x;
    1 while $n =~ s/^(-?\d+)(\d{3})/$1,$2/;
    return $n;
}

sub range {
    my ($format, @x) = @_;
    my ($least, $most) = map { commas($format, $_) } (sort { $a <=> $b } @x)[ 0, -1 ];
    return $least eq $most ? $least : "$least to $most";
}

# A table in Markdown; $align has an l or an r for each column.
sub table {
    my ($align, $head, @rows) = @_;
    my $rule = '|' . join('', map { $_ eq 'l' ? '---|' : '--:|' } split //, $align);
    return join "\n", (map { '| ' . join(' | ', @$_) . ' |' } $head), $rule,
      (map { '| ' . join(' | ', @$_) . ' |' } @rows), '';
}

# What a row may keep of the full profile's result.
my %keeps = (
    same      => sub { $_[0]{agreement_percent} >= $SAME_PERCENT },
    achieved  => sub { abs($_[0]{achieved_percent} - $_[1]{achieved_percent}) <= $CLOSE_POINTS },
    predicted => sub { abs($_[0]{predicted_percent} - $_[1]{predicted_percent}) <= $CLOSE_POINTS },
);

# The largest period up to which, and with which, all periods keep it.
sub largest_period {
    my ($what, $full, @rows) = @_;
    my $largest;
    for (sort { $a->{period} <=> $b->{period} } @rows) {
        last if !$keeps{$what}->($_, $full);
        $largest = $_->{period};
    }
    return defined $largest ? commas('%d', $largest) : 'none';
}

# The full row and those of sampled profiles.
sub rows_of {
    my ($rows, $program, $scenario, $method) = @_;
    return grep { $_->{program} eq $program->{name} && $_->{scenario} eq $scenario && $_->{method} eq $method } @$rows;
}

sub summary {
    my ($programs, $scenarios, $rows) = @_;
    my @lines;
    for my $program (@$programs) {
        for my $scenario (@$scenarios) {
            for my $method (@METHODS) {
                my ($full, @sampled) = rows_of($rows, $program, $scenario, $method);
                push @lines, [ $program->{name}, $scenario, $method, commas('%.2f', $full->{achieved_percent}),
                    map { largest_period($_, $full, @sampled) } qw(same achieved predicted) ];
            }
        }
    }
    return table('lllrrrr', [ 'program', 'scenario', 'method', 'improvement %', 'largest period: same placement',
        "achieved within $CLOSE_POINTS point", "predicted within $CLOSE_POINTS point" ], @lines);
}

# Where the full profile puts what matters, by the greedy method.
sub places {
    my ($program, $scenarios) = @_;
    my $full = $program->{full};
    my $all  = sum0(map { $_->{misses} } @{ $full->{objects} });
    my @lines;
    for my $o (sort { $b->{misses} <=> $a->{misses} } @{ $full->{objects} }) {
        last if $o->{misses} < $LISTED * $all;
        push @lines, [ "`$o->{label}`", commas('%d', $o->{size_B} / 1024), commas('%d', $o->{misses}),
            sprintf('%.1f', 100 * $o->{misses} / $all),
            map { $program->{"$_-places"}{greedy}{ $o->{key} } } @$scenarios ];
    }
    return table('lrrr' . 'l' x @$scenarios, [ 'object', 'KiB', 'load misses', '%', @$scenarios ], @lines);
}

# How a sampled profile does, by the greedy method.
sub by_period {
    my ($program, $full, @rows) = @_;
    my %row = map { $_->{period} => $_ } @rows;
    my @lines = [ 1, (map { commas('%d', $_) } @$full{qw(recorded_misses objects_seen)}),
        (map { commas('%.2f', $_) } @$full{qw(predicted_percent achieved_percent)}), '', '' ];
    for my $primes (@{ $program->{points} }) {
        my @r = @row{@$primes};
        my $all = sub { my ($format, $of) = @_; range($format, map { $_->{$of} } @r) };
        my $rms = rms(map { @{ $_->{object_errors} } } @r);
        push @lines, [ range('%d', @$primes), $all->('%d', 'recorded_misses'), $all->('%d', 'objects_seen'),
            $all->('%.2f', 'predicted_percent'), $all->('%.2f', 'achieved_percent'),
            scalar(grep { $keeps{same}->($_) } @r) . ' of ' . @r, defined $rms ? sprintf('%.2f', $rms) : '' ];
    }
    return table('lrrrrrr', [ 'period', 'misses recorded', 'objects seen', 'predicted %', 'achieved %',
        'same placement', 'error' ], @lines);
}

# Predictions against the standard errors that the advisor states.
sub errors_stated {
    my ($rows) = @_;
    my @errors = map { abs } grep { defined } map { $_->{method} eq 'greedy' ? $_->{change_error} : undef } @$rows;
    return "No prediction has a standard error.\n" if !@errors;
    my ($one, $two) = map { my $most = $_; scalar grep { $_ <= $most } @errors } 1, 2;
    return sprintf "Of %d predicted changes of stall cycles, %d are within one stated standard error of the true one"
      . " and %d within two; the worst is %.2f off.\n", scalar @errors, $one, $two, max(@errors);
}

sub tables {
    my ($programs, $scenarios, $rows) = @_;
    my $text = summary($programs, $scenarios, $rows) . "\n" . errors_stated($rows);
    for my $program (@$programs) {
        $text .= "\n$program->{name}: objects\n\n" . places($program, $scenarios);
        $text .= "\n$program->{name}, $_:\n\n" . by_period($program, rows_of($rows, $program, $_, 'greedy'))
          for @$scenarios;
    }
    return $text;
}

1;
