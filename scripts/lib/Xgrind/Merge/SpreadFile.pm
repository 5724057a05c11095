# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Merge::SpreadFile: what a merged profile says of the ranks in it, as lines that begin with '#', which other readers
# leave out (docs/text-tools.md has the format).
#
# Usage:
#   my $about = new_about();
#   read_profiles([$file], comments => sub { read_about($about, @_) }, ...);
#   $about->{commands}, $about->{left_out}       # of a merged profile: several commands, events by formula left out
#   $about->{of_objects}, $about->{is_estimated} # is it a sum of data files? are figures from sampling?
#   my $spread = spread_read($about);            # undef: the file has none; as Xgrind::Merge::Spread has it
#   my ($header, $of_function) = spread_lines($spread);    # lines, and a function that returns that of a function or undef
#
# Only profiles that xgrind_merge has written have such lines; malformed ones end the script.

package Xgrind::Merge::SpreadFile;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Files::Lines;
use Xgrind::Merge::Spread;
use Xgrind::Text::Messages;

our @EXPORT = qw(new_about read_about spread_read spread_lines);

my $FIGURE = qr/[0-9]{1,20}/;

sub new_about { return { commands => [], left_out => [], columns => undef, ranks => [], lines => [] }; }

# --- Reading ---------------------------------------------------------------

sub bad_line {
   my ($r) = @_;
   return fail_line($r->{in}, 'this line is not as xgrind_merge writes it');
}

sub read_columns {
   my ($about, $r, $text) = @_;
   fail_line($r->{in}, 'these are two sums with --spread in one file; give each as a file of its own') if $about->{columns};
   $about->{columns} = [ split ' ', $text ];
   return;
}

sub read_rank {
   my ($about, $r, $text) = @_;
   my ($figures, $name) = $text =~ /^($FIGURE(?: $FIGURE)*)?\t(.+)\z/ or bad_line($r);
   my @figures = split / /, $figures // '';
   bad_line($r) if !$about->{columns} || @figures > @{ $about->{columns} };
   push @{ $about->{ranks} }, [ rank_key($name), $name, [ map { $_ // 0 } @figures[ 0 .. $#{ $about->{columns} } ] ] ];
   return;
}

# Ranks are numbers here, in the order of the header.
sub read_function {
   my ($about, $r, $text, $f) = @_;
   my @columns = split /,/, $text;
   bad_line($r) if !defined $f || !$about->{columns} || @columns > @{ $about->{columns} } || $about->{lines}[$f];
   for my $column (grep { $_ ne '' } @columns) {
      my ($first, $last) = $column =~ /^$FIGURE $FIGURE ([0-9]{1,9}) $FIGURE $FIGURE ([0-9]{1,9})\z/ or bad_line($r);
      bad_line($r) if $first >= @{ $about->{ranks} } || $last >= @{ $about->{ranks} };
   }
   $about->{lines}[$f] = \@columns;
   return;
}

my %kinds = (
   command => sub { push @{ $_[0]{commands} }, $_[2]; },
   objects => sub { $_[0]{of_objects} = 1; $_[0]{is_estimated} ||= $_[2] eq 'estimated'; },
   'left out' => sub { push @{ $_[0]{left_out} }, $_[2]; },
   'spread events' => \&read_columns,
   'spread rank'   => \&read_rank,
   spread          => \&read_function,
);

sub read_about {
   my ($about, $f, $line, $r) = @_;
   return if ($r->{part}{creator} // '') !~ /^xgrind_merge-/;
   my ($kind, $text) = $line =~ /^# ([a-z ]+): (.*)\z/ or return;
   $kinds{$kind}->($about, $r, $text, $f) if $kinds{$kind};
   return;
}

sub spread_read {
   my ($about) = @_;
   return if !$about->{columns} || !@{ $about->{ranks} };
   my @keys = map { $_->[0] } @{ $about->{ranks} };
   my ($first) = sort @keys;
   my $spread = { columns => $about->{columns}, ranks => $about->{ranks}, n => scalar @keys, first => $first,
      variants => [], stats => [], without => {} };
   my $zeros = zeros_for($spread);
   for my $f (0 .. $#{ $about->{lines} }) {
      my $columns = $about->{lines}[$f] // next;
      my @stats = @$zeros;
      for my $i (grep { $columns->[$_] ne '' } 0 .. $#$columns) {
         my @six = split / /, $columns->[$i];
         @six[ 2, 5 ] = @keys[ @six[ 2, 5 ] ];
         @stats[ 6 * $i .. 6 * $i + 5 ] = @six;
      }
      $spread->{stats}[$f] = \@stats;
   }
   return $spread;
}

# --- Writing ---------------------------------------------------------------

# One function's extremes: of each column six figures, nothing if it is 0 in all ranks.
sub function_line {
   my ($spread, $index, $f) = @_;
   my @stats = @{ $spread->{stats}[$f] // return undef };
   my @columns;
   while (my @six = splice @stats, 0, 6) {
      @six[ 2, 5 ] = @$index{ @six[ 2, 5 ] };
      push @columns, $six[3] ? "@six" : '';
   }
   pop @columns while @columns && $columns[-1] eq '';
   return @columns ? '# spread: ' . join(',', @columns) : undef;
}

sub spread_lines {
   my ($spread) = @_;
   my %index;
   my @header = '# spread events: ' . join ' ', @{ $spread->{columns} };
   for my $rank (@{ $spread->{ranks} }) {
      my ($key, $name, $totals) = @$rank;
      $index{$key} //= @header - 1;
      push @header, '# spread rank: ' . join(' ', @$totals) . "\t" . printable($name);
   }
   return (\@header, sub { return function_line($spread, \%index, $_[0]); });
}

1;
