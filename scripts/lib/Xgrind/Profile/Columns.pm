# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Profile::Columns: the columns that xgrind_annotate computes from events, and which of
# them are shown unless the user names others.
#
# Usage:
#   my $columns = columns_of_profile($profile);    # key -> column; events have columns, too
#   my $c = $columns->{L1rate};
#   $c->{value}->($cost)            # of a list of costs; undef: there is none, as nothing was accessed
#   $c->{value}->($call, 1)         # ... which starts at this index
#   $c->{title}                     # in words: "L1 misses"
#   $c->{kind}                      # sum, rate, unused or uses; only sums add up
#   $c->{of}, $c->{by}              # of rate, unused and uses: what is divided by what, as lists of [index of an event, factor]
#   $c->{basis}                     # the column of a sum by which rows are chosen
#   $c->{events}                    # indices of the events that it is computed from
#   my $figure = program_value($profile, $c, \@totals);    # of the program: of bytes never used, the header knows the exact share
#   my $column  = usual_column($profile, $columns, $total);    # what is sorted by, if nobody says
#   my @default = default_columns($profile, $columns);    # in the order of the output: [rank, column, ...]
#   my $text = value_text($c, $value);            # with '.' for none
#   my $value = bytes_loaded($profile, 'LL');      # bytes of the lines that a level has loaded: function of a list of costs, or undef
#   my @sums = usual_sums($profile);               # those it has without formulas of its own: [key, [ [index of an event, factor], ... ]]
#
# @COLUMNS is all there is to say about a column.  A formula is a sum of events, or the quotient of two
# sums.  "D1 * D1mr" are bytes: misses by the size of a line of the cache.  A column exists if the profile
# has all events that it needs; other events that are missing are 0.

package Xgrind::Profile::Columns;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Profile::DerivedEvents;
use Xgrind::Profile::EventNames;
use Xgrind::Profile::LineUse;
use Xgrind::Text::Levels;
use Xgrind::Text::Numbers;

our @EXPORT = qw(bytes_loaded columns_of_profile default_columns program_value usual_column usual_sums value_text $USES_MAX);

our $USES_MAX = 9999;    # accesses per line that are shown; more are as good

my $ALL = 'Ir + Dr + Dw';

