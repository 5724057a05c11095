# SPDX-License-Identifier: GPL-3.0-or-later
#
# Xgrind::Objects::Table: memory objects as a table to read.
#
# Usage:
#   print_objects($profile, {
#      shown => [ $column, ... ], keys => [ $column, ... ],   # of Xgrind::Objects::Columns
#      objects => [ ... ],        # to print, in their order
#      hidden => 3,               # how many more there are
#      filters => 'kind heap',    # in words, or ''
#      lines => 1, stacks => 0, threshold => 99 });

package Xgrind::Objects::Table;
use strict;
use warnings;
use Exporter qw(import);
use Xgrind::Objects::Columns;
use Xgrind::Objects::Names;
use Xgrind::Objects::Variables;
use Xgrind::Script::Messages;
use Xgrind::Text::Numbers;
use Xgrind::Text::Print;

our @EXPORT = qw(print_objects object_text);

my $NARROW = 80;    # characters of a name that are printed

# A text that is not too long for a table.
sub narrow {
   my ($text) = @_;
   $text = printable($text);
   return length $text > $NARROW ? substr($text, 0, $NARROW - 3) . '...' : $text;
}

# "name (file:line: variable)", files without folders.
sub named {
   my ($name, $place, $variable) = @_;
   my $text = narrow($name);
   my @inner = ($place ne '' ? printable(base_name($place)) : (), defined $variable ? printable($variable) : ());
   $text .= ' (' . join(': ', @inner) . ')' if @inner;
   return $text;
}

# An object: "name (file:line: variable) [module]".
sub object_text {
   my ($object) = @_;
   my $text = named(@$object{ 'name', 'place' }, variable_of($object));
   $text .= ' [' . printable(base_name($object->{module})) . ']' if $object->{module} ne '';
   return $text;
}

# A line of code.
sub line_text {
   my ($profile, $line) = @_;
   my $function = $profile->{functions}[ $line->{function} ];
   return named(plain_name($function->{name}), place_of($function->{file}, $line->{line}));
}

# A frame of a call stack.
sub frame_text {
   my ($frame) = @_;
   my $text = printable($frame->{name} eq '' ? '???' : $frame->{name});
   my $place = place_of($frame->{file}, $frame->{line});
   $text .= ' (' . printable($place) . ')' if $place ne '';
   $text .= ' [' . printable(base_name($frame->{module})) . ']' if $place eq '' && $frame->{module} ne '';
   return $text;
}

# --- Cells -----------------------------------------------------------------

# The figure of an object or of one of its lines.
sub figure_text {
   my ($column, $owner, $object) = @_;
   my $value = $column->{value}->($owner, $object);
   return '-' if !defined $value;
   return sprintf '%.1f%%', $value if $column->{is_share};
   my $error = $owner == $object ? $column->{error}->($object) : undef;
   my $text  = commas(int($value + 0.5));
   $text .= ' +-' . commas(int($error + 0.5)) if defined $error;
   return "$text (" . percent($value, $column->{total}) . ')';
}

# The rows of the table: hashes with figures (cells), fixed (cells), text, high.
sub rows_of {
   my ($profile, $list) = @_;
   my @rows;
   for my $object (@{ $list->{objects} }) {
      push @rows, {} if @rows && ($list->{lines} || $list->{stacks});
      push @rows, object_row($list, $object);
      push @rows, line_rows($profile, $list, $object) if $list->{lines};
      push @rows, stack_rows($object) if $list->{stacks} && $object->{stack};
   }
   return @rows;
}

sub object_row {
   my ($list, $object) = @_;
   my $key  = $list->{keys}[0];
   my $cost = $key->{value}->($object, $object) // 0;
   return {
      figures => [ map { figure_text($_, $object, $object) } @{ $list->{shown} } ],
      fixed   => [
         bytes_text($object->{size_B}), commas($object->{count}), $object->{thread} || '-', $object->{kind}
      ],
      text => object_text($object),
      high => !$key->{is_share} && share($cost, $key->{total}) >= 10,
   };
}

