# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Annotate::Selection: which columns are shown, by which rows are sorted, and which rows are worth it.
#
# Usage:
#   my $selection = select_columns($profile, { show => 'Ir,L1rate', sort => 'DLmr:90', threshold => 99 }, $totals);
#   my $events    = select_events($profile, { show => 'Ir,Dr' }, $totals);    # for programs: of recorded events only
#   my $most = highest_telling($selection, {}, \@costs);     # and of others: highest_telling($selection, $most, \@others)
#   my @left = grep { tells($selection, $most, $_) } @costs;    # those that do not vanish beside the highest
#   my $most = highest_of(\@columns, {}, \@costs);          # of sums, by key
#   my ($name, $threshold) = name_and_threshold('DLmr:90%');    # of --sort: 'DLmr', 90; undef: it has none
#
# A selection is a hash:
#   columns      all columns of the profile by key (Xgrind::Profile::Columns)
#   shown        { column, has_share, rank }, in the order of the output
#   sort         [column, threshold in per cent]
#   main         the sum that rows are chosen by: the first one to sort by, or the basis of a rate
#   telling      sums one of which must not vanish in a row
#   vanishing    the share in per cent of the highest row below which they do
#   total        costs of the program
#   show         for programs: indices of events

package Xgrind::Annotate::Selection;
use strict;
use warnings;
use Exporter qw(import);
use List::Util qw(max);
use Xgrind::Profile::Columns;
use Xgrind::Script::Option;
use Xgrind::Script::Spelling;
use Xgrind::Text::LevelNames;
use Xgrind::Text::Messages;

our @EXPORT = qw(select_columns select_events highest_of highest_telling tells name_and_threshold);

# Of the highest row; less if --threshold leaves out less than a hundredth.
my $VANISHING_PERCENT = 0.1;

# Of the columns of the default; there is hardly room for those of a higher rank, so nobody would see why a row is there.
my $TELLING_RANK_MAX = 10;

# The names that --sort and --show take: events, then the others.
sub key_names {
   my ($p, $columns) = @_;
   return (@{ $p->{events} }, grep { !defined $p->{event_index}{$_} } sort keys %$columns);
}

sub column_named {
   my ($p, $columns, $option, $name) = @_;
   return $columns->{ name_by_level($name, $columns) } // fail("$option: there is no event " . unknown_name($name, [ key_names($p, $columns) ]));
}