# Misses of a level, fetches first; where factors are given, those of fetches and of data times one.
sub misses_formula {
   my ($level, @factors) = @_;
   my ($fetches, $data) = map { "$_ * " } @factors;
   return join ' + ', ($fetches // '') . fetch_misses($level), map { ($data // '') . $_ } data_misses($level);
}

# The caches of a level: that of fetches, that of data.
sub caches_of { my ($level) = @_; return $level eq 'L1' ? qw(I1 D1) : ($level, $level); }

# Key, title, kind, formula, events needed, for a quotient the sum by which rows are chosen.
# Unused1, Uses1 and so on follow from @USE.
my @COLUMNS = (
   (map {
      my ($misses, $needs) = (misses_formula($_), join ' ', data_misses($_));
      ([ "${_}m", "$_ misses", 'sum', $misses, $needs ], [ "${_}rate", "$_ misses per reference", 'rate', "$misses / $ALL", "$needs Ir", "${_}m" ])
   } @LEVELS),
   [ 'D1m',    'D1 misses of data',               'sum',    'D1mr + D1mw',            'D1mr D1mw' ],
   [ 'D1rate', 'D1 misses per access to data',    'rate',   'D1mr + D1mw / Dr + Dw',  'D1mr D1mw Dr Dw', 'D1m' ],
   [ 'DLm',    'LL misses of data',               'sum',    'DLmr + DLmw',            'DLmr DLmw' ],
   [ 'DLrate', 'LL misses per access to data',    'rate',   'DLmr + DLmw / Dr + Dw',  'DLmr DLmw Dr Dw', 'DLm' ],
   [ 'Bm',     'mispredicted branches',           'sum',    'Bcm + Bim',              'Bcm Bim' ],
   [ 'Brate',  'mispredictions per branch',       'rate',   'Bcm + Bim / Bc + Bi',    'Bcm Bim Bc Bi', 'Bm' ],
   [ 'DTm',    'TLB misses of data',              'sum',    'DTmr + DTmw',            'DTmr DTmw' ],
   [ 'DTrate', 'TLB misses per access to data',   'rate',   'DTmr + DTmw / Dr + Dw',  'DTmr DTmw Dr Dw', 'DTm' ],
);
my @USE = (    # level, and as names have it; misses, their bytes, events needed, caches
   map { [ $_, use_name($_), misses_formula($_), misses_formula($_, caches_of($_)), join(' ', data_misses($_)), [ caches_of($_) ] ] } @LEVELS
);

# What is shown by default, in this order; columns with a low rank get room first.  A count has its rate
# beside it in place of its share.
my @DEFAULT = (
   [ 1, 'CEst' ], [ 4, 'Ir' ], (map { my ($level, $rank) = @$_; [ $rank, "${level}m", "${level}rate" ] } by_level(5, 9, 6)),
   (map { my ($level, $rank) = @$_; [ $rank, 'Unused' . use_name($level) ] } by_level(2, 7, 3)), [ 8, 'Bm', 'Brate' ],
   [ 3, 'SbOver' ], [ 3, 'SbDead' ], [ 4, 'SbLoad' ],
   (map { my ($level, $rank) = @$_; [ $rank, 'Uses' . use_name($level) ] } by_level(10, 11, 12)), [ 13, 'DTm', 'DTrate' ],
   map { my $level = $_; map { [ 14, "$level$_" ] } qw(Cold Cap Conf True False) } @DATA_LEVELS,
);

my $OTHERS_RANK = 15;    # of events that none of these has

# --- Formulas --------------------------------------------------------------

my $EXACT_MAX = 18_000_000_000_000_000_000;    # above it, Perl's integers of 64 bits could be rounded

# A sum as [index of an event, factor].
sub terms_of {
   my ($p, $text) = @_;
   my @terms;
   for my $term (split / \+ /, $text) {
      my ($cache, $event) = $term =~ /^(?:(\w+) \* )?(\w+)\z/;
      my $e = $p->{event_index}{$event} // next;
      push @terms, [ $e, defined $cache ? line_size_B($p, $cache) : 1 ];
   }
   return \@terms;
}

sub sum_of {
   my ($cost, $first, $terms) = @_;
   my $sum = 0;
   $sum += $_->[1] * ($cost->[ $first + $_->[0] ] // 0) for @$terms;
   return $sum < $EXACT_MAX ? $sum : large_sum($cost, $first, $terms);
}

# A sum that takes more than 64 bits, as text.
sub large_sum {
   my ($cost, $first, $terms) = @_;
   require Math::BigInt;
   my $sum = Math::BigInt->new(0);
   for my $term (@$terms) {
      my $figure = $cost->[ $first + $term->[0] ] // 0;
      $figure = sprintf '%.0f', $figure if $figure !~ /^\d+\z/;
      $sum->badd(Math::BigInt->new($figure)->bmul($term->[1]));
   }
   return $sum->bstr;
}

# The value of a sum as a function of costs.
sub sum_value {
   my ($terms) = @_;
   my ($e) = @$terms == 1 && $terms->[0][1] == 1 ? $terms->[0][0] : undef;
   return sub { $_[0][ ($_[1] // 0) + $e ] // 0 } if defined $e;
   return sub { return sum_of($_[0], $_[1] // 0, $terms); };
}

# The value of a quotient, undef where nothing can be divided by.
sub quotient_value {
   my ($of, $by, $factor, $max) = @_;
   return sub {
      my ($cost, $first) = @_;
      my $divisor = sum_of($cost, $first // 0, $by) or return undef;
      my $value = $factor * sum_of($cost, $first // 0, $of) / $divisor;
      return defined $max && $value > $max ? $max : $value;
   };
}

# --- Columns ---------------------------------------------------------------

# The column of an event; of an event by a formula, which has been added to all costs.
sub event_column {
   my ($p, $name) = @_;
   my $e     = $p->{event_index}{$name};
   my $terms = $p->{formulas}{$name};
   my $value = sum_value([ [ $e, 1 ] ]);
   my %column = (key => $name, kind => 'sum', title => event_title($p, $name), events => [$e], value => $value);
   return \%column if !$terms;
   return { %column,
      value => sub {
         my $sum = $value->(@_);
         return $sum < $EXACT_MAX ? $sum : large_sum($_[0], $_[1] // 0, $terms);
      } };
}

sub has_all {
   my ($p, @events) = @_;
   return !grep { !defined $p->{event_index}{$_} } @events;
}

sub column {
   my ($p, $columns, $key, $title, $kind, $formula, $basis) = @_;
   my ($of, $by) = map { terms_of($p, $_) } split m{ / }, $formula;
   my $value = $kind eq 'sum' ? sum_value($of)
      : quotient_value($of, $by, $kind eq 'uses' ? 1_000_000 : 100, $kind eq 'unused' ? 100 : undef);
   $columns->{$key} //= { key => $key, title => $title, kind => $kind, value => $value, of => $of, by => $by, basis => $columns->{ $basis // '' },
      events => [ map { $_->[0] } @$of, @{ $by // [] } ] };
   return;
}

# The share of bytes never used, and accesses per line, of each level.
sub add_use {
   my ($p, $columns) = @_;
   for (@USE) {
      my ($level, $n, $misses, $bytes, $needs, $caches) = @$_;
      next if !has_all($p, split ' ', $needs);
      column($p, $columns, "Unused$n", "bytes loaded into $level and never used", 'unused', "SpLoss$n / $bytes", "SpLoss$n")
         if has_all($p, "SpLoss$n") && !grep { !defined line_size_B($p, $_) } @$caches;
      column($p, $columns, "Uses$n", "accesses to a line of $level before it is evicted", 'uses', "$misses / AcCost$n", "AcCost$n")
         if has_all($p, "AcCost$n");
      $_->{level} = $level for map { $columns->{$_} // () } "Unused$n", "Uses$n";
   }
   return;
}

# KCachegrind's estimate of cycles, if there is more to estimate them from than instructions; else undef.
sub cycle_terms {
   my ($p) = @_;
   return undef if !has_all($p, 'Ir') || !has_all($p, qw(D1mr D1mw)) && !has_all($p, qw(Bcm Bim));
   return [ map { [ $p->{event_index}{ $_->[0] }, $_->[1] ] } usual_cycles($p->{event_index}) ];
}

sub usual_sums {
   my ($p) = @_;
   my $cycles = cycle_terms($p);
   my @sums   = grep { $_->[2] eq 'sum' && has_all($p, split ' ', $_->[4]) } @COLUMNS;
   return ($cycles ? [ 'CEst', $cycles ] : (), map { [ $_->[0], terms_of($p, $_->[3]) ] } @sums);
}

sub bytes_loaded {
   my ($p, $level) = @_;
   my ($use) = grep { $_->[0] eq $level } @USE;
   my (undef, undef, undef, $bytes, $needs, $caches) = @$use;
   return undef if !has_all($p, split ' ', $needs) || grep { !defined line_size_B($p, $_) } @$caches;
   return sum_value(terms_of($p, $bytes));
}

sub columns_of_profile {
   my ($p) = @_;
   my %columns = map { $_ => event_column($p, $_) } @{ $p->{events} };
   my $cycles  = $columns{CEst} ? undef : cycle_terms($p);
   $columns{CEst} = { key => 'CEst', kind => 'sum', value => sum_value($cycles), events => [ map { $_->[0] } @$cycles ] } if $cycles;
   # by causes: a model of the processor; else KCachegrind's sum of misses, which is nobody's cycles
   $columns{CEst}{title} = $columns{CyBase} ? 'estimated cycles' : 'cycle estimation of KCachegrind' if $columns{CEst};
   for my $c (@COLUMNS) {
      my ($key, $title, $kind, $formula, $needs, $basis) = @$c;
      column($p, \%columns, $key, $title, $kind, $formula, $basis) if has_all($p, split ' ', $needs);
   }
   add_use($p, \%columns);
   return \%columns;
}

sub program_value {
   my ($p, $column, $total) = @_;
   my ($lost_B, $loaded_B) = $column->{kind} eq 'unused' ? unused_bytes($p, $column->{level}, $total) : ();
   return $loaded_B ? 100 * $lost_B / $loaded_B : $column->{value}->($total);
}

# What is sorted by where nobody says by what: cycles of a model; else, if KCachegrind's cycles are at least twice the
# instructions, misses of the level where they cost most, at 10 for L1, 20 for L2, twice as much for each further level and 100
# for LL; else the first event, Ir if it is there.  $total: costs of the program.
sub usual_column {
   my ($p, $columns, $total) = @_;
   my $cycles = $columns->{CEst};
   return $cycles if $cycles && $columns->{CyBase};
   my $first = $columns->{Ir} // $columns->{ $p->{events}[0] };
   return $first if !$cycles || !$total || $cycles->{value}->($total) < 2 * $first->{value}->($total);
   my ($column, $most) = ($first, 0);
   for my $i (reverse 0 .. $#LEVELS) {
      my $misses = $columns->{"$LEVELS[$i]m"} // next;
      my $cost   = ($i < $#LEVELS ? 2**$i : 10) * $misses->{value}->($total);
      ($column, $most) = ($misses, $cost) if $cost > $most;
   }
   return $column;
}

sub default_columns {
   my ($p, $columns) = @_;
   my @default;
   for my $entry (@DEFAULT) {
      my ($rank, @keys) = @$entry;
      next if $keys[0] eq 'CEst' && !$columns->{CyBase};
      my @there = map { $columns->{$_} // () } @keys;
      push @default, [ $rank, @there ] if @there;
   }
   my %is_used = map { $_ => 1 } map { @{ $_->{events} } } map { @$_[ 1 .. $#$_ ] } @default;
   $is_used{ $p->{event_index}{CEst} } = 1 if $p->{formulas}{CEst};
   push @default, map { [ $OTHERS_RANK, $columns->{$_} ] } grep { !$is_used{ $p->{event_index}{$_} } } @{ $p->{events} };
   return @default;
}

sub value_text {
   my ($column, $value) = @_;
   return '.' if !$value;
   return commas($value)         if $column->{kind} eq 'sum';
   return $value >= 999.95 ? '>999%' : rate_text($value, 100) if $column->{kind} ne 'uses';
   return ">$USES_MAX"           if $value > $USES_MAX;
   return sprintf $value < 99.95 ? '%.1f' : '%.0f', $value;
}

1;