# The code lines that cause most of what the objects are sorted by.
sub line_rows {
   my ($profile, $list, $object) = @_;
   my @lines = ranked($list->{keys}, $object->{lines}, $object);
   my @top   = up_to_threshold($list->{threshold}, $list->{keys}[0], $object, @lines);
   my @rows = map {
      {
         figures => do { my $line = $_; [ map { figure_text($_, $line, $object) } @{ $list->{shown} } ] },
         text => '  by ' . line_text($profile, $_),
      }
   } @top;
   my $rest = @lines - @top;
   push @rows, { text => "  and $rest more line" . ($rest == 1 ? '' : 's') } if $rest;
   return @rows;
}

# The calls that allocated; the one that names the object is marked.
sub stack_rows {
   my ($object) = @_;
   my $frame = $object->{frame};
   return map { { text => ($frame && $_ == $frame ? '  > ' : '  < ') . frame_text($_) } } @{ $object->{stack} };
}

# --- The page --------------------------------------------------------------

# How accesses were sampled, in words.
sub sampling_text {
   my ($sampling) = @_;
   my $what = $sampling->{loads} == $sampling->{stores} ? 'access' : $sampling->{loads} ? 'load' : 'store';
   return "one $what in " . commas($sampling->{period}) . ' recorded, ' . commas($sampling->{recorded})
      . ' in all; figures are estimates +- standard error';
}

sub print_header {
   my ($profile, $list) = @_;
   print_title('Memory objects');
   print_field('File',     $profile->{file});
   print_field('Command',  $profile->{command});
   print_field('Process',  $profile->{pid});
   print_field('Sampling', sampling_text($profile->{sampling})) if $profile->{sampling};
   print_field('Events',   join ' ', @{ $profile->{events} });
   print_field('Shown',    join ' ', map { $_->{name} } @{ $list->{shown} });
   print_field('Sorted by', $list->{keys}[0]{name});
   print_field('Only',      $list->{filters}) if $list->{filters} ne '';
   print "\n";
   return;
}

sub print_totals {
   my ($columns) = @_;
   print_title('Program totals');
   my @texts = map { !defined $_->{total} ? '-' : $_->{is_share} ? sprintf '%.1f%%', $_->{total} : commas($_->{total}) }
      @$columns;
   my $width = widest(@texts);
   printf "%${width}s  %s\n", $texts[$_], $columns->[$_]{name} for 0 .. $#texts;
   print "\n";
   return;
}

# The widths of columns: titles and the cells of all rows.
sub widths {
   my ($titles, @lists) = @_;
   return map {
      my $i = $_;
      widest($titles->[$i], map { $_->[$i] } @lists)
   } 0 .. $#$titles;
}

sub print_table {
   my ($profile, $list) = @_;
   my @rows   = rows_of($profile, $list);
   my @names  = map { $_->{name} } @{ $list->{shown} };
   my @titles = qw(size count thread kind);
   my @figure_width = widths(\@names,  grep { defined } map { $_->{figures} } @rows);
   my @fixed_width  = widths(\@titles, grep { defined } map { $_->{fixed} } @rows);
   my $format = sub {
      my ($figures, $fixed) = @_;
      my @cells = map { sprintf "%$figure_width[$_]s", $figures->[$_] // '' } 0 .. $#names;
      push @cells, map { sprintf "%$fixed_width[$_]s", $fixed->[$_] // '' } 0 .. 2;
      push @cells, sprintf "%-$fixed_width[3]s", $fixed->[3] // '';
      return join '  ', @cells;
   };
   print_title($format->(\@names, \@titles) . '  object');
   for my $row (@rows) {
      my $text = $format->($row->{figures} // [], $row->{fixed} // []);
      my $line = ($row->{high} ? paint('red', $text) : $text) . '  ' . ($row->{text} // '');
      print $line =~ s/ +\z//r, "\n";
   }
   return;
}

# Prints everything.
sub print_objects {
   my ($profile, $list) = @_;
   print_header($profile, $list);
   print_totals($list->{shown});
   print_table($profile, $list);
   my $rest = $list->{hidden};
   print "\n$rest more object", ($rest == 1 ? '' : 's'), " not shown\n" if $rest;
   return;
}

1;