sub name_and_threshold {
   my ($word) = @_;
   my ($name, $typed) = $word =~ /^(.*?)(?::([^:]*))?\z/s;
   return ($name, undef) if !defined $typed;
   return ($name, percentage()->checked($typed) // fail('--sort: a threshold is a number from 0 to 100, not ' . quoted($typed)));
}

# What to sort by, with thresholds: the one of --threshold is for the first, unless some have their own.
sub sort_keys {
   my ($p, $columns, $opt, @default) = @_;
   return ([ $default[0], $opt->{threshold} ], map { [ $_, 0 ] } @default[ 1 .. $#default ]) if !defined $opt->{sort};
   my @keys;
   my $own = 0;
   for my $word (split /,/, $opt->{sort}) {
      my ($name, $threshold) = name_and_threshold($word);
      $own ||= defined $threshold;
      push @keys, [ column_named($p, $columns, '--sort', $name), $threshold // 0 ];
   }
   $keys[0][1] = $opt->{threshold} if !$own;
   return @keys;
}

# What --show names, or else the default; only the latter may be left out where room is short.
sub shown_columns {
   my ($p, $columns, $opt) = @_;
   my $has_shares = ($opt->{'show-percs'} // 'yes') eq 'yes';
   if (defined $opt->{show}) {
      my @names = $opt->{show} eq 'all' && !$columns->{all} ? @{ $p->{events} } : split /,/, $opt->{show};
      return map { +{ column => column_named($p, $columns, '--show', $_), has_share => $has_shares, rank => 0 } } @names;
   }
   my @shown;
   for my $group (default_columns($p, $columns)) {
      my ($rank, @columns) = @$group;
      my $is_share = $has_shares && @columns == 1;
      push @shown, map { +{ column => $_, has_share => $is_share, rank => $rank } } @columns;
   }
   return @shown;
}

# The sums that must not vanish: those shown and sorted by, and what rates are of.
sub telling_columns {
   my (@columns) = @_;
   my %seen;
   return grep { defined && $_->{kind} eq 'sum' && !$seen{ $_->{key} }++ } map { $_->{kind} eq 'sum' ? $_ : $_->{basis} } @columns;
}

sub select_columns {
   my ($p, $opt, $total) = @_;
   my $columns = columns_of_profile($p);
   my @shown   = shown_columns($p, $columns, $opt);
   my $named   = defined $opt->{show} && $opt->{show} ne 'all';
   my @default = $named ? map { $_->{column} } @shown : usual_column($p, $columns, $total);
   my @sort    = sort_keys($p, $columns, $opt, @default);
   my $first   = $sort[0][0];
   if (!defined $opt->{show}) {
      # what the table is sorted by stays in it
      my ($there) = grep { $_->{column} == $first } @shown;
      unshift @shown, $there = { column => $first, has_share => ($opt->{'show-percs'} // 'yes') eq 'yes' } if !$there;
      $there->{rank} = 0;
   }
   my $main    = $first->{kind} eq 'sum' ? $first : $first->{basis};
   my $left    = 100 - max(map { $_->[1] } @sort);
   return {
      columns   => $columns,
      shown     => \@shown,
      sort      => \@sort,
      main      => $main,
      telling   => [ telling_columns(map({ $_->[0] } @sort), map { $_->{column} } grep { $_->{rank} <= $TELLING_RANK_MAX } @shown) ],
      vanishing => $left / 10 < $VANISHING_PERCENT ? $left / 10 : $VANISHING_PERCENT,
      total     => $total,
   };
}

# A selection of events alone, sorted by the first one shown.
sub select_events {
   my ($p, $opt, $total) = @_;
   for my $option (grep { defined $opt->{$_} } qw(show sort)) {
      for my $name (map { s/:.*//sr } split /,/, $opt->{$option}) {
         fail("--$option: there is no event " . unknown_name($name, $p->{events}))
            if !defined $p->{event_index}{ name_by_level($name, $p->{event_index}) } && !($option eq 'show' && $name eq 'all');
      }
   }
   my @show = defined $opt->{show} && $opt->{show} ne 'all' ? map { name_by_level($_, $p->{event_index}) } split /,/, $opt->{show} : @{ $p->{events} };
   my $selection = select_columns($p, { %$opt, show => join ',', @show }, $total);
   $selection->{show}      = [ map { $p->{event_index}{$_} } @show ];
   $selection->{vanishing} = 0;
   return $selection;
}

# The highest figures of sums, by key, of these costs and of those before; costs start at an index.
sub highest_of {
   my ($columns, $most, $costs, $first) = @_;
   for my $column (@$columns) {
      my ($key, $value) = @$column{qw(key value)};
      my $high = $most->{$key} // 0;
      for (@$costs) {
         my $figure = $value->($_, $first);
         $high = $figure if $figure > $high;
      }
      $most->{$key} = $high;
   }
   return $most;
}

# Those of telling sums.
sub highest_telling {
   my ($selection, @most_and_costs) = @_;
   return highest_of($selection->{telling}, @most_and_costs);
}

# Is one of the telling sums not vanishing beside the highest?
sub tells {
   my ($selection, $most, $cost, $first) = @_;
   my ($telling, $vanishing) = @$selection{qw(telling vanishing)};
   return 1 if !$vanishing;
   for my $column (@$telling) {
      my $figure = $column->{value}->($cost, $first) or next;
      return 1 if 100 * $figure >= $vanishing * $most->{ $column->{key} };
   }
   return 0;
}

1;
