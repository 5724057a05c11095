# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Text::Table: tables as wide as the screen at most: columns by priority, one that takes the room left.
#
# Usage:
#   my $table = new_table({
#      columns => [
#         { title => 'Ir', values => [ '1,000 (90.0%)', '10 (0.9%)' ] },          # right-aligned, as figures are
#         { title => 'kind', values => \@kinds, align => 'left', priority => 2 },
#         { title => 'function', fit => sub { my ($width) = @_; return short_functions(\@functions, $width) }, least => 30 },
#      ],
#      colours => [ 'red', undef ],     # of rows: all but the column with "fit"; optional
#   });
#   print_table($table);            # title, rule, rows; "title => 0" for rows only, "indent => 2" for blanks before each line
#   $table->{left_out}              # titles of columns for which there was no room
#   print_left_out($table, '--show');    # which they are, and what to do; nothing if all are there
#   print table_text($table, '-e');      # titles without a rule, rows, and what print_left_out() says
#
# Rows that are printed one by one, as they come:
#   my $table = new_table({ columns => [ { title => 'Ir', width => 13 }, ..., { title => 'function', fit => undef } ] });
#   print_table_title($table);
#   print table_line($table, [ '1,000', ..., cut($text, $table->{room}) ], $colour), "\n";
#
# Values are bytes that are fit to be printed (visible()); undef is an empty cell.  A row without any is an empty line.
# A column with "priority" is left out if the others need its room, the greatest number first, then the
# last column first; one without, or with 0, stays.  The column with "fit", one at most, gets the room that the
# others leave, but "least" columns (30) if its texts need them; its texts are made for that width.  $table->{room} is
# that width.  Only where columns that stay need more than the screen has, or names are whole (--full-names), are
# lines wider.

package Xgrind::Text::Table;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Text::Names;
use Xgrind::Text::Print;
use Xgrind::Text::Screen;

our @EXPORT = qw(new_table print_table print_table_title print_left_out table_line table_text);

my $GAP       = '  ';
my $LEAST     = 30;
my $LEAST_END = 12;    # where even that is too much

sub is_elastic { return exists $_[0]{fit}; }

# The room that columns leave for the elastic one.
sub room_beside {
   my ($table, @columns) = @_;
   my $used = $table->{indent} // 0;
   $used += length($GAP) + $_->{width} for @columns;
   return screen_width() - $used;
}

# What the elastic column needs at least.
sub least_room {
   my ($column) = @_;
   my $least = $column->{least} // $LEAST;
   return $least if !$column->{fit} || full_names();
   my $width = widest($column->{title}, @{ $column->{fit}->($least) });
   return $width < $least ? $width : $least;
}

# The column to leave out next; undef if all that are left must stay.
sub least_wanted {
   my @candidates = grep { $_->{priority} } @_;
   my ($column) = sort { $b->{priority} <=> $a->{priority} || $b->{index} <=> $a->{index} } @candidates;
   return $column;
}

sub new_table {
   my ($table) = @_;
   my @columns = map { +{ %{ $table->{columns}[$_] }, index => $_ } } 0 .. $#{ $table->{columns} };
   for my $column (grep { !is_elastic($_) } @columns) {
      $column->{width} //= widest($column->{title}, @{ $column->{values} });
      $column->{align} //= 'right';
   }
   my ($elastic) = grep { is_elastic($_) } @columns;
   my @fixed = grep { !is_elastic($_) } @columns;
   my $least = $elastic ? least_room($elastic) : -length $GAP;
   my @left_out;
   while (room_beside($table, @fixed) < $least) {
      my $column = least_wanted(@fixed) // last;
      @fixed = grep { $_ != $column } @fixed;
      unshift @left_out, $column;
   }
   my %is_left_out = map { $_->{index} => 1 } @left_out;
   my $made = { %$table, shown => [ grep { !$is_left_out{ $_->{index} } } @columns ],
      left_out => [ map { $_->{title} } sort { $a->{index} <=> $b->{index} } @left_out ] };
   fill_room($made, $elastic, room_beside($table, @fixed)) if $elastic;
   return $made;
}

# Makes the texts of the elastic column.
sub fill_room {
   my ($table, $column, $room) = @_;
   $room = $LEAST_END if $room < $LEAST_END;
   $table->{room} = $room;
   $column->{align} //= 'left';
   $column->{values} = $column->{fit}->($room) if $column->{fit};
   $column->{width} = !$column->{fit} ? $room : widest($column->{title}, @{ $column->{values} });
   return;
}

# One line: cells of all columns, also of those left out.
sub table_line {
   my ($table, $cells, $colour) = @_;
   my @texts = map { padded($cells->[ $_->{index} ] // '', $_->{width}, $_->{align}) } @{ $table->{shown} };
   my $line;
   my $is_last_elastic = @texts && is_elastic($table->{shown}[-1]);
   if (defined $colour && $is_last_elastic) {
      my $text = pop @texts;
      $line = (@texts ? paint($colour, join $GAP, @texts) . $GAP : '') . $text;
   } else {
      $line = join $GAP, @texts;
      $line = paint($colour, $line =~ s/ +\z//r) if defined $colour;
   }
   return (' ' x ($table->{indent} // 0) . $line) =~ s/ +\z//r;
}

sub title_line {
   my ($table) = @_;
   return table_line($table, [ map { $_->{title} } @{ $table->{columns} } ]);
}

sub print_table_title {
   my ($table) = @_;
   print_title(title_line($table));
   return;
}

# The lines of all rows, without the title.
sub table_rows {
   my ($table) = @_;
   my @values;
   $values[ $_->{index} ] = $_->{values} for @{ $table->{shown} };
   my ($n) = sort { $b <=> $a } map { scalar @{ $_->{values} } } @{ $table->{shown} };
   my @lines;
   for my $row (0 .. ($n // 0) - 1) {
      push @lines, table_line($table, [ map { $_ ? $_->[$row] : undef } @values ], $table->{colours} ? $table->{colours}[$row] : undef);
   }
   return @lines;
}

sub print_table {
   my ($table) = @_;
   print_table_title($table) if $table->{title} // 1;
   print map { "$_\n" } table_rows($table);
   return;
}

# Says which columns are not there, below a table; $option chooses columns.
sub left_out_text {
   my ($table, $option) = @_;
   my @titles = grep { $_ ne '' } @{ $table->{left_out} } or return '';
   my $text = 'No room for ' . join(', ', @titles) . ': --width=N makes room' . (defined $option ? ", $option chooses columns" : '');
   return join '', map { "$_\n" } wrapped($text, screen_width());
}

# A table within others: its titles are a line as its rows are.
sub table_text {
   my ($table, $option) = @_;
   return join('', map { "$_\n" } title_line($table), table_rows($table)) . left_out_text($table, $option);
}

sub print_left_out {
   my $text = left_out_text(@_);
   print "\n$text" if $text ne '';
   return;
}

1;
